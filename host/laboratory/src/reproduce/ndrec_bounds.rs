//! What bounds an iteration of NDRec's systems, and what would move a speedup into its band: computed from what was rehearsed.

use emberlane_systems::schedule::names;

use super::Record;
use super::ndrec_systems::Case;
use crate::ndrec::NdRec;
use crate::side_by_side::Measured;

/// Steps of a system that are named.
const LONGEST: usize = 3;

/// How long those that work side by side in an iteration of NDRec take, milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    /// The SSDs' programs of pages.
    pub(super) programs: f64,
    /// The cache agents.
    pub(super) agents: f64,
    /// The cache planners.
    pub(super) planners: f64,
    /// The embedding kernels.
    pub(super) kernels: f64,
    /// The GPUs, with all that comes to them and goes.
    pub(super) gpus: f64,
}

impl Bounds {
    pub(super) fn of(ndrec: &Measured<NdRec>) -> Self {
        let [programs, agents, planners, kernels] = BESIDE.map(|name| took(ndrec, name));
        let others = ndrec.steps.iter().filter(|step| !BESIDE.contains(&step.name));
        Self { programs, agents, planners, kernels, gpus: others.map(|step| step.end_ms).fold(0.0, f64::max) }
    }

    /// The longest of all but programs.
    fn without_programs(self) -> f64 {
        self.agents.max(self.planners).max(self.kernels).max(self.gpus)
    }
}

/// What bounds NDRec in a case, in words.
pub(super) fn in_words(case: &Case) -> String {
    let ndrec = case.of("ndrec");
    let Bounds { programs, agents, planners, kernels, gpus } = Bounds::of(ndrec);
    format!(
        "{:.1} ms, of which side by side page programs {programs:.1}, agents {agents:.1}, planners {planners:.1}, kernels {kernels:.1}, GPUs and \
         links {gpus:.1}",
        ndrec.batch_ms
    )
}

const BESIDE: [&str; 4] = [names::PAGE_PROGRAMS, names::CACHE_MOVEMENTS, names::CACHE_PLAN, names::EMBEDDING_KERNEL];

fn took(system: &Measured<NdRec>, name: &str) -> f64 {
    system.step(name).map_or(0.0, |step| step.end_ms - step.start_ms)
}

/// The steps of a system that take longest.
fn longest(system: &Measured<NdRec>) -> String {
    // A transfer is a step of each link that it holds.
    let mut steps: Vec<(&str, f64)> = Vec::new();
    for step in &system.steps {
        let took = step.end_ms - step.start_ms;
        if !steps.iter().any(|(name, _)| *name == step.name) {
            steps.push((step.name, took));
        }
    }
    steps.sort_by(|one, other| other.1.total_cmp(&one.1));
    let named = steps.iter().take(LONGEST).map(|(name, ms)| format!("{name} {ms:.1}"));
    named.collect::<Vec<_>>().join(", ")
}

/// The record of a speedup of NDRec over another system, with what both take, and what would move it into its band.
pub(super) fn explained(record: Record, case: &Case, over: &str) -> Record {
    let (ndrec, other) = (case.of("ndrec"), case.of(over));
    let bounds = Bounds::of(ndrec);
    let mut why = format!(
        "{}. At {}: NDRec {}; {} {:.1} ms ({})",
        record.why,
        case.batch(),
        in_words(case),
        other.title,
        other.batch_ms,
        longest(other)
    );
    let [low, high] = record.band;
    let speedup = other.batch_ms / ndrec.batch_ms;
    if let Some(low) = low.filter(|low| speedup < *low) {
        let (wanted, rest) = (other.batch_ms / low, bounds.without_programs());
        why += &if rest <= wanted {
            format!(". The band begins where SSDs program pages {:.2} times as fast", bounds.programs / wanted)
        } else if rest < ndrec.batch_ms {
            format!(
                ". If SSDs programmed pages in no time it would be {:.2}x; the band begins where {} takes {:.2} times as long",
                other.batch_ms / rest,
                other.title,
                ndrec.batch_ms * low / other.batch_ms
            )
        } else {
            format!(". The band begins where {} takes {:.2} times as long", other.title, low / speedup)
        };
    } else if let Some(high) = high.filter(|high| speedup > *high) {
        why += &format!(". The band ends where {} takes {:.2} of its time", other.title, high / speedup);
    }
    Record { why, ..record }
}

//! Training systems side by side: the same batch, the time and the energy that each takes for it.
//!
//! A system is a file of [`systems`]: it turns a batch into a graph of steps over the resources of [`emberlane_systems::schedule`], and
//! the same executor that runs training replays time on it. The arithmetic of training does not depend on the system, so it is not
//! done here: `emberlane train` does it, bit for bit the same for every strict system. What the steps take is computed from
//! the batch's counts ([`Workload`]) and from numbers that each say where they are from ([`Assumptions`]).

mod assumptions;
mod costs;
mod energy;
mod report;
pub mod systems;
mod workload;

use serde::Serialize;
use thiserror::Error;

pub use assumptions::{ASSUMPTIONS, Assumption, Assumptions};
pub use costs::{Costs, Memory, Part, Step, Traffic};
pub use energy::{Energy, Holdings};
pub use report::{Comparison, assumption_table};
pub(crate) use report::{clip, timeline, write};
pub use systems::{Plan, SYSTEMS, System};
pub use workload::Workload;

use emberlane_data::DataError;
use emberlane_systems::schedule::{self, Replayed, Resource, TimedStep};

/// Why systems cannot be compared.
#[derive(Debug, Error)]
pub enum CompareError {
    /// The data.
    #[error(transparent)]
    Data(#[from] DataError),
    /// Nothing to compare a batch with.
    #[error("{read} batches; at least 2 are needed, because what a batch shares with the one before matters")]
    TooFewBatches {
        /// Batches that there are.
        read: u64,
    },
    /// A number that is not there.
    #[error("no assumption {name:?}; there are {}", known.join(", "))]
    UnknownAssumption {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// A number that something is divided by.
    #[error("{name} = {value:?}: expected a number more than 0, 0.001 at least")]
    Zero {
        /// The name.
        name: String,
        /// The number.
        value: f64,
    },
    /// A part that is more than the whole.
    #[error("{name} = {value:?}: expected a share, from 0 to 1")]
    Share {
        /// The name.
        name: String,
        /// The number.
        value: f64,
    },
    /// A number that cannot be.
    #[error("{name} = {value:?}: expected a number from 0 to 10^9")]
    Value {
        /// The name.
        name: String,
        /// The number.
        value: f64,
    },
}

/// What a system takes for a batch.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// The system's name.
    pub system: &'static str,
    /// Its name in the paper.
    pub title: &'static str,
    /// From the start of a batch to the start of the next, milliseconds.
    pub batch_ms: f64,
    /// The same by what is seen of each part, in the order of [`Part::ALL`]: the top MLP hides all else that runs beside it,
    /// then embedding operations, the checkpoint, the bottom MLP and movement, each what follows it in this order.
    pub parts_ms: [f64; Part::ALL.len()],
    /// Energy of a batch.
    pub energy: Energy,
    /// What a batch moves.
    pub traffic: Traffic,
    /// How much of the parameters a batch logs: 1 is all of them, less a log that spreads over batches, 0 none.
    pub parameters_logged: f64,
    /// Every step.
    pub steps: Vec<TimedStep<Part>>,
}

impl Measured {
    /// Milliseconds of a part.
    #[must_use]
    pub fn part(&self, part: Part) -> f64 {
        self.parts_ms[part as usize]
    }

    /// Whether a log of parameters has a place in the batch, but no time: it never ends.
    #[must_use]
    pub fn never_logs_parameters(&self) -> bool {
        self.parameters_logged == 0.0 && self.steps.iter().any(|step| logs_parameters(step.name))
    }

    /// A step, by name.
    #[must_use]
    pub fn step(&self, name: &str) -> Option<&TimedStep<Part>> {
        self.steps.iter().find(|step| step.name == name)
    }
}

/// What a system takes for a batch of a workload.
#[must_use]
pub fn measure(system: &System, workload: &Workload, assumptions: &Assumptions) -> Measured {
    let costs = Costs::new(workload, assumptions);
    let replayed = schedule::replay(|graph| {
        let mut plan = Plan { graph, costs: &costs };
        (system.build)(&mut plan);
        plan.graph
    });
    let Replayed { log, steps } = &replayed;

    let logs = log.events().iter().filter(|event| logs_parameters(event.operation));
    let logged: f64 = logs.map(|event| steps[&event.id].traffic.memory_writes).sum();
    let mut traffic = Traffic::default();
    steps.values().for_each(|step| traffic += step.traffic);
    let seconds = |resource| log.usage(resource).busy_ps as f64 * 1e-12;
    let logic = seconds(Resource::ComputingLogic) + seconds(Resource::CheckpointingLogic);
    let busy = [seconds(Resource::HostCpu), seconds(Resource::Gpu), logic];
    let batch = log.end_ps() as f64 * 1e-12;
    let mut parts_ms = [0.0; Part::ALL.len()];
    let seen = replayed.seen_ms(SEEN);
    SEEN.iter().zip(seen).for_each(|(part, ms)| parts_ms[*part as usize] = ms);
    Measured {
        system: system.name,
        title: system.title,
        batch_ms: replayed.batch_ms(),
        parts_ms,
        energy: Energy::new(assumptions, workload, (system.holdings)(), batch, busy, &traffic),
        traffic,
        parameters_logged: logged / workload.parameter_bytes as f64,
        steps: replayed.timed(),
    }
}

/// Whether a step writes parameters to a log, or a part of them.
fn logs_parameters(step: &str) -> bool {
    step.ends_with("parameter log")
}

/// What hides what, as the text to Figs. 11 and 12 of TrainingCXL has it: a checkpoint is seen where neither the top MLP nor
/// embedding operations run, and the bottom MLP where no checkpoint is waited for either.
const SEEN: [Part; 5] = [Part::TopMlp, Part::Embedding, Part::Checkpoint, Part::BottomMlp, Part::Transfer];

#[cfg(test)]
mod tests {
    use super::*;
    use emberlane_experiment::Experiment;

    fn workload() -> Workload {
        let text = "[model]\npreset = \"rm1\"\nrows = 5000\n[data]\nkind = \"synthetic\"\n[train]\nbatch_size = 32\n";
        let experiment = Experiment::parse("experiment.toml".as_ref(), text).unwrap();
        Workload::measure("small", &experiment, 3).unwrap()
    }

    #[test]
    fn counts_are_those_of_the_batches() {
        let workload = workload();
        assert_eq!((workload.samples, workload.tables, workload.batches), (32, 20, 2));
        assert_eq!(workload.entries, (32 * 20 * 80) as f64);
        assert!(workload.unique_rows < workload.entries && workload.unique_rows <= 20.0 * 5000.0);
        assert!(
            workload.shared_rows < workload.shared_entries && workload.shared_entries < 1.0,
            "hot rows are shared first"
        );
        assert_eq!(workload.pooled_bytes, 32 * 20 * 128);
    }

    #[test]
    fn parts_add_up_to_the_batch() {
        let workload = workload();
        for assumptions in [Assumptions::default(), Assumptions::literal()] {
            for system in SYSTEMS {
                let measured = measure(system, &workload, &assumptions);
                let sum: f64 = measured.parts_ms.iter().sum();
                assert!((sum - measured.batch_ms).abs() < 1e-9, "{}: {sum} of {}", system.name, measured.batch_ms);
                let last = measured.steps.iter().map(|step| step.end_ms).fold(0.0, f64::max);
                assert_eq!(last, measured.batch_ms, "{}", system.name);
            }
        }
    }

    #[test]
    fn energy_is_power_times_time_and_accesses() {
        let (workload, mut assumptions) = (workload(), Assumptions::default());
        for name in ["pmem_read_nj", "pmem_write_nj", "link_pj_per_bit", "device_controller_w"] {
            assumptions.set(name, 0.0).unwrap();
        }
        let measured = measure(&System::find("cxl").unwrap(), &workload, &assumptions);
        // 64 GB at 98 mW.
        let expected = 64.0 * 0.098 * measured.batch_ms * 1e-3;
        assert!((measured.energy.memory() - expected).abs() < 1e-12, "{:?}", measured.energy);
        assumptions.set("pmem_write_nj", 1.0).unwrap();
        let more = measure(&System::find("cxl").unwrap(), &workload, &assumptions).energy.memory() - expected;
        assert!((more - measured.traffic.memory_writes / 64.0 * 1e-9).abs() < 1e-12, "{more}");
    }

    #[test]
    fn a_cache_and_slower_reads_do_what_they_say() {
        let (workload, plain) = (workload(), Assumptions::default());
        let of = |name: &str, assumptions: &Assumptions| measure(&System::find(name).unwrap(), &workload, assumptions);
        let hits = of("ssd", &plain.with("ssd_cache_hit_rate", 0.9)).part(Part::Embedding);
        assert!(hits < 0.2 * of("ssd", &plain).part(Part::Embedding));
        let slow = plain.with("raw_read_factor", 4.0);
        let lookup = |assumptions: &Assumptions| of("cxl-b", assumptions).step("embedding lookup").unwrap().end_ms;
        assert!(lookup(&slow) > 2.0 * lookup(&plain.with("raw_read_factor", 1.0)));
        assert_eq!(of("cxl", &slow).batch_ms, of("cxl", &plain).batch_ms, "nothing is read behind a write");
    }

    #[test]
    fn a_log_that_spreads_over_batches_says_how_far_one_comes() {
        let workload = workload();
        let of = |name: &str, rate| {
            let assumptions = Assumptions::default().with("parameter_log_mb_per_s", rate);
            measure(&System::find(name).unwrap(), &workload, &assumptions)
        };
        for (name, logged) in [("pmem", 1.0), ("cxl-b", 1.0), ("dram", 0.0)] {
            assert_eq!(of(name, 59_600.0).parameters_logged, logged, "{name}");
            assert!(!of(name, 59_600.0).never_logs_parameters());
        }
        let (fast, slow) = (of("cxl", 20_000.0).parameters_logged, of("cxl", 10_000.0).parameters_logged);
        assert!(fast < 1.0 && (fast / slow - 2.0).abs() < 1e-6, "{fast}, {slow}");
        // A batch of 16 times as many rows leaves the top MLP's time to their log alone.
        let workload = Workload { unique_rows: 16.0 * workload.unique_rows, ..workload };
        let none = measure(&System::find("cxl").unwrap(), &workload, &Assumptions::default());
        assert!(none.never_logs_parameters() && none.parameters_logged == 0.0);
    }

    #[test]
    fn one_batch_is_too_few() {
        let text = "[model]\npreset = \"rm4\"\nrows = 50\n[data]\nkind = \"synthetic\"\nbatches = 1\n[train]\nbatch_size = 4\n";
        let experiment = Experiment::parse("experiment.toml".as_ref(), text).unwrap();
        let error = Workload::measure("small", &experiment, 4).unwrap_err();
        assert!(matches!(error, CompareError::TooFewBatches { read: 1 }), "{error}");
    }
}

//! What Figs. 10 to 17 of NDRec have in common: the workloads, the systems, and how they are rehearsed.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use emberlane_systems::Steady;
use emberlane_systems::costs::ndrec_costs;
use emberlane_systems::schedule::{ITERATED, Iterated};
use serde::Serialize;

use super::parameters::parameters;
use super::{Estimate, Parameter, Progress, ReproduceError, ReproduceOptions};
use crate::ndrec::workload::Workload;
use crate::ndrec::{COUNTED, NdRec, SEED, Sample, Setup, can_run, measure, steady};
use crate::side_by_side::{Assumptions, Measured};
use crate::threads::longest_first;
use crate::trainingcxl::{Access, Held, accesses, held};

/// The batch sizes of the paper's figures.
pub(super) const BATCHES: [usize; 4] = [2048, 4096, 8192, 16384];
pub(super) const TERABYTE: &str = "criteo-terabyte";
/// Why what depends on how fast drives program is calibrated: the rate was taken from Fig. 11 when the speedups of Fig. 10 with it, and
/// with the data sheet's, were known, and kept in view of how Fig. 15 scales with it.
pub(super) const RATE_IN_VIEW: &str = "ssd_programs_per_s, in view of what both rates give";

/// What systems take for an iteration of a workload on a machine.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) sample: Sample,
    pub(super) measured: Vec<Rehearsed>,
}

/// What a system takes, and what that was measured from.
#[derive(Clone, Debug)]
pub(super) struct Rehearsed {
    pub(super) measured: Measured<NdRec>,
    counters: Counters,
}

/// What a rehearsal was measured from: its event log.
#[derive(Clone, Debug, Serialize)]
struct Counters {
    system: &'static str,
    /// When each iteration ended, picoseconds.
    batch_ends_ps: Vec<u64>,
    /// What counts lies between the ends of these iterations, from 0.
    window: [usize; 2],
    events: Vec<Held>,
    accesses: Vec<Access>,
}

impl Case {
    pub(super) fn workload(&self) -> &'static str {
        self.sample.workload
    }

    pub(super) fn title(&self) -> &'static str {
        self.sample.title
    }

    pub(super) fn setup(&self) -> Setup {
        self.sample.setup
    }

    /// What all systems take.
    pub(super) fn all(&self) -> impl Iterator<Item = &Measured<NdRec>> {
        self.measured.iter().map(|each| &each.measured)
    }

    /// What a system takes.
    pub(super) fn of(&self, system: &str) -> &Measured<NdRec> {
        self.all().find(|each| each.system == system).expect("every system was measured")
    }

    /// How many times faster a system is than another.
    pub(super) fn speedup(&self, system: &str, over: &str) -> Estimate {
        self.of(over).time() / self.of(system).time()
    }

    /// Samples of an iteration in thousands, as figures name them.
    pub(super) fn batch(&self) -> String {
        format!("{}K", self.setup().batch / 1024)
    }
}

/// Workload, system, machine, seed.
type Key = (&'static str, &'static str, Setup, u64);

/// What was rehearsed already: figures of one run share it.
static KNOWN: LazyLock<Mutex<BTreeMap<Key, Rehearsed>>> = LazyLock::new(Mutex::default);

/// What these systems take for each workload on its machines, as far as tables have room.
pub(super) fn cases(
    workloads: &[(&str, Vec<Setup>)],
    systems: &[&str],
    options: &ReproduceOptions,
    progress: &dyn Progress,
) -> Result<Vec<Case>, ReproduceError> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let (costs, seed) = (assumptions(), options.seed(SEED));
    let found = |name: &str| Workload::find(name).expect("figures name workloads that there are");
    let on_machines: Vec<(Workload, &[Setup])> =
        workloads.iter().map(|(name, setups)| (found(name), &setups[..])).collect();
    let runs = |workload: &Workload, setup: &Setup| -> Vec<(&'static Iterated, Sample)> {
        let asked = ITERATED.iter().filter(|system| systems.contains(&system.kind.name()));
        let fits = asked.filter(|system| can_run(system, workload, *setup, &costs));
        fits.map(|system| (system, Sample { seed, ..Sample::new(workload, *setup, COUNTED) })).collect()
    };
    let mut missing = Vec::new();
    for (workload, setups) in &on_machines {
        let wanted = setups.iter().flat_map(|setup| runs(workload, setup));
        let new: Vec<_> = wanted.filter(|(system, sample)| !known.contains_key(&key(system, sample))).collect();
        if !new.is_empty() {
            let steady = steady(workload, seed);
            missing.extend(new.into_iter().map(|(system, sample)| (workload, steady.clone(), system, sample)));
        }
    }
    progress.start("rehearsing systems", missing.len() as u64);
    let lookups = |(workload, _, _, sample): &(&Workload, _, _, Sample)| {
        (sample.setup.batch * workload.columns.len() * workload.pooling_size) as u64
    };
    let one = |(workload, steady, system, sample): &(&Workload, _, &'static Iterated, Sample)| {
        let rehearsed = rehearse(system, workload, sample, steady, &costs)?;
        progress.advance(1);
        Ok::<_, ReproduceError>((key(system, sample), rehearsed))
    };
    for rehearsed in longest_first(&missing, options.threads.get(), lookups, one) {
        let (key, rehearsed) = rehearsed?;
        known.insert(key, rehearsed);
    }
    let case = |workload: &Workload, setup: &Setup| {
        let measured = runs(workload, setup).into_iter().map(|(system, sample)| known[&key(system, &sample)].clone());
        Case { sample: Sample { seed, ..Sample::new(workload, *setup, COUNTED) }, measured: measured.collect() }
    };
    let of_machines =
        on_machines.iter().flat_map(|(workload, setups)| setups.iter().map(move |setup| (workload, setup)));
    Ok(of_machines.map(|(workload, setup)| case(workload, setup)).collect())
}

fn rehearse(
    system: &'static Iterated,
    workload: &Workload,
    sample: &Sample,
    steady: &Arc<Steady>,
    costs: &Assumptions,
) -> Result<Rehearsed, ReproduceError> {
    let (measured, log) = measure(system, workload, sample, steady, costs)?;
    let counters = Counters {
        system: system.kind.name(),
        batch_ends_ps: log.batches().iter().map(|span| span.end_ps).collect(),
        window: [sample.fill as usize - 1, (sample.fill + sample.counted) as usize - 1],
        events: held(&log),
        accesses: accesses(&log),
    };
    Ok(Rehearsed { measured, counters })
}

/// What a rehearsal is of. A system without SmartSSDs is the same beside any number of them.
fn key(system: &Iterated, sample: &Sample) -> Key {
    let smartssds = if system.has_smartssds() { sample.setup.smartssds } else { 0 };
    (sample.workload, system.kind.name(), Setup { smartssds, ..sample.setup }, sample.seed)
}

/// The numbers of all systems.
pub(super) fn assumptions() -> Assumptions {
    ndrec_costs()
}

/// NDRec's machine at every batch size.
pub(super) fn of_paper() -> Vec<Setup> {
    BATCHES.map(Setup::of_paper).to_vec()
}

/// The numbers, for a report.
pub(super) fn numbers() -> Vec<Parameter> {
    parameters(&assumptions())
}

/// What workloads and systems are, in sentences.
pub(super) fn notes() -> Vec<String> {
    let mut notes = vec![
        format!(
            "Every time is a run: the graph that `emberlane train --system NAME` executes, at full size, without the arithmetic. {COUNTED} iterations \
             count, from the middle of an epoch, behind those that fill the pipeline; what caches hold at first is drawn as likely as it is there \
             then. Rows are drawn from laws fitted to Criteo's public data, table by table."
        ),
        "Cycles of the SmartSSDs are those of their fast model, which has the cycles of the RTL; plans that the banks do not hold are cut by \
         the driver. Transfers share links fairly; they are not in the fabric, message by message."
            .to_owned(),
        "One number was chosen in view of the paper's speedups: how many pages a drive programs in a second. Whatever depends on it is calibrated. \
         No other was; every number has its source in the list of parameters."
            .to_owned(),
        format!(
            "The interval of a time is that of 95 % of {COUNTED} iterations; what is computed of several times has the doubt of all, as if \
             they were measured apart."
        ),
    ];
    notes.extend(ITERATED.iter().map(|Iterated { title, summary, .. }| format!("{title}: {summary}.")));
    notes
}

/// Everything that was measured.
pub(super) fn runs(cases: &[Case]) -> serde_json::Value {
    let case =
        |case: &Case| serde_json::json!({ "iteration": &case.sample, "systems": case.all().collect::<Vec<_>>() });
    cases.iter().map(case).collect()
}

/// What everything was measured from.
pub(super) fn raw(cases: &[Case]) -> serde_json::Value {
    let counters = |case: &Case| case.measured.iter().map(|each| each.counters.clone()).collect::<Vec<_>>();
    let case = |case: &Case| serde_json::json!({ "iteration": &case.sample, "systems": counters(case) });
    cases.iter().map(case).collect()
}

/// The largest of some values.
///
/// # Panics
/// Of none.
pub(super) fn most(values: impl Iterator<Item = Estimate>) -> Estimate {
    values.max_by(|one, other| one.mean.total_cmp(&other.mean)).expect("figures have cases")
}

/// A workload of small tables, as many as eight SmartSSDs need, under the name of one of the paper's.
#[cfg(test)]
pub(super) fn small_workload(name: &'static str) -> Workload {
    use emberlane_data::access::Column;

    let four = [(3, 1.0), (30_000, 0.8), (45_000, 0.9), (9_000, 1.1)].map(|(rows, skew)| Column::new(rows, skew));
    let columns = [four; 4].concat();
    Workload { name, epoch_samples: 40_000, ..Workload::criteo_terabyte().with_columns(columns) }
}

/// The numbers, with SmartSSDs that do not hold all of these tables.
#[cfg(test)]
pub(super) fn small_machine() -> Assumptions {
    assumptions().with("fpga_dram_gb", 0.35)
}

/// What these systems take for small workloads under the names of the paper's.
#[cfg(test)]
pub(super) fn small(names: &[&'static str], setups: &[Setup], systems: &[&str]) -> Vec<Case> {
    let case = |workload: &Workload, setup: Setup| {
        let sample = Sample::new(workload, setup, COUNTED);
        let steady = steady(workload, sample.seed);
        let asked: Vec<&'static Iterated> =
            ITERATED.iter().filter(|system| systems.contains(&system.kind.name())).collect();
        let rehearsed = |system: &&'static Iterated| rehearse(system, workload, &sample, &steady, &small_machine());
        let measured = crate::threads::on_threads(&asked, 2, rehearsed).into_iter().collect::<Result<_, _>>().unwrap();
        Case { sample, measured }
    };
    let workloads: Vec<Workload> = names.iter().map(|name| small_workload(name)).collect();
    workloads.iter().flat_map(|workload| setups.iter().map(|setup| case(workload, *setup))).collect()
}

/// A case of iterations that take so many milliseconds, with so large a margin, and move so many bytes over DRAM buses.
#[cfg(test)]
pub(super) fn made_up(setup: Setup, systems: &[(&'static str, f64, f64, f64)]) -> Case {
    let workload = Workload::find(TERABYTE).unwrap();
    let measured = |&(system, batch_ms, margin_ms, dram): &(&'static str, f64, f64, f64)| Rehearsed {
        measured: Measured {
            system,
            title: system,
            batch_ms,
            margin_ms,
            parts_ms: Vec::new(),
            energy: crate::ndrec::Energy::default(),
            traffic: crate::ndrec::Traffic { dram, ..Default::default() },
            parameters_logged: None,
            steps: Vec::new(),
            notes: Vec::new(),
        },
        counters: Counters {
            system,
            batch_ends_ps: Vec::new(),
            window: [0; 2],
            events: Vec::new(),
            accesses: Vec::new(),
        },
    };
    Case { sample: Sample::new(&workload, setup, COUNTED), measured: systems.iter().map(measured).collect() }
}

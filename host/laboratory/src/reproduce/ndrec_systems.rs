//! What Figs. 10 to 17 of NDRec have in common: the workloads, the systems, and how they are measured.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{LazyLock, Mutex, PoisonError};

use super::tcxl_systems::parameters;
use super::{Parameter, Progress, ReproduceError, ReproduceOptions};
use crate::compare::Assumptions;
use crate::ndrec::workload::Workload;
use crate::ndrec::{self, Counting, Device, Iteration, Measured, SYSTEMS, Setup, Shared, System};

/// The batch sizes of the paper's figures.
pub(super) const BATCHES: [usize; 4] = [2048, 4096, 8192, 16384];
pub(super) const TERABYTE: &str = "criteo-terabyte";

/// An average iteration on a machine, and what every system takes for it.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) workload: &'static str,
    pub(super) title: &'static str,
    pub(super) setup: Setup,
    pub(super) iteration: Iteration,
    pub(super) measured: Vec<Measured>,
}

impl Case {
    /// What a system takes.
    pub(super) fn of(&self, system: &str) -> &Measured {
        self.measured.iter().find(|each| each.system == system).expect("every system was measured")
    }

    /// How many times faster a system is than another.
    pub(super) fn speedup(&self, system: &str, over: &str) -> f64 {
        self.of(over).iteration_ms / self.of(system).iteration_ms
    }

    /// Samples of an iteration in thousands, as figures name them.
    pub(super) fn batch(&self) -> String {
        format!("{}K", self.setup.batch / 1024)
    }
}

/// What was counted already: figures share it, and counting takes far longer than all else.
#[derive(Debug, Default)]
struct Known {
    /// By workload, batch and SmartSSDs.
    devices: BTreeMap<(&'static str, usize, usize), Vec<Device>>,
    /// By workload, batch and GPUs.
    shared: BTreeMap<(&'static str, usize, usize), Shared>,
}

static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);

/// An average iteration of a workload on a machine.
pub(super) fn iteration(
    workload: &Workload,
    setup: Setup,
    options: &ReproduceOptions,
) -> Result<Iteration, ReproduceError> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let counting = Counting::of_paper(workload, setup.batch, options.threads);
    let key = |other| (workload.name, setup.batch, other);
    let devices = match known.devices.entry(key(setup.smartssds)) {
        Entry::Occupied(devices) => devices.get().clone(),
        Entry::Vacant(slot) => slot.insert(ndrec::devices(workload, setup, &counting, &assumptions())?).clone(),
    };
    let shared = match known.shared.entry(key(setup.gpus)) {
        Entry::Occupied(shared) => shared.get().clone(),
        Entry::Vacant(slot) => slot.insert(ndrec::shared(workload, setup, &counting, &assumptions())?).clone(),
    };
    Ok(ndrec::iteration(workload, setup, &counting, devices, shared))
}

/// The numbers of all systems.
pub(super) fn assumptions() -> Assumptions {
    ndrec::assumptions()
}

/// What every system takes for each workload on each machine.
pub(super) fn cases(
    workloads: &[&str],
    setups: &[Setup],
    options: &ReproduceOptions,
    progress: &dyn Progress,
) -> Result<Vec<Case>, ReproduceError> {
    progress.start("counting iterations", (workloads.len() * setups.len()) as u64);
    let mut cases = Vec::new();
    for name in workloads {
        let workload = Workload::find(name).expect("figures name workloads that there are");
        for setup in setups {
            let iteration = iteration(&workload, *setup, options)?;
            cases.push(case(&workload, iteration, &assumptions()));
            progress.advance(1);
        }
    }
    Ok(cases)
}

/// What every system takes for an iteration.
pub(super) fn case(workload: &Workload, iteration: Iteration, assumptions: &Assumptions) -> Case {
    let shown = |system: &&System| ndrec::can_run(system, workload, iteration.setup.gpus, assumptions);
    let measured = SYSTEMS.iter().filter(shown).map(|system| ndrec::measure(system, &iteration, assumptions));
    Case {
        workload: workload.name,
        title: workload.title,
        setup: iteration.setup,
        measured: measured.collect(),
        iteration,
    }
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
        "Steps of an iteration are replayed in simulated time on each system. Counts are those of iterations in the middle of an epoch \
         with warm caches: rows are drawn from power laws fitted to rows of Criteo's public data, table by table, at full size."
            .to_owned(),
        "Cycles of the SmartSSDs' kernels are those of their fast model, which has the cycles of the RTL; the banks' plans are those \
         that the driver makes."
            .to_owned(),
        "No number was fitted to a speedup of the paper; every number has its source in the list of parameters.".to_owned(),
    ];
    notes.extend(SYSTEMS.iter().map(|System { title, summary, .. }| format!("{title}: {summary}.")));
    notes
}

/// Everything that was measured.
pub(super) fn runs(cases: &[Case]) -> serde_json::Value {
    let case = |case: &Case| serde_json::json!({ "iteration": &case.iteration, "systems": case.measured });
    cases.iter().map(case).collect()
}

/// The largest of some values.
pub(super) fn most(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::NEG_INFINITY, f64::max)
}

/// The mean of some values.
pub(super) fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0u32), |(sum, count), value| (sum + value, count + 1));
    sum / f64::from(count)
}

//! TrainingCXL's systems as a family.

use emberlane_systems::schedule::Resource;

use super::costs::{Costs, Part, Traffic};
use super::energy::{Energy, Holdings};
use super::workload::Workload;
use crate::side_by_side::{Assumptions, BatchPart, Comparison, Family, Measured, Replayed, Words};

/// TrainingCXL's systems.
#[derive(Clone, Copy, Debug)]
pub struct TrainingCxl;

impl BatchPart for Part {
    const ALL: &'static [Self] = &[Self::TopMlp, Self::BottomMlp, Self::Transfer, Self::Embedding, Self::Checkpoint];
    /// What hides what, as the text to Figs. 11 and 12 of TrainingCXL has it: a checkpoint is seen where neither the top MLP nor
    /// embedding operations run, and the bottom MLP where no checkpoint is waited for either.
    const HIDING: &'static [Self] = &[Self::TopMlp, Self::Embedding, Self::Checkpoint, Self::BottomMlp, Self::Transfer];

    fn name(self) -> &'static str {
        match self {
            Self::TopMlp => "T-MLP",
            Self::BottomMlp => "B-MLP",
            Self::Transfer => "Transfer",
            Self::Embedding => "Embedding",
            Self::Checkpoint => "Checkpoint",
        }
    }
}

impl Family for TrainingCxl {
    type Part = Part;
    type Traffic = Traffic;
    type Workload = Workload;
    type Costs<'a> = Costs<'a>;
    type Storage = Holdings;
    type Energy = Energy;

    const WORDS: Words = Words { batch: "batch", a_batch: "a batch", workload: "workload" };
    const COLUMNS: &'static [&'static str] =
        &["memory energy mJ", "all energy mJ", "memory read MB", "memory written MB", "link MB", "parameters logged %"];

    fn costs<'a>(workload: &'a Workload, assumptions: &'a Assumptions) -> Costs<'a> {
        Costs::new(workload, assumptions)
    }

    fn energy(
        assumptions: &Assumptions,
        workload: &Workload,
        holdings: Holdings,
        replayed: &Replayed<Part, Traffic>,
        traffic: &Traffic,
    ) -> Energy {
        let busy = |resource| replayed.busy_seconds(resource);
        let logic = busy(Resource::ComputingLogic) + busy(Resource::CheckpointingLogic);
        let busy = [busy(Resource::HostCpu), busy(Resource::Gpu), logic];
        Energy::new(assumptions, workload, holdings, replayed.seconds(), busy, traffic)
    }

    fn parameters_logged(workload: &Workload, replayed: &Replayed<Part, Traffic>) -> Option<f64> {
        let logs = replayed.log.events().iter().filter(|event| logs_parameters(event.operation));
        let logged: f64 = logs.map(|event| replayed.steps[&event.id].traffic.memory_writes).sum();
        Some(logged / workload.parameter_bytes as f64)
    }

    fn name(workload: &Workload) -> &str {
        &workload.name
    }

    fn group(workload: &Workload) -> String {
        workload.name.clone()
    }

    fn cells(energy: &Energy, traffic: &Traffic, parameters_logged: Option<f64>) -> Vec<String> {
        let energies = [energy.memory(), energy.all()].map(|joules| format!("{:.3}", joules * 1e3));
        let moved = [traffic.memory_reads, traffic.memory_writes, traffic.link];
        let moved = moved.map(|bytes| format!("{:.2}", bytes * 1e-6));
        // Not "-0.0".
        let logged =
            parameters_logged.map(|share| format!("{:.1}", (100.0 * share).max(0.0) + 0.0)).unwrap_or_default();
        energies.into_iter().chain(moved).chain([logged]).collect()
    }
}

impl Measured<TrainingCxl> {
    /// Whether a log of parameters has a place in the batch, but no time: it never ends.
    #[must_use]
    pub fn never_logs_parameters(&self) -> bool {
        self.parameters_logged == Some(0.0) && self.steps.iter().any(|step| logs_parameters(step.name))
    }
}

impl Comparison<TrainingCxl> {
    /// Systems whose logs of parameters never end, by title.
    pub fn never_log_parameters(&self) -> impl Iterator<Item = &'static str> {
        self.measured.iter().filter(|each| each.never_logs_parameters()).map(|each| each.title)
    }
}

/// Whether a step writes parameters to a log, or a part of them.
fn logs_parameters(step: &str) -> bool {
    step.ends_with("parameter log")
}

//! TrainingCXL's systems as a family.

use emberlane_systems::energy::Energy;
use emberlane_systems::schedule::names;

use super::parts::{Part, Traffic};
use super::workload::Workload;
use crate::side_by_side::{BatchPart, Family, Words};

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

    fn of(operation: &str) -> Option<Self> {
        Some(match operation {
            names::TOP_FORWARD | names::TOP_BACKWARD | names::INTERACTION_BACKWARD => Self::TopMlp,
            names::BOTTOM_FORWARD | names::BOTTOM_BACKWARD => Self::BottomMlp,
            names::EMBEDDING_LOOKUP
            | names::LOOKUP_AHEAD
            | names::DELTAS
            | names::CORRECTIONS
            | names::EMBEDDING_UPDATE => Self::Embedding,
            names::EMBEDDING_LOG
            | names::PARAMETER_LOG
            | names::NEW_ROWS_AND_LOG
            | names::FREEZE_PARAMETERS
            | names::PARAMETERS => Self::Checkpoint,
            names::DENSE_FEATURES
            | names::POOLED_VECTORS
            | names::GRADIENTS
            | names::POST_BATCH
            | names::POST_LOOKUP
            | names::POST_UPDATE
            | names::POST_LOG_AND_UPDATE
            | names::DOORBELL
            | names::COPY_CALL
            | names::KERNEL_LAUNCH
            | names::SYNCHRONISE_LOOKUP
            | names::SYNCHRONISE_COPY
            | names::SYNCHRONISE_GRADIENTS
            | names::SYNCHRONISE_PARAMETERS
            | names::SYNCHRONISE_BATCH => Self::Transfer,
            _ => return None,
        })
    }
}

impl Family for TrainingCxl {
    type Part = Part;
    type Traffic = Traffic;
    type Workload = Workload;
    type Energy = Energy;

    const WORDS: Words = Words { batch: "batch", a_batch: "a batch", workload: "workload" };
    const COLUMNS: &'static [&'static str] = &[
        "memory energy mJ",
        "all energy mJ",
        "memory read MB",
        "rows written MB",
        "logs written MB",
        "link MB",
        "parameters logged %",
    ];

    fn name(workload: &Workload) -> &str {
        &workload.name
    }

    fn group(workload: &Workload) -> String {
        workload.name.clone()
    }

    fn cells(energy: &Energy, traffic: &Traffic, parameters_logged: Option<f64>) -> Vec<String> {
        let energies = [energy.memory(), energy.all()].map(|joules| format!("{:.3}", joules * 1e3));
        let moved = [traffic.memory_reads, traffic.memory_writes, traffic.memory_logs, traffic.link];
        let moved = moved.map(|bytes| format!("{:.2}", bytes * 1e-6));
        // Not "-0.0".
        let logged =
            parameters_logged.map(|share| format!("{:.1}", (100.0 * share).max(0.0) + 0.0)).unwrap_or_default();
        energies.into_iter().chain(moved).chain([logged]).collect()
    }
}

//! NDRec's systems as a family.

use emberlane_systems::schedule::names;

use super::energy::Energy;
use super::parts::{Part, Traffic};
use super::sample::Sample;
use crate::side_by_side::{BatchPart, Family, Words};

/// NDRec's systems.
#[derive(Clone, Copy, Debug)]
pub struct NdRec;

impl BatchPart for Part {
    const ALL: &'static [Self] = &[Self::Mlp, Self::Communication, Self::Embedding, Self::Cache, Self::Software];
    /// What hides what. Software that runs beside the GPUs hides nothing that they, links or devices do.
    const HIDING: &'static [Self] = Self::ALL;

    fn name(self) -> &'static str {
        match self {
            Self::Mlp => "MLP",
            Self::Embedding => "Embedding",
            Self::Communication => "Communication",
            Self::Cache => "Cache",
            Self::Software => "Software",
        }
    }

    fn of(operation: &str) -> Option<Self> {
        Some(match operation {
            names::TOP_FORWARD
            | names::TOP_BACKWARD
            | names::INTERACTION_BACKWARD
            | names::BOTTOM_FORWARD
            | names::BOTTOM_BACKWARD => Self::Mlp,
            names::EMBEDDING_KERNEL
            | names::EMBEDDING_LOOKUP
            | names::EMBEDDING_UPDATE
            | names::CORRECTION
            | names::DELTAS_OF_SHARED_ROWS
            | names::SMALL_TABLES
            | names::UPDATE_OF_SMALL_TABLES
            | names::LOOKUP_IN_RANKS
            | names::UPDATE_OF_ROWS => Self::Embedding,
            names::CACHE_PLAN
            | names::CACHE_MOVEMENTS
            | names::PAGE_PROGRAMS
            | names::CACHE_LOOKUP
            | names::MISSING_ROWS
            | names::COLLECT_ROWS
            | names::TAGS => Self::Cache,
            names::FRAMEWORK => Self::Software,
            names::DENSE_FEATURES
            | names::POOLED_VECTORS
            | names::GRADIENTS
            | names::ALL_REDUCE_OF_TOP
            | names::ALL_REDUCE_OF_BOTTOM
            | names::ALL_REDUCE_OF_ROWS
            | names::ALL_TO_ALL_OF_POOLED
            | names::ALL_TO_ALL_OF_GRADIENTS
            | names::EXCHANGE_OF_DELTAS
            | names::BEGIN_ITERATION
            | names::EMBEDDING_OUTPUTS
            | names::COPIES_OF_GRADIENTS
            | names::GRADIENTS_TO_HOST
            | names::GRADIENTS_TO_SMARTSSDS
            | names::COPIES_OF_OUTPUTS
            | names::OUTPUTS_TO_HOST
            | names::OUTPUTS_TO_GPUS
            | names::COPY_GRADIENTS => Self::Communication,
            _ => return None,
        })
    }
}

impl Family for NdRec {
    type Part = Part;
    type Traffic = Traffic;
    type Workload = Sample;
    type Energy = Energy;

    const WORDS: Words = Words { batch: "iteration", a_batch: "an iteration", workload: "iteration" };
    const COLUMNS: &'static [&'static str] = &["energy J", "link MB", "SSD MB"];

    fn name(sample: &Sample) -> &str {
        sample.workload
    }

    fn group(sample: &Sample) -> String {
        format!("{} samples", sample.setup.batch)
    }

    fn cells(energy: &Energy, traffic: &Traffic, _: Option<f64>) -> Vec<String> {
        let moved = [traffic.link, traffic.ssd()].map(|bytes| format!("{:.2}", bytes * 1e-6));
        [format!("{:.3}", energy.all())].into_iter().chain(moved).collect()
    }
}

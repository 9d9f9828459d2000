//! Which iterations of a workload a rehearsal is of.

use serde::Serialize;

use super::setup::Setup;
use super::workload::Workload;

/// Iterations that fill the pipeline, and are left out.
const FILL: u64 = 2;
/// The seed, unless somebody says otherwise.
pub const SEED: u64 = 1;

/// A workload on a machine, and which iterations of it count.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sample {
    /// The workload's name.
    pub workload: &'static str,
    /// Its name in the paper.
    pub title: &'static str,
    /// The machine, and the batch.
    pub setup: Setup,
    /// Samples that are trained before: what caches hold at first is drawn so that it is as likely as after these.
    pub before: u64,
    /// Iterations that fill the pipeline.
    pub fill: u64,
    /// Iterations that count.
    pub counted: u64,
    /// Decides which rows are drawn, and what caches hold at first.
    pub seed: u64,
    /// Embedding tables.
    pub tables: usize,
    /// Indices of an iteration.
    pub lookups: u64,
    /// Bytes of an embedding vector.
    pub vector_bytes: u64,
}

impl Sample {
    /// Iterations from the middle of an epoch (Section VI-A).
    #[must_use]
    pub fn new(workload: &Workload, setup: Setup, counted: u64) -> Self {
        Self {
            workload: workload.name,
            title: workload.title,
            setup,
            before: workload.epoch_samples / 2,
            fill: FILL,
            counted,
            seed: SEED,
            tables: workload.tables(),
            lookups: (setup.batch * workload.tables() * workload.pooling_size) as u64,
            vector_bytes: workload.vector_bytes(),
        }
    }
}

//! NMP-CXL: memory modules that pool, behind one CXL device (RecNMP-opt).
//!
//! Assumptions: NDRec, Section VI-A: 16 channels of 2 DIMMs with 4 ranks, "as a type-3 device": one link. Ranks pool side by side,
//! behind caches of 128 KB each that lose what an update writes; a hit takes no time. RecNMP is for inference; in training "the embedding
//! operation is sequential with other processes" (Section VII): GPUs exchange gradients, read the rows that they change, and write them.

use emberlane_experiment::SystemKind;

use super::super::iterated::Iterated;
use super::super::plan::Plan;
use super::super::work::IterationWork;
use crate::schedule::Resource::{EmbeddingKernel, LinkFromGpu, LinkToGpu};
use crate::schedule::{OperationId, names};

pub(super) const SYSTEM: Iterated = Iterated {
    kind: SystemKind::NmpCxl,
    title: "NMP-CXL",
    summary: "memory modules that pool, as one CXL device",
    build,
};

fn build(plan: &mut Plan<'_>) -> Vec<OperationId> {
    let lookup = plan.add(names::LOOKUP_IN_RANKS, &[EmbeddingKernel], IterationWork::LookUpInRanks, &[]);
    let pooled = plan.add(names::POOLED_VECTORS, &[LinkToGpu], IterationWork::PooledFromModules, &[lookup]);
    let bottom = plan.begin_gpus();
    let trained = plan.train(&[bottom, pooled]);
    let mut gradients = trained.gradients;
    if plan.situation.are_many {
        let links = [LinkFromGpu, LinkToGpu];
        gradients = plan.add(names::ALL_TO_ALL_OF_GRADIENTS, &links, IterationWork::AllToAll, &[gradients]);
    }
    plan.add(names::UPDATE_OF_ROWS, &[LinkFromGpu, LinkToGpu], IterationWork::UpdateModules, &[gradients]);
    Vec::new()
}

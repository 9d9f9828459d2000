//! NMP-CXL: memory modules that pool, behind one CXL device (RecNMP-opt).
//!
//! Assumptions: NDRec, Section VI-A: 16 channels of 2 DIMMs with 4 ranks, "as a type-3 device": one link. Ranks pool side by side,
//! behind caches of 128 KB each that lose what an update writes; a hit takes no time. RecNMP is for inference; in training "the embedding
//! operation is sequential with other processes" (Section VII): GPUs exchange gradients, read the rows that they change, and write them.

use emberlane_experiment::SystemKind;

use super::super::iterated::Iterated;
use super::super::plan::Plan;
use super::super::work::IterationWork;
use crate::schedule::OperationId;
use crate::schedule::Resource::{EmbeddingKernel, LinkFromGpu, LinkToGpu};

pub(super) const SYSTEM: Iterated = Iterated {
    kind: SystemKind::NmpCxl,
    title: "NMP-CXL",
    summary: "memory modules that pool, as one CXL device",
    build,
};

fn build(plan: &mut Plan<'_>) -> Vec<OperationId> {
    let lookup = plan.add("lookup in the ranks", &[EmbeddingKernel], IterationWork::LookUpInRanks, &[]);
    let pooled = plan.add("pooled vectors", &[LinkToGpu], IterationWork::PooledFromModules, &[lookup]);
    let bottom = plan.begin_gpus();
    let trained = plan.train(&[bottom, pooled]);
    let mut gradients = trained.gradients;
    if plan.situation.are_many {
        let links = [LinkFromGpu, LinkToGpu];
        gradients = plan.add("all-to-all of gradients", &links, IterationWork::AllToAll, &[gradients]);
    }
    plan.add("update of rows", &[LinkFromGpu, LinkToGpu], IterationWork::UpdateModules, &[gradients]);
    Vec::new()
}

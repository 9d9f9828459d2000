//! NMP-CXL: memory modules that pool, behind one CXL device (RecNMP-opt).
//!
//! Assumptions: NDRec, Section VI-A: 16 channels of 2 DIMMs with 4 ranks, "as a type-3 device": one link. Ranks pool side by side,
//! behind caches of 128 KB each that lose what an update writes; a hit takes no time, and modules are not in the energy. RecNMP is for inference; in training "the embedding operation is
//! sequential with other processes" (Section VII): GPUs exchange gradients, read the rows that they change, and write them.

use super::{EmbeddingKernel, GpuCopyEngine, Plan, Storage, System, Tables};

pub(super) const SYSTEM: System = System {
    name: "nmp-cxl",
    title: "NMP-CXL",
    summary: "memory modules that pool, as one CXL device",
    storage: Storage::Host,
    build,
};

fn build(plan: &mut Plan<'_>) {
    let costs = plan.costs;
    let lookup = plan.add("lookup in the ranks", EmbeddingKernel, costs.rank_lookup(), &[]);
    let pooled = plan.add("pooled vectors", GpuCopyEngine, costs.from_modules(), &[lookup]);
    let (bottom, near) = (plan.bottom(), plan.near());
    let [top, _] = plan.mlps(Tables::Near, bottom, &[pooled, near]);
    let gradients = plan.add("all-to-all of gradients", GpuCopyEngine, costs.all_to_all(), &[top]);
    plan.add("update of rows", GpuCopyEngine, costs.update_modules(), &[gradients]);
}

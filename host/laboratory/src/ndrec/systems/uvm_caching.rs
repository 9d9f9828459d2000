//! UVM-caching: tables in host memory, behind a cache of vectors in the GPUs' memory.
//!
//! Assumptions: NDRec, Section VI-A: "adopts a LRU cache in EV granularity". FBGEMM's cache holds a fifth of the rows. What an
//! iteration misses is read over PCIe before its lookup, and the vectors that make room are written there: the cache of FBGEMM
//! fetches at the begin of the forward pass.

use super::{Gpu, GpuCopyEngine, Plan, Storage, System};

pub(super) const SYSTEM: System = System {
    name: "uvm-caching",
    title: "UVM-caching",
    summary: "tables in host memory, a cache of vectors on the GPUs",
    storage: Storage::Host,
    build,
};

fn build(plan: &mut Plan<'_>) {
    let looked_up = plan.add("cache lookup", Gpu, plan.costs.look_up_cache(), &[]);
    let fetched = plan.add("fetch of missing vectors", GpuCopyEngine, plan.costs.row_misses(), &[looked_up]);
    plan.shared_out(&[fetched]);
}

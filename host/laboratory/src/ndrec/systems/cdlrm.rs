//! cDLRM: the host collects what the next iterations need, and the GPUs find all of it in their memory.
//!
//! Assumptions: Balasubramanian et al. (RecSys 2021): processes on the CPU look ahead, make the indices of a table unique and
//! collect the rows that the GPUs' cache has not, while the GPUs train; at the end of an iteration the rows are exchanged. The
//! processes of all tables together take as long as one of PyTorch's operations, since they share the memory and the interpreter.

use super::{Gpu, GpuCopyEngine, HostCpu, Plan, Storage, System, Tables};

pub(super) const SYSTEM: System = System {
    name: "cdlrm",
    title: "cDLRM",
    summary: "vectors are collected ahead by the CPU, for a cache on the GPUs",
    storage: Storage::Host,
    build,
};

fn build(plan: &mut Plan<'_>) {
    let costs = plan.costs;
    let collected = plan.add("collect vectors ahead", HostCpu, costs.collect(), &[]);
    let lookup = plan.add("embedding lookup", Gpu, costs.gather(), &[]);
    let pooled = plan.add("all-to-all of pooled vectors", GpuCopyEngine, costs.all_to_all(), &[lookup]);
    let bottom = plan.bottom();
    let [top, reduced] = plan.mlps(Tables::SharedOut, bottom, &[pooled]);
    let gradients = plan.add("all-to-all of gradients", GpuCopyEngine, costs.all_to_all(), &[top]);
    let update = plan.add("embedding update", Gpu, costs.scatter(), &[gradients]);
    plan.add("exchange of vectors", GpuCopyEngine, costs.exchange_rows(), &[collected, update, reduced]);
}

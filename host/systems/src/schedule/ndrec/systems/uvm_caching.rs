//! UVM-caching: tables in host memory, behind a cache of rows in the GPUs' memories.
//!
//! Assumptions: NDRec, Section VI-A: "adopts a LRU cache in EV granularity". FBGEMM's: sets of 32 ways, a fifth of the rows, or what the
//! GPUs' memories hold. What a batch misses is read in place before its lookup, and the rows that make room are written there, at the rate
//! that TorchRec's planner has for UVM.

use emberlane_experiment::SystemKind;

use super::super::iterated::Iterated;
use super::super::plan::{Plan, TablesIn};
use super::super::work::IterationWork;
use crate::schedule::Resource::{Gpu, LinkToGpu, TableMemory};
use crate::schedule::{OperationId, names};

pub(super) const SYSTEM: Iterated = Iterated {
    kind: SystemKind::UvmCaching,
    title: "UVM-caching",
    summary: "tables in host memory, a cache of rows on the GPUs",
    build,
};

fn build(plan: &mut Plan<'_>) -> Vec<OperationId> {
    let looked_up = plan.add(names::CACHE_LOOKUP, &[Gpu], IterationWork::LookUpCache, &[]);
    let held = [Gpu, LinkToGpu, TableMemory];
    let fetched = plan.add(names::MISSING_ROWS, &held, IterationWork::FetchRows, &[looked_up]);
    plan.shared_out(TablesIn::GpuMemory, &[fetched]);
    Vec::new()
}

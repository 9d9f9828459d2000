//! CXL: CXL-B with relaxed lookup and relaxed checkpoint (TrainingCXL, Figs. 8, 9b and 12c).
//!
//! Assumptions: the next batch is looked up in this batch, after the log of rows and before any row is written; what was looked up is
//! corrected from the scratchpad when the next batch begins. Parameters are logged in what is left of the GPU's interaction and top MLP,
//! and go on in the next batch: one log spreads over several batches.

use super::{Plan, System};
use crate::compare::energy::Holdings;
use emberlane_systems::schedule::Resource;

pub(super) const SYSTEM: System =
    System { name: "cxl", title: "CXL", summary: "CXL-MEM, relaxed lookup and checkpoint", build, holdings };

fn build(plan: &mut Plan<'_>) {
    let (costs, memory) = (plan.costs, plan.costs.device_pmem());
    let corrected = plan.add("correction of pooled vectors", &[Resource::ComputingLogic], costs.correction(), &[]);
    let [bottom, top, _] = plan.on_gpu(&[corrected]);
    let (log, lookup) = (costs.log_rows(&memory), costs.lookup(&memory));
    let rows = plan.add("embedding log", &[Resource::CheckpointingLogic], log, &[bottom, corrected]);
    let ahead = plan.add("relaxed embedding lookup", &[Resource::ComputingLogic], lookup, &[rows]);
    let window = costs.top().picoseconds.saturating_sub(log.picoseconds + lookup.picoseconds);
    let parameters = costs.log_parameters_within(&memory, window);
    plan.add("part of the parameter log", &[Resource::CheckpointingLogic], parameters, &[ahead]);
    plan.add("embedding update", &[Resource::ComputingLogic], costs.update(&memory), &[top, ahead]);
}

fn holdings() -> Holdings {
    Holdings { pmem: true, device: true, ..Holdings::default() }
}

//! CXL-B: CXL-D with the batch-aware checkpoint (TrainingCXL, Figs. 7 and 12b).
//!
//! Assumptions: the undo log starts when the bottom MLP's forward pass has ended and the lookup has left the memory alone; the update
//! waits for it. No checkpoint lies between an update and the next lookup any more, which so reads rows that were just written.

use super::{Plan, System};
use crate::compare::energy::Holdings;
use emberlane_systems::schedule::Resource;

pub(super) const SYSTEM: System =
    System { name: "cxl-b", title: "CXL-B", summary: "CXL-MEM, undo log beside the GPU's work", build, holdings };

fn build(plan: &mut Plan<'_>) {
    let (costs, memory) = (plan.costs, plan.costs.device_pmem());
    let lookup = plan.add("embedding lookup", &[Resource::ComputingLogic], costs.lookup_after_update(&memory), &[]);
    let [bottom, top, _] = plan.on_gpu(&[lookup]);
    let rows = plan.add("embedding log", &[Resource::CheckpointingLogic], costs.log_rows(&memory), &[bottom, lookup]);
    let parameters = plan.add("parameter log", &[Resource::CheckpointingLogic], costs.log_parameters(&memory), &[rows]);
    plan.add("embedding update", &[Resource::ComputingLogic], costs.update(&memory), &[top, parameters]);
}

fn holdings() -> Holdings {
    Holdings { pmem: true, device: true, ..Holdings::default() }
}

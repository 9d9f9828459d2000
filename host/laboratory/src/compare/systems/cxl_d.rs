//! CXL-D: CXL-MEM without scheduling (TrainingCXL, Fig. 12a).
//!
//! Assumptions: vectors and gradients move by themselves, line by line, while they are made (Figs. 4b and 5), so no time of
//! their own is seen. The redo log follows the update, and the next batch the log, as the paper draws it; such a log would not
//! survive a loss of power in the update, which is why this project's own redo log comes before it. The parameters are examined
//! over CXL.cache during the embedding operations, so only writing them is seen.

use super::{Plan, System};
use crate::compare::energy::Holdings;
use emberlane_systems::schedule::Resource;

pub(super) const SYSTEM: System =
    System { name: "cxl-d", title: "CXL-D", summary: "CXL-MEM, redo log after the update", build, holdings };

fn build(plan: &mut Plan<'_>) {
    let (costs, memory) = (plan.costs, plan.costs.device_pmem());
    let lookup = plan.add("embedding lookup", &[Resource::ComputingLogic], costs.lookup(&memory), &[]);
    let [_, top, back] = plan.on_gpu(&[lookup]);
    let update = plan.add("embedding update", &[Resource::ComputingLogic], costs.update(&memory), &[top]);
    let rows = plan.add("embedding log", &[Resource::CheckpointingLogic], costs.log_rows(&memory), &[update]);
    let parameters = costs.log_parameters(&memory);
    plan.add("parameter log", &[Resource::CheckpointingLogic], parameters, &[rows, back]);
}

fn holdings() -> Holdings {
    Holdings { pmem: true, device: true, ..Holdings::default() }
}

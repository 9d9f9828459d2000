//! CXL-D: CXL-MEM without scheduling (TrainingCXL, Fig. 12a).
//!
//! Assumptions: vectors and gradients move by themselves, line by line, while they are made (Figs. 4b and 5), so no time of
//! their own is seen. The redo log follows the update, and the next batch the log, as the paper draws it; such a log would not
//! survive a loss of power in the update, which is why this project's own redo log comes before it. The parameters are examined
//! over CXL.cache during the embedding operations, so only writing them is seen.

use emberlane_systems::schedule::Resource::{CheckpointingLogic, ComputingLogic};

use crate::side_by_side::{BatchPlan, System};
use crate::trainingcxl::energy::Holdings;
use crate::trainingcxl::family::TrainingCxl;

pub(super) const SYSTEM: System<TrainingCxl> = System {
    name: "cxl-d",
    title: "CXL-D",
    summary: "CXL-MEM, redo log after the update",
    storage: Holdings { pmem: true, device: true, ..Holdings::NONE },
    build,
};

fn build(plan: &mut BatchPlan<'_, '_, TrainingCxl>) {
    let (costs, memory) = (plan.costs, plan.costs.device_pmem());
    let lookup = plan.add("embedding lookup", ComputingLogic, costs.lookup(&memory), &[]);
    let [_, top, back] = plan.on_gpu(&[lookup]);
    let update = plan.add("embedding update", ComputingLogic, costs.update(&memory), &[top]);
    let rows = plan.add("embedding log", CheckpointingLogic, costs.log_rows(&memory), &[update]);
    let parameters = costs.log_parameters(&memory);
    plan.add("parameter log", CheckpointingLogic, parameters, &[rows, back]);
}

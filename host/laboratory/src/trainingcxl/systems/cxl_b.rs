//! CXL-B: CXL-D with the batch-aware checkpoint (TrainingCXL, Figs. 7 and 12b).
//!
//! Assumptions: the undo log starts when the bottom MLP's forward pass has ended and the lookup has left the memory alone; the update
//! waits for it. No checkpoint lies between an update and the next lookup any more, which so reads rows that were just written.

use emberlane_systems::schedule::Resource::{CheckpointingLogic, ComputingLogic};

use crate::side_by_side::{BatchPlan, System};
use crate::trainingcxl::energy::Holdings;
use crate::trainingcxl::family::TrainingCxl;

pub(super) const SYSTEM: System<TrainingCxl> = System {
    name: "cxl-b",
    title: "CXL-B",
    summary: "CXL-MEM, undo log beside the GPU's work",
    storage: Holdings { pmem: true, device: true, ..Holdings::NONE },
    build,
};

fn build(plan: &mut BatchPlan<'_, '_, TrainingCxl>) {
    let (costs, memory) = (plan.costs, plan.costs.device_pmem());
    let lookup = plan.add("embedding lookup", ComputingLogic, costs.lookup_after_update(&memory), &[]);
    let [bottom, top, _] = plan.on_gpu(&[lookup]);
    let rows = plan.add("embedding log", CheckpointingLogic, costs.log_rows(&memory), &[bottom, lookup]);
    let parameters = plan.add("parameter log", CheckpointingLogic, costs.log_parameters(&memory), &[rows]);
    plan.add("embedding update", ComputingLogic, costs.update(&memory), &[top, parameters]);
}

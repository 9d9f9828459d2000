//! CXL: CXL-B with relaxed lookup and relaxed checkpoint (TrainingCXL, Figs. 8, 9b and 12c).
//!
//! Assumptions: the next batch is looked up in this batch, after the log of rows and before any row is written; what was looked up is
//! corrected from the scratchpad when the next batch begins. Parameters are logged in what is left of the GPU's interaction and top MLP,
//! and go on in the next batch: one log spreads over several batches.

use emberlane_systems::schedule::Resource::{CheckpointingLogic, ComputingLogic};

use crate::side_by_side::{BatchPlan, System};
use crate::trainingcxl::energy::Holdings;
use crate::trainingcxl::family::TrainingCxl;

pub(super) const SYSTEM: System<TrainingCxl> = System {
    name: "cxl",
    title: "CXL",
    summary: "CXL-MEM, relaxed lookup and checkpoint",
    storage: Holdings { pmem: true, device: true, ..Holdings::NONE },
    build,
};

fn build(plan: &mut BatchPlan<'_, '_, TrainingCxl>) {
    let (costs, memory) = (plan.costs, plan.costs.device_pmem());
    let corrected = plan.add("correction of pooled vectors", ComputingLogic, costs.correction(), &[]);
    let [bottom, top, _] = plan.on_gpu(&[corrected]);
    let (log, lookup) = (costs.log_rows(&memory), costs.lookup(&memory));
    let rows = plan.add("embedding log", CheckpointingLogic, log, &[bottom, corrected]);
    let ahead = plan.add("relaxed embedding lookup", ComputingLogic, lookup, &[rows]);
    let window = costs.top().picoseconds.saturating_sub(log.picoseconds + lookup.picoseconds);
    let parameters = costs.log_parameters_within(&memory, window);
    plan.add("part of the parameter log", CheckpointingLogic, parameters, &[ahead]);
    plan.add("embedding update", ComputingLogic, costs.update(&memory), &[top, ahead]);
}

//! DRAM: the ideal of TrainingCXL's Fig. 13. All tables lie in the host's DRAM, and there is no checkpoint.
//!
//! Assumptions: as PMEM, with the two channels of DRAM of the host (TrainingCXL, Table 1), whose reads and writes share the
//! bus.

use crate::side_by_side::{BatchPlan, System};
use crate::trainingcxl::energy::Holdings;
use crate::trainingcxl::family::TrainingCxl;

pub(super) const SYSTEM: System<TrainingCxl> = System {
    name: "dram",
    title: "DRAM",
    summary: "tables in the host's DRAM, no checkpoint: the ideal",
    storage: Holdings { dram: true, ..Holdings::NONE },
    build,
};

fn build(plan: &mut BatchPlan<'_, '_, TrainingCxl>) {
    let memory = plan.costs.host_dram();
    plan.on_host(&memory, false);
}

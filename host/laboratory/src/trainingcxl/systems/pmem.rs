//! PMEM: tables in persistent memory of the host, embedding operations on the host.
//!
//! Assumptions: one module (TrainingCXL, Table 1) with the ratios of Table 2; six cores bound random reads by latency; the
//! checkpoint is a redo log in the same module after the update. Movement is by software (Fig. 4a).

use crate::side_by_side::{BatchPlan, System};
use crate::trainingcxl::energy::Holdings;
use crate::trainingcxl::family::TrainingCxl;

pub(super) const SYSTEM: System<TrainingCxl> = System {
    name: "pmem",
    title: "PMEM",
    summary: "tables in the host's PMEM, embeddings on the host",
    storage: Holdings { pmem: true, ..Holdings::NONE },
    build,
};

fn build(plan: &mut BatchPlan<'_, '_, TrainingCxl>) {
    let memory = plan.costs.host_pmem();
    plan.on_host(&memory, true);
}

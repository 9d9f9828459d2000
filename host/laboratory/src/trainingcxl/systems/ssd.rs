//! SSD: tables on an NVMe drive, embedding operations on the host.
//!
//! Assumptions: rows are read and written in pages of 4 KB, at the latency and bandwidth of TrainingCXL's Table 2; a cache of
//! rows in host DRAM takes a stated share of the accesses (none, as its 949x says); checkpoints go to the drive, too, as
//! streams. Movement is by software, as the paper's Fig. 4a draws it.

use crate::side_by_side::{BatchPlan, System};
use crate::trainingcxl::energy::Holdings;
use crate::trainingcxl::family::TrainingCxl;

pub(super) const SYSTEM: System<TrainingCxl> = System {
    name: "ssd",
    title: "SSD",
    summary: "tables on an NVMe drive, embeddings on the host",
    storage: Holdings { ssd: true, cache: true, ..Holdings::NONE },
    build,
};

fn build(plan: &mut BatchPlan<'_, '_, TrainingCxl>) {
    let memory = plan.costs.ssd();
    plan.on_host(&memory, true);
}

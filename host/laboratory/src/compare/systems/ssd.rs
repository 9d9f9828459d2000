//! SSD: tables on an NVMe drive, embedding operations on the host.
//!
//! Assumptions: rows are read and written in pages of 4 KB, at the latency and bandwidth of TrainingCXL's Table 2; a cache of
//! rows in host DRAM takes a stated share of the accesses (none, as its 949x says); checkpoints go to the drive, too, as
//! streams. Movement is by software, as the paper's Fig. 4a draws it.

use super::{Plan, System};
use crate::compare::energy::Holdings;

pub(super) const SYSTEM: System =
    System { name: "ssd", title: "SSD", summary: "tables on an NVMe drive, embeddings on the host", build, holdings };

fn build(plan: &mut Plan<'_>) {
    let memory = plan.costs.ssd();
    plan.on_host(&memory, true);
}

fn holdings() -> Holdings {
    Holdings { ssd: true, cache: true, ..Holdings::default() }
}

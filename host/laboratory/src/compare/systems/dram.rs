//! DRAM: the ideal of TrainingCXL's Fig. 13. All tables lie in the host's DRAM, and there is no checkpoint.
//!
//! Assumptions: as PMEM, with the two channels of DRAM of the host (TrainingCXL, Table 1), whose reads and writes share the
//! bus.

use super::{Plan, System};
use crate::compare::energy::Holdings;

pub(super) const SYSTEM: System = System {
    name: "dram",
    title: "DRAM",
    summary: "tables in the host's DRAM, no checkpoint: the ideal",
    build,
    holdings,
};

fn build(plan: &mut Plan<'_>) {
    let memory = plan.costs.host_dram();
    plan.on_host(&memory, false);
}

fn holdings() -> Holdings {
    Holdings { dram: true, ..Holdings::default() }
}

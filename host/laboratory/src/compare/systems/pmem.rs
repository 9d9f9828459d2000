//! PMEM: tables in persistent memory of the host, embedding operations on the host.
//!
//! Assumptions: one module (TrainingCXL, Table 1) with the ratios of Table 2; six cores bound random reads by latency; the
//! checkpoint is a redo log in the same module after the update. Movement is by software (Fig. 4a).

use super::{Plan, System};
use crate::compare::energy::Holdings;

pub(super) const SYSTEM: System = System {
    name: "pmem",
    title: "PMEM",
    summary: "tables in the host's PMEM, embeddings on the host",
    build,
    holdings,
};

fn build(plan: &mut Plan<'_>) {
    let memory = plan.costs.host_pmem();
    plan.on_host(&memory, true);
}

fn holdings() -> Holdings {
    Holdings { pmem: true, ..Holdings::default() }
}

//! UVM: tables in host memory, which the GPUs read and write in place.
//!
//! Assumptions: NDRec, Section VI-A: TorchRec with unified memory, "stores the embedding tables in DRAM". FBGEMM's managed tensors prefer the
//! host, and GPUs are told that they access them: nothing migrates, and nothing faults. A lookup takes what TorchRec's planner says
//! of it (`ndrec.toml`), an update twice that. Tables are shared out evenly. Every row that is looked up comes over the GPU's link, every row
//! that is updated comes and goes once.

use emberlane_experiment::SystemKind;

use super::super::iterated::Iterated;
use super::super::plan::{Plan, TablesIn};
use crate::schedule::OperationId;

pub(super) const SYSTEM: Iterated = Iterated {
    kind: SystemKind::Uvm,
    title: "UVM",
    summary: "tables in host memory, which the GPUs read in place",
    build,
};

fn build(plan: &mut Plan<'_>) -> Vec<OperationId> {
    plan.shared_out(TablesIn::HostMemory, &[]);
    Vec::new()
}

//! Table-wise sharding: tables in the GPUs' memories, shared out.
//!
//! Assumptions: NDRec, Section VI-A: for a model that fits. The paper shows it for Kaggle DAC; Random-MLP fits four GPUs, too. TorchRec:
//! indices are exchanged while the iteration before runs, and the framework's software takes its time beside the GPUs.

use emberlane_experiment::SystemKind;

use super::super::iterated::Iterated;
use super::super::plan::{Plan, TablesIn};
use crate::schedule::OperationId;

pub(super) const SYSTEM: Iterated = Iterated {
    kind: SystemKind::TableWise,
    title: "Sharding",
    summary: "tables in the GPUs' memory, where they fit",
    build,
};

fn build(plan: &mut Plan<'_>) -> Vec<OperationId> {
    plan.shared_out(TablesIn::GpuMemory, &[]);
    Vec::new()
}

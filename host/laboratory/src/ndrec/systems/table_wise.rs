//! Table-wise sharding: tables in the GPUs' memory, shared out.
//!
//! Assumptions: NDRec, Section VI-A: for a model that fits. The paper shows it for Kaggle DAC; Random-MLP fits four GPUs, too.

use super::{Plan, Storage, System};

pub(super) const SYSTEM: System = System {
    name: "table-wise",
    title: "Sharding",
    summary: "tables in the GPUs' memory, where they fit",
    storage: Storage::Host,
    build,
};

fn build(plan: &mut Plan<'_>) {
    plan.shared_out(&[]);
}

//! Table-wise sharding: tables in the GPUs' memory, shared out.
//!
//! Assumptions: NDRec, Section VI-A: for a model that fits, which of Table II is Kaggle DAC alone.

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

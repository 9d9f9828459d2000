//! Table-wise sharding: tables in the GPUs' memory, shared out.
//!
//! Assumptions: NDRec, Section VI-A: for a model that fits. The paper shows it for Kaggle DAC; Random-MLP fits four GPUs, too.

use crate::ndrec::energy::Storage;
use crate::ndrec::family::NdRec;
use crate::side_by_side::{BatchPlan, System};

pub(super) const SYSTEM: System<NdRec> = System {
    name: "table-wise",
    title: "Sharding",
    summary: "tables in the GPUs' memory, where they fit",
    storage: Storage::Host,
    build,
};

fn build(plan: &mut BatchPlan<'_, '_, NdRec>) {
    plan.shared_out(&[]);
}

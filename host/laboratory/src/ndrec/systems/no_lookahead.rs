//! NDRec without lookahead embedding: Fig. 4 'Naive', Section VI-D.
//!
//! Assumptions: the kernel applies the gradients and pools the next bags while the GPUs wait; planning and movement go on beside both.

use crate::ndrec::energy::Storage;
use crate::ndrec::family::NdRec;
use crate::ndrec::way::Cached;
use crate::side_by_side::{BatchPlan, System};

pub(super) const SYSTEM: System<NdRec> = System {
    name: "no-lookahead",
    title: "w/o lookahead",
    summary: "NDRec, one step after the other",
    storage: Storage::SmartSsds,
    build,
};

fn build(plan: &mut BatchPlan<'_, '_, NdRec>) {
    plan.one_after_the_other(Cached::Planned);
}

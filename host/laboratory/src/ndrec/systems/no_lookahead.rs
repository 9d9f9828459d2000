//! NDRec without lookahead embedding: Fig. 4 'Naive', Section VI-D.
//!
//! Assumptions: the kernel applies the gradients and pools the next bags while the GPUs wait; planning and movement go on beside both.

use super::{Cached, Plan, Storage, System};

pub(super) const SYSTEM: System = System {
    name: "no-lookahead",
    title: "w/o lookahead",
    summary: "NDRec, one step after the other",
    storage: Storage::SmartSsds,
    build,
};

fn build(plan: &mut Plan<'_>) {
    plan.one_after_the_other(Cached::Planned);
}

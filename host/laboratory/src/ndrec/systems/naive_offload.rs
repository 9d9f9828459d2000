//! Naive offloading: SmartSSDs look up and update, and nothing of NDRec makes that fast.
//!
//! Assumptions: what the ablations of Section VI-D leave out one by one, left out together: no lookahead (Fig. 4 'Naive'), copies by the
//! host's software, a small cache with random eviction.

use emberlane_systems::schedule::Resource::{EmbeddingKernel, GpuCopyEngine};

use crate::ndrec::counts::kernel::Order;
use crate::ndrec::energy::Storage;
use crate::ndrec::family::NdRec;
use crate::ndrec::way::{Cached, Use};
use crate::side_by_side::{BatchPlan, System};

pub(super) const SYSTEM: System<NdRec> = System {
    name: "naive-offload",
    title: "Naive offload",
    summary: "SmartSSDs without lookahead, CXL and planned cache",
    storage: Storage::SmartSsds,
    build,
};

fn build(plan: &mut BatchPlan<'_, '_, NdRec>) {
    let costs = plan.costs;
    let ahead = plan.ahead(Cached::Static);
    let sent = plan.add("copies of gradients", GpuCopyEngine, costs.copies(), &[]);
    let way = Use { cached: Cached::Static, order: Order::InTurn, copied: true };
    let kernel = plan.add("embedding kernel", EmbeddingKernel, costs.kernel(way), &[sent]);
    let pooled = plan.add("copies of outputs", GpuCopyEngine, costs.copies(), &[kernel]);
    plan.end(&[pooled], &ahead);
}

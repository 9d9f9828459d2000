//! Naive offloading: SmartSSDs look up and update, and nothing of NDRec makes that fast.
//!
//! Assumptions: what the ablations of Section VI-D leave out one by one, left out together: no lookahead (Fig. 4 'Naive'), copies by the
//! host's software, a small cache with random eviction.

use super::{Cached, EmbeddingKernel, GpuCopyEngine, Order, Plan, Storage, System, Use};

pub(super) const SYSTEM: System = System {
    name: "naive-offload",
    title: "Naive offload",
    summary: "SmartSSDs without lookahead, CXL and planned cache",
    storage: Storage::SmartSsds,
    build,
};

fn build(plan: &mut Plan<'_>) {
    let costs = plan.costs;
    let ahead = plan.ahead(Cached::Static);
    let sent = plan.add("copies of gradients", GpuCopyEngine, costs.copies(), &[]);
    let way = Use { cached: Cached::Static, order: Order::InTurn, copied: true };
    let kernel = plan.add("embedding kernel", EmbeddingKernel, costs.kernel(way), &[sent]);
    let pooled = plan.add("copies of outputs", GpuCopyEngine, costs.copies(), &[kernel]);
    plan.end(&[pooled], &ahead);
}

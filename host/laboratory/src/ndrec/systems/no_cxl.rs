//! NDRec without CXL: copies by the host's software, Section VI-D.
//!
//! Assumptions: "we only initiate the data transfer when the embedding forward process is finished, which forces an additional
//! synchronization barrier". So an iteration begins with copies of gradients to the SmartSSDs; kernel and GPUs run beside each
//! other; behind a barrier the outputs are copied. A copy is a call of the host for every table (software.toml), a thread a GPU.

use super::{Cached, EmbeddingKernel, Gpu, GpuCopyEngine, HostCpu, Order, Plan, Storage, System, Tables, Use};

pub(super) const SYSTEM: System = System {
    name: "no-cxl",
    title: "w/o CXL",
    summary: "NDRec with copies by software",
    storage: Storage::SmartSsds,
    build,
};

fn build(plan: &mut Plan<'_>) {
    let costs = plan.costs;
    let ahead = plan.ahead(Cached::Planned);
    let sent = plan.add("copies of gradients", GpuCopyEngine, costs.copies(), &[]);
    let way = Use { cached: Cached::Planned, order: Order::Ahead, copied: true };
    let kernel = plan.add("embedding kernel", EmbeddingKernel, costs.kernel(way), &[sent]);
    let corrected = plan.corrected(&[]);
    let (bottom, near) = (plan.bottom(), plan.near());
    let [top, reduced] = plan.mlps(Tables::Near, bottom, &[corrected, near]);
    let copied = plan.add("copy of gradients", Gpu, costs.copy_gradients(), &[top]);
    let all = [kernel, reduced, copied, ahead[0], ahead[1]];
    let barrier = plan.add("barrier", HostCpu, costs.barrier(), &all);
    let outputs = plan.add("copies of outputs", GpuCopyEngine, costs.copies(), &[barrier]);
    plan.add("second barrier", HostCpu, costs.barrier(), &[outputs]);
}

//! NDRec: SmartSSDs look up and update while the GPUs train (Figs. 2, 4 and 5).
//!
//! Assumptions: an iteration as Section IV-E has it. Outputs of the first stage are fetched and corrected at its begin; the deltas of rows
//! that two iterations share are summed over all GPUs first, of which the paper does not speak. SmartSSDs read gradients over
//! their links while the kernel runs. Kernel, GPUs' fetches and agent share the FPGA's DRAM.

use super::{Cached, Plan, Storage, System};

pub(super) const SYSTEM: System = System {
    name: "ndrec",
    title: "NDRec",
    summary: "SmartSSDs with lookahead embedding, CXL and planned cache",
    storage: Storage::SmartSsds,
    build,
};

fn build(plan: &mut Plan<'_>) {
    plan.looking_ahead(Cached::Planned);
}

//! UVM: tables in unified memory, whose pages move to the GPU that looks at them.
//!
//! Assumptions: NDRec, Section VI-A: TorchRec with unified memory, tables in DRAM. Its text has pages stay in the GPUs' memory ("makes
//! most embedding vectors reside in GPU memory, even with the simplest UVM strategy"), so pages migrate: a lookup that misses
//! waits for the 64 KB around it, and the page that was used longest ago goes back, changed. Tables are shared out so that every GPU misses
//! as much; GPUs exchange pooled vectors and gradients from all to all. Indices are exchanged while the iteration before runs.

use super::{GpuCopyEngine, Plan, Storage, System};

pub(super) const SYSTEM: System =
    System { name: "uvm", title: "UVM", summary: "tables in unified memory, by pages", storage: Storage::Host, build };

fn build(plan: &mut Plan<'_>) {
    let faults = plan.add("page faults", GpuCopyEngine, plan.costs.page_faults(), &[]);
    plan.shared_out(&[faults]);
}

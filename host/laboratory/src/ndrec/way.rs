//! How systems use caches, SmartSSDs and GPUs.

use super::counts::kernel::Order;

/// Where lookups find their vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cached {
    /// The planner's cache in the FPGA's DRAM.
    Planned,
    /// A cache of a fixed size with random eviction, and nothing that stays.
    Static,
}

/// How a system uses its SmartSSDs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// Where lookups find their vectors.
    pub cached: Cached,
    /// What the kernel works for.
    pub order: Order,
    /// Gradients and outputs are copied by software, before and behind the kernel; else peers read each other's.
    pub copied: bool,
}

/// Where small tables are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tables {
    /// On every GPU, each for its own samples.
    Near,
    /// Shared out among the GPUs like all others.
    SharedOut,
}

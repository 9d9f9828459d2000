//! How much a device has done.

/// Period of the clock of kernel and cache agent, picoseconds: 250 MHz (NDRec, Table I).
pub const CLOCK_PERIOD_PS: u64 = 4000;

/// What kernel and cache agent have done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Cycles in which the kernel executed plans.
    pub kernel_cycles: u64,
    /// Cycles in which the cache agent had movements to do.
    pub agent_cycles: u64,
    /// EVs that the agent has moved either way.
    pub moved_vectors: u64,
}

impl Work {
    /// What was done since `earlier`.
    #[must_use]
    pub const fn since(&self, earlier: &Self) -> Self {
        Self {
            kernel_cycles: self.kernel_cycles.saturating_sub(earlier.kernel_cycles),
            agent_cycles: self.agent_cycles.saturating_sub(earlier.agent_cycles),
            moved_vectors: self.moved_vectors.saturating_sub(earlier.moved_vectors),
        }
    }
}

//! How much a device has done.

/// Period of the clock of kernel and cache agent, picoseconds: 250 MHz, as NDRec's (Table I) and as the CXL-MEM's.
pub use emberlane_registers::cxl_mem::CLOCK_PERIOD_PS;

/// What kernel and cache agent have done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Cycles in which the kernel executed plans.
    pub kernel_cycles: u64,
    /// Cycles in which the cache agent had movements to do.
    pub agent_cycles: u64,
    /// EVs that the SSD has taken.
    pub evicted_vectors: u64,
    /// EVs that came from the SSD.
    pub loaded_vectors: u64,
    /// EVs that the kernel has read from the cache.
    pub read_vectors: u64,
    /// EVs that the kernel has written to the cache.
    pub written_vectors: u64,
    /// Outputs that the kernel has written to a TX buffer.
    pub outputs: u64,
}

impl Work {
    /// What was done since `earlier`.
    #[must_use]
    pub const fn since(&self, earlier: &Self) -> Self {
        Self {
            kernel_cycles: self.kernel_cycles.saturating_sub(earlier.kernel_cycles),
            agent_cycles: self.agent_cycles.saturating_sub(earlier.agent_cycles),
            evicted_vectors: self.evicted_vectors.saturating_sub(earlier.evicted_vectors),
            loaded_vectors: self.loaded_vectors.saturating_sub(earlier.loaded_vectors),
            read_vectors: self.read_vectors.saturating_sub(earlier.read_vectors),
            written_vectors: self.written_vectors.saturating_sub(earlier.written_vectors),
            outputs: self.outputs.saturating_sub(earlier.outputs),
        }
    }
}

//! How large the cache is, and what is kept in it.

use emberlane_drivers::smartssd::Configuration;
use emberlane_registers::smartssd::SSD_VECTOR_BITS;

use super::index::MAX_VECTORS;

/// Uses that an EV has to surpass to become a hot entry (NDRec, Section VI-C).
pub const HOT_THRESHOLD: u16 = 200;
/// EVs of the hot-entry table at most (NDRec, Section VI-C).
pub const HOT_VECTORS: u32 = 2048;
/// Iterations whose EVs stay in the cache: the one whose gradients are applied, the two behind it, and the one whose EVs are
/// being loaded (NDRec, Section V-A: the sections of T_{n-1}, T_n, T_{n+1} and T_{n+2}).
pub const IN_FLIGHT: u32 = 4;
/// Iterations that the planner is ahead of the forward pass (NDRec, Section V-A).
pub const AHEAD: usize = 2;

/// Blocks at most: the highest bit of a block's number stands for one that is not chosen yet.
const MAX_BLOCKS: u32 = 1 << 31;

/// What a planner plans for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Cache blocks, an EV each.
    pub blocks: u32,
    /// EVs on the SSD.
    pub vectors: u64,
    /// Sections of the in-use table: the EVs of so many iterations, the newest with them, stay in the cache.
    pub in_flight: u32,
    /// An EV with more uses than this becomes a hot entry.
    pub hot_threshold: u16,
    /// Hot entries at most.
    pub hot_vectors: u32,
    /// Decides which EVs are evicted.
    pub seed: u64,
}

impl Settings {
    /// A cache of so many blocks before so many EVs, the rest as in the paper.
    #[must_use]
    pub const fn new(blocks: u32, vectors: u64) -> Self {
        Self { blocks, vectors, in_flight: IN_FLIGHT, hot_threshold: HOT_THRESHOLD, hot_vectors: HOT_VECTORS, seed: 0 }
    }

    /// The cache of a device, the rest as in the paper.
    #[must_use]
    pub const fn of_device(configuration: &Configuration) -> Self {
        Self::new(configuration.cache_vectors, configuration.ssd_vectors)
    }

    /// Why there cannot be such a cache, where there cannot.
    pub(super) fn problem(&self) -> Option<String> {
        const { assert!(1 << SSD_VECTOR_BITS <= MAX_VECTORS, "the planner can tell all EVs apart") }
        if self.blocks == 0 || self.blocks > MAX_BLOCKS {
            Some(format!("a cache has 1 to {MAX_BLOCKS} blocks, not {}", self.blocks))
        } else if self.vectors > 1 << SSD_VECTOR_BITS {
            Some(format!("an SSD has at most {} EVs, not {}", 1u64 << SSD_VECTOR_BITS, self.vectors))
        } else if self.in_flight == 0 {
            Some("one iteration at least is in flight".to_owned())
        } else {
            None
        }
    }
}

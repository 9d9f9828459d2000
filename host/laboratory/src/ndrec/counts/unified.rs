//! Unified memory as NVIDIA's driver manages it (UVM).
//!
//! Memory comes to a GPU by faults: a leaf of 64 KB around the address (the smallest that the driver prefetches). It leaves by blocks of
//! 2 MB, all leaves of one together. The driver sees faults, and no accesses: of the blocks, that one goes whose last fault is longest ago,
//! however often it is used (Allen and Ge 2021, "In-depth analyses of unified virtual memory system for GPU accelerated computing").

use std::collections::VecDeque;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use serde::Serialize;

use super::{CountError, Run, each_iteration};
use crate::ndrec::ids::{Ids, Iterations};

/// Bytes of a leaf.
pub const LEAF_BYTES: u64 = 64 << 10;
/// Leaves of a block.
const LEAVES: u64 = 32;
/// Bytes of a block.
pub const BLOCK_BYTES: u64 = LEAVES * LEAF_BYTES;
/// Iterations before the run's at most.
const MOST_BEFORE: u64 = 4_000;

/// What the GPUs' memories have met.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct UnifiedCounts {
    /// Blocks that the memories hold.
    pub capacity: u64,
    /// Blocks of the tables.
    pub blocks: u64,
    /// Iterations that were measured.
    pub iterations: u64,
    /// Lookups.
    pub lookups: u64,
    /// Leaves that came.
    pub faults: u64,
    /// Blocks that left.
    pub evictions: u64,
    /// Leaves of them, all changed: training writes what it reads.
    pub evicted_leaves: u64,
}

/// Blocks in the memories.
struct Memory {
    capacity: usize,
    resident: usize,
    /// Leaves that are there, a bit each, by block.
    leaves: Vec<u32>,
    /// When each block's last fault was.
    fault: Vec<u64>,
    /// Faults and their blocks, the oldest in front; one that is not its block's last is void.
    order: VecDeque<(u64, u32)>,
    faults: u64,
    evictions: u64,
    evicted_leaves: u64,
}

impl Memory {
    /// As many blocks as fit are there as a whole, in an order that is drawn.
    fn new(capacity: u64, blocks: u64, seed: u64) -> Self {
        let mut all: Vec<u32> = (0..blocks as u32).collect();
        all.shuffle(&mut Pcg64Mcg::seed_from_u64(seed));
        all.truncate(capacity as usize);
        let mut leaves = vec![0; blocks as usize];
        all.iter().for_each(|block| leaves[*block as usize] = u32::MAX);
        Self {
            capacity: capacity as usize,
            resident: all.len(),
            leaves,
            fault: vec![0; blocks as usize],
            order: all.into_iter().map(|block| (0, block)).collect(),
            faults: 0,
            evictions: 0,
            evicted_leaves: 0,
        }
    }

    /// Uses a leaf.
    fn touch(&mut self, leaf: u64) {
        let (block, bit) = ((leaf / LEAVES) as usize, 1 << (leaf % LEAVES));
        if self.leaves[block] & bit != 0 {
            return;
        }
        if self.leaves[block] == 0 {
            if self.resident == self.capacity {
                self.evict();
            }
            self.resident += 1;
        }
        self.faults += 1;
        self.leaves[block] |= bit;
        self.fault[block] = self.faults;
        self.order.push_back((self.faults, block as u32));
    }

    fn evict(&mut self) {
        while let Some((fault, block)) = self.order.pop_front() {
            let block = block as usize;
            if self.fault[block] == fault && self.leaves[block] != 0 {
                self.evictions += 1;
                self.evicted_leaves += u64::from(self.leaves[block].count_ones());
                self.leaves[block] = 0;
                self.resident -= 1;
                return;
            }
        }
    }
}

/// Counts for memories of so many bytes, which tables of rows of `vector_bytes` come to.
///
/// Nothing says what the memories hold in the middle of an epoch, so iterations that are drawn go before those of the run, until as
/// many blocks have left as the memories hold, twice.
///
/// # Errors
/// Data that cannot be read or has too few iterations.
pub fn count(
    source: &mut dyn Iterations,
    vector_bytes: u64,
    bytes: u64,
    run: &Run,
) -> Result<UnifiedCounts, CountError> {
    let blocks = (source.shape().vectors * vector_bytes).div_ceil(BLOCK_BYTES);
    let capacity = (bytes / BLOCK_BYTES).max(1);
    let mut memory = Memory::new(capacity, blocks, run.seed);
    let use_all = |memory: &mut Memory, ids: &Ids| {
        ids.vectors().iter().for_each(|vector| memory.touch(vector * vector_bytes / LEAF_BYTES));
    };
    if source.drawn().is_some() && blocks > capacity {
        let mut ids = Ids::default();
        for _ in 0..MOST_BEFORE {
            if memory.evictions >= 2 * capacity || !source.next(&mut ids)? {
                break;
            }
            use_all(&mut memory, &ids);
        }
    }
    let mut counts = UnifiedCounts { capacity, blocks, ..UnifiedCounts::default() };
    counts.iterations = each_iteration(source, run, |ids, measured| {
        if measured == Some(0) {
            // Faults are numbers of the order, too.
            counts.faults = memory.faults;
            (memory.evictions, memory.evicted_leaves) = (0, 0);
        }
        use_all(&mut memory, ids);
        if measured.is_some() {
            counts.lookups += ids.vectors().len() as u64;
        }
        Ok(())
    })?;
    counts.faults = memory.faults - counts.faults;
    (counts.evictions, counts.evicted_leaves) = (memory.evictions, memory.evicted_leaves);
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_leave_by_their_last_fault() {
        let mut memory = Memory::new(2, 4, 0);
        memory.leaves.fill(0);
        memory.order.clear();
        memory.resident = 0;
        let touch = |memory: &mut Memory, block: u64, leaf: u64| memory.touch(block * LEAVES + leaf);
        touch(&mut memory, 0, 0);
        touch(&mut memory, 1, 5);
        touch(&mut memory, 0, 0);
        assert_eq!((memory.faults, memory.evictions), (2, 0), "an access is no fault");
        touch(&mut memory, 2, 0);
        assert_eq!((memory.evictions, memory.leaves[0]), (1, 0), "used often, and evicted all the same");
        touch(&mut memory, 1, 6);
        touch(&mut memory, 3, 0);
        assert_eq!((memory.evictions, memory.evicted_leaves), (2, 2), "a fault keeps its block");
        assert_eq!(memory.leaves, [0, 0b110_0000, 0, 1]);
        assert_eq!(memory.resident, 2);
    }

    #[test]
    fn what_fits_never_leaves() {
        let mut memory = Memory::new(8, 4, 1);
        (0..4 * LEAVES).for_each(|leaf| memory.touch(leaf));
        assert_eq!((memory.faults, memory.evictions), (0, 0));
    }
}

//! What the cache holds when all movements so far are done.

use emberlane_drivers::smartssd::{MovementPlan, Transfer};
use rustc_hash::FxHashSet;
use thiserror::Error;

use super::PlannedIteration;

/// A plan that does not fit what the cache holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ContentsError {
    /// An iteration would find another EV than it needs.
    #[error("iteration {iteration} needs EV {vector} in block {block} of the cache, which holds {}", name(*holds))]
    NotThere {
        /// The iteration.
        iteration: u32,
        /// The EV.
        vector: u64,
        /// Where it should be.
        block: u32,
        /// The EV that is there.
        holds: Option<u64>,
    },
    /// An eviction would write an EV over another one.
    #[error("block {} of the cache is to be evicted to EV {}, and holds {}", transfer.cached, transfer.ssd, name(*holds))]
    Eviction {
        /// The eviction.
        transfer: Transfer,
        /// The EV that is in the block.
        holds: Option<u64>,
    },
    /// A load would replace an EV that the SSD has only an old value of.
    #[error("EV {} is to be loaded to block {}, which holds EV {holds}, newer than on the SSD", transfer.ssd, transfer.cached)]
    Load {
        /// The load.
        transfer: Transfer,
        /// The EV that would be lost.
        holds: u64,
    },
}

fn name(vector: Option<u64>) -> String {
    vector.map_or_else(|| "none".to_owned(), |vector| format!("EV {vector}"))
}

/// An EV and whether an iteration has used it since it was loaded or evicted, in the lowest bit; or [`NOTHING`](Self::NOTHING).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block(u64);

impl Block {
    const NOTHING: Self = Self(u64::MAX);

    const fn of(vector: u64) -> Self {
        assert!(vector < u64::MAX >> 1, "an SSD has fewer EVs");
        Self(vector << 1)
    }

    fn vector(self) -> Option<u64> {
        (self != Self::NOTHING).then_some(self.0 >> 1)
    }

    fn is_used(self) -> bool {
        self != Self::NOTHING && self.0 & 1 == 1
    }

    fn set_used(&mut self, used: bool) {
        if *self != Self::NOTHING {
            self.0 = self.0 & !1 | u64::from(used);
        }
    }
}

/// Which EV every block holds, followed through movements alone: so it finds where a plan and the cache disagree.
#[derive(Clone, Debug, Default)]
pub struct CacheContents {
    blocks: Vec<Block>,
}

impl CacheContents {
    /// Of a cache that holds these, block after block.
    pub(super) fn of(vectors: impl Iterator<Item = u64>) -> Self {
        Self { blocks: vectors.map(Block::of).collect() }
    }

    /// The EV in a block.
    #[must_use]
    pub fn holds(&self, block: u32) -> Option<u64> {
        self.blocks.get(block as usize)?.vector()
    }

    /// Whether nothing was ever loaded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// All EVs, and their blocks.
    #[must_use]
    pub fn all(&self) -> Vec<Transfer> {
        let of_block = |(cached, block): (u32, &Block)| block.vector().map(|ssd| Transfer { ssd, cached });
        (0..).zip(&self.blocks).filter_map(of_block).collect()
    }

    /// Whether a plan may be done.
    ///
    /// # Errors
    /// Evictions of EVs that are not where the plan says, and loads over EVs that were used and not evicted.
    pub fn check(&self, plan: &MovementPlan) -> Result<(), ContentsError> {
        for &transfer in &plan.evictions {
            let holds = self.holds(transfer.cached);
            if holds != Some(transfer.ssd) {
                return Err(ContentsError::Eviction { transfer, holds });
            }
        }
        let evicted: FxHashSet<u32> = plan.evictions.iter().map(|eviction| eviction.cached).collect();
        for &transfer in &plan.loads {
            let used = self.blocks.get(transfer.cached as usize).filter(|block| block.is_used());
            if let Some(holds) = used.and_then(|block| block.vector())
                && !evicted.contains(&transfer.cached)
            {
                return Err(ContentsError::Load { transfer, holds });
            }
        }
        Ok(())
    }

    /// Does a plan that may be done.
    ///
    /// # Panics
    /// With an EV from 2^63 - 1 on, which no SSD has.
    pub fn apply(&mut self, plan: &MovementPlan) {
        for eviction in &plan.evictions {
            self.block(eviction.cached).set_used(false);
        }
        for load in &plan.loads {
            *self.block(load.cached) = Block::of(load.ssd);
        }
    }

    fn block(&mut self, block: u32) -> &mut Block {
        let index = block as usize;
        if index >= self.blocks.len() {
            self.blocks.resize(index + 1, Block::NOTHING);
        }
        &mut self.blocks[index]
    }

    /// Checks that every EV that an iteration needs is where it will be read, and notes that they are used.
    ///
    /// # Errors
    /// [`ContentsError::NotThere`].
    pub fn use_all(&mut self, iteration: &PlannedIteration) -> Result<(), ContentsError> {
        for (&vector, &block) in iteration.lookups.vectors().iter().zip(&iteration.blocks) {
            match self.blocks.get_mut(block as usize) {
                Some(held) if held.vector() == Some(vector) => held.set_used(true),
                held => {
                    let holds = held.and_then(|held| held.vector());
                    return Err(ContentsError::NotThere { iteration: iteration.number, vector, block, holds });
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_keeps_its_ev_whether_it_is_used_or_not() {
        for vector in [0, 1, (u64::MAX >> 1) - 1] {
            let mut block = Block::of(vector);
            for used in [false, true, true, false] {
                block.set_used(used);
                assert_eq!((block.vector(), block.is_used()), (Some(vector), used));
            }
        }
        let mut nothing = Block::NOTHING;
        nothing.set_used(true);
        assert_eq!((nothing.vector(), nothing.is_used()), (None, false));
    }
}

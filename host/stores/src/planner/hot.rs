//! The hot-entry table: blocks whose EVs stay.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

/// Blocks in the order in which they came, the one that came last at the head.
#[derive(Clone, Debug, Default)]
pub(super) struct HotTable {
    arrivals: u64,
    by_arrival: BTreeMap<u64, u32>,
    arrival: FxHashMap<u32, u64>,
}

impl HotTable {
    pub fn len(&self) -> usize {
        self.by_arrival.len()
    }

    /// Puts a block that is not there at the head.
    pub fn push(&mut self, block: u32) {
        self.arrivals += 1;
        self.by_arrival.insert(self.arrivals, block);
        self.arrival.insert(block, self.arrivals);
    }

    /// Takes a block out.
    pub fn remove(&mut self, block: u32) {
        if let Some(arrival) = self.arrival.remove(&block) {
            self.by_arrival.remove(&arrival);
        }
    }

    /// Takes the tail out: the block that has been there longest.
    pub fn pop_tail(&mut self) -> Option<u32> {
        let (_, block) = self.by_arrival.pop_first()?;
        self.arrival.remove(&block);
        Some(block)
    }

    /// All blocks, from the tail on.
    #[cfg(test)]
    pub fn blocks(&self) -> impl Iterator<Item = u32> {
        assert_eq!(self.arrival.len(), self.by_arrival.len());
        self.by_arrival.values().copied()
    }
}

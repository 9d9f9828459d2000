//! An iteration as the planner leaves it.

use emberlane_drivers::smartssd::{Bag, MovementPlan};

use super::{Lookups, Statistics};

/// What an iteration needs, where it is, and what moves before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedIteration {
    /// Its number, from 1.
    pub number: u32,
    /// What it looks up.
    pub lookups: Lookups,
    /// The cache block of every lookup.
    pub blocks: Vec<u32>,
    /// What brings its EVs into the cache, after the movements of the iterations before. Evictions, and loads, by address on the SSD.
    pub movements: MovementPlan,
    /// What planning it has met.
    pub statistics: Statistics,
}

impl PlannedIteration {
    /// The bags, by cache blocks, for [`BankAssignment::plan`](emberlane_drivers::smartssd::BankAssignment::plan).
    #[must_use]
    pub fn bags(&self) -> Vec<Bag> {
        let bag = |range: std::ops::Range<usize>| {
            let scale = self.lookups.scale(range.len());
            Bag { vectors: self.blocks[range].to_vec(), scale: scale.to_bits() }
        };
        self.lookups.ranges().map(bag).collect()
    }

    /// Blocks that hold other EVs than before, for [`BankAssignment::forget`](emberlane_drivers::smartssd::BankAssignment::forget).
    pub fn replaced(&self) -> impl Iterator<Item = u32> {
        self.movements.loads.iter().map(|load| load.cached)
    }
}

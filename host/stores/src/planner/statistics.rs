//! What planning has met, in raw counts.

use std::ops::AddAssign;

use serde::Serialize;

/// Counts by where an EV was when an iteration looked for it first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Found {
    /// In the in-use table.
    pub in_use: u64,
    /// In the hot-entry table.
    pub hot: u64,
    /// In the main table.
    pub main: u64,
    /// On the SSD alone.
    pub ssd: u64,
}

impl Found {
    /// All of them.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.hits() + self.ssd
    }

    /// Those in the cache.
    #[must_use]
    pub const fn hits(&self) -> u64 {
        self.in_use + self.hot + self.main
    }
}

impl AddAssign for Found {
    fn add_assign(&mut self, other: Self) {
        self.in_use += other.in_use;
        self.hot += other.hot;
        self.main += other.main;
        self.ssd += other.ssd;
    }
}

/// What planning has met and done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// Iterations.
    pub iterations: u64,
    /// Indices of bags. One whose EV the iteration has looked up before counts where the EV was found the first time.
    pub lookups: Found,
    /// EVs, each once an iteration. Those on the SSD are the loads.
    pub vectors: Found,
    /// EVs that went back to the SSD.
    pub evictions: u64,
    /// EVs that became hot entries.
    pub promotions: u64,
    /// Hot entries that went back to the main table.
    pub demotions: u64,
    /// Loads and evictions that became part of a neighbour's command.
    pub merged: u64,
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        self.iterations += other.iterations;
        self.lookups += other.lookups;
        self.vectors += other.vectors;
        self.evictions += other.evictions;
        self.promotions += other.promotions;
        self.demotions += other.demotions;
        self.merged += other.merged;
    }
}

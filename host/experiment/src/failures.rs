//! The section of failures: shards that die while training, and what they had saved.

use crate::choices::choices;

/// What a shard saves at every save (CPR, Sections 4.2 and 5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SavePolicy {
    /// Every row, once an interval (CPR-vanilla).
    Full,
    /// Of the largest tables, the rows that have changed most since they were saved, by the L2 norm (SCAR).
    Scar,
    /// Of the largest tables, the rows that were looked up most often since they were saved (CPR-MFU).
    Mfu,
    /// Of the largest tables, rows that every second sample has looked up, as many as a list holds (CPR-SSU).
    Ssu,
}

choices!(SavePolicy: "full" = Full, "scar" = Scar, "mfu" = Mfu, "ssu" = Ssu);

/// When shards die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FailurePlan {
    /// After so many batches, this shard, from 0; in the order of the batches.
    Named(Vec<(u64, u32)>),
    /// So many times, each after a batch of the first `within`, all as likely; `lost` shards each time.
    Drawn {
        /// Failures.
        count: u64,
        /// Shards that die at once.
        lost: u32,
        /// Batches among which they are.
        within: u64,
        /// What they are drawn from.
        seed: u64,
    },
}

/// Shards that die while training, each of which goes on with the rows that it had saved, while all others go on with theirs: partial
/// recovery.
#[derive(Clone, Debug, PartialEq)]
pub struct FailuresConfig {
    /// Shards among which the rows are spread.
    pub shards: u32,
    /// When they die.
    pub plan: FailurePlan,
    /// Batches in which every row is saved once, or as many rows as there are.
    pub interval: u64,
    /// What is saved.
    pub policy: SavePolicy,
    /// Of the largest tables, the rows that are saved `1/r` times an interval: the share `r = 1/parts` of them.
    pub parts: u32,
    /// How many tables are saved by priority; all others are saved whole each time.
    pub largest: usize,
    /// What rows that a full list discards are drawn from.
    pub seed: u64,
}

impl FailuresConfig {
    /// `1/r` where the file does not say (Section 5.1).
    pub const DEFAULT_PARTS: u32 = 8;
    /// Tables that are saved by priority where the file does not say (Section 5.1: "the 7 largest tables among 26").
    pub const DEFAULT_LARGEST: usize = 7;

    /// Batches between two saves.
    #[must_use]
    pub fn between_saves(&self) -> u64 {
        match self.policy {
            SavePolicy::Full => self.interval,
            _ => self.interval / u64::from(self.parts),
        }
    }
}

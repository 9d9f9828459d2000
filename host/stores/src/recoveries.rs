//! Shards that died while training, and what was lost with them.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Shards that died while training and went on with the rows that they had saved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartialRecoveries {
    /// Shards among which the rows are spread.
    pub shards: u32,
    /// Samples that were trained.
    pub samples: u64,
    /// What was saved; shards that are processes of their own count that themselves.
    #[serde(flatten)]
    pub saved: Option<Saved>,
    /// Each death of a shard, in their order.
    pub deaths: Vec<ShardDeath>,
}

/// How long a worker waited for the rows of its batches, by what the shards did meanwhile: what checkpoints and deaths cost. The first batch
/// does not count, nor does one before which rows were read or written otherwise, as for a state or an evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ShardWaits {
    /// Shards.
    pub shards: u32,
    /// Workers; they wait for one another, too, which is not in here.
    pub workers: u32,
    /// Batches between two checkpoints; 0: there are none.
    pub interval: u64,
    /// Whether a checkpoint is done before the next batch has its rows.
    pub checkpoints_are_waited_for: bool,
    /// Batches, those that do not count among them.
    pub batches: u64,
    /// Times that a shard died and came back.
    pub deaths: u64,
    /// Batches in which one did.
    pub behind_deaths: WaitSum,
    /// Those that came next to a checkpoint, and no shard died.
    pub behind_checkpoints: WaitSum,
    /// All others.
    pub others: WaitSum,
}

/// Waits of some batches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WaitSum {
    /// The batches.
    pub batches: u64,
    /// All their waits.
    pub seconds: f64,
    /// The sum of the squares of the waits, in seconds.
    pub squares: f64,
}

impl WaitSum {
    /// One batch more.
    pub const fn add(&mut self, waited: Duration) {
        self.batches += 1;
        self.seconds += waited.as_secs_f64();
        self.squares += waited.as_secs_f64() * waited.as_secs_f64();
    }

    /// The mean wait; `None`: there were none.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.batches > 0).then(|| self.seconds / self.batches as f64)
    }

    /// The variance of the mean wait; `None`: fewer than two.
    #[must_use]
    pub fn variance_of_mean(&self) -> Option<f64> {
        let (mean, count) = (self.mean()?, self.batches as f64);
        (self.batches > 1).then(|| ((self.squares - count * mean * mean) / (count - 1.0) / count).max(0.0))
    }
}

/// What shards have saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    /// Saves of all shards.
    pub saves: u64,
    /// Rows that were saved in them.
    pub saved_rows: u64,
    /// Bytes of what says which rows are saved next, of all shards.
    pub tracker_bytes: u64,
}

/// A shard that died.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardDeath {
    /// Batches that were trained before it died.
    pub after_batches: u64,
    /// The shard.
    pub shard: u32,
    /// Samples since the last whole interval of saves, of a process since the checkpoint that it has found.
    pub lost_samples: u64,
    /// Rows that came back older than they were; nobody knows that of a process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<u64>,
    /// Updates of rows that are lost: one for each row that a batch updates; of processes, that a worker updates in a batch.
    pub lost_updates: u64,
    /// Whether workers were at different batches, so that some have seen rows of the last one that is lost as they were before, and others as
    /// they came back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub torn: bool,
}

impl PartialRecoveries {
    /// The portion of lost samples: of all samples, the share that each shard that died has lost since it was saved, divided by the number
    /// of shards, summed over failures (CPR, Eq. 3). Samples count from the last whole interval, whatever is saved within one.
    #[must_use]
    pub fn portion_of_lost_samples(&self) -> f64 {
        let lost = self.deaths.iter().fold(0, |sum: u64, death| sum.saturating_add(death.lost_samples));
        let all = self.samples as f64 * f64::from(self.shards);
        if lost == 0 { 0.0 } else { lost as f64 / all }
    }

    /// Updates of rows that are lost.
    #[must_use]
    pub fn lost_updates(&self) -> u64 {
        self.deaths.iter().fold(0, |sum, death| sum.saturating_add(death.lost_updates))
    }
}

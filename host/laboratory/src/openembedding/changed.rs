//! Counts the rows that change between two checkpoints.

use emberlane_ps::{Checkpointing, Settings, ShardStore, StoreError};
use serde::Serialize;

use super::count::Training;
use super::law::Skew;

/// Requests that are trained at once: how many of them are a batch changes no row that is saved.
const AT_ONCE: u64 = 4096;
/// Intervals that are counted, behind the first, which saves all rows.
const INTERVALS: u64 = 2;

/// Rows that an incremental checkpoint writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// How many rows of the paper's one stands for.
    pub scale: u64,
    /// Requests between two checkpoints, of those that were drawn.
    pub requests: u64,
    /// Intervals.
    pub intervals: u64,
    /// Rows that were written in all of them.
    pub rows: u64,
}

impl Changed {
    /// Rows of the paper's that a checkpoint writes.
    #[must_use]
    pub fn rows_a_checkpoint(&self) -> f64 {
        self.rows as f64 / self.intervals as f64 * self.scale as f64
    }
}

/// Lets DRAM-PS's shard save what has changed after every so many requests of the paper's. Another seed draws other rows.
///
/// # Errors
/// A shard that fails, which is a fault of it.
pub fn changed(requests: f64, scale: u64, seed: u64) -> Result<Changed, StoreError> {
    let checkpointing = Checkpointing::Incremental { write_rows: usize::MAX };
    let settings = Settings { checkpointing, ..Settings::dram() };
    let mut training = Training::new(settings, Skew::Original, scale, seed)?;
    let requests = ((requests / scale as f64).round() as u64).max(1);
    let mut rows = 0;
    for interval in 0..=INTERVALS {
        for first in (0..requests).step_by(AT_ONCE as usize) {
            let keys = training.draw(AT_ONCE.min(requests - first));
            training.train(&keys, false)?;
        }
        let before = training.store.counters().flushed;
        training.store.checkpoint()?;
        training.store.drain()?;
        training.store.commit(training.store.applied())?;
        if interval > 0 {
            rows += training.store.counters().flushed - before;
        }
    }
    Ok(Changed { scale, requests, intervals: INTERVALS, rows })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_writes_each_row_that_has_changed_once() {
        let scale = 1 << 20;
        let of = |requests: f64| changed(requests * scale as f64, scale, 0).unwrap();
        let (few, many) = (of(500.0), of(50_000.0));
        assert!(few.rows < 2 * 500 && few.rows > 0, "{few:?}");
        assert!(many.rows > few.rows && many.rows <= 2 * 2002, "{many:?}");
    }
}

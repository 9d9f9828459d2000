//! cDLRM's cache: what a window of batches needs is brought to the GPU before (Balasubramanian et al. 2021).

use serde::Serialize;

use super::lru::{Lru, warm_rows};
use super::{CountError, Run, each_iteration};
use crate::ndrec::ids::Iterations;

/// What a lookahead cache has met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LookaheadCounts {
    /// Batches of a window.
    pub window: u64,
    /// Rows that fit into the cache.
    pub capacity: u64,
    /// Batches that were measured: whole windows.
    pub batches: u64,
    /// Lookups, in which the rows are searched for on the host.
    pub lookups: u64,
    /// Rows that are needed, each once a window.
    pub unique: u64,
    /// Those of them that were not in the cache: collected on the host, and moved.
    pub moved: u64,
    /// Rows that went back to the host.
    pub evictions: u64,
}

/// Counts for a cache of so many rows on the GPU and windows of so many batches. Of rows that a window does not need, those are evicted
/// that were not used for longest. A window counts if its last batch is measured.
///
/// # Errors
/// Data that cannot be read or has too few iterations, and a cache that cannot hold the rows of a window.
pub fn count(
    source: &mut dyn Iterations,
    window: u64,
    capacity: u64,
    run: &Run,
) -> Result<LookaheadCounts, CountError> {
    let mut cache = Lru::new(capacity, source.shape().vectors);
    if let Some(drawn) = source.drawn() {
        warm_rows(&mut cache, drawn, run);
    }
    let mut counts = LookaheadCounts { window, capacity: cache.capacity as u64, ..LookaheadCounts::default() };
    let (mut vectors, mut batches) = (Vec::new(), 0);
    let read = each_iteration(source, run, |ids, measured| {
        vectors.extend_from_slice(ids.vectors());
        batches += 1;
        if batches < window {
            return Ok(());
        }
        let step = cache.step(&vectors)?;
        if measured.is_some() {
            counts.batches += batches;
            counts.lookups += vectors.len() as u64;
            counts.unique += step.unique;
            counts.moved += step.misses;
            counts.evictions += step.evictions;
        }
        vectors.clear();
        batches = 0;
        Ok(())
    })?;
    if counts.batches == 0 {
        return Err(CountError::TooFew {
            read: run.warm + read,
            batch: source.shape().batch,
            needed: run.warm + window,
        });
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ndrec::ids::Drawn;
    use crate::ndrec::workload::Workload;
    use emberlane_data::access::Column;

    #[test]
    fn longer_windows_need_rows_once() {
        let columns = vec![Column::new(100_000, 1.0)];
        let workload = Workload { columns, pooling_size: 2, epoch_samples: 400_000, ..Workload::criteo_terabyte() };
        let run = Run { before: 200_000, warm: 20, measured: 100, seed: 1 };
        let counts = |window| count(&mut Drawn::new(&workload, &[0], 256, 3), window, 20_000, &run).unwrap();
        let (one, ten) = (counts(1), counts(10));
        assert_eq!((one.batches, ten.batches), (100, 100));
        assert_eq!((one.lookups, ten.lookups), (51_200, 51_200));
        assert!(ten.unique < one.unique && ten.unique >= ten.moved);
        let off = ten.moved as f64 / one.moved as f64 - 1.0;
        assert!(off.abs() < 0.1, "the cache keeps what a window has brought: {one:?}, {ten:?}");
    }
}

//! What NDRec's cache planner plans for a SmartSSD.

use serde::Serialize;

use super::run::{CountError, Run, each_iteration};
use crate::ndrec::ids::Iterations;
use emberlane_stores::planner::{CachePlanner, Settings, Statistics};

/// What planning has met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlannerCounts {
    /// Blocks of the cache.
    pub blocks: u32,
    /// Blocks with an EV when measuring began.
    pub filled: u64,
    /// Sums over the first half of the iterations that were measured, and over the rest of them.
    pub halves: [Statistics; 2],
}

impl PlannerCounts {
    /// Sums over all iterations that were measured.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let [mut sum, rest] = self.halves;
        sum += rest;
        sum
    }
}

/// Counts what a planner of such a cache plans. Its size in EVs is that of the tables.
///
/// # Errors
/// Data that cannot be read or has too few iterations, and a cache that is too small for them.
pub fn count(source: &mut dyn Iterations, cache: Settings, run: &Run) -> Result<PlannerCounts, CountError> {
    let vectors = source.shape().vectors;
    let mut planner = CachePlanner::new(Settings { vectors, seed: run.seed, ..cache })?;
    fill(&mut planner, source, run)?;
    let mut counts = PlannerCounts { blocks: cache.blocks, ..PlannerCounts::default() };
    each_iteration(source, run, |ids, measured| {
        if measured == Some(0) {
            counts.filled = planner.filled() as u64;
        }
        let statistics = planner.count(ids.vectors())?;
        if let Some(before) = measured {
            counts.halves[usize::from(2 * before >= run.measured)] += statistics;
        }
        Ok(())
    })?;
    Ok(counts)
}

/// Fills a planner's cache as after the samples before, if rows are drawn.
fn fill(planner: &mut CachePlanner, source: &dyn Iterations, run: &Run) -> Result<(), CountError> {
    match source.drawn() {
        Some(drawn) => {
            Ok(planner.fill_steady(&drawn.steady(run.before), &drawn.shape().firsts, run.before, run.seed)?)
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ndrec::ids::Drawn;
    use crate::ndrec::workload::Workload;
    use emberlane_data::access::Column;

    fn small() -> Workload {
        let columns = vec![Column::new(60_000, 0.9), Column::new(3_000, 1.2)];
        Workload { columns, pooling_size: 3, epoch_samples: 400_000, ..Workload::criteo_terabyte() }
    }

    fn counts(blocks: u32, hot: u32, run: &Run) -> PlannerCounts {
        let settings = Settings { hot_vectors: hot, hot_threshold: 50, ..Settings::new(blocks, 0) };
        count(&mut Drawn::new(&small(), &[0, 1], 100, run.seed), settings, run).unwrap()
    }

    #[test]
    fn a_filled_cache_is_as_one_after_many_iterations() {
        // The last holds all rows that were ever used: what is loaded is loaded for the first time.
        for (blocks, hot) in [(3_000, 0), (8_000, 0), (8_000, 40), (70_000, 40)] {
            let sum = |before, warm| {
                let mut sum = Statistics::default();
                (0..6).for_each(|seed| {
                    sum += counts(blocks, hot, &Run { before, warm, measured: 300, seed }).statistics();
                });
                sum
            };
            let (filled, trained) = (sum(200_000, 30), sum(0, 2_030));
            assert_eq!((filled.iterations, trained.iterations), (1_800, 1_800));
            let [loads, like] = [filled, trained].map(|sum| sum.vectors.ssd as f64);
            assert!((loads / like - 1.0).abs() < 0.05, "{blocks} blocks: {loads} and {like} loads");
            let [hot, like] = [filled, trained].map(|sum| sum.vectors.hot as f64 / sum.vectors.total() as f64);
            assert!((hot - like).abs() < 0.01, "{blocks} blocks: {hot} and {like} of all in the hot-entry table");
        }
    }

    #[test]
    fn both_halves_are_alike() {
        let run = Run { before: 200_000, warm: 30, measured: 400, seed: 6 };
        let [first, second] = counts(5_000, 40, &run).halves;
        assert_eq!((first.iterations, second.iterations), (200, 200));
        let off = first.vectors.ssd as f64 / second.vectors.ssd as f64 - 1.0;
        assert!(off.abs() < 0.03, "{} and {} loads", first.vectors.ssd, second.vectors.ssd);
    }
}

//! What NDRec's cache planner plans for a SmartSSD.

use rand::Rng;
use serde::Serialize;

use super::steady::{Popularity, Rows, solve};
use super::{CountError, Run, each_iteration};
use crate::ndrec::ids::Iterations;
use emberlane_stores::planner::{CachePlanner, Settings, Statistics};

/// Longest time in a cache that is looked for, in iterations.
const LONGEST: f64 = 1e12;

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
pub(super) fn fill(planner: &mut CachePlanner, source: &dyn Iterations, run: &Run) -> Result<(), CountError> {
    match source.drawn() {
        Some(drawn) => fill_with(planner, &Rows::new(drawn, run.before), run),
        None => Ok(()),
    }
}

/// How long EVs stay in a planner's cache, and how likely each is there.
///
/// RANDOM replacement under independent references (Gelenbe 1973; Martina et al. 2014, "A unified approach to the performance
/// analysis of caching systems"): a row that a time unit uses with probability `q` is there with `q t / (1 + q t)`, where `t` is the
/// time after which a row that nobody uses is evicted, and such that the cache is full. Here the unit is an iteration, and a row cannot
/// be evicted while one of the last `in_flight` iterations has used it: it is there with `1 - (1 - q)^in_flight / (1 + q t / (1 - q))`.
#[derive(Clone, Copy, Debug)]
struct Residence {
    in_flight: f64,
    /// Iterations after which an EV that nobody uses is evicted.
    time: f64,
}

impl Residence {
    /// In a planner's cache, once it is as full as the samples before can make it.
    fn solve(rows: &Rows, settings: &Settings) -> Self {
        let residence = |time| Self { in_flight: settings.in_flight.into(), time };
        let expected = |time| rows.expected(|row| residence(time).probability(row));
        residence(solve(settings.blocks.into(), [1e-3, LONGEST], expected))
    }

    /// Probability that an EV is in the cache, after the samples before.
    fn probability(&self, row: &Popularity) -> f64 {
        let unused = 1.0 - row.iteration;
        // No cache holds what was never used.
        row.before * (1.0 - libm::pow(unused, self.in_flight) / (1.0 + row.iteration * self.time / unused))
    }

    /// Probability that an EV in the cache is not evicted before it is used again.
    fn used_again(&self, row: &Popularity) -> f64 {
        let unused = 1.0 - row.iteration;
        let evicted = unused / self.time;
        1.0 - libm::pow(unused, self.in_flight) * evicted / (row.iteration + evicted)
    }
}

/// Fills a planner's cache with some of these rows, as after the samples before.
pub(super) fn fill_with(planner: &mut CachePlanner, rows: &Rows, run: &Run) -> Result<(), CountError> {
    let residence = Residence::solve(rows, planner.settings());
    let iterations = run.before as f64 / rows.batch() as f64;
    let mut cached = Vec::with_capacity(rows.expected(|row| residence.probability(row)) as usize);
    let row = |row: &Popularity| {
        let used_again = libm::log(residence.used_again(row));
        (residence.probability(row), (used_again, (iterations * row.iteration).min(u16::MAX.into())))
    };
    rows.draw(run.seed, row, |vector, (used_again, most), random| {
        // Uses are geometric: each may be the last before the eviction.
        let uses = libm::log(1.0 - random.random::<f64>()) / used_again;
        cached.push((vector, uses.abs().min(*most) as u16));
    });
    Ok(planner.fill(&cached)?)
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

//! What NDRec's cache planner plans for a SmartSSD.

use rand::Rng;
use serde::Serialize;

use super::steady::{Popularity, Rows};
use super::{CountError, Run, each_iteration};
use crate::ndrec::ids::{Drawn, Iterations};
use crate::planner::{CachePlanner, Settings, Statistics};

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
    if let Some(drawn) = source.drawn() {
        warm(&mut planner, drawn, run)?;
    }
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

/// How long EVs stay in a planner's cache, and how likely each is there.
///
/// RANDOM replacement under independent references (Gelenbe 1973; Martina et al. 2014, "A unified approach to the performance
/// analysis of caching systems"): a row that a time unit uses with probability `q` is there with `q t / (1 + q t)`, where `t` is the
/// time after which a row that nobody uses is evicted, and such that the cache is full. Here the unit is an iteration, and a row cannot
/// be evicted while one of the last `in_flight` iterations has used it: it is there with `1 - (1 - q)^in_flight / (1 + q t / (1 - q))`.
struct Residence {
    in_flight: f64,
    /// Iterations after which an EV that nobody uses is evicted.
    time: f64,
}

impl Residence {
    /// Probability that an EV is in the cache, after the samples before.
    fn probability(&self, row: &Popularity) -> f64 {
        let unused = 1.0 - row.iteration;
        // No cache holds what was never used.
        row.before * (1.0 - unused.powf(self.in_flight) / (1.0 + row.iteration * self.time / unused))
    }

    /// Probability that an EV in the cache is not evicted before it is used again.
    fn used_again(&self, row: &Popularity) -> f64 {
        let evicted = (1.0 - row.iteration) / self.time;
        1.0 - (1.0 - row.iteration).powf(self.in_flight) * evicted / (row.iteration + evicted)
    }
}

/// Fills a planner's cache as in the middle of an epoch.
fn warm(planner: &mut CachePlanner, drawn: &Drawn, run: &Run) -> Result<(), CountError> {
    let &Settings { blocks, in_flight, .. } = planner.settings();
    let rows = Rows::new(drawn, run.before);
    let residence = |time| Residence { in_flight: in_flight.into(), time };
    let time = rows.solve(blocks.into(), [1e-3, LONGEST], |row, time| residence(time).probability(row));
    let residence = residence(time);
    let iterations = run.before as f64 / drawn.shape().batch as f64;
    let mut cached = Vec::with_capacity(rows.expected(|row| residence.probability(row)) as usize);
    let probability = |_: usize, _: &_, row: &Popularity| residence.probability(row);
    rows.draw(run.seed, probability, |vector, row, random| {
        // Uses are geometric: each may be the last before the eviction.
        let uses = libm::log(1.0 - random.random::<f64>()) / libm::log(residence.used_again(row));
        let uses = uses.abs().min(iterations * row.iteration).min(u16::MAX.into());
        cached.push((vector, uses as u16));
    });
    Ok(planner.fill(&cached)?)
}

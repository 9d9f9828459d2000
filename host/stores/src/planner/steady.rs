//! A planner whose cache is as after many batches, without planning them.

use emberlane_data::access::{Popularity, SteadyRows, residence};
use rand::Rng;

use super::{CachePlanner, PlanError, Settings};

/// Longest time in a cache that is looked for, in iterations.
const LONGEST: f64 = 1e12;

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
    fn solve(rows: &SteadyRows<'_>, settings: &Settings) -> Self {
        let of = |time| Self { in_flight: settings.in_flight.into(), time };
        let expected = |time| rows.expected(|row| of(time).probability(row));
        of(residence(settings.blocks.into(), [1e-3, LONGEST], expected))
    }

    /// Probability that an EV is in the cache, after the samples before.
    fn probability(&self, row: &Popularity) -> f64 {
        let unused = 1.0 - row.batch;
        // No cache holds what was never used.
        row.before * (1.0 - libm::pow(unused, self.in_flight) / (1.0 + row.batch * self.time / unused))
    }

    /// Probability that an EV in the cache is not evicted before it is used again.
    fn used_again(&self, row: &Popularity) -> f64 {
        let unused = 1.0 - row.batch;
        let evicted = unused / self.time;
        1.0 - libm::pow(unused, self.in_flight) * evicted / (row.batch + evicted)
    }
}

impl CachePlanner {
    /// Fills an empty cache with some of these rows, as after `before` samples. The rows of the table at a place are EVs from `firsts` of
    /// that place on.
    ///
    /// # Errors
    /// As [`fill`](Self::fill).
    pub fn fill_steady(
        &mut self,
        rows: &SteadyRows<'_>,
        firsts: &[u64],
        before: u64,
        seed: u64,
    ) -> Result<(), PlanError> {
        let residence = Residence::solve(rows, self.settings());
        let iterations = before as f64 / rows.samples() as f64;
        let mut cached = Vec::with_capacity(rows.expected(|row| residence.probability(row)) as usize);
        let row = |row: &Popularity| {
            let used_again = libm::log(residence.used_again(row));
            (residence.probability(row), (used_again, (iterations * row.batch).min(u16::MAX.into())))
        };
        rows.draw(seed, row, |place, row, (used_again, most), random| {
            // Uses are geometric: each may be the last before the eviction.
            let uses = libm::log(1.0 - random.random::<f64>()) / used_again;
            cached.push((firsts[place] + row, uses.abs().min(*most) as u16));
        });
        self.fill(&cached)
    }
}

//! A planner whose cache is as after many batches, without planning them.

use emberlane_data::access::{Popularity, SteadyRows, residence, whole};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::{CachePlanner, PlanError, Settings};

/// Longest time in a cache that is looked for, in iterations.
const LONGEST: f64 = 1e12;
/// By how many standard deviations more EVs are drawn than a cache has room for.
const DEVIATIONS: f64 = 6.0;
/// Tells the choice of those that are left out from that of those that are drawn.
const LEFT_OUT: u64 = 0x1ef7;

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
    /// In a planner's cache, once so many EVs are expected there, or as many as the samples before can bring.
    fn solve(rows: &SteadyRows<'_>, settings: &Settings, expected_there: f64) -> Self {
        let of = |time| Self { in_flight: settings.in_flight.into(), time };
        let expected = |time| rows.expected(|row| of(time).probability(row));
        of(residence(expected_there, [1e-3, LONGEST], expected))
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
    /// that place on. If the samples before can fill it, it is full: from then on each load evicts.
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
        // How many are drawn is left to chance. Some more are than there is room for, and as many at random are left out.
        let room = f64::from(self.settings().blocks);
        let residence = Residence::solve(rows, self.settings(), room + DEVIATIONS * room.sqrt());
        let iterations = before as f64 / rows.samples() as f64;
        let mut cached: Vec<Used> = Vec::with_capacity(rows.expected(|row| residence.probability(row)) as usize);
        let row = |row: &Popularity| {
            let used_again = libm::log(residence.used_again(row));
            (residence.probability(row), (used_again, (iterations * row.batch).min(u16::MAX.into())))
        };
        rows.draw(seed, row, |place, row, (used_again, most), random| {
            // Uses are geometric: each may be the last before the eviction.
            let left = 1.0 - random.random::<f64>();
            let uses = whole(left.ln() / used_again, || libm::log(left) / used_again);
            cached.push(Used::new(firsts[place] + row, uses.abs().min(*most) as u16));
        });
        let random = &mut Pcg64Mcg::seed_from_u64(seed ^ LEFT_OUT);
        while cached.len() > room as usize {
            cached.swap_remove(random.random_range(0..cached.len()));
        }
        self.fill_with(cached.iter().map(|used| used.both()))
    }
}

/// An EV and its uses in a word: a cache has millions of them, and they are all drawn before the first is put there.
#[derive(Clone, Copy, Debug)]
struct Used(u64);

impl Used {
    fn new(vector: u64, uses: u16) -> Self {
        Self(vector << u16::BITS | u64::from(uses))
    }

    fn both(self) -> (u64, u16) {
        (self.0 >> u16::BITS, self.0 as u16)
    }
}

#[cfg(test)]
mod tests {
    use emberlane_data::access::{Column, Law};

    use super::*;

    #[test]
    fn a_cache_is_full_if_there_was_time_to_fill_it() {
        let law = Law::new(&[Column::new(100_000, 1.0), Column::new(20_000, 0.8)], 1, 1);
        let filled = |before: u64, seed: u64| {
            let mut planner = CachePlanner::new(Settings::new(5000, 120_000)).unwrap();
            let rows = SteadyRows::new(&law, &[0, 1], 500, before);
            planner.fill_steady(&rows, &[0, 100_000], before, seed).unwrap();
            planner.filled()
        };
        assert!((0..8).all(|seed| filled(10_000_000, seed) == 5000));
        assert!((100..5000).contains(&filled(1000, 0)));
    }
}

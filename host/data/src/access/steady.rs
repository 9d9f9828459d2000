//! What a cache holds after many batches, if every lookup is independent of all others.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::{Group, Law, hit};

/// How often rows are looked up. One for all rows of a [`Group`], since they are nearly alike.
#[derive(Clone, Copy, Debug)]
pub struct Popularity {
    /// Probability that a batch looks it up.
    pub batch: f64,
    /// Probability that it was looked up in the samples before.
    pub before: f64,
}

/// All rows of some tables of a law.
pub struct SteadyRows<'a> {
    law: &'a Law,
    tables: &'a [usize],
    samples: usize,
    /// Of each table.
    groups: Vec<Vec<(Group, Popularity)>>,
}

impl<'a> SteadyRows<'a> {
    /// The rows of these tables, of batches of so many samples, after `before` samples.
    #[must_use]
    pub fn new(law: &'a Law, tables: &'a [usize], samples: usize, before: u64) -> Self {
        let lookups = (samples * law.lookups()) as f64;
        let before = before as f64 * law.lookups() as f64;
        let popularity = |group: Group| {
            let lookup = group.probability();
            (group, Popularity { batch: hit(lookup, lookups), before: hit(lookup, before) })
        };
        let of = |table: &usize| law.column(*table).groups().into_iter().map(popularity).collect();
        Self { law, tables, samples, groups: tables.iter().map(of).collect() }
    }

    /// Samples of a batch.
    #[must_use]
    pub const fn samples(&self) -> usize {
        self.samples
    }

    /// How many rows there are to be expected, of which each is there with such a probability.
    pub fn expected(&self, probability: impl Fn(&Popularity) -> f64) -> f64 {
        self.groups.iter().flatten().map(|(group, row)| group.count as f64 * probability(row)).sum()
    }

    /// Draws which rows are there. `row` gives the probability, and what `take` is told of each: the same for all of a group. `take` gets
    /// the table, by its place among these, and the row.
    pub fn draw<T>(
        &self,
        seed: u64,
        row: impl Fn(&Popularity) -> (f64, T),
        mut take: impl FnMut(usize, u64, &T, &mut Pcg64Mcg),
    ) {
        let random = &mut Pcg64Mcg::seed_from_u64(seed);
        for (place, groups) in self.groups.iter().enumerate() {
            for (group, popularity) in groups {
                let (there, told) = row(popularity);
                let (mut rank, end) = (group.first - 1, group.first - 1 + group.count);
                let missing = libm::log1p(-there);
                loop {
                    if there < 1.0 {
                        // Jumps over those that are not there: a geometric number of them.
                        let left = 1.0 - random.random::<f64>();
                        let jump = whole(left.ln() / missing, || libm::log(left) / missing);
                        rank += jump.min(group.count as f64) as u64;
                    }
                    if rank >= end {
                        break;
                    }
                    take(place, self.law.row(self.tables[place], rank), &told, random);
                    rank += 1;
                }
            }
        }
    }
}

/// What has the whole part of `exact`, a number that `near` comes close to: `near` itself, unless a whole number is as close.
///
/// A logarithm of the system's library is made for its processor; one of `libm` has the same bits on every machine. Both are a last bit or
/// two from the true one, and whoever draws whole numbers by them seldom sees that.
#[inline]
pub fn whole(near: f64, exact: impl FnOnce() -> f64) -> f64 {
    // Of a number below zero or beyond an i64, and of none, it is not between 0 and 1. `floor` is a call on processors that may lack it.
    let (part, close) = (near - near as i64 as f64, 1e-12 * near.max(1.0));
    if part > close && part < 1.0 - close { near } else { exact() }
}

/// The time for which a cache is expected to hold `capacity` entries, if more of them are there the longer it is. One of `times` where
/// no time between them is long enough.
pub fn residence(capacity: f64, times: [f64; 2], expected: impl Fn(f64) -> f64) -> f64 {
    let [mut short, mut long] = times;
    if expected(long) <= capacity {
        return long;
    }
    while long / short > 1.0 + 1e-6 {
        let time = (short * long).sqrt();
        if expected(time) > capacity {
            long = time;
        } else {
            short = time;
        }
    }
    (short * long).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_close_to_a_whole_one_is_taken_exactly() {
        let exact = 7.0;
        for near in [2.999_999_999_999_9, 3.0, 3.000_000_000_000_1, 0.0, -0.0, f64::NAN, f64::INFINITY, 1e13 + 0.5] {
            assert_eq!(whole(near, || exact).to_bits(), exact.to_bits(), "{near}");
        }
        for near in [0.5, 2.000_001, 2.999_999, 123_456.7] {
            assert_eq!(whole(near, || exact), near);
        }
    }

    #[test]
    fn both_logarithms_draw_the_same_numbers() {
        let random = &mut Pcg64Mcg::seed_from_u64(5);
        for _ in 0..200_000 {
            let left = 1.0 - random.random::<f64>();
            let missing = libm::log1p(-random.random::<f64>().powi(8));
            let exact = libm::log(left) / missing;
            assert_eq!(whole(left.ln() / missing, || exact).floor(), exact.floor(), "{left} {missing}");
        }
    }
}

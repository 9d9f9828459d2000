//! What a cache holds after many iterations, if every lookup is independent of all others.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::ndrec::ids::{Drawn, Iterations};
use emberlane_data::access::{Group, hit};

/// How often rows are looked up. One for all rows of a [`Group`], since they are nearly alike.
#[derive(Clone, Copy, Debug)]
pub(super) struct Popularity {
    /// Probability that an iteration looks it up.
    pub iteration: f64,
    /// Probability that it was looked up in the samples before.
    pub before: f64,
}

/// All rows of some tables.
pub(super) struct Rows<'a> {
    drawn: &'a Drawn,
    /// Of each table.
    groups: Vec<Vec<(Group, Popularity)>>,
}

impl<'a> Rows<'a> {
    /// The rows of these iterations, after so many samples.
    pub fn new(drawn: &'a Drawn, before: u64) -> Self {
        let shape = drawn.shape();
        let before = before as f64 * shape.pooling as f64;
        let popularity = |group: Group| {
            let lookup = group.probability();
            (group, Popularity { iteration: hit(lookup, shape.lookups() as f64), before: hit(lookup, before) })
        };
        let groups = drawn.columns().map(|column| column.groups().into_iter().map(popularity).collect()).collect();
        Self { drawn, groups }
    }

    /// Samples of an iteration.
    pub fn batch(&self) -> usize {
        self.drawn.shape().batch
    }

    /// How many rows there are to be expected, of which each is there with such a probability.
    pub fn expected(&self, probability: impl Fn(&Popularity) -> f64) -> f64 {
        self.groups.iter().flatten().map(|(group, row)| group.count as f64 * probability(row)).sum()
    }

    /// Draws which rows are there. `row` gives the probability, and what `take` is told of each: the same for all of a group.
    pub fn draw<T>(
        &self,
        seed: u64,
        row: impl Fn(&Popularity) -> (f64, T),
        mut take: impl FnMut(u64, &T, &mut Pcg64Mcg),
    ) {
        let random = &mut Pcg64Mcg::seed_from_u64(seed);
        for (table, groups) in self.groups.iter().enumerate() {
            for (group, popularity) in groups {
                let (there, told) = row(popularity);
                let (mut rank, end) = (group.first - 1, group.first - 1 + group.count);
                let missing = libm::log1p(-there);
                loop {
                    if there < 1.0 {
                        // Jumps over those that are not there: a geometric number of them.
                        let jump = libm::log(1.0 - random.random::<f64>()) / missing;
                        rank += jump.min(group.count as f64) as u64;
                    }
                    if rank >= end {
                        break;
                    }
                    take(self.drawn.vector(table, rank), &told, random);
                    rank += 1;
                }
            }
        }
    }
}

/// The time for which a cache is expected to hold `capacity` entries, if more of them are there the longer it is. One of `times` where
/// no time between them is long enough.
pub(super) fn solve(capacity: f64, times: [f64; 2], expected: impl Fn(f64) -> f64) -> f64 {
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

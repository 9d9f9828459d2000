//! What a cache holds after many iterations, if every lookup is independent of all others.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::access::{Group, hit};
use crate::ndrec::ids::{Drawn, Iterations};

/// How often rows are looked up. One for all rows of a [`Group`], since they are nearly alike.
#[derive(Clone, Copy, Debug)]
pub(super) struct Popularity {
    /// Probability that a lookup in its table is of it.
    pub lookup: f64,
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
            (group, Popularity { lookup, iteration: hit(lookup, shape.lookups() as f64), before: hit(lookup, before) })
        };
        let groups = drawn.columns().map(|column| column.groups().into_iter().map(popularity).collect()).collect();
        Self { drawn, groups }
    }

    /// How many rows there are to be expected, of which each is there with such a probability.
    pub fn expected(&self, probability: impl Fn(&Popularity) -> f64) -> f64 {
        self.groups.iter().flatten().map(|(group, row)| group.count as f64 * probability(row)).sum()
    }

    /// The time for which `capacity` rows are expected in a cache: a time between `times` of which the probability to be there depends,
    /// and grows with it. The longest if even that is too short.
    pub fn solve(&self, capacity: f64, times: [f64; 2], probability: impl Fn(&Popularity, f64) -> f64) -> f64 {
        let expected = |time: f64| self.expected(|row| probability(row, time));
        let [mut short, mut long] = times;
        if expected(long) <= capacity {
            return long;
        }
        while long / short > 1.0 + 1e-6 {
            let time = (short * long).sqrt();
            if expected(time) > capacity { long = time } else { short = time }
        }
        (short * long).sqrt()
    }

    /// Draws which rows are there, each with its probability.
    pub fn draw(
        &self,
        seed: u64,
        probability: impl Fn(usize, &Group, &Popularity) -> f64,
        mut take: impl FnMut(u64, &Popularity, &mut Pcg64Mcg),
    ) {
        let random = &mut Pcg64Mcg::seed_from_u64(seed);
        for (table, groups) in self.groups.iter().enumerate() {
            for (group, row) in groups {
                let chance = probability(table, group, row);
                let (mut rank, end) = (group.first - 1, group.first - 1 + group.count);
                // Jumps over those that are not there: a geometric number of them.
                let jump = libm::log1p(-chance);
                loop {
                    if chance < 1.0 {
                        let jump = libm::log(1.0 - random.random::<f64>()) / jump;
                        rank += jump.min(group.count as f64) as u64;
                    }
                    if rank >= end {
                        break;
                    }
                    take(self.drawn.vector(table, rank), row, random);
                    rank += 1;
                }
            }
        }
    }
}

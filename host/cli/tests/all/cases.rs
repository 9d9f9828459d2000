//! Random tables and batches, for lookups that do not wait for the gradients before them.

use emberlane_data::Bags;
use emberlane_experiment::Pooling;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// Random tables with batches that share rows.
pub struct Case {
    pub random: Pcg64,
    pub rows: Vec<u32>,
    pub dimension: usize,
    pub pooling: Pooling,
    pub learning_rate: f32,
    /// Exponent of ten of the smallest elements; the largest are near 1.
    pub smallest: i32,
}

impl Case {
    pub fn new(seed: u64) -> Self {
        let mut random = Pcg64::seed_from_u64(seed);
        let tables = random.random_range(1..4);
        Self {
            rows: (0..tables).map(|_| random.random_range(1..30)).collect(),
            dimension: 16 * random.random_range(1..3),
            pooling: if random.random() { Pooling::Sum } else { Pooling::Mean },
            learning_rate: random.random_range(0.01..2.0),
            smallest: if random.random() { 0 } else { random.random_range(-44..0) },
            random,
        }
    }

    pub fn mean(&self) -> bool {
        self.pooling == Pooling::Mean
    }

    /// Elements of any size, half of which cancel the other half but for what is small.
    pub fn elements(&mut self, count: usize) -> Vec<f32> {
        let (random, smallest) = (&mut self.random, self.smallest);
        let draw = |random: &mut Pcg64| {
            let size = 10f32.powi(if smallest < 0 { random.random_range(smallest..1) } else { 0 });
            size * random.random_range(-1.0..1.0)
        };
        let large = draw(random);
        (0..count)
            .map(|_| match random.random_range(0..3) {
                0 => large,
                1 => -large * random.random_range(0.999..1.001),
                _ => draw(random),
            })
            .collect()
    }

    /// Bags in which some rows are hot and repeat, and some bags are empty.
    pub fn bags(&mut self) -> Bags {
        let samples = self.random.random_range(1..7);
        let longest = self.random.random_range(1..12);
        let mut bags = Bags { tables: self.rows.len(), samples, offsets: vec![0], indices: vec![] };
        for &rows in &self.rows {
            let hot = self.random.random_range(0..rows);
            for _ in 0..samples {
                for _ in 0..self.random.random_range(0..longest) {
                    let row = if self.random.random() { hot } else { self.random.random_range(0..rows) };
                    bags.indices.push(row);
                }
                bags.offsets.push(bags.indices.len() as u32);
            }
        }
        bags
    }

    /// The values of every table.
    pub fn tables(&mut self) -> Vec<Vec<f32>> {
        let dimension = self.dimension;
        self.rows.clone().iter().map(|rows| self.elements(*rows as usize * dimension)).collect()
    }
}

pub fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

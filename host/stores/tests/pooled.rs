//! Rows in memory, and rows that are got and put, are pooled and updated in the stated order of arithmetic, bit for bit, by any
//! optimiser, with bags and rows of any length.

use std::ops::Range;

use emberlane_data::Bags;
use emberlane_dlrm::UpdateRule;
use emberlane_experiment::{Optimizer, Pooling};
use emberlane_stores::{EmbeddingError, EmbeddingStore, HostRows, Pooled, RowKey, RowShape, RowStore, mean_scale};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// Rows in memory that are got and put.
struct Got(HostRows);

impl RowStore for Got {
    fn name(&self) -> &'static str {
        "rows that are got"
    }

    fn shape(&self) -> RowShape {
        self.0.shape()
    }

    fn rows(&self) -> &[u32] {
        self.0.rows()
    }

    fn get(&mut self, keys: &[RowKey], rows: &mut [f32]) -> Result<(), EmbeddingError> {
        self.0.get(keys, rows)
    }

    fn put(&mut self, keys: &[RowKey], rows: &[f32]) -> Result<(), EmbeddingError> {
        self.0.put(keys, rows)
    }
}

/// The same, index after index and element after element.
struct Plain {
    shape: RowShape,
    pooling: Pooling,
    step: UpdateRule,
    tables: Vec<Vec<f32>>,
}

impl Plain {
    fn scale(&self, bag: &[u32]) -> f32 {
        if self.pooling == Pooling::Mean { mean_scale(bag.len()) } else { 1.0 }
    }

    fn lookup(&self, bags: &Bags) -> Vec<f32> {
        let (width, dimension) = (self.shape.width(), self.shape.dimension);
        let mut pooled = Vec::new();
        for bag in 0..bags.count() {
            let rows = bags.bag(bag);
            let table = &self.tables[bag / bags.samples];
            let sum = |element| rows.iter().fold(0.0, |sum, row| sum + table[*row as usize * width + element]);
            // A sum that is not a mean is not multiplied.
            pooled.extend((0..dimension).map(|element| match self.pooling {
                Pooling::Sum => sum(element),
                Pooling::Mean => sum(element) * self.scale(rows),
            }));
        }
        pooled
    }

    fn update(&mut self, bags: &Bags, gradients: &[f32]) {
        let (width, dimension) = (self.shape.width(), self.shape.dimension);
        for table in 0..bags.tables {
            for row in 0..self.tables[table].len() / width {
                let of_table = table * bags.samples..(table + 1) * bags.samples;
                let uses = of_table.flat_map(|bag| bags.bag(bag).iter().map(move |used| (bag, *used)));
                let uses: Vec<usize> = uses.filter(|(_, used)| *used as usize == row).map(|(bag, _)| bag).collect();
                let scaled = |bag: &usize, element| self.scale(bags.bag(*bag)) * gradients[bag * dimension + element];
                let sum = |element| uses.iter().fold(0.0, |sum, bag| sum + scaled(bag, element));
                let summed: Vec<f32> = (0..dimension).map(sum).collect();
                let (rate, epsilon) = (self.step.learning_rate, self.step.epsilon());
                if uses.is_empty() {
                    continue;
                }
                let scaled: Vec<Vec<f32>> =
                    uses.iter().map(|bag| (0..dimension).map(|element| scaled(bag, element)).collect()).collect();
                let (weights, state) =
                    self.tables[table][row * width..(row + 1) * width].split_at_mut(self.shape.dimension);
                match self.step.optimizer {
                    Optimizer::Sgd => {
                        for (gradient, element) in scaled.iter().flat_map(|gradient| gradient.iter().zip(0..)) {
                            weights[element] -= rate * gradient;
                        }
                    }
                    Optimizer::RowwiseAdagrad => {
                        let squares = summed.iter().fold(0.0, |sum, gradient| sum + gradient * gradient);
                        state[0] += squares / dimension as f32;
                        for (weight, gradient) in weights.iter_mut().zip(&summed) {
                            *weight -= rate * gradient / (state[0].sqrt() + epsilon);
                        }
                    }
                    Optimizer::Adagrad => {
                        for ((weight, square), gradient) in weights.iter_mut().zip(state).zip(&summed) {
                            *square += gradient * gradient;
                            *weight -= rate * gradient / (square.sqrt() + epsilon);
                        }
                    }
                }
            }
        }
    }

    /// Other weights for the first row of a table.
    fn write(&mut self, table: usize, weights: &[f32]) {
        self.tables[table][..weights.len()].copy_from_slice(weights);
    }

    fn part(&self, table: usize, part: Range<usize>) -> Vec<f32> {
        self.tables[table].chunks(self.shape.width()).flat_map(|row| &row[part.clone()]).copied().collect()
    }
}

fn bags(random: &mut Pcg64, rows: &[u32], samples: usize) -> Bags {
    let (mut offsets, mut indices) = (vec![0], Vec::new());
    for rows in rows {
        let longest = [0, 1, 3, 70][random.random_range(0..4)];
        for _ in 0..samples {
            let count = random.random_range(0..=longest);
            indices.extend((0..count).map(|_| random.random_range(0..*rows)));
            offsets.push(indices.len() as u32);
        }
    }
    Bags { tables: rows.len(), samples, offsets, indices }
}

fn numbers(random: &mut Pcg64, count: usize) -> Vec<f32> {
    (0..count).map(|_| random.random_range(-1.0..1.0)).collect()
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

#[test]
fn every_store_follows_the_order_of_arithmetic() {
    for seed in 0..40 {
        let mut random = Pcg64::seed_from_u64(seed);
        let mut any = |all: &[usize]| all[random.random_range(0..all.len())];
        let dimension = any(&[1, 3, 16, 17, 48, 64, 130]);
        let optimizer = [Optimizer::Sgd, Optimizer::RowwiseAdagrad, Optimizer::Adagrad][any(&[0, 1, 2])];
        let pooling = [Pooling::Sum, Pooling::Mean][any(&[0, 1])];
        let rows: Vec<u32> = (0..any(&[1, 2, 5])).map(|_| any(&[1, 4, 60]) as u32).collect();
        let samples = any(&[1, 7, 20]);
        let shape = RowShape { dimension, state: optimizer.state_of(dimension) };
        let step = UpdateRule { optimizer, learning_rate: 0.1 };
        let host = || HostRows::new(&rows, shape).unwrap();
        let mut in_memory = Pooled::over(host(), pooling, step);
        let mut got = Pooled::over(Got(host()), pooling, step);
        let mut plain = Plain { shape, pooling, step, tables: Vec::new() };
        for (table, rows) in rows.iter().enumerate() {
            let weights = numbers(&mut random, *rows as usize * dimension);
            in_memory.write_rows(table, 0, &weights).unwrap();
            got.write_rows(table, 0, &weights).unwrap();
            let state = vec![0.0; shape.state];
            plain.tables.push(weights.chunks(dimension).flat_map(|row| [row, &state].concat()).collect());
        }
        for batch in 0..3 {
            let bags = bags(&mut random, &rows, samples);
            let gradients = numbers(&mut random, bags.count() * dimension);
            let expected = bits(&plain.lookup(&bags));
            // Between lookup and update others read, and write.
            let between = self::bags(&mut random, &rows, samples);
            let written = random.random_bool(0.5).then(|| numbers(&mut random, dimension));
            if let Some(weights) = &written {
                plain.write(0, weights);
            }
            let between_expected = bits(&plain.lookup(&between));
            plain.update(&bags, &gradients);
            for store in [&mut in_memory as &mut dyn EmbeddingStore, &mut got] {
                let place = format!("seed {seed}, batch {batch}, {}", store.name());
                assert_eq!(bits(&store.pool(&bags).unwrap()), expected, "{place}");
                assert_eq!(bits(&store.lookup(&bags).unwrap()), expected, "{place}");
                if let Some(weights) = &written {
                    store.write_rows(0, 0, weights).unwrap();
                }
                assert_eq!(bits(&store.pool(&between).unwrap()), between_expected, "{place}");
                store.update(&gradients).unwrap();
                for (table, rows) in rows.iter().enumerate() {
                    let weights = store.read_rows(table, 0, u64::from(*rows)).unwrap();
                    let state = store.read_state(table, 0, u64::from(*rows)).unwrap();
                    assert_eq!(bits(&weights), bits(&plain.part(table, 0..dimension)), "{place}, table {table}");
                    let expected = plain.part(table, dimension..shape.width());
                    assert_eq!(bits(&state), bits(&expected), "{place}, state of table {table}");
                }
            }
        }
    }
}

//! Drawn batches: rows follow a power law, labels depend on what was drawn.

use rand::Rng;
use rand_distr::{Distribution, Zipf};
use rand_pcg::Pcg64;

use crate::click_model::{ClickModel, Counts};
use crate::random::Counted;
use crate::room::{product, with_room};
use crate::{Bags, Batch, BatchSource, DataError, Position, Purpose};
use emberlane_experiment::ModelConfig;

/// Batches drawn from a power law.
///
/// The row of rank `k` is drawn with a probability proportional to `k^-skew`; ranks are spread over the table. A hidden
/// logistic model over rows and dense features decides the labels. The same seed draws the same batches in every epoch.
pub struct Synthetic {
    tables: Vec<Table>,
    lookups: usize,
    features: usize,
    samples: usize,
    batches: u64,
    drawn: u64,
    model: ClickModel,
    counts: Counts,
    seed: u64,
    purpose: Purpose,
    random: Counted,
}

struct Table {
    rows: u64,
    ranks: Zipf<f64>,
    stride: u64,
}

impl Table {
    fn new(rows: u32, skew: f64) -> Self {
        let ranks = Zipf::new(f64::from(rows), skew).expect("a table has rows, and the configuration bounds the skew");
        Self { rows: u64::from(rows), ranks, stride: spreading_stride(u64::from(rows)) }
    }

    fn draw(&self, random: &mut impl Rng) -> u32 {
        let rank = (self.ranks.sample(random) as u64 - 1).min(self.rows - 1);
        (rank * self.stride % self.rows) as u32
    }
}

/// A number coprime to `rows` near the golden section of it: neighbouring ranks land far apart, and none land together.
fn spreading_stride(rows: u64) -> u64 {
    let start = (rows as f64 * 0.618_033_988_749_895) as u64;
    (start.max(1)..).find(|stride| greatest_common_divisor(*stride, rows) == 1).unwrap_or(1)
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

impl Synthetic {
    /// `batches` batches an epoch of `samples` samples each.
    #[must_use]
    pub fn new(model: &ModelConfig, samples: usize, skew: f64, batches: u64, seed: u64, purpose: Purpose) -> Self {
        Self {
            tables: model.rows.iter().map(|rows| Table::new(*rows, skew)).collect(),
            lookups: model.lookups,
            features: model.dense(),
            samples,
            batches,
            drawn: 0,
            model: ClickModel::new(seed, model.dense(), model.tables()),
            counts: Counts::new(),
            seed,
            purpose,
            random: random(seed, purpose),
        }
    }

    /// What the features of every sample add to the log-odds of a click.
    fn log_odds(&self, dense: &[f32], indices: &[u32]) -> Vec<f64> {
        let mut odds = vec![0.0; self.samples];
        for (odds, features) in odds.iter_mut().zip(dense.chunks(self.features)) {
            for (feature, logarithm) in features.iter().enumerate() {
                *odds += self.model.dense(feature, f64::from(*logarithm));
            }
        }
        for (column, rows) in indices.chunks(self.samples * self.lookups).enumerate() {
            for (odds, bag) in odds.iter_mut().zip(rows.chunks(self.lookups)) {
                for row in bag {
                    *odds += self.model.category(column, u64::from(*row), self.lookups);
                }
            }
        }
        odds
    }
}

fn random(seed: u64, purpose: Purpose) -> Counted {
    let stream = match purpose {
        Purpose::Training => 1,
        Purpose::Evaluation => 2,
    };
    Counted::new(Pcg64::new(u128::from(seed), stream))
}

impl BatchSource for Synthetic {
    fn next_batch(&mut self) -> Result<Option<Batch>, DataError> {
        if self.drawn == self.batches {
            return Ok(None);
        }
        let (samples, tables, lookups) = (self.samples, self.tables.len(), self.lookups);
        let mut dense = with_room(product(&[samples, self.features]), "the dense features of a batch")?;
        // Offsets are numbers of 32 bits.
        let rows = product(&[tables, samples, lookups]).filter(|rows| u32::try_from(*rows).is_ok());
        let mut indices = with_room(rows, "the rows of a batch")?;
        let mut offsets =
            with_room(product(&[tables, samples]).and_then(|bags| bags.checked_add(1)), "the bags of a batch")?;
        self.drawn += 1;
        for _ in 0..self.samples * self.features {
            dense.push(libm::log1p(f64::from(self.counts.draw(&mut self.random))) as f32);
        }
        for table in &self.tables {
            indices.extend((0..self.samples * self.lookups).map(|_| table.draw(&mut self.random)));
        }
        let odds = self.log_odds(&dense, &indices);
        let labels = odds.iter().map(|odds| f32::from(self.model.click(*odds, &mut self.random))).collect();
        offsets.extend((0..=self.tables.len() * self.samples).map(|bag| (bag * self.lookups) as u32));
        let bags = Bags { tables: self.tables.len(), samples: self.samples, offsets, indices };
        Ok(Some(Batch { dense, bags, labels }))
    }

    fn rewind(&mut self) -> Result<(), DataError> {
        self.drawn = 0;
        self.random = random(self.seed, self.purpose);
        Ok(())
    }

    fn position(&self) -> Position {
        Position::Synthetic { batch: self.drawn, draws: self.random.draws() }
    }

    fn seek(&mut self, position: &Position) -> Result<(), DataError> {
        let Position::Synthetic { batch, draws } = position else {
            return Err(DataError::Position { message: "data.kind was not \"synthetic\"".to_owned() });
        };
        self.random = random(self.seed, self.purpose);
        self.random.skip(*draws);
        // An epoch may be longer than the one before, but not shorter.
        self.drawn = (*batch).min(self.batches);
        Ok(())
    }

    fn batches(&self) -> Option<u64> {
        Some(self.batches)
    }

    fn click_probabilities(&self, batch: &Batch) -> Option<Vec<f64>> {
        let odds = self.log_odds(&batch.dense, &batch.bags.indices);
        Some(odds.into_iter().map(|odds| self.model.probability(odds)).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use emberlane_experiment::Experiment;

    fn source(seed: u64, purpose: Purpose) -> Synthetic {
        let text = "[model]\nbottom = [3, 16]\ntop = [1]\ntables = 2\nrows = [1000, 7]\ndimension = 16\nlookups = 4\n\
                    [data]\nkind = \"synthetic\"\n";
        let model = Experiment::parse(Path::new("e.toml"), text).unwrap().model;
        Synthetic::new(&model, 64, 1.05, 3, seed, purpose)
    }

    #[test]
    fn an_epoch_repeats_and_a_seed_decides() {
        let mut synthetic = source(5, Purpose::Training);
        let first = synthetic.next_batch().unwrap().unwrap();
        synthetic.next_batch().unwrap();
        synthetic.next_batch().unwrap();
        assert!(synthetic.next_batch().unwrap().is_none());
        synthetic.rewind().unwrap();
        assert_eq!(synthetic.next_batch().unwrap().unwrap(), first);
        assert_ne!(source(6, Purpose::Training).next_batch().unwrap().unwrap(), first);
        assert_ne!(source(5, Purpose::Evaluation).next_batch().unwrap().unwrap(), first);
    }

    #[test]
    fn rows_are_in_range_and_skewed() {
        let batch = source(1, Purpose::Training).next_batch().unwrap().unwrap();
        assert_eq!((batch.dense.len(), batch.bags.count(), batch.bags.indices.len()), (64 * 3, 128, 512));
        assert!(batch.bags.indices[..256].iter().all(|row| *row < 1000));
        assert!(batch.bags.indices[256..].iter().all(|row| *row < 7));
        let most_frequent = batch.bags.indices[..256].iter().filter(|row| **row == 0).count();
        assert!(most_frequent > 10, "{most_frequent} of 256 are the most frequent of 1000 rows");
    }

    #[test]
    fn clicks_are_drawn_with_the_probabilities_that_it_names() {
        let mut source = source(1, Purpose::Training);
        let (mut clicks, mut expected, mut variance, mut right) = (0.0, 0.0, 0.0, 0.0);
        while let Some(batch) = source.next_batch().unwrap() {
            for (probability, label) in source.click_probabilities(&batch).unwrap().into_iter().zip(&batch.labels) {
                clicks += f64::from(*label);
                expected += probability;
                variance += probability * (1.0 - probability);
                right += f64::from((probability > 0.5) == (*label == 1.0));
            }
        }
        assert!((clicks - expected).abs() < 4.0 * variance.sqrt(), "{clicks} clicks, {expected} expected");
        assert!(right > 0.75 * 192.0, "{right} of 192 are as the model would guess");
    }

    #[test]
    fn ranks_spread_without_collision() {
        for rows in [1, 2, 7, 1000, 4096] {
            let stride = spreading_stride(rows);
            let distinct: std::collections::BTreeSet<u64> = (0..rows).map(|rank| rank * stride % rows).collect();
            assert_eq!(distinct.len() as u64, rows);
        }
    }
}

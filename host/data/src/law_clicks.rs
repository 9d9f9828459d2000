//! Clicks on rows that laws draw: what a hidden model decides, as often as real data look rows up.

use std::sync::Arc;

use rand_pcg::Pcg64;

use crate::access::Law;
use crate::click_model::{ClickModel, Counts};
use crate::{Bags, Batch, BatchSource, DataError, Position, Purpose};

/// The first batch that is for evaluation: no training is so long.
const EVALUATION: u64 = 1 << 40;

/// Batches whose rows are drawn by laws, and whose labels a hidden logistic model draws: that of
/// [`Synthetic`](crate::Synthetic), over rows and dense features.
///
/// A batch depends on its number alone, so that any can be had without those before it.
pub struct LawClicks {
    law: Arc<Law>,
    samples: usize,
    features: usize,
    seed: u64,
    purpose: Purpose,
    batches: u64,
    drawn: u64,
    model: ClickModel,
    counts: Counts,
}

impl LawClicks {
    /// `batches` batches an epoch of so many samples, each with so many dense features. `seed` is the hidden model's, and that of features
    /// and labels; the rows' is the law's.
    #[must_use]
    pub fn new(law: Arc<Law>, samples: usize, features: usize, batches: u64, seed: u64, purpose: Purpose) -> Self {
        let model = ClickModel::new(seed, features, law.tables());
        Self { law, samples, features, seed, purpose, batches, drawn: 0, model, counts: Counts::new() }
    }

    /// What the features of each sample add to the log-odds of a click.
    fn log_odds(&self, dense: &[f32], indices: &[u32]) -> Vec<f64> {
        let mut odds = vec![0.0; self.samples];
        for (odds, features) in odds.iter_mut().zip(dense.chunks(self.features)) {
            for (feature, logarithm) in features.iter().enumerate() {
                *odds += self.model.dense(feature, f64::from(*logarithm));
            }
        }
        let lookups = self.law.lookups();
        for (column, rows) in indices.chunks(self.samples * lookups).enumerate() {
            for (odds, bag) in odds.iter_mut().zip(rows.chunks(lookups)) {
                for row in bag {
                    *odds += self.model.category(column, u64::from(*row), lookups);
                }
            }
        }
        odds
    }
}

impl BatchSource for LawClicks {
    fn next_batch(&mut self) -> Result<Option<Batch>, DataError> {
        if self.drawn == self.batches {
            return Ok(None);
        }
        let number = match self.purpose {
            Purpose::Training => self.drawn,
            Purpose::Evaluation => EVALUATION + self.drawn,
        };
        self.drawn += 1;
        let mut random = Pcg64::new(u128::from(self.seed) << 64 | u128::from(number), 3);
        let mut count = || libm::log1p(f64::from(self.counts.draw(&mut random))) as f32;
        let dense: Vec<f32> = (0..self.samples * self.features).map(|_| count()).collect();
        let (tables, lookups) = (self.law.tables(), self.law.lookups());
        let mut indices = Vec::with_capacity(tables * self.samples * lookups);
        for table in 0..tables {
            indices.extend(self.law.draw(number, table, self.samples).map(|row| row as u32));
        }
        let odds = self.log_odds(&dense, &indices);
        let labels = odds.into_iter().map(|odds| f32::from(self.model.click(odds, &mut random))).collect();
        let offsets = (0..=tables * self.samples).map(|bag| (bag * lookups) as u32).collect();
        Ok(Some(Batch { dense, bags: Bags { tables, samples: self.samples, offsets, indices }, labels }))
    }

    fn rewind(&mut self) -> Result<(), DataError> {
        self.drawn = 0;
        Ok(())
    }

    fn position(&self) -> Position {
        Position::Synthetic { batch: self.drawn, draws: 0 }
    }

    fn seek(&mut self, position: &Position) -> Result<(), DataError> {
        let Position::Synthetic { batch, .. } = position else {
            return Err(DataError::Position { message: "the data was not drawn".to_owned() });
        };
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
    use super::*;
    use crate::access::Column;

    fn source(purpose: Purpose) -> LawClicks {
        let columns = [Column::new(1000, 1.1), Column::new(7, 0.5)];
        LawClicks::new(Arc::new(Law::new(&columns, 2, 9)), 64, 3, 5, 4, purpose)
    }

    #[test]
    fn a_batch_depends_on_its_number_alone() {
        let mut all = source(Purpose::Training);
        let batches: Vec<Batch> = std::iter::from_fn(|| all.next_batch().unwrap()).collect();
        assert_eq!(batches.len(), 5);
        let mut late = source(Purpose::Training);
        late.seek(&Position::Synthetic { batch: 3, draws: 0 }).unwrap();
        assert_eq!(late.next_batch().unwrap().as_ref(), Some(&batches[3]));
        late.rewind().unwrap();
        assert_eq!(late.next_batch().unwrap().as_ref(), Some(&batches[0]));
        assert_ne!(source(Purpose::Evaluation).next_batch().unwrap().as_ref(), Some(&batches[0]));
        assert!(batches[0].bags.indices[..128].iter().all(|row| *row < 1000));
        assert!(batches[0].bags.indices[128..].iter().all(|row| *row < 7));
    }

    #[test]
    fn clicks_are_drawn_with_the_probabilities_that_it_names() {
        let mut source = source(Purpose::Training);
        let (mut clicks, mut expected, mut variance) = (0.0, 0.0, 0.0);
        while let Some(batch) = source.next_batch().unwrap() {
            for (probability, label) in source.click_probabilities(&batch).unwrap().into_iter().zip(&batch.labels) {
                clicks += f64::from(*label);
                expected += probability;
                variance += probability * (1.0 - probability);
            }
        }
        assert!((clicks - expected).abs() < 4.0 * f64::sqrt(variance), "{clicks} clicks, {expected} expected");
    }
}

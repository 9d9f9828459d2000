//! The batches of every epoch of an experiment.

use std::time::{Duration, Instant};

use emberlane_experiment::Experiment;

use crate::{Batch, BatchSource, DataError, Purpose, open};

/// The batches of every epoch.
pub struct Epochs {
    source: Box<dyn BatchSource>,
    epoch: u64,
    epochs: u64,
    /// Batches that are still wanted.
    left: u64,
    time: Duration,
}

impl Epochs {
    /// The batches that an experiment trains, `most` of them at most.
    ///
    /// # Errors
    /// Data that cannot be opened, or that does not fit the model.
    pub fn open(experiment: &Experiment, most: u64) -> Result<Self, DataError> {
        let Experiment { data, model, train, .. } = experiment;
        let source = open(data, model, train.batch_size, train.seed, Purpose::Training)?;
        Ok(Self { source, epoch: 0, epochs: train.epochs, left: most, time: Duration::ZERO })
    }

    /// How many they are, where that is known before they end.
    #[must_use]
    pub fn known(&self) -> Option<u64> {
        Some(self.source.batches()?.saturating_mul(self.epochs).min(self.left))
    }

    /// Malformed lines that were left out so far.
    #[must_use]
    pub fn skipped(&self) -> u64 {
        self.source.skipped()
    }

    /// Wall time that reading or drawing batches has taken so far.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.time
    }

    /// The next batch; `None` behind the last one of the last epoch.
    ///
    /// # Errors
    /// Data that cannot be read, or that is malformed.
    pub fn next_batch(&mut self) -> Result<Option<Batch>, DataError> {
        while self.left > 0 && self.epoch < self.epochs {
            let start = Instant::now();
            let batch = self.source.next_batch();
            self.time += start.elapsed();
            if let Some(batch) = batch? {
                self.left -= 1;
                return Ok(Some(batch));
            }
            self.epoch += 1;
            if self.epoch < self.epochs {
                self.source.rewind()?;
            }
        }
        Ok(None)
    }
}

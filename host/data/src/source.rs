//! What batches come from, whatever the kind of data.

use crate::{Batch, DataError};

/// Batches, one after the other.
pub trait BatchSource {
    /// The next batch; `None` at the end of an epoch.
    ///
    /// # Errors
    /// Data that cannot be read, or that is malformed.
    fn next_batch(&mut self) -> Result<Option<Batch>, DataError>;

    /// Starts the next epoch.
    ///
    /// # Errors
    /// Data that cannot be read again.
    fn rewind(&mut self) -> Result<(), DataError>;

    /// Batches an epoch, where that is known before it ends.
    fn batches(&self) -> Option<u64>;

    /// The probabilities with which the labels of a batch of this source were drawn; `None` where nobody knows them.
    /// No prediction is right more often.
    fn click_probabilities(&self, _batch: &Batch) -> Option<Vec<f64>> {
        None
    }

    /// Malformed lines that were left out so far.
    fn skipped(&self) -> u64 {
        0
    }
}

/// What data is for: synthetic samples differ between the two, of one click model; files do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To train on.
    Training,
    /// To evaluate what was trained.
    Evaluation,
}

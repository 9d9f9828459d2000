//! What batches come from, whatever the kind of data.

use crate::{Batch, DataError, Position};

/// Batches, one after the other. Several sources may be read side by side, each by a thread.
pub trait BatchSource: Send {
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

    /// Where the next batch comes from. Of a source of the same data, [`seek`](Self::seek) leads to the same batches.
    fn position(&self) -> Position;

    /// Goes to a position. What is read as a stream, compressed files and standard input, is read up to there.
    ///
    /// # Errors
    /// Data that cannot be read again, and a position of other data.
    fn seek(&mut self, position: &Position) -> Result<(), DataError>;

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

    /// Short lines whose last fields were taken for missing so far.
    fn padded(&self) -> u64 {
        0
    }

    /// Whether it can be read once only, as standard input.
    fn is_read_once(&self) -> bool {
        false
    }

    /// What was done with the cache of parsed records; `None`: there is none.
    fn cache(&self) -> Option<CacheUse> {
        None
    }
}

/// What was done with the cache of parsed records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CacheUse {
    /// Files whose records were there.
    pub used: u64,
    /// Files whose records were parsed and kept.
    pub built: u64,
    /// Why records that were there were not used.
    pub notes: Vec<String>,
}

/// What data is for: synthetic samples differ between the two, of one click model; files do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To train on.
    Training,
    /// To evaluate what was trained.
    Evaluation,
}

//! Batches of training data: tensors, Criteo records, or drawn from a power law.

mod click_model;
mod criteo;
mod generate;
mod synthetic;
mod tensors;

use std::path::PathBuf;

use thiserror::Error;

pub use criteo::{
    CRITEO_CATEGORIES, CRITEO_INTEGERS, Criteo, CriteoRecord, CriteoRecords, RecordError, row_of_category,
};
pub use generate::{GenerateOptions, Generated, generate};
pub use synthetic::Synthetic;
pub use tensors::Tensors;

use crate::config::{DataConfig, ModelConfig};

/// The embedding rows of a batch: one bag a table and sample.
///
/// Bags are numbered table by table: the bag of sample `s` in table `t` is `t * samples + s`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bags {
    /// Number of tables.
    pub tables: usize,
    /// Samples of the batch.
    pub samples: usize,
    /// Where each bag starts in `indices`: `tables * samples + 1` numbers, the first 0, none below the one before it.
    pub offsets: Vec<u32>,
    /// Rows, each within the bag's table.
    pub indices: Vec<u32>,
}

impl Bags {
    /// Number of bags.
    #[must_use]
    pub fn count(&self) -> usize {
        self.tables * self.samples
    }

    /// Rows of bag `bag`.
    ///
    /// # Panics
    /// When there is no such bag.
    #[must_use]
    pub fn bag(&self, bag: usize) -> &[u32] {
        &self.indices[self.offsets[bag] as usize..self.offsets[bag + 1] as usize]
    }
}

/// Some samples to train on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    /// Dense features, sample by sample.
    pub dense: Vec<f32>,
    /// Embedding rows.
    pub bags: Bags,
    /// 1 for a click, 0 for none.
    pub labels: Vec<f32>,
}

impl Batch {
    /// Number of samples.
    #[must_use]
    pub fn samples(&self) -> usize {
        self.labels.len()
    }
}

/// Why there is no next batch.
#[derive(Debug, Error)]
pub enum DataError {
    /// A file cannot be opened, read or written.
    #[error("{}: {source}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A line is no Criteo record.
    #[error("{}:{line}: {problem} (data.on_malformed = \"skip\" leaves such lines out and counts them)", file.display())]
    Malformed {
        /// The file.
        file: PathBuf,
        /// Line, from 1.
        line: u64,
        /// What is wrong with it.
        problem: RecordError,
    },
    /// A tensor file does not hold what the experiment needs.
    #[error("{}: {message}", file.display())]
    Tensors {
        /// The file.
        file: PathBuf,
        /// Which tensor, what was expected and what was found.
        message: String,
    },
}

impl DataError {
    pub(crate) fn io(file: &std::path::Path) -> impl FnOnce(std::io::Error) -> Self {
        let file = file.to_path_buf();
        move |source| Self::Io { file, source }
    }
}

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

/// Opens the data of an experiment. `batch_size` is `None` where the experiment does not say; `seed` draws synthetic data.
///
/// # Errors
/// Data that cannot be opened, or that does not fit the model.
pub fn open(
    data: &DataConfig,
    model: &ModelConfig,
    batch_size: Option<usize>,
    seed: u64,
    purpose: Purpose,
) -> Result<Box<dyn BatchSource>, DataError> {
    let size = batch_size.unwrap_or(crate::config::TrainConfig::DEFAULT_BATCH_SIZE);
    Ok(match data {
        DataConfig::Tensors { path } => Box::new(Tensors::open(path, model, batch_size)?),
        DataConfig::Criteo { path, on_malformed } => Box::new(Criteo::open(path, model, size, *on_malformed)?),
        DataConfig::Synthetic { skew, batches } => {
            Box::new(Synthetic::new(model, size, *skew, *batches, seed, purpose))
        }
    })
}

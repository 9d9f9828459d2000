//! How large batches are, and how much of the data stays in memory: known before any of it is read.

use emberlane_experiment::{DataConfig, ModelConfig, TrainConfig};
use emberlane_files::TensorFile;

use crate::{DataError, files};

/// How large the batches of an experiment are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataMemory {
    /// Samples of a batch.
    pub samples: u64,
    /// Rows that a batch looks up, repeats counted.
    pub lookups: u64,
    /// Batches an epoch, where that is known.
    pub batches: Option<u64>,
    /// Bytes of data that stay in memory.
    pub held: u64,
}

impl DataMemory {
    /// Of some data for a model. Of files of tensors the headers are read; what is held out counts as batches, too.
    ///
    /// # Errors
    /// A file of tensors that is none.
    pub fn of(data: &DataConfig, model: &ModelConfig, train: &TrainConfig) -> Result<Self, DataError> {
        let samples = train.batch_size.unwrap_or(TrainConfig::DEFAULT_BATCH_SIZE) as u64;
        let lookups = (model.tables() as u64 * samples).saturating_mul(model.lookups as u64);
        Ok(match data {
            DataConfig::Synthetic { batches, .. } => Self { samples, lookups, batches: Some(*batches), held: 0 },
            DataConfig::Criteo { .. } => Self { samples, lookups, batches: None, held: 0 },
            DataConfig::Tensors { .. } => {
                let mut all = Self { samples: 0, lookups: 0, batches: Some(0), held: 0 };
                for path in files(data)? {
                    let file = TensorFile::open(&path).map_err(DataError::io(&path))?;
                    let shape = file.info("indices").map(|tensor| tensor.shape.clone()).unwrap_or_default();
                    // A file of other tensors is refused when it is read.
                    let [batches, tables, samples, lookups] =
                        shape.try_into().unwrap_or([0; 4]).map(|size| size as u64);
                    let lookups = tables.saturating_mul(samples).saturating_mul(lookups);
                    // The largest batch counts, and all of the files.
                    all = Self {
                        samples: all.samples.max(samples),
                        lookups: all.lookups.max(lookups),
                        batches: all.batches.and_then(|all| all.checked_add(batches)),
                        held: all.held.saturating_add(file.data_bytes()),
                    };
                }
                all
            }
        })
    }

    /// Bytes of a batch as it comes from the data.
    #[must_use]
    pub fn batch(&self, model: &ModelConfig) -> u64 {
        // Dense features and a label of every sample; rows, and where each bag begins.
        let sample = model.dense() as u64 + 1 + model.tables() as u64;
        self.samples.saturating_mul(sample).saturating_add(self.lookups).saturating_mul(4)
    }
}

//! Opens the data that an experiment asks for: the one place that knows every kind.

use emberlane_experiment::{DataConfig, ModelConfig, TrainConfig};

use crate::{BatchSource, Criteo, DataError, Purpose, Synthetic, Tensors};

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
    let size = batch_size.unwrap_or(TrainConfig::DEFAULT_BATCH_SIZE);
    Ok(match data {
        DataConfig::Tensors { path } => Box::new(Tensors::open(path, model, batch_size)?),
        DataConfig::Criteo { path, on_malformed } => Box::new(Criteo::open(path, model, size, *on_malformed)?),
        DataConfig::Synthetic { skew, batches } => {
            Box::new(Synthetic::new(model, size, *skew, *batches, seed, purpose))
        }
    })
}

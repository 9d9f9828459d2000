//! Opens the data that an experiment asks for: the one place that knows every kind.

use emberlane_experiment::{DataConfig, ModelConfig, TrainConfig};

use crate::held_out::Part;
use crate::{BatchSource, Criteo, DataError, Purpose, Synthetic, Tensors};

/// Opens the data of an experiment. `batch_size` is `None` where the experiment does not say; `seed` draws synthetic data, and
/// chooses what is held out: `purpose` says which part of the data is read.
///
/// The beginning of every file is looked at, so that what is opened can be trained, unless something is wrong further on.
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
    let part = Part::new(data.held_out(), seed, purpose);
    Ok(match data {
        DataConfig::Tensors { paths, .. } => Box::new(Tensors::open(paths, model, batch_size, part)?),
        DataConfig::Criteo(config) => Box::new(Criteo::open(config, model, size, part)?),
        DataConfig::Synthetic { skew, batches } => {
            Box::new(Synthetic::new(model, size, *skew, *batches, seed, purpose))
        }
    })
}

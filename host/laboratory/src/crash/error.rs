//! Why there is no report.

use std::path::PathBuf;

use emberlane_checkpoints::ImageError;
use emberlane_stores::EmbeddingError;
use emberlane_training::TrainError;
use thiserror::Error;

/// Why there is no report.
#[derive(Debug, Error)]
pub enum CrashError {
    /// The training itself.
    #[error(transparent)]
    Train(#[from] TrainError),
    /// The tables or their device.
    #[error(transparent)]
    Embedding(#[from] EmbeddingError),
    /// An image that cannot be written.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// An experiment that cannot be cut.
    #[error("{0}")]
    Experiment(String),
    /// Options that the training has not what they name for: cycles, batches, a cut.
    #[error("{0}")]
    Options(String),
    /// A file that cannot be written.
    #[error("{}: {source}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

//! Why parameters and states cannot be set or saved.

use std::path::PathBuf;

use emberlane_stores::EmbeddingError;
use thiserror::Error;

/// Why parameters could not be set or saved.
#[derive(Debug, Error)]
pub enum ParameterError {
    /// A file cannot be read or written.
    #[error("{}: {source}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file does not hold the model's parameters.
    #[error("{}: {message}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Which tensor, what was expected and what was found.
        message: String,
    },
    /// The tables' device failed.
    #[error(transparent)]
    Embedding(#[from] EmbeddingError),
}

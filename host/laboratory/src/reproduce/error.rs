//! Why there is no figure.

use std::path::{Path, PathBuf};

use emberlane_files::write_whole;
use emberlane_ps::StoreError;
use emberlane_training::TrainError;
use thiserror::Error;

use crate::ndrec::counts::CountError;
use crate::trainingcxl::WorkloadError;

/// Why a figure could not be reproduced.
#[derive(Debug, Error)]
pub enum ReproduceError {
    /// Training.
    #[error(transparent)]
    Train(#[from] TrainError),
    /// Counting what a batch needs.
    #[error(transparent)]
    Workload(#[from] WorkloadError),
    /// Counting what caches meet.
    #[error(transparent)]
    Count(#[from] CountError),
    /// A shard of a parameter server.
    #[error(transparent)]
    Shard(#[from] StoreError),
    /// A file of clicks that is too short to train on one part and measure on the other.
    #[error("{}: {batches} batches of {batch_size} rows; at least 3 are needed, two to train on and one to measure on", file.display())]
    TooShort {
        /// The file.
        file: PathBuf,
        /// Batches that it has.
        batches: u64,
        /// Rows a batch.
        batch_size: usize,
    },
    /// An output file.
    #[error("{}: {source}", file.display())]
    Output {
        /// The file or directory.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// Writes a file into a directory, which is made if it is not there; what is in its place stays unless all of it is written.
pub(super) fn write(directory: &Path, file: &str, text: &str) -> Result<(), ReproduceError> {
    let output = |file: &Path| {
        let file = file.to_path_buf();
        move |source| ReproduceError::Output { file, source }
    };
    std::fs::create_dir_all(directory).map_err(output(directory))?;
    let file = directory.join(file);
    write_whole(&file, text).map_err(output(&file))
}

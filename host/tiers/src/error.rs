//! Why a store over several memories failed.

use std::path::{Path, PathBuf};

use emberlane_stores::{EmbeddingError, RowKey};
use thiserror::Error;

/// Why a store over several memories failed.
#[derive(Debug, Error)]
pub enum TierError {
    /// A file cannot be read or written.
    #[error("{}{}: {what}: {source}", file.display(), of_shard(*shard))]
    Io {
        /// The file or folder.
        file: PathBuf,
        /// Of which shard it is; `None`: of the whole store.
        shard: Option<usize>,
        /// What was tried.
        what: &'static str,
        /// Why it failed.
        source: std::io::Error,
    },
    /// A row is not what was written.
    #[error(
        "{}: shard {shard}, block {block}, slot {slot}: {}: {problem}; the row is lost here: go on from a saved state with --resume",
        file.display(), named(*row)
    )]
    Row {
        /// The file.
        file: PathBuf,
        /// The shard.
        shard: usize,
        /// Where in the file, in blocks of 4 KiB.
        block: usize,
        /// Where in the file, in rows.
        slot: usize,
        /// The row that was to be there; `None`: nobody knows.
        row: Option<RowKey>,
        /// What is wrong.
        problem: String,
    },
    /// A folder or a file is not what it should be.
    #[error("{}: {problem}", file.display())]
    Other {
        /// The file or folder.
        file: PathBuf,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// It has failed before.
    #[error("the store has failed before, and takes nothing more until it is opened anew")]
    Failed,
    /// More batches were announced than it was opened for.
    #[error("{announced} batches are announced, and the store fetches {depth} ahead: train one first")]
    TooFarAhead {
        /// Batches that are announced and not trained.
        announced: usize,
        /// Batches that it fetches ahead.
        depth: usize,
    },
    /// A store in RocksDB, of a build without it.
    #[error(
        "this build has no RocksDB: let scripts/setup install librocksdb-dev and libclang-dev, and build with --features rocksdb; or \
         keep the rows with store.backend = \"logs\""
    )]
    NoRocksDb,
    /// A thread that reads has ended.
    #[error("a lane of the store has ended: open it anew")]
    Lane,
}

impl TierError {
    pub(crate) fn io<'f>(
        file: &'f Path,
        shard: Option<usize>,
        what: &'static str,
    ) -> impl FnOnce(std::io::Error) -> Self + use<'f> {
        move |source| Self::Io { file: file.to_path_buf(), shard, what, source }
    }

    pub(crate) fn other(file: &Path, problem: impl Into<String>) -> Self {
        Self::Other { file: file.to_path_buf(), problem: problem.into() }
    }
}

impl From<TierError> for EmbeddingError {
    fn from(error: TierError) -> Self {
        Self::store(error)
    }
}

fn of_shard(shard: Option<usize>) -> String {
    shard.map_or_else(String::new, |shard| format!(" (shard {shard})"))
}

fn named(row: Option<RowKey>) -> String {
    row.map_or_else(|| "a row".to_owned(), |key| format!("row {} of table {}", key.row, key.table))
}

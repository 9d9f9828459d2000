//! Why an embedding operation failed.

use std::error::Error as StdError;

use emberlane_data::DataError;
use emberlane_memory::NoMemory;
use thiserror::Error;

/// What a store's own error is carried as.
type Source = Box<dyn StdError + Send + Sync>;

/// Why an embedding operation failed. It names no device: what a store is made of says itself what went wrong with it, and is the
/// source.
#[derive(Debug, Error)]
pub enum EmbeddingError {
    /// A row that the table does not have.
    #[error("table {table} has {rows} rows; there is no row {row}")]
    NoRow {
        /// The table.
        table: usize,
        /// Its rows.
        rows: u32,
        /// The row asked for.
        row: u64,
    },
    /// A number of values that is no whole number of rows or vectors.
    #[error("{what}: expected {expected} values, found {found}")]
    Length {
        /// Of what.
        what: &'static str,
        /// Values expected.
        expected: usize,
        /// Values found.
        found: usize,
    },
    /// The data that tells which tables go where.
    #[error(transparent)]
    Data(#[from] DataError),
    /// Memory that cannot be had.
    #[error(transparent)]
    NoMemory(#[from] NoMemory),
    /// Batches that are looked up in another order than they were announced in.
    #[error("the batch that is looked up is not the one that was announced")]
    NotAnnounced,
    /// A batch that the store cannot take.
    #[error("batch {batch}: {source}")]
    Batch {
        /// The batch, from 0.
        batch: u64,
        /// What does not fit.
        source: Source,
    },
    /// There is no such store here, or it cannot do what it is asked for.
    #[error("{0}")]
    Unavailable(String),
    /// The store has refused what it was told to do; nothing goes on until it is opened anew.
    #[error(transparent)]
    Refused(Source),
    /// What the store is made of failed.
    #[error(transparent)]
    Store(Source),
}

impl EmbeddingError {
    /// An error of what a store is made of.
    pub fn store(source: impl StdError + Send + Sync + 'static) -> Self {
        Self::Store(Box::new(source))
    }

    /// Whether a store has refused what it was told to do.
    #[must_use]
    pub const fn is_refusal(&self) -> bool {
        matches!(self, Self::Refused(_))
    }
}

/// Why there was no recovery.
#[derive(Debug, Error)]
pub enum RecoveryError {
    /// What is durable is of another experiment.
    #[error("what the store holds was made by another experiment")]
    OtherExperiment,
    /// There is no checkpoint.
    #[error("the store holds no checkpoint of this experiment ({})", discarded.join("; "))]
    NoCheckpoint {
        /// What was found and not used, and why.
        discarded: Vec<String>,
    },
    /// The store failed.
    #[error(transparent)]
    Embedding(#[from] EmbeddingError),
}

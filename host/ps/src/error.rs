//! Why a shard refuses.

use emberlane_memory::NoMemory;
use emberlane_stores::{EmbeddingError, RecoveryError};
use thiserror::Error;

use crate::Key;
use crate::pool::{Line, PoolError};

/// Why a shard refuses. Nothing of the call that was refused has been done, but where it says otherwise.
#[derive(Debug, Error)]
pub enum StoreError {
    /// A batch out of its turn.
    #[error("{what} of batch {batch}: the shard is at batch {expected}")]
    Turn {
        /// What was asked for.
        what: &'static str,
        /// For which batch.
        batch: u64,
        /// The one whose turn it is.
        expected: u64,
    },
    /// What is done at the end of a batch alone.
    #[error("{what} while batch {batch} is under way; it is done between batches")]
    MidBatch {
        /// What was asked for.
        what: &'static str,
        /// The batch.
        batch: u64,
    },
    /// A row that there is not.
    #[error("table {} has {rows} rows; there is no row {}", key.table(), key.row())]
    NoRow {
        /// The row.
        key: Key,
        /// Rows of its table.
        rows: u32,
    },
    /// A push to a row that the batch has not pulled.
    #[error("row {} of table {} is pushed to and was not pulled in batch {batch}", key.row(), key.table())]
    NotPulled {
        /// The row.
        key: Key,
        /// The batch.
        batch: u64,
    },
    /// Another number of values.
    #[error("{what}: expected {expected} numbers, found {found}")]
    Length {
        /// Of what.
        what: &'static str,
        /// Numbers expected.
        expected: usize,
        /// Numbers found.
        found: usize,
    },
    /// A push that does not fit together.
    #[error("a push of {what}")]
    Push {
        /// What does not fit.
        what: String,
    },
    /// There is no such checkpoint.
    #[error("there is no checkpoint {target} to go back to; {there_are}")]
    NoCheckpoint {
        /// The one that was asked for.
        target: u64,
        /// Which there are.
        there_are: String,
    },
    /// A commit of what is not done.
    #[error("checkpoint {global} is committed, but this shard has done {done} and no later one")]
    NotDone {
        /// The one committed.
        global: u64,
        /// The newest that is done.
        done: u64,
    },
    /// No slot for a row.
    #[error(
        "pool {pool} is full: a partition's {slots} slots hold {rows} rows, and {held} more that checkpoints {wanted:?} need; make a \
         larger pool of it (with pool.slots raised: `emberlane pool copy {pool} LARGER --for EXPERIMENT`), or commit checkpoints more often"
    )]
    Full {
        /// The pool.
        pool: String,
        /// Slots of the partition.
        slots: u64,
        /// Rows in it.
        rows: u64,
        /// Slots that hold rows as they were.
        held: u64,
        /// The checkpoints that need them.
        wanted: Vec<u64>,
    },
    /// A pool that cannot be used.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// A folder of a shard, or a file in it, that cannot be used.
    #[error("{path}: {what}")]
    Folder {
        /// Its name.
        path: String,
        /// What is wrong, and what to do.
        what: String,
    },
    /// What this storage cannot do.
    #[error("{0}")]
    Unavailable(String),
    /// A device that failed.
    #[error(transparent)]
    Device(#[from] EmbeddingError),
    /// A log of a device that does not bring the rows back.
    #[error(transparent)]
    Recovery(RecoveryError),
    /// Memory that cannot be had.
    #[error(transparent)]
    NoMemory(#[from] NoMemory),
}

impl StoreError {
    /// A push names a row twice.
    pub(crate) fn twice(key: Key) -> Self {
        Self::Push { what: format!("row {} of table {} twice", key.row(), key.table()) }
    }

    /// A pool has no such checkpoint.
    pub(crate) fn no_checkpoint(pool: &str, target: u64, lines: &[Line]) -> Self {
        let there_are: Vec<u64> = lines.iter().map(|line| line.checkpoint).collect();
        Self::NoCheckpoint { target, there_are: format!("pool {pool} has {there_are:?}") }
    }
}

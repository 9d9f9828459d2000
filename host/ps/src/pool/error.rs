//! Why a pool cannot be used.

use std::io;

use emberlane_models::media::MediaError;
use thiserror::Error;

use super::layout::Geometry;
use super::line::Line;
use super::superblock::VERSION;

/// What to do with a pool that is damaged.
const WAY_OUT: &str = "docs/pool.md (\"A pool is damaged\") has the way out";

/// Why a pool cannot be used. Every error names the pool.
#[derive(Debug, Error)]
pub enum PoolError {
    /// The system failed.
    #[error("pool {pool}: {what}: {source}")]
    Io {
        /// The pool.
        pool: String,
        /// What was done.
        what: &'static str,
        /// Why it failed.
        source: io::Error,
    },
    /// There is one already.
    #[error("pool {pool}: a file of this name is there already: choose another name, or remove it")]
    Exists {
        /// The pool.
        pool: String,
    },
    /// Another process has it.
    #[error("pool {pool} is in use by another process; a pool has one owner")]
    InUse {
        /// The pool.
        pool: String,
    },
    /// It is none.
    #[error(
        "{pool} is no pool: neither copy of its superblock (bytes 0..128 and 4096..4224) is whole; if it was one, {WAY_OUT}"
    )]
    NoPool {
        /// The pool.
        pool: String,
    },
    /// It is the memory of a device.
    #[error(
        "{pool} is the memory of a CXL-MEM (storage = \"cxl-mem\"), which `emberlane pool` cannot look into: `serve` checks its log; copy it as any \
         file, while no process has it"
    )]
    Device {
        /// The file.
        pool: String,
    },
    /// It is no file.
    #[error("{pool} is {what}, and a pool is a regular file")]
    NoFile {
        /// Its name.
        pool: String,
        /// What it is.
        what: &'static str,
    },
    /// It is no memory of a device.
    #[error("{pool} is no memory of a CXL-MEM: {what}; name another file, or remove it to begin anew")]
    NoDevice {
        /// The file.
        pool: String,
        /// What is wrong.
        what: String,
    },
    /// It has another format.
    #[error("pool {pool} has version {found} of the format; this program reads version {VERSION}")]
    Version {
        /// The pool.
        pool: String,
        /// Its version.
        found: u32,
    },
    /// It belongs to something else.
    #[error("pool {pool} is of {what} {found}, not of {expected}; name another pool, or remove it to begin anew")]
    Other {
        /// The pool.
        pool: String,
        /// Of another what.
        what: &'static str,
        /// Its own.
        found: String,
        /// The one that was expected.
        expected: String,
    },
    /// It has other slots than an experiment asks for.
    #[error(
        "pool {pool} has {} slots in each of {} partitions, and the experiment asks for {} in each of {} (pool.slots, pool.partitions, save.keep): \
         make a larger one of it (`emberlane pool copy {pool} LARGER --for EXPERIMENT`) and name that, or say what it has; without --resume it may \
         be another one as well", found.slots, found.partitions, expected.slots, expected.partitions
    )]
    Slots {
        /// The pool.
        pool: String,
        /// What it consists of.
        found: Geometry,
        /// What it should consist of.
        expected: Geometry,
    },
    /// It was to become a larger one, of another kind.
    #[error(
        "pool {pool} has {} slots in each of {} partitions for rows of {} numbers; a copy with more slots has as many partitions, as wide rows and no \
         fewer slots: {} in each of {}, for rows of {} numbers, are not that", found.slots, found.partitions, found.shape.width(), expected.slots,
        expected.partitions, expected.shape.width()
    )]
    NotLarger {
        /// The pool.
        pool: String,
        /// What it consists of.
        found: Geometry,
        /// What the copy should consist of.
        expected: Geometry,
    },
    /// It is one of another number of shards.
    #[error(
        "pool {pool} is one of {found} shards, not of {expected}: bring all of them to {expected} (`emberlane pool reshard`), name other pools, or \
         remove them to begin anew"
    )]
    Shards {
        /// The pool.
        pool: String,
        /// Shards that there were.
        found: u32,
        /// Shards that there are.
        expected: u32,
    },
    /// It is shorter than it says.
    #[error("pool {pool} is cut short: {found} bytes of {expected}; slots from {first_slot} on are gone; {WAY_OUT}")]
    Truncated {
        /// The pool.
        pool: String,
        /// Bytes there are.
        found: u64,
        /// Bytes there should be.
        expected: u64,
        /// The first slot that is not whole.
        first_slot: u64,
    },
    /// No checkpoint line is whole.
    #[error("pool {pool}: none of its checkpoint lines (bytes 8192..8704) is whole, so that nothing says what it holds: {}; {WAY_OUT}",
        if lines.is_empty() { "all are empty".to_owned() } else { lines.join("; ") })]
    NoLine {
        /// The pool.
        pool: String,
        /// What each line is.
        lines: Vec<String>,
    },
    /// Rows of a checkpoint are not there.
    #[error(
        "pool {pool} is damaged: checkpoint {checkpoint} consists of {expected} rows, and {found} were found whose digest is another; \
         {unreadable}. Nothing of it was used; {WAY_OUT}"
    )]
    Damaged {
        /// The pool.
        pool: String,
        /// The checkpoint.
        checkpoint: u64,
        /// Rows it should have.
        expected: u64,
        /// Rows that were found.
        found: u64,
        /// Slots that are unreadable.
        unreadable: String,
    },
    /// A slot does not hold what it held.
    #[error("pool {pool}: slot {slot} does not hold row {row} of table {table} any more: it is damaged")]
    Slot {
        /// The pool.
        pool: String,
        /// The slot.
        slot: u64,
        /// Its table.
        table: u32,
        /// Its row.
        row: u32,
    },
    /// More bytes than there can be.
    #[error(
        "a pool of {slots} slots in each of {partitions} partitions is larger than any: a partition numbers fewer than 2^32"
    )]
    TooLarge {
        /// Slots of a partition.
        slots: u64,
        /// Partitions.
        partitions: u32,
    },
    /// A medium to be emulated that there is not.
    #[error(transparent)]
    Media(#[from] MediaError),
}

impl PoolError {
    /// Rows of a checkpoint are not there, where these slots are unreadable.
    pub(crate) fn damaged(pool: &str, line: &Line, found: u64, slots: &str) -> Self {
        let unreadable = match slots {
            "" => "every slot is readable, and some hold what they should not".to_owned(),
            slots => format!("unreadable are slots {slots}"),
        };
        let Line { checkpoint, rows: expected, .. } = *line;
        Self::Damaged { pool: pool.to_owned(), checkpoint, expected, found, unreadable }
    }
}

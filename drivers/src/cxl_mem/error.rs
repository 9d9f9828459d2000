//! What can go wrong between a program and CXL-MEM.

use emberlane_registers::cxl_mem as registers;
use thiserror::Error;

use super::{batch::BatchError, device_error::DeviceError, log::LogError};
use crate::{identity::IdentityError, transport::TransportError};

/// Why a call of [`CxlMem`](super::CxlMem) failed.
#[derive(Debug, Error)]
pub enum CxlMemError {
    /// The device was not reached.
    #[error(transparent)]
    Transport(#[from] TransportError),
    /// Not the device that this driver drives.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// The device describes itself in a way that cannot be.
    #[error("the device reports {what}, which cannot be")]
    Capabilities {
        /// What it reports.
        what: String,
    },
    /// The vector length is not one that the device can work with.
    #[error(
        "vector length {length} is not a multiple of {} in {}..={longest}",
        registers::LINE_ELEMENTS,
        registers::MIN_VECTOR_LENGTH
    )]
    VectorLength {
        /// Elements asked for.
        length: u32,
        /// Longest vector of this device.
        longest: u32,
    },
    /// There is no table to configure.
    #[error("a configuration needs at least one table")]
    NoTables,
    /// A table without rows.
    #[error("table {table} has no rows")]
    NoRows {
        /// The table.
        table: usize,
    },
    /// The first table's address is not a multiple of a line.
    #[error("data base {base:#x} is not a multiple of {}", registers::LINE_BYTES)]
    DataBase {
        /// Address asked for.
        base: u64,
    },
    /// The tables do not fit into persistent memory.
    #[error("the tables end at byte {needed} of persistent memory, the device has {available}")]
    TablesTooLarge {
        /// Bytes from DPA 0 to the end of the last table.
        needed: u128,
        /// Bytes of persistent memory.
        available: u64,
    },
    /// A batch's lists, pooled vectors and gradients do not fit into a half of the scratchpad.
    #[error("the batch needs {needed} bytes of scratchpad, half of the device's has {available}; use a smaller batch")]
    ScratchpadTooSmall {
        /// Bytes needed.
        needed: u128,
        /// Bytes of half of the scratchpad: the other half is for the batch before or behind.
        available: u64,
    },
    /// The batch before is not the one that the overlap is of, or the batch itself is not.
    #[error("the overlap is of batches of {} and {} bags, but these have {} and {}", overlap[0], overlap[1], found[0], found[1])]
    Overlap {
        /// Bags of the two batches of the overlap.
        overlap: [usize; 2],
        /// Bags of the batch that was posted last, and of the batch.
        found: [usize; 2],
    },
    /// A call that needs [`post_ahead`](super::CxlMem::post_ahead) first.
    #[error("no batch is posted ahead")]
    NotAhead,
    /// A call that needs [`configure`](super::CxlMem::configure) first.
    #[error("the device is not configured yet")]
    NotConfigured,
    /// A call that needs [`post`](super::CxlMem::post) first.
    #[error("no batch is posted")]
    NotPosted,
    /// A table that was not configured.
    #[error("table {table} of {tables}")]
    NoTable {
        /// The table asked for.
        table: usize,
        /// Tables configured.
        tables: usize,
    },
    /// Rows that the table does not have.
    #[error("rows {first}..{} of table {table}, which has {rows}", u128::from(*first) + u128::from(*count))]
    RowRange {
        /// The table.
        table: usize,
        /// First row asked for.
        first: u64,
        /// Rows asked for.
        count: u64,
        /// Rows of the table.
        rows: u32,
    },
    /// Vectors of the wrong number of words.
    #[error("{what}: {found} words, expected {expected}")]
    WordCount {
        /// What the words are for.
        what: &'static str,
        /// Words given.
        found: usize,
        /// Words expected.
        expected: String,
    },
    /// Lists that do not make a batch.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// A log that cannot be written, or from which nothing can be recovered.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A batch of another number of tables than were configured.
    #[error("the batch has {found} tables, {configured} are configured")]
    TableCount {
        /// Tables of the batch.
        found: usize,
        /// Tables configured.
        configured: usize,
    },
    /// A bag asks for a row that its table does not have.
    #[error("table {table}, bag {bag} of the batch: entry {entry} asks for row {index}, the table has {rows}")]
    Index {
        /// The table.
        table: usize,
        /// The bag, over the whole batch.
        bag: usize,
        /// The entry, over the whole batch.
        entry: usize,
        /// The row asked for.
        index: u32,
        /// Rows of the table.
        rows: u32,
    },
    /// Mean pooling of a batch without scales.
    #[error("mean pooling needs a scale (the bits of 1/n) for each bag; give them with `Batch::with_scales`")]
    NoScales,
    /// The device refused a job, or failed at it.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// A job while an earlier failure is not cleared: the device would ignore it.
    #[error("the device still holds the failure of an earlier job; call `clear` first")]
    NotCleared,
    /// The device reports an error that this driver does not know.
    #[error("the device reports error {value} at {position:#x}, which this driver does not know")]
    UnknownError {
        /// What `ERROR` reads.
        value: u64,
        /// What `ERROR_POSITION` reads.
        position: u64,
    },
    /// The interrupt line rose, but the job neither ended nor failed.
    #[error("the device interrupted, but STATUS reads {status:#x}: still BUSY, or neither DONE nor FAILED")]
    Spurious {
        /// What `STATUS` reads.
        status: u64,
    },
}

//! What can go wrong between a program and CXL-MEM.

use super::{BatchError, List};
use crate::TransportError;
use emberlane_registers::cxl_mem::{self as registers, Command, ErrorCode};
use std::fmt;
use thiserror::Error;

/// Why a call of [`CxlMem`](super::CxlMem) failed.
#[derive(Debug, Error)]
pub enum CxlMemError {
    /// The device was not reached.
    #[error(transparent)]
    Transport(#[from] TransportError),
    /// Something else answers at the device's MMIO region.
    #[error("no CXL-MEM here: IDENTITY reads {found:#018x}, a CXL-MEM reads {:#018x}", registers::IDENTITY_VALUE)]
    Identity {
        /// What `IDENTITY` reads.
        found: u64,
    },
    /// The device's interface is not the one that this driver was made for.
    #[error(
        "the device has interface version {}.{}, this driver needs {}.{} or a later minor version; use matching hardware and software",
        found >> 16, found & 0xffff, registers::VERSION_VALUE >> 16, registers::VERSION_VALUE & 0xffff
    )]
    Version {
        /// What `VERSION` reads.
        found: u64,
    },
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
    /// A batch's lists, pooled vectors and gradients do not fit into the scratchpad.
    #[error("the batch needs {needed} bytes of scratchpad, the device has {available}; use a smaller batch")]
    ScratchpadTooSmall {
        /// Bytes needed.
        needed: u128,
        /// Bytes of scratchpad.
        available: u64,
    },
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

/// The device's own word on a job that it refused or failed.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{explanation}")]
pub struct DeviceError {
    /// The doorbell's value.
    pub command: u64,
    /// What went wrong.
    pub code: ErrorCode,
    /// Where; its meaning depends on `code`.
    pub position: u64,
    /// Both in words.
    pub explanation: String,
}

impl DeviceError {
    /// Puts `code` and `position` into words. `word` is the list's word at the position, where that makes sense.
    pub(super) fn new(command: u64, code: ErrorCode, position: u64, word: Option<u32>) -> Self {
        let explanation = Explanation { command, code, position, word }.to_string();
        Self { command, code, position, explanation }
    }
}

/// The list that a position in `code` counts in, for a job of `command`.
pub(super) fn list_of(command: u64, code: ErrorCode) -> Option<List> {
    let update = command == Command::Update as u64;
    match code {
        ErrorCode::Offset => Some(if update { List::RowOffsets } else { List::BagOffsets }),
        ErrorCode::Index => Some(if update { List::SourceBags } else { List::Indices }),
        ErrorCode::Row | ErrorCode::EmptyRow => Some(List::Rows),
        ErrorCode::Table | ErrorCode::SegmentCount => {
            Some(if update { List::RowDirectory } else { List::BagDirectory })
        }
        _ => None,
    }
}

struct Explanation {
    command: u64,
    code: ErrorCode,
    position: u64,
    word: Option<u32>,
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { command, code, position, word } = *self;
        let register = Offset(position);
        let list = list_of(command, code).map_or("the list", |list| list.register().name);
        let update = command == Command::Update as u64;
        let job = match command {
            value if value == Command::Lookup as u64 => "lookup",
            value if value == Command::Update as u64 => "update",
            _ => "doorbell",
        };
        let ended = if matches!(code, ErrorCode::MediaRead | ErrorCode::MediaWrite | ErrorCode::Flush) {
            "failed"
        } else {
            "refused"
        };
        write!(f, "{job} {ended}: ")?;
        match code {
            ErrorCode::VectorLength => write!(
                f,
                "vector length {position} is not a multiple of {} in {}..={}",
                registers::LINE_ELEMENTS,
                registers::MIN_VECTOR_LENGTH,
                registers::MAX_VECTOR_LENGTH
            ),
            ErrorCode::Pooling => write!(f, "pooling {position} is neither 0 (sum) nor 1 (mean)"),
            ErrorCode::ZeroLength => write!(f, "{register} is zero"),
            ErrorCode::Misaligned => write!(f, "{register} is not a multiple of {}", registers::LINE_BYTES),
            ErrorCode::OutsideDevice => write!(f, "the region at {register} leaves the device's memory"),
            ErrorCode::RegionOverlap => write!(f, "the region at {register} overlaps the descriptor region"),
            ErrorCode::OutsideRegion => write!(f, "what starts at {register} leaves its region"),
            ErrorCode::DoorbellBusy => {
                write!(f, "the doorbell rang with {position} while a job was running; that job went on")
            }
            ErrorCode::UnknownCommand => write!(f, "{position} is no command"),
            ErrorCode::Table => write!(
                f,
                "entry {position} of {list}: the table has no rows, is misaligned, leaves the data region or does not lie above the table before it"
            ),
            ErrorCode::SegmentCount => write!(
                f,
                "the {} of {list} do not add up to {}",
                if update { "rows" } else { "bags" },
                if update { registers::ROW_COUNT.name } else { registers::BAG_COUNT.name }
            ),
            ErrorCode::Offset => write!(
                f,
                "offsets must start at 0, not decrease and end at {}: broken at segment {position} of {list}",
                registers::ENTRY_COUNT.name
            ),
            ErrorCode::Index => {
                f.write_str(if update { "bag" } else { "index" })?;
                write!(f, " out of range: entry {position} of {list}")?;
                word.map_or(Ok(()), |word| write!(f, " is {word}"))
            }
            ErrorCode::Row => {
                write!(f, "row out of range or not above the row before it: entry {position} of {list}")?;
                word.map_or(Ok(()), |word| write!(f, " is {word}"))
            }
            ErrorCode::EmptyRow => {
                write!(f, "no bag uses entry {position} of {list}")?;
                word.map_or(Ok(()), |word| write!(f, " (row {word})"))
            }
            ErrorCode::MediaRead => {
                write!(f, "memory answered the read of the line at DPA {position:#x} with an error")
            }
            ErrorCode::Flush => write!(
                f,
                "the host refused a pooled vector for the peer at HPA {:#x}; check that {} is memory of a device",
                position & !1,
                registers::FLUSH_TARGET.name
            ),
            ErrorCode::MediaWrite => {
                write!(f, "memory answered the write of the line at DPA {position:#x} with an error")
            }
        }
    }
}

/// A register's offset, shown by name.
struct Offset(u64);

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match registers::MAP.at(self.0) {
            Some(register) => f.write_str(register.name),
            None => write!(f, "MMIO offset {:#x}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explanations_name_list_position_and_value() {
        let error = DeviceError::new(Command::Lookup as u64, ErrorCode::Index, 517, Some(4096));
        assert_eq!(error.to_string(), "lookup refused: index out of range: entry 517 of INDICES is 4096");
        let error = DeviceError::new(Command::Update as u64, ErrorCode::Index, 3, None);
        assert_eq!(error.to_string(), "update refused: bag out of range: entry 3 of SOURCE_BAGS");
        let error = DeviceError::new(Command::Update as u64, ErrorCode::MediaRead, 0x1240, None);
        assert!(error.to_string().starts_with("update failed: ") && error.to_string().contains("0x1240"), "{error}");
        let error = DeviceError::new(9, ErrorCode::UnknownCommand, 9, None);
        assert_eq!(error.to_string(), "doorbell refused: 9 is no command");
    }

    #[test]
    fn positions_that_are_registers_are_named() {
        let offset = registers::POOLED_BASE.offset;
        let error = DeviceError::new(Command::Lookup as u64, ErrorCode::RegionOverlap, offset, None);
        assert!(error.explanation.contains("POOLED_BASE"), "{error}");
        let error = DeviceError::new(Command::Lookup as u64, ErrorCode::Misaligned, 0xff8, None);
        assert!(error.explanation.contains("0xff8"), "{error}");
    }

    #[test]
    fn every_code_has_its_own_words() {
        let mut seen: Vec<String> = Vec::new();
        for code in ErrorCode::ALL {
            let error = DeviceError::new(Command::Update as u64, *code, 0, None);
            assert!(!seen.contains(&error.explanation), "{code:?}: {error}");
            seen.push(error.explanation);
        }
    }
}

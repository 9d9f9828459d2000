//! What reads the records of one file, whatever its form.

use super::record::CriteoRecord;
use crate::files::DataFile;
use crate::{DataError, RecordError};

/// What comes next in a file.
#[expect(clippy::large_enum_variant, reason = "nearly all are records, and there is one at a time")]
pub(super) enum Item {
    /// A record.
    Record {
        /// What it says.
        record: CriteoRecord,
        /// Whether fields at the end of its line were not there.
        padded: bool,
    },
    /// A line or record that is none.
    Malformed(RecordError),
    /// So many that are none, and were left out when the cache was built.
    LeftOut(u64),
}

/// Where in a file the next record is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// Lines or records, good or not, before it.
    pub(super) line: u64,
    /// Bytes before it, of the unpacked text; 0 where they are not counted.
    pub(super) byte: u64,
}

/// Reads the records of one file, one behind the other.
pub(super) trait RecordReader {
    /// What comes next; `None` at the end of the file.
    fn next_item(&mut self) -> Result<Option<Item>, DataError>;

    /// Where it comes from.
    fn place(&self) -> Place;

    /// Whether the file has lines, by which its records are named.
    fn has_lines(&self) -> bool {
        false
    }
}

/// The error that what a reader gave last is no record.
pub(super) fn malformed(file: &DataFile, reader: &dyn RecordReader, problem: RecordError) -> DataError {
    let (file, line) = (file.name(), reader.place().line);
    if reader.has_lines() {
        DataError::Malformed { file, line, problem }
    } else {
        DataError::MalformedRecord { file, record: line, problem }
    }
}

//! Where in its data a source is, so that another one can go on there.

use serde::{Deserialize, Serialize};

use crate::DataError;

/// Where a source is in an epoch: plain numbers, whatever the kind of data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Position {
    /// Of tensors.
    Tensors {
        /// The batch that comes next, of all in all files.
        batch: u64,
    },
    /// Of drawn data.
    Synthetic {
        /// The batch that comes next.
        batch: u64,
        /// Random numbers that were drawn for the batches before it.
        draws: u64,
    },
    /// Of Criteo's records.
    Criteo(RecordPosition),
}

impl Position {
    /// Refuses numbers that no source comes to, with which counting on would overflow.
    pub(crate) fn check(&self) -> Result<(), DataError> {
        let is_possible = match self {
            Self::Tensors { batch } => is_possible(&[*batch]),
            Self::Synthetic { batch, draws } => is_possible(&[*batch, *draws]),
            Self::Criteo(RecordPosition {
                file,
                length: _,
                ends: _,
                records,
                line,
                byte,
                cached: _,
                number,
                skipped,
                padded,
            }) => is_possible(&[*file, *records, *line, *byte, *number, *skipped, *padded]),
        };
        let message = || "its numbers are too large for any data".to_owned();
        if is_possible { Ok(()) } else { Err(DataError::Position { message: message() }) }
    }
}

fn is_possible(numbers: &[u64]) -> bool {
    const MOST: u64 = 1 << 62;
    numbers.iter().all(|number| *number < MOST)
}

/// Where a source of Criteo's records is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordPosition {
    /// The file that is read, from 0.
    pub file: u64,
    /// Bytes of that file on the disk; 0 where that is not known.
    pub length: u64,
    /// CRC-32C of what that file begins and ends with; 0 where that is not known.
    #[serde(default)]
    pub ends: u32,
    /// Good records of that file that were read.
    pub records: u64,
    /// Lines of that file, or records good or not, that were read. With a cache as `records`.
    pub line: u64,
    /// Where the next line is, in bytes of that file's text, unpacked, or of its cache behind the header.
    pub byte: u64,
    /// Whether `line` and `byte` are of a cache.
    pub cached: bool,
    /// Good records of all files in this epoch that were read: the number of the next one.
    pub number: u64,
    /// Malformed lines that were left out so far, in every epoch.
    pub skipped: u64,
    /// Short lines that were padded so far, in every epoch.
    pub padded: u64,
}

/// Where [`Epochs`](crate::Epochs) are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EpochsPosition {
    /// The epoch, from 0.
    pub epoch: u64,
    /// Batches that were read, in every epoch.
    pub batches: u64,
    /// Where in the epoch.
    pub source: Position,
}

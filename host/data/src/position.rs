//! Where in its data a source is, so that another one can go on there.

use serde::{Deserialize, Serialize};

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

/// Where a source of Criteo's records is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordPosition {
    /// The file that is read, from 0.
    pub file: u64,
    /// Bytes of that file on the disk; 0 where that is not known.
    pub length: u64,
    /// Good records of that file that were read.
    pub records: u64,
    /// Lines of that file, or records good or not, that were read. With a cache as `records`.
    pub line: u64,
    /// Where the next line is, in bytes of that file's text, unpacked, or of its cache.
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

//! Why there is no next batch.

use std::path::{Path, PathBuf};

use emberlane_memory::NoMemory;
use thiserror::Error;

/// Bytes of the longest line of a Criteo file that is read; a record has some 400. Guards against files that have no lines.
pub(crate) const LONGEST_LINE: u64 = 64 * 1024;

/// Why a line is no Criteo record. Fields are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// Not 40 fields.
    #[error("expected 40 tab-separated fields (label, 13 integers, 26 categories), found {found}")]
    Fields {
        /// Fields of the line.
        found: usize,
    },
    /// The label is neither 0 nor 1.
    #[error("field 1 (label): expected 0 or 1, found {found:?}")]
    Label {
        /// The field.
        found: String,
    },
    /// An integer feature is none.
    #[error("field {field} (integer {}): expected a whole number or nothing, found {found:?}", field - 1)]
    Integer {
        /// Field of the line.
        field: usize,
        /// The field's text.
        found: String,
    },
    /// A categorical feature is no hexadecimal number.
    #[error("field {field} (category {}): expected up to 8 hexadecimal digits or nothing, found {found:?}", field - 14)]
    Category {
        /// Field of the line.
        field: usize,
        /// The field's text.
        found: String,
    },
    /// A category that should be a number is none.
    #[error("field {field} (category {}): expected a whole number in 0..=4294967295 or nothing, found {found:?}", field - 14)]
    Number {
        /// Field of the record.
        field: usize,
        /// What stands there.
        found: String,
    },
    /// The file ends inside the record.
    #[error("the file ends after {found} of its {expected} bytes")]
    Cut {
        /// Bytes that are there.
        found: usize,
        /// Bytes of a record.
        expected: usize,
    },
    /// The line is no text.
    #[error("byte {byte} of the line is not UTF-8")]
    NotText {
        /// Byte, from 1.
        byte: usize,
    },
    /// The line does not end.
    #[error("the line is longer than {LONGEST_LINE} bytes")]
    TooLong,
}

/// Why there is no next batch.
#[derive(Debug, Error)]
pub enum DataError {
    /// A file cannot be opened, read or written.
    #[error("{}: {source}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A line is no Criteo record.
    #[error("{}:{line}: {problem} (data.on_malformed = \"skip\" leaves such lines out and counts them)", file.display())]
    Malformed {
        /// The file.
        file: PathBuf,
        /// Line, from 1.
        line: u64,
        /// What is wrong with it.
        problem: RecordError,
    },
    /// A record of a file without lines is none.
    #[error("{}: record {record}: {problem} (data.on_malformed = \"skip\" leaves such records out and counts them)", file.display())]
    MalformedRecord {
        /// The file.
        file: PathBuf,
        /// Record, from 1.
        record: u64,
        /// What is wrong with it.
        problem: RecordError,
    },
    /// A file is not what the experiment says, or not what it should be.
    #[error("{}: {message}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What is wrong with it, and what to do.
        message: String,
    },
    /// A file has no record.
    #[error("{}: no sample: {}", file.display(), nothing_in(*skipped))]
    Empty {
        /// The file.
        file: PathBuf,
        /// Malformed lines that were left out.
        skipped: u64,
    },
    /// A cache of parsed records cannot be used.
    #[error("{}: this cache of parsed records cannot be used: {what}; remove it, and it is built again", file.display())]
    Cache {
        /// Its file.
        file: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// There is not enough memory.
    #[error("{0}; make train.batch_size, model.lookups or the file smaller")]
    Memory(#[from] NoMemory),
    /// A training cannot go on in this data.
    #[error("the data is not what it was when this training was saved: {message}")]
    Position {
        /// What differs.
        message: String,
    },
    /// A tensor file does not hold what the experiment needs.
    #[error("{}: {message}", file.display())]
    Tensors {
        /// The file.
        file: PathBuf,
        /// Which tensor, what was expected and what was found.
        message: String,
    },
}

fn nothing_in(skipped: u64) -> String {
    match skipped {
        0 => "it is empty".to_owned(),
        skipped => format!("it has nothing but {skipped} malformed lines, which data.on_malformed = \"skip\" left out"),
    }
}

impl DataError {
    pub(crate) fn file(file: &Path, message: impl Into<String>) -> Self {
        Self::File { file: file.to_path_buf(), message: message.into() }
    }

    /// What cannot be opened, with the key that names it.
    #[must_use]
    pub fn named_by(self, key: &str) -> Self {
        match self {
            Self::Io { file, source } => Self::File { file, message: format!("{source} ({key} names it)") },
            other => other,
        }
    }

    pub(crate) fn io(file: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let file = file.to_path_buf();
        move |source| Self::Io { file, source }
    }
}

//! Why there is no next batch.

use std::path::{Path, PathBuf};

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
    /// A tensor file does not hold what the experiment needs.
    #[error("{}: {message}", file.display())]
    Tensors {
        /// The file.
        file: PathBuf,
        /// Which tensor, what was expected and what was found.
        message: String,
    },
}

impl DataError {
    pub(crate) fn io(file: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let file = file.to_path_buf();
        move |source| Self::Io { file, source }
    }
}

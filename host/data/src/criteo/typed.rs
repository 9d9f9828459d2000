//! Records of files whose fields are numbers already: arrays, binary records, columns of Parquet.

use emberlane_experiment::{CRITEO_CATEGORIES, CRITEO_INTEGERS};

use super::record::{CriteoRecord, FIELDS, cut, hexadecimal};
use crate::RecordError;

/// A field.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    /// A missing value.
    Missing,
    /// A whole number.
    Whole(i64),
    /// Any other number.
    Other(f64),
    /// Text, which is a category's name.
    #[cfg_attr(not(feature = "parquet"), allow(dead_code, reason = "only columns of Parquet have text"))]
    Text(Vec<u8>),
}

impl Cell {
    /// A number, whole if it is that.
    pub(super) fn number(value: f64) -> Self {
        // Beyond 2^53 neighbours fall together, so that it may have been another number.
        let whole = value.trunc() == value && value.abs() < (1i64 << 53) as f64;
        if whole { Self::Whole(value as i64) } else { Self::Other(value) }
    }

    fn shown(&self) -> String {
        match self {
            Self::Missing => "nothing".to_owned(),
            Self::Whole(number) => number.to_string(),
            Self::Other(number) => number.to_string(),
            Self::Text(text) => cut(&String::from_utf8_lossy(text)),
        }
    }
}

/// The record of 40 fields: a label, integers, categories.
pub(super) fn record(cells: &[Cell; FIELDS]) -> Result<CriteoRecord, RecordError> {
    let click = match &cells[0] {
        Cell::Whole(0) => false,
        Cell::Whole(1) => true,
        other => return Err(RecordError::Label { found: other.shown() }),
    };
    let mut integers = [None; CRITEO_INTEGERS];
    for (i, integer) in integers.iter_mut().enumerate() {
        *integer = match &cells[1 + i] {
            Cell::Missing => None,
            Cell::Whole(number) => Some(*number),
            other => return Err(RecordError::Integer { field: 2 + i, found: other.shown() }),
        };
    }
    let mut categories = [None; CRITEO_CATEGORIES];
    let mut numbered = false;
    for (i, category) in categories.iter_mut().enumerate() {
        let field = 2 + CRITEO_INTEGERS + i;
        *category = match &cells[1 + CRITEO_INTEGERS + i] {
            Cell::Missing => None,
            Cell::Text(text) if text.is_empty() => None,
            Cell::Text(text) => {
                let number = std::str::from_utf8(text).ok().and_then(hexadecimal);
                Some(number.ok_or_else(|| RecordError::Category { field, found: Cell::Text(text.clone()).shown() })?)
            }
            other => {
                let number = if let Cell::Whole(number) = other { u32::try_from(*number).ok() } else { None };
                numbered = true;
                Some(number.ok_or_else(|| RecordError::Number { field, found: other.shown() })?)
            }
        };
    }
    Ok(CriteoRecord { click, integers, categories, numbered })
}

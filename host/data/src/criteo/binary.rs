//! MLPerf's binary, as dlrm's `data_loader_terabyte.py` writes it: of each record 40 little-endian numbers of 32 bits, the label,
//! the integers and the categories, which are numbered.

use std::io::Read;

use super::bytes::Bytes;
use super::reader::{Item, Place, RecordReader};
use super::record::FIELDS;
use super::typed::{Cell, record};
use crate::{DataError, RecordError};

/// Bytes of a record.
pub(super) const RECORD_BYTES: usize = 4 * FIELDS;

/// Reads binary records.
pub(super) struct BinaryReader {
    bytes: Bytes,
    place: Place,
}

impl BinaryReader {
    /// Reads a stream that is at `place`.
    pub(super) fn new(bytes: Bytes, place: Place) -> Self {
        Self { bytes, place }
    }
}

impl RecordReader for BinaryReader {
    fn next_item(&mut self) -> Result<Option<Item>, DataError> {
        let mut bytes = Vec::with_capacity(RECORD_BYTES);
        let read = self.bytes.reader.by_ref().take(RECORD_BYTES as u64).read_to_end(&mut bytes);
        let found = read.map_err(DataError::io(&self.bytes.file))?;
        if found == 0 {
            return Ok(None);
        }
        self.place = Place { line: self.place.line + 1, byte: self.place.byte + found as u64 };
        let (words, _) = bytes.as_chunks();
        let mut words = words.iter().map(|word| Cell::Whole(i64::from(i32::from_le_bytes(*word))));
        let cells = std::array::from_fn(|_| words.next().unwrap_or(Cell::Missing));
        let parsed = match found {
            RECORD_BYTES => record(&cells),
            found => Err(RecordError::Cut { found, expected: RECORD_BYTES }),
        };
        Ok(Some(parsed.map_or_else(Item::Malformed, |record| Item::Record { record, padded: false })))
    }

    fn place(&self) -> Place {
        self.place
    }
}

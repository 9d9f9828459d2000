//! Records as text: one a line, 40 fields separated by tabs.

use std::io::{BufRead, Read};

use emberlane_experiment::ShortLines;

use super::bytes::Bytes;
use super::reader::{Item, Place, RecordReader};
use super::record::CriteoRecord;
use crate::error::LONGEST_LINE;
use crate::{DataError, RecordError};

/// Reads the lines of a text.
pub(super) struct TsvReader {
    bytes: Bytes,
    short_lines: ShortLines,
    place: Place,
    text: Vec<u8>,
    /// Whether `text` is a line that was looked at and comes next.
    is_ahead: bool,
}

impl TsvReader {
    /// Reads a stream that is at `place`.
    pub(super) fn new(bytes: Bytes, short_lines: ShortLines, place: Place) -> Self {
        Self { bytes, short_lines, place, text: Vec::new(), is_ahead: false }
    }

    /// Whether there is a line; it stays the next one.
    pub(super) fn has_line(&mut self) -> Result<bool, DataError> {
        self.is_ahead = self.is_ahead || self.read_line()? > 0;
        Ok(self.is_ahead)
    }

    /// Reads a line with its end into `text`, and no more than the longest; gives its bytes.
    fn read_line(&mut self) -> Result<u64, DataError> {
        self.text.clear();
        let read = self.bytes.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut self.text);
        Ok(read.map_err(DataError::io(&self.bytes.file))? as u64)
    }

    fn skip_to_line_end(&mut self) -> Result<(), DataError> {
        loop {
            let read = self.read_line()?;
            self.place.byte += read;
            if read == 0 || self.text.last() == Some(&b'\n') {
                return Ok(());
            }
        }
    }
}

impl RecordReader for TsvReader {
    fn next_item(&mut self) -> Result<Option<Item>, DataError> {
        let read = if std::mem::take(&mut self.is_ahead) { self.text.len() as u64 } else { self.read_line()? };
        if read == 0 {
            return Ok(None);
        }
        self.place = Place { line: self.place.line + 1, byte: self.place.byte + read };
        if self.text.last() == Some(&b'\n') {
            self.text.pop();
        } else if read == LONGEST_LINE {
            self.skip_to_line_end()?;
            return Ok(Some(Item::Malformed(RecordError::TooLong)));
        }
        if self.text.last() == Some(&b'\r') {
            self.text.pop();
        }
        let parsed = match self.short_lines {
            ShortLines::Error => CriteoRecord::parse(&self.text).map(|record| (record, false)),
            ShortLines::Pad => CriteoRecord::parse_padded(&self.text),
        };
        Ok(Some(match parsed {
            Ok((record, padded)) => Item::Record { record, padded },
            Err(problem) => Item::Malformed(problem),
        }))
    }

    fn place(&self) -> Place {
        self.place
    }

    fn has_lines(&self) -> bool {
        true
    }
}

//! The file of a cache: a header that says of what it is, blocks of records, and an end.
//!
//! Header: [`MARK`], then how many bytes the text has that follows, the text (JSON, an [`Identity`]), and the CRC-32C of all of that.
//! A block: bytes of its entries, records among them, number of the first one, the CRC-32C of these and of the entries; then the
//! entries. The end is a block without any, whose number says how many records the file has. All numbers are little-endian.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::entries;
use super::reader::{Item, Place, RecordReader};
use super::record::CriteoRecord;
use crate::DataError;

/// What the file begins with; the last character is the version.
const MARK: &[u8; 16] = b"emberlane data 1";
/// Bytes of the header's text at most.
const LONGEST_TEXT: u32 = 1 << 16;
/// Bytes of a block's entries from which on it is written.
const BLOCK: usize = 1 << 18;
/// Bytes of a block's entries at most.
const LARGEST_BLOCK: u32 = 1 << 20;
/// Records, and malformed lines in a row, at most: what counts them does not overflow.
const MOST: u64 = 1 << 48;
/// Bytes in front of a block's entries.
const BLOCK_HEADER: u64 = 20;

/// What a cache is of: it is used for nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Identity {
    /// The file with the original records.
    pub(super) source: PathBuf,
    /// Its bytes.
    pub(super) bytes: u64,
    /// When it was changed last: nanoseconds since 1970, as text, since it has more than 64 bits.
    pub(super) modified: String,
    /// data.format.
    pub(super) format: String,
    /// data.on_malformed.
    pub(super) on_malformed: String,
    /// data.short_lines.
    pub(super) short_lines: String,
}

/// Writes the file of a cache.
pub(super) struct CacheWriter<W> {
    output: W,
    entries: Vec<u8>,
    in_block: u32,
    records: u64,
}

impl<W: Write> CacheWriter<W> {
    pub(super) fn new(mut output: W, identity: &Identity) -> io::Result<Self> {
        let text = serde_json::to_string(identity)?;
        let header = [MARK, &(text.len() as u32).to_le_bytes()[..], text.as_bytes()].concat();
        output.write_all(&header)?;
        output.write_all(&crc32c::crc32c(&header).to_le_bytes())?;
        Ok(Self { output, entries: Vec::with_capacity(BLOCK + 4096), in_block: 0, records: 0 })
    }

    pub(super) fn record(&mut self, record: &CriteoRecord, padded: bool) -> io::Result<()> {
        entries::push_record(&mut self.entries, record, padded);
        self.in_block += 1;
        self.write_full_block()
    }

    pub(super) fn left_out(&mut self, lines: u64) -> io::Result<()> {
        entries::push_left_out(&mut self.entries, lines);
        self.write_full_block()
    }

    fn write_full_block(&mut self) -> io::Result<()> {
        if self.entries.len() >= BLOCK { self.write_block() } else { Ok(()) }
    }

    fn write_block(&mut self) -> io::Result<()> {
        let (length, records) = ((self.entries.len() as u32).to_le_bytes(), self.in_block.to_le_bytes());
        let header = [&length[..], &records, &self.records.to_le_bytes()].concat();
        let sum = crc32c::crc32c_append(crc32c::crc32c(&header), &self.entries);
        self.output.write_all(&header)?;
        self.output.write_all(&sum.to_le_bytes())?;
        self.output.write_all(&self.entries)?;
        self.records += u64::from(self.in_block);
        self.in_block = 0;
        self.entries.clear();
        Ok(())
    }

    /// Writes what is left, and the end.
    pub(super) fn finish(mut self) -> io::Result<W> {
        if !self.entries.is_empty() {
            self.write_block()?;
        }
        self.write_block()?;
        Ok(self.output)
    }
}

/// Reads records of a cache.
pub(super) struct CachedReader {
    path: PathBuf,
    file: BufReader<File>,
    length: u64,
    /// Where the first block is. The header in front of it says where the source is, so its length changes when that is moved.
    first: u64,
    /// Where the block is that was read last, and where the next one is.
    block: u64,
    next: u64,
    entries: Vec<u8>,
    at: usize,
    records: u64,
    is_at_end: bool,
}

impl CachedReader {
    /// Opens a cache at its first record, if it is whole as far as its ends tell; also says of what it is.
    ///
    /// `Ok(None)`: there is none.
    pub(super) fn open(path: &Path) -> Result<Option<(Self, Identity)>, DataError> {
        let file = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(DataError::io(path))?,
        };
        let length = file.metadata().map_err(DataError::io(path))?.len();
        let file = BufReader::with_capacity(1 << 19, file);
        let mut reader = Self {
            path: path.to_path_buf(),
            file,
            length,
            first: 0,
            block: 0,
            next: 0,
            entries: Vec::new(),
            at: 0,
            records: 0,
            is_at_end: false,
        };
        let identity = reader.header()?;
        // The last block says that it is the last.
        let first = reader.next;
        reader.first = first;
        let end = length.checked_sub(BLOCK_HEADER).filter(|end| *end >= first);
        reader.next = end.ok_or_else(|| reader.damaged("its end is not there"))?;
        if !reader.read_block()? {
            return Err(reader.damaged("its end is not there"));
        }
        (reader.block, reader.next, reader.is_at_end) = (first, first, false);
        Ok(Some((reader, identity)))
    }

    fn header(&mut self) -> Result<Identity, DataError> {
        let mut start = [0; MARK.len() + 4];
        self.read_exact(0, &mut start)?;
        let (mark, size) = start.split_at(MARK.len());
        if mark != MARK {
            return Err(self.damaged("it is of another version"));
        }
        let size = u32::from_le_bytes([size[0], size[1], size[2], size[3]]);
        if size > LONGEST_TEXT {
            return Err(self.damaged("its header is too long"));
        }
        let mut text = vec![0; size as usize + 4];
        self.read_exact(start.len() as u64, &mut text)?;
        let (text, sum) = text.split_at(size as usize);
        if sum != crc32c::crc32c_append(crc32c::crc32c(&start), text).to_le_bytes() {
            return Err(self.damaged("its header is damaged"));
        }
        self.next = (start.len() + text.len() + sum.len()) as u64;
        serde_json::from_slice(text).map_err(|_| self.damaged("its header says something else"))
    }

    /// Goes to a place of the same file.
    pub(super) fn seek(&mut self, place: Place) -> Result<(), DataError> {
        self.next = self.first.saturating_add(place.byte);
        self.is_at_end = self.read_block()?;
        while self.records < place.line {
            match self.next_item()? {
                Some(_) => {}
                None => return Err(self.damaged("a training was to go on behind its end")),
            }
        }
        Ok(())
    }

    fn damaged(&self, what: &str) -> DataError {
        DataError::Cache { file: self.path.clone(), what: what.to_owned() }
    }

    fn read_exact(&mut self, at: u64, bytes: &mut [u8]) -> Result<(), DataError> {
        let mut read = || {
            // A seek forgets what was read ahead, unless the place is in it.
            let here = self.file.stream_position()?;
            self.file.seek_relative(at.wrapping_sub(here).cast_signed())?;
            self.file.read_exact(bytes)
        };
        match read() {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(self.damaged("it ends early")),
            result => result.map_err(DataError::io(&self.path)),
        }
    }

    /// Reads the next block; true: it is the end.
    fn read_block(&mut self) -> Result<bool, DataError> {
        let mut header = [0; BLOCK_HEADER as usize];
        self.read_exact(self.next, &mut header)?;
        let number = |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let (size, records, sum) = (number(0), number(4), number(16));
        let first = u64::from(number(8)) | u64::from(number(12)) << 32;
        let start = self.next.saturating_add(BLOCK_HEADER);
        if size > LARGEST_BLOCK || start.saturating_add(u64::from(size)) > self.length {
            return Err(self.damaged(&format!("the block at byte {} is damaged", self.next)));
        }
        let mut entries = std::mem::take(&mut self.entries);
        entries.resize(size as usize, 0);
        self.read_exact(start, &mut entries)?;
        if first > MOST || sum != crc32c::crc32c_append(crc32c::crc32c(&header[..16]), &entries) {
            return Err(self.damaged(&format!("the block at byte {} is damaged", self.next)));
        }
        self.block = self.next;
        self.next = start + u64::from(size);
        self.entries = entries;
        self.at = 0;
        self.records = if records == 0 && size == 0 { self.records } else { first };
        Ok(records == 0 && size == 0)
    }
}

impl RecordReader for CachedReader {
    fn next_item(&mut self) -> Result<Option<Item>, DataError> {
        while self.at == self.entries.len() {
            if self.is_at_end {
                return Ok(None);
            }
            self.is_at_end = self.read_block()?;
        }
        let mut left = &self.entries[self.at..];
        let Some(item) = entries::take(&mut left) else {
            return Err(self.damaged(&format!("the block at byte {} has something else", self.block)));
        };
        if matches!(item, Item::LeftOut(lines) if lines > MOST) {
            return Err(self.damaged(&format!("the block at byte {} has something else", self.block)));
        }
        self.at = self.entries.len() - left.len();
        self.records += u64::from(matches!(item, Item::Record { .. }));
        Ok(Some(item))
    }

    fn place(&self) -> Place {
        match self.records {
            0 => Place::default(),
            records => Place { line: records, byte: self.block - self.first },
        }
    }
}

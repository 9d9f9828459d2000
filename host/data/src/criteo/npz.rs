//! Arrays as dlrm's `data_utils.py` keeps its processed data: a zip file of `X_int`, `X_cat` and `y`. Categories are numbered.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Take};
use std::path::{Path, PathBuf};

use emberlane_experiment::{CRITEO_CATEGORIES, CRITEO_INTEGERS};
use flate2::CrcReader;
use flate2::read::DeflateDecoder;
use zip::{CompressionMethod, ZipArchive};

use super::npy::Rows;
use super::reader::{Item, Place, RecordReader};
use super::record::FIELDS;
use super::typed::{Cell, record};
use crate::DataError;

/// Reads the rows of the three arrays.
pub(super) struct NpzReader {
    file: PathBuf,
    labels: Rows<Member>,
    integers: Rows<Member>,
    categories: Rows<Member>,
    rows: usize,
    place: Place,
}

impl NpzReader {
    /// Opens a file at a record.
    pub(super) fn open(file: &Path, place: Place) -> Result<Self, DataError> {
        let array = |name: &str, columns: usize| {
            let (member, length) = Member::open(file, name)?;
            let rows = Rows::open(member, file, name, length)?;
            if rows.columns != columns {
                let found = rows.columns;
                return Err(DataError::file(file, format!("{name}: expected {columns} columns, found {found}")));
            }
            Ok(rows)
        };
        let labels = array("y.npy", 1)?;
        let integers = array("X_int.npy", CRITEO_INTEGERS)?;
        let categories = array("X_cat.npy", CRITEO_CATEGORIES)?;
        let rows = labels.rows;
        if integers.rows != rows || categories.rows != rows {
            let (of_integers, of_categories) = (integers.rows, categories.rows);
            let message = format!("y has {rows} rows, X_int {of_integers}, X_cat {of_categories}: they must be equal");
            return Err(DataError::file(file, message));
        }
        let mut reader = Self { file: file.to_path_buf(), labels, integers, categories, rows, place };
        if place.line > 0 {
            let skipped = usize::try_from(place.line).unwrap_or(usize::MAX).min(rows);
            reader.all(|array| array.skip(skipped))?;
        }
        Ok(reader)
    }

    fn all(&mut self, mut each: impl FnMut(&mut Rows<Member>) -> io::Result<()>) -> Result<(), DataError> {
        let arrays = [&mut self.labels, &mut self.integers, &mut self.categories];
        arrays.into_iter().try_for_each(&mut each).map_err(DataError::io(&self.file))
    }
}

impl RecordReader for NpzReader {
    fn next_item(&mut self) -> Result<Option<Item>, DataError> {
        if self.place.line >= self.rows as u64 {
            return Ok(None);
        }
        let mut cells: [Cell; FIELDS] = std::array::from_fn(|_| Cell::Missing);
        let mut left = &mut cells[..];
        self.all(|array| {
            let (part, rest) = std::mem::take(&mut left).split_at_mut(array.columns);
            left = rest;
            array.read(part)
        })?;
        self.place.line += 1;
        if self.place.line == self.rows as u64 {
            // Reading to the end compares the sums.
            self.all(|array| array.finish())?;
        }
        Ok(Some(record(&cells).map_or_else(Item::Malformed, |record| Item::Record { record, padded: false })))
    }

    fn place(&self) -> Place {
        self.place
    }
}

type Part = Take<BufReader<File>>;

/// The bytes of one array in the archive.
pub(super) struct Member {
    reader: CrcReader<Box<dyn Read + Send>>,
    crc: u32,
}

impl Member {
    /// Opens a member; also gives how many bytes it has, unpacked.
    fn open(path: &Path, name: &str) -> Result<(Self, u64), DataError> {
        let io = |error| DataError::Io { file: path.to_path_buf(), source: error };
        let wrong = |message: String| DataError::file(path, message);
        let file = || File::open(path).map(|file| BufReader::with_capacity(1 << 16, file)).map_err(io);
        let mut archive =
            ZipArchive::new(file()?).map_err(|error| wrong(format!("it is no whole npz file: {error}")))?;
        let Some(index) = archive.index_for_name(name) else {
            let found: Vec<&str> = archive.file_names().take(8).collect();
            let found = found.join(", ");
            return Err(wrong(format!(
                "it has no array {name}, but {found}; expected X_int, X_cat and y, as dlrm's data_utils.py writes them"
            )));
        };
        let member = archive.by_index_raw(index).map_err(|error| wrong(format!("{name}: {error}")))?;
        let (length, crc, packed, method) =
            (member.size(), member.crc32(), member.compressed_size(), member.compression());
        let start = member.data_start().ok_or_else(|| wrong(format!("{name}: its place is not known")))?;
        if member.encrypted() {
            return Err(wrong(format!("{name}: it is encrypted")));
        }
        // Deflate makes no more of a byte than this.
        if length > packed.saturating_mul(1032).saturating_add(1024) {
            return Err(wrong(format!(
                "{name}: it cannot have {length} bytes, packed into {packed}: the file is damaged"
            )));
        }
        let mut input = file()?;
        input.seek(SeekFrom::Start(start)).map_err(io)?;
        let part: Part = input.take(packed);
        let reader: Box<dyn Read + Send> = match method {
            CompressionMethod::Stored => Box::new(part),
            CompressionMethod::DEFLATE => Box::new(DeflateDecoder::new(part)),
            other => {
                return Err(wrong(format!("{name}: compressed by {other}; NumPy writes stored or deflated arrays")));
            }
        };
        Ok((Self { reader: CrcReader::new(reader), crc }, length))
    }
}

impl Read for Member {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        if read == 0 && !buffer.is_empty() && self.reader.crc().sum() != self.crc {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "an array's checksum is wrong: the file is damaged",
            ));
        }
        Ok(read)
    }
}

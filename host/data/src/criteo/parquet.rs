//! Records in Parquet: columns `label`, `I1` to `I13`, `C1` to `C26`, or 40 columns in that order.
//!
//! Categories are text, as in the original files, or numbers, which are then numbered categories.

use std::fs::File;
use std::path::{Path, PathBuf};

use emberlane_experiment::{CRITEO_CATEGORIES, CRITEO_INTEGERS};
use parquet::basic::{Compression, ConvertedType, Type};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::metadata::ParquetMetaData;
use parquet::file::reader::FileReader;
use parquet::file::serialized_reader::SerializedFileReader;
use parquet::schema::types::SchemaDescriptor;

use super::caught::caught;
use super::reader::{Item, Place, RecordReader};
use super::record::FIELDS;
use super::typed::{Cell, record};
use crate::DataError;

/// Records that are read at once.
const CHUNK: usize = 1024;
/// Bytes of a column in a row group at most, unpacked. Writers make groups of some 128 MB with all their columns.
const LARGEST_COLUMN: i64 = 1 << 31;

/// Reads the rows of a Parquet file.
pub(super) struct ParquetReader {
    path: PathBuf,
    reader: SerializedFileReader<File>,
    /// Where each field is among the columns.
    columns: Vec<usize>,
    /// The row group that is read next.
    group: usize,
    open: Option<Group>,
    place: Place,
}

/// A row group that is being read.
struct Group {
    readers: Vec<Column>,
    /// Rows that are not read yet.
    left: usize,
    /// Of each field the cells that were read, the next one last.
    cells: Vec<Vec<Cell>>,
}

struct Column {
    reader: ColumnReader,
    is_unsigned: bool,
}

impl ParquetReader {
    /// Opens a file at a record.
    pub(super) fn open(path: &Path, place: Place) -> Result<Self, DataError> {
        let file = File::open(path).map_err(DataError::io(path))?;
        let length = file.metadata().map_err(DataError::io(path))?.len();
        let reader = guarded(path, || SerializedFileReader::new(file))?;
        check_sizes(path, reader.metadata(), length)?;
        let columns = columns(path, reader.metadata().file_metadata().schema_descr())?;
        let mut reader =
            Self { path: path.to_path_buf(), reader, columns, group: 0, open: None, place: Place::default() };
        reader.skip(place.line)?;
        Ok(reader)
    }

    /// Goes over `rows` rows: over whole groups without a look at them.
    fn skip(&mut self, rows: u64) -> Result<(), DataError> {
        let mut left = rows;
        while left > 0 && self.group < self.reader.num_row_groups() {
            let group = self.reader.metadata().row_group(self.group).num_rows() as u64;
            if left < group {
                self.open_group(left as usize)?;
                break;
            }
            left -= group;
            self.group += 1;
        }
        self.place.line = rows;
        Ok(())
    }

    /// Opens the next row group behind its first `skipped` rows.
    fn open_group(&mut self, skipped: usize) -> Result<(), DataError> {
        let group = guarded(&self.path, || self.group_behind(skipped))?;
        self.open = Some(group);
        self.group += 1;
        Ok(())
    }

    fn group_behind(&self, skipped: usize) -> Result<Group, ParquetError> {
        let group = self.reader.get_row_group(self.group)?;
        let schema = group.metadata().schema_descr_ptr();
        let mut readers = Vec::with_capacity(FIELDS);
        for column in &self.columns {
            let is_unsigned = matches!(
                schema.column(*column).converted_type(),
                ConvertedType::UINT_8 | ConvertedType::UINT_16 | ConvertedType::UINT_32 | ConvertedType::UINT_64
            );
            let mut column = Column { reader: group.get_column_reader(*column)?, is_unsigned };
            column.skip(skipped)?;
            readers.push(column);
        }
        // Checked to be no less than 0.
        let rows = group.metadata().num_rows() as usize;
        Ok(Group { readers, left: rows.saturating_sub(skipped), cells: vec![Vec::new(); FIELDS] })
    }
}

impl RecordReader for ParquetReader {
    fn next_item(&mut self) -> Result<Option<Item>, DataError> {
        loop {
            let Some(group) = &mut self.open else {
                if self.group == self.reader.num_row_groups() {
                    return Ok(None);
                }
                self.open_group(0)?;
                continue;
            };
            if group.cells[0].is_empty() {
                if group.left == 0 {
                    self.open = None;
                    continue;
                }
                guarded(&self.path, || group.read())?;
            }
            let mut cells = group.cells.iter_mut().map(|column| column.pop().unwrap_or(Cell::Missing));
            let cells = std::array::from_fn(|_| cells.next().unwrap_or(Cell::Missing));
            self.place.line += 1;
            let record = record(&cells);
            return Ok(Some(record.map_or_else(Item::Malformed, |record| Item::Record { record, padded: false })));
        }
    }

    fn place(&self) -> Place {
        self.place
    }
}

impl Group {
    fn read(&mut self) -> Result<(), ParquetError> {
        let rows = self.left.min(CHUNK);
        for (reader, cells) in self.readers.iter_mut().zip(&mut self.cells) {
            reader.read(rows, cells)?;
            if cells.len() != rows {
                let text = format!("a column ends after {} of {rows} rows", cells.len());
                return Err(ParquetError::EOF(text));
            }
            cells.reverse();
        }
        self.left -= rows;
        Ok(())
    }
}

impl Column {
    /// Reads the next `rows` values, or those that there are.
    fn read(&mut self, rows: usize, cells: &mut Vec<Cell>) -> Result<(), ParquetError> {
        let is_unsigned = self.is_unsigned;
        match &mut self.reader {
            ColumnReader::BoolColumnReader(reader) => read(reader, rows, cells, |bit| Cell::Whole(i64::from(*bit))),
            ColumnReader::Int32ColumnReader(reader) => read(reader, rows, cells, |number| match is_unsigned {
                true => Cell::Whole(i64::from(number.cast_unsigned())),
                false => Cell::Whole(i64::from(*number)),
            }),
            ColumnReader::Int64ColumnReader(reader) => read(reader, rows, cells, |number| match is_unsigned {
                true if *number < 0 => Cell::Other(number.cast_unsigned() as f64),
                _ => Cell::Whole(*number),
            }),
            ColumnReader::FloatColumnReader(reader) => {
                read(reader, rows, cells, |number| Cell::number(f64::from(*number)))
            }
            ColumnReader::DoubleColumnReader(reader) => read(reader, rows, cells, |number| Cell::number(*number)),
            ColumnReader::ByteArrayColumnReader(reader) => {
                read(reader, rows, cells, |text| Cell::Text(text.data().to_vec()))
            }
            ColumnReader::FixedLenByteArrayColumnReader(reader) => {
                read(reader, rows, cells, |text| Cell::Text(text.data().to_vec()))
            }
            ColumnReader::Int96ColumnReader(_) => Err(ParquetError::General("a column has moments of time".to_owned())),
        }
    }

    fn skip(&mut self, rows: usize) -> Result<(), ParquetError> {
        // The library cannot skip in a column that it has not begun when there is nothing to skip.
        if rows == 0 {
            return Ok(());
        }
        match &mut self.reader {
            ColumnReader::BoolColumnReader(reader) => reader.skip_records(rows),
            ColumnReader::Int32ColumnReader(reader) => reader.skip_records(rows),
            ColumnReader::Int64ColumnReader(reader) => reader.skip_records(rows),
            ColumnReader::Int96ColumnReader(reader) => reader.skip_records(rows),
            ColumnReader::FloatColumnReader(reader) => reader.skip_records(rows),
            ColumnReader::DoubleColumnReader(reader) => reader.skip_records(rows),
            ColumnReader::ByteArrayColumnReader(reader) => reader.skip_records(rows),
            ColumnReader::FixedLenByteArrayColumnReader(reader) => reader.skip_records(rows),
        }?;
        Ok(())
    }
}

/// Reads values of a flat column. A definition level of 0 is a missing value, if the column may miss any.
fn read<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    rows: usize,
    cells: &mut Vec<Cell>,
    cell: impl Fn(&T::T) -> Cell,
) -> Result<(), ParquetError> {
    let (mut levels, mut values) = (Vec::new(), Vec::new());
    let (read, ..) = reader.read_records(rows, Some(&mut levels), None, &mut values)?;
    cells.clear();
    let mut values = values.iter();
    if levels.is_empty() {
        cells.extend(values.map(cell));
    } else {
        let mut next = || values.next().map_or(Cell::Missing, &cell);
        cells.extend(levels.iter().take(read).map(|level| if *level == 0 { Cell::Missing } else { next() }));
    }
    Ok(())
}

/// Refuses sizes that the file cannot have, before memory is asked for.
fn check_sizes(path: &Path, metadata: &ParquetMetaData, length: u64) -> Result<(), DataError> {
    for (number, group) in metadata.row_groups().iter().enumerate() {
        let wrong = |what: String| {
            Err(DataError::file(path, format!("it is no whole Parquet file: row group {number}: {what}")))
        };
        if group.num_rows() < 0 {
            return wrong(format!("it has {} rows", group.num_rows()));
        }
        for (column, chunk) in group.columns().iter().enumerate() {
            let start = chunk.dictionary_page_offset().unwrap_or(chunk.data_page_offset());
            let end = start.checked_add(chunk.compressed_size());
            let inside = start >= 0 && chunk.compressed_size() >= 0 && end.is_some_and(|end| end as u64 <= length);
            if !inside {
                return wrong(format!("column {column} is not inside the file's {length} bytes"));
            }
            let codec = chunk.compression();
            if !matches!(
                codec,
                Compression::UNCOMPRESSED | Compression::SNAPPY | Compression::GZIP(_) | Compression::ZSTD(_)
            ) {
                let message = format!("column {column} is compressed by {codec}; snappy, gzip and zstd are read");
                return Err(DataError::file(path, message));
            }
            let size = chunk.uncompressed_size();
            if !(0..=LARGEST_COLUMN).contains(&size) {
                return wrong(format!(
                    "column {column} has {size} bytes; {LARGEST_COLUMN} are read at most: write smaller row groups"
                ));
            }
        }
    }
    Ok(())
}

/// Where each field is among the columns.
fn columns(path: &Path, schema: &SchemaDescriptor) -> Result<Vec<usize>, DataError> {
    let names = names();
    let find = |name: &String| (0..schema.num_columns()).find(|column| schema.column(*column).path().string() == *name);
    let found: Vec<Option<usize>> = names.iter().map(find).collect();
    let columns: Vec<usize> = match found.iter().copied().collect::<Option<_>>() {
        Some(columns) => columns,
        None if schema.num_columns() == FIELDS && found.iter().all(Option::is_none) => (0..FIELDS).collect(),
        None => {
            let missing = names.iter().zip(&found).find(|(_, found)| found.is_none());
            let missing = missing.map_or("", |(name, _)| name);
            let found = schema.num_columns();
            let message = format!(
                "it has no column {missing}, and {found} columns: expected label, I1 to I{CRITEO_INTEGERS} and C1 to \
                 C{CRITEO_CATEGORIES}, or {FIELDS} columns in this order"
            );
            return Err(DataError::file(path, message));
        }
    };
    for (column, name) in columns.iter().zip(&names) {
        let column = schema.column(*column);
        let flat = column.max_rep_level() == 0 && column.max_def_level() <= 1;
        let is_number = !matches!(column.physical_type(), Type::INT96 | Type::BYTE_ARRAY | Type::FIXED_LEN_BYTE_ARRAY);
        let is_text = matches!(column.physical_type(), Type::BYTE_ARRAY | Type::FIXED_LEN_BYTE_ARRAY);
        if !flat || !(is_number || is_text && name.starts_with('C')) {
            let (kind, nested) = (column.physical_type(), if flat { "" } else { " of lists or groups" });
            let expected = if name.starts_with('C') { "text or numbers" } else { "numbers" };
            let column = column.path().string();
            return Err(DataError::file(
                path,
                format!("column {column} ({name}): expected {expected}, found {kind}{nested}"),
            ));
        }
    }
    Ok(columns)
}

fn names() -> Vec<String> {
    let integers = (1..=CRITEO_INTEGERS).map(|number| format!("I{number}"));
    let categories = (1..=CRITEO_CATEGORIES).map(|number| format!("C{number}"));
    std::iter::once("label".to_owned()).chain(integers).chain(categories).collect()
}

/// What the library does with a file, which may be damaged: not all that it then finds has it prepared for.
fn guarded<T>(path: &Path, work: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, DataError> {
    let why = match caught(work) {
        Ok(Ok(done)) => return Ok(done),
        Ok(Err(error)) => error.to_string(),
        Err(panic) => panic,
    };
    Err(DataError::file(path, format!("it is no whole Parquet file: {why}")))
}

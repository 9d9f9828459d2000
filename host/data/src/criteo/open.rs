//! Opens a file of records in whatever form it has: the one place that knows every form.

use emberlane_experiment::{DataFormat, ShortLines};

use super::binary::BinaryReader;
use super::bytes::Bytes;
use super::npz::NpzReader;
#[cfg(feature = "parquet")]
use super::parquet::ParquetReader;
use super::reader::{Place, RecordReader};
use super::tsv::TsvReader;
use crate::DataError;
use crate::files::DataFile;
use crate::magic::Magic;

/// How the records of a file are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    pub(super) format: DataFormat,
    pub(super) short_lines: ShortLines,
}

/// Opens a file at a place.
pub(super) fn open_reader(
    file: &DataFile,
    form: Form,
    place: Place,
) -> Result<Box<dyn RecordReader + Send>, DataError> {
    let mut bytes = Bytes::open(file, place.byte)?;
    let format = format_of(&mut bytes, form.format)?;
    if file.length.is_none() && matches!(format, DataFormat::Parquet | DataFormat::Npz) {
        let message = format!("{} cannot be read from a pipe, as its parts are all over the file", format.name());
        return Err(DataError::file(&bytes.file, message));
    }
    match format {
        DataFormat::Npz => Ok(Box::new(NpzReader::open(&file.path, place)?)),
        DataFormat::Parquet => open_parquet(file, place),
        DataFormat::Binary => Ok(Box::new(BinaryReader::new(bytes, place))),
        DataFormat::Auto | DataFormat::Tsv => {
            let mut reader = TsvReader::new(bytes, form.short_lines, place);
            // Of a pipe this is all that can be looked at before training.
            if file.length.is_none() && place == Place::default() && !reader.has_line()? {
                return Err(DataError::Empty { file: file.name(), skipped: 0 });
            }
            Ok(Box::new(reader))
        }
    }
}

/// The form that a file has, unless it is not the one that it should have.
fn format_of(bytes: &mut Bytes, asked: DataFormat) -> Result<DataFormat, DataError> {
    let found = match bytes.magic {
        Magic::Parquet => DataFormat::Parquet,
        Magic::Zip => DataFormat::Npz,
        Magic::Other(_) => DataFormat::Auto,
        Magic::Gzip | Magic::Zstd | Magic::None => DataFormat::Tsv,
    };
    let fits = match asked {
        DataFormat::Auto => found != DataFormat::Auto,
        DataFormat::Binary => found == DataFormat::Tsv,
        asked => found == asked,
    };
    if !fits {
        let is = bytes.magic.name().unwrap_or("neither Parquet nor npz");
        let asked = match asked {
            DataFormat::Auto => "text, gzip, zstd, Parquet or npz was expected: unpack it".to_owned(),
            asked => format!("data.format is {:?}: correct the format, or let it be \"auto\"", asked.name()),
        };
        return Err(DataError::file(&bytes.file, format!("it is {is}, and {asked}")));
    }
    if asked == DataFormat::Auto && found == DataFormat::Tsv && bytes.looks_binary()? {
        let message = "it is no text, but it looks like MLPerf's binary: data.format = \"binary\" reads that";
        return Err(DataError::file(&bytes.file, message));
    }
    Ok(if asked == DataFormat::Auto { found } else { asked })
}

#[cfg(feature = "parquet")]
fn open_parquet(file: &DataFile, place: Place) -> Result<Box<dyn RecordReader + Send>, DataError> {
    Ok(Box::new(ParquetReader::open(&file.path, place)?))
}

#[cfg(not(feature = "parquet"))]
fn open_parquet(file: &DataFile, _: Place) -> Result<Box<dyn RecordReader + Send>, DataError> {
    let message = "it is Parquet, and this program was built without: build it with the feature \"parquet\"";
    Err(DataError::file(&file.path, message))
}

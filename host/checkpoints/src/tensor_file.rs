//! Safetensors files that are written and read piece by piece, as tables may be larger than what is left of the memory.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use emberlane_files::WholeFile;
use emberlane_stores::EmbeddingStore;
use safetensors::Dtype;
use safetensors::tensor::{Metadata, TensorInfo};

use crate::parameters::ParameterError;

/// Elements that are moved at once.
const CHUNK: usize = 1 << 20;
/// The metadata that a file of this project's own has, as one text.
const ABOUT: &str = "emberlane";
/// Bytes of the longest header that is read: some ten times that of 4096 tables.
const LONGEST_HEADER: u64 = 16 << 20;

/// A tensor to be written.
pub(crate) struct Tensor<'a> {
    pub(crate) name: String,
    pub(crate) shape: Vec<usize>,
    pub(crate) contents: Contents<'a>,
}

/// Where the elements of a tensor come from.
pub(crate) enum Contents<'a> {
    Floats(&'a [f32]),
    Doubles(&'a [f64]),
    Integers(&'a [u64]),
    /// The rows of a table.
    Table(usize),
    /// What the optimiser keeps of the rows of a table.
    StateOfTable(usize),
}

impl Tensor<'_> {
    fn dtype(&self) -> Dtype {
        match self.contents {
            Contents::Floats(_) | Contents::Table(_) | Contents::StateOfTable(_) => Dtype::F32,
            Contents::Doubles(_) => Dtype::F64,
            Contents::Integers(_) => Dtype::U64,
        }
    }
}

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) bytes: u64,
    pub(crate) crc32c: u32,
}

/// Counts and checks what goes through it.
struct Checked<W> {
    writer: W,
    written: Written,
}

impl<W: Write> Checked<W> {
    fn write_all(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.writer.write_all(bytes)?;
        self.written.bytes += bytes.len() as u64;
        self.written.crc32c = crc32c::crc32c_append(self.written.crc32c, bytes);
        Ok(())
    }
}

/// Writes tensors to a file, whole or not at all; equal tensors give equal bytes. `about` goes into the file's metadata.
pub(crate) fn write(
    path: &Path,
    about: Option<&str>,
    mut tensors: Vec<Tensor<'_>>,
    store: &mut dyn EmbeddingStore,
) -> Result<Written, ParameterError> {
    let io = |source| ParameterError::Io { file: path.to_path_buf(), source };
    let wrong = |message: String| ParameterError::File { file: path.to_path_buf(), message };
    // The order of the library's own writer.
    tensors.sort_by(|one, other| other.dtype().cmp(&one.dtype()).then_with(|| one.name.cmp(&other.name)));
    let mut end = 0;
    let place = |tensor: &Tensor<'_>| {
        let (start, dtype) = (end, tensor.dtype());
        end += tensor.shape.iter().product::<usize>() * dtype.bitsize() / 8;
        (tensor.name.clone(), TensorInfo { dtype, shape: tensor.shape.clone(), data_offsets: (start, end) })
    };
    let places = tensors.iter().map(place).collect();
    let about = about.map(|about| HashMap::from([(ABOUT.to_owned(), about.to_owned())]));
    let header = Metadata::new(about, places).map_err(|error| wrong(error.to_string()))?;
    let mut header = serde_json::to_vec(&header).map_err(|error| wrong(error.to_string()))?;
    header.resize(header.len().next_multiple_of(8), b' ');

    let file = WholeFile::create(path).map_err(io)?;
    let mut file = Checked { writer: file, written: Written { bytes: 0, crc32c: 0 } };
    file.write_all(&(header.len() as u64).to_le_bytes()).map_err(io)?;
    file.write_all(&header).map_err(io)?;
    for Tensor { shape, contents, .. } in &tensors {
        match contents {
            Contents::Floats(values) => write_numbers(&mut file, values, |value| value.to_le_bytes()).map_err(io)?,
            Contents::Doubles(values) => write_numbers(&mut file, values, |value| value.to_le_bytes()).map_err(io)?,
            Contents::Integers(values) => write_numbers(&mut file, values, |value| value.to_le_bytes()).map_err(io)?,
            Contents::Table(table) | Contents::StateOfTable(table) => {
                for (first, count) in chunks(shape[0], shape[1]) {
                    let values = match contents {
                        Contents::Table(_) => store.read_rows(*table, first, count)?,
                        _ => store.read_state(*table, first, count)?,
                    };
                    write_numbers(&mut file, &values, |value| value.to_le_bytes()).map_err(io)?;
                }
            }
        }
    }
    file.writer.commit().map_err(io)?;
    Ok(file.written)
}

fn write_numbers<T: Copy, const N: usize>(
    file: &mut Checked<WholeFile>,
    values: &[T],
    bytes_of: impl Fn(T) -> [u8; N],
) -> std::io::Result<()> {
    for part in values.chunks(CHUNK) {
        let bytes: Vec<u8> = part.iter().flat_map(|value| bytes_of(*value)).collect();
        file.write_all(&bytes)?;
    }
    Ok(())
}

/// Pieces of a table of so many rows of so many elements: first row and number of rows.
pub(crate) fn chunks(rows: usize, width: usize) -> impl Iterator<Item = (u64, u64)> {
    let rows_a_chunk = (CHUNK / width.max(1)).max(1);
    (0..rows).step_by(rows_a_chunk).map(move |first| (first as u64, rows_a_chunk.min(rows - first) as u64))
}

/// A safetensors file that is read piece by piece.
pub(crate) struct TensorFile {
    path: PathBuf,
    file: File,
    header: Metadata,
    /// Where the elements begin.
    data: u64,
}

impl TensorFile {
    /// Reads the header.
    pub(crate) fn open(path: &Path) -> Result<Self, ParameterError> {
        let io = |source| ParameterError::Io { file: path.to_path_buf(), source };
        let wrong = |message: String| ParameterError::File { file: path.to_path_buf(), message };
        let mut file = File::open(path).map_err(io)?;
        let length = file.metadata().map_err(io)?.len();
        let mut size = [0; 8];
        file.read_exact(&mut size).map_err(|_| wrong("no safetensors file: it has no header".to_owned()))?;
        let size = u64::from_le_bytes(size);
        if size > LONGEST_HEADER || size + 8 > length {
            return Err(wrong(format!("no safetensors file: a header of {size} bytes in a file of {length}")));
        }
        let mut head = vec![0; size as usize + 8];
        file.seek(SeekFrom::Start(0)).and_then(|_| file.read_exact(&mut head)).map_err(io)?;
        let header: Metadata = serde_json::from_slice(&head[8..]).map_err(|error| wrong(error.to_string()))?;
        let (data, expected) = (size + 8, header.data_len() as u64);
        if length - data != expected {
            let found = length - data;
            return Err(wrong(format!("its tensors have {expected} bytes, and the file has {found} for them")));
        }
        Ok(Self { path: path.to_path_buf(), file, header, data })
    }

    /// What the file's metadata says.
    pub(crate) fn about(&self) -> Option<&str> {
        self.header.metadata().as_ref()?.get(ABOUT).map(String::as_str)
    }

    /// Names of the tensors, in no order.
    pub(crate) fn names(&self) -> Vec<String> {
        self.header.tensors().into_keys().collect()
    }

    pub(crate) fn wrong(&self, message: impl Into<String>) -> ParameterError {
        ParameterError::File { file: self.path.clone(), message: message.into() }
    }

    fn find(&self, name: &str) -> Result<&TensorInfo, ParameterError> {
        self.header.info(name).ok_or_else(|| self.wrong(format!("there is no tensor {name}")))
    }

    /// The elements of a tensor of this shape, piece by piece; the first one's number with each.
    pub(crate) fn floats(
        &mut self,
        name: &str,
        shape: &[usize],
        mut each: impl FnMut(usize, &[f32]) -> Result<(), ParameterError>,
    ) -> Result<(), ParameterError> {
        let found = self.find(name)?;
        if found.dtype != Dtype::F32 || found.shape != shape {
            let (dtype, other) = (found.dtype, &found.shape);
            return Err(self.wrong(format!("{name}: the model needs f32 {shape:?}, the file has {dtype:?} {other:?}")));
        }
        let start = self.data + found.data_offsets.0 as u64;
        let elements: usize = shape.iter().product();
        // Whole rows, so that whoever takes them has no need to put them together.
        let width = shape.get(1).copied().unwrap_or(1).max(1);
        let piece = (CHUNK / width).max(1) * width;
        for first in (0..elements).step_by(piece) {
            let bytes = self.bytes(start + 4 * first as u64, 4 * piece.min(elements - first))?;
            let values: Vec<f32> = numbers(&bytes, f32::from_le_bytes).collect();
            each(first, &values)?;
        }
        Ok(())
    }

    /// All elements of a tensor of 64-bit floating-point numbers.
    pub(crate) fn doubles(&mut self, name: &str) -> Result<Vec<f64>, ParameterError> {
        let bytes = self.eight_bytes_each(name, Dtype::F64)?;
        Ok(numbers(&bytes, f64::from_le_bytes).collect())
    }

    /// All elements of a tensor of 64-bit whole numbers.
    pub(crate) fn integers(&mut self, name: &str) -> Result<Vec<u64>, ParameterError> {
        let bytes = self.eight_bytes_each(name, Dtype::U64)?;
        Ok(numbers(&bytes, u64::from_le_bytes).collect())
    }

    fn eight_bytes_each(&mut self, name: &str, dtype: Dtype) -> Result<Vec<u8>, ParameterError> {
        let found = self.find(name)?;
        if found.dtype != dtype {
            return Err(self.wrong(format!("{name}: expected {dtype:?}, found {:?}", found.dtype)));
        }
        let (start, end) = found.data_offsets;
        self.bytes(self.data + start as u64, end - start)
    }

    fn bytes(&mut self, start: u64, count: usize) -> Result<Vec<u8>, ParameterError> {
        let mut bytes = vec![0; count];
        let read = self.file.seek(SeekFrom::Start(start)).and_then(|_| self.file.read_exact(&mut bytes));
        read.map_err(|source| ParameterError::Io { file: self.path.clone(), source })?;
        Ok(bytes)
    }

    /// Length and checksum of the whole file, as they were when it was [written](write).
    pub(crate) fn checked(&mut self) -> Result<Written, ParameterError> {
        let io = |source| ParameterError::Io { file: self.path.clone(), source };
        let mut written = Written { bytes: 0, crc32c: 0 };
        let mut part = vec![0; CHUNK];
        self.file.seek(SeekFrom::Start(0)).map_err(io)?;
        loop {
            let count = self.file.read(&mut part).map_err(io)?;
            if count == 0 {
                return Ok(written);
            }
            written.bytes += count as u64;
            written.crc32c = crc32c::crc32c_append(written.crc32c, &part[..count]);
        }
    }
}

fn numbers<T, const N: usize>(bytes: &[u8], from: impl Fn([u8; N]) -> T) -> impl Iterator<Item = T> {
    bytes.as_chunks().0.iter().map(move |word| from(*word))
}

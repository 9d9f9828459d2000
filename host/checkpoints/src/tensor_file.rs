//! Safetensors files that are written and read piece by piece, as tables may be larger than what is left of the memory.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use emberlane_experiment::shortened;
use emberlane_files::{TensorFile, WholeFile, write_tensor_header};
use emberlane_stores::EmbeddingStore;
use safetensors::Dtype;
use safetensors::tensor::TensorInfo;

use crate::error::ParameterError;

/// Elements that are moved at once.
const CHUNK: usize = 1 << 20;
/// The metadata that a file of this project's own has, as one text.
const ABOUT: &str = "emberlane";

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

impl<W: Write> Write for Checked<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let count = self.writer.write(bytes)?;
        self.written.bytes += count as u64;
        self.written.crc32c = crc32c::crc32c_append(self.written.crc32c, &bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.writer.flush()
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
    // The order of the library's own writer.
    tensors.sort_by(|one, other| other.dtype().cmp(&one.dtype()).then_with(|| one.name.cmp(&other.name)));
    let about = about.map(|about| (ABOUT.to_owned(), about.to_owned())).into_iter().collect();
    let places = tensors.iter().map(|tensor| (tensor.name.clone(), tensor.dtype(), tensor.shape.clone()));
    let file = WholeFile::create(path).map_err(io)?;
    let mut file = Checked { writer: file, written: Written { bytes: 0, crc32c: 0 } };
    write_tensor_header(&mut file, &about, places).map_err(io)?;
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

/// A file of tensors that is read piece by piece.
pub(crate) struct TensorReader {
    path: PathBuf,
    tensors: TensorFile,
}

impl TensorReader {
    /// Reads the header.
    pub(crate) fn open(path: &Path) -> Result<Self, ParameterError> {
        let io = |source| ParameterError::Io { file: path.to_path_buf(), source };
        Ok(Self { path: path.to_path_buf(), tensors: TensorFile::open(path).map_err(io)? })
    }

    /// What the file's metadata says.
    pub(crate) fn about(&self) -> Option<&str> {
        self.tensors.about(ABOUT)
    }

    /// Names of the tensors.
    pub(crate) fn names(&self) -> Vec<String> {
        self.tensors.names()
    }

    pub(crate) fn wrong(&self, message: impl Into<String>) -> ParameterError {
        ParameterError::File { file: self.path.clone(), message: message.into() }
    }

    /// The elements of a tensor of this shape, piece by piece, each of whole rows; the first one's number with each.
    pub(crate) fn floats(
        &self,
        name: &str,
        shape: &[usize],
        mut each: impl FnMut(usize, &[f32]) -> Result<(), ParameterError>,
    ) -> Result<(), ParameterError> {
        let Some(found) = self.tensors.info(name) else {
            return Err(self.wrong(format!("no parameter {name} (f32 {shape:?})")));
        };
        if found.dtype != Dtype::F32 || found.shape != shape {
            let found = shortened(&format!("{:?} {:?}", found.dtype, found.shape));
            return Err(self.wrong(format!("{name}: the model needs f32 {shape:?}, the file has {found}")));
        }
        let elements: usize = shape.iter().product();
        let width = shape.get(1).copied().unwrap_or(1).max(1);
        for (row, rows) in chunks(elements / width, width) {
            let first = row as usize * width;
            let bytes = self.bytes(found, 4 * first as u64, 4 * rows as usize * width)?;
            let values: Vec<f32> = numbers(&bytes, f32::from_le_bytes).collect();
            each(first, &values)?;
        }
        Ok(())
    }

    /// All elements of a tensor of 64-bit floating-point numbers.
    pub(crate) fn doubles(&self, name: &str) -> Result<Vec<f64>, ParameterError> {
        let bytes = self.eight_bytes_each(name, Dtype::F64)?;
        Ok(numbers(&bytes, f64::from_le_bytes).collect())
    }

    /// All elements of a tensor of 64-bit whole numbers.
    pub(crate) fn integers(&self, name: &str) -> Result<Vec<u64>, ParameterError> {
        let bytes = self.eight_bytes_each(name, Dtype::U64)?;
        Ok(numbers(&bytes, u64::from_le_bytes).collect())
    }

    fn eight_bytes_each(&self, name: &str, dtype: Dtype) -> Result<Vec<u8>, ParameterError> {
        match self.tensors.info(name) {
            Some(found) if found.dtype == dtype => self.bytes(found, 0, found.data_offsets.1 - found.data_offsets.0),
            _ => Err(self.wrong(format!("there is no tensor {name} of {dtype:?}"))),
        }
    }

    fn bytes(&self, tensor: &TensorInfo, first: u64, count: usize) -> Result<Vec<u8>, ParameterError> {
        let mut bytes = vec![0; count];
        let read = self.tensors.read(tensor, first, &mut bytes);
        read.map_err(|source| ParameterError::Io { file: self.path.clone(), source })?;
        Ok(bytes)
    }
}

/// Length and checksum of a file, as they were when it was [written](write).
pub(crate) fn check(path: &Path) -> Result<Written, ParameterError> {
    let io = |source| ParameterError::Io { file: path.to_path_buf(), source };
    let mut file = File::open(path).map_err(io)?;
    let mut written = Written { bytes: 0, crc32c: 0 };
    let mut part = vec![0; CHUNK];
    loop {
        let count = file.read(&mut part).map_err(io)?;
        if count == 0 {
            return Ok(written);
        }
        written.bytes += count as u64;
        written.crc32c = crc32c::crc32c_append(written.crc32c, &part[..count]);
    }
}

fn numbers<T, const N: usize>(bytes: &[u8], from: impl Fn([u8; N]) -> T) -> impl Iterator<Item = T> {
    bytes.as_chunks().0.iter().map(move |word| from(*word))
}

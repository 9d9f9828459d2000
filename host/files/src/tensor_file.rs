//! Files of tensors (safetensors), read and written piece by piece, so that a file takes no memory beside what is made of it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;

use safetensors::Dtype;
use safetensors::tensor::{Metadata, TensorInfo};
use serde_json::{Map, Value};

use crate::read::compression_of;

/// Bytes of the longest header: as much as the library takes.
const LONGEST_HEADER: u64 = 100_000_000;
/// Bytes in which the length of the header is.
const LENGTH_BYTES: u64 = 8;

/// A file of tensors that is open; of its contents only the header was read.
#[derive(Debug)]
pub struct TensorFile {
    file: File,
    /// Where the first tensor begins.
    start: u64,
    metadata: Metadata,
}

fn invalid(text: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, text.into())
}

impl TensorFile {
    /// Opens a file and reads its header, which must say as many bytes as the file has.
    ///
    /// # Errors
    /// A file that cannot be read, and one that is none of tensors, or not whole.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let bytes = file.metadata()?.len();
        let mut first = Vec::new();
        Read::by_ref(&mut file).take(LENGTH_BYTES).read_to_end(&mut first)?;
        if let Some(kind) = compression_of(&first) {
            return Err(invalid(format!("it is compressed ({kind}), and a file of tensors was expected: unpack it")));
        }
        let none = |what: &str| invalid(format!("it is no file of tensors (safetensors): {what}"));
        let first: [u8; LENGTH_BYTES as usize] =
            first.try_into().map_err(|_| none(&format!("it has {bytes} bytes, and the least are {LENGTH_BYTES}")))?;
        let header_bytes = u64::from_le_bytes(first);
        let start = header_bytes.saturating_add(LENGTH_BYTES);
        if header_bytes > LONGEST_HEADER || start > bytes {
            return Err(none("it does not begin with the length of a header"));
        }
        let mut header = Vec::new();
        Read::by_ref(&mut file).take(header_bytes).read_to_end(&mut header)?;
        let metadata: Metadata = serde_json::from_slice(&header).map_err(|error| none(&format!("header: {error}")))?;
        let expected = start.saturating_add(metadata.data_len() as u64);
        if bytes != expected {
            return Err(none(&format!("its header is that of {expected} bytes, and it has {bytes}: it is not whole")));
        }
        Ok(Self { file, start, metadata })
    }

    /// What the header says of the file as a whole under this name.
    #[must_use]
    pub fn about(&self, name: &str) -> Option<&str> {
        self.metadata.metadata().as_ref()?.get(name).map(String::as_str)
    }

    /// Names of the tensors, in the order in which they lie in the file.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.metadata.offset_keys()
    }

    /// Type, shape and place of a tensor.
    #[must_use]
    pub fn info(&self, name: &str) -> Option<&TensorInfo> {
        self.metadata.info(name)
    }

    /// Bytes of all tensors.
    #[must_use]
    pub fn data_bytes(&self) -> u64 {
        self.metadata.data_len() as u64
    }

    /// Fills `bytes` from byte `first` of a tensor on.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn read(&self, tensor: &TensorInfo, first: u64, bytes: &mut [u8]) -> io::Result<()> {
        let at = tensor.data_offsets.0 as u64 + first;
        if at + bytes.len() as u64 > tensor.data_offsets.1 as u64 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.file.read_exact_at(bytes, self.start + at)
    }
}

/// Writes the header of a file of tensors, whose bytes have to follow in this order. The same tensors give the same bytes.
///
/// # Errors
/// A writer that fails.
pub fn write_tensor_header(
    to: &mut impl Write,
    about: &BTreeMap<String, String>,
    tensors: impl IntoIterator<Item = (String, Dtype, Vec<usize>)>,
) -> io::Result<()> {
    let mut header = Map::new();
    if !about.is_empty() {
        header.insert("__metadata__".to_owned(), serde_json::to_value(about)?);
    }
    let mut end = 0;
    for (name, dtype, shape) in tensors {
        let bytes = shape.iter().product::<usize>() * dtype.bitsize() / 8;
        let info = TensorInfo { dtype, shape, data_offsets: (end, end + bytes) };
        end += bytes;
        header.insert(name, serde_json::to_value(&info)?);
    }
    let mut text = serde_json::to_vec(&Value::Object(header))?;
    // Tensors begin at multiples of eight bytes.
    text.resize(text.len().next_multiple_of(LENGTH_BYTES as usize), b' ');
    to.write_all(&(text.len() as u64).to_le_bytes())?;
    to.write_all(&text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use safetensors::SafeTensors;

    fn file(bytes: &[u8]) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        file
    }

    fn two_tensors() -> Vec<u8> {
        let mut bytes = Vec::new();
        let about = BTreeMap::from([("made by".to_owned(), "a test".to_owned())]);
        let tensors = [("b".to_owned(), Dtype::F32, vec![2]), ("a".to_owned(), Dtype::U8, vec![1, 3])];
        write_tensor_header(&mut bytes, &about, tensors).unwrap();
        bytes.extend([0, 0, 128, 63, 0, 0, 0, 64, 7, 8, 9]);
        bytes
    }

    #[test]
    fn what_is_written_is_read_here_and_by_the_library() {
        let bytes = two_tensors();
        let theirs = SafeTensors::deserialize(&bytes).unwrap();
        assert_eq!(theirs.tensor("a").unwrap().data(), [7, 8, 9]);
        let file = file(&bytes);
        let ours = TensorFile::open(file.path()).unwrap();
        assert_eq!(
            (ours.names(), ours.about("made by"), ours.data_bytes()),
            (vec!["b".into(), "a".into()], Some("a test"), 11)
        );
        let info = ours.info("a").unwrap();
        let mut two = [0; 2];
        ours.read(info, 1, &mut two).unwrap();
        assert_eq!(two, [8, 9]);
        assert!(ours.read(info, 2, &mut two).is_err(), "it does not reach behind the tensor");
    }

    #[test]
    fn what_is_no_file_of_tensors_is_refused() {
        let refused = |bytes: &[u8]| TensorFile::open(file(bytes).path()).unwrap_err().to_string();
        let whole = two_tensors();
        assert!(refused(b"").contains("0 bytes"));
        assert!(refused(b"[model]\nbottom = 1").contains("does not begin with the length"));
        assert!(refused(&[0x1f, 0x8b, 8, 0, 0]).contains("gzip"));
        assert!(refused(&whole[..whole.len() - 1]).contains("it is not whole"));
        assert!(refused(&[&whole[..], &[0]].concat()).contains("it is not whole"));
    }
}

//! Reads with a bound, so that a file that is not what it was meant to be does not fill the memory.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Reads a file of `most` bytes at most.
///
/// # Errors
/// A file that cannot be read, and one that is larger: [`io::ErrorKind::FileTooLarge`].
pub fn read_at_most(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut bytes = Vec::new();
    if length <= most {
        let room = usize::try_from(length).unwrap_or(usize::MAX);
        let full = |_| io::Error::new(io::ErrorKind::OutOfMemory, format!("no memory for its {length} bytes"));
        bytes.try_reserve_exact(room.saturating_add(1)).map_err(full)?;
        // What grows meanwhile, or has no length, is read as far as the bound, too.
        file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    }
    let found = length.max(bytes.len() as u64);
    if found > most {
        let text = format!("it has {found} bytes or more, and {most} are read at most");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, text));
    }
    Ok(bytes)
}

/// Reads a text of `most` bytes at most.
///
/// # Errors
/// As [`read_at_most`], and what is no text; compressed files are named as such.
pub fn read_text_at_most(path: &Path, most: u64) -> io::Result<String> {
    let compressed = compression_of(&head(path)?);
    if let Some(kind) = compressed {
        let text = format!("it is compressed ({kind}), and text was expected: unpack it");
        return Err(io::Error::new(io::ErrorKind::InvalidData, text));
    }
    String::from_utf8(read_at_most(path, most)?).map_err(|error| {
        let byte = error.utf8_error().valid_up_to() + 1;
        io::Error::new(io::ErrorKind::InvalidData, format!("it is no text: byte {byte} is not UTF-8"))
    })
}

fn head(path: &Path) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    File::open(path)?.take(4).read_to_end(&mut head)?;
    Ok(head)
}

/// The compression that the first bytes of a file are of.
#[must_use]
pub fn compression_of(head: &[u8]) -> Option<&'static str> {
    const MAGIC: [(&[u8], &str); 4] =
        [(&[0x1f, 0x8b], "gzip"), (&[0x28, 0xb5, 0x2f, 0xfd], "zstd"), (b"PK\x03\x04", "zip"), (b"BZh", "bzip2")];
    MAGIC.iter().find(|(magic, _)| head.starts_with(magic)).map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_are_bounded() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "12345").unwrap();
        assert_eq!(read_at_most(file.path(), 5).unwrap(), b"12345");
        let error = read_at_most(file.path(), 4).unwrap_err().to_string();
        assert_eq!(error, "it has 5 bytes or more, and 4 are read at most");
        assert!(read_at_most(Path::new("/dev/zero"), 1000).is_err(), "a device has no length, and no end");
    }

    #[test]
    fn what_is_no_text_is_named() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), [0x1f, 0x8b, 8, 0]).unwrap();
        assert!(read_text_at_most(file.path(), 100).unwrap_err().to_string().contains("gzip"));
        std::fs::write(file.path(), b"a\xff").unwrap();
        assert!(read_text_at_most(file.path(), 100).unwrap_err().to_string().contains("byte 2 is not UTF-8"));
    }
}

//! What the first bytes of a file say.

/// Bytes that are enough to tell.
pub(crate) const HEAD: usize = 8;

/// What a file begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Magic {
    Gzip,
    Zstd,
    /// Compressed in a way that is not read here.
    Other(&'static str),
    Zip,
    Parquet,
    /// Nothing that has a mark.
    None,
}

impl Magic {
    pub(crate) fn of(head: &[u8]) -> Self {
        // A frame of zstd's that holds no data, as pzstd writes them, has any last four bits.
        let skippable = matches!(head, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]);
        let marks: [(&[u8], Self); 7] = [
            (&[0x1f, 0x8b], Self::Gzip),
            (&[0x28, 0xb5, 0x2f, 0xfd], Self::Zstd),
            (b"BZh", Self::Other("bzip2")),
            (b"\xfd7zXZ\0", Self::Other("xz")),
            (b"\x04\x22\x4d\x18", Self::Other("lz4")),
            (b"PK\x03\x04", Self::Zip),
            (b"PAR1", Self::Parquet),
        ];
        match marks.into_iter().find(|(mark, _)| head.starts_with(mark)) {
            Some((_, magic)) => magic,
            None if skippable => Self::Zstd,
            None => Self::None,
        }
    }

    /// Its name for people; `None`: there is nothing to say.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            Self::Gzip => Some("compressed (gzip)"),
            Self::Zstd => Some("compressed (zstd)"),
            Self::Other("bzip2") => Some("compressed (bzip2)"),
            Self::Other("xz") => Some("compressed (xz)"),
            Self::Other(_) => Some("compressed (lz4)"),
            Self::Zip => Some("a zip file, as npz is"),
            Self::Parquet => Some("Parquet"),
            Self::None => None,
        }
    }
}

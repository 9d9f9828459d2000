//! Memory that reads and writes around the page cache accept.

use std::ops::{Deref, DerefMut};

/// What file offsets, lengths and addresses are multiples of.
pub(crate) const BLOCK: usize = 4096;

/// Bytes that begin at a multiple of [`BLOCK`].
#[derive(Debug)]
pub(crate) struct AlignedBuffer {
    bytes: Vec<u8>,
    start: usize,
    length: usize,
}

impl AlignedBuffer {
    /// So many zeros.
    pub(crate) fn new(length: usize) -> Self {
        let bytes = vec![0; length + BLOCK];
        let start = bytes.as_ptr().align_offset(BLOCK);
        Self { bytes, start: start.min(BLOCK), length }
    }
}

impl Deref for AlignedBuffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[self.start..self.start + self.length]
    }
}

impl DerefMut for AlignedBuffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[self.start..self.start + self.length]
    }
}

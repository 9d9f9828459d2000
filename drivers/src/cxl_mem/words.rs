//! Words of lists and vectors, to and from device memory.

use crate::transport::{Transport, TransportError};

/// Bytes of a list's word and of a vector's element.
pub(super) const WORD_BYTES: u64 = 4;
/// Bytes that are moved in one access at most.
pub(super) const COPY_BYTES: usize = 1 << 16;

/// Writes words from an address on.
pub(super) fn write(transport: &mut impl Transport, mut address: u64, words: &[u32]) -> Result<(), TransportError> {
    let mut buffer = Vec::with_capacity(COPY_BYTES);
    for chunk in words.chunks(COPY_BYTES / WORD_BYTES as usize) {
        buffer.clear();
        buffer.extend(chunk.iter().flat_map(|word| word.to_le_bytes()));
        transport.memory_write(address, &buffer)?;
        address += buffer.len() as u64;
    }
    Ok(())
}

/// Reads words from an address on.
pub(super) fn read(transport: &mut impl Transport, mut address: u64, words: &mut [u32]) -> Result<(), TransportError> {
    let mut buffer = [0; COPY_BYTES];
    for chunk in words.chunks_mut(COPY_BYTES / WORD_BYTES as usize) {
        let bytes = &mut buffer[..chunk.len() * WORD_BYTES as usize];
        transport.memory_read(address, bytes)?;
        address += bytes.len() as u64;
        let (read, _) = bytes.as_chunks();
        for (word, bytes) in chunk.iter_mut().zip(read) {
            *word = u32::from_le_bytes(*bytes);
        }
    }
    Ok(())
}

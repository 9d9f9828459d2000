//! Sparse byte-addressed memory.

use emberlane_registers::cxl::LINE_BYTES;
use std::{
    collections::{HashMap, TryReserveError, hash_map::Entry},
    fmt::Debug,
    hash::{BuildHasherDefault, Hasher},
    ops::Range,
    sync::Arc,
};

/// Bytes of a page.
const PAGE_BYTES: u64 = 1 << 16;
/// Bytes of a word. Pages are whole numbers of words.
const WORD_BYTES: usize = 4;

/// A write that was recorded; it does not leave its line of 64 bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Write {
    /// Address of the first byte.
    pub address: u64,
    /// What was written.
    pub bytes: Vec<u8>,
}

/// Memory that somebody else reads and writes, too: a part of a device's memory that another process has mapped.
pub trait SharedMemory: Debug + Send + Sync {
    /// Fills `bytes` from `offset` on.
    fn read(&self, offset: u64, bytes: &mut [u8]);

    /// Stores `bytes` from `offset` on.
    fn write(&self, offset: u64, bytes: &[u8]);
}

/// A part of memory that is shared: whole pages.
#[derive(Clone, Debug)]
struct Shared {
    pages: Range<u64>,
    memory: Arc<dyn SharedMemory>,
}

/// Memory of which only the pages that were written take space, unless it was with zeros alone; what was never written reads as zero.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    pages: HashMap<u64, Box<[u8]>, BuildHasherDefault<PageHasher>>,
    /// Addresses whose writes are recorded.
    recorded: Range<u64>,
    writes: Vec<Write>,
    shared: Vec<Shared>,
}

impl Memory {
    /// From now on the whole pages among `bytes` bytes from `base` on, a multiple of a page, are those of `memory`. They take no space
    /// here, and [`written`](Self::written) does not know of them.
    pub fn share(&mut self, base: u64, bytes: u64, memory: Arc<dyn SharedMemory>) {
        debug_assert!(base.is_multiple_of(PAGE_BYTES), "{base:#x}");
        let first = base / PAGE_BYTES;
        self.shared.push(Shared { pages: first..first + bytes / PAGE_BYTES, memory });
    }

    /// Who has the page, and the offset of a byte of it there; `None` if it is here.
    fn elsewhere(&self, piece: &Piece) -> Option<(&dyn SharedMemory, u64)> {
        let shared = self.shared.iter().find(|shared| shared.pages.contains(&piece.page))?;
        let offset = (piece.page - shared.pages.start) * PAGE_BYTES + piece.within.start as u64;
        Some((&*shared.memory, offset))
    }

    /// Fills `bytes` from `address` on.
    pub fn read(&self, address: u64, bytes: &mut [u8]) {
        for piece in pieces(address, bytes.len()) {
            if let Some((memory, offset)) = self.elsewhere(&piece) {
                memory.read(offset, &mut bytes[piece.buffer]);
                continue;
            }
            let target = &mut bytes[piece.buffer];
            match self.pages.get(&piece.page) {
                Some(page) => target.copy_from_slice(&page[piece.within]),
                None => target.fill(0),
            }
        }
    }

    /// So many bytes from `address` on as they lie here, for who does not want to copy them; `None`: they are not in one piece, were never
    /// written, or are elsewhere.
    pub(crate) fn piece(&self, address: u64, length: usize) -> Option<&[u8]> {
        let start = (address % PAGE_BYTES) as usize;
        if !self.shared.is_empty() || start + length > PAGE_BYTES as usize {
            return None;
        }
        Some(&self.pages.get(&(address / PAGE_BYTES))?[start..start + length])
    }

    /// Fills `words` with little-endian words from `address` on, a multiple of 4.
    pub fn read_words(&self, address: u64, words: &mut [u32]) {
        for piece in pieces(address, words.len() * WORD_BYTES) {
            let target = &mut words[piece.buffer.start / WORD_BYTES..piece.buffer.end / WORD_BYTES];
            if let Some((memory, offset)) = self.elsewhere(&piece) {
                let mut bytes = vec![0; target.len() * WORD_BYTES];
                memory.read(offset, &mut bytes);
                let (source, _) = bytes.as_chunks();
                target.iter_mut().zip(source).for_each(|(word, bytes)| *word = u32::from_le_bytes(*bytes));
                continue;
            }
            match self.pages.get(&piece.page) {
                Some(page) => {
                    let (source, _) = page[piece.within].as_chunks();
                    for (word, bytes) in target.iter_mut().zip(source) {
                        *word = u32::from_le_bytes(*bytes);
                    }
                }
                None => target.fill(0),
            }
        }
    }

    /// Makes room for so many bytes from `address` on, so that a write of them takes no more memory.
    ///
    /// # Errors
    /// There is not as much left.
    pub fn make_room(&mut self, address: u64, length: usize) -> Result<(), TryReserveError> {
        for piece in pieces(address, length) {
            if !self.pages.contains_key(&piece.page) && self.elsewhere(&piece).is_none() {
                let mut page = Vec::new();
                page.try_reserve_exact(PAGE_BYTES as usize)?;
                page.resize(PAGE_BYTES as usize, 0);
                self.pages.try_reserve(1)?;
                self.pages.insert(piece.page, page.into_boxed_slice());
            }
        }
        Ok(())
    }

    /// Stores `bytes` from `address` on.
    pub fn write(&mut self, address: u64, bytes: &[u8]) {
        if self.recorded.contains(&address) {
            self.record(address, bytes);
        }
        for piece in pieces(address, bytes.len()) {
            if let Some((memory, offset)) = self.elsewhere(&piece) {
                memory.write(offset, &bytes[piece.buffer]);
                continue;
            }
            let bytes = &bytes[piece.buffer];
            let page = match self.pages.entry(piece.page) {
                Entry::Occupied(page) => page.into_mut(),
                // Zeros where nothing was written change nothing.
                Entry::Vacant(_) if bytes.iter().all(|byte| *byte == 0) => continue,
                Entry::Vacant(page) => page.insert(vec![0; PAGE_BYTES as usize].into_boxed_slice()),
            };
            page[piece.within].copy_from_slice(bytes);
        }
    }

    /// From now on writes that begin in `range` are recorded; those before are forgotten.
    pub fn record_writes(&mut self, range: Range<u64>) {
        self.recorded = range;
        self.writes.clear();
    }

    /// The writes that were recorded, in order.
    pub fn writes(&self) -> &[Write] {
        &self.writes
    }

    /// Takes the writes that were recorded, in order.
    pub fn take_writes(&mut self) -> Vec<Write> {
        std::mem::take(&mut self.writes)
    }

    fn record(&mut self, mut address: u64, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let in_line = (LINE_BYTES - address % LINE_BYTES).min(bytes.len() as u64);
            let (line, rest) = bytes.split_at(in_line as usize);
            self.writes.push(Write { address, bytes: line.into() });
            (address, bytes) = (address + in_line, rest);
        }
    }

    /// The pages that were written, ascending, each as its range of addresses.
    pub fn written(&self) -> Vec<Range<u64>> {
        let mut pages: Vec<u64> = self.pages.keys().copied().collect();
        pages.sort_unstable();
        pages.into_iter().map(|page| page * PAGE_BYTES..(page + 1) * PAGE_BYTES).collect()
    }
}

/// What an access does to one page.
struct Piece {
    page: u64,
    within: Range<usize>,
    buffer: Range<usize>,
}

/// Cuts an access at page boundaries.
fn pieces(address: u64, length: usize) -> impl Iterator<Item = Piece> {
    let mut done = 0;
    std::iter::from_fn(move || {
        if done == length {
            return None;
        }
        let at = address + done as u64;
        let start = (at % PAGE_BYTES) as usize;
        let bytes = (PAGE_BYTES as usize - start).min(length - done);
        let piece = Piece { page: at / PAGE_BYTES, within: start..start + bytes, buffer: done..done + bytes };
        done += bytes;
        Some(piece)
    })
}

/// Page numbers are looked up once a vector; one multiplication spreads them well enough.
#[derive(Clone, Copy, Debug, Default)]
struct PageHasher(u64);

impl Hasher for PageHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0 ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, page: u64) {
        // 2^64 / golden ratio, odd; the high half of the product is the well mixed one, and the table wants it low.
        self.0 = page.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_never_written_is_zero() {
        let mut bytes = [7; 5];
        Memory::default().read(3 * PAGE_BYTES - 2, &mut bytes);
        assert_eq!(bytes, [0; 5]);
    }

    #[test]
    fn an_access_may_span_pages() {
        let mut memory = Memory::default();
        let start = 5 * PAGE_BYTES - 3;
        let pattern: Vec<u8> = (0..PAGE_BYTES + 6).map(|i| (i % 251) as u8).collect();
        memory.write(start, &pattern);
        let mut read = vec![0; pattern.len()];
        memory.read(start, &mut read);
        assert_eq!(read, pattern);
        let mut words = vec![0; 3];
        memory.read_words(6 * PAGE_BYTES - 8, &mut words);
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        assert_eq!(bytes[..11], pattern[PAGE_BYTES as usize - 5..]);
        let pages: Vec<u64> = memory.written().iter().map(|range| range.start / PAGE_BYTES).collect();
        assert_eq!(pages, [4, 5, 6]);
    }

    #[test]
    fn writes_are_recorded_line_by_line() {
        let mut memory = Memory::default();
        memory.write(0, &[1; 8]);
        memory.record_writes(0..1 << 20);
        memory.write(60, &[2; 72]);
        memory.write(1 << 20, &[3; 8]);
        let write = |address, length| Write { address, bytes: vec![2; length] };
        assert_eq!(memory.take_writes(), [write(60, 4), write(64, 64), write(128, 4)]);
        assert_eq!(memory.take_writes(), []);
    }

    #[derive(Debug, Default)]
    struct Elsewhere(std::sync::Mutex<HashMap<u64, u8>>);

    impl SharedMemory for Elsewhere {
        fn read(&self, offset: u64, bytes: &mut [u8]) {
            let memory = self.0.lock().unwrap();
            for (byte, at) in bytes.iter_mut().zip(offset..) {
                *byte = memory.get(&at).copied().unwrap_or(0);
            }
        }

        fn write(&self, offset: u64, bytes: &[u8]) {
            self.0.lock().unwrap().extend((offset..).zip(bytes.iter().copied()));
        }
    }

    #[test]
    fn what_is_shared_is_elsewhere() {
        let elsewhere = Arc::new(Elsewhere::default());
        let mut memory = Memory::default();
        memory.share(2 * PAGE_BYTES, 3 * PAGE_BYTES + 5, elsewhere.clone());
        let pattern: Vec<u8> = (0..4 * PAGE_BYTES).map(|i| (i % 251) as u8 + 1).collect();
        memory.make_room(PAGE_BYTES + 8, pattern.len()).unwrap();
        memory.write(PAGE_BYTES + 8, &pattern);
        let mut read = vec![0; pattern.len()];
        memory.read(PAGE_BYTES + 8, &mut read);
        assert_eq!(read, pattern);
        let mut words = vec![0; pattern.len() / WORD_BYTES];
        memory.read_words(PAGE_BYTES + 8, &mut words);
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        assert_eq!(bytes, pattern);
        assert_eq!(memory.written(), [PAGE_BYTES..2 * PAGE_BYTES, 5 * PAGE_BYTES..6 * PAGE_BYTES]);
        assert_eq!(elsewhere.0.lock().unwrap().len() as u64, 3 * PAGE_BYTES);
        elsewhere.write(0, &[0xee]);
        memory.read(2 * PAGE_BYTES, &mut read[..1]);
        assert_eq!(read[0], 0xee);
        memory.clone().write(2 * PAGE_BYTES, &[0xdd]);
        memory.read(2 * PAGE_BYTES, &mut read[..1]);
        assert_eq!(read[0], 0xdd, "a copy shares it, too");
    }

    #[test]
    fn far_pages_are_apart() {
        let mut memory = Memory::default();
        memory.write(0, &[1]);
        memory.write((1 << 51) + (1 << 32) - 1, &[2]);
        let mut byte = [0];
        memory.read((1 << 51) + (1 << 32) - 1, &mut byte);
        assert_eq!(byte, [2]);
        memory.read(0, &mut byte);
        assert_eq!(byte, [1]);
        assert_eq!(memory.written().len(), 2);
        memory.write(1 << 40, &[0; 64]);
        assert_eq!(memory.written().len(), 2, "zeros take no room");
        memory.write(0, &[0]);
        memory.read(0, &mut byte);
        assert_eq!(byte, [0]);
    }
}

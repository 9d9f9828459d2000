//! The bytes of a memory that may be far larger than this machine's.

use std::collections::HashMap;
use std::ops::Range;

use thiserror::Error;

use super::{LINE_BYTES, Line, line};

const PAGE_BYTES: u64 = 4096;

/// A write would hold more memory than the limit.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the simulated memory holds {limit} bytes already, which is its limit; raise the limit or use less memory")]
pub struct StorageFull {
    /// The limit in bytes.
    pub limit: u64,
}

/// Sparse memory: zero until written, held in pages of 4 KiB that exist once something else than zero is written.
#[derive(Debug)]
pub struct Storage {
    pages: HashMap<u64, Box<[u8; PAGE_BYTES as usize]>>,
    limit: u64,
}

impl Storage {
    /// A memory of zeros that may grow to `limit` bytes of this machine's memory.
    #[must_use]
    pub fn new(limit: u64) -> Self {
        Self { pages: HashMap::new(), limit }
    }

    /// Bytes of this machine's memory that the contents take.
    #[must_use]
    pub fn held_bytes(&self) -> u64 {
        self.pages.len() as u64 * PAGE_BYTES
    }

    /// The pages that are held, ascending, each as its range of addresses.
    #[must_use]
    pub fn held(&self) -> Vec<Range<u64>> {
        let mut pages: Vec<u64> = self.pages.keys().copied().collect();
        pages.sort_unstable();
        pages.into_iter().map(|page| page * PAGE_BYTES..(page + 1) * PAGE_BYTES).collect()
    }

    fn page_mut(&mut self, page: u64) -> Result<&mut [u8; PAGE_BYTES as usize], StorageFull> {
        let full = self.held_bytes() + PAGE_BYTES > self.limit;
        match self.pages.entry(page) {
            std::collections::hash_map::Entry::Occupied(entry) => Ok(entry.into_mut()),
            std::collections::hash_map::Entry::Vacant(_) if full => Err(StorageFull { limit: self.limit }),
            std::collections::hash_map::Entry::Vacant(entry) => Ok(entry.insert(Box::new([0; PAGE_BYTES as usize]))),
        }
    }

    /// The parts of `length` bytes at `address` that lie in one page each: page, first byte in it, bytes.
    fn parts(address: u64, length: usize) -> impl Iterator<Item = (u64, usize, usize)> {
        let mut done = 0;
        std::iter::from_fn(move || {
            let at = address + done as u64;
            let first = (at % PAGE_BYTES) as usize;
            let count = (length - done).min(PAGE_BYTES as usize - first);
            done += count;
            (count > 0).then_some((at / PAGE_BYTES, first, count))
        })
    }

    /// Fills `bytes` from `address` on.
    pub fn read(&self, address: u64, bytes: &mut [u8]) {
        let mut done = 0;
        for (page, first, count) in Self::parts(address, bytes.len()) {
            let target = &mut bytes[done..done + count];
            match self.pages.get(&page) {
                Some(page) => target.copy_from_slice(&page[first..first + count]),
                None => target.fill(0),
            }
            done += count;
        }
    }

    /// Stores `bytes` from `address` on.
    ///
    /// # Errors
    /// [`StorageFull`]; the bytes before the page that does not fit are stored.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), StorageFull> {
        let mut done = 0;
        for (page, first, count) in Self::parts(address, bytes.len()) {
            let source = &bytes[done..done + count];
            if self.pages.contains_key(&page) || source.iter().any(|&byte| byte != 0) {
                self.page_mut(page)?[first..first + count].copy_from_slice(source);
            }
            done += count;
        }
        Ok(())
    }

    /// The line at `address`, a multiple of 64.
    #[must_use]
    pub fn line(&self, address: u64) -> Line {
        let Some(page) = self.pages.get(&(address / PAGE_BYTES)) else { return Line::default() };
        let (lines, _) = page.as_chunks();
        line(&lines[(address % PAGE_BYTES) as usize / LINE_BYTES])
    }

    /// Stores the bytes of `line` whose bit in `strobe` is set to `address`, a multiple of 64.
    ///
    /// # Errors
    /// [`StorageFull`], with nothing stored.
    pub fn set_line(&mut self, address: u64, line: &Line, strobe: u64) -> Result<(), StorageFull> {
        let first = (address % PAGE_BYTES) as usize;
        let page = self.page_mut(address / PAGE_BYTES)?;
        let target = page[first..first + LINE_BYTES].as_chunks_mut().0;
        for (index, (bytes, word)) in target.iter_mut().zip(line).enumerate() {
            let new = word.to_le_bytes();
            match strobe >> (4 * index) & 0xf {
                0xf => *bytes = new,
                0 => {}
                some => (0..4).filter(|byte| some >> byte & 1 == 1).for_each(|byte| bytes[byte] = new[byte]),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn reads_what_a_map_of_bytes_reads(writes in prop::collection::vec((0u64..20_000, prop::collection::vec(any::<u8>(), 0..5000)), 0..12)) {
            // Far up, where the top address bits count.
            let base = u64::MAX - 60_000;
            let mut storage = Storage::new(1 << 20);
            let mut map = BTreeMap::new();
            for (address, bytes) in &writes {
                storage.write(base + address, bytes).unwrap();
                map.extend(bytes.iter().enumerate().map(|(index, byte)| (base + address + index as u64, *byte)));
            }
            let mut bytes = vec![1; 30_000];
            storage.read(base, &mut bytes);
            for (index, byte) in bytes.iter().enumerate() {
                prop_assert_eq!(*byte, map.get(&(base + index as u64)).copied().unwrap_or(0), "byte {}", index);
            }
        }

        #[test]
        fn strobes_choose_bytes(old in any::<[u32; 16]>(), new in any::<[u32; 16]>(), strobe in any::<u64>(), line in 0u64..64) {
            let mut storage = Storage::new(1 << 20);
            storage.set_line(line * 64, &old, u64::MAX).unwrap();
            storage.set_line(line * 64, &new, strobe).unwrap();
            let mut bytes = [0; 64];
            storage.read(line * 64, &mut bytes);
            for byte in 0..64 {
                let from = if strobe >> byte & 1 == 1 { &new } else { &old };
                prop_assert_eq!(bytes[byte], from[byte / 4].to_le_bytes()[byte % 4]);
            }
            let words: Vec<u32> = bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
            prop_assert_eq!(&storage.line(line * 64)[..], &words[..]);
        }
    }

    #[test]
    fn growth_stops_at_the_limit_and_zeros_take_no_room() {
        let mut storage = Storage::new(3 * 4096);
        storage.write(0, &[0; 1 << 20]).unwrap();
        assert_eq!(storage.held_bytes(), 0);
        for page in [0, 1 << 40, 1 << 62] {
            storage.write(page, &[1]).unwrap();
        }
        assert_eq!(storage.write(1 << 30, &[1]), Err(StorageFull { limit: 3 * 4096 }));
        assert_eq!(storage.set_line(1 << 30, &[1; 16], u64::MAX), Err(StorageFull { limit: 3 * 4096 }));
        // What is there already can still be written.
        storage.set_line(1 << 62, &[7; 16], u64::MAX).unwrap();
    }
}

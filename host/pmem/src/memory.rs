//! A medium in the memory of this process: nothing survives it.

use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::medium::ranges;
use crate::{Counts, Medium, Parts, lines};

/// Bytes in the memory of this process.
#[derive(Debug, Default)]
pub struct InMemory {
    bytes: Vec<u8>,
    counts: Counts,
    loads: AtomicU64,
    loaded_bytes: AtomicU64,
}

impl InMemory {
    /// So many zeros.
    #[must_use]
    pub fn zeroed(bytes: u64) -> Self {
        Self::holding(vec![0; bytes as usize])
    }

    /// These bytes.
    #[must_use]
    pub fn holding(bytes: Vec<u8>) -> Self {
        Self { bytes, ..Self::default() }
    }
}

impl Medium for InMemory {
    fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn load(&self, at: u64, to: &mut [u8]) {
        self.loads.fetch_add(1, Ordering::Relaxed);
        self.loaded_bytes.fetch_add(to.len() as u64, Ordering::Relaxed);
        to.copy_from_slice(&self.bytes[at as usize..at as usize + to.len()]);
    }

    fn store(&mut self, at: u64, bytes: &[u8]) {
        self.counts.stores += 1;
        self.counts.stored_bytes += bytes.len() as u64;
        self.bytes[at as usize..at as usize + bytes.len()].copy_from_slice(bytes);
    }

    fn flush(&mut self, range: Range<u64>) {
        assert!(range.end <= self.bytes(), "{range:?} of {} bytes", self.bytes());
        self.counts.flushed_lines += lines(range).count() as u64;
    }

    fn fence(&mut self) -> io::Result<()> {
        self.counts.fences += 1;
        Ok(())
    }

    fn counts(&self) -> Counts {
        Counts {
            loads: self.loads.load(Ordering::Relaxed),
            loaded_bytes: self.loaded_bytes.load(Ordering::Relaxed),
            ..self.counts
        }
    }
}

impl Parts for InMemory {
    fn part(self, borders: &[u64]) -> Vec<Box<dyn Medium>> {
        let part = |range: Range<u64>| -> Box<dyn Medium> {
            Box::new(Self::holding(self.bytes[range.start as usize..range.end as usize].to_vec()))
        };
        ranges(borders, self.bytes()).into_iter().map(part).collect()
    }
}

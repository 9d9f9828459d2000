//! A file as persistent memory.

use std::fmt;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::delay::Delay;
use crate::mapping::{Mapping, Part, WriteBack};
use crate::medium::ranges;
use crate::{Counts, LINE_BYTES, Medium, Parts, lines};

/// What a fenced line survives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// A loss of power: the file is on DAX and `MAP_SYNC` was accepted, so that CLWB and SFENCE make a line durable.
    Dax,
    /// A loss of power: each fence waits until the file's device has the pages (`msync`).
    Power,
    /// The end of the process, by any signal, but no loss of power: the page cache has the line, and the system writes it in its own
    /// time.
    Process,
}

impl Durability {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dax => "dax",
            Self::Power => "power",
            Self::Process => "process",
        }
    }

    /// What it means, in a sentence without an end.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Dax => "persistent memory: survives a loss of power",
            Self::Power => "msync at every fence: survives a loss of power as far as the file's device does",
            Self::Process => "page cache: survives the end of the process, not a loss of power",
        }
    }
}

impl fmt::Display for Durability {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A file that is mapped; its parts are used.
#[derive(Debug)]
pub struct Mapped {
    mapping: Mapping,
    bytes: u64,
    durability: Durability,
    write_back: WriteBack,
    delay: Option<Delay>,
}

/// A part of a mapped file.
#[derive(Debug)]
struct MappedPart {
    part: Part,
    durability: Durability,
    write_back: WriteBack,
    delay: Option<Arc<Delay>>,
    /// Flushed since the last fence: for `msync`.
    flushed: Option<Range<u64>>,
    counts: Counts,
    loads: AtomicU64,
    loaded_bytes: AtomicU64,
}

impl Mapped {
    /// Maps the first `bytes` bytes of a file: as DAX where it can be, else with the durability of `otherwise`. `delay` makes its
    /// loads and fences as slow as a medium's.
    ///
    /// # Errors
    /// A file that cannot be mapped; one that is to be on DAX and is not.
    pub fn open(file: &File, bytes: u64, otherwise: Durability, delay: Option<Delay>) -> io::Result<Self> {
        let write_back = WriteBack::of_processor();
        let synchronous = if write_back == WriteBack::None { None } else { Mapping::synchronous(file, bytes)? };
        let (mapping, durability) = match synchronous {
            Some(mapping) => (mapping, Durability::Dax),
            None if otherwise == Durability::Dax => {
                let reason =
                    "it is not on persistent memory with DAX (mmap refuses MAP_SYNC), or the processor has no CLWB";
                return Err(io::Error::new(io::ErrorKind::Unsupported, reason));
            }
            None => (Mapping::cached(file, bytes)?, otherwise),
        };
        Ok(Self { mapping, bytes, durability, write_back, delay })
    }

    /// What a fenced line survives.
    #[must_use]
    pub const fn durability(&self) -> Durability {
        self.durability
    }
}

impl Parts for Mapped {
    fn part(self, borders: &[u64]) -> Vec<Box<dyn Medium>> {
        let Self { mapping, bytes, durability, write_back, delay } = self;
        let delay = delay.map(Arc::new);
        let medium = |part| -> Box<dyn Medium> {
            let (loads, loaded_bytes, counts) = <_>::default();
            let delay = delay.clone();
            Box::new(MappedPart { part, durability, write_back, delay, flushed: None, counts, loads, loaded_bytes })
        };
        mapping.part(&ranges(borders, bytes)).into_iter().map(medium).collect()
    }
}

impl Medium for MappedPart {
    fn bytes(&self) -> u64 {
        self.part.bytes()
    }

    fn load(&self, at: u64, to: &mut [u8]) {
        self.part.load(at, to);
        self.loads.fetch_add(1, Ordering::Relaxed);
        self.loaded_bytes.fetch_add(to.len() as u64, Ordering::Relaxed);
        if let Some(delay) = &self.delay {
            delay.load(to.len());
        }
    }

    fn bring_near(&self, range: Range<u64>) {
        let mut seen = [0];
        for line in lines(range) {
            self.part.load(line, &mut seen);
            std::hint::black_box(&seen);
        }
    }

    fn store(&mut self, at: u64, bytes: &[u8]) {
        self.part.store(at, bytes);
        self.counts.stores += 1;
        self.counts.stored_bytes += bytes.len() as u64;
    }

    fn flush(&mut self, range: Range<u64>) {
        let mut count = 0;
        for line in lines(range.clone()) {
            self.part.write_back(line, self.write_back);
            count += 1;
        }
        self.counts.flushed_lines += count;
        if self.durability == Durability::Power {
            let whole = self.flushed.get_or_insert(range.clone());
            *whole = whole.start.min(range.start)..whole.end.max(range.end);
        }
        if let Some(delay) = &self.delay {
            delay.write(count * LINE_BYTES);
        }
    }

    fn fence(&mut self) -> io::Result<()> {
        self.write_back.fence();
        self.counts.fences += 1;
        if let Some(range) = self.flushed.take() {
            self.part.synchronise(range)?;
        }
        if let Some(delay) = &self.delay {
            delay.fence();
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn file(bytes: u64) -> File {
        let file = tempfile::tempfile().unwrap();
        file.set_len(bytes).unwrap();
        file
    }

    #[test]
    fn what_parts_store_is_in_the_file() {
        use std::os::unix::fs::FileExt;
        for durability in [Durability::Process, Durability::Power] {
            let file = file(12_288);
            let mapped = Mapped::open(&file, 12_288, durability, None).unwrap();
            assert!(matches!(mapped.durability(), Durability::Dax) || mapped.durability() == durability);
            let mut parts = mapped.part(&[64, 8192]);
            assert_eq!(parts.iter().map(|part| part.bytes()).collect::<Vec<_>>(), [64, 8128, 4096]);
            for (number, part) in (1..).zip(&mut parts) {
                part.store(60, &[number; 4]);
                part.flush(60..64);
                part.fence().unwrap();
                let mut back = [0; 5];
                part.load(59, &mut back);
                assert_eq!(back, [0, number, number, number, number]);
            }
            let mut bytes = [0; 12_288];
            file.read_exact_at(&mut bytes, 0).unwrap();
            assert_eq!((bytes[60], bytes[64 + 60], bytes[8192 + 63]), (1, 2, 3));
            let counts = parts[1].counts();
            assert_eq!((counts.stores, counts.stored_bytes, counts.flushed_lines, counts.fences), (1, 4, 1, 1));
            assert_eq!((counts.loads, counts.loaded_bytes), (1, 5));
        }
    }

    #[test]
    fn dax_is_not_taken_for_granted() {
        let file = file(4096);
        match Mapped::open(&file, 4096, Durability::Dax, None) {
            Ok(mapped) => assert_eq!(mapped.durability(), Durability::Dax),
            Err(error) => assert!(error.to_string().contains("MAP_SYNC"), "{error}"),
        }
    }

    #[test]
    #[should_panic(expected = "0x1000")]
    fn nothing_is_reached_outside() {
        let parts = Mapped::open(&file(8192), 8192, Durability::Process, None).unwrap().part(&[4096]);
        parts[0].load(4090, &mut [0; 8]);
    }
}

//! Memory: lines that were written, marks of poison, and how long an access takes.

use crate::message::{ALL_BYTES, Line, merge};
use crate::time::{Pacer, Time};
use crate::wire::{DevLoad, LINE_BYTES};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;
use std::ops::Range;

/// Lines of a page, the grain in which memory is allocated.
const PAGE_LINES: u64 = 64;

/// How a memory behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryConfig {
    /// Bytes; a multiple of 64.
    pub size: u64,
    /// From a read to its data, without waiting for others.
    pub read_latency: Time,
    /// From a write to its completion, without waiting for others.
    pub write_latency: Time,
    /// Reads and writes together; 0 for no bound.
    pub bytes_per_second: u64,
}

impl MemoryConfig {
    /// Without latency and bound.
    pub const fn ideal(size: u64) -> Self {
        Self { size, read_latency: Time::ZERO, write_latency: Time::ZERO, bytes_per_second: 0 }
    }
}

/// A channel of DRAM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DramChannel {
    /// From a read to its data; a write takes as long, for no source has the latency of one alone.
    pub latency: Time,
    /// Reads and writes together.
    pub bytes_per_second: u64,
}

/// DDR4-2400: 2400 million transfers a second of 8 bytes, and the latency that DRAMSim3 gives 64-byte reads, one at a time.
pub const DDR4_2400: DramChannel = DramChannel { latency: Time::ns(46), bytes_per_second: 2_400_000_000 * 8 };

/// A memory, all zero at first; only pages that were written take room, unless it was with zeros alone.
#[derive(Debug)]
pub struct Memory {
    config: MemoryConfig,
    pacer: Pacer,
    pages: FxHashMap<u64, Box<[Line; PAGE_LINES as usize]>>,
    poisoned: FxHashSet<u64>,
}

impl Memory {
    /// A memory.
    pub fn new(config: MemoryConfig) -> Self {
        let pacer = Pacer::new(config.bytes_per_second, 1, 1);
        Self { config, pacer, pages: FxHashMap::default(), poisoned: FxHashSet::default() }
    }

    /// How it behaves.
    pub fn config(&self) -> &MemoryConfig {
        &self.config
    }

    /// The line at an address, and whether it is poisoned. Beyond the end: `None`.
    pub fn read(&self, address: u64) -> Option<(Line, bool)> {
        let line = self.line(address)?;
        let data = self.pages.get(&(line / PAGE_LINES)).map_or([0; 64], |page| page[(line % PAGE_LINES) as usize]);
        Some((data, self.poisoned.contains(&line)))
    }

    /// Writes the enabled bytes of the line at an address. A whole line replaces poison; part of one leaves it. Returns
    /// whether the address is in the memory.
    pub fn write(&mut self, address: u64, data: &Line, byte_enable: u64, poison: bool) -> bool {
        let Some(line) = self.line(address) else { return false };
        let page = match self.pages.entry(line / PAGE_LINES) {
            Entry::Occupied(page) => Some(page.into_mut()),
            // Zeros where nothing was written change nothing.
            Entry::Vacant(_) if *data == [0; 64] => None,
            Entry::Vacant(page) => Some(page.insert(Box::new([[0; 64]; PAGE_LINES as usize]))),
        };
        if let Some(page) = page {
            merge(&mut page[(line % PAGE_LINES) as usize], data, byte_enable);
        }
        if poison {
            self.poisoned.insert(line);
        } else if byte_enable == ALL_BYTES && !self.poisoned.is_empty() {
            self.poisoned.remove(&line);
        }
        true
    }

    /// Marks the line at an address as known to be wrong.
    pub fn poison(&mut self, address: u64) {
        if let Some(line) = self.line(address) {
            self.poisoned.insert(line);
        }
    }

    /// The first poisoned line of a range of addresses.
    pub fn poisoned_in(&self, addresses: Range<u64>) -> Option<u64> {
        let poisoned = self.poisoned.iter().map(|line| line * LINE_BYTES);
        poisoned.filter(|line| line + LINE_BYTES > addresses.start && *line < addresses.end).min()
    }

    /// When a read of a line that comes now has its data.
    pub fn read_done(&mut self, now: Time) -> Time {
        self.pacer.pass(now, 8 * LINE_BYTES) + self.config.read_latency
    }

    /// When a write of a line that comes now is complete.
    pub fn write_done(&mut self, now: Time) -> Time {
        self.pacer.pass(now, 8 * LINE_BYTES) + self.config.write_latency
    }

    /// How busy it is: by how many read latencies of work wait. Assumption: the specification leaves the measure open.
    pub fn load(&self, now: Time) -> DevLoad {
        let (backlog, latency) = (self.pacer.backlog(now).0, self.config.read_latency.0.max(1));
        match backlog / latency {
            0 => DevLoad::Light,
            1 => DevLoad::Optimal,
            2 | 3 => DevLoad::Moderate,
            _ => DevLoad::Severe,
        }
    }

    /// Copies bytes out, without time.
    ///
    /// # Panics
    /// If the range is not in the memory.
    pub fn read_bytes(&self, address: u64, bytes: &mut [u8]) {
        let mut at = address;
        for chunk in Chunks::new(address, bytes.len() as u64) {
            let (line, _) = self.read(chunk.line).expect("the range is in the memory");
            let offset = (at - address) as usize;
            bytes[offset..offset + chunk.length].copy_from_slice(&line[chunk.start..chunk.start + chunk.length]);
            at += chunk.length as u64;
        }
    }

    /// Copies bytes in, without time.
    ///
    /// # Panics
    /// If the range is not in the memory.
    pub fn write_bytes(&mut self, address: u64, bytes: &[u8]) {
        let mut at = 0;
        for chunk in Chunks::new(address, bytes.len() as u64) {
            let mut line = [0; 64];
            line[chunk.start..chunk.start + chunk.length].copy_from_slice(&bytes[at..at + chunk.length]);
            assert!(self.write(chunk.line, &line, chunk.byte_enable(), false), "the range is in the memory");
            at += chunk.length;
        }
    }

    fn line(&self, address: u64) -> Option<u64> {
        (address < self.config.size).then_some(address / LINE_BYTES)
    }
}

/// A part of a range of bytes within one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Address of the line.
    pub line: u64,
    /// First byte in it.
    pub start: usize,
    /// Bytes of it. 1 to 64.
    pub length: usize,
}

impl Chunk {
    /// The bytes of it, a bit each.
    pub fn byte_enable(self) -> u64 {
        (u64::MAX >> (LINE_BYTES as usize - self.length)) << self.start
    }
}

/// The lines of a range of bytes.
#[derive(Debug)]
pub struct Chunks {
    at: u64,
    end: u64,
}

impl Chunks {
    /// Those of so many bytes from an address on.
    pub fn new(address: u64, bytes: u64) -> Self {
        Self { at: address, end: address + bytes }
    }
}

impl Iterator for Chunks {
    type Item = Chunk;
    fn next(&mut self) -> Option<Chunk> {
        let line = self.at / LINE_BYTES * LINE_BYTES;
        let end = self.end.min(line + LINE_BYTES);
        let chunk = Chunk { line, start: (self.at - line) as usize, length: end.checked_sub(self.at)? as usize };
        self.at = end;
        (chunk.length > 0).then_some(chunk)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_and_the_rest_is_zero() {
        let mut memory = Memory::new(MemoryConfig::ideal(1 << 40));
        let bytes: Vec<u8> = (0..=200).collect();
        memory.write_bytes((1 << 40) - 300, &bytes);
        let mut back = vec![9; 220];
        memory.read_bytes((1 << 40) - 310, &mut back);
        assert_eq!(back[..10], [0; 10]);
        assert_eq!(back[10..211], bytes[..]);
        assert_eq!(back[211..], [0; 9]);
        assert_eq!(memory.read(1 << 40), None);
        assert!(!memory.write(1 << 40, &[0; 64], ALL_BYTES, false));
    }

    #[test]
    fn poison_stays_until_the_whole_line_is_written() {
        let mut memory = Memory::new(MemoryConfig::ideal(4096));
        memory.poison(100);
        memory.write(64, &[1; 64], 0xff, false);
        assert!(memory.read(64).unwrap().1 && !memory.read(128).unwrap().1);
        memory.write(64, &[1; 64], ALL_BYTES, false);
        assert!(!memory.read(64).unwrap().1);
        memory.write(64, &[1; 64], ALL_BYTES, true);
        assert!(memory.read(64).unwrap().1);
    }

    #[test]
    fn accesses_wait_for_the_bandwidth_and_then_take_the_latency() {
        let config = MemoryConfig {
            size: 4096,
            read_latency: Time::ns(100),
            write_latency: Time::ns(200),
            bytes_per_second: 64_000_000_000,
        };
        let mut memory = Memory::new(config);
        assert_eq!(memory.read_done(Time::ns(5)), Time::ns(106));
        assert_eq!(memory.write_done(Time::ns(5)), Time::ns(207));
        assert_eq!(memory.load(Time::ns(5)), DevLoad::Light);
        for _ in 0..448 {
            memory.read_done(Time::ns(5));
        }
        assert_eq!(memory.load(Time::ns(5)), DevLoad::Severe);
        assert_eq!(memory.load(Time::ns(205)), DevLoad::Moderate);
        assert_eq!(memory.load(Time::ns(305)), DevLoad::Optimal);
        assert_eq!(memory.read_done(Time::ns(5)), Time::ns(5 + 451 + 100));
    }
}

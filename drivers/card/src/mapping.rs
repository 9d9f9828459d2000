//! A file in memory: registers of a card, its memory, or what another process shares. The only unsafe code of the drivers.
//!
//! # Safety
//! A [`Mapping`] owns the pages that `mmap` gave it, from `start` on, `bytes` of them, until it is dropped; nothing else of this
//! program has their address, and no reference to them is ever made: every access is one volatile load or store of a word or of
//! a byte, inside of the pages (which is asserted) and aligned (which is asserted for words; pages are). So what the card, or
//! another process, does to them meanwhile changes values and breaks no rule of the language. A mapping may go to another thread, but
//! is not shared by two (it is `Send` and not `Sync`).
//!
//! A file that somebody makes shorter while it is mapped ends the program by a signal, as for every program that maps files. A
//! card's files do not change their length.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ptr::{self, NonNull};
use std::sync::atomic::{Ordering, fence};

use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};

/// Bytes of a word, the unit in which registers and memory are reached.
pub(crate) const WORD: u64 = 8;

/// A part of a file, mapped to be read and written by this program and whoever else has it.
#[derive(Debug)]
pub struct Mapping {
    start: NonNull<u8>,
    bytes: u64,
}

// SAFETY: the pages belong to the mapping, not to the thread that made it.
unsafe impl Send for Mapping {}

impl Mapping {
    /// Maps `bytes` bytes of `file` from `offset` on, a multiple of the page size.
    ///
    /// # Errors
    /// Those of the system: a file that may not be written, or cannot be mapped; no address space.
    pub fn new(file: &File, offset: u64, bytes: u64) -> io::Result<Self> {
        let length = usize::try_from(bytes).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        let protection = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: a new place is asked for, so no memory of this program is replaced.
        let start = unsafe { mmap(ptr::null_mut(), length, protection, MapFlags::SHARED, file, offset) }?;
        let start = NonNull::new(start.cast()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Self { start, bytes })
    }

    /// Bytes that are mapped.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Where `length` bytes from `offset` on are.
    fn at(&self, offset: u64, length: u64) -> NonNull<u8> {
        let is_inside = offset.checked_add(length).is_some_and(|end| end <= self.bytes);
        assert!(is_inside, "{length} bytes at {offset:#x} of a mapping of {:#x}", self.bytes);
        // SAFETY: the offset is inside of the pages.
        unsafe { self.start.add(offset as usize) }
    }

    /// Loads the word at `offset`, by one access of 64 bits. Memory and registers are little endian.
    ///
    /// # Panics
    /// An offset that is no multiple of 8, or outside.
    #[must_use]
    pub fn read(&self, offset: u64) -> u64 {
        assert!(offset.is_multiple_of(WORD), "a word at {offset:#x}");
        let place = self.at(offset, WORD).cast::<u64>();
        // SAFETY: inside of the pages and aligned, see above.
        u64::from_le(unsafe { place.read_volatile() })
    }

    /// Stores the word at `offset`, by one access of 64 bits.
    ///
    /// # Panics
    /// As [`read`](Self::read).
    pub fn write(&self, offset: u64, value: u64) {
        assert!(offset.is_multiple_of(WORD), "a word at {offset:#x}");
        let place = self.at(offset, WORD).cast::<u64>();
        // SAFETY: inside of the pages and aligned, see above.
        unsafe { place.write_volatile(value.to_le()) }
    }

    /// Loads bytes, by words: what a word holds beside them is loaded, too, and has no effect, for this is for memory.
    ///
    /// # Panics
    /// Bytes that are not all inside.
    pub fn read_bytes(&self, offset: u64, bytes: &mut [u8]) {
        let _ = self.at(offset, bytes.len() as u64);
        let mut done = 0;
        while done < bytes.len() {
            let at = offset + done as u64;
            let within = (at % WORD) as usize;
            let part = (WORD as usize - within).min(bytes.len() - done);
            let word = self.read(at - within as u64).to_le_bytes();
            bytes[done..done + part].copy_from_slice(&word[within..within + part]);
            done += part;
        }
    }

    /// Stores bytes: whole words by one access each, others byte by byte.
    ///
    /// # Panics
    /// As [`read_bytes`](Self::read_bytes).
    pub fn write_bytes(&self, offset: u64, bytes: &[u8]) {
        let _ = self.at(offset, bytes.len() as u64);
        let mut done = 0;
        while done < bytes.len() {
            let at = offset + done as u64;
            if at.is_multiple_of(WORD)
                && let Some(word) = bytes[done..].first_chunk()
            {
                self.write(at, u64::from_le_bytes(*word));
                done += word.len();
            } else {
                // SAFETY: inside of the pages, see above.
                unsafe { self.at(at, 1).write_volatile(bytes[done]) }
                done += 1;
            }
        }
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the pages are those that `mmap` gave, and nobody has their address any more.
        let unmapped = unsafe { munmap(self.start.as_ptr().cast(), self.bytes as usize) };
        debug_assert!(unmapped.is_ok());
    }
}

/// Keeps accesses in front of this and those behind it in order: no load or store of mapped memory passes it, neither in the
/// compiler nor in the processor.
pub fn order() {
    fence(Ordering::SeqCst);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mapping() -> Mapping {
        let file = tempfile::tempfile().unwrap();
        file.set_len(8192).unwrap();
        Mapping::new(&file, 4096, 4096).unwrap()
    }

    #[test]
    fn two_mappings_of_a_file_see_the_same() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(4096).unwrap();
        let [first, second] = [(); 2].map(|()| Mapping::new(&file, 0, 4096).unwrap());
        first.write(8, 0x0102_0304_0506_0708);
        let mut bytes = [0; 3];
        second.read_bytes(9, &mut bytes);
        assert_eq!(bytes, [7, 6, 5]);
    }

    #[test]
    fn bytes_of_any_place_leave_their_neighbours_alone() {
        let mapping = mapping();
        for (first, length) in [(0, 8), (1, 6), (3, 13), (5, 27), (4000, 96), (4095, 1), (16, 0)] {
            mapping.write_bytes(0, &[0xee; 4096]);
            let bytes: Vec<u8> = (1..=length).collect();
            mapping.write_bytes(first, &bytes);
            let mut all = [0; 4096];
            mapping.read_bytes(0, &mut all);
            let (from, to) = (first as usize, first as usize + bytes.len());
            assert_eq!(all[from..to], bytes);
            assert!(all[..from].iter().chain(&all[to..]).all(|byte| *byte == 0xee), "{first} {length}");
            let mut part = vec![0; bytes.len()];
            mapping.read_bytes(first, &mut part);
            assert_eq!(part, bytes);
        }
    }

    #[test]
    #[should_panic(expected = "0x1000")]
    fn nothing_is_reached_outside() {
        let _ = mapping().read(4096);
    }

    #[test]
    #[should_panic(expected = "a word at 0x4")]
    fn words_are_aligned() {
        mapping().write(4, 0);
    }
}

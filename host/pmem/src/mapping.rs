//! Pages of a file in memory, and the instructions that write their lines back. The host's only unsafe code.
//!
//! # Safety
//! A [`Mapping`] owns the pages that `mmap` gave it until it is dropped. A [`Part`] is a range of them that no other part overlaps
//! ([`Mapping::part`] takes the mapping and gives each byte to one part), so that `&mut Part` is the only way to store to its range,
//! and `&Part` to load from it: the rules of references hold for the bytes, although none is ever made to them. Every access is
//! asserted to be inside. What another process does to the file meanwhile is beyond these rules, as for every program that maps
//! files; a pool is locked against it. A file that is made shorter while it is mapped ends the program by a signal.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Range;
use std::ptr::{self, NonNull};
use std::sync::Arc;

use rustix::mm::{MapFlags, MsyncFlags, ProtFlags, mmap, msync, munmap};

/// Bytes of a page, as `msync` counts.
const PAGE: usize = 4096;

/// Pages of a file.
#[derive(Debug)]
pub(crate) struct Mapping {
    start: NonNull<u8>,
    bytes: usize,
}

// SAFETY: the pages belong to the process, and parts say who may reach which of them.
unsafe impl Send for Mapping {}
// SAFETY: as above; a mapping itself gives no access.
unsafe impl Sync for Mapping {}

/// A range of a mapping that has one owner.
#[derive(Debug)]
pub(crate) struct Part {
    mapping: Arc<Mapping>,
    range: Range<usize>,
}

impl Mapping {
    /// Maps the first bytes of a file so that a flushed and fenced line is durable by itself (`MAP_SYNC`), as files on DAX can be;
    /// `Ok(None)`: this file cannot.
    pub(crate) fn synchronous(file: &File, bytes: u64) -> io::Result<Option<Self>> {
        match Self::map(file, bytes, MapFlags::SHARED_VALIDATE | MapFlags::SYNC) {
            Ok(mapping) => Ok(Some(mapping)),
            Err(error) if matches!(error.kind(), io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Maps the first bytes of a file through the page cache.
    pub(crate) fn cached(file: &File, bytes: u64) -> io::Result<Self> {
        Self::map(file, bytes, MapFlags::SHARED)
    }

    fn map(file: &File, bytes: u64, flags: MapFlags) -> io::Result<Self> {
        let bytes = usize::try_from(bytes).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        // SAFETY: a new place is asked for, so no memory of this program is replaced.
        let start = unsafe { mmap(ptr::null_mut(), bytes, ProtFlags::READ | ProtFlags::WRITE, flags, file, 0) }?;
        let start = NonNull::new(start.cast()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Self { start, bytes })
    }

    /// Gives each byte to one part. `ranges` are one behind the other, from 0 to the end.
    pub(crate) fn part(self, ranges: &[Range<u64>]) -> Vec<Part> {
        let mut end = 0;
        for range in ranges {
            assert!(range.start == end && range.start <= range.end, "{range:?} behind {end:#x}");
            end = range.end;
        }
        assert_eq!(end, self.bytes as u64, "parts are all of a mapping");
        let mapping = Arc::new(self);
        let part = |range: &Range<u64>| Part {
            mapping: Arc::clone(&mapping),
            range: range.start as usize..range.end as usize,
        };
        ranges.iter().map(part).collect()
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the pages are those that `mmap` gave, and no part is left.
        let unmapped = unsafe { munmap(self.start.as_ptr().cast(), self.bytes) };
        debug_assert!(unmapped.is_ok());
    }
}

impl Part {
    /// Bytes of it.
    pub(crate) fn bytes(&self) -> u64 {
        self.range.len() as u64
    }

    /// Where `length` bytes from `at` on are.
    fn place(&self, at: u64, length: usize) -> NonNull<u8> {
        let is_inside = at.checked_add(length as u64).is_some_and(|end| end <= self.bytes());
        assert!(is_inside, "{length} bytes at {at:#x} of {:#x}", self.bytes());
        // SAFETY: inside of the part, which is inside of the pages.
        unsafe { self.mapping.start.add(self.range.start + at as usize) }
    }

    pub(crate) fn load(&self, at: u64, to: &mut [u8]) {
        let from = self.place(at, to.len());
        // SAFETY: inside; nobody stores there, for that takes `&mut self`; `to` is other memory, for nobody has a reference to pages.
        unsafe { ptr::copy_nonoverlapping(from.as_ptr(), to.as_mut_ptr(), to.len()) }
    }

    pub(crate) fn store(&mut self, at: u64, bytes: &[u8]) {
        let to = self.place(at, bytes.len());
        // SAFETY: as in `load`, and `&mut self` is the only access to the range.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), to.as_ptr(), bytes.len()) }
    }

    /// Begins to write back the line at `at`.
    pub(crate) fn write_back(&mut self, at: u64, instruction: WriteBack) {
        let line = self.place(at, 1);
        instruction.issue(line);
    }

    /// Writes pages to the file's device and waits.
    pub(crate) fn synchronise(&mut self, range: Range<u64>) -> io::Result<()> {
        let _ = self.place(range.start, (range.end - range.start) as usize);
        let first = (self.range.start + range.start as usize) / PAGE * PAGE;
        let length = self.range.start + range.end as usize - first;
        // SAFETY: pages of the mapping; their contents do not change.
        unsafe { msync(self.mapping.start.add(first).as_ptr().cast(), length, MsyncFlags::SYNC) }?;
        Ok(())
    }
}

/// How a processor writes a line back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WriteBack {
    /// CLWB: the line stays in the caches.
    #[cfg(target_arch = "x86_64")]
    Clwb,
    /// CLFLUSHOPT: it leaves them.
    #[cfg(target_arch = "x86_64")]
    Clflushopt,
    /// This processor has no instruction for it that programs may count on.
    None,
}

impl WriteBack {
    /// What this processor has.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn of_processor() -> Self {
        use std::arch::x86_64::{__cpuid, __cpuid_count};
        const STRUCTURED: u32 = 7;
        if __cpuid(0).eax < STRUCTURED {
            return Self::None;
        }
        let features = __cpuid_count(STRUCTURED, 0).ebx;
        match (features >> 24 & 1, features >> 23 & 1) {
            (1, _) => Self::Clwb,
            (0, 1) => Self::Clflushopt,
            _ => Self::None,
        }
    }

    /// What this processor has.
    #[cfg(not(target_arch = "x86_64"))]
    pub(crate) fn of_processor() -> Self {
        Self::None
    }

    fn issue(self, line: NonNull<u8>) {
        match self {
            // SAFETY: the processor has the instruction, the address is mapped, and no byte changes.
            #[cfg(target_arch = "x86_64")]
            Self::Clwb => unsafe {
                std::arch::asm!("clwb [{}]", in(reg) line.as_ptr(), options(nostack, preserves_flags))
            },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Self::Clflushopt => unsafe {
                std::arch::asm!("clflushopt [{}]", in(reg) line.as_ptr(), options(nostack, preserves_flags));
            },
            Self::None => {
                let _ = line;
            }
        }
    }

    /// Waits until the lines are written back (SFENCE).
    pub(crate) fn fence(self) {
        #[cfg(target_arch = "x86_64")]
        if self != Self::None {
            // SAFETY: every processor of this architecture has it, and no byte changes. The compiler moves no store behind it.
            unsafe { std::arch::asm!("sfence", options(nostack, preserves_flags)) }
            return;
        }
        std::sync::atomic::fence(std::sync::atomic::Ordering::SeqCst);
    }
}

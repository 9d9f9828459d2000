//! Ranges of memory that registers describe.

use super::failure::Failure;
use emberlane_registers::{
    Register,
    cxl_mem::{ErrorCode, LINE_BYTES, SCRATCHPAD_BASE, SCRATCHPAD_BYTES},
};

/// A range of memory that registers describe.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// DPA of the first byte.
    pub base: u64,
    /// Bytes.
    pub bytes: u64,
    /// The register that holds `base`.
    pub base_register: &'static Register,
}

impl Range {
    /// A region, as its two registers describe it.
    pub fn region(base: &'static Register, bytes: &Register, read: impl Fn(&Register) -> u64) -> Self {
        Self { base: read(base), bytes: read(bytes), base_register: base }
    }

    /// Whether it lies within another. Written so that no sum can wrap.
    pub fn is_within(&self, base: u64, bytes: u64) -> bool {
        self.base >= base && self.base - base <= bytes && self.bytes <= bytes - (self.base - base)
    }

    /// Whether they share a byte.
    pub fn overlaps(&self, other: &Self) -> bool {
        if self.base <= other.base { other.base - self.base < self.bytes } else { self.base - other.base < other.bytes }
    }

    /// An error whose position is the base register.
    pub fn fail(&self, code: ErrorCode) -> Failure {
        (code, self.base_register.offset)
    }

    pub fn check_alignment(&self) -> Result<(), Failure> {
        if self.base.is_multiple_of(LINE_BYTES) { Ok(()) } else { Err(self.fail(ErrorCode::Misaligned)) }
    }

    /// The checks of a region, whose size is in `bytes_register`, in a memory.
    pub fn check(&self, bytes_register: &Register, memory: Memory) -> Result<(), Failure> {
        if self.bytes == 0 {
            return Err((ErrorCode::ZeroLength, bytes_register.offset));
        }
        self.check_alignment()?;
        if !self.bytes.is_multiple_of(LINE_BYTES) {
            return Err((ErrorCode::Misaligned, bytes_register.offset));
        }
        self.check_in(memory)
    }

    /// The checks of lines that must lie in a memory.
    pub fn check_in(&self, memory: Memory) -> Result<(), Failure> {
        self.check_alignment()?;
        if self.is_within(memory.base, memory.bytes) { Ok(()) } else { Err(self.fail(ErrorCode::OutsideDevice)) }
    }

    /// It must not share a byte with another.
    pub fn check_apart(&self, other: &Self) -> Result<(), Failure> {
        if self.overlaps(other) { Err(self.fail(ErrorCode::RegionOverlap)) } else { Ok(()) }
    }
}

/// One of the device's memories.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    base: u64,
    bytes: u64,
}

impl Memory {
    /// The scratchpad.
    pub const SCRATCHPAD: Self = Self { base: SCRATCHPAD_BASE, bytes: SCRATCHPAD_BYTES };

    /// Persistent memory of so many bytes.
    pub const fn persistent(bytes: u64) -> Self {
        Self { base: 0, bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use emberlane_registers::cxl_mem as map;

    fn range(base: u64, bytes: u64) -> Range {
        Range { base, bytes, base_register: &map::DATA_BASE }
    }

    #[test]
    fn containment_does_not_wrap() {
        assert!(range(64, 64).is_within(64, 64));
        assert!(range(128, 0).is_within(64, 64));
        assert!(!range(64, 65).is_within(64, 64));
        assert!(!range(63, 1).is_within(64, 64));
        assert!(!range(64, u64::MAX).is_within(64, 64));
        assert!(!range(u64::MAX - 63, 128).is_within(0, 1 << 20));
        assert!(range(u64::MAX, 0).is_within(0, u64::MAX));
    }

    #[test]
    fn touching_ranges_do_not_overlap() {
        let lower = range(64, 64);
        for (other, overlaps) in [
            (range(0, 64), false),
            (range(0, 65), true),
            (range(127, 1), true),
            (range(128, 64), false),
            (range(64, 64), true),
            (range(80, 8), true),
            (range(0, u64::MAX), true),
            (range(u64::MAX, u64::MAX), false),
        ] {
            assert_eq!(lower.overlaps(&other), overlaps, "{other:?}");
            assert_eq!(other.overlaps(&lower), overlaps, "{other:?}");
        }
    }
}

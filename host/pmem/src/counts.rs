//! What was done to a medium, counted.

use std::ops::{Add, AddAssign};

/// What was done to a medium.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Loads.
    pub loads: u64,
    /// Bytes that they loaded.
    pub loaded_bytes: u64,
    /// Stores.
    pub stores: u64,
    /// Bytes that they stored.
    pub stored_bytes: u64,
    /// Lines that were flushed.
    pub flushed_lines: u64,
    /// Fences.
    pub fences: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.loads += other.loads;
        self.loaded_bytes += other.loaded_bytes;
        self.stores += other.stores;
        self.stored_bytes += other.stored_bytes;
        self.flushed_lines += other.flushed_lines;
        self.fences += other.fences;
    }
}

impl Add for Counts {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

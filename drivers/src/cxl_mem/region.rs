//! A range of device memory.

/// A range of device memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Region {
    /// DPA of the first byte.
    pub base: u64,
    /// Bytes.
    pub bytes: u64,
}

impl Region {
    /// DPA after the last byte.
    #[must_use]
    pub const fn end(&self) -> u64 {
        self.base.saturating_add(self.bytes)
    }
}

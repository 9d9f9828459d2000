//! Where everything is in a pool. All numbers are little endian.
//!
//! ```text
//! 0       superblock, first copy, 128 bytes
//! 4096    superblock, second copy
//! 8192    eight checkpoint lines of 64 bytes
//! 12288   slots: those of partition 0, of partition 1, ..
//! ```

use emberlane_pmem::LINE_BYTES;
use emberlane_stores::RowShape;

/// Bytes of a page: superblocks and checkpoint lines are on different ones, so that no damaged page takes both.
pub(crate) const PAGE_BYTES: u64 = 4096;
/// Where the copies of the superblock are.
pub(crate) const SUPERBLOCKS: [u64; 2] = [0, PAGE_BYTES];
/// Where the checkpoint lines begin.
pub(crate) const LINES: u64 = 2 * PAGE_BYTES;
/// How many there are.
pub(crate) const LINE_COUNT: usize = 8;
/// Where slots begin.
pub(crate) const SLOTS: u64 = 3 * PAGE_BYTES;
/// Bytes of a slot in front of its numbers.
pub(crate) const HEADER_BYTES: usize = 32;

/// Bytes from one slot to the next: whole lines.
#[must_use]
pub(crate) const fn stride(shape: RowShape) -> u64 {
    ((HEADER_BYTES + 4 * shape.width()) as u64).next_multiple_of(LINE_BYTES)
}

/// What a pool consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// A row.
    pub shape: RowShape,
    /// Parts of the slots, each of which belongs to one partition of the shard.
    pub partitions: u32,
    /// Slots of each.
    pub slots: u64,
}

impl Geometry {
    /// Bytes of the pool; `None`: more than there are addresses, or than a partition numbers.
    #[must_use]
    pub const fn bytes(&self) -> Option<u64> {
        if self.slots >= u32::MAX as u64 {
            return None;
        }
        let Some(slots) = self.slots.checked_mul(self.partitions as u64) else { return None };
        let Some(bytes) = slots.checked_mul(stride(self.shape)) else { return None };
        bytes.checked_add(SLOTS)
    }

    /// Where the partitions' slots begin.
    pub(crate) fn borders(&self) -> Vec<u64> {
        (0..u64::from(self.partitions)).map(|part| SLOTS + part * self.slots * stride(self.shape)).collect()
    }
}

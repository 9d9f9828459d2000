//! Lines of the medium.

use crate::layout::named;

named! {
    /// An address of the medium: a line of it is 256 bytes.
    pub(super) mod medium {
        LINE = 8,
    }
}

/// Bits that are compared of the number of a medium's line of 256 bytes. Lines 1 TiB apart look the same: a read may then
/// wait for nothing, but never fails to wait.
pub const LINE_NUMBER_BITS: usize = 32;

//! A line of memory with the mark of an error.

use crate::layout::layout;

layout! {
    /// A line, and above it whether whoever gave it answered with an error.
    pub mod marked {
        LINE: 512,
        ERROR: 1,
    }
}

/// Bits of a line with its error mark on top.
pub const MARKED_BITS: usize = marked::BITS;

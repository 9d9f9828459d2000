//! An entry of a directory.

use crate::layout::layout;

layout! {
    /// A table of the batch: where its row 0 is, its rows, and its segments in the batch.
    pub(super) mod table {
        BASE: 64,
        ROWS: 32,
        SEGMENTS: 32,
    }
}

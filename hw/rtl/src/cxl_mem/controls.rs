//! What goes along with an item and its lines, from the walkers to the sums.

use super::walker_bank::WALKER_BITS;
use crate::layout::layout;

layout! {
    /// What goes along with an item: whether it is the first of its segment, the last, or stands for a segment without entries; the
    /// scales of operand and result; its walker.
    pub mod item {
        FIRST: 1,
        LAST: 1,
        EMPTY: 1,
        SCALE: 32,
        RESULT_SCALE: 32,
        WALKER: WALKER_BITS,
    }
}

/// Bits of an item's control.
pub const ITEM_CONTROL_BITS: usize = item::BITS;

layout! {
    /// What goes along with a line to the reducer: the line of its vector and the walker, which together are the key of a sum; whether
    /// the item is the first, the last, or empty; whether its sum starts from memory; the scales of operand and result.
    pub mod control {
        LINE: 4,
        WALKER: WALKER_BITS,
        FIRST: 1,
        LAST: 1,
        EMPTY: 1,
        FROM_MEMORY: 1,
        SCALE: 32,
        RESULT_SCALE: 32,
    }
}

/// Bits of a line's control.
pub const CONTROL_BITS: usize = control::BITS;

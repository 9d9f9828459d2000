//! Memory that is asked for ahead.

use std::hint::black_box;
use std::ops::BitXor;

/// Reads values for no other reason than that they are in the processor's cache then: memory is asked for all of them before the first is
/// waited for, where work on one by one waits for each.
#[inline(always)]
pub fn bring_near<T: BitXor<Output = T> + Default>(values: impl Iterator<Item = T>) {
    black_box(values.fold(T::default(), |all, value| all ^ value));
}

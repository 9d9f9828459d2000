//! Memory that is asked for ahead.

use std::hint::black_box;
use std::ops::BitXor;

use prefetch_index::prefetch_index;

/// Numbers of four bytes in a cache line.
const LINE: usize = 16;

/// Asks for the line of a value, and waits for nothing. Where there is no such value nothing happens.
#[inline(always)]
pub fn ask_for<T>(values: &[T], index: usize) {
    prefetch_index(values, index);
}

/// The same for a row of numbers: every cache line of those from `first` on.
#[inline(always)]
pub fn ask_for_row(numbers: &[f32], first: usize, width: usize) {
    (first..first + width).step_by(LINE).for_each(|index| ask_for(numbers, index));
}

/// Reads values for no other reason than that they are in the processor's cache then: memory is asked for all of them before the first is
/// waited for, where work on one by one waits for each.
#[inline(always)]
pub fn bring_near<T: BitXor<Output = T> + Default>(values: impl Iterator<Item = T>) {
    black_box(values.fold(T::default(), |all, value| all ^ value));
}

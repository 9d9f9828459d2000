//! What persistent memory is asked for.

use std::io;
use std::ops::Range;

use crate::Counts;

/// Bytes of a line, the unit that is flushed.
pub const LINE_BYTES: u64 = 64;

/// A range of persistent memory, whose owner alone stores there.
///
/// Addresses count from the start of the range. A fence orders and makes durable what *this* medium has flushed, and nothing that
/// another one has, as SFENCE does for the CLWBs of its own core.
pub trait Medium: Send + Sync {
    /// Bytes there are.
    fn bytes(&self) -> u64;

    /// Loads bytes, as they were stored last.
    ///
    /// # Panics
    /// Bytes that are not all inside.
    fn load(&self, at: u64, to: &mut [u8]);

    /// Reads something of every line of a range, so that it is near when it is loaded; nothing is counted for it.
    fn bring_near(&self, _range: Range<u64>) {}

    /// Stores bytes. They are durable when they were flushed and fenced; without, a loss of power may keep any of their words of 8
    /// bytes and lose others.
    ///
    /// # Panics
    /// As [`load`](Self::load).
    fn store(&mut self, at: u64, bytes: &[u8]);

    /// Begins to write back the lines of a range.
    ///
    /// # Panics
    /// As [`load`](Self::load).
    fn flush(&mut self, range: Range<u64>);

    /// Waits until what was flushed is durable.
    ///
    /// # Errors
    /// A system that could not write it.
    fn fence(&mut self) -> io::Result<()>;

    /// What was done so far.
    fn counts(&self) -> Counts;
}

/// A medium that can be taken apart, so that each part has an owner.
pub trait Parts {
    /// Takes it apart at `borders`, ascending multiples of [`LINE_BYTES`]: one part more than there are borders.
    ///
    /// # Panics
    /// Borders that do not ascend, lie outside, or split a line.
    fn part(self, borders: &[u64]) -> Vec<Box<dyn Medium>>;
}

/// The ranges between borders, from 0 to `bytes`.
///
/// # Panics
/// As [`Parts::part`].
pub(crate) fn ranges(borders: &[u64], bytes: u64) -> Vec<Range<u64>> {
    let starts = [0].into_iter().chain(borders.iter().copied());
    let ends = borders.iter().copied().chain([bytes]);
    let ranges: Vec<Range<u64>> = starts.zip(ends).map(|(start, end)| start..end).collect();
    for range in &ranges {
        let is_whole = range.start.is_multiple_of(LINE_BYTES) && range.start <= range.end;
        assert!(is_whole, "a part of {range:?} of {bytes} bytes");
    }
    ranges
}

/// The first bytes of the lines that a range touches.
pub fn lines(range: Range<u64>) -> impl Iterator<Item = u64> {
    let first = range.start / LINE_BYTES * LINE_BYTES;
    (first..range.end.max(first)).step_by(LINE_BYTES as usize)
}

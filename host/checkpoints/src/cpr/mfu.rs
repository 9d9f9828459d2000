//! The rows that are used most often (CPR-MFU, Section 4.2).

use super::largest::Largest;

/// Counts how often each row was looked up since it was saved, in 4 bytes a row.
#[derive(Clone, Debug)]
pub struct Mfu {
    counts: Vec<u32>,
    most: u64,
}

impl Mfu {
    /// Of so many rows, of which at most `most` are saved at a time.
    #[must_use]
    pub fn new(rows: u32, most: u64) -> Self {
        Self { counts: vec![0; rows as usize], most }
    }

    /// A row was looked up. A counter that is full stays so.
    pub fn looked_up(&mut self, place: u32) {
        let count = &mut self.counts[place as usize];
        *count = count.saturating_add(1);
    }

    /// Hands out the rows to save, in ascending order, and clears their counters.
    pub fn select(&mut self, mut save: impl FnMut(u32)) {
        let counts = &mut self.counts;
        let mut largest = Largest::of(counts.len() as u32, self.most, |place| counts[place as usize]);
        for (place, count) in (0..).zip(counts) {
            if largest.has(*count) {
                save(place);
                *count = 0;
            }
        }
    }

    /// Bytes that were allocated.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        (self.counts.capacity() * size_of::<u32>()) as u64
    }
}

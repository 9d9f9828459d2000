//! A sample of the rows that were used (CPR-SSU, Section 4.2).

use rand::Rng;
use rand_pcg::Pcg64;

use super::list::List;

/// Keeps the rows that every second sample has looked up since the last save, as many as there may be in a list.
#[derive(Clone, Debug)]
pub struct Ssu {
    list: List,
    random: Pcg64,
}

impl Ssu {
    /// Samples between two that are looked at (Section 5.1: "a sampling period of 2").
    pub const PERIOD: u64 = 2;

    /// A list of at most `most` rows. `random` decides which go when it is full.
    #[must_use]
    pub fn new(most: u64, random: Pcg64) -> Self {
        Self { list: List::new(most as usize), random }
    }

    /// Sample number `sample` of a batch, from 0, has looked a row up.
    ///
    /// In a full list, one of its rows or the new one goes, each as likely.
    pub fn looked_up(&mut self, sample: u64, place: u32) {
        if !sample.is_multiple_of(Self::PERIOD) || self.list.has(place) {
            return;
        }
        if self.list.is_full() {
            let own = self.random.random_range(0..=self.list.len());
            if own == self.list.len() {
                return;
            }
            self.list.remove_one(&mut self.random);
        }
        self.list.add(place);
    }

    /// Hands out the rows to save, in ascending order, and empties the list.
    pub fn select(&mut self, save: impl FnMut(u32)) {
        self.list.take(save);
    }

    /// Bytes that were allocated.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.list.bytes()
    }
}

//! EVs out of backward banks (`mover`).

use super::latencies::QUEUE;
use super::words::{MoveStep, Next};
use crate::cxl_mem::Fifo;

#[derive(Clone, Debug)]
pub struct Mover {
    slices: u32,
    base: u64,
    targets: Fifo<MoveStep, { QUEUE as usize }>,
    /// EVs that were read.
    queue: u32,
    /// One is being read.
    reading: bool,
    /// The oldest was written to its forward bank.
    copied: bool,
    pub done: u32,
}

impl Mover {
    pub fn new(slices: u32, base: u64) -> Self {
        Self { slices, base, targets: Fifo::default(), queue: 0, reading: false, copied: false, done: 0 }
    }

    pub fn is_idle(&self) -> bool {
        self.targets.is_empty()
    }

    fn head(&self) -> Option<MoveStep> {
        self.targets.front().filter(|_| self.queue > 0)
    }

    /// The forward bank that is written, as a bit.
    pub fn copies(&self) -> u8 {
        self.head().filter(|_| !self.copied).map_or(0, |word| word.copy_bank)
    }

    /// Address of the EV that the writer may take.
    pub fn stores(&self) -> Option<u64> {
        let vector = self.head()?.store?;
        Some(self.base + u64::from(vector) * u64::from(self.slices) * 64)
    }

    /// Whether the word is taken.
    pub fn takes(&self, next: &Next<MoveStep>) -> bool {
        match next {
            Next::Passed => true,
            Next::Do(_) => !self.targets.is_full(),
            _ => false,
        }
    }

    /// A cycle: the word if it is taken, and whether the writer takes an EV.
    pub fn cycle(&mut self, word: Option<MoveStep>, stored: bool) {
        if let Some(head) = self.head() {
            self.copied |= head.copy_bank != 0;
            if head.store.is_none() || stored {
                self.copied = false;
                self.targets.pop();
                self.queue -= 1;
                self.done += 1;
            }
        }
        self.queue += u32::from(self.reading);
        self.reading = word.is_some();
        if let Some(word) = word {
            self.targets.push(word);
        }
    }

    pub fn start(&mut self) {
        self.done = 0;
    }
}

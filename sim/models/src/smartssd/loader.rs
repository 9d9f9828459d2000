//! EVs from the cache (`loader`).

use super::delay::Delay;
use super::latencies::{QUEUE, UPDATE_LATENCY};
use super::ports::Burst;
use super::words::{LoadStep, Next};
use crate::cxl_mem::Fifo;

#[derive(Clone, Debug)]
pub struct Loader {
    slices: u32,
    base: u64,
    addresses: Fifo<u64, 4>,
    places: Fifo<LoadStep, { QUEUE as usize }>,
    /// EVs that are whole, and not written.
    whole: u32,
    settle: Delay<UPDATE_LATENCY>,
    /// EVs asked for and not taken from the queue, asked for and not received, taken and not counted.
    open: u32,
    under_way: u32,
    settling: u32,
    /// Beats of the EV under way that have come.
    beat: u32,
    pub done: u32,
}

/// What the loader writes in a cycle: bits of banks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Loaded {
    pub forward: u8,
    pub backward: u8,
    pub slot: u16,
}

impl Loader {
    pub fn new(slices: u32, base: u64) -> Self {
        Self {
            slices,
            base,
            addresses: Fifo::default(),
            places: Fifo::default(),
            whole: 0,
            settle: Delay::default(),
            open: 0,
            under_way: 0,
            settling: 0,
            beat: 0,
            done: 0,
        }
    }

    pub fn is_idle(&self) -> bool {
        self.under_way == 0 && self.settling == 0 && self.open == 0
    }

    /// The EV that is asked for.
    pub fn asks(&self) -> Option<Burst> {
        self.addresses.front().map(|address| Burst { address, lines: self.slices })
    }

    /// What would be written; a forward bank only if nothing else is written to one.
    pub fn writes(&self) -> Loaded {
        match self.places.front().filter(|_| self.whole > 0) {
            None => Loaded::default(),
            Some(LoadStep { side_backward, bank, slot, .. }) => {
                let bank = 1 << bank;
                let (forward, backward) = if side_backward { (0, bank) } else { (bank, 0) };
                Loaded { forward, backward, slot }
            }
        }
    }

    /// Whether the word is taken.
    pub fn takes(&self, next: &Next<LoadStep>) -> bool {
        match next {
            Next::Passed => true,
            Next::Do(_) => self.open != QUEUE && !self.addresses.is_full(),
            _ => false,
        }
    }

    /// A cycle: the word if it is taken, whether the request is, whether a beat comes, and whether an EV is written.
    pub fn cycle(&mut self, word: Option<LoadStep>, asked: bool, beat: bool, writes: bool) {
        if asked {
            self.addresses.pop();
        }
        if let Some(word) = word {
            self.addresses.push(self.base + u64::from(word.vector) * u64::from(self.slices) * 64);
            self.open += 1;
            self.under_way += 1;
        }
        if writes {
            self.places.pop();
            self.whole -= 1;
            self.open -= 1;
            self.settling += 1;
        }
        if let Some(word) = word {
            self.places.push(word);
        }
        if beat {
            self.beat += 1;
            if self.beat == self.slices {
                self.beat = 0;
                self.whole += 1;
                self.under_way = self.under_way.saturating_sub(1);
            }
        }
        if self.settle.shift(writes) {
            self.settling -= 1;
            self.done += 1;
        }
    }

    pub fn start(&mut self) {
        self.places = Fifo::default();
        self.whole = 0;
        self.open = 0;
        self.done = 0;
    }
}

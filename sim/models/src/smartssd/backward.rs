//! EVs that are updated (`backward_sequencer`).

use emberlane_registers::kernel_plan::{MAX_BANKS, SLOTS};

use super::delay::Delay;
use super::forward::Progress;
use super::latencies::{LATE_UPDATE_LATENCY, UPDATE_LATENCY};
use super::loader::Loaded;
use super::words::BackwardStep;

#[derive(Clone, Debug)]
pub struct BackwardSequencer {
    now: u64,
    /// The cycle from which each slot may be read, by bank and slot.
    free: Vec<u64>,
    /// Adders; banks from this number on are late.
    adders: usize,
    /// Banks whose adder a late bank takes in this cycle, as bits.
    adders_taken: u8,
    issued: Delay<UPDATE_LATENCY>,
    under_way: u32,
    pub done: u32,
}

impl BackwardSequencer {
    pub fn new(adders: usize) -> Self {
        Self {
            now: 0,
            free: vec![0; MAX_BANKS * SLOTS as usize],
            adders,
            adders_taken: 0,
            issued: Delay::default(),
            under_way: 0,
            done: 0,
        }
    }

    pub fn is_idle(&self) -> bool {
        self.under_way == 0
    }

    /// What becomes of a word whose gradient is there, while some banks are loaded or moved out of.
    pub fn progress(&self, word: &BackwardStep, ports: u8) -> Progress {
        if word.banks & ports != 0 {
            return Progress::Held;
        }
        let busy = |bank: usize| self.free[index(bank, word.slots[bank])] > self.now;
        let taken = word.banks & self.adders_taken != 0;
        if taken || banks(word.banks).any(busy) { Progress::Hazard } else { Progress::Done }
    }

    /// A cycle: the word if it is done, and what is loaded.
    pub fn cycle(&mut self, word: Option<&BackwardStep>, load: Loaded) {
        // A slot is read in this cycle and written after so many; in the one behind it may be read again.
        let (now, adders) = (self.now, self.adders);
        let free = |bank: usize| {
            let latency = if bank < adders { UPDATE_LATENCY } else { LATE_UPDATE_LATENCY };
            now + latency as u64 + 1
        };
        self.adders_taken = 0;
        if let Some(word) = word {
            banks(word.banks).for_each(|bank| self.free[index(bank, word.slots[bank])] = free(bank));
            self.adders_taken = (u16::from(word.banks) >> adders) as u8;
            self.under_way += 1;
        }
        banks(load.backward).for_each(|bank| self.free[index(bank, load.slot)] = free(bank));
        if self.issued.shift(word.is_some()) {
            self.under_way -= 1;
            self.done += 1;
        }
        self.now += 1;
    }

    pub fn start(&mut self) {
        self.done = 0;
    }
}

fn index(bank: usize, slot: u16) -> usize {
    bank * SLOTS as usize + usize::from(slot) % SLOTS as usize
}

/// The banks of bits.
fn banks(mut bits: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bank = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(bank)
    })
}

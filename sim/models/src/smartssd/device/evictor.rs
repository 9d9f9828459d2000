//! EVs from the cache to the SSD (`evictor`).

use std::collections::VecDeque;

use super::memory_port::PortBurst;
use crate::cxl_mem::Fifo;

/// Beats that may be buffered or on their way.
const BEATS: u32 = 64;
/// EVs that the SSD may have and not have answered.
const UNANSWERED: u32 = 255;

#[derive(Debug)]
pub struct Evictor {
    slices: u32,
    reads: Fifo<u64, 4>,
    /// Where EVs go that were asked for.
    targets: VecDeque<u64>,
    addresses: Fifo<u64, 4>,
    /// EVs asked for that have not left for the SSD, asked for of which a beat is to come, here as a whole.
    open: u32,
    reading: u32,
    whole: u32,
    beat: u32,
    sent: u32,
    sending: bool,
    unanswered: u32,
}

/// What comes to the evictor in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Events {
    /// An EV is handed over: where from, where to.
    pub vector: Option<(u64, u64)>,
    /// The DRAM takes the read.
    pub read_taken: bool,
    /// A beat of the DRAM comes.
    pub beat: bool,
    /// The SSD takes the address.
    pub address_taken: bool,
    /// The SSD takes a beat.
    pub beat_taken: bool,
    /// The SSD has answered.
    pub answered: bool,
}

impl Evictor {
    pub fn new(slices: u32) -> Self {
        Self {
            slices,
            reads: Fifo::default(),
            targets: VecDeque::new(),
            addresses: Fifo::default(),
            open: 0,
            reading: 0,
            whole: 0,
            beat: 0,
            sent: 0,
            sending: false,
            unanswered: 0,
        }
    }

    /// An EV would be taken.
    pub fn ready(&self) -> bool {
        self.open != BEATS / self.slices && !self.reads.is_full()
    }

    /// Nothing is under way.
    pub fn is_idle(&self) -> bool {
        self.reading == 0 && self.whole == 0 && self.unanswered == 0
    }

    /// The read of the DRAM.
    pub fn read(&self) -> Option<PortBurst> {
        self.burst(self.reads.front())
    }

    /// The write to the SSD.
    pub fn write(&self) -> Option<PortBurst> {
        self.burst(self.addresses.front())
    }

    fn burst(&self, address: Option<u64>) -> Option<PortBurst> {
        address.map(|address| PortBurst { id: 0, address, lines: self.slices })
    }

    /// A beat for the SSD.
    pub fn has_beat(&self) -> bool {
        self.sending
    }

    pub fn cycle(&mut self, events: &Events) {
        let leaves = events.beat_taken && self.sent + 1 == self.slices;
        let follows = (!self.sending && self.whole > 0) || (leaves && self.whole != 1);
        let begins = !self.addresses.is_full() && self.unanswered != UNANSWERED && follows;
        if events.read_taken {
            self.reads.pop();
        }
        if events.address_taken {
            self.addresses.pop();
        }
        self.sent += u32::from(events.beat_taken);
        if leaves {
            self.sent = 0;
            self.sending = false;
            self.open -= 1;
            self.whole -= 1;
        }
        if begins && let Some(target) = self.targets.pop_front() {
            self.sending = true;
            self.unanswered += 1;
            self.addresses.push(target);
        }
        self.unanswered -= u32::from(events.answered);
        if let Some((from, to)) = events.vector {
            self.reads.push(from);
            self.targets.push_back(to);
            self.open += 1;
            self.reading += 1;
        }
        if events.beat {
            self.beat += 1;
            if self.beat == self.slices {
                self.beat = 0;
                self.reading -= 1;
                self.whole += 1;
            }
        }
    }
}

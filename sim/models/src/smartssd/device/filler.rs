//! EVs from the SSD to the cache (`filler`).

use super::memory_port::PortBurst;
use crate::cxl_mem::Fifo;

/// EVs that the SSD may have been asked for.
const TAGS: usize = 128;
/// Beats that may wait for the DRAM.
const BEATS: u32 = 32;
/// EVs that the DRAM may have and not have answered.
const UNANSWERED: u32 = 255;

#[derive(Debug)]
pub struct Filler {
    slices: u32,
    reads: Fifo<PortBurst, 4>,
    targets: [u64; TAGS],
    beats: u32,
    /// Addresses of bursts that are here as a whole.
    addresses: Fifo<u64, 32>,
    next_tag: usize,
    /// Tags that are under way, a bit each.
    busy: u128,
    beat: u32,
    sent: u32,
    /// EVs that the SSD was asked for and that the DRAM has not answered.
    open: u32,
}

/// What comes to the filler in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Events {
    /// An EV is handed over: where from, where to.
    pub vector: Option<(u64, u64)>,
    /// The SSD takes the read.
    pub read_taken: bool,
    /// A beat of the SSD comes and is taken: its tag.
    pub beat: Option<u16>,
    /// The DRAM takes the address.
    pub address_taken: bool,
    /// The DRAM takes a beat.
    pub beat_taken: bool,
    /// The DRAM has answered.
    pub answered: bool,
}

impl Filler {
    pub fn new(slices: u32) -> Self {
        Self {
            slices,
            reads: Fifo::default(),
            targets: [0; TAGS],
            beats: 0,
            addresses: Fifo::default(),
            next_tag: 0,
            busy: 0,
            beat: 0,
            sent: 0,
            open: 0,
        }
    }

    /// An EV would be taken.
    pub fn ready(&self) -> bool {
        self.busy >> self.next_tag & 1 == 0 && self.open != UNANSWERED && !self.reads.is_full()
    }

    /// Nothing is under way.
    pub fn is_idle(&self) -> bool {
        self.open == 0
    }

    /// The read of the SSD.
    pub fn read(&self) -> Option<PortBurst> {
        self.reads.front()
    }

    /// A beat of the SSD would be taken.
    pub fn takes_beat(&self) -> bool {
        self.beats < BEATS && !self.addresses.is_full()
    }

    /// The write to the DRAM.
    pub fn write(&self) -> Option<PortBurst> {
        self.addresses.front().map(|address| PortBurst { id: 0, address, lines: self.slices })
    }

    /// A beat for the DRAM; whether it is the last of its burst.
    pub fn beat(&self) -> Option<bool> {
        (self.beats > 0).then_some(self.sent + 1 == self.slices)
    }

    pub fn cycle(&mut self, events: &Events) {
        if events.read_taken {
            self.reads.pop();
        }
        if events.address_taken {
            self.addresses.pop();
        }
        if events.beat_taken {
            self.beats -= 1;
            self.sent = (self.sent + 1) % self.slices;
        }
        if let Some((address, target)) = events.vector {
            let tag = self.next_tag;
            self.reads.push(PortBurst { id: tag as u16, address, lines: self.slices });
            self.targets[tag] = target;
            self.busy |= 1 << tag;
            self.next_tag = (tag + 1) % TAGS;
            self.open += 1;
        }
        if let Some(tag) = events.beat {
            let tag = usize::from(tag) % TAGS;
            self.beats += 1;
            self.beat += 1;
            if self.beat == self.slices {
                self.beat = 0;
                self.busy &= !(1 << tag);
                self.addresses.push(self.targets[tag]);
            }
        }
        self.open -= u32::from(events.answered);
    }
}

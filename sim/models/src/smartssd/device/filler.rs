//! EVs from the SSD to the cache (`filler`).

use std::collections::VecDeque;

use super::memory_port::PortBurst;
use crate::cxl_mem::Fifo;

/// EVs that the SSD may have been asked for.
const TAGS: usize = 128;
/// Beats that the buffer holds.
const PLACES: usize = 512;
/// Beats that may wait for the DRAM behind the buffer.
const BEATS: u32 = 4;
/// EVs that the DRAM may have and not have answered.
const UNANSWERED: u32 = 255;

#[derive(Debug)]
pub struct Filler {
    slices: u32,
    reads: Fifo<PortBurst, 4>,
    targets: [u64; TAGS],
    /// Beats of each tag that have come.
    come: [u32; TAGS],
    /// Tags of EVs that are here as a whole.
    whole: VecDeque<usize>,
    addresses: Fifo<u64, 4>,
    /// The beat that leaves the buffer next, and whether one left it in the cycle before.
    at: u32,
    fetched: bool,
    /// Beats behind the buffer: room for them, and those that are there.
    room: u32,
    beats: u32,
    next_tag: usize,
    /// Tags whose place is taken, a bit each.
    busy: u128,
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
    /// A beat of the SSD comes: its tag.
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
            come: [0; TAGS],
            whole: VecDeque::new(),
            addresses: Fifo::default(),
            at: 0,
            fetched: false,
            room: BEATS,
            beats: 0,
            next_tag: 0,
            busy: 0,
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

    /// The write to the DRAM.
    pub fn write(&self) -> Option<PortBurst> {
        self.addresses.front().map(|address| PortBurst { id: 0, address, lines: self.slices })
    }

    /// A beat for the DRAM; whether it is the last of its burst.
    pub fn beat(&self) -> Option<bool> {
        (self.beats > 0).then_some(self.sent + 1 == self.slices)
    }

    pub fn cycle(&mut self, events: &Events) {
        let fetches = self.room > 0 && (self.at != 0 || !self.addresses.is_full());
        let fetched = self.whole.front().copied().filter(|_| fetches);
        if events.read_taken {
            self.reads.pop();
        }
        if events.address_taken {
            self.addresses.pop();
        }
        if events.beat_taken {
            self.beats -= 1;
            self.room += 1;
            self.sent = (self.sent + 1) % self.slices;
        }
        self.beats += u32::from(self.fetched);
        self.fetched = fetched.is_some();
        if let Some(tag) = fetched {
            self.room -= 1;
            if self.at == 0 {
                self.addresses.push(self.targets[tag]);
            }
            self.at += 1;
            if self.at == self.slices {
                self.at = 0;
                self.whole.pop_front();
                self.busy &= !(1 << tag);
            }
        }
        if let Some((address, target)) = events.vector {
            let tag = self.next_tag;
            self.reads.push(PortBurst { id: tag as u16, address, lines: self.slices });
            self.targets[tag] = target;
            self.busy |= 1 << tag;
            self.next_tag = (tag + 1) % TAGS.min(PLACES / self.slices as usize);
            self.open += 1;
        }
        if let Some(tag) = events.beat {
            let tag = usize::from(tag) % TAGS;
            self.come[tag] += 1;
            if self.come[tag] == self.slices {
                self.come[tag] = 0;
                self.whole.push_back(tag);
            }
        }
        self.open -= u32::from(events.answered);
    }

    /// An EV is on its way through the buffer.
    pub fn is_active(&self) -> bool {
        !self.whole.is_empty() || self.fetched || self.beats > 0
    }
}

//! What the host may hold of the TX buffers, and snoops for it (`tx_tracker`).

use std::collections::VecDeque;

use emberlane_registers::smartssd::TRACKED_LINES;

use super::memory_port::PortBurst;
use crate::cxl_mem::{BlockFifo, Fifo};

/// Lines that are looked at or snooped at a time.
pub const LINES: usize = 256;
/// Cycles from the look at a line to the answer of its snoop, beside what the host takes: two to BISnp, and one to the host.
const PASSING_CYCLES: u64 = 3;

/// A line of which the bit was read in the cycle before.
#[derive(Clone, Copy, Debug)]
struct Look {
    slot: usize,
    /// It is snooped.
    finds: bool,
    /// Its bit is cleared in this cycle.
    clears: bool,
}

#[derive(Debug)]
pub struct Tracker {
    slices: u32,
    host_latency: u64,
    /// The TX buffers are served.
    pub committed: bool,
    bursts: Fifo<u64, 4>,
    looked_at: BlockFifo<u64, LINES>,
    free: Fifo<u64, 4>,
    /// Answers to snoops: when, and of which slot.
    answers: VecDeque<(u64, usize)>,
    /// Whether the host may hold a line, a bit each.
    held: Vec<u64>,
    at: u32,
    next_slot: usize,
    oldest: usize,
    used: usize,
    /// Slots whose line is snooped, and that is not answered.
    open: [bool; LINES],
    looks: Option<Look>,
    released: u32,
}

impl Tracker {
    pub fn new(slices: u32, host_latency: u64) -> Self {
        Self {
            slices,
            host_latency: host_latency.max(1),
            committed: false,
            bursts: Fifo::default(),
            looked_at: BlockFifo::default(),
            free: Fifo::default(),
            answers: VecDeque::new(),
            held: vec![0; (TRACKED_LINES / 64) as usize],
            at: 0,
            next_slot: 0,
            oldest: 0,
            used: 0,
            open: [false; LINES],
            looks: None,
            released: 0,
        }
    }

    /// A burst of outputs would be taken.
    pub fn ready(&self) -> bool {
        !self.bursts.is_full()
    }

    /// A line that the host keeps would be noted.
    pub fn keep_ready(&self) -> bool {
        !self.looks.is_some_and(|look| look.clears)
    }

    /// Nothing is on its way, and no snoop is to be answered.
    pub fn is_idle(&self) -> bool {
        self.used == 0
            && self.looks.is_none()
            && self.answers.is_empty()
            && self.bursts.is_empty()
            && self.free.is_empty()
            && self.looked_at.front().is_none()
    }

    /// The burst that may go.
    pub fn burst(&self) -> Option<PortBurst> {
        self.free.front().map(|address| PortBurst { id: 0, address, lines: self.slices })
    }

    /// A snoop is answered in this cycle.
    pub fn snooped(&self, now: u64) -> bool {
        self.next().is_some_and(|at| at <= now)
    }

    /// The next cycle in which a snoop is answered.
    pub fn next(&self) -> Option<u64> {
        self.answers.front().map(|(at, _)| *at)
    }

    /// The place of a line's bit, if it has one.
    fn place(line: u64) -> Option<(usize, u64)> {
        (line < TRACKED_LINES).then_some(((line / 64) as usize, 1 << (line % 64)))
    }

    /// Notes a line that the host keeps.
    pub fn keep(&mut self, line: u64) {
        if let Some((word, bit)) = Self::place(line) {
            self.held[word] |= bit;
        }
    }

    /// A cycle: the burst that is taken, by its address, whether the one that may go does, whether the host wants to keep a line, and the
    /// one that it keeps. Says whether anything has moved.
    pub fn cycle(&mut self, now: u64, taken: Option<u64>, goes: bool, wants: bool, keeps: Option<u64>) -> bool {
        let yields = wants && !self.keep_ready();
        let begins = self.bursts.front().filter(|_| self.used != LINES && !yields);
        let waits = self.open[self.oldest] || self.looks.is_some_and(|look| look.slot == self.oldest);
        let last_line = self.slices - 1;
        let ends = self.used > 0
            && !waits
            && (self.released != last_line || (!self.free.is_full() && self.looked_at.front().is_some()));
        let active = begins.is_some() || ends || goes || taken.is_some() || self.looks.is_some() || self.snooped(now);

        if let Some(Look { slot, finds: true, .. }) = self.looks.take() {
            self.answers.push_back((now + PASSING_CYCLES + self.host_latency, slot));
            self.open[slot] = true;
        }
        if self.snooped(now)
            && let Some((_, slot)) = self.answers.pop_front()
        {
            self.open[slot] = false;
        }
        if let Some(line) = keeps {
            self.keep(line);
        }
        if goes {
            self.free.pop();
        }
        let mut whole = None;
        if ends {
            self.oldest = (self.oldest + 1) % LINES;
            self.used -= 1;
            self.released += 1;
            if self.released == self.slices {
                self.released = 0;
                whole = self.looked_at.front();
            }
        }
        if let Some(address) = whole {
            self.free.push(address);
        }
        let mut looked_at = None;
        if let Some(address) = begins {
            self.looks = Some(self.look(address / 64 + u64::from(self.at)));
            self.next_slot = (self.next_slot + 1) % LINES;
            self.used += 1;
            self.at += 1;
            if self.at == self.slices {
                self.at = 0;
                self.bursts.pop();
                looked_at = Some(address);
            }
        }
        self.looked_at.cycle(looked_at, whole.is_some());
        if let Some(address) = taken {
            self.bursts.push(address);
        }
        active
    }

    /// The look at a line. Nobody reads it meanwhile, so its bit may be cleared at once.
    fn look(&mut self, line: u64) -> Look {
        let slot = self.next_slot;
        let Some((word, bit)) = Self::place(line) else { return Look { slot, finds: self.committed, clears: false } };
        let finds = self.committed && self.held[word] & bit != 0;
        if finds {
            self.held[word] &= !bit;
        }
        Look { slot, finds, clears: finds }
    }
}

//! What the host may hold of the TX buffers, and snoops for it (`tx_tracker`).

use std::collections::VecDeque;

use emberlane_registers::smartssd::TRACKED_LINES;

use super::memory_port::PortBurst;
use crate::cxl_mem::Fifo;

/// Lines that are looked at or snooped at a time.
const SLOTS: u32 = 64;
/// Cycles from the look at a line to the answer of its snoop, beside what the host takes: to BISnp, and to the host.
const PASSING_CYCLES: u64 = 2;

#[derive(Debug)]
pub struct Tracker {
    slices: u32,
    host_latency: u64,
    /// The TX buffers are served.
    pub committed: bool,
    bursts: Fifo<u64, 4>,
    looked_at: Fifo<u64, 64>,
    free: Fifo<u64, 4>,
    /// Answers to snoops: when, and of which slot.
    answers: VecDeque<(u64, u32)>,
    /// Whether the host may hold a line, a bit each.
    held: Vec<u64>,
    at: u32,
    next_slot: u32,
    oldest: u32,
    used: u32,
    open: u64,
    /// The line that was read in the cycle before: its slot, and whether the host may hold it.
    looks: Option<(u32, bool)>,
    released: u32,
}

impl Tracker {
    pub fn new(slices: u32, host_latency: u64) -> Self {
        Self {
            slices,
            host_latency: host_latency.max(1),
            committed: false,
            bursts: Fifo::default(),
            looked_at: Fifo::default(),
            free: Fifo::default(),
            answers: VecDeque::new(),
            held: vec![0; (TRACKED_LINES / 64) as usize],
            at: 0,
            next_slot: 0,
            oldest: 0,
            used: 0,
            open: 0,
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
        self.looks.is_none()
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

    /// A cycle: the burst that is taken, by its address, whether the one that may go does, and the line that the host keeps. Says
    /// whether anything has moved.
    pub fn cycle(&mut self, now: u64, taken: Option<u64>, goes: bool, keeps: Option<u64>) -> bool {
        let begins = self.bursts.front().filter(|_| !self.looked_at.is_full() && self.used != SLOTS);
        let last_line = self.slices - 1;
        let ends = self.used > 0
            && self.open >> self.oldest & 1 == 0
            && (self.released != last_line || (!self.free.is_full() && !self.looked_at.is_empty()));
        let active = begins.is_some() || ends || goes || taken.is_some() || self.looks.is_some() || self.snooped(now);

        let mut closed = 0_u64;
        if let Some((slot, held)) = self.looks.take() {
            if held && self.committed {
                self.answers.push_back((now + PASSING_CYCLES + self.host_latency, slot));
            } else {
                closed |= 1 << slot;
            }
        }
        if self.snooped(now)
            && let Some((_, slot)) = self.answers.pop_front()
        {
            closed |= 1 << slot;
        }
        if let Some((word, bit)) = keeps.and_then(Self::place) {
            self.held[word] |= bit;
        }
        if goes {
            self.free.pop();
        }
        if ends {
            self.oldest = (self.oldest + 1) % SLOTS;
            self.used -= 1;
            self.released += 1;
            if self.released == self.slices {
                self.released = 0;
                if let Some(address) = self.looked_at.pop() {
                    self.free.push(address);
                }
            }
        }
        if let Some(address) = begins {
            let line = address / 64 + u64::from(self.at);
            // Nobody reads the line while it is looked at, so its bit may be cleared at once.
            let held = Self::place(line).is_none_or(|(word, bit)| {
                let held = self.held[word] & bit != 0;
                self.held[word] &= !bit;
                held
            });
            self.looks = Some((self.next_slot, held));
            self.open |= 1 << self.next_slot;
            self.next_slot = (self.next_slot + 1) % SLOTS;
            self.used += 1;
            self.at += 1;
            if self.at == self.slices {
                self.at = 0;
                self.bursts.pop();
                self.looked_at.push(address);
            }
        }
        self.open &= !closed;
        if let Some(address) = taken {
            self.bursts.push(address);
        }
        active
    }
}

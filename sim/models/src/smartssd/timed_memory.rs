//! A memory of which only the time is kept.

use std::collections::VecDeque;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::ports::{KernelPorts, Offer, STREAMS, Taken};

/// How long a memory takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryTiming {
    /// Every port does something in every cycle, and answers after so many, at least one.
    Steady {
        /// Cycles from a request to its answer.
        latency: u32,
    },
    /// Every port stalls for a while now and then, and takes a time that changes.
    Random {
        /// What is drawn; the same seed gives the same cycles.
        seed: u64,
        /// Cycles from a request to its answer at most, without stalls.
        longest: u32,
    },
}

/// Whether a port does something, cycle by cycle.
#[derive(Clone, Debug)]
struct Pace {
    /// Who draws; none: in every cycle.
    random: Option<Pcg64Mcg>,
    /// Chance, of 256, that a stall begins.
    chance: u8,
    /// Cycles that it still stalls.
    left: u32,
}

impl Pace {
    const LONGEST_STALL: u32 = 12;

    fn new(timing: MemoryTiming, port: u64) -> Self {
        let MemoryTiming::Random { seed, .. } = timing else { return Self { random: None, chance: 0, left: 0 } };
        let mut random = Pcg64Mcg::seed_from_u64(seed.wrapping_add((port + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        // Ports differ, so that over many seeds each is at times the bottleneck and at times free.
        let chance = if random.random_bool(0.3) { 0 } else { random.random_range(0..=128) };
        Self { random: Some(random), chance, left: 0 }
    }

    fn goes(&mut self) -> bool {
        let Some(random) = &mut self.random else { return true };
        if self.left > 0 {
            self.left -= 1;
        } else if random.random::<u8>() < self.chance {
            self.left = random.random_range(1..=Self::LONGEST_STALL);
        }
        self.left == 0
    }

    /// A latency, from now on.
    fn latency(&mut self, timing: MemoryTiming, before: u64) -> u64 {
        match (timing, &mut self.random) {
            (MemoryTiming::Random { longest, .. }, Some(random)) => {
                if before == 0 || random.random_ratio(1, 8) {
                    u64::from(random.random_range(1..=longest.max(1)))
                } else {
                    before
                }
            }
            (MemoryTiming::Steady { latency }, _) => u64::from(latency.max(1)),
            (MemoryTiming::Random { .. }, None) => 1,
        }
    }
}

/// Lines that are read.
#[derive(Clone, Debug)]
struct Reads {
    /// Address, and the cycle from which the line may come.
    queue: VecDeque<(u64, u64)>,
    takes: Pace,
    gives: Pace,
    latency: u64,
}

impl Reads {
    fn new(timing: MemoryTiming, port: u64) -> Self {
        Self {
            queue: VecDeque::new(),
            takes: Pace::new(timing, 2 * port),
            gives: Pace::new(timing, 2 * port + 1),
            latency: 0,
        }
    }

    fn line(&mut self, now: u64) -> Option<u64> {
        let goes = self.gives.goes();
        let (_, at) = *self.queue.front()?;
        if at > now || !goes {
            return None;
        }
        self.queue.pop_front().map(|(address, _)| address)
    }

    fn ask(&mut self, address: u64, lines: u32, now: u64, timing: MemoryTiming) {
        self.latency = self.takes.latency(timing, self.latency);
        let at = now + self.latency;
        self.queue.extend((0..u64::from(lines)).map(|line| (address + 64 * line, at)));
    }
}

/// Bursts that are written.
#[derive(Clone, Debug)]
struct Writes {
    bursts: u32,
    /// Last beats that were taken.
    ends: u32,
    /// When a burst may be answered.
    answers: VecDeque<u64>,
    takes_address: Pace,
    takes_beat: Pace,
    answer: Pace,
    latency: u64,
}

impl Writes {
    fn new(timing: MemoryTiming, port: u64) -> Self {
        Self {
            bursts: 0,
            ends: 0,
            answers: VecDeque::new(),
            takes_address: Pace::new(timing, 3 * port),
            takes_beat: Pace::new(timing, 3 * port + 1),
            answer: Pace::new(timing, 3 * port + 2),
            latency: 0,
        }
    }

    fn answered(&mut self, now: u64) -> bool {
        let goes = self.answer.goes();
        let due = goes && self.answers.front().is_some_and(|at| *at <= now);
        due && self.answers.pop_front().is_some()
    }

    fn take(&mut self, burst: bool, end: bool, now: u64, timing: MemoryTiming) {
        self.bursts += u32::from(burst);
        self.ends += u32::from(end);
        // Both came in this cycle, or one of them did: a burst at most is whole now that was not before.
        if self.bursts > 0 && self.ends > 0 {
            self.bursts -= 1;
            self.ends -= 1;
            self.latency = self.answer.latency(timing, self.latency);
            self.answers.push_back(now + self.latency);
        }
    }
}

/// Memory that takes a fixed time, or a random one, on every port by itself.
#[derive(Clone, Debug)]
pub struct TimedMemory {
    timing: MemoryTiming,
    now: u64,
    streams: [Reads; STREAMS],
    vectors: Reads,
    writers: [Writes; 2],
}

impl TimedMemory {
    /// With such a timing.
    #[must_use]
    pub fn new(timing: MemoryTiming) -> Self {
        Self {
            timing,
            now: 0,
            streams: std::array::from_fn(|stream| Reads::new(timing, stream as u64)),
            vectors: Reads::new(timing, STREAMS as u64),
            // Behind the paces of the reads.
            writers: [4, 5].map(|port| Writes::new(timing, port)),
        }
    }
}

impl KernelPorts for TimedMemory {
    fn offer(&mut self) -> Offer {
        let now = self.now;
        Offer {
            stream_ready: self.streams.each_mut().map(|reads| reads.takes.goes()),
            stream_line: self.streams.each_mut().map(|reads| reads.line(now)),
            read_ready: self.vectors.takes.goes(),
            read_line: self.vectors.line(now),
            address_ready: self.writers.each_mut().map(|writes| writes.takes_address.goes()),
            beat_ready: self.writers.each_mut().map(|writes| writes.takes_beat.goes()),
            answered: self.writers.each_mut().map(|writes| writes.answered(now)),
        }
    }

    fn take(&mut self, taken: &Taken) {
        let Self { timing, now, .. } = *self;
        for (reads, address) in self.streams.iter_mut().zip(taken.streams) {
            if let Some(address) = address {
                reads.ask(address, 1, now, timing);
            }
        }
        if let Some(burst) = taken.read {
            self.vectors.ask(burst.address, burst.lines, now, timing);
        }
        for (index, writes) in self.writers.iter_mut().enumerate() {
            writes.take(taken.bursts[index].is_some(), taken.beats[index] == Some(true), now, timing);
        }
        self.now += 1;
    }
}

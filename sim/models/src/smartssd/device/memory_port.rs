//! An AXI port and the memory behind it, without data.

use std::collections::VecDeque;

use emberlane_registers::cxl_mem::CLOCK_PERIOD_PS;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::answers::Answers;
use crate::storage::{Access, AccessTime};

/// Bursts in flight each way before an address has to wait.
const OUTSTANDING: usize = 256;

/// A burst, and whose it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PortBurst {
    pub id: u16,
    pub address: u64,
    pub lines: u32,
}

/// How long an access takes.
#[derive(Debug)]
pub enum Timing {
    /// As long as the medium says.
    Medium(Box<dyn AccessTime + Send>),
    /// So many cycles.
    Cycles(u64),
}

/// A beat that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beat {
    /// Whose it is.
    pub id: u16,
}

/// The port: takes an address and a beat a cycle each way, gives a beat and an answer, which are always taken.
///
/// It draws what the Verilated device's memory draws without stalls, in the same order: on the same seed, answers come in the
/// same order.
#[derive(Debug)]
pub struct MemoryPort {
    timing: Timing,
    reorders: bool,
    random: Pcg64Mcg,
    reads: Answers<PortBurst>,
    writes: Answers<PortBurst>,
    /// What is read, and beats of it that are left.
    reading: Option<(PortBurst, u32)>,
    beat: Option<Beat>,
    answer: Option<u16>,
    /// Bursts whose beats are to come, and beats of the first that have.
    bursts: VecDeque<PortBurst>,
    beats: u32,
    read_ready: bool,
    write_ready: bool,
}

/// What a port takes in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub struct PortRequests {
    pub read: Option<PortBurst>,
    pub write: Option<PortBurst>,
    pub beat: bool,
}

impl MemoryPort {
    pub fn new(timing: Timing, reorders: bool, seed: u64) -> Self {
        Self {
            timing,
            reorders,
            random: Pcg64Mcg::seed_from_u64(seed),
            reads: Answers::new(reorders),
            writes: Answers::new(reorders),
            reading: None,
            beat: None,
            answer: None,
            bursts: VecDeque::new(),
            beats: 0,
            read_ready: false,
            write_ready: false,
        }
    }

    /// The beat that is on the bus.
    pub fn beat(&self) -> Option<Beat> {
        self.beat
    }

    /// Whose burst is answered.
    pub fn answer(&self) -> Option<u16> {
        self.answer
    }

    /// A read would be taken.
    pub fn read_ready(&self) -> bool {
        self.read_ready
    }

    /// A burst of a writer would be taken.
    pub fn write_ready(&self) -> bool {
        self.write_ready
    }

    /// Nothing is under way.
    pub fn is_idle(&self) -> bool {
        self.next().is_none() && self.bursts.is_empty() && self.beats == 0
    }

    /// The next cycle in which it may do something without being asked.
    pub fn next(&self) -> Option<u64> {
        if self.beat.is_some() || self.reading.is_some() || self.answer.is_some() {
            return Some(0);
        }
        [self.reads.next(), self.writes.next()].into_iter().flatten().min()
    }

    /// A cycle, in which the port had the beat and the answer, and takes these.
    pub fn cycle(&mut self, now: u64, requests: &PortRequests) {
        self.answer = None;
        if self.beat.take().is_some() {
            self.reading = self.reading.map(|(burst, left)| (burst, left - 1)).filter(|(_, left)| *left > 0);
        }
        if let Some(burst) = requests.read {
            if self.reorders {
                // Whether data are those of now or of later, which changes nothing here.
                let _: bool = self.random.random();
            }
            let due = self.due(now, Access::Read, burst);
            self.reads.push(burst.id, due, burst);
        }
        self.bursts.extend(requests.write);
        self.beats += u32::from(requests.beat);
        while let Some(&burst) = self.bursts.front()
            && self.beats >= burst.lines
        {
            self.bursts.pop_front();
            self.beats -= burst.lines;
            let due = self.due(now, Access::Write, burst);
            self.writes.push(burst.id, due, burst);
        }
        self.drive(now + 1);
    }

    fn due(&mut self, now: u64, access: Access, burst: PortBurst) -> u64 {
        match &mut self.timing {
            Timing::Cycles(cycles) => now + *cycles,
            Timing::Medium(medium) => {
                let done = medium.done(now * CLOCK_PERIOD_PS, access, burst.address, 64 * u64::from(burst.lines));
                done.div_ceil(CLOCK_PERIOD_PS).max(now + 1)
            }
        }
    }

    fn drive(&mut self, cycle: u64) {
        self.write_ready = self.bursts.len() + self.writes.len() + usize::from(self.answer.is_some()) < OUTSTANDING;
        self.read_ready = self.reads.len() + usize::from(self.reading.is_some()) < OUTSTANDING;
        self.answer = self.writes.take(cycle, &mut self.random).map(|burst| burst.id);
        if self.reading.is_none() {
            self.reading = self.reads.take(cycle, &mut self.random).map(|burst| (burst, burst.lines));
        }
        self.beat = self.reading.map(|(burst, _)| Beat { id: burst.id });
    }
}

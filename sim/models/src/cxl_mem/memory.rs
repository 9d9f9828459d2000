//! The memory behind a port: DRAM, and before that of a channel a memory controller.
//!
//! It does what [`MemoryController`](crate::memory_controller::MemoryController) above an [`IdealDram`](crate::ideal_dram::IdealDram) does, in every
//! cycle, but without looking at most of them: settings do not change while anything is under way, so that when a write is
//! answered is known when it is accepted, and when a read is answered is known when its turn comes. A test runs both.

use super::fifo::Fifo;
use crate::memory_controller::{BURST_LINES, LEAST_DELAY, LINE_PER_CYCLE, MEDIUM_LINE_BYTES, Settings};

/// Cycles in which the DRAM behind channels and scratchpad answers: 48 ns at 250 MHz, as behind the RTL.
pub const DRAM_CYCLES: u64 = 12;
/// Reads that may be under way, and wait for their turn.
const READS: usize = 128;
const TURNS: usize = 4;
/// Writes that may be unanswered or in their window.
const WRITES: usize = 64;
/// Groups of lines by which writes are counted, to search them seldom.
const GROUPS: usize = 512;
/// Cycles from a read's turn to its line, and from a write's acceptance to the answer of the DRAM.
const LINE_CYCLES: u64 = DRAM_CYCLES + 2;

/// Tokens of one kind of traffic, in 1/65536 line, as of the start of a cycle.
#[derive(Clone, Debug)]
struct Bucket {
    rate: u64,
    tokens: u64,
    at: u64,
}

impl Bucket {
    const LINE: u64 = LINE_PER_CYCLE as u64;
    const FULL: u64 = BURST_LINES * Self::LINE;

    fn new(rate: u32, now: u64) -> Self {
        Self { rate: rate.into(), tokens: Self::FULL, at: now }
    }

    /// Takes a line in the first cycle that has one, from one on; which that is.
    fn take(&mut self, from: u64) -> u64 {
        if self.rate == 0 {
            return from;
        }
        let after = |cycles| Self::FULL.min(self.tokens.saturating_add(self.rate.saturating_mul(cycles)));
        let (mut at, mut tokens) = (from, after(from - self.at));
        if tokens < Self::LINE {
            at += (Self::LINE - tokens).div_ceil(self.rate);
            tokens = after(at - self.at);
        }
        self.tokens = Self::FULL.min(tokens + self.rate - Self::LINE);
        self.at = at + 1;
        at
    }
}

/// A read on its way to its turn.
#[derive(Clone, Copy, Debug, Default)]
struct Read {
    id: u16,
    /// Of its medium line.
    line: u32,
    accepted: u64,
}

/// A write that is unanswered or in its window.
#[derive(Clone, Copy, Debug, Default)]
struct Write {
    line: u32,
    /// When it leaves the table.
    leaves: u64,
}

#[derive(Clone, Debug)]
struct Controller {
    settings: Settings,
    /// When the read at hand makes way for the next.
    is_free: u64,
    writes: Fifo<Write, WRITES>,
    /// How many of them are in a group.
    groups: [u8; GROUPS],
    /// First cycles in which a read, and a write, may be answered.
    next_read: u64,
    next_write: u64,
    read_bucket: Bucket,
    row_bucket: Bucket,
    stream_bucket: Bucket,
}

impl Controller {
    fn new(settings: Settings, now: u64) -> Self {
        Self {
            settings,
            is_free: now,
            writes: Fifo::default(),
            groups: [0; GROUPS],
            next_read: now,
            next_write: now,
            read_bucket: Bucket::new(settings.read_rate, now),
            row_bucket: Bucket::new(settings.row_write_rate, now),
            stream_bucket: Bucket::new(settings.stream_write_rate, now),
        }
    }

    /// When the turn of a read comes, if it is the next.
    fn turn(&self, read: Read) -> u64 {
        self.is_free.max(read.accepted + 1)
    }

    /// A read has its turn; when it is answered.
    fn take_turn(&mut self, read: Read) -> u64 {
        let turn = self.turn(read);
        // Of the writes accepted before, as those of a cycle are not in the table in it.
        let is_near = self.groups[group(read.line)] > 0;
        let awaited = is_near.then(|| self.writes.newest_first().find(|write| write.line == read.line)).flatten();
        self.is_free = awaited.map_or(0, |write| write.leaves).max(turn + 1);
        let latency = LEAST_DELAY.max(self.settings.read_latency.into());
        let ripe = (read.accepted + latency).max(self.is_free + LINE_CYCLES);
        let answered = self.read_bucket.take(ripe.max(self.next_read));
        self.next_read = answered + 1;
        answered
    }

    /// Forgets the writes whose window is over.
    fn forget(&mut self, now: u64) {
        while let Some(write) = self.writes.pop_if(|write| write.leaves <= now) {
            self.groups[group(write.line)] -= 1;
        }
    }

    fn write(&mut self, now: u64, line: u32, streaming: bool) -> u64 {
        let due = now + LINE_CYCLES.max(self.settings.write_latency.into());
        let bucket = if streaming { &mut self.stream_bucket } else { &mut self.row_bucket };
        let answered = bucket.take(due.max(self.next_write));
        self.next_write = answered + 1;
        let window = LEAST_DELAY.max(self.settings.read_after_write_window.into());
        self.writes.push(Write { line, leaves: answered + window });
        self.groups[group(line)] += 1;
        answered
    }
}

fn group(line: u32) -> usize {
    line as usize % GROUPS
}

/// A channel, or a port of the scratchpad, which has no controller.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    controller: Option<Box<Controller>>,
    /// Reads that wait for their turn at the controller.
    turns: Fifo<Read, TURNS>,
    /// ID, and when it is answered, of the reads whose turn has come.
    answers: Fifo<(u16, u64), READS>,
}

impl Memory {
    /// An idle channel, whose first cycle is `now`.
    pub fn channel(settings: Settings, now: u64) -> Self {
        Self { controller: Some(Box::new(Controller::new(settings, now))), ..Self::default() }
    }

    /// An idle port of the scratchpad.
    pub fn scratchpad() -> Self {
        Self::default()
    }

    /// Whether it is a channel.
    pub fn is_channel(&self) -> bool {
        self.controller.is_some()
    }

    /// Whether it takes a read in this cycle, in which it has taken none yet.
    pub fn begin(&mut self, now: u64) -> bool {
        // A turn that is given in a cycle makes room in the next one.
        self.give_turns(now.saturating_sub(1));
        let takes_read = self.takes_read();
        self.give_turns(now);
        takes_read
    }

    /// ID of the read that is answered in this cycle.
    pub fn answer(&mut self, now: u64) -> Option<u16> {
        self.give_turns(now);
        self.answers.pop_if(|(_, at)| *at <= now).map(|(id, _)| id)
    }

    /// Gives turns to the reads whose turn comes up to a cycle. This may be late, but comes before the writes of the cycle.
    #[inline]
    fn give_turns(&mut self, until: u64) {
        while let Some(read) = self.turns.front()
            && let Some(controller) = &mut self.controller
            && controller.turn(read) <= until
        {
            self.turns.pop();
            self.answers.push((read.id, controller.take_turn(read)));
        }
    }

    /// Whether it takes a read.
    pub fn takes_read(&self) -> bool {
        !self.turns.is_full() && self.turns.len() + self.answers.len() < READS
    }

    /// Takes a read in a cycle, now or soon: nothing that it takes before is behind it.
    pub fn read(&mut self, at: u64, id: u16, line: u32) {
        match &self.controller {
            Some(_) => self.turns.push(Read { id, line, accepted: at }),
            None => self.answers.push((id, at + DRAM_CYCLES)),
        }
    }

    /// Whether it takes a write in this cycle.
    pub fn takes_write(&mut self, now: u64) -> bool {
        // Turns up to now may have to wait for writes that leave by now.
        self.give_turns(now);
        let Some(controller) = &mut self.controller else { return true };
        controller.forget(now);
        !controller.writes.is_full()
    }

    /// The next cycle in which it takes a write, if it does not take one now.
    pub fn next_write_room(&self) -> u64 {
        let oldest = self.controller.as_ref().and_then(|controller| controller.writes.front());
        oldest.map_or(u64::MAX, |write| write.leaves)
    }

    /// Takes a write, as [`takes_write`](Self::takes_write) has said; when it is answered.
    pub fn write(&mut self, now: u64, line: u32, streaming: bool) -> u64 {
        match &mut self.controller {
            Some(controller) => controller.write(now, line, streaming),
            None => now + DRAM_CYCLES,
        }
    }

    /// When the turn of the first read that waits for it comes.
    fn next_turn(&self) -> Option<u64> {
        self.turns.front().zip(self.controller.as_ref()).map(|(read, controller)| controller.turn(read))
    }

    /// The next cycle in which a read is answered, or one before it.
    pub fn next_answer(&self) -> u64 {
        let answer = self.answers.front().map(|(_, at)| at);
        answer.or_else(|| self.next_turn().map(|turn| turn + LINE_CYCLES)).unwrap_or(u64::MAX)
    }

    /// The next cycle in which it takes a read, or one before it, when this one has begun.
    pub fn next_room(&self) -> u64 {
        match self.next_turn() {
            _ if self.takes_read() => 0,
            Some(turn) if self.turns.is_full() => turn + 1,
            _ => self.next_answer() + 1,
        }
    }
}

/// Number of the 256-byte line of an address, in the 32 bits that the hardware compares.
pub fn medium_line(address: u64) -> u32 {
    ((address / MEDIUM_LINE_BYTES) & u64::from(u32::MAX)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ideal_dram::IdealDram;
    use crate::media::presets;
    use crate::memory_controller::{Inputs, MemoryController, ReadRequest, WriteAddress};
    use proptest::prelude::*;
    use std::collections::VecDeque;

    proptest! {
        /// Random traffic on few lines, in bursts and with pauses, under every preset.
        #[test]
        fn a_channel_is_the_memory_controller_in_every_cycle(
            preset in 0usize..5,
            traffic in prop::collection::vec((0u64..40, prop::bool::ANY, 0u8..8, 0u64..200), 1..60),
        ) {
            let settings = presets()[preset].settings(4000).unwrap();
            let mut exact = MemoryController::new(settings);
            let mut dram = IdealDram::new(DRAM_CYCLES);
            let mut channel = Memory::channel(settings, 0);
            let mut write_answers = VecDeque::new();
            let mut now = 0;
            for (line, streaming, kinds, cycles) in traffic {
                for cycle in 0..cycles {
                    let address = (line + cycle) % 40 * 64;
                    let read = (kinds & 1 > 0).then_some(ReadRequest { id: (cycle % 7) as u16, address });
                    let write = (kinds & 6 == 6).then_some(WriteAddress { address: address ^ 0x100, streaming });
                    let mut inputs = Inputs {
                        s_ar: read,
                        s_rready: true,
                        s_aw: write,
                        s_w: write.map(|_| ()),
                        s_bready: true,
                        ..Inputs::default()
                    };
                    dram.drive(&mut inputs);
                    let outputs = exact.cycle(&inputs);
                    dram.clock(&inputs, &outputs);
                    // What is not asked is late, and must not differ.
                    let takes_read = read.is_some() && channel.begin(now);
                    let answered = (now >= channel.next_answer()).then(|| channel.answer(now)).flatten();
                    prop_assert_eq!(answered, outputs.s_r.map(|answer| answer.id), "cycle {}", now);
                    prop_assert_eq!(write_answers.front() == Some(&now), outputs.s_b.is_some(), "cycle {}", now);
                    write_answers.pop_front_if(|at| *at == now);
                    if let Some(read) = read {
                        prop_assert_eq!(takes_read, outputs.s_arready, "cycle {}", now);
                        if takes_read {
                            channel.read(now, read.id, medium_line(read.address));
                        }
                    }
                    if write.is_some() {
                        let takes_write = channel.takes_write(now);
                        prop_assert_eq!(takes_write, outputs.s_awready, "cycle {}", now);
                        if takes_write {
                            write_answers.push_back(channel.write(now, medium_line(address ^ 0x100), streaming));
                        }
                    }
                    now += 1;
                }
            }
        }
    }
}

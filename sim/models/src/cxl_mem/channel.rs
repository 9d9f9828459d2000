//! A memory channel: DRAM behind a memory controller, as seen from the port.
//!
//! It does what [`MemoryController`](crate::memory_controller::MemoryController) above an [`IdealDram`](crate::ideal_dram::IdealDram) does, in every
//! cycle, but looks at nothing that does not change: a test runs both.

use super::port::{DRAM_CYCLES, Done};
use crate::memory_controller::{
    BURST_LINES, LINE_PER_CYCLE, MEDIUM_LINE_BYTES, ReadRequest, Settings, Size, WriteAddress,
};
use std::collections::VecDeque;

/// Cycles after which the hardware sees an event at the earliest.
const LEAST_DELAY: u64 = 3;
/// Reads that may wait for their turn.
const TURNS: usize = 4;
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

    fn tokens(&self, now: u64) -> u64 {
        Self::FULL.min(self.tokens.saturating_add(self.rate.saturating_mul(now - self.at)))
    }

    fn is_ready(&self, now: u64) -> bool {
        self.rate == 0 || self.tokens >= Self::LINE || self.tokens(now) >= Self::LINE
    }

    /// When there is a line, if none is taken before.
    fn ready_at(&self, now: u64) -> u64 {
        let missing = if self.rate == 0 { 0 } else { Self::LINE.saturating_sub(self.tokens(now)) };
        now + missing.div_ceil(self.rate.max(1))
    }

    fn spend(&mut self, now: u64) {
        if self.rate > 0 {
            self.tokens = Self::FULL.min(self.tokens(now) + self.rate - Self::LINE);
            self.at = now + 1;
        }
    }
}

/// A write that is unanswered or in its window.
#[derive(Clone, Debug)]
struct Write {
    line: u32,
    streaming: bool,
    /// When the latency is over; when it leaves the table, once it is answered.
    due: u64,
}

#[derive(Clone, Debug)]
pub struct Channel {
    settings: Settings,
    size: Size,
    /// ID, and when the latency is over, of the reads under way.
    reads: VecDeque<(u16, u64)>,
    /// Medium lines of the reads that wait for their turn.
    turns: VecDeque<u32>,
    /// Of the read whose turn it is, the number of the last write that it waits for.
    at_hand: Option<Option<u64>>,
    /// When the lines of the reads are here.
    lines: VecDeque<u64>,
    read_bucket: Bucket,
    writes: VecDeque<Write>,
    /// Writes in the table that are answered, which are the oldest; writes that have left it.
    answered: usize,
    freed: u64,
    row_bucket: Bucket,
    stream_bucket: Bucket,
}

impl Channel {
    /// An idle channel, whose first cycle is `now`.
    pub fn new(settings: Settings, now: u64) -> Self {
        Self {
            settings,
            size: Size::default(),
            reads: VecDeque::new(),
            turns: VecDeque::new(),
            at_hand: None,
            lines: VecDeque::new(),
            read_bucket: Bucket::new(settings.read_rate, now),
            writes: VecDeque::new(),
            answered: 0,
            freed: 0,
            row_bucket: Bucket::new(settings.row_write_rate, now),
            stream_bucket: Bucket::new(settings.stream_write_rate, now),
        }
    }

    /// A cycle in which a read and a write are offered.
    pub fn cycle(&mut self, now: u64, read: Option<ReadRequest>, write: Option<WriteAddress>) -> Done {
        while self.answered > 0 && self.writes.front().is_some_and(|write| write.due <= now) {
            self.writes.pop_front();
            self.answered -= 1;
            self.freed += 1;
        }
        let done = Done {
            read_taken: self.reads.len() < self.size.reads && self.turns.len() < TURNS,
            write_taken: self.writes.len() < self.size.writes,
            read_answered: self.answer_read(now),
            write_answered: self.answer_write(now),
        };
        if self.at_hand.is_some_and(|awaited| awaited.is_none_or(|write| write < self.freed)) {
            self.at_hand = None;
            self.lines.push_back(now + LINE_CYCLES);
        }
        if self.at_hand.is_none()
            && let Some(line) = self.turns.pop_front()
        {
            // Of the writes accepted before this cycle, as those of this cycle are not in the table yet.
            let last = self.writes.iter().rposition(|write| write.line == line);
            self.at_hand = Some(last.map(|place| self.freed + place as u64));
        }
        if let Some(read) = read.filter(|_| done.read_taken) {
            self.reads.push_back((read.id, now + LEAST_DELAY.max(self.settings.read_latency.into())));
            self.turns.push_back(medium_line(read.address));
        }
        if let Some(WriteAddress { address, streaming }) = write.filter(|_| done.write_taken) {
            let latency = LINE_CYCLES.max(self.settings.write_latency.into());
            self.writes.push_back(Write { line: medium_line(address), streaming, due: now + latency });
        }
        done
    }

    /// The next cycle in which something happens here, if nothing is offered in between.
    pub fn next(&self, now: u64) -> u64 {
        let read = self.reads.front().zip(self.lines.front());
        let read = read.map(|((_, due), line)| *due.max(line).max(&self.read_bucket.ready_at(now)));
        let write = self.writes.get(self.answered).map(|write| write.due.max(self.bucket(write).ready_at(now)));
        let leaves = self.writes.front().filter(|_| self.answered > 0).map(|write| write.due);
        let turn = self.at_hand.is_some_and(|awaited| awaited.is_none_or(|write| write < self.freed));
        let turn = (turn || (self.at_hand.is_none() && !self.turns.is_empty())).then_some(now);
        [read, write, leaves, turn].into_iter().flatten().fold(u64::MAX, u64::min).max(now + 1)
    }

    fn bucket(&self, write: &Write) -> &Bucket {
        if write.streaming { &self.stream_bucket } else { &self.row_bucket }
    }

    fn answer_read(&mut self, now: u64) -> Option<u16> {
        let &(id, due) = self.reads.front()?;
        if due > now || *self.lines.front()? > now || !self.read_bucket.is_ready(now) {
            return None;
        }
        self.read_bucket.spend(now);
        self.reads.pop_front();
        self.lines.pop_front();
        Some(id)
    }

    fn answer_write(&mut self, now: u64) -> bool {
        let Some(write) = self.writes.get_mut(self.answered) else { return false };
        let bucket = if write.streaming { &mut self.stream_bucket } else { &mut self.row_bucket };
        if write.due > now || !bucket.is_ready(now) {
            return false;
        }
        bucket.spend(now);
        write.due = now + LEAST_DELAY.max(self.settings.read_after_write_window.into());
        self.answered += 1;
        true
    }
}

/// Number of the 256-byte line of an address, in the 32 bits that the hardware compares.
fn medium_line(address: u64) -> u32 {
    ((address / MEDIUM_LINE_BYTES) & u64::from(u32::MAX)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ideal_dram::IdealDram;
    use crate::media::presets;
    use crate::memory_controller::{Inputs, MemoryController};
    use proptest::prelude::*;

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
            let mut channel = Channel::new(settings, 0);
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
                    let done = channel.cycle(now, read, write);
                    prop_assert_eq!(done.read_answered, outputs.s_r.map(|answer| answer.id), "cycle {}", now);
                    prop_assert_eq!(done.write_answered, outputs.s_b.is_some(), "cycle {}", now);
                    if read.is_some() {
                        prop_assert_eq!(done.read_taken, outputs.s_arready, "cycle {}", now);
                    }
                    if write.is_some() {
                        prop_assert_eq!(done.write_taken, outputs.s_awready, "cycle {}", now);
                    }
                    now += 1;
                }
            }
        }
    }
}

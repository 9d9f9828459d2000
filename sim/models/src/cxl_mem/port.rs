//! A port of memory: who reads and writes there, in turn, and the memory behind it.

use super::fifo::Fifo;
use super::memory::{Memory, medium_line};
use crate::memory_controller::Settings;
use emberlane_registers::cxl_mem::{INTERLEAVE_BYTES, LINE_BYTES};

/// Requests between a reader and the memory, at each of the two stages on the way.
const STAGE_REQUESTS: usize = 4;
/// Writes of the computing logic at a port that may be unanswered.
const UNANSWERED_RESULTS: usize = 64;
/// Result lines of one engine that may wait for a port.
const WAITING_RESULTS: usize = 8;
/// Lines of a record that may wait for a channel.
const WAITING_LOG: usize = 32;
/// Requests of one reader that may wait for a port.
pub const WAITING_REQUESTS: usize = 64;

/// Reads of the computing logic.
pub const COMPUTING: usize = 0;
/// Reads of a record of rows.
pub const RECORD: usize = 1;

/// A fair choice among up to 32 requesters. What is chosen and not served stays chosen while it requests.
#[derive(Clone, Debug, Default)]
pub struct RoundRobin {
    first: u32,
    chosen: u32,
}

impl RoundRobin {
    /// Who of them is chosen.
    pub fn choose(&mut self, requests: u32) -> Option<usize> {
        let or = |some: u32, others: u32| if some == 0 { others } else { some };
        let candidates = or(requests & self.chosen, or(requests & self.first, requests));
        self.chosen = candidates & candidates.wrapping_neg();
        (requests != 0).then(|| self.chosen.trailing_zeros() as usize)
    }

    /// The chosen one was served.
    pub fn advance(&mut self) {
        self.first = !(self.chosen | (self.chosen - 1));
        self.chosen = 0;
    }
}

/// The answer to a read: of which source, and of which of its clients.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    source: u8,
    client: u8,
}

impl Answer {
    fn id(self) -> u16 {
        u16::from(self.source) << 8 | u16::from(self.client)
    }

    fn of(id: u16) -> Self {
        Self { source: (id >> 8) as u8, client: id as u8 }
    }

    pub fn source(self) -> usize {
        self.source.into()
    }

    pub fn client(self) -> usize {
        self.client.into()
    }
}

/// A request of a reader: ID and medium line.
type Request = (u16, u32);

/// The readers of one source: each has a queue of lines, and they are served in turn.
#[derive(Clone, Debug)]
struct ReadPort {
    source: usize,
    queues: Vec<Fifo<u32, WAITING_REQUESTS>>,
    /// Clients whose queue is not empty.
    waiting: u32,
    /// Clients whose queue is full, and the client whose queue was full when it was served in this cycle.
    full: u32,
    was_full: u32,
    arbiter: RoundRobin,
    taken: Fifo<Request, STAGE_REQUESTS>,
}

impl ReadPort {
    fn new(source: usize, clients: usize) -> Self {
        Self {
            source,
            queues: vec![Fifo::default(); clients],
            waiting: 0,
            full: 0,
            was_full: 0,
            arbiter: RoundRobin::default(),
            taken: Fifo::default(),
        }
    }

    fn is_idle(&self) -> bool {
        self.waiting == 0 && self.taken.is_empty()
    }

    fn ask(&mut self, client: usize, line: u32) {
        let queue = &mut self.queues[client];
        queue.push(line);
        self.waiting |= 1 << client;
        self.full |= u32::from(queue.is_full()) << client;
    }

    /// A request of the client whose turn it is, unless the queue behind was full.
    fn serve(&mut self, full: bool) -> Option<Request> {
        self.full &= !self.was_full;
        self.was_full = 0;
        let client = self.arbiter.choose(self.waiting)?;
        if full {
            return None;
        }
        self.arbiter.advance();
        let queue = &mut self.queues[client];
        self.was_full = u32::from(queue.is_full()) << client;
        let line = queue.pop()?;
        if queue.is_empty() {
            self.waiting &= !(1 << client);
        }
        Some((Answer { source: self.source as u8, client: client as u8 }.id(), line))
    }
}

/// Lines of a record on their way to a channel.
#[derive(Clone, Debug, Default)]
pub struct LogPort {
    arbiter: RoundRobin,
    queue: Fifo<u32, WAITING_LOG>,
    pause: u64,
    /// When the last line that was taken is answered; never, before the memory has it.
    answered: u64,
}

impl LogPort {
    /// Takes a line of one of the writers that offer one, block of the interleave by block.
    fn take(&mut self, offers: u32, address: impl Fn(usize) -> u64, gap: u64) -> Option<usize> {
        let open = !self.queue.is_full() && self.pause == 0;
        self.pause = self.pause.saturating_sub(1);
        let writer = self.arbiter.choose(offers)?;
        if !open {
            return None;
        }
        let address = address(writer);
        if address % INTERLEAVE_BYTES == INTERLEAVE_BYTES - LINE_BYTES {
            self.arbiter.advance();
        }
        self.queue.push(medium_line(address));
        self.pause = gap;
        Some(writer)
    }

    /// Whether every line that was taken is answered by a cycle, this included.
    pub fn is_answered(&self, now: u64) -> bool {
        self.queue.is_empty() && self.answered <= now
    }
}

/// A port of memory. Every stage takes what the stage before it had at the start of the cycle.
#[derive(Clone, Debug)]
pub struct Port {
    /// When a read is answered, reads move, or writes do, or before: until then a cycle is like the one before it, if nothing is
    /// asked for. First the earliest of them.
    wakes_at: u64,
    answers_at: u64,
    reads_at: u64,
    writes_at: u64,
    /// As in [`ReadPort`], of the queues of results.
    waiting_results: u32,
    full: u32,
    was_full: u32,
    memory: Memory,
    readers: [ReadPort; 2],
    reader: RoundRobin,
    reads: Fifo<Request, STAGE_REQUESTS>,
    /// Results of each engine.
    results: Vec<Fifo<u32, WAITING_RESULTS>>,
    result_arbiter: RoundRobin,
    result: Option<u32>,
    /// When the results that the memory has are answered.
    unanswered: Fifo<u64, UNANSWERED_RESULTS>,
    /// Records of rows and of parameters.
    pub logs: [LogPort; 2],
    writer: RoundRobin,
    /// Whose write is offered to the memory, and its medium line.
    write: Option<(usize, u32)>,
    /// Takes no short cut.
    #[cfg(test)]
    is_plain: bool,
}

impl Port {
    /// A channel for so many engines.
    pub fn channel(engines: usize, settings: Settings) -> Self {
        Self::new(Memory::channel(settings, 0), engines, [engines, 4])
    }

    /// A port of the scratchpad for so many engines.
    pub fn scratchpad(engines: usize) -> Self {
        Self::new(Memory::scratchpad(), engines, [2 * engines + 4, 5])
    }

    fn new(memory: Memory, engines: usize, clients: [usize; 2]) -> Self {
        Self {
            wakes_at: u64::MAX,
            answers_at: u64::MAX,
            reads_at: u64::MAX,
            writes_at: u64::MAX,
            waiting_results: 0,
            full: 0,
            was_full: 0,
            memory,
            readers: [ReadPort::new(COMPUTING, clients[0]), ReadPort::new(RECORD, clients[1])],
            reader: RoundRobin::default(),
            reads: Fifo::default(),
            results: vec![Fifo::default(); engines],
            result_arbiter: RoundRobin::default(),
            result: None,
            unanswered: Fifo::default(),
            logs: Default::default(),
            writer: RoundRobin::default(),
            write: None,
            #[cfg(test)]
            is_plain: false,
        }
    }

    /// Makes the memory controller of an idle channel emulate a medium.
    pub fn emulate(&mut self, settings: Settings, now: u64) {
        if self.memory.is_channel() {
            self.memory = Memory::channel(settings, now);
        }
    }

    /// Whether a client may ask for a line.
    pub fn takes_read(&self, source: usize, client: usize) -> bool {
        self.readers[source].full >> client & 1 == 0
    }

    /// A client asks for a line.
    pub fn read(&mut self, source: usize, client: usize, address: u64) {
        let reader = &mut self.readers[source];
        // If others wait, this one changes nothing.
        if reader.waiting == 0 {
            (self.reads_at, self.wakes_at) = (0, 0);
        }
        reader.ask(client, medium_line(address));
    }

    /// Whether an engine's result may be queued.
    pub fn takes_result(&self, engine: usize) -> bool {
        self.full >> engine & 1 == 0
    }

    /// Whether this cycle may differ from the one before it.
    #[inline]
    pub fn is_awake(&self, now: u64) -> bool {
        now >= self.wakes_at
    }

    /// Engines, one bit each, that find room from the next cycle on where there was none.
    pub fn served(&self) -> u32 {
        if self.readers[COMPUTING].was_full != 0 { u32::MAX } else { self.was_full }
    }

    /// Queues an engine's result.
    pub fn write_result(&mut self, engine: usize, address: u64) {
        if self.waiting_results == 0 {
            (self.writes_at, self.wakes_at) = (0, 0);
        }
        let queue = &mut self.results[engine];
        queue.push(medium_line(address));
        self.waiting_results |= 1 << engine;
        self.full |= u32::from(queue.is_full()) << engine;
    }

    /// Takes a line of a record, as [`LogPort::take`].
    pub fn log(&mut self, log: usize, offers: u32, address: impl Fn(usize) -> u64, gap: u64) -> Option<usize> {
        let log = &mut self.logs[log];
        let was_empty = log.queue.is_empty();
        let writer = log.take(offers, address, gap)?;
        if was_empty {
            (self.writes_at, self.wakes_at) = (0, 0);
        }
        Some(writer)
    }

    /// Whether no result is here that is not answered by a cycle, this included.
    pub fn has_no_result(&self, now: u64) -> bool {
        let under_way = self.result.is_some() || matches!(self.write, Some((0, _)));
        self.waiting_results == 0 && !under_way && self.unanswered.back().is_none_or(|at| at <= now)
    }

    /// A cycle in which it is awake; the answer to a read, if one comes.
    pub fn cycle(&mut self, now: u64) -> Option<Answer> {
        let reads = now >= self.reads_at;
        let has_room = reads && self.memory.begin(now);
        let answer = if now >= self.answers_at { self.memory.answer(now) } else { None };
        if now >= self.writes_at {
            self.writes_at = if self.move_writes(now) { now + 1 } else { self.next_write() };
        }
        if reads {
            let moves = self.move_reads(now, has_room);
            self.reads_at = match moves {
                true => now + 1,
                false if self.reads.is_empty() => u64::MAX,
                false => self.memory.next_room().max(now + 1),
            };
        }
        self.answers_at = self.memory.next_answer().max(now + 1);
        self.wakes_at = self.answers_at.min(self.reads_at).min(self.writes_at);
        answer.map(Answer::of)
    }

    /// The next cycle in which a write moves, if none has in this one.
    fn next_write(&self) -> u64 {
        let room = self.write.map(|_| self.memory.next_write_room());
        let waits = self.waiting_results != 0 && self.result.is_none();
        let answer = self.unanswered.front().filter(|_| waits).map(|at| at + 1);
        room.into_iter().chain(answer).fold(u64::MAX, u64::min)
    }

    /// Whether any write has moved.
    fn move_writes(&mut self, now: u64) -> bool {
        while self.unanswered.pop_if(|at| *at < now).is_some() {}
        let results_full = {
            let under_way = usize::from(self.result.is_some()) + usize::from(matches!(self.write, Some((0, _))));
            self.unanswered.len() + under_way == UNANSWERED_RESULTS
        };
        let mut moves = false;
        if let Some((writer, line)) = self.write
            && self.memory.takes_write(now)
        {
            moves = true;
            self.write = None;
            let answered = self.memory.write(now, line, writer > 0);
            match writer {
                0 => self.unanswered.push(answered),
                _ => self.logs[writer - 1].answered = answered,
            }
        }
        moves |= self.take_write();
        moves | self.take_result(results_full)
    }

    fn take_write(&mut self) -> bool {
        let [rows, parameters] = &self.logs;
        let wanting = u32::from(self.result.is_some())
            | u32::from(!rows.queue.is_empty()) << 1
            | u32::from(!parameters.queue.is_empty()) << 2;
        let Some(writer) = self.writer.choose(wanting) else { return false };
        if self.write.is_some() {
            return false;
        }
        self.writer.advance();
        let line = match writer {
            0 => self.result.take(),
            _ => {
                let log = &mut self.logs[writer - 1];
                log.answered = u64::MAX;
                log.queue.pop()
            }
        };
        self.write = line.map(|line| (writer, line));
        true
    }

    fn take_result(&mut self, full: bool) -> bool {
        self.full &= !self.was_full;
        self.was_full = 0;
        let Some(engine) = self.result_arbiter.choose(self.waiting_results) else { return false };
        if full || self.result.is_some() {
            return false;
        }
        self.result_arbiter.advance();
        let queue = &mut self.results[engine];
        self.was_full = u32::from(queue.is_full()) << engine;
        self.result = queue.pop();
        if queue.is_empty() {
            self.waiting_results &= !(1 << engine);
        }
        true
    }

    /// Whether any read has moved, and more will.
    fn move_reads(&mut self, now: u64, has_room: bool) -> bool {
        let mut moves = false;
        let full = self.reads.is_full();
        if has_room && let Some((id, line)) = self.reads.pop() {
            self.memory.read(now, id, line);
            moves = true;
        }
        let readers_full = self.readers.each_ref().map(|reader| reader.taken.is_full());
        let [computing, record] = &self.readers;
        let wanting = u32::from(!computing.taken.is_empty()) | u32::from(!record.taken.is_empty()) << 1;
        if let Some(source) = self.reader.choose(wanting)
            && !full
            && let Some(read) = self.readers[source].taken.pop()
        {
            self.reader.advance();
            self.reads.push(read);
            moves = true;
        }
        for source in [COMPUTING, RECORD] {
            // Nothing can hold up the requests of a source that reads alone: they pass all stages, a cycle each.
            let is_alone = self.reads.is_empty()
                && self.readers[source].taken.is_empty()
                && self.readers[1 - source].is_idle()
                && self.memory.takes_read();
            #[cfg(test)]
            let is_alone = is_alone && !self.is_plain;
            let reader = &mut self.readers[source];
            let Some((id, line)) = reader.serve(readers_full[source]) else { continue };
            if is_alone {
                self.reader.choose(1 << source);
                self.reader.advance();
                self.memory.read(now + 2, id, line);
                moves |= reader.waiting != 0;
            } else {
                reader.taken.push((id, line));
                moves = true;
            }
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::media::presets;
    use proptest::prelude::*;

    /// What may be asked of a port in a cycle, a bit each: four reads, two results, two lines of a record.
    type Asked = u16;

    fn ask(port: &mut Port, asked: Asked, line: u64) {
        let address = line * LINE_BYTES;
        for (bit, source, client) in [(0, COMPUTING, 0), (1, COMPUTING, 1), (2, RECORD, 0), (3, RECORD, 1)] {
            if asked >> bit & 1 == 1 && port.takes_read(source, client) {
                port.read(source, client, address);
            }
        }
        for engine in 0..2 {
            if asked >> (4 + engine) & 1 == 1 && port.takes_result(engine) {
                port.write_result(engine, address ^ 0x100);
            }
        }
        for log in 0..2 {
            port.log(log, u32::from(asked >> (6 + log) & 1), |_| address ^ 0x200, 0);
        }
    }

    proptest! {
        /// A port that is looked at in every cycle, and whose reads go from stage to stage, does the same.
        #[test]
        fn sleep_and_short_cuts_change_nothing(
            preset in 0usize..5,
            is_channel in prop::bool::ANY,
            traffic in prop::collection::vec((0u64..24, 0u16..256, 0u64..150), 1..60),
        ) {
            let settings = presets()[preset].settings(4000).unwrap();
            let mut port = if is_channel { Port::channel(2, settings) } else { Port::scratchpad(2) };
            let mut plain = port.clone();
            plain.is_plain = true;
            let mut now = 0;
            for (line, asked, cycles) in traffic {
                for cycle in 0..cycles {
                    let answer = if port.is_awake(now) { port.cycle(now) } else { None };
                    (plain.answers_at, plain.reads_at, plain.writes_at) = (0, 0, 0);
                    let expected = plain.cycle(now);
                    prop_assert_eq!(answer.map(Answer::id), expected.map(Answer::id), "cycle {}", now);
                    prop_assert_eq!(port.has_no_result(now), plain.has_no_result(now), "cycle {}", now);
                    for log in 0..2 {
                        prop_assert_eq!(port.logs[log].is_answered(now), plain.logs[log].is_answered(now));
                    }
                    prop_assert_eq!(port.full, plain.full);
                    for source in 0..2 {
                        prop_assert_eq!(port.readers[source].full, plain.readers[source].full, "cycle {}", now);
                    }
                    // In bursts, and with other lines in each cycle.
                    let asked = if (now / 16) % 3 == 0 { 0 } else { asked };
                    ask(&mut port, asked, (line + cycle) % 24);
                    ask(&mut plain, asked, (line + cycle) % 24);
                    now += 1;
                }
            }
        }
    }
}

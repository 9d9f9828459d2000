//! A port of memory: who reads and writes there, in turn, and the memory behind it.

use super::channel::Channel;
use crate::memory_controller::{ReadRequest, Settings, WriteAddress};
use emberlane_registers::cxl_mem::{INTERLEAVE_BYTES, LINE_BYTES};
use std::collections::VecDeque;

/// Cycles in which the DRAM behind channels and scratchpad answers: 48 ns at 250 MHz, as behind the RTL.
pub const DRAM_CYCLES: u64 = 12;
/// Requests between a reader and the memory, at each of the two stages on the way.
const STAGE_REQUESTS: usize = 4;
/// Writes of the computing logic at a port that may be unanswered.
const UNANSWERED_RESULTS: u32 = 64;
/// Writes of a port that may be unanswered.
const UNANSWERED: usize = 128;
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
        if requests == 0 {
            self.chosen = 0;
            return None;
        }
        let candidates = [requests & self.chosen, requests & self.first, requests].into_iter().find(|some| *some != 0);
        self.chosen = candidates.map_or(0, |some| some & some.wrapping_neg());
        (self.chosen != 0).then(|| self.chosen.trailing_zeros() as usize)
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
    pub source: usize,
    pub client: usize,
}

impl Answer {
    fn id(self) -> u16 {
        (self.source << 8 | self.client) as u16
    }

    fn of(id: u16) -> Self {
        Self { source: usize::from(id >> 8), client: usize::from(id & 0xff) }
    }
}

/// The readers of one source: each has a queue of addresses, and they are served in turn.
#[derive(Clone, Debug)]
struct ReadPort {
    source: usize,
    queues: Vec<VecDeque<u64>>,
    /// Clients whose queue is not empty.
    waiting: u32,
    /// The client whose queue was full at the start of the cycle, if it is the one that was served.
    was_full: u32,
    arbiter: RoundRobin,
    taken: VecDeque<ReadRequest>,
}

impl ReadPort {
    fn new(source: usize, clients: usize) -> Self {
        Self {
            source,
            queues: vec![VecDeque::new(); clients],
            waiting: 0,
            was_full: 0,
            arbiter: RoundRobin::default(),
            taken: VecDeque::new(),
        }
    }

    fn cycle(&mut self, full: bool) -> bool {
        self.was_full = 0;
        let Some(client) = self.arbiter.choose(self.waiting) else { return false };
        if full {
            return false;
        }
        self.arbiter.advance();
        let queue = &mut self.queues[client];
        if queue.len() == WAITING_REQUESTS {
            self.was_full = 1 << client;
        }
        if let Some(address) = queue.pop_front() {
            self.taken.push_back(ReadRequest { id: Answer { source: self.source, client }.id(), address });
        }
        if queue.is_empty() {
            self.waiting &= !(1 << client);
        }
        true
    }
}

/// Lines of a record on their way to a channel.
#[derive(Clone, Debug, Default)]
pub struct LogPort {
    arbiter: RoundRobin,
    queue: VecDeque<u64>,
    pause: u64,
    unanswered: u32,
}

impl LogPort {
    /// Takes a line of one of the writers that offer one, block of the interleave by block.
    fn take(&mut self, offers: u32, address: impl Fn(usize) -> u64, gap: u64) -> Option<usize> {
        let open = self.queue.len() < WAITING_LOG && self.pause == 0;
        self.pause = self.pause.saturating_sub(1);
        let writer = self.arbiter.choose(offers)?;
        if !open {
            return None;
        }
        let address = address(writer);
        if address % INTERLEAVE_BYTES == INTERLEAVE_BYTES - LINE_BYTES {
            self.arbiter.advance();
        }
        self.queue.push_back(address);
        self.pause = gap;
        Some(writer)
    }

    /// Whether every line that was taken is answered.
    pub fn is_answered(&self) -> bool {
        self.queue.is_empty() && self.unanswered == 0
    }
}

/// The memory behind a port.
#[derive(Clone, Debug)]
enum Memory {
    /// A channel: DRAM behind a memory controller.
    Channel(Box<Channel>),
    /// A port of the scratchpad: DRAM alone. When the reads and the writes under way are answered.
    Scratchpad { reads: VecDeque<(u64, u16)>, writes: VecDeque<u64> },
}

/// What a memory did in a cycle.
pub struct Done {
    /// The read that was offered is taken, if there was one.
    pub read_taken: bool,
    /// The same of the write.
    pub write_taken: bool,
    /// ID of the read that is answered.
    pub read_answered: Option<u16>,
    /// The oldest write is answered.
    pub write_answered: bool,
}

impl Memory {
    /// The next cycle in which something happens, if nothing is offered in between.
    fn next(&self, now: u64) -> u64 {
        match self {
            Self::Channel(channel) => channel.next(now),
            Self::Scratchpad { reads, writes } => {
                let dues = reads.front().map(|(due, _)| *due).into_iter().chain(writes.front().copied());
                dues.fold(u64::MAX, u64::min)
            }
        }
    }

    fn cycle(&mut self, now: u64, read: Option<ReadRequest>, write: Option<WriteAddress>) -> Done {
        match self {
            Self::Channel(channel) => channel.cycle(now, read, write),
            Self::Scratchpad { reads, writes } => {
                let read_answered = reads.pop_front_if(|(due, _)| *due <= now).map(|(_, id)| id);
                let write_answered = writes.pop_front_if(|due| *due <= now).is_some();
                if let Some(read) = read {
                    reads.push_back((now + DRAM_CYCLES, read.id));
                }
                if write.is_some() {
                    writes.push_back(now + DRAM_CYCLES);
                }
                Done { read_taken: true, write_taken: true, read_answered, write_answered }
            }
        }
    }
}

/// A port of memory. Every stage takes what the stage before it had at the start of the cycle.
#[derive(Clone, Debug)]
pub struct Port {
    memory: Memory,
    readers: [ReadPort; 2],
    reader: RoundRobin,
    reads: VecDeque<ReadRequest>,
    /// Results of each engine.
    results: Vec<VecDeque<u64>>,
    waiting_results: u32,
    /// As in [`ReadPort`].
    was_full: u32,
    result_arbiter: RoundRobin,
    result: Option<u64>,
    unanswered_results: u32,
    /// Records of rows and of parameters.
    pub logs: [LogPort; 2],
    writer: RoundRobin,
    write: Option<WriteAddress>,
    /// Writers of the writes under way.
    unanswered: VecDeque<u8>,
    /// Reads that are asked for and not answered.
    asked: u32,
    /// Until then a cycle is like the one before it, if nothing is asked for.
    sleeps_until: u64,
}

impl Port {
    /// A channel for so many engines.
    pub fn channel(engines: usize, settings: Settings) -> Self {
        Self::new(Memory::Channel(Box::new(Channel::new(settings, 0))), engines, [engines, 4])
    }

    /// A port of the scratchpad for so many engines.
    pub fn scratchpad(engines: usize) -> Self {
        let memory = Memory::Scratchpad { reads: VecDeque::new(), writes: VecDeque::new() };
        Self::new(memory, engines, [2 * engines + 4, 5])
    }

    fn new(memory: Memory, engines: usize, clients: [usize; 2]) -> Self {
        Self {
            memory,
            readers: [ReadPort::new(COMPUTING, clients[0]), ReadPort::new(RECORD, clients[1])],
            reader: RoundRobin::default(),
            reads: VecDeque::new(),
            results: vec![VecDeque::new(); engines],
            waiting_results: 0,
            was_full: 0,
            result_arbiter: RoundRobin::default(),
            result: None,
            unanswered_results: 0,
            logs: Default::default(),
            writer: RoundRobin::default(),
            write: None,
            unanswered: VecDeque::new(),
            asked: 0,
            sleeps_until: 0,
        }
    }

    /// Makes the memory controller of an idle channel emulate a medium.
    pub fn emulate(&mut self, settings: Settings, now: u64) {
        if let Memory::Channel(channel) = &mut self.memory {
            **channel = Channel::new(settings, now);
        }
    }

    /// Whether a client may ask for a line.
    pub fn takes_read(&self, source: usize, client: usize) -> bool {
        let reader = &self.readers[source];
        reader.queues[client].len() < WAITING_REQUESTS && reader.was_full >> client & 1 == 0
    }

    /// A client asks for a line.
    pub fn read(&mut self, source: usize, client: usize, address: u64) {
        let reader = &mut self.readers[source];
        reader.queues[client].push_back(address);
        reader.waiting |= 1 << client;
        self.asked += 1;
        self.sleeps_until = 0;
    }

    /// Whether an engine's result may be queued.
    pub fn takes_result(&self, engine: usize) -> bool {
        self.results[engine].len() < WAITING_RESULTS && self.was_full >> engine & 1 == 0
    }

    /// Engines, one bit each, that find room from the next cycle on where there was none.
    pub fn served(&self) -> u32 {
        if self.readers[COMPUTING].was_full != 0 { u32::MAX } else { self.was_full }
    }

    /// Queues an engine's result.
    pub fn write_result(&mut self, engine: usize, address: u64) {
        self.results[engine].push_back(address);
        self.waiting_results |= 1 << engine;
        self.sleeps_until = 0;
    }

    /// Takes a line of a record, as [`LogPort::take`].
    pub fn log(&mut self, log: usize, offers: u32, address: impl Fn(usize) -> u64, gap: u64) -> Option<usize> {
        let writer = self.logs[log].take(offers, address, gap)?;
        self.sleeps_until = 0;
        Some(writer)
    }

    /// Whether no result is here that is not answered.
    pub fn has_no_result(&self) -> bool {
        self.waiting_results == 0 && self.unanswered_results == 0
    }

    /// A cycle; the answer to a read, if one comes.
    pub fn cycle(&mut self, now: u64) -> Option<Answer> {
        if now < self.sleeps_until {
            return None;
        }
        // A queue that is full at the start of a cycle takes nothing in it.
        let full = self.reads.len() == STAGE_REQUESTS;
        let unanswered_full = self.unanswered.len() == UNANSWERED;
        let results_full = self.unanswered_results == UNANSWERED_RESULTS;
        let had = (self.reads.len(), self.write.is_some());
        let done = self.memory.cycle(now, self.reads.front().copied(), self.write);
        if done.read_taken {
            self.reads.pop_front();
        }
        if done.write_taken {
            self.write = None;
        }
        if done.write_answered {
            match self.unanswered.pop_front() {
                Some(0) => self.unanswered_results -= 1,
                Some(writer) => self.logs[usize::from(writer) - 1].unanswered -= 1,
                None => {}
            }
        }
        let offered = (self.reads.len(), self.write.is_some());
        let moves = [self.take_write(unanswered_full), self.take_result(results_full), self.take_read(full)];
        let memory_moves = done.write_answered || done.read_answered.is_some() || had != offered;
        if !memory_moves && moves == [false; 3] {
            self.sleeps_until = self.memory.next(now);
        }
        if done.read_answered.is_some() {
            self.asked -= 1;
        }
        done.read_answered.map(Answer::of)
    }

    fn take_write(&mut self, full: bool) -> bool {
        let [rows, parameters] = &self.logs;
        let wanting = u32::from(self.result.is_some())
            | u32::from(!rows.queue.is_empty()) << 1
            | u32::from(!parameters.queue.is_empty()) << 2;
        let Some(writer) = self.writer.choose(wanting) else { return false };
        if full || self.write.is_some() {
            return false;
        }
        self.writer.advance();
        let address = match writer {
            0 => self.result.take(),
            _ => {
                let log = &mut self.logs[writer - 1];
                log.unanswered += 1;
                log.queue.pop_front()
            }
        };
        self.write = address.map(|address| WriteAddress { address, streaming: writer > 0 });
        self.unanswered.push_back(writer as u8);
        true
    }

    fn take_result(&mut self, full: bool) -> bool {
        self.was_full = 0;
        let Some(engine) = self.result_arbiter.choose(self.waiting_results) else { return false };
        if full || self.result.is_some() {
            return false;
        }
        self.result_arbiter.advance();
        let queue = &mut self.results[engine];
        if queue.len() == WAITING_RESULTS {
            self.was_full = 1 << engine;
        }
        self.result = queue.pop_front();
        self.unanswered_results += 1;
        if queue.is_empty() {
            self.waiting_results &= !(1 << engine);
        }
        true
    }

    fn take_read(&mut self, full: bool) -> bool {
        let readers_full = self.readers.each_ref().map(|reader| reader.taken.len() == STAGE_REQUESTS);
        let [computing, record] = &self.readers;
        let wanting = u32::from(!computing.taken.is_empty()) | u32::from(!record.taken.is_empty()) << 1;
        let mut moves = false;
        if let Some(source) = self.reader.choose(wanting)
            && !full
            && let Some(read) = self.readers[source].taken.pop_front()
        {
            self.reader.advance();
            self.reads.push_back(read);
            moves = true;
        }
        for (reader, full) in self.readers.iter_mut().zip(readers_full) {
            moves |= reader.cycle(full);
        }
        moves
    }
}

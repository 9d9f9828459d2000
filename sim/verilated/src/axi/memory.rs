//! An AXI4 memory that is strict with its master.

use std::collections::VecDeque;
use std::ops::Range;

use emberlane_models::answers::Answers;
use emberlane_models::storage::{Access, AccessTime};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::stall::Staller;
use super::{
    Address, LINE_BYTES, Latency, Line, MasterSignals, ReadAnswer, Response, Rule, SlaveSignals, StallProfile, Stalls,
    Storage, StorageFull, Violation, WriteAnswer, WriteData,
};
use crate::CLOCK_PERIOD_PS;

/// SIZE of a beat of [`LINE_BYTES`].
const LINE_SIZE: u8 = LINE_BYTES.trailing_zeros() as u8;
const INCREMENTING: u8 = 1;
/// No burst crosses a multiple of this.
const BOUNDARY: u64 = 4096;

/// How a memory behaves.
#[derive(Clone, Debug)]
pub struct MemoryConfig {
    /// Bytes, from address 0.
    pub bytes: u64,
    /// Bytes of this machine's memory that the contents may take.
    pub limit: u64,
    /// Decides all that is random.
    pub seed: u64,
    /// When channels stall.
    pub stalls: Stalls,
    /// Whether answers of different IDs may overtake each other. If so, a read also sees the memory either when it is
    /// accepted or when it is answered: a master may rely on neither.
    pub reorder: bool,
    /// Cycles from an accepted read to its answer.
    pub read_latency: Latency,
    /// Cycles from an accepted write, address and data, to its answer: the time until it is durable.
    pub write_latency: Latency,
    /// Most reads, and most writes, in flight. A channel whose limit is reached stalls.
    pub outstanding: usize,
    /// Whether IDs in flight must differ, which AXI does not ask for.
    pub unique_ids: bool,
}

impl MemoryConfig {
    /// A memory of `bytes` that behaves as `profile` says around a read and a write latency.
    #[must_use]
    pub fn new(bytes: u64, profile: StallProfile, read_latency: u32, write_latency: u32, seed: u64) -> Self {
        Self {
            bytes,
            limit: 4 << 30,
            seed,
            stalls: profile.stalls(),
            reorder: profile.reorders(),
            read_latency: profile.latency(read_latency),
            write_latency: profile.latency(write_latency),
            outstanding: 256,
            unique_ids: false,
        }
    }
}

/// Which accesses to a range fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faulty {
    /// Reads.
    Reads,
    /// Writes, which then change nothing.
    Writes,
    /// Both.
    All,
}

/// What went through a port.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PortStatistics {
    /// Lines read: beats of channel R that were taken.
    pub lines_read: u64,
    /// Lines written: beats of channel W that met their address.
    pub lines_written: u64,
    /// Reads that are accepted and not yet answered.
    pub reads_in_flight: usize,
    /// Writes whose address is accepted and that are not yet answered.
    pub writes_in_flight: usize,
    /// Most reads that were in flight at a time.
    pub most_reads_in_flight: usize,
    /// Most writes that were in flight at a time.
    pub most_writes_in_flight: usize,
    /// Cycles in which a read address waited for this memory.
    pub read_address_stalls: u64,
    /// Cycles in which a write address waited for this memory.
    pub write_address_stalls: u64,
    /// Cycles in which write data waited for this memory.
    pub write_data_stalls: u64,
    /// Cycles in which an answer to a read waited for the master.
    pub read_answer_stalls: u64,
    /// Cycles in which an answer to a write waited for the master.
    pub write_answer_stalls: u64,
}

/// A read that is accepted.
#[derive(Debug)]
struct Read {
    request: Address,
    /// What it read, if it looked when it was accepted.
    early: Option<Vec<Line>>,
    /// Beats answered.
    beats: u8,
}

impl Read {
    /// The next beat is the last.
    fn at_last(&self) -> bool {
        self.beats == self.request.length
    }
}

/// A write whose data is in and whose answer is not.
#[derive(Debug)]
struct Written {
    answer: WriteAnswer,
    transaction: u64,
}

/// A line that is written and not yet durable.
#[derive(Debug)]
struct Volatile {
    transaction: u64,
    address: u64,
    before: Line,
    durable: bool,
}

/// A write that was accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AcceptedWrite {
    /// Address of the line.
    pub address: u64,
    /// The line.
    pub data: Line,
    /// Bytes that are stored, a bit each; none if the memory was told to refuse.
    pub strobe: u64,
}

/// What the master offered in the last cycle and was not taken: it must offer the same again.
#[derive(Debug, Default)]
struct Held {
    write_address: Option<Address>,
    write_data: Option<WriteData>,
    read_address: Option<Address>,
}

#[derive(Debug)]
struct Stallers {
    write_address: Staller,
    write_data: Staller,
    write_answer: Staller,
    read_address: Staller,
    read_answer: Staller,
}

/// An AXI4 slave with memory behind it, 512 bits wide, bursts of any length.
///
/// A write is *accepted* with its address and the last beat of its data: reads see it from then on. It is *durable* once
/// its answer was taken. Until then the memory remembers what the line held before, so that a power loss can be played.
/// Writes to one line become durable in the order in which they were accepted.
///
/// Each cycle: read [`signals`](Self::signals), give them to the master, and tell [`cycle`](Self::cycle) what the master
/// drove in the same cycle. A broken rule ends the simulation: what the memory does afterwards means nothing.
#[derive(Debug)]
pub struct AxiMemory {
    name: String,
    config: MemoryConfig,
    random: Pcg64Mcg,
    cycle: u64,
    storage: Storage,
    faults: Vec<(Range<u64>, Faulty)>,
    stallers: Stallers,
    signals: SlaveSignals,
    held: Held,
    /// Accepted addresses of writes; the first is the one that data belongs to.
    write_addresses: VecDeque<Address>,
    /// Accepted data of writes, which may come before its address.
    write_data: VecDeque<WriteData>,
    /// Beats of the first write that are stored, and whether one of them failed.
    write_beats: u8,
    write_failed: bool,
    transactions: u64,
    volatile: VecDeque<Volatile>,
    written: Answers<Written>,
    /// The write whose answer is on channel B.
    answering_write: Option<Written>,
    reads: Answers<Read>,
    /// The read whose answer is on channel R.
    answering_read: Option<Read>,
    /// IDs of the writes and of the reads in flight; kept where they must differ.
    ids: [Vec<u16>; 2],
    /// Writes accepted since they were last taken, if they are kept.
    accepted: Option<Vec<AcceptedWrite>>,
    statistics: PortStatistics,
    /// Says how long accesses take; without one, the configured latencies do.
    timing: Option<Box<dyn AccessTime>>,
}

impl AxiMemory {
    /// A memory of zeros; `name` is the port that violations name.
    #[must_use]
    pub fn new(name: &str, config: MemoryConfig) -> Self {
        let mut random = Pcg64Mcg::seed_from_u64(config.seed);
        let mut staller = || Staller::new(config.stalls, &mut random);
        let stallers = Stallers {
            write_address: staller(),
            write_data: staller(),
            write_answer: staller(),
            read_address: staller(),
            read_answer: staller(),
        };
        Self {
            name: name.into(),
            random,
            cycle: 0,
            storage: Storage::new(config.limit),
            faults: Vec::new(),
            stallers,
            signals: SlaveSignals::default(),
            held: Held::default(),
            write_addresses: VecDeque::new(),
            write_data: VecDeque::new(),
            write_beats: 0,
            write_failed: false,
            transactions: 0,
            volatile: VecDeque::new(),
            written: Answers::new(config.reorder),
            answering_write: None,
            reads: Answers::new(config.reorder),
            answering_read: None,
            ids: [Vec::new(), Vec::new()],
            accepted: None,
            statistics: PortStatistics::default(),
            timing: None,
            config,
        }
    }

    /// Name of the port.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Bytes of the memory, from address 0.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.config.bytes
    }

    /// What went through so far.
    #[must_use]
    pub fn statistics(&self) -> PortStatistics {
        let mut statistics = self.statistics;
        statistics.reads_in_flight = self.reads_in_flight();
        statistics.writes_in_flight = self.writes_in_flight();
        statistics
    }

    fn reads_in_flight(&self) -> usize {
        self.reads.len() + usize::from(self.answering_read.is_some())
    }

    fn writes_in_flight(&self) -> usize {
        self.write_addresses.len() + self.written.len() + usize::from(self.answering_write.is_some())
    }

    /// From now on `timing` says how long accesses take, of which it sees a cycle as [`CLOCK_PERIOD_PS`].
    pub fn set_timing(&mut self, timing: Box<dyn AccessTime>) {
        self.timing = Some(timing);
    }

    /// From now on, accesses to lines that touch `addresses` are answered with a slave error.
    pub fn inject_error(&mut self, addresses: Range<u64>, faulty: Faulty) {
        self.faults.push((addresses, faulty));
    }

    /// No access fails any more.
    pub fn clear_errors(&mut self) {
        self.faults.clear();
    }

    fn fails(&self, line: u64, harmless: Faulty) -> bool {
        let touches = |range: &Range<u64>| range.start < line + LINE_BYTES as u64 && line < range.end;
        self.faults.iter().any(|(range, faulty)| *faulty != harmless && touches(range))
    }

    /// Fills `bytes` with what a read would see, without time.
    pub fn read(&self, address: u64, bytes: &mut [u8]) {
        self.storage.read(address, bytes);
    }

    /// Stores `bytes` past the port, without time and durably.
    ///
    /// # Errors
    /// [`StorageFull`].
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), StorageFull> {
        let lines = address / LINE_BYTES as u64..(address + bytes.len() as u64).div_ceil(LINE_BYTES as u64);
        for line in self.volatile.iter_mut().filter(|line| lines.contains(&(line.address / LINE_BYTES as u64))) {
            line.durable = true;
        }
        self.storage.write(address, bytes)
    }

    /// From now on accepted writes are kept until they are taken.
    pub fn keep_accepted(&mut self) {
        self.accepted = Some(Vec::new());
    }

    /// Takes the writes that were accepted and kept, in order.
    pub fn take_accepted(&mut self) -> Vec<AcceptedWrite> {
        self.accepted.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// The addresses that may hold something else than zero, ascending.
    #[must_use]
    pub fn held(&self) -> Vec<Range<u64>> {
        self.storage.held()
    }

    /// The line at `address`, a multiple of 64, as a power loss in this cycle would leave it if every write that is not
    /// answered were lost.
    #[must_use]
    pub fn durable_line(&self, address: u64) -> Line {
        let oldest = self.volatile.iter().find(|line| line.address == address && !line.durable);
        oldest.map_or_else(|| self.storage.line(address), |line| line.before)
    }

    /// What the memory drives in the coming cycle.
    #[must_use]
    pub fn signals(&self) -> &SlaveSignals {
        &self.signals
    }

    /// A cycle in reset, in which the master drove `master`: what is in flight is dropped (accepted writes stay), and
    /// nothing is accepted.
    ///
    /// # Errors
    /// [`Rule::ResetQuiet`].
    pub fn reset(&mut self, master: &MasterSignals) -> Result<(), Violation> {
        let offered = [
            ("AW", master.write_address.is_some()),
            ("W", master.write_data.is_some()),
            ("AR", master.read_address.is_some()),
        ];
        self.held = Held::default();
        self.signals = SlaveSignals::default();
        self.write_addresses.clear();
        self.write_data.clear();
        (self.write_beats, self.write_failed) = (0, false);
        self.volatile.clear();
        self.written = Answers::new(self.config.reorder);
        self.reads = Answers::new(self.config.reorder);
        (self.answering_write, self.answering_read) = (None, None);
        self.ids.iter_mut().for_each(Vec::clear);
        match offered.iter().find(|(_, valid)| *valid) {
            Some((channel, _)) => Err(self.violation(channel, Rule::ResetQuiet, "valid is high".into())),
            None => {
                self.cycle += 1;
                Ok(())
            }
        }
    }

    /// The master is reset, and this memory is not: what the master offered and was not taken may be withdrawn.
    pub fn outlive_reset(&mut self) {
        self.held = Held::default();
    }

    /// A cycle, in which this memory drove [`signals`](Self::signals) and the master drove `master`.
    ///
    /// # Errors
    /// The first rule that the master broke.
    pub fn cycle(&mut self, master: &MasterSignals) -> Result<(), Violation> {
        self.check_held(master)?;
        self.take_answers(master);
        // A read that looks at the memory when it is accepted does not see what is accepted in the same cycle.
        self.take_read_address(master)?;
        self.take_write_address(master)?;
        self.take_write_data(master);
        self.store_writes()?;
        let in_flight = (self.reads_in_flight(), self.writes_in_flight());
        let statistics = &mut self.statistics;
        statistics.most_reads_in_flight = statistics.most_reads_in_flight.max(in_flight.0);
        statistics.most_writes_in_flight = statistics.most_writes_in_flight.max(in_flight.1);
        self.cycle += 1;
        self.drive();
        Ok(())
    }

    fn violation(&self, channel: &'static str, rule: Rule, detail: String) -> Violation {
        Violation { port: self.name.clone(), channel, rule, cycle: self.cycle, detail }
    }

    /// What was offered and not taken must be offered again, unchanged.
    fn check_held(&self, master: &MasterSignals) -> Result<(), Violation> {
        self.check_stable("AW", self.held.write_address.as_ref(), master.write_address.as_ref())?;
        self.check_stable("W", self.held.write_data.as_ref(), master.write_data.as_ref())?;
        self.check_stable("AR", self.held.read_address.as_ref(), master.read_address.as_ref())
    }

    fn check_stable<T: PartialEq + std::fmt::Debug>(
        &self,
        channel: &'static str,
        held: Option<&T>,
        offered: Option<&T>,
    ) -> Result<(), Violation> {
        match (held, offered) {
            (Some(held), None) => {
                Err(self.violation(channel, Rule::ValidHeld, format!("valid fell while {held:x?} waited")))
            }
            (Some(held), Some(offered)) if held != offered => {
                Err(self.violation(channel, Rule::PayloadStable, format!("{held:x?} became {offered:x?}")))
            }
            _ => Ok(()),
        }
    }

    fn check_address(&self, channel: &'static str, request: &Address) -> Result<(), Violation> {
        let beats = u64::from(request.length) + 1;
        let bytes = beats * LINE_BYTES as u64;
        let rule = if request.size != LINE_SIZE {
            Rule::Size
        } else if request.burst != INCREMENTING {
            Rule::Burst
        } else if request.lock {
            Rule::Lock
        } else if !request.address.is_multiple_of(LINE_BYTES as u64) {
            Rule::Alignment
        } else if request.address % BOUNDARY + bytes > BOUNDARY {
            Rule::Boundary
        } else if request.address.checked_add(bytes).is_none_or(|end| end > self.config.bytes) {
            Rule::AddressRange
        } else {
            return Ok(());
        };
        let detail = format!("{request:x?}, memory of {:#x} bytes", self.config.bytes);
        Err(self.violation(channel, rule, detail))
    }

    fn check_id(&mut self, channel: &'static str, kind: usize, id: u16) -> Result<(), Violation> {
        if !self.config.unique_ids {
            return Ok(());
        }
        if self.ids[kind].contains(&id) {
            return Err(self.violation(channel, Rule::UniqueId, format!("ID {id:#x} is in flight already")));
        }
        self.ids[kind].push(id);
        Ok(())
    }

    fn take_answers(&mut self, master: &MasterSignals) {
        if self.signals.write_answer.is_some() {
            if master.write_answer_ready {
                self.signals.write_answer = None;
                if let Some(written) = self.answering_write.take() {
                    self.ids[0].retain(|id| *id != written.answer.id);
                    self.make_durable(written.transaction);
                }
            } else {
                self.statistics.write_answer_stalls += 1;
            }
        }
        if self.signals.read_answer.is_some() {
            if master.read_answer_ready {
                self.signals.read_answer = None;
                self.statistics.lines_read += 1;
                self.answering_read = self.answering_read.take().and_then(|mut read| {
                    if read.at_last() {
                        self.ids[1].retain(|id| *id != read.request.id);
                        return None;
                    }
                    read.beats += 1;
                    Some(read)
                });
            } else {
                self.statistics.read_answer_stalls += 1;
            }
        }
    }

    /// Makes the lines of a write durable, and all that was written to those lines before.
    fn make_durable(&mut self, transaction: u64) {
        for index in 0..self.volatile.len() {
            if self.volatile[index].transaction == transaction {
                let address = self.volatile[index].address;
                self.volatile
                    .range_mut(..=index)
                    .filter(|line| line.address == address)
                    .for_each(|line| line.durable = true);
            }
        }
        while self.volatile.front().is_some_and(|line| line.durable) {
            self.volatile.pop_front();
        }
    }

    fn take_read_address(&mut self, master: &MasterSignals) -> Result<(), Violation> {
        self.held.read_address = None;
        let Some(request) = master.read_address else { return Ok(()) };
        self.check_address("AR", &request)?;
        if !self.signals.read_address_ready {
            self.statistics.read_address_stalls += 1;
            self.held.read_address = Some(request);
            return Ok(());
        }
        self.check_id("AR", 1, request.id)?;
        let early = (self.config.reorder && self.random.random()).then(|| {
            (0..=u64::from(request.length))
                .map(|beat| self.storage.line(request.address + beat * LINE_BYTES as u64))
                .collect()
        });
        let due = self.due(Access::Read, &request);
        self.reads.push(request.id, due, Read { request, early, beats: 0 });
        Ok(())
    }

    /// The cycle in which an access that is taken now is done.
    fn due(&mut self, access: Access, request: &Address) -> u64 {
        let latency = match access {
            Access::Read => self.config.read_latency,
            Access::Write => self.config.write_latency,
        };
        match &mut self.timing {
            Some(timing) => {
                let bytes = (u64::from(request.length) + 1) * LINE_BYTES as u64;
                let done = timing.done(self.cycle * CLOCK_PERIOD_PS, access, request.address, bytes);
                done.div_ceil(CLOCK_PERIOD_PS).max(self.cycle + 1)
            }
            None => self.cycle + latency.draw(&mut self.random),
        }
    }

    fn take_write_address(&mut self, master: &MasterSignals) -> Result<(), Violation> {
        self.held.write_address = None;
        let Some(request) = master.write_address else { return Ok(()) };
        self.check_address("AW", &request)?;
        if !self.signals.write_address_ready {
            self.statistics.write_address_stalls += 1;
            self.held.write_address = Some(request);
            return Ok(());
        }
        self.check_id("AW", 0, request.id)?;
        self.write_addresses.push_back(request);
        Ok(())
    }

    fn take_write_data(&mut self, master: &MasterSignals) {
        self.held.write_data = None;
        let Some(data) = master.write_data else { return };
        if self.signals.write_data_ready {
            self.write_data.push_back(data);
        } else {
            self.statistics.write_data_stalls += 1;
            self.held.write_data = Some(data);
        }
    }

    /// Stores the data whose address is in.
    fn store_writes(&mut self) -> Result<(), Violation> {
        while let (Some(&request), Some(&beat)) = (self.write_addresses.front(), self.write_data.front()) {
            let last = self.write_beats == request.length;
            if beat.last != last {
                let detail = format!("WLAST is {} in beat {} of {request:x?}", u8::from(beat.last), self.write_beats);
                return Err(self.violation("W", Rule::WriteLast, detail));
            }
            self.write_data.pop_front();
            self.statistics.lines_written += 1;
            let address = request.address + u64::from(self.write_beats) * LINE_BYTES as u64;
            let fails = self.fails(address, Faulty::Reads);
            if let Some(accepted) = &mut self.accepted {
                let strobe = if fails { 0 } else { beat.strobe };
                accepted.push(AcceptedWrite { address, data: beat.data, strobe });
            }
            if fails {
                self.write_failed = true;
            } else {
                let before = self.storage.line(address);
                self.volatile.push_back(Volatile { transaction: self.transactions, address, before, durable: false });
                self.storage
                    .set_line(address, &beat.data, beat.strobe)
                    .map_err(|full| self.violation("W", Rule::MemoryLimit, full.to_string()))?;
            }
            self.write_beats += 1;
            if last {
                let response = if self.write_failed { Response::SlaveError } else { Response::Okay };
                let due = self.due(Access::Write, &request);
                let answer = WriteAnswer { id: request.id, response };
                self.written.push(request.id, due, Written { answer, transaction: self.transactions });
                self.write_addresses.pop_front();
                self.transactions += 1;
                (self.write_beats, self.write_failed) = (0, false);
            }
        }
        Ok(())
    }

    /// Decides what is driven in the cycle to come. An answer that is driven stays until it is taken.
    fn drive(&mut self) {
        let random = &mut self.random;
        let stalled = [
            self.stallers.write_address.stalls(random),
            self.stallers.write_data.stalls(random),
            self.stallers.write_answer.stalls(random),
            self.stallers.read_address.stalls(random),
            self.stallers.read_answer.stalls(random),
        ];
        let limit = self.config.outstanding.max(1);
        self.signals.write_address_ready = !stalled[0] && self.writes_in_flight() < limit;
        self.signals.write_data_ready = !stalled[1] && self.write_data.len() < limit;
        self.signals.read_address_ready = !stalled[3] && self.reads_in_flight() < limit;
        if self.signals.write_answer.is_none() && !stalled[2] {
            self.answering_write = self.written.take(self.cycle, &mut self.random);
            self.signals.write_answer = self.answering_write.as_ref().map(|written| written.answer);
        }
        if self.signals.read_answer.is_none() && !stalled[4] {
            if self.answering_read.is_none() {
                self.answering_read = self.reads.take(self.cycle, &mut self.random);
            }
            self.signals.read_answer = self.answering_read.as_ref().map(|read| self.answer_beat(read));
        }
    }

    fn answer_beat(&self, read: &Read) -> ReadAnswer {
        let address = read.request.address + u64::from(read.beats) * LINE_BYTES as u64;
        let failed = self.fails(address, Faulty::Writes);
        let data = match &read.early {
            // A master must not use what a failed read brings: bring nonsense.
            _ if failed => [0xbad0_bad0; LINE_BYTES / 4],
            Some(lines) => lines[usize::from(read.beats)],
            None => self.storage.line(address),
        };
        let response = if failed { Response::SlaveError } else { Response::Okay };
        ReadAnswer { id: read.request.id, data, response, last: read.at_last() }
    }
}

#[cfg(test)]
mod tests;

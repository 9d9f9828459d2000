//! A Type-2 GPU: device memory behind CXL.mem, copy engines on CXL.cache, ready counters and read windows.
//!
//! Its kernels are not here: the owner starts copies, arms counters, opens windows, reads and writes memory, and asks
//! what was done when. The copy engines take no time in device memory, which is faster than any link.

use crate::expander::{HdmConfig, MemoryServer};
use crate::message::{ALL_BYTES, Channel, D2hData, D2hReq, D2hRsp, Line, Message};
use crate::port::{Endpoint, EndpointError, Port};
use crate::time::Time;
use crate::wire::{D2hReqOpcode, D2hRspOpcode, H2dRspOpcode, LINE_BYTES};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::ops::Range;

/// A GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GpuConfig {
    /// Its memory.
    pub hdm: HdmConfig,
    /// CXL.cache requests of all copies under way at most. 1 to 4096.
    pub requests: usize,
}

/// How a copy writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyWrite {
    /// `WrCur`: the host decides where the line goes.
    WrCur,
    /// `ItoMWr`.
    ItoMWr,
}

/// Number of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CopyId(usize);

/// Number of a ready counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CounterId(usize);

/// A line of a watched range that was written twice since the counter was armed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenTwice {
    /// The counter.
    pub counter: CounterId,
    /// Device address of the line.
    pub dpa: u64,
    /// When the second write was complete.
    pub time: Time,
}

/// What is wrong with a line of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyFault {
    /// Host physical address of the line.
    pub hpa: u64,
    /// Its data are known to be wrong; if not, no memory has the address.
    pub poison: bool,
}

#[derive(Debug)]
struct Copy {
    opcode: D2hReqOpcode,
    dpa: u64,
    hpa: u64,
    lines: u64,
    /// When the data of its lines come into being, at even distances; the last at the end.
    made: Range<Time>,
    /// Lines asked for, and done.
    asked: u64,
    finished: u64,
    done: Option<Time>,
    fault: Option<CopyFault>,
}

impl Copy {
    /// When the next line can leave.
    fn next_made(&self) -> Time {
        let span = u128::from(self.made.end.0 - self.made.start.0) * u128::from(self.asked + 1);
        Time(self.made.start.0 + span.div_ceil(u128::from(self.lines)) as u64)
    }
}

#[derive(Debug)]
struct Counter {
    range: Range<u64>,
    written: Vec<bool>,
    left: usize,
    ready: Option<Time>,
}

impl Counter {
    fn new(range: Range<u64>) -> Self {
        assert!(
            (range.start | range.end).is_multiple_of(LINE_BYTES) && range.start < range.end,
            "a counter is of whole lines"
        );
        let left = ((range.end - range.start) / LINE_BYTES) as usize;
        Self { range, written: vec![false; left], left, ready: None }
    }
}

const UNDER_WAY: &str = "a copy is kept as long as it is under way";

/// A GPU.
#[derive(Debug)]
pub struct Gpu {
    server: MemoryServer,
    /// By number, until their owner has learned of their end.
    copies: FxHashMap<usize, Copy>,
    next_copy: usize,
    /// Copies with lines to ask for, in turn.
    turns: VecDeque<usize>,
    /// By CQID: copy and device address.
    requests: Vec<Option<(usize, u64)>>,
    free: Vec<u16>,
    responses: VecDeque<D2hRsp>,
    /// Data to send; the copy of a line ends with its data.
    data: VecDeque<(D2hData, usize)>,
    counters: Vec<Counter>,
    written_twice: Vec<WrittenTwice>,
    windows: Vec<Range<u64>>,
    /// When the next line of a copy is made.
    next_made: Option<Time>,
}

impl Gpu {
    /// A GPU.
    ///
    /// # Panics
    /// If `requests` is not 1 to 4096.
    pub fn new(config: GpuConfig) -> Self {
        assert!((1..=4096).contains(&config.requests), "{} requests, expected 1 to 4096", config.requests);
        Self {
            server: MemoryServer::new(config.hdm),
            copies: FxHashMap::default(),
            next_copy: 0,
            turns: VecDeque::new(),
            requests: vec![None; config.requests],
            free: (0..config.requests as u16).rev().collect(),
            responses: VecDeque::new(),
            data: VecDeque::new(),
            counters: Vec::new(),
            written_twice: Vec::new(),
            windows: Vec::new(),
            next_made: None,
        }
    }

    /// Its memory and what serves it; by device address.
    pub fn server(&self) -> &MemoryServer {
        &self.server
    }

    /// Its memory and what serves it; by device address.
    pub fn server_mut(&mut self) -> &mut MemoryServer {
        &mut self.server
    }

    /// Writes a range of device memory to host physical addresses.
    ///
    /// # Panics
    /// If addresses and size are not whole lines, or the range is not in device memory.
    pub fn copy_out(&mut self, dpa: u64, hpa: u64, bytes: u64, write: CopyWrite) -> CopyId {
        self.stream_out(dpa, hpa, bytes, write, Time::ZERO..Time::ZERO)
    }

    /// As [`copy_out`](Self::copy_out), beside the kernel that makes the lines from the start of `made` to its end, one
    /// after the other at an even rate: a line leaves when it is made. Its data are read then or later.
    ///
    /// # Panics
    /// As [`copy_out`](Self::copy_out), and if `made` ends before it starts.
    pub fn stream_out(&mut self, dpa: u64, hpa: u64, bytes: u64, write: CopyWrite, made: Range<Time>) -> CopyId {
        let opcode = match write {
            CopyWrite::WrCur => D2hReqOpcode::WrCur,
            CopyWrite::ItoMWr => D2hReqOpcode::ItoMWr,
        };
        self.copy(opcode, dpa, hpa, bytes, made)
    }

    /// Reads host physical addresses into device memory (RdCurr).
    ///
    /// # Panics
    /// As [`copy_out`](Self::copy_out).
    pub fn copy_in(&mut self, hpa: u64, dpa: u64, bytes: u64) -> CopyId {
        self.copy(D2hReqOpcode::RdCurr, dpa, hpa, bytes, Time::ZERO..Time::ZERO)
    }

    fn copy(&mut self, opcode: D2hReqOpcode, dpa: u64, hpa: u64, bytes: u64, made: Range<Time>) -> CopyId {
        assert!((dpa | hpa | bytes).is_multiple_of(LINE_BYTES) && bytes > 0, "a copy is of whole lines, at least one");
        let end = dpa + bytes;
        assert!(end <= self.server.memory().config().size, "{dpa:#x}, {bytes} bytes, is not in device memory");
        assert!(made.start <= made.end, "lines are made from {} to {}", made.start, made.end);
        let lines = bytes / LINE_BYTES;
        let copy = Copy { opcode, dpa, hpa, lines, made, asked: 0, finished: 0, done: None, fault: None };
        let id = self.next_copy;
        self.next_copy += 1;
        self.copies.insert(id, copy);
        self.turns.push_back(id);
        CopyId(id)
    }

    /// When a copy was done: every write ordered and its data sent, or every line read.
    ///
    /// # Panics
    /// If it was [forgotten](Self::forget).
    pub fn copy_done(&self, copy: CopyId) -> Option<Time> {
        self.copies[&copy.0].done
    }

    /// The first line of a copy that was refused, or is known to be wrong.
    ///
    /// # Panics
    /// If it was [forgotten](Self::forget).
    pub fn copy_fault(&self, copy: CopyId) -> Option<CopyFault> {
        self.copies[&copy.0].fault
    }

    /// Forgets a copy that is done.
    ///
    /// # Panics
    /// If it is not done, or was forgotten.
    pub fn forget(&mut self, copy: CopyId) {
        let copy = self.copies.remove(&copy.0).expect("the copy was not forgotten");
        assert!(copy.done.is_some(), "a copy that is under way is forgotten");
    }

    /// Counts the lines of a range of device memory that others write; ready when each was written once.
    ///
    /// # Panics
    /// If the range is not of whole lines, at least one.
    pub fn arm(&mut self, range: Range<u64>) -> CounterId {
        self.counters.push(Counter::new(range));
        CounterId(self.counters.len() - 1)
    }

    /// Counts from zero again, for a next batch, maybe of another size.
    ///
    /// # Panics
    /// As [`arm`](Self::arm).
    pub fn rearm_for(&mut self, counter: CounterId, range: Range<u64>) {
        self.counters[counter.0] = Counter::new(range);
    }

    /// When the last line came; `None` as long as one is missing.
    pub fn ready(&self, counter: CounterId) -> Option<Time> {
        self.counters[counter.0].ready
    }

    /// Lines of a counter that are missing.
    pub fn missing(&self, counter: CounterId) -> usize {
        self.counters[counter.0].left
    }

    /// Lines that were written twice: the producer and the counters are out of step.
    pub fn written_twice(&self) -> &[WrittenTwice] {
        &self.written_twice
    }

    /// Reads of this range of device memory wait until the window is open. One that is closed stays so.
    pub fn close_window(&mut self, range: Range<u64>) {
        if !self.windows.contains(&range) {
            self.server.close(range.clone());
            self.windows.push(range);
        }
    }

    /// Reads of the range are answered until it is closed again.
    ///
    /// # Errors
    /// [`EndpointError::Device`] if no such window is closed.
    pub fn open_window(&mut self, now: Time, range: &Range<u64>) -> Result<(), EndpointError> {
        let Some(position) = self.windows.iter().position(|window| window == range) else {
            return Err(EndpointError::Device(format!("no window {range:#x?} is closed")));
        };
        self.windows.remove(position);
        self.server.open(now, range)
    }

    /// Whether no copy is under way.
    pub fn is_idle(&self) -> bool {
        self.copies.values().all(|copy| copy.done.is_some())
    }

    fn count(&mut self, now: Time) {
        for dpa in self.server.take_written() {
            for (index, counter) in self.counters.iter_mut().enumerate() {
                if !counter.range.contains(&dpa) {
                    continue;
                }
                let written = &mut counter.written[((dpa - counter.range.start) / LINE_BYTES) as usize];
                if std::mem::replace(written, true) {
                    self.written_twice.push(WrittenTwice { counter: CounterId(index), dpa, time: now });
                    continue;
                }
                counter.left -= 1;
                if counter.left == 0 {
                    counter.ready = Some(now);
                }
            }
        }
    }

    fn line_done(&mut self, now: Time, copy: usize) {
        let copy = self.copies.get_mut(&copy).expect(UNDER_WAY);
        copy.finished += 1;
        if copy.finished == copy.lines {
            copy.done = Some(now);
        }
    }

    fn note_fault(&mut self, copy: usize, dpa: u64, refused: bool, poison: bool) {
        if refused || poison {
            let copy = self.copies.get_mut(&copy).expect(UNDER_WAY);
            let hpa = copy.hpa + (dpa - copy.dpa);
            copy.fault.get_or_insert(CopyFault { hpa, poison: !refused });
        }
    }

    fn take_answers(&mut self, now: Time, port: &mut Port) -> Result<(), EndpointError> {
        for channel in [Channel::H2dRsp, Channel::H2dData, Channel::H2dReq] {
            while let Some(message) = port.take(channel) {
                if let Message::H2dReq(snoop) = message {
                    // It caches nothing.
                    self.responses.push_back(D2hRsp { opcode: D2hRspOpcode::RspIHitI, uqid: snoop.uqid });
                    continue;
                }
                let cqid = message.tag().expect("answers have one");
                let request = self.requests.get_mut(usize::from(cqid)).and_then(Option::take);
                let Some((copy, dpa)) = request else {
                    return Err(EndpointError::unexpected(&message, "no copy has this CQID"));
                };
                self.free.push(cqid);
                match message {
                    Message::H2dData(answer) if self.copies[&copy].opcode == D2hReqOpcode::RdCurr => {
                        self.note_fault(copy, dpa, answer.go_err, answer.poison);
                        self.server.memory_mut().write(dpa, &answer.data, ALL_BYTES, answer.poison);
                        self.line_done(now, copy);
                    }
                    Message::H2dRsp(answer)
                        if matches!(answer.opcode, H2dRspOpcode::GoWritePull | H2dRspOpcode::GoErrWritePull) =>
                    {
                        let (data, poison): (Line, bool) =
                            self.server.memory().read(dpa).expect("checked at its start");
                        let refused = answer.opcode == H2dRspOpcode::GoErrWritePull;
                        self.note_fault(copy, dpa, refused, poison);
                        let (uqid, bogus, byte_enable) = (answer.uqid, false, ALL_BYTES);
                        self.data.push_back((D2hData { uqid, bogus, poison, byte_enable, data }, copy));
                    }
                    _ => return Err(EndpointError::unexpected(&message, "no copy waits for it")),
                }
            }
        }
        Ok(())
    }
}

impl Endpoint for Gpu {
    fn next_tick(&self) -> Option<Time> {
        self.server.next_tick().into_iter().chain(self.next_made).min()
    }

    fn tick(&mut self, now: Time, port: &mut Port) -> Result<(), EndpointError> {
        self.take_answers(now, port)?;
        self.server.step(now, port)?;
        self.count(now);
        while !self.responses.is_empty() && port.can_send(Channel::D2hRsp) {
            port.send(Message::D2hRsp(self.responses.pop_front().expect("there is one")))?;
        }
        while !self.data.is_empty() && port.can_send(Channel::D2hData) {
            let (data, copy) = self.data.pop_front().expect("there is one");
            port.send(Message::D2hData(data))?;
            self.line_done(now, copy);
        }
        // Copies in turn that have no line to ask for yet.
        let mut early = 0;
        self.next_made = None;
        while let Some(&index) = self.turns.get(early) {
            let made = self.copies[&index].next_made();
            if made > now {
                self.next_made = self.next_made.into_iter().chain([made]).min();
                early += 1;
                continue;
            }
            if self.free.is_empty() || !port.can_send(Channel::D2hReq) {
                break;
            }
            let cqid = self.free.pop().expect("there is one");
            let copy = self.copies.get_mut(&index).expect(UNDER_WAY);
            let offset = copy.asked * LINE_BYTES;
            copy.asked += 1;
            self.turns.remove(early);
            if copy.asked < copy.lines {
                self.turns.push_back(index);
            }
            self.requests[usize::from(cqid)] = Some((index, copy.dpa + offset));
            port.send(Message::D2hReq(D2hReq { opcode: copy.opcode, cqid, address: copy.hpa + offset }))?;
        }
        Ok(())
    }
}

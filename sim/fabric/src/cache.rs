//! Caches: a set-associative array of lines, and the cache of a device that speaks CXL.cache.

use crate::message::{ALL_BYTES, Channel, D2hData, D2hReq, D2hRsp, H2dReq, Line, Message, merge};
use crate::port::{EndpointError, Port};
use crate::wire::{D2hReqOpcode, D2hRspOpcode, GoState, H2dReqOpcode, H2dRspOpcode, LINE_BYTES};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// State of a cached line; a line that is not in the cache is invalid (I).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// Others may have it too.
    Shared,
    /// The only copy, as in memory.
    Exclusive,
    /// The only copy, newer than memory.
    Modified,
}

/// Size of a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheShape {
    /// Sets. At least 1.
    pub sets: usize,
    /// Lines of a set. At least 1.
    pub ways: usize,
}

/// A cached line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub line: u64,
    pub state: State,
    pub data: Line,
    pub poison: bool,
    used: u64,
}

/// Lines by address; each set replaces the least recently used.
#[derive(Debug)]
pub(crate) struct Lines {
    shape: CacheShape,
    entries: Vec<Option<Entry>>,
    clock: u64,
}

impl Lines {
    pub fn new(shape: CacheShape) -> Self {
        assert!(shape.sets > 0 && shape.ways > 0, "a cache of {} sets of {} lines", shape.sets, shape.ways);
        Self { shape, entries: vec![None; shape.sets * shape.ways], clock: 0 }
    }

    fn set(&mut self, line: u64) -> &mut [Option<Entry>] {
        let first = (line / LINE_BYTES) as usize % self.shape.sets * self.shape.ways;
        &mut self.entries[first..first + self.shape.ways]
    }

    /// The lines of the set that a line belongs to.
    pub fn in_set(&self, line: u64) -> impl Iterator<Item = &Entry> {
        let first = (line / LINE_BYTES) as usize % self.shape.sets * self.shape.ways;
        self.entries[first..first + self.shape.ways].iter().flatten()
    }

    /// The line, if it is here. Counts as a use.
    pub fn get(&mut self, line: u64) -> Option<&mut Entry> {
        self.clock += 1;
        let clock = self.clock;
        let entry = self.set(line).iter_mut().flatten().find(|entry| entry.line == line)?;
        entry.used = clock;
        Some(entry)
    }

    pub fn remove(&mut self, line: u64) -> Option<Entry> {
        self.set(line).iter_mut().find(|entry| entry.is_some_and(|entry| entry.line == line))?.take()
    }

    /// Whether a line can be put in at once.
    pub fn has_room(&mut self, line: u64) -> bool {
        self.set(line).iter().any(Option::is_none)
    }

    /// The least recently used line of a set that may go.
    pub fn victim(&mut self, line: u64, may_go: impl Fn(u64) -> bool) -> Option<u64> {
        let candidates = self.set(line).iter().flatten().filter(|entry| may_go(entry.line));
        candidates.min_by_key(|entry| entry.used).map(|entry| entry.line)
    }

    /// Puts a line in.
    pub fn insert(&mut self, line: u64, state: State, data: Line, poison: bool) {
        self.clock += 1;
        let used = self.clock;
        let slot = self.set(line).iter_mut().find(|entry| entry.is_none()).expect("the caller has made room");
        *slot = Some(Entry { line, state, data, poison, used });
    }

    pub fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().flatten()
    }
}

/// How a device's cache behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceCacheConfig {
    /// Its size.
    pub shape: CacheShape,
    /// Requests under way at most, evictions included. 1 to 4096.
    pub requests: usize,
}

/// What is asked of a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The line, shared (RdShared).
    Load,
    /// The line, exclusive if nobody else has it (RdAny).
    LoadAny,
    /// Writes the enabled bytes into the cache.
    Store {
        /// The line.
        data: Line,
        /// Bit i enables byte i.
        byte_enable: u64,
    },
    /// Writes a whole line to memory past the cache (ItoMWr).
    WriteThrough {
        /// The line.
        data: Line,
    },
    /// Gives the line back, if it is here.
    Evict,
}

/// An access that is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    /// What `access` has returned.
    pub id: u64,
    /// Address of the line.
    pub line: u64,
    /// The line as it is after the access.
    pub data: Line,
    /// The data are known to be wrong.
    pub poison: bool,
    /// The host has answered with an error: no memory has the address.
    pub failed: bool,
}

/// A request under way.
#[derive(Clone, Copy, Debug)]
struct Request {
    line: u64,
    opcode: D2hReqOpcode,
    go: Option<GoState>,
    data: Option<(Line, bool)>,
    /// For an eviction: the line that goes, until a snoop has it.
    evicted: Option<(Line, bool, State)>,
    /// For a write.
    write: Option<Line>,
}

/// A cache of host physical addresses in a device: states I, S, E, M.
///
/// Its owner asks with [`access`](Self::access), calls [`step`](Self::step) in its tick and takes what is
/// [`done`](Self::done). Accesses to one line keep their order.
#[derive(Debug)]
pub struct DeviceCache {
    config: DeviceCacheConfig,
    lines: Lines,
    /// By CQID.
    requests: Vec<Option<Request>>,
    /// CQID of the request of a line.
    busy: FxHashMap<u64, usize>,
    accesses: VecDeque<(u64, u64, Access)>,
    next_id: u64,
    done: VecDeque<Done>,
    snoops: VecDeque<H2dReq>,
    responses: VecDeque<D2hRsp>,
    data: VecDeque<D2hData>,
    flush: Flush,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flush {
    No,
    Asked,
    Sent,
}

impl DeviceCache {
    /// An empty cache.
    ///
    /// # Panics
    /// If the shape is empty or `requests` is not 1 to 4096.
    pub fn new(config: DeviceCacheConfig) -> Self {
        assert!((1..=4096).contains(&config.requests), "{} requests, expected 1 to 4096", config.requests);
        Self {
            config,
            lines: Lines::new(config.shape),
            requests: vec![None; config.requests],
            busy: FxHashMap::default(),
            accesses: VecDeque::new(),
            next_id: 0,
            done: VecDeque::new(),
            snoops: VecDeque::new(),
            responses: VecDeque::new(),
            data: VecDeque::new(),
            flush: Flush::No,
        }
    }

    /// Asks for a line; returns the number that it will be done under.
    pub fn access(&mut self, address: u64, access: Access) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        self.accesses.push_back((id, address / LINE_BYTES * LINE_BYTES, access));
        id
    }

    /// Gives every line back once the accesses so far are done, then tells the host (CacheFlushed).
    pub fn flush(&mut self) {
        self.flush = Flush::Asked;
    }

    /// Whether nothing is asked or under way.
    pub fn is_idle(&self) -> bool {
        self.accesses.is_empty()
            && self.requests.iter().all(Option::is_none)
            && self.flush == Flush::No
            && self.snoops.is_empty()
            && self.responses.is_empty()
            && self.data.is_empty()
    }

    /// The next access that is done.
    pub fn done(&mut self) -> Option<Done> {
        self.done.pop_front()
    }

    /// State of a line; `None` is I.
    pub fn state(&self, address: u64) -> Option<State> {
        let line = address / LINE_BYTES * LINE_BYTES;
        self.lines.in_set(line).find(|entry| entry.line == line).map(|entry| entry.state)
    }

    /// Takes what came on the H2D channels, answers snoops and sends requests, as far as credits allow.
    ///
    /// # Errors
    /// [`EndpointError`] if an answer belongs to no request.
    pub fn step(&mut self, port: &mut Port) -> Result<(), EndpointError> {
        self.take_answers(port)?;
        while let Some(message) = port.take(Channel::H2dReq) {
            if let Message::H2dReq(snoop) = message {
                self.snoops.push_back(snoop);
            }
        }
        self.answer_snoops();
        self.start_accesses(port)?;
        while !self.responses.is_empty() && port.can_send(Channel::D2hRsp) {
            port.send(Message::D2hRsp(self.responses.pop_front().expect("there is one")))?;
        }
        while !self.data.is_empty() && port.can_send(Channel::D2hData) {
            port.send(Message::D2hData(self.data.pop_front().expect("there is one")))?;
        }
        Ok(())
    }

    fn take_answers(&mut self, port: &mut Port) -> Result<(), EndpointError> {
        while let Some(message) = port.take(Channel::H2dData) {
            let Message::H2dData(data) = message else { continue };
            match self.requests.get_mut(usize::from(data.cqid)) {
                Some(Some(request)) if request.data.is_none() => request.data = Some((data.data, data.poison)),
                _ => return Err(EndpointError::unexpected(&message, "no request of the cache waits for these data")),
            }
            self.finish_read(usize::from(data.cqid));
        }
        while let Some(message) = port.take(Channel::H2dRsp) {
            let Message::H2dRsp(answer) = message else { continue };
            let cqid = usize::from(answer.cqid);
            let Some(Some(request)) = self.requests.get_mut(cqid) else {
                return Err(EndpointError::unexpected(&message, "no request of the cache has this CQID"));
            };
            match answer.opcode {
                H2dRspOpcode::Go => {
                    request.go = Some(answer.state);
                    self.finish_read(cqid);
                }
                H2dRspOpcode::GoWritePull | H2dRspOpcode::GoErrWritePull => {
                    let failed = answer.opcode == H2dRspOpcode::GoErrWritePull;
                    let evicted = request.evicted.map(|(data, poison, _)| (data, poison));
                    let written = request.write.map(|data| (data, false)).or(evicted);
                    let (data, poison) = written.unwrap_or(([0; 64], false));
                    self.data.push_back(D2hData {
                        uqid: answer.uqid,
                        bogus: written.is_none(),
                        poison,
                        byte_enable: ALL_BYTES,
                        data,
                    });
                    self.finish_write(cqid, data, failed);
                }
                H2dRspOpcode::GoWritePullDrop => self.finish_write(cqid, [0; 64], false),
                _ => return Err(EndpointError::unexpected(&message, "the cache asks for nothing that this answers")),
            }
        }
        Ok(())
    }

    /// Ends a request without data that follow.
    fn finish_write(&mut self, cqid: usize, data: Line, failed: bool) {
        let request = self.requests[cqid].take().expect("the caller has seen it");
        self.busy.remove(&request.line);
        if request.write.is_some() {
            let access = self.accesses.iter().position(|&(_, line, _)| line == request.line);
            let (id, line, _) = self.accesses.remove(access.expect("the write was asked")).expect("it is there");
            self.done.push_back(Done { id, line, data, poison: false, failed });
        }
    }

    /// Ends a read once GO and data are there, and does the accesses that waited for it.
    fn finish_read(&mut self, cqid: usize) {
        let Some(request) = self.requests[cqid] else { return };
        let Some(state) = request.go else { return };
        if request.opcode == D2hReqOpcode::CacheFlushed {
            self.requests[cqid] = None;
            self.busy.remove(&request.line);
            self.flush = Flush::No;
            return;
        }
        let (data, poison) = match (request.data, request.opcode) {
            (Some(data), _) => data,
            (None, D2hReqOpcode::RdOwnNoData) => ([0; 64], false),
            (None, _) => return,
        };
        self.requests[cqid] = None;
        self.busy.remove(&request.line);
        let state = match state {
            GoState::Shared => State::Shared,
            GoState::Exclusive => State::Exclusive,
            GoState::Modified => State::Modified,
            GoState::Invalid | GoState::Error => {
                let access = self.accesses.iter().position(|&(_, line, _)| line == request.line);
                let (id, line, _) = self.accesses.remove(access.expect("the read was asked")).expect("it is there");
                self.done.push_back(Done { id, line, data, poison, failed: true });
                return;
            }
        };
        self.lines.remove(request.line);
        self.lines.insert(request.line, state, data, poison);
        // The access that has asked is done at once, so that no snoop can take the line before it.
        let position = self.accesses.iter().position(|&(_, line, _)| line == request.line);
        let position = position.expect("the read was asked");
        let (id, line, access) = self.accesses[position];
        if let Some(done) = self.hit(id, line, access) {
            self.accesses.remove(position);
            self.done.push_back(done);
        }
    }

    /// Does an access if the line is here in a state that allows it.
    fn hit(&mut self, id: u64, line: u64, access: Access) -> Option<Done> {
        let entry = self.lines.get(line)?;
        match access {
            Access::Load | Access::LoadAny => {}
            Access::Store { data, byte_enable } if entry.state != State::Shared => {
                merge(&mut entry.data, &data, byte_enable);
                entry.poison &= byte_enable != ALL_BYTES;
                entry.state = State::Modified;
            }
            _ => return None,
        }
        Some(Done { id, line, data: entry.data, poison: entry.poison, failed: false })
    }

    /// Answers snoops. One that meets a GO whose data are still to come waits for them, as the specification has it.
    fn answer_snoops(&mut self) {
        for _ in 0..self.snoops.len() {
            let snoop = self.snoops.pop_front().expect("counted");
            let request = self.busy.get(&snoop.address).and_then(|&cqid| self.requests[cqid].as_mut());
            if let Some(request) = request {
                if request.go.is_some() {
                    self.snoops.push_back(snoop);
                    continue;
                }
                if let Some((data, poison, state)) = request.evicted {
                    let keeps = snoop.opcode == H2dReqOpcode::SnpCur;
                    if !keeps {
                        request.evicted = None;
                    }
                    let opcode = match (state, keeps) {
                        (State::Modified, true) => D2hRspOpcode::RspVFwdV,
                        (State::Modified, false) => D2hRspOpcode::RspIFwdM,
                        (_, true) => D2hRspOpcode::RspVHitV,
                        (_, false) => D2hRspOpcode::RspIHitSe,
                    };
                    self.answer(snoop.uqid, opcode, data, poison);
                    continue;
                }
            }
            let Some(entry) = self.lines.get(snoop.address) else {
                self.answer(snoop.uqid, D2hRspOpcode::RspIHitI, [0; 64], false);
                continue;
            };
            let (dirty, data, poison) = (entry.state == State::Modified, entry.data, entry.poison);
            let opcode = match (snoop.opcode, dirty) {
                (H2dReqOpcode::SnpCur, true) => D2hRspOpcode::RspVFwdV,
                (H2dReqOpcode::SnpCur, false) => D2hRspOpcode::RspVHitV,
                (H2dReqOpcode::SnpData, true) => D2hRspOpcode::RspSFwdM,
                (H2dReqOpcode::SnpData, false) => D2hRspOpcode::RspSHitSe,
                (H2dReqOpcode::SnpInv, true) => D2hRspOpcode::RspIFwdM,
                (H2dReqOpcode::SnpInv, false) => D2hRspOpcode::RspIHitSe,
            };
            match snoop.opcode {
                H2dReqOpcode::SnpCur => {}
                H2dReqOpcode::SnpData => entry.state = State::Shared,
                H2dReqOpcode::SnpInv => _ = self.lines.remove(snoop.address),
            }
            self.answer(snoop.uqid, opcode, data, poison);
        }
    }

    fn answer(&mut self, uqid: u16, opcode: D2hRspOpcode, data: Line, poison: bool) {
        self.responses.push_back(D2hRsp { opcode, uqid });
        if matches!(opcode, D2hRspOpcode::RspVFwdV | D2hRspOpcode::RspIFwdM | D2hRspOpcode::RspSFwdM) {
            self.data.push_back(D2hData { uqid, bogus: false, poison, byte_enable: ALL_BYTES, data });
        }
    }

    /// Does the accesses that hit and asks for the lines of those that miss. The first access of a line goes first.
    fn start_accesses(&mut self, port: &mut Port) -> Result<(), EndpointError> {
        let mut passed = FxHashSet::default();
        let mut position = 0;
        while position < self.accesses.len() && self.flush != Flush::Sent {
            let (id, line, access) = self.accesses[position];
            if passed.contains(&line) || self.busy.contains_key(&line) {
                passed.insert(line);
                position += 1;
                continue;
            }
            if let Some(done) = self.hit(id, line, access) {
                self.accesses.remove(position);
                self.done.push_back(done);
                continue;
            }
            let here = self.lines.get(line).map(|entry| entry.state);
            let opcode = match access {
                Access::Load => D2hReqOpcode::RdShared,
                Access::LoadAny => D2hReqOpcode::RdAny,
                Access::Store { byte_enable: ALL_BYTES, .. } if here.is_none() => D2hReqOpcode::RdOwnNoData,
                Access::Store { .. } => D2hReqOpcode::RdOwn,
                Access::WriteThrough { .. } if here.is_none() => D2hReqOpcode::ItoMWr,
                Access::WriteThrough { .. } => {
                    self.evict(line, port)?;
                    passed.insert(line);
                    position += 1;
                    continue;
                }
                Access::Evict => {
                    if here.is_none() || self.evict(line, port)? {
                        self.accesses.remove(position);
                        self.done.push_back(Done { id, line, data: [0; 64], poison: false, failed: false });
                    } else {
                        passed.insert(line);
                        position += 1;
                    }
                    continue;
                }
            };
            let fills = opcode != D2hReqOpcode::ItoMWr && here.is_none();
            passed.insert(line);
            position += 1;
            if fills && !self.make_room(line, port)? {
                continue;
            }
            let write = if let Access::WriteThrough { data } = access { Some(data) } else { None };
            self.request(line, opcode, None, write, port)?;
        }
        if self.flush == Flush::Asked && self.accesses.is_empty() && self.requests.iter().all(Option::is_none) {
            let line = self.lines.iter().map(|entry| entry.line).next();
            match line {
                Some(line) => _ = self.evict(line, port)?,
                None => {
                    if self.request(u64::MAX, D2hReqOpcode::CacheFlushed, None, None, port)? {
                        self.flush = Flush::Sent;
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a line that is asked for will have a place: counts those that are on their way to its set.
    fn make_room(&mut self, line: u64, port: &mut Port) -> Result<bool, EndpointError> {
        let set = |line: u64| line / LINE_BYTES % self.config.shape.sets as u64;
        let requests = self.requests.iter().flatten();
        let coming = requests.filter(|request| fills(request.opcode) && set(request.line) == set(line)).count();
        // A shared line that is on its way to be owned is here already.
        let here = self.lines.in_set(line).filter(|entry| !self.busy.contains_key(&entry.line)).count();
        if here + coming < self.config.shape.ways {
            return Ok(true);
        }
        let busy = &self.busy;
        if let Some(victim) = self.lines.victim(line, |line| !busy.contains_key(&line)) {
            self.evict(victim, port)?;
        }
        Ok(false)
    }

    /// Sends an eviction; whether it went.
    fn evict(&mut self, line: u64, port: &mut Port) -> Result<bool, EndpointError> {
        let entry = *self.lines.get(line).expect("the caller has seen it");
        let opcode = if entry.state == State::Modified { D2hReqOpcode::DirtyEvict } else { D2hReqOpcode::CleanEvict };
        let sent = self.request(line, opcode, Some((entry.data, entry.poison, entry.state)), None, port)?;
        if sent {
            self.lines.remove(line);
        }
        Ok(sent)
    }

    fn request(
        &mut self,
        line: u64,
        opcode: D2hReqOpcode,
        evicted: Option<(Line, bool, State)>,
        write: Option<Line>,
        port: &mut Port,
    ) -> Result<bool, EndpointError> {
        let Some(cqid) = self.requests.iter().position(Option::is_none) else { return Ok(false) };
        if !port.can_send(Channel::D2hReq) {
            return Ok(false);
        }
        let address = if opcode == D2hReqOpcode::CacheFlushed { 0 } else { line };
        port.send(Message::D2hReq(D2hReq { opcode, cqid: cqid as u16, address }))?;
        self.requests[cqid] = Some(Request { line, opcode, go: None, data: None, evicted, write });
        self.busy.insert(line, cqid);
        Ok(true)
    }
}

/// Whether a request brings a line into the cache.
fn fills(opcode: D2hReqOpcode) -> bool {
    matches!(opcode, D2hReqOpcode::RdShared | D2hReqOpcode::RdAny | D2hReqOpcode::RdOwn | D2hReqOpcode::RdOwnNoData)
}

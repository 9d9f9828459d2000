//! The home agent: keeps memory and caches coherent, one transaction a line at a time.
//!
//! A request waits until no other works on its line. Then the caches that may have the line are snooped, the data of a
//! write are pulled, memory is read or written, and the requester is answered. What it sends to a device's memory:
//!
//! | for | HDM-H | HDM-D, HDM-DB |
//! |---|---|---|
//! | RdCurr, uncached CPU load | MemRd | MemRd SnpCur |
//! | RdShared, RdAny, cached CPU load | MemRd | MemRdData SnpData |
//! | RdOwn, cached CPU store | MemRd | MemRd SnpInv, Meta0-State Any |
//! | RdOwnNoData | nothing | MemInv SnpInv, Meta0-State Any |
//! | writes, uncached CPU stores | MemWr, MemWrPtl | the same, SnpInv, Meta0-State Invalid |
//! | a modified line that no cache keeps | MemWr | MemWr, Meta0-State Invalid |
//! | a modified line that caches keep | MemWr | MemWr, Meta0-State Shared or Any |
//!
//! HDM-H answers a Req by DRS (MemInv: NDR) and an RwD by NDR; HDM-D and HDM-DB answer every Req by NDR, and reads by DRS
//! too.
//!
//! A back-invalidate snoop that meets an M2S Req of the host for its line is resolved by BIConflict: if `Cmp` comes before
//! BI-ConflictAck, the device has served the request first, else it serves it after BIRsp. A device has a line in at most
//! one back-invalidate snoop at a time.
//!
//! Not served: a device's CXL.cache request for its own memory (the bias flow of HDM-D, MemRdFwd and MemWrFwd), and reads
//! of the host by CXL.io. Both are errors. The host never sends MemSpecRd, MemInvNT or MemClnEvct, which are hints.

mod directory;
mod flow;
mod transaction;

use crate::cache::{CacheShape, Lines, State};
use crate::events::EventQueue;
use crate::hdm::{AddressMap, Target};
use crate::memory::{DDR4_2400, Memory, MemoryConfig};
use crate::message::{Channel, D2hReq, H2dRsp, Io, Line, Message, S2mBiSnp};
use crate::port::{EndpointError, Port};
use crate::time::Time;
use crate::wire::{ADDRESS_LIMIT, D2hReqOpcode, GoState, H2dRspOpcode, LINE_BYTES, M2sBiRspOpcode, S2mBiSnpOpcode};
use directory::Directory;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use thiserror::Error;
use transaction::{By, IDS, Id, Stage, Transaction, Work};

/// The host, but for its memory's addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HomeConfig {
    /// From a request to its first action.
    pub processing: Time,
    /// Requests under way at most. 1 to 3584; what is left of 4096 is for back-invalidate snoops.
    pub transactions: usize,
    /// From a read of host memory to its data.
    pub memory_read_latency: Time,
    /// From a write of host memory to its completion.
    pub memory_write_latency: Time,
    /// Of host memory; 0 for no bound.
    pub memory_bytes_per_second: u64,
    /// The CPU's cache. Without one, loads and stores go to memory.
    pub cache: Option<CacheShape>,
}

impl Default for HomeConfig {
    /// [`DDR4_2400`] on four channels behind a controller, whose processing is that of SimCXL's defaults.
    fn default() -> Self {
        Self {
            processing: Time::ns(15),
            transactions: 1024,
            memory_read_latency: DDR4_2400.latency,
            memory_write_latency: DDR4_2400.latency,
            memory_bytes_per_second: 4 * DDR4_2400.bytes_per_second,
            cache: None,
        }
    }
}

/// Number of an operation of the CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OperationId(pub(crate) u64);

/// An operation of the CPU that is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    /// When.
    pub time: Time,
    /// The line after a load or store; the little-endian value of an MMIO read in its first bytes.
    pub data: Line,
    /// The data are known to be wrong.
    pub poison: bool,
    /// No memory or register has the address.
    pub failed: bool,
}

/// A write of a device to the host by CXL.io, such as an interrupt (MSI).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupt {
    /// When it came.
    pub time: Time,
    /// Number of the device.
    pub device: usize,
    /// Address that was written.
    pub address: u64,
    /// What was written, little endian.
    pub data: u64,
}

/// Why the host cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HomeError {
    /// A message that the protocol does not allow.
    #[error("from device {device}: {error}")]
    Protocol {
        /// Number of the device.
        device: usize,
        /// What is wrong.
        error: EndpointError,
    },
    /// A device has asked by CXL.cache for its own memory.
    #[error("device {device} asks for {address:#x}, which is its own memory: the bias flow of HDM-D is not served")]
    OwnMemory {
        /// Number of the device.
        device: usize,
        /// What it asked for.
        address: u64,
    },
}

/// Who wants a message of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Initiator {
    /// The CPU, or its cache.
    Cpu,
    /// A device, by its number.
    Device(usize),
    /// Nobody says.
    Unsaid,
}

/// An operation of the CPU, before it is done.
#[derive(Clone, Copy, Debug)]
struct Operation {
    id: u64,
    line: u64,
    /// Data and byte enables of a store.
    store: Option<(Line, u64)>,
}

/// A back-invalidate snoop of one or more lines.
#[derive(Debug)]
struct Group {
    snoop: S2mBiSnp,
    left: usize,
    /// The most that the host keeps: 0 nothing, 1 shared, 2 exclusive.
    keeps: u8,
}

#[derive(Debug, Default)]
struct LineQueue {
    active: Id,
    waiting: VecDeque<Id>,
    back: VecDeque<Id>,
    /// A back-invalidation that goes before the active one, which waits for a device.
    inner: Option<Id>,
}

#[derive(Debug)]
enum Event {
    Begin(Id),
    Flushed(usize, D2hReq),
    MemoryDone(Id),
}

#[derive(Debug)]
pub(crate) struct HomeAgent {
    config: HomeConfig,
    map: AddressMap,
    memory: Memory,
    cache: Option<Lines>,
    directory: Directory,
    slots: Vec<Option<Transaction>>,
    free: Vec<Id>,
    requests: usize,
    lines: FxHashMap<u64, LineQueue>,
    runnable: VecDeque<Id>,
    groups: Vec<Option<Group>>,
    events: EventQueue<Event>,
    /// By port and channel, with the order in which they were put.
    outgoing: Vec<[VecDeque<(u64, Message)>; Channel::COUNT]>,
    /// How many messages these are, by device.
    waiting: Vec<usize>,
    sequence: u64,
    first_port: usize,
    /// A transaction has ended, so that another may begin.
    room_made: bool,
    /// CacheFlushed, not yet answered.
    flushed: Vec<(usize, D2hReq)>,
    operations: VecDeque<Operation>,
    next_operation: u64,
    started: FxHashMap<u64, (Time, &'static str)>,
    completions: FxHashMap<u64, Completion>,
    /// Operations done since the last look: name and latency.
    pub(crate) finished: Vec<(&'static str, Time)>,
    mmio_reads: FxHashMap<(usize, u16), u64>,
    mmio_writes: Vec<VecDeque<(u64, u64)>>,
    mmio_tag: u16,
    interrupts: VecDeque<Interrupt>,
    /// What the CPU's cache has got or lost since the last look: line and state.
    pub(crate) cpu_changes: Vec<(u64, Option<State>)>,
}

impl HomeAgent {
    pub fn new(config: HomeConfig) -> Self {
        assert!((1..=IDS - 512).contains(&config.transactions), "transactions: 1 to {}", IDS - 512);
        let memory = Memory::new(MemoryConfig {
            size: ADDRESS_LIMIT,
            read_latency: config.memory_read_latency,
            write_latency: config.memory_write_latency,
            bytes_per_second: config.memory_bytes_per_second,
        });
        Self {
            config,
            map: AddressMap::default(),
            memory,
            cache: config.cache.map(Lines::new),
            directory: Directory::default(),
            slots: vec![None; IDS],
            free: (0..IDS as Id).rev().collect(),
            requests: 0,
            lines: FxHashMap::default(),
            runnable: VecDeque::new(),
            groups: Vec::new(),
            events: EventQueue::default(),
            outgoing: Vec::new(),
            waiting: Vec::new(),
            sequence: 0,
            first_port: 0,
            room_made: false,
            flushed: Vec::new(),
            operations: VecDeque::new(),
            next_operation: 0,
            started: FxHashMap::default(),
            completions: FxHashMap::default(),
            finished: Vec::new(),
            mmio_reads: FxHashMap::default(),
            mmio_writes: Vec::new(),
            mmio_tag: 0,
            interrupts: VecDeque::new(),
            cpu_changes: Vec::new(),
        }
    }

    pub fn add_port(&mut self) {
        assert!(self.outgoing.len() < 31, "a host has at most 31 devices");
        self.outgoing.push(Default::default());
        self.waiting.push(0);
        self.mmio_writes.push(VecDeque::new());
    }

    pub fn map(&self) -> &AddressMap {
        &self.map
    }

    pub fn map_mut(&mut self) -> &mut AddressMap {
        &mut self.map
    }

    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    pub fn memory_mut(&mut self) -> &mut Memory {
        &mut self.memory
    }

    pub fn next_tick(&self) -> Option<Time> {
        self.events.next_time()
    }

    pub fn post(&mut self, now: Time, address: u64, store: Option<(Line, u64)>) -> OperationId {
        let id = self.operation(now, if store.is_some() { "CPU store" } else { "CPU load" });
        self.operations.push_back(Operation { id, line: address / LINE_BYTES * LINE_BYTES, store });
        OperationId(id)
    }

    pub fn post_mmio(&mut self, now: Time, address: u64, bytes: u8, write: Option<u64>) -> OperationId {
        assert!(
            (1..=8).contains(&bytes) && address % 8 + u64::from(bytes) <= 8,
            "MMIO of {bytes} bytes at {address:#x}"
        );
        let id = self.operation(now, if write.is_some() { "MMIO write" } else { "MMIO read" });
        let device = match self.map.find(address).map(|region| region.target) {
            Some(Target::Bar { device, .. }) => device,
            _ => {
                self.complete(now, id, [0xff; 64], false, true);
                return OperationId(id);
            }
        };
        match write {
            Some(data) => {
                self.mmio_writes[device].push_back((self.sequence, id));
                self.put(device, Message::IoDown(Io::MWr { address, bytes, data }));
            }
            None => {
                while self.mmio_reads.contains_key(&(device, self.mmio_tag)) {
                    self.mmio_tag = self.mmio_tag.wrapping_add(1);
                }
                let tag = self.mmio_tag;
                self.mmio_tag = tag.wrapping_add(1);
                self.mmio_reads.insert((device, tag), id);
                self.put(device, Message::IoDown(Io::MRd { address, bytes, tag }));
            }
        }
        OperationId(id)
    }

    /// Who wants a message that has just been sent to a device.
    pub(crate) fn initiator(&self, device: usize, message: &Message) -> Initiator {
        let of_transaction = |id: u16| match self.slots.get(usize::from(id)).and_then(Option::as_ref) {
            None => Initiator::Unsaid,
            Some(transaction) => match transaction.by {
                By::Cpu { .. } | By::HostCache => Initiator::Cpu,
                By::Device { port, .. } | By::Back { port, .. } => Initiator::Device(port),
            },
        };
        match message {
            Message::M2sReq(request) => of_transaction(request.tag),
            Message::M2sRwd(request) => of_transaction(request.tag),
            Message::H2dReq(snoop) => of_transaction(snoop.uqid),
            Message::IoDown(Io::MRd { .. } | Io::MWr { .. }) => Initiator::Cpu,
            // Answers to what the device has asked.
            _ => Initiator::Device(device),
        }
    }

    fn operation(&mut self, now: Time, name: &'static str) -> u64 {
        let id = self.next_operation;
        self.next_operation += 1;
        self.started.insert(id, (now, name));
        id
    }

    fn complete(&mut self, time: Time, id: u64, data: Line, poison: bool, failed: bool) {
        if let Some((start, name)) = self.started.remove(&id) {
            self.finished.push((name, time - start));
        }
        self.completions.insert(id, Completion { time, data, poison, failed });
    }

    pub fn is_done(&self, id: OperationId) -> bool {
        self.completions.contains_key(&id.0)
    }

    pub fn take(&mut self, id: OperationId) -> Option<Completion> {
        self.completions.remove(&id.0)
    }

    pub fn take_interrupt(&mut self) -> Option<Interrupt> {
        self.interrupts.pop_front()
    }

    /// Lines that the CPU's cache holds, written back without time. For the owner to compare memories at the end.
    pub fn cached_lines(&self) -> impl Iterator<Item = (u64, Line)> + '_ {
        self.cache.iter().flat_map(|cache| cache.iter().map(|entry| (entry.line, entry.data)))
    }

    /// Does what is due.
    pub fn tick(&mut self, now: Time, ports: &mut [Port]) -> Result<(), HomeError> {
        for (device, port) in ports.iter_mut().enumerate() {
            self.take_answers(now, device, port)?;
        }
        self.first_port += 1;
        loop {
            self.room_made = false;
            for offset in 0..ports.len() {
                let device = (self.first_port + offset) % ports.len();
                self.take_requests(now, device, &mut ports[device])?;
            }
            self.start_operations(now);
            while let Some((_, event)) = self.events.pop_due(now) {
                match event {
                    Event::Begin(id) => self.begin(id),
                    Event::Flushed(port, request) => self.flushed.push((port, request)),
                    Event::MemoryDone(id) => self.finish(now, id)?,
                }
            }
            while let Some(id) = self.runnable.pop_front() {
                self.run(now, id)?;
            }
            self.serve_flushed();
            if !self.room_made && self.events.next_time().is_none_or(|time| time > now) {
                break;
            }
        }
        self.flush(now, ports);
        Ok(())
    }

    /// Answers CacheFlushed once everything else that the device has asked is done.
    fn serve_flushed(&mut self) {
        for (port, request) in std::mem::take(&mut self.flushed) {
            let of_port = |slot: &Transaction| matches!(slot.by, By::Device { port: other, .. } if other == port);
            if self.slots.iter().flatten().any(of_port) {
                self.flushed.push((port, request));
                continue;
            }
            self.directory.forget(1 << port);
            self.go(port, &request, H2dRspOpcode::Go, GoState::Invalid, 0);
        }
    }

    /// Starts what the CPU has posted, as far as there is room.
    fn start_operations(&mut self, now: Time) {
        while self.requests < self.config.transactions {
            let Some(operation) = self.operations.pop_front() else { break };
            let store = operation.store.is_some();
            let work = self.cpu_work(store);
            let id = self.new_transaction(operation.line, work, By::Cpu { operation: operation.id, store });
            if let Some((data, byte_enable)) = operation.store {
                let transaction = self.transaction(id);
                (transaction.data, transaction.byte_enable) = (data, byte_enable);
            }
            self.requests += 1;
            self.schedule(now, Event::Begin(id));
        }
    }

    fn schedule(&mut self, now: Time, event: Event) {
        self.events.push(now + self.config.processing, event);
    }

    fn new_transaction(&mut self, line: u64, work: Work, by: By) -> Id {
        let id = self.free.pop().expect("the caller has seen that there is one");
        self.slots[usize::from(id)] = Some(Transaction {
            line,
            work,
            by,
            stage: Stage::Waiting,
            target: None,
            snoops: 0,
            forwards: 0,
            dirty: None,
            data: [0; 64],
            poison: false,
            byte_enable: u64::MAX,
            ndr_due: false,
            drs_due: false,
            exclusive: false,
            failed: false,
        });
        id
    }

    fn transaction(&mut self, id: Id) -> &mut Transaction {
        self.slots[usize::from(id)].as_mut().expect("the id is of a transaction")
    }

    /// Waits for the line, or goes on if it is free.
    fn begin(&mut self, id: Id) {
        let line = self.transaction(id).line;
        match self.lines.get_mut(&line) {
            Some(queue) => queue.waiting.push_back(id),
            None => {
                self.lines.insert(line, LineQueue { active: id, ..LineQueue::default() });
                self.runnable.push_back(id);
            }
        }
    }

    fn take_requests(&mut self, now: Time, device: usize, port: &mut Port) -> Result<(), HomeError> {
        let protocol = |error| HomeError::Protocol { device, error };
        while let Some(&Message::S2mBiSnp(snoop)) = port.peek(Channel::S2mBiSnp) {
            let lines: Vec<u64> = snoop.lines().collect();
            if self.free.len() < lines.len() {
                break;
            }
            let message = port.take(Channel::S2mBiSnp).expect("peeked");
            let owned = |&line: &u64| {
                let target = self.map.find(line).map(|region| region.target);
                matches!(target, Some(Target::Hdm { device: owner, coherence })
                    if owner == device && coherence == crate::hdm::Coherence::DeviceBackInvalidate)
            };
            if lines.is_empty() || !lines.iter().all(owned) {
                return Err(protocol(EndpointError::unexpected(&message, "not lines of the device's HDM-DB")));
            }
            let group = self.groups.iter().position(Option::is_none).unwrap_or(self.groups.len());
            if group == self.groups.len() {
                self.groups.push(None);
            }
            self.groups[group] = Some(Group { snoop, left: lines.len(), keeps: 0 });
            let single = S2mBiSnpOpcode::from_code(snoop.opcode.code() & 3).expect("of a block, or itself");
            for line in lines {
                let id = self.new_transaction(line, Work::Back(single), By::Back { port: device, group });
                self.back_invalidate(device, id, line);
            }
        }
        while self.requests < self.config.transactions {
            let Some(message) = port.take(Channel::D2hReq) else { break };
            let Message::D2hReq(request) = message else { continue };
            if request.opcode == D2hReqOpcode::CacheFlushed {
                self.schedule(now, Event::Flushed(device, request));
                continue;
            }
            if request.address % LINE_BYTES != 0 || request.address >= ADDRESS_LIMIT {
                return Err(protocol(EndpointError::unexpected(&message, "not the address of a line")));
            }
            let target = self.map.find(request.address).map(|region| region.target);
            if matches!(target, Some(Target::Hdm { device: owner, .. }) if owner == device) {
                return Err(HomeError::OwnMemory { device, address: request.address });
            }
            let work = Work::of(request.opcode).expect("CacheFlushed is served above");
            let id = self.new_transaction(request.address, work, By::Device { port: device, request });
            self.requests += 1;
            self.schedule(now, Event::Begin(id));
        }
        while let Some(message) = port.take(Channel::IoUp) {
            match message {
                Message::IoUp(Io::MWr { address, data, .. }) => {
                    self.interrupts.push_back(Interrupt { time: now, device, address, data });
                }
                Message::IoUp(Io::Cpl { tag, data }) => {
                    let Some(id) = self.mmio_reads.remove(&(device, tag)) else {
                        return Err(protocol(EndpointError::unexpected(&message, "no read has this tag")));
                    };
                    let mut line = [0; 64];
                    line[..8].copy_from_slice(&data.unwrap_or(u64::MAX).to_le_bytes());
                    self.complete(now, id, line, false, data.is_none());
                }
                _ => return Err(protocol(EndpointError::unexpected(&message, "the host has no registers"))),
            }
        }
        Ok(())
    }

    /// Puts a message into the queue of its channel.
    fn put(&mut self, device: usize, message: Message) {
        self.outgoing[device][message.channel() as usize].push_back((self.sequence, message));
        self.waiting[device] += 1;
        self.sequence += 1;
    }

    fn go(&mut self, port: usize, request: &D2hReq, opcode: H2dRspOpcode, state: GoState, uqid: Id) {
        self.put(port, Message::H2dRsp(H2dRsp { opcode, state, uqid, cqid: request.cqid }));
    }

    /// Sends as far as credits allow. No snoop goes before a GO that was put before it.
    fn flush(&mut self, now: Time, ports: &mut [Port]) {
        for (device, port) in ports.iter_mut().enumerate() {
            if self.waiting[device] == 0 {
                continue;
            }
            while self.flush_one(now, device, Channel::H2dRsp, port) {}
            for channel in Channel::ALL {
                loop {
                    let queues = &self.outgoing[device];
                    let Some(&(sequence, _)) = queues[channel as usize].front() else { break };
                    let go = queues[Channel::H2dRsp as usize].front();
                    let behind_go = channel == Channel::H2dReq && go.is_some_and(|&(before, _)| before < sequence);
                    if behind_go || !self.flush_one(now, device, channel, port) {
                        break;
                    }
                }
            }
        }
    }

    fn flush_one(&mut self, now: Time, device: usize, channel: Channel, port: &mut Port) -> bool {
        if self.outgoing[device][channel as usize].is_empty() || !port.can_send(channel) {
            return false;
        }
        let (sequence, message) = self.outgoing[device][channel as usize].pop_front().expect("not empty");
        self.waiting[device] -= 1;
        port.send(message).expect("there is a credit");
        if self.mmio_writes[device].front().is_some_and(|&(write, _)| write == sequence) {
            let (_, id) = self.mmio_writes[device].pop_front().expect("seen");
            self.complete(now, id, [0; 64], false, false);
        }
        true
    }

    fn end_of_group(&mut self, port: usize, group: usize, keeps: u8) {
        let slot = &mut self.groups[group];
        let state = slot.as_mut().expect("it has lines left");
        state.left -= 1;
        state.keeps = state.keeps.max(keeps);
        if state.left > 0 {
            return;
        }
        let Group { snoop, keeps, .. } = slot.take().expect("seen");
        let block = snoop.opcode.code() & 4;
        let opcode = M2sBiRspOpcode::from_code(keeps | block).expect("codes of BIRsp are state and block");
        let low_address = (snoop.address >> 6 & 3) as u8;
        self.put(port, Message::M2sBiRsp(crate::message::M2sBiRsp { opcode, tag: snoop.tag, low_address }));
    }

    /// Every transaction and what it waits for; devices by name.
    pub fn waits(&self, names: &[String]) -> Vec<String> {
        let agents = |bits: u32| {
            let names: Vec<&str> =
                names.iter().enumerate().filter(|(index, _)| bits >> index & 1 != 0).map(|(_, name)| &**name).collect();
            names.join(", ")
        };
        let owner = |transaction: &Transaction| match transaction.target {
            Some(Target::Hdm { device, .. }) => names[device].clone(),
            _ => "host memory".into(),
        };
        let mut waits: Vec<String> = Vec::new();
        for (id, transaction) in self.slots.iter().enumerate() {
            let Some(transaction) = transaction else { continue };
            let from = match transaction.by {
                By::Device { port, .. } | By::Back { port, .. } => format!(" from {}", names[port]),
                By::Cpu { .. } | By::HostCache => String::new(),
            };
            let what = match transaction.stage {
                Stage::Waiting => {
                    let active = self.lines.get(&transaction.line).map(|queue| queue.active);
                    active.map_or("its turn".into(), |active| format!("transaction {active}, which has the line"))
                }
                Stage::Snooping => format!("{} to answer a snoop", agents(transaction.snoops | transaction.forwards)),
                Stage::Pulling => match transaction.by {
                    By::Device { port, .. } => format!("{} to send the data of a write", names[port]),
                    _ => "data".into(),
                },
                Stage::Host => "host memory".into(),
                Stage::Requesting => format!("{} to answer an M2S Req", owner(transaction)),
                Stage::Writing => format!("{} to answer an M2S RwD", owner(transaction)),
                Stage::BehindBack(_) => "a back-invalidate snoop to end".into(),
                Stage::Conflict => format!("BI-ConflictAck of {}", owner(transaction)),
            };
            waits.push(format!("host: transaction {id}, {transaction}{from}, waits for {what}"));
        }
        waits.extend(
            self.flushed
                .iter()
                .map(|(port, _)| format!("host: CacheFlushed of {} waits for the requests before it", names[*port])),
        );
        let mut reads: Vec<_> = self.mmio_reads.keys().collect();
        reads.sort_unstable();
        waits.extend(reads.into_iter().map(|(device, tag)| {
            format!("host: MMIO read, tag {tag}, waits for the completion of {}", names[*device])
        }));
        for (device, queues) in self.outgoing.iter().enumerate() {
            for (channel, queue) in Channel::ALL.iter().zip(queues) {
                if let Some((_, message)) = queue.front() {
                    waits.push(format!("host: {message} to {} waits for a credit of {channel}", names[device]));
                }
            }
        }
        waits
    }
}

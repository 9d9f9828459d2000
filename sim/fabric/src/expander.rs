//! Memory behind CXL.mem: the part that serves M2S requests, and a plain Type-3 device made of it.

use crate::events::EventQueue;
use crate::hdm::Coherence;
use crate::memory::{Memory, MemoryConfig};
use crate::message::{Channel, Line, M2sReq, M2sRwd, Message, S2mBiSnp, S2mDrs, S2mNdr};
use crate::port::{Endpoint, EndpointError, Port};
use crate::time::Time;
use crate::wire::{
    LINE_BYTES, M2sBiRspOpcode, M2sReqOpcode, M2sRwdOpcode, MetaField, MetaValue, S2mBiSnpOpcode, S2mDrsOpcode,
    S2mNdrOpcode,
};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::ops::Range;

/// Memory of a device, as the host sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HdmConfig {
    /// First host physical address.
    pub base: u64,
    /// How host and device keep it coherent.
    pub coherence: Coherence,
    /// How it behaves; its size may be less than that of the host's range, and the rest has no memory.
    pub memory: MemoryConfig,
}

/// A back-invalidate snoop under way.
#[derive(Clone, Copy, Debug)]
struct Snooped {
    snoop: S2mBiSnp,
    answered: bool,
}

/// An answer, and when it goes.
#[derive(Debug)]
struct Answer {
    message: Message,
    /// Device address of the line that is written when it goes.
    written: Option<u64>,
}

/// Serves M2S requests from a memory. Device models are made of it.
#[derive(Debug)]
pub struct MemoryServer {
    config: HdmConfig,
    memory: Memory,
    answers: EventQueue<Answer>,
    /// When the last NDR goes: an acknowledgement of a conflict goes behind every earlier `Cmp`.
    last_ndr: Time,
    ndr: VecDeque<Message>,
    drs: VecDeque<Message>,
    /// Reads in these ranges of device addresses wait.
    closed: Vec<Range<u64>>,
    /// Requests that wait for a back-invalidate snoop or a closed range.
    held: VecDeque<M2sReq>,
    /// Back-invalidate snoops, by tag.
    snoops: Vec<Option<Snooped>>,
    snoops_to_send: VecDeque<S2mBiSnp>,
    snoops_done: VecDeque<(S2mBiSnp, M2sBiRspOpcode)>,
    written: Vec<u64>,
    /// Lines of HDM-DB that the host may hold, by device address.
    kept: FxHashSet<u64>,
    refuses_writes: bool,
}

impl MemoryServer {
    /// A memory, all zero.
    pub fn new(config: HdmConfig) -> Self {
        Self {
            config,
            memory: Memory::new(config.memory),
            answers: EventQueue::default(),
            last_ndr: Time::ZERO,
            ndr: VecDeque::new(),
            drs: VecDeque::new(),
            closed: Vec::new(),
            held: VecDeque::new(),
            snoops: Vec::new(),
            snoops_to_send: VecDeque::new(),
            snoops_done: VecDeque::new(),
            written: Vec::new(),
            kept: FxHashSet::default(),
            refuses_writes: false,
        }
    }

    /// First host physical address.
    pub fn base(&self) -> u64 {
        self.config.base
    }

    /// Writes of the host are answered and not done from now on.
    pub fn refuse_writes(&mut self) {
        self.refuses_writes = true;
    }

    /// Whether the host may hold the line at a device address, of HDM-DB: it was given to keep, and not back-invalidated since. A line that
    /// a cache has dropped without a word counts.
    pub fn is_kept(&self, dpa: u64) -> bool {
        self.kept.contains(&(dpa / LINE_BYTES * LINE_BYTES))
    }

    /// Lines that the host may hold.
    pub fn kept(&self) -> usize {
        self.kept.len()
    }

    /// The memory, by device address.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The memory, by device address.
    pub fn memory_mut(&mut self) -> &mut Memory {
        &mut self.memory
    }

    /// When the next answer goes.
    pub fn next_tick(&self) -> Option<Time> {
        self.answers.next_time()
    }

    /// Takes requests, and sends what is due as far as credits allow.
    ///
    /// # Errors
    /// [`EndpointError`] for a request that the kind of memory does not have.
    pub fn step(&mut self, now: Time, port: &mut Port) -> Result<(), EndpointError> {
        while let Some(message) = port.take(Channel::M2sBiRsp) {
            let Message::M2sBiRsp(answer) = message else { continue };
            match self.snoops.get_mut(usize::from(answer.tag)) {
                Some(Some(snooped)) if !snooped.answered => {
                    snooped.answered = true;
                    let snoop = snooped.snoop;
                    self.snoops_done.push_back((snoop, answer.opcode));
                    if answer.opcode == M2sBiRspOpcode::BiRspI {
                        for line in snoop.lines() {
                            self.kept.remove(&line.wrapping_sub(self.config.base));
                        }
                    }
                }
                _ => return Err(EndpointError::unexpected(&message, "no snoop has this tag")),
            }
        }
        // In the order in which they came as far as their lines go: the host has one request a line under way.
        while let Some(message) = port.take(Channel::M2sReq) {
            let Message::M2sReq(request) = message else { continue };
            if self.must_wait(&request) {
                self.held.push_back(request);
            } else {
                self.serve(now, &request)?;
            }
        }
        while let Some(message) = port.take(Channel::M2sRwd) {
            if let Message::M2sRwd(request) = message {
                self.serve_write(now, &request)?;
            }
        }
        while !self.snoops_to_send.is_empty() && port.can_send(Channel::S2mBiSnp) {
            port.send(Message::S2mBiSnp(self.snoops_to_send.pop_front().expect("there is one")))?;
        }
        while let Some((_, answer)) = self.answers.pop_due(now) {
            self.written.extend(answer.written);
            let queue = if answer.message.channel() == Channel::S2mNdr { &mut self.ndr } else { &mut self.drs };
            queue.push_back(answer.message);
        }
        for queue in [&mut self.ndr, &mut self.drs] {
            while let Some(&message) = queue.front() {
                if !port.can_send(message.channel()) {
                    break;
                }
                port.send(message)?;
                queue.pop_front();
            }
        }
        Ok(())
    }

    /// Device addresses of the lines that were written since the last call, in the order of their completions.
    pub fn take_written(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.written)
    }

    /// Reads of a range of device addresses wait from now on; other traffic passes them.
    pub fn close(&mut self, range: Range<u64>) {
        self.closed.push(range);
    }

    /// Reads of a range that was closed are answered from now on.
    ///
    /// # Errors
    /// [`EndpointError`] as [`step`](Self::step).
    pub fn open(&mut self, now: Time, range: &Range<u64>) -> Result<(), EndpointError> {
        self.closed.retain(|closed| closed != range);
        self.serve_held(now)
    }

    /// Snoops lines of this memory out of the host's caches (HDM-DB). Requests for them wait until the owner, once it
    /// has seen the answer ([`snoop_done`](Self::snoop_done)), [releases](Self::release) them. Writes do not wait.
    ///
    /// `address` is the host's; for a block its bits 7 to 6 say which lines. Returns the tag.
    ///
    /// # Panics
    /// If the memory is not HDM-DB or one of the lines is being snooped.
    pub fn back_invalidate(&mut self, opcode: S2mBiSnpOpcode, address: u64) -> u16 {
        assert_eq!(self.config.coherence, Coherence::DeviceBackInvalidate, "only HDM-DB has back-invalidate snoops");
        let tag = self.snoops.iter().position(Option::is_none).unwrap_or(self.snoops.len());
        let snoop = S2mBiSnp { opcode, tag: tag as u16, address };
        assert!(!snoop.lines().any(|line| self.is_snooped(line)), "a line of {address:#x} is being snooped");
        if tag == self.snoops.len() {
            self.snoops.push(None);
        }
        self.snoops[tag] = Some(Snooped { snoop, answered: false });
        self.snoops_to_send.push_back(snoop);
        snoop.tag
    }

    /// Whether a back-invalidate snoop of a line is under way.
    pub fn is_snooped(&self, line: u64) -> bool {
        self.snoops.iter().flatten().any(|snooped| snooped.snoop.lines().any(|other| other == line))
    }

    /// The next snoop that was answered.
    pub fn snoop_done(&mut self) -> Option<(S2mBiSnp, M2sBiRspOpcode)> {
        self.snoops_done.pop_front()
    }

    /// Lets the host have the lines of an answered snoop again.
    ///
    /// # Errors
    /// [`EndpointError::Device`] if the snoop is not answered; others as [`step`](Self::step).
    pub fn release(&mut self, now: Time, tag: u16) -> Result<(), EndpointError> {
        match self.snoops.get_mut(usize::from(tag)) {
            Some(snooped @ Some(Snooped { answered: true, .. })) => *snooped = None,
            _ => return Err(EndpointError::Device(format!("no answered back-invalidate snoop has tag {tag}"))),
        }
        self.serve_held(now)
    }

    /// Requests that wait for a window or a snoop.
    pub fn held(&self) -> usize {
        self.held.len()
    }

    fn dpa(&self, address: u64) -> u64 {
        address.wrapping_sub(self.config.base)
    }

    fn must_wait(&self, request: &M2sReq) -> bool {
        let dpa = self.dpa(request.address);
        let reads = matches!(request.opcode, M2sReqOpcode::MemRd | M2sReqOpcode::MemRdData);
        (reads && self.closed.iter().any(|range| range.contains(&dpa)))
            || (self.snoops.iter().any(Option::is_some) && self.is_snooped(request.address))
    }

    fn serve_held(&mut self, now: Time) -> Result<(), EndpointError> {
        for _ in 0..self.held.len() {
            let request = self.held.pop_front().expect("counted");
            if self.must_wait(&request) {
                self.held.push_back(request);
            } else {
                self.serve(now, &request)?;
            }
        }
        Ok(())
    }

    fn ndr(&mut self, at: Time, opcode: S2mNdrOpcode, tag: u16, written: Option<u64>) {
        let dev_load = self.memory.load(at);
        self.last_ndr = self.last_ndr.max(at);
        let message = Message::S2mNdr(S2mNdr { opcode, tag, dev_load });
        self.answers.push(at, Answer { message, written });
    }

    fn serve(&mut self, now: Time, request: &M2sReq) -> Result<(), EndpointError> {
        let reads = match request.opcode {
            M2sReqOpcode::MemRd | M2sReqOpcode::MemRdData => true,
            M2sReqOpcode::MemInv | M2sReqOpcode::MemInvNT | M2sReqOpcode::MemClnEvct => false,
            M2sReqOpcode::MemSpecRd => return Ok(()),
            M2sReqOpcode::MemRdFwd | M2sReqOpcode::MemWrFwd => {
                let message = Message::M2sReq(*request);
                return Err(EndpointError::unexpected(&message, "this memory has asked for nothing"));
            }
        };
        let done = if reads { self.memory.read_done(now) } else { now };
        if reads {
            let (opcode, data, poison) = match self.memory.read(self.dpa(request.address)) {
                Some((data, poison)) => (S2mDrsOpcode::MemData, data, poison),
                None => (S2mDrsOpcode::MemDataNxm, [0xff; LINE_BYTES as usize], false),
            };
            let dev_load = self.memory.load(now);
            let message = Message::S2mDrs(S2mDrs { opcode, tag: request.tag, poison, dev_load, data });
            self.answers.push(done, Answer { message, written: None });
        }
        let tracked = self.config.coherence.device_tracks();
        if tracked || !reads {
            let opcode = match (request.opcode, request.meta_field, request.meta_value) {
                (M2sReqOpcode::MemRdData, ..) => S2mNdrOpcode::CmpS,
                (M2sReqOpcode::MemClnEvct, ..) | (_, MetaField::NoOp, _) | (.., MetaValue::Invalid) => {
                    S2mNdrOpcode::Cmp
                }
                (.., MetaValue::Shared) => S2mNdrOpcode::CmpS,
                (.., MetaValue::Any) => S2mNdrOpcode::CmpE,
            };
            let keeps = matches!(opcode, S2mNdrOpcode::CmpS | S2mNdrOpcode::CmpE);
            if keeps && self.config.coherence == Coherence::DeviceBackInvalidate {
                self.kept.insert(self.dpa(request.address));
            }
            self.ndr(done, opcode, request.tag, None);
        }
        Ok(())
    }

    fn serve_write(&mut self, now: Time, request: &M2sRwd) -> Result<(), EndpointError> {
        if request.opcode == M2sRwdOpcode::BiConflict {
            let at = self.last_ndr.max(now);
            self.ndr(at, S2mNdrOpcode::BiConflictAck, request.tag, None);
            return Ok(());
        }
        let dpa = self.dpa(request.address);
        let is_there =
            !self.refuses_writes && self.memory.write(dpa, &request.data, request.byte_enable, request.poison);
        let done = self.memory.write_done(now);
        self.ndr(done, S2mNdrOpcode::Cmp, request.tag, is_there.then_some(dpa));
        Ok(())
    }
}

/// A memory expander without logic of its own (Type 3).
#[derive(Debug)]
pub struct Expander {
    server: MemoryServer,
}

impl Expander {
    /// A memory, all zero.
    pub fn new(config: HdmConfig) -> Self {
        Self { server: MemoryServer::new(config) }
    }

    /// What serves its requests.
    pub fn server(&self) -> &MemoryServer {
        &self.server
    }

    /// What serves its requests.
    pub fn server_mut(&mut self) -> &mut MemoryServer {
        &mut self.server
    }

    /// The line at a device address, without time.
    pub fn line(&self, dpa: u64) -> Option<Line> {
        self.server.memory.read(dpa).map(|(data, _)| data)
    }
}

impl Endpoint for Expander {
    fn next_tick(&self) -> Option<Time> {
        self.server.next_tick()
    }

    fn tick(&mut self, now: Time, port: &mut Port) -> Result<(), EndpointError> {
        self.server.step(now, port)?;
        self.server.written.clear();
        if let Some(&message) = port.peek(Channel::IoDown) {
            return Err(EndpointError::unexpected(&message, "the expander has no registers"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{ALL_BYTES, Direction};
    use crate::wire::SnpType;

    const BASE: u64 = 0x10_0000;

    fn expander(coherence: Coherence) -> (Expander, Port) {
        let memory =
            MemoryConfig { size: 4096, read_latency: Time::ns(100), write_latency: Time::ns(300), bytes_per_second: 0 };
        let port = Port::new(Direction::Upstream, [8; Channel::COUNT]);
        (Expander::new(HdmConfig { base: BASE, coherence, memory }), port)
    }

    fn request(opcode: M2sReqOpcode, tag: u16, address: u64) -> Message {
        let (meta_field, meta_value) = (MetaField::Meta0State, MetaValue::Any);
        Message::M2sReq(M2sReq { opcode, snp_type: SnpType::SnpInv, meta_field, meta_value, tag, address })
    }

    fn write(opcode: M2sRwdOpcode, tag: u16, address: u64, byte_enable: u64, poison: bool) -> Message {
        let (snp_type, meta_field, meta_value) = (SnpType::NoOp, MetaField::NoOp, MetaValue::Invalid);
        let data = [tag as u8; 64];
        Message::M2sRwd(M2sRwd { opcode, snp_type, meta_field, meta_value, tag, address, poison, byte_enable, data })
    }

    /// What is answered, and when.
    fn answers(device: &mut Expander, port: &mut Port, messages: &[Message]) -> Vec<(u64, Message)> {
        messages.iter().for_each(|&message| port.deliver(message));
        let (mut now, mut answers) = (Time::ZERO, Vec::new());
        loop {
            device.tick(now, port).unwrap();
            answers.extend(port.drain_sent().map(|message| (now.0 / 1000, message)));
            match device.next_tick() {
                Some(time) => now = time,
                None => return answers,
            }
        }
    }

    fn summary(answers: &[(u64, Message)]) -> Vec<(u64, &'static str, u16)> {
        answers.iter().map(|(time, message)| (*time, message.opcode(), message.tag().unwrap())).collect()
    }

    #[test]
    fn requests_have_the_answers_of_their_kind_of_memory() {
        let messages = [
            request(M2sReqOpcode::MemRd, 1, BASE),
            request(M2sReqOpcode::MemRdData, 2, BASE),
            request(M2sReqOpcode::MemInv, 3, BASE),
            request(M2sReqOpcode::MemSpecRd, 4, BASE),
            request(M2sReqOpcode::MemClnEvct, 5, BASE),
            write(M2sRwdOpcode::MemWr, 6, BASE + 64, ALL_BYTES, false),
        ];
        let (mut device, mut port) = expander(Coherence::HostOnly);
        let seen = answers(&mut device, &mut port, &messages);
        let expected = [(0, "Cmp-E", 3), (0, "Cmp", 5), (100, "MemData", 1), (100, "MemData", 2), (300, "Cmp", 6)];
        assert_eq!(summary(&seen), expected);
        let (mut device, mut port) = expander(Coherence::DeviceBackInvalidate);
        let mut seen = summary(&answers(&mut device, &mut port, &messages));
        seen.sort_unstable();
        let mut expected = [&expected[..], &[(100, "Cmp-E", 1), (100, "Cmp-S", 2)]].concat();
        expected.sort_unstable();
        assert_eq!(seen, expected);
    }

    #[test]
    fn bytes_poison_and_missing_memory_are_told() {
        let (mut device, mut port) = expander(Coherence::HostOnly);
        let messages = [
            write(M2sRwdOpcode::MemWrPtl, 7, BASE, 0b10, false),
            write(M2sRwdOpcode::MemWr, 8, BASE + 64, ALL_BYTES, true),
            write(M2sRwdOpcode::MemWr, 9, BASE + 4096, ALL_BYTES, false),
        ];
        answers(&mut device, &mut port, &messages);
        let read = |tag, address| request(M2sReqOpcode::MemRd, tag, address);
        let reads = [read(1, BASE), read(2, BASE + 64), read(3, BASE + 4096)];
        let seen = answers(&mut device, &mut port, &reads);
        let data: Vec<_> = seen
            .iter()
            .map(|(_, message)| match message {
                Message::S2mDrs(drs) => (drs.opcode, drs.poison, drs.data[..2].to_vec()),
                other => panic!("{other}"),
            })
            .collect();
        let expected = [
            (S2mDrsOpcode::MemData, false, vec![0, 7]),
            (S2mDrsOpcode::MemData, true, vec![8, 8]),
            (S2mDrsOpcode::MemDataNxm, false, vec![0xff, 0xff]),
        ];
        assert_eq!(data, expected);
    }

    #[test]
    fn a_snooped_line_waits_and_a_conflict_is_acknowledged_behind_cmp() {
        let (mut device, mut port) = expander(Coherence::DeviceBackInvalidate);
        let before = [write(M2sRwdOpcode::MemWr, 1, BASE, ALL_BYTES, false)];
        before.iter().for_each(|&message| port.deliver(message));
        device.tick(Time::ZERO, &mut port).unwrap();
        let tag = device.server_mut().back_invalidate(S2mBiSnpOpcode::BiSnpInv, BASE);
        let messages =
            [request(M2sReqOpcode::MemRd, 2, BASE), write(M2sRwdOpcode::BiConflict, 3, BASE, ALL_BYTES, false)];
        let seen = summary(&answers(&mut device, &mut port, &messages));
        assert_eq!(seen, [(0, "BISnpInv", tag), (300, "Cmp", 1), (300, "BI-ConflictAck", 3)]);
        assert_eq!(device.server().held(), 1);
        let answer = crate::message::M2sBiRsp { opcode: M2sBiRspOpcode::BiRspI, tag, low_address: 0 };
        assert!(device.server_mut().release(Time::ZERO, tag).is_err(), "not answered yet");
        let seen = summary(&answers(&mut device, &mut port, &[Message::M2sBiRsp(answer)]));
        assert_eq!((seen, device.server().held()), (vec![], 1));
        assert!(device.server_mut().snoop_done().is_some());
        device.server_mut().release(Time::ZERO, tag).unwrap();
        let seen = summary(&answers(&mut device, &mut port, &[]));
        assert_eq!(seen, [(100, "Cmp-E", 2), (100, "MemData", 2)]);
    }
}

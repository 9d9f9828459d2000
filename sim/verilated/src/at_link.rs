//! A design whose own channels are at the end of a link.

use std::collections::{HashMap, VecDeque};

use emberlane_drivers::TransportError;
use emberlane_fabric::message::{
    ALL_BYTES, Channel, D2hData, D2hReq, D2hRsp, H2dData, H2dReq, H2dRsp, Io, M2sBiRsp, M2sReq, M2sRwd, Message,
    S2mBiSnp, S2mDrs, S2mNdr,
};
use emberlane_fabric::port::{EndpointError, Port};
use emberlane_fabric::time::Time;
use emberlane_registers::REGISTER_BYTES;
use emberlane_registers::cxl::{
    DevLoad, H2dRspOpcode, M2sBiRspOpcode, M2sReqOpcode, M2sRwdOpcode, MetaField, MetaValue, S2mBiSnpOpcode,
    S2mNdrOpcode, SnpType,
};

use crate::CLOCK_PERIOD_PS;
use crate::axi::{LiteAnswer, Response, line, line_bytes};
use crate::cxl::{
    BackInvalidateHost, CacheAnswer, CacheData, CacheRequest, CxlCacheHost, CxlMemHost, MemRequest, MemSnoop,
    MemSnoopAnswer, MemWrite, PulledLine, Snoop, SnoopAnswer, WriteMeta,
};

/// Cycles for which the clock runs on after the design has begun to wait: longer than a register write takes to
/// begin something, and than the count that a register write asks for takes to be read.
const IDLE_CYCLES: u64 = 64;

/// A device that has a clock, registers, and channels of CXL.
pub(crate) trait Channels {
    /// Bytes of the registers.
    const REGISTERS: u64;

    /// The host's sides of CXL.mem and CXL.cache. What is queued there moves when the clock runs.
    fn channels(&mut self) -> (&mut CxlMemHost, &mut CxlCacheHost);

    /// The host's side of back-invalidation, if the device has it.
    fn back_invalidate(&mut self) -> Option<&mut BackInvalidateHost>;

    /// Begins to read a register; [`clock`](Self::clock) returns the answer in the cycle in which it comes.
    fn start_read(&mut self, offset: u64);

    /// The same for a write.
    fn start_write(&mut self, offset: u64, value: u64);

    /// One clock cycle.
    fn clock(&mut self) -> Result<Option<LiteAnswer>, TransportError>;

    /// Whether in the last cycle only the host or a peer could bring the device further.
    fn waits(&self) -> bool;

    /// The host has been given the line at an HPA to keep.
    fn keeps(&mut self, _address: u64) {}

    /// It has given the line up.
    fn gives_up(&mut self, _address: u64) {}
}

/// A device whose channels are at the end of a link, clocked by the fabric's time.
///
/// Messages go to the design's channels as they come, one a cycle and channel; what the design does not take keeps its credit. CXL.io accesses
/// of 8 bytes go to the registers.
///
/// The clock stands while nothing is under way: when the design says that only the host or a peer can bring it further,
/// and nothing has come for a while. So a device that waits costs no simulation, and its counters of cycles do not count that time.
pub(crate) struct AtLink<D> {
    pub(crate) device: D,
    /// Host physical address of register 0.
    pub(crate) bar: u64,
    next_edge: Time,
    /// Answers with and without data that the device owes.
    owed: (u64, u64),
    /// Answers to snoops that it owes.
    owed_responses: u64,
    /// Lines that are asked for, by tag, and whether the host keeps one when it hears that it is done.
    asked: HashMap<u16, (u64, bool)>,
    /// Lines that the device snoops, by tag.
    snooped: HashMap<u16, MemSnoop>,
    /// The access to a register under way: the tag of a read.
    access: Option<Option<u16>>,
    completions: VecDeque<Io>,
    /// Cycles for which the clock runs on though the design waits.
    idle_left: u64,
    arrived: bool,
}

impl<D: Channels> AtLink<D> {
    /// A device, after its reset, whose registers begin at the HPA `bar`.
    pub(crate) fn new(device: D, bar: u64) -> Self {
        Self {
            device,
            bar,
            next_edge: Time::ZERO,
            owed: (0, 0),
            owed_responses: 0,
            asked: HashMap::new(),
            snooped: HashMap::new(),
            access: None,
            completions: VecDeque::new(),
            idle_left: 0,
            arrived: false,
        }
    }

    fn busy(&self) -> bool {
        self.owed != (0, 0)
            || self.owed_responses > 0
            || !self.snooped.is_empty()
            || self.access.is_some()
            || self.idle_left > 0
            || self.arrived
    }

    /// The next edge of the clock, while it runs.
    pub(crate) fn next_tick(&self) -> Option<Time> {
        self.busy().then_some(self.next_edge)
    }

    /// A clock cycle, if one is due.
    pub(crate) fn tick(&mut self, now: Time, port: &mut Port) -> Result<(), EndpointError> {
        let period = CLOCK_PERIOD_PS;
        if self.next_edge < now {
            // The clock stood: it goes on at the next multiple of its period.
            self.next_edge = Time(now.0.div_ceil(period) * period);
        }
        if now >= self.next_edge && (self.busy() || port.untaken().next().is_some()) {
            self.cycle(port)?;
            self.next_edge = now + Time(period);
        }
        let (_, cache) = self.device.channels();
        let queued = cache.waiting() != (0, 0, 0);
        self.arrived = port.untaken().next().is_some() || queued || !self.completions.is_empty();
        Ok(())
    }

    fn cycle(&mut self, port: &mut Port) -> Result<(), EndpointError> {
        let before = port.untaken().count();
        self.take_accesses(port)?;
        self.take_cache(port);
        self.take_memory(port)?;
        let came = port.untaken().count() < before;
        let room = |channel| usize::from(port.can_send(channel));
        let (mem, cache) = self.device.channels();
        mem.set_room(room(Channel::S2mNdr), room(Channel::S2mDrs));
        cache.set_room([Channel::D2hReq, Channel::D2hRsp, Channel::D2hData].map(room));
        if let Some(snoops) = self.device.back_invalidate() {
            snoops.set_room(room(Channel::S2mBiSnp));
        }
        let answer = self.device.clock().map_err(|error| EndpointError::Device(error.to_string()))?;
        if let Some(LiteAnswer { data, response }) = answer
            && let Some(Some(tag)) = self.access.take()
        {
            let data = (response == Response::Okay).then_some(data);
            self.completions.push_back(Io::Cpl { tag, data });
        }
        self.send(port)?;
        self.idle_left = if self.device.waits() && !came { self.idle_left.saturating_sub(1) } else { IDLE_CYCLES };
        Ok(())
    }

    /// Begins an access to a register, if none is under way.
    fn take_accesses(&mut self, port: &mut Port) -> Result<(), EndpointError> {
        if self.access.is_some() {
            return Ok(());
        }
        let Some(message) = port.take(Channel::IoDown) else { return Ok(()) };
        let Message::IoDown(io) = message else { return Err(EndpointError::unexpected(&message, "not CXL.io")) };
        let (address, bytes) = match io {
            Io::MRd { address, bytes, .. } | Io::MWr { address, bytes, .. } => (address, bytes),
            Io::Cpl { .. } => return Err(EndpointError::unexpected(&message, "the device has read nothing")),
        };
        let offset = address.wrapping_sub(self.bar);
        let there = bytes == 8 && offset.is_multiple_of(REGISTER_BYTES) && offset < D::REGISTERS;
        match io {
            Io::MRd { tag, .. } if !there => self.completions.push_back(Io::Cpl { tag, data: None }),
            Io::MRd { tag, .. } => {
                self.device.start_read(offset);
                self.access = Some(Some(tag));
            }
            Io::MWr { data, .. } if there => {
                self.device.start_write(offset, data);
                self.access = Some(None);
            }
            // A posted write to where nothing is has no answer.
            Io::MWr { .. } | Io::Cpl { .. } => {}
        }
        Ok(())
    }

    /// What came for CXL.cache, as far as the design's pins are free.
    fn take_cache(&mut self, port: &mut Port) {
        let (_, cache) = self.device.channels();
        let (snoops, answers, lines) = cache.waiting();
        if snoops == 0
            && let Some(Message::H2dReq(H2dReq { opcode, uqid, address })) = port.take(Channel::H2dReq)
        {
            self.owed_responses += 1;
            cache.snoop(Snoop { opcode, uqid, address });
        }
        if answers == 0
            && let Some(Message::H2dRsp(H2dRsp { opcode, state, uqid, cqid })) = port.take(Channel::H2dRsp)
        {
            let pulls = !matches!(opcode, H2dRspOpcode::Go | H2dRspOpcode::FastGo | H2dRspOpcode::ExtCmp);
            let rsp_data = if pulls { uqid } else { u16::from(state.code()) };
            cache.answer(CacheAnswer { opcode, rsp_data, cqid });
        }
        if lines == 0
            && let Some(Message::H2dData(H2dData { cqid, go_err, poison, data })) = port.take(Channel::H2dData)
        {
            cache.data(CacheData { cqid, go_err, poison, data: line(&data) });
        }
    }

    /// What came for CXL.mem, as far as the design's pins are free.
    fn take_memory(&mut self, port: &mut Port) -> Result<(), EndpointError> {
        let (mem, _) = self.device.channels();
        let (requests, writes) = mem.waiting();
        if writes == 0
            && let Some(message) = port.take(Channel::M2sRwd)
            && let Message::M2sRwd(write) = message
        {
            self.take_write(&message, write)?;
        }
        let (mem, _) = self.device.channels();
        if requests == 0
            && let Some(Message::M2sReq(request)) = port.take(Channel::M2sReq)
        {
            let M2sReq { opcode, snp_type, meta_field, meta_value, tag, address } = request;
            mem.request(MemRequest { opcode, snp_type, meta_field, meta_value, tag, address });
            self.expect_answers_to(&request);
        }
        if self.device.back_invalidate().is_some_and(|snoops| snoops.waiting() > 0) {
            return Ok(());
        }
        let Some(message) = port.take(Channel::M2sBiRsp) else { return Ok(()) };
        let Message::M2sBiRsp(M2sBiRsp { opcode, tag, .. }) = message else { return Ok(()) };
        let (Some(snoop), Some(snoops)) = (self.snooped.remove(&tag), self.device.back_invalidate()) else {
            return Err(EndpointError::unexpected(&message, "the device has sent no such back-invalidate snoop"));
        };
        if snoop.opcode == S2mBiSnpOpcode::BiSnpInv && opcode != M2sBiRspOpcode::BiRspI {
            return Err(EndpointError::unexpected(&message, "the host keeps what BISnpInv takes from it"));
        }
        snoops.answer(MemSnoopAnswer { opcode, tag });
        if opcode == M2sBiRspOpcode::BiRspI {
            self.device.gives_up(snoop.address);
        }
        Ok(())
    }

    fn take_write(&mut self, message: &Message, write: M2sRwd) -> Result<(), EndpointError> {
        let M2sRwd { opcode, snp_type, meta_field, meta_value, tag, address, poison, byte_enable, data } = write;
        match opcode {
            // Its answer has a tag of the snoops.
            M2sRwdOpcode::BiConflict if self.device.back_invalidate().is_some() => {}
            M2sRwdOpcode::BiConflict => {
                return Err(EndpointError::unexpected(message, "the device has sent no back-invalidate snoop"));
            }
            _ => {
                let keeps = meta_field == MetaField::Meta0State && meta_value != MetaValue::Invalid;
                self.asked.insert(tag, (address, keeps));
            }
        }
        self.owed.1 += 1;
        let meta = WriteMeta { snp_type, field: meta_field, value: meta_value };
        let (mem, _) = self.device.channels();
        mem.write(MemWrite { opcode, meta, tag, address, poison, enabled: byte_enable, data: line(&data) });
        Ok(())
    }

    fn expect_answers_to(&mut self, request: &M2sReq) {
        let (lines, done) = match request.opcode {
            M2sReqOpcode::MemRd | M2sReqOpcode::MemRdData => (1, u64::from(request.snp_type != SnpType::NoOp)),
            M2sReqOpcode::MemInv | M2sReqOpcode::MemInvNT | M2sReqOpcode::MemClnEvct => (0, 1),
            M2sReqOpcode::MemSpecRd | M2sReqOpcode::MemRdFwd | M2sReqOpcode::MemWrFwd => (0, 0),
        };
        self.owed = (self.owed.0 + lines, self.owed.1 + done);
        // Cmp-S and Cmp-E say that it is kept.
        self.asked.insert(request.tag, (request.address, false));
    }

    /// What the design has sent in this cycle: no more than there are credits for.
    fn send(&mut self, port: &mut Port) -> Result<(), EndpointError> {
        while let Some(answer) = self.device.channels().0.take_line() {
            self.owed.0 -= 1;
            let (opcode, tag, poison, data) = (answer.opcode, answer.tag, answer.poison, line_bytes(&answer.data));
            port.send(Message::S2mDrs(S2mDrs { opcode, tag, poison, dev_load: DevLoad::Light, data }))?;
        }
        while let Some(done) = self.device.channels().0.take_done() {
            self.owed.1 -= 1;
            let asked = self.asked.get(&done.tag).copied();
            let keeps = match done.opcode {
                S2mNdrOpcode::CmpS | S2mNdrOpcode::CmpE => asked,
                S2mNdrOpcode::Cmp => asked.filter(|(_, keeps)| *keeps),
                _ => None,
            };
            if let Some((address, _)) = keeps {
                self.device.keeps(address);
            }
            port.send(Message::S2mNdr(S2mNdr { opcode: done.opcode, tag: done.tag, dev_load: DevLoad::Light }))?;
        }
        let (_, cache) = self.device.channels();
        while let Some(CacheRequest { opcode, cqid, address }) = cache.take_request() {
            port.send(Message::D2hReq(D2hReq { opcode, cqid, address }))?;
        }
        while let Some(SnoopAnswer { opcode, uqid }) = cache.take_response() {
            self.owed_responses -= 1;
            port.send(Message::D2hRsp(D2hRsp { opcode, uqid }))?;
        }
        while let Some(PulledLine { uqid, poison, data }) = cache.take_line() {
            let data = line_bytes(&data);
            port.send(Message::D2hData(D2hData { uqid, bogus: false, poison, byte_enable: ALL_BYTES, data }))?;
        }
        while let Some(snoop) = self.device.back_invalidate().and_then(BackInvalidateHost::take_snoop) {
            if self.snooped.insert(snoop.tag, snoop).is_some() {
                let why = format!("it snoops by {snoop:?}, whose tag is that of another snoop under way");
                return Err(EndpointError::Device(why));
            }
            port.send(Message::S2mBiSnp(S2mBiSnp { opcode: snoop.opcode, tag: snoop.tag, address: snoop.address }))?;
        }
        while !self.completions.is_empty() && port.can_send(Channel::IoUp) {
            port.send(Message::IoUp(self.completions.pop_front().expect("there is one")))?;
        }
        Ok(())
    }
}

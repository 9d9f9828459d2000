//! The RTL as a device of the fabric.

use emberlane_drivers::TransportError;
use emberlane_fabric::message::{
    ALL_BYTES, Channel, D2hData, D2hReq, D2hRsp, H2dData, H2dReq, H2dRsp, Io, M2sReq, M2sRwd, Message, S2mDrs, S2mNdr,
};
use emberlane_fabric::port::{Endpoint, EndpointError, Port};
use emberlane_fabric::time::Time;
use emberlane_models::cxl::{CxlMemEndpoint, Finished, OverCxl};
use emberlane_models::power_loss::{Image, RecordedWrite};
use emberlane_registers::cxl::{DevLoad, H2dRspOpcode, M2sReqOpcode, M2sRwdOpcode, SnpType};
use emberlane_registers::cxl_mem::MAP;

use crate::axi::{LiteAnswer, Response, line, line_bytes};
use crate::cxl::{CacheAnswer, CacheData, CacheRequest, MemRequest, MemWrite, PulledLine, Snoop, SnoopAnswer};
use crate::{CLOCK_PERIOD_PS, RtlCxlMem};

/// Cycles for which the clock runs on after the design has begun to wait: longer than a register write takes to
/// begin a job.
const IDLE_CYCLES: u64 = 64;

/// CXL-MEM's RTL at the end of a link, clocked by the fabric's time.
///
/// CXL.mem messages go to the design's channels as they come, one a cycle and channel; what the design does not take keeps
/// its credit. CXL.io accesses of 8 bytes go to the registers.
///
/// The clock stands while nothing is under way: when the design says that only the host or a peer can bring it further,
/// and nothing has come for a while. So a job that waits for its gradients costs no simulation, and counters of
/// cycles do not count that time.
pub struct RtlEndpoint {
    device: RtlCxlMem,
    /// Host physical address of register 0.
    bar: u64,
    next_edge: Time,
    /// Answers with and without data that the device owes.
    owed: (u64, u64),
    /// Answers to snoops that it owes.
    owed_responses: u64,
    /// The access to a register under way: the tag of a read.
    access: Option<Option<u16>>,
    completions: std::collections::VecDeque<Io>,
    /// Cycles for which the clock runs on though the design waits.
    idle_left: u64,
    arrived: bool,
}

/// CXL-MEM's RTL in a fabric: the host's accesses are CXL.io and CXL.mem transactions over a link, and take its time.
pub type RtlOverCxl = OverCxl<RtlEndpoint>;

impl RtlEndpoint {
    /// A device whose registers begin at the host physical address `bar`.
    #[must_use]
    pub fn new(device: RtlCxlMem, bar: u64) -> Self {
        Self {
            device,
            bar,
            next_edge: Time::ZERO,
            owed: (0, 0),
            owed_responses: 0,
            access: None,
            completions: std::collections::VecDeque::new(),
            idle_left: 0,
            arrived: false,
        }
    }

    /// The device, taken off the link; what is under way is forgotten when it is reset.
    #[must_use]
    pub fn into_device(self) -> RtlCxlMem {
        self.device
    }

    fn busy(&self) -> bool {
        self.owed != (0, 0) || self.owed_responses > 0 || self.access.is_some() || self.idle_left > 0 || self.arrived
    }

    /// Takes what came, as far as the design's pins are free.
    fn take(&mut self, port: &mut Port) -> Result<(), EndpointError> {
        let (requests, writes) = self.device.cxl_mem().waiting();
        if requests == 0
            && let Some(Message::M2sReq(request)) = port.take(Channel::M2sReq)
        {
            self.expect_answers_to(&request);
            let M2sReq { opcode, snp_type, meta_field, meta_value, tag, address } = request;
            self.device.cxl_mem().request(MemRequest { opcode, snp_type, meta_field, meta_value, tag, address });
        }
        if writes == 0
            && let Some(Message::M2sRwd(write)) = port.take(Channel::M2sRwd)
        {
            let M2sRwd { opcode, tag, address, poison, byte_enable, data, .. } = write;
            self.owed.1 += u64::from(opcode != M2sRwdOpcode::BiConflict);
            let data = line(&data);
            self.device.cxl_mem().write(MemWrite { opcode, tag, address, poison, enabled: byte_enable, data });
        }
        if self.access.is_none()
            && let Some(message) = port.take(Channel::IoDown)
        {
            let Message::IoDown(io) = message else { return Err(EndpointError::unexpected(&message, "not CXL.io")) };
            self.begin(&message, io)?;
        }
        let (snoops, answers, lines) = self.device.cxl_cache().waiting();
        if snoops == 0
            && let Some(Message::H2dReq(H2dReq { opcode, uqid, address })) = port.take(Channel::H2dReq)
        {
            self.owed_responses += 1;
            self.device.cxl_cache().snoop(Snoop { opcode, uqid, address });
        }
        if answers == 0
            && let Some(Message::H2dRsp(H2dRsp { opcode, state, uqid, cqid })) = port.take(Channel::H2dRsp)
        {
            let pulls = !matches!(opcode, H2dRspOpcode::Go | H2dRspOpcode::FastGo | H2dRspOpcode::ExtCmp);
            let rsp_data = if pulls { uqid } else { u16::from(state.code()) };
            self.device.cxl_cache().answer(CacheAnswer { opcode, rsp_data, cqid });
        }
        if lines == 0
            && let Some(Message::H2dData(H2dData { cqid, go_err, poison, data })) = port.take(Channel::H2dData)
        {
            self.device.cxl_cache().data(CacheData { cqid, go_err, poison, data: line(&data) });
        }
        if let Some(message) = port.take(Channel::M2sBiRsp) {
            return Err(EndpointError::unexpected(&message, "the device has sent no back-invalidate snoop"));
        }
        Ok(())
    }

    fn expect_answers_to(&mut self, request: &M2sReq) {
        let (lines, done) = match request.opcode {
            M2sReqOpcode::MemRd | M2sReqOpcode::MemRdData => (1, u64::from(request.snp_type != SnpType::NoOp)),
            M2sReqOpcode::MemInv | M2sReqOpcode::MemInvNT | M2sReqOpcode::MemClnEvct => (0, 1),
            M2sReqOpcode::MemSpecRd | M2sReqOpcode::MemRdFwd | M2sReqOpcode::MemWrFwd => (0, 0),
        };
        self.owed = (self.owed.0 + lines, self.owed.1 + done);
    }

    /// Begins an access to a register.
    fn begin(&mut self, message: &Message, io: Io) -> Result<(), EndpointError> {
        let (address, bytes) = match io {
            Io::MRd { address, bytes, .. } | Io::MWr { address, bytes, .. } => (address, bytes),
            Io::Cpl { .. } => return Err(EndpointError::unexpected(message, "the device has read nothing")),
        };
        let offset = address.wrapping_sub(self.bar);
        let there = bytes == 8 && offset.is_multiple_of(8) && offset < MAP.bytes;
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

    /// A clock cycle.
    fn cycle(&mut self, port: &mut Port) -> Result<(), EndpointError> {
        let before = port.untaken().count();
        self.take(port)?;
        let came = port.untaken().count() < before;
        let (lines, done) = (port.can_send(Channel::S2mDrs), port.can_send(Channel::S2mNdr));
        self.device.cxl_mem().set_room(done.into(), lines.into());
        let room = [Channel::D2hReq, Channel::D2hRsp, Channel::D2hData].map(|channel| port.can_send(channel).into());
        self.device.cxl_cache().set_room(room);
        let answer = self.device.clock().map_err(|error| EndpointError::Device(error.to_string()))?;
        if let Some(LiteAnswer { data, response }) = answer
            && let Some(Some(tag)) = self.access.take()
        {
            let data = (response == Response::Okay).then_some(data);
            self.completions.push_back(Io::Cpl { tag, data });
        }
        while let Some(line) = self.device.cxl_mem().take_line() {
            self.owed.0 -= 1;
            let (opcode, tag, poison) = (line.opcode, line.tag, line.poison);
            port.send(Message::S2mDrs(S2mDrs {
                opcode,
                tag,
                poison,
                dev_load: DevLoad::Light,
                data: line_bytes(&line.data),
            }))?;
        }
        while let Some(done) = self.device.cxl_mem().take_done() {
            self.owed.1 -= 1;
            port.send(Message::S2mNdr(S2mNdr { opcode: done.opcode, tag: done.tag, dev_load: DevLoad::Light }))?;
        }
        while let Some(CacheRequest { opcode, cqid, address }) = self.device.cxl_cache().take_request() {
            port.send(Message::D2hReq(D2hReq { opcode, cqid, address }))?;
        }
        while let Some(SnoopAnswer { opcode, uqid }) = self.device.cxl_cache().take_response() {
            self.owed_responses -= 1;
            port.send(Message::D2hRsp(D2hRsp { opcode, uqid }))?;
        }
        while let Some(PulledLine { uqid, poison, data }) = self.device.cxl_cache().take_line() {
            let data = line_bytes(&data);
            port.send(Message::D2hData(D2hData { uqid, bogus: false, poison, byte_enable: ALL_BYTES, data }))?;
        }
        while !self.completions.is_empty() && port.can_send(Channel::IoUp) {
            port.send(Message::IoUp(self.completions.pop_front().expect("there is one")))?;
        }
        self.idle_left = if self.device.waiting() && !came { self.idle_left.saturating_sub(1) } else { IDLE_CYCLES };
        Ok(())
    }
}

impl CxlMemEndpoint for RtlEndpoint {
    type Device = RtlCxlMem;

    fn name(&self) -> &str {
        self.device.name()
    }

    fn bar(&self) -> u64 {
        self.bar
    }

    fn persistent_bytes(&self) -> u64 {
        self.device.persistent_bytes()
    }

    /// The device. Its memory can be looked at; letting its clock run here takes it out of the fabric's time.
    fn device(&mut self) -> &mut RtlCxlMem {
        &mut self.device
    }

    fn interrupt(&self) -> bool {
        self.device.interrupt()
    }

    fn finished(&self) -> Finished {
        self.device.finished()
    }

    fn cycle(&self) -> u64 {
        self.device.cycles()
    }

    fn record_writes(&mut self) {
        self.device.record_writes();
    }

    fn recorded_writes(&mut self) -> Vec<RecordedWrite> {
        self.device.recorded_writes().to_vec()
    }

    fn persistent_image(&mut self) -> Result<Image, TransportError> {
        Ok(self.device.persistent_image())
    }
}

impl Endpoint for RtlEndpoint {
    fn next_tick(&self) -> Option<Time> {
        self.busy().then_some(self.next_edge)
    }

    fn tick(&mut self, now: Time, port: &mut Port) -> Result<(), EndpointError> {
        let period = CLOCK_PERIOD_PS;
        if self.next_edge < now {
            // The clock stood: it goes on at the next multiple of its period.
            self.next_edge = Time(now.0.div_ceil(period) * period);
        }
        if now >= self.next_edge && (self.busy() || port.untaken().next().is_some()) {
            self.cycle(port)?;
            self.next_edge = now + Time(period);
        }
        let queued = self.device.cxl_cache().waiting() != (0, 0, 0);
        self.arrived = port.untaken().next().is_some() || queued || !self.completions.is_empty();
        Ok(())
    }
}

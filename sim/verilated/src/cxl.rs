//! CXL.mem and CXL.cache of a design: their channels, and the host's side of them.

use std::collections::VecDeque;

use emberlane_registers::cxl::{
    ADDRESS_BITS, CQID_BITS, D2hReqOpcode, D2hRspOpcode, DevLoad, H2dReqOpcode, H2dRspOpcode, M2sReqOpcode,
    M2sRwdOpcode, MetaField, MetaValue, S2mDrsOpcode, S2mNdrOpcode, SnpType, TAG_BITS, UQID_BITS,
};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use crate::axi::stall::Staller;
use crate::axi::{Line, Rule, StallProfile, Violation};
use crate::{Input, Model, ModelError, Output};

/// M2S Req.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemRequest {
    /// What is asked for.
    pub opcode: M2sReqOpcode,
    /// What is asked of the device's own cache.
    pub snp_type: SnpType,
    /// Whether `meta_value` counts.
    pub meta_field: MetaField,
    /// The state that the host wants.
    pub meta_value: MetaValue,
    /// Names the answer.
    pub tag: u16,
    /// Host physical address of the line.
    pub address: u64,
}

/// M2S RwD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemWrite {
    /// What is asked for.
    pub opcode: M2sRwdOpcode,
    /// Names the answer.
    pub tag: u16,
    /// Host physical address of the line.
    pub address: u64,
    /// The data is known to be bad.
    pub poison: bool,
    /// Bytes that `MemWrPtl` writes.
    pub enabled: u64,
    /// The line.
    pub data: Line,
}

/// S2M NDR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemDone {
    /// What is answered.
    pub opcode: S2mNdrOpcode,
    /// Tag of the request.
    pub tag: u16,
}

/// S2M DRS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemLine {
    /// What is answered.
    pub opcode: S2mDrsOpcode,
    /// Tag of the request.
    pub tag: u16,
    /// The data is known to be bad.
    pub poison: bool,
    /// The line.
    pub data: Line,
}

struct Channel {
    valid: Input,
    ready: Output,
    opcode: Input,
    snp_type: Input,
    meta_field: Input,
    meta_value: Input,
    tag: Input,
    address: Input,
}

impl Channel {
    fn new(model: &Model, prefix: &str, opcode_bits: usize) -> Result<Self, ModelError> {
        let input = |name: &str, width: usize| model.input(&format!("{prefix}_{name}"), width as u32);
        Ok(Self {
            valid: input("valid", 1)?,
            ready: model.output(&format!("{prefix}_ready"), 1)?,
            opcode: input("opcode", opcode_bits)?,
            snp_type: input("snp_type", SnpType::BITS)?,
            meta_field: input("meta_field", MetaField::BITS)?,
            meta_value: input("meta_value", MetaValue::BITS)?,
            tag: input("tag", TAG_BITS)?,
            address: input("address", ADDRESS_BITS)?,
        })
    }
}

/// The CXL.mem channels of a design.
struct Ports {
    request: Channel,
    write: Channel,
    write_poison: Input,
    write_enabled: Input,
    write_data: Input,
    done_valid: Output,
    done_ready: Input,
    done_opcode: Output,
    done_tag: Output,
    line_valid: Output,
    line_ready: Input,
    line_opcode: Output,
    line_tag: Output,
    line_poison: Output,
    line_data: Output,
}

impl Ports {
    fn new(model: &Model, prefix: &str) -> Result<Self, ModelError> {
        let input = |name: &str, width: usize| model.input(&format!("{prefix}_{name}"), width as u32);
        let output = |name: &str, width: usize| model.output(&format!("{prefix}_{name}"), width as u32);
        for answer in ["s2m_ndr", "s2m_drs"] {
            output(&format!("{answer}_meta_field"), MetaField::BITS)?;
            output(&format!("{answer}_meta_value"), MetaValue::BITS)?;
            output(&format!("{answer}_dev_load"), DevLoad::BITS)?;
        }
        Ok(Self {
            request: Channel::new(model, &format!("{prefix}_m2s_req"), M2sReqOpcode::BITS)?,
            write: Channel::new(model, &format!("{prefix}_m2s_rwd"), M2sRwdOpcode::BITS)?,
            write_poison: input("m2s_rwd_poison", 1)?,
            write_enabled: input("m2s_rwd_be", 64)?,
            write_data: input("m2s_rwd_data", 512)?,
            done_valid: output("s2m_ndr_valid", 1)?,
            done_ready: input("s2m_ndr_ready", 1)?,
            done_opcode: output("s2m_ndr_opcode", S2mNdrOpcode::BITS)?,
            done_tag: output("s2m_ndr_tag", TAG_BITS)?,
            line_valid: output("s2m_drs_valid", 1)?,
            line_ready: input("s2m_drs_ready", 1)?,
            line_opcode: output("s2m_drs_opcode", S2mDrsOpcode::BITS)?,
            line_tag: output("s2m_drs_tag", TAG_BITS)?,
            line_poison: output("s2m_drs_poison", 1)?,
            line_data: output("s2m_drs_data", 512)?,
        })
    }
}

/// The host's side of CXL.mem: queues of what it asks, and of what it was answered.
///
/// What is queued is offered as soon as the stalls let it; an answer is taken while there is room for it.
pub struct CxlMemHost {
    name: String,
    ports: Ports,
    random: Pcg64Mcg,
    stallers: [Staller; 4],
    requests: VecDeque<MemRequest>,
    writes: VecDeque<MemWrite>,
    done: VecDeque<MemDone>,
    lines: VecDeque<MemLine>,
    /// Answers without and with data that may wait to be fetched.
    room: (usize, usize),
    /// What is driven in this cycle: valid of request and write, ready of done and line.
    driven: [bool; 4],
    /// Answers that waited for `ready` in the last cycle: they must be there again.
    held: (Option<MemDone>, Option<MemLine>),
}

impl CxlMemHost {
    /// The channels of `model` that begin with `prefix`.
    ///
    /// # Errors
    /// [`ModelError::NoPort`], [`ModelError::Width`].
    pub fn new(model: &Model, prefix: &str, profile: StallProfile, seed: u64) -> Result<Self, ModelError> {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let stallers = std::array::from_fn(|_| Staller::new(profile.stalls(), &mut random));
        Ok(Self {
            name: prefix.into(),
            ports: Ports::new(model, prefix)?,
            random,
            stallers,
            requests: VecDeque::new(),
            writes: VecDeque::new(),
            done: VecDeque::new(),
            lines: VecDeque::new(),
            room: (usize::MAX, usize::MAX),
            driven: [false; 4],
            held: (None, None),
        })
    }

    /// Queues a request.
    pub fn request(&mut self, request: MemRequest) {
        self.requests.push_back(request);
    }

    /// Queues a write.
    pub fn write(&mut self, write: MemWrite) {
        self.writes.push_back(write);
    }

    /// Requests and writes that the device has not taken.
    #[must_use]
    pub fn waiting(&self) -> (usize, usize) {
        (self.requests.len(), self.writes.len())
    }

    /// The oldest answer without data.
    pub fn take_done(&mut self) -> Option<MemDone> {
        self.done.pop_front()
    }

    /// The oldest answer with data.
    pub fn take_line(&mut self) -> Option<MemLine> {
        self.lines.pop_front()
    }

    /// Takes no more answers without and with data than these until some are fetched.
    pub fn set_room(&mut self, done: usize, lines: usize) {
        self.room = (done, lines);
    }

    /// Forgets all, with the device in reset.
    pub(crate) fn reset(&mut self, model: &mut Model) {
        self.requests.clear();
        self.writes.clear();
        self.done.clear();
        self.lines.clear();
        self.driven = [false; 4];
        self.held = (None, None);
        for port in [self.ports.request.valid, self.ports.write.valid, self.ports.done_ready, self.ports.line_ready] {
            model.set(port, 0);
        }
    }

    /// Drives the coming cycle of `model`.
    pub(crate) fn drive(&mut self, model: &mut Model) {
        let Self { ports, random, stallers, driven, .. } = self;
        let mut goes = |channel: usize| !stallers[channel].stalls(random);
        // What is offered stays until it is taken.
        let wishes = [
            (driven[0] || goes(0)) && !self.requests.is_empty(),
            (driven[1] || goes(1)) && !self.writes.is_empty(),
            goes(2) && self.done.len() < self.room.0,
            goes(3) && self.lines.len() < self.room.1,
        ];
        *driven = wishes;
        for (port, value) in
            [ports.request.valid, ports.write.valid, ports.done_ready, ports.line_ready].into_iter().zip(wishes)
        {
            model.set(port, value.into());
        }
        if let (true, Some(request)) = (wishes[0], self.requests.front()) {
            let channel = &ports.request;
            model.set(channel.opcode, request.opcode.code().into());
            model.set(channel.snp_type, request.snp_type.code().into());
            model.set(channel.meta_field, request.meta_field.code().into());
            model.set(channel.meta_value, request.meta_value.code().into());
            model.set(channel.tag, request.tag.into());
            model.set(channel.address, request.address >> 6 & ((1 << ADDRESS_BITS) - 1));
        }
        if let (true, Some(write)) = (wishes[1], self.writes.front()) {
            let channel = &ports.write;
            model.set(channel.opcode, write.opcode.code().into());
            model.set(channel.snp_type, SnpType::NoOp.code().into());
            model.set(channel.meta_field, MetaField::NoOp.code().into());
            model.set(channel.meta_value, 0);
            model.set(channel.tag, write.tag.into());
            model.set(channel.address, write.address >> 6 & ((1 << ADDRESS_BITS) - 1));
            model.set(ports.write_poison, write.poison.into());
            model.set(ports.write_enabled, write.enabled);
            model.set_wide(ports.write_data, &write.data);
        }
    }

    /// Looks at the cycle that [`drive`](Self::drive) drove.
    ///
    /// # Errors
    /// A reserved opcode, or an answer that was taken back.
    pub(crate) fn sample(&mut self, model: &Model) -> Result<(), Violation> {
        let violation =
            |channel, rule, detail| Violation { port: self.name.clone(), channel, rule, cycle: model.cycle(), detail };
        let ports = &self.ports;
        if self.driven[0] && model.bit(ports.request.ready) {
            self.requests.pop_front();
            self.driven[0] = false;
        }
        if self.driven[1] && model.bit(ports.write.ready) {
            self.writes.pop_front();
            self.driven[1] = false;
        }
        let mut done = None;
        if model.bit(ports.done_valid) {
            let code = model.get(ports.done_opcode) as u8;
            let opcode = S2mNdrOpcode::from_code(code)
                .map_err(|_| violation("S2M NDR", Rule::Opcode, format!("opcode {code}")))?;
            done = Some(MemDone { opcode, tag: model.get(ports.done_tag) as u16 });
        }
        let mut line = None;
        if model.bit(ports.line_valid) {
            let code = model.get(ports.line_opcode) as u8;
            let opcode = S2mDrsOpcode::from_code(code)
                .map_err(|_| violation("S2M DRS", Rule::Opcode, format!("opcode {code}")))?;
            let mut data = Line::default();
            data.copy_from_slice(model.wide(ports.line_data));
            line = Some(MemLine {
                opcode,
                tag: model.get(ports.line_tag) as u16,
                poison: model.bit(ports.line_poison),
                data,
            });
        }
        if self.held.0.is_some() && self.held.0 != done {
            return Err(violation("S2M NDR", Rule::PayloadStable, format!("{:?} has become {done:?}", self.held.0)));
        }
        if self.held.1.is_some() && self.held.1 != line {
            return Err(violation("S2M DRS", Rule::PayloadStable, format!("{:?} has become {line:?}", self.held.1)));
        }
        self.held = (done.filter(|_| !self.driven[2]), line.filter(|_| !self.driven[3]));
        self.done.extend(done.filter(|_| self.driven[2]));
        self.lines.extend(line.filter(|_| self.driven[3]));
        Ok(())
    }
}

/// D2H Req.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheRequest {
    /// What is asked for.
    pub opcode: D2hReqOpcode,
    /// Names the answers.
    pub cqid: u16,
    /// Host physical address of the line.
    pub address: u64,
}

/// D2H Rsp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SnoopAnswer {
    /// State after and before.
    pub opcode: D2hRspOpcode,
    /// UQID of the snoop.
    pub uqid: u16,
}

/// D2H Data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PulledLine {
    /// UQID of the pull.
    pub uqid: u16,
    /// The data is known to be bad.
    pub poison: bool,
    /// The line.
    pub data: Line,
}

/// H2D Rsp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheAnswer {
    /// What is answered.
    pub opcode: H2dRspOpcode,
    /// A UQID for a pull, else a GO state.
    pub rsp_data: u16,
    /// CQID of the request.
    pub cqid: u16,
}

/// H2D Req.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snoop {
    /// What the device may keep.
    pub opcode: H2dReqOpcode,
    /// Names the answer.
    pub uqid: u16,
    /// Host physical address of the line.
    pub address: u64,
}

/// The host's side of CXL.cache: queues of what the device asks and sends, and of what it is to be told.
pub struct CxlCacheHost {
    name: String,
    req: [Output; 4],
    req_ready: Input,
    rsp: [Output; 3],
    rsp_ready: Input,
    data: [Output; 4],
    data_ready: Input,
    snoop: [Input; 4],
    snoop_ready: Output,
    answer: [Input; 4],
    answer_ready: Output,
    random: Pcg64Mcg,
    stallers: [Staller; 5],
    requests: VecDeque<CacheRequest>,
    responses: VecDeque<SnoopAnswer>,
    lines: VecDeque<PulledLine>,
    snoops: VecDeque<Snoop>,
    answers: VecDeque<CacheAnswer>,
    /// Requests, responses and lines that may wait to be fetched.
    room: [usize; 3],
    /// What is driven in this cycle: valid of snoop and answer, ready of request, response and line.
    driven: [bool; 5],
    held: (Option<CacheRequest>, Option<SnoopAnswer>, Option<PulledLine>),
}

impl CxlCacheHost {
    /// The channels of `model` that begin with `prefix`.
    ///
    /// # Errors
    /// [`ModelError::NoPort`], [`ModelError::Width`].
    pub fn new(model: &Model, prefix: &str, profile: StallProfile, seed: u64) -> Result<Self, ModelError> {
        let input = |name: &str, width: usize| model.input(&format!("{prefix}_{name}"), width as u32);
        let output = |name: &str, width: usize| model.output(&format!("{prefix}_{name}"), width as u32);
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let stallers = std::array::from_fn(|_| Staller::new(profile.stalls(), &mut random));
        Ok(Self {
            name: prefix.into(),
            req: [
                output("d2h_req_valid", 1)?,
                output("d2h_req_opcode", D2hReqOpcode::BITS)?,
                output("d2h_req_cqid", CQID_BITS)?,
                output("d2h_req_address", ADDRESS_BITS)?,
            ],
            req_ready: input("d2h_req_ready", 1)?,
            rsp: [
                output("d2h_rsp_valid", 1)?,
                output("d2h_rsp_opcode", D2hRspOpcode::BITS)?,
                output("d2h_rsp_uqid", UQID_BITS)?,
            ],
            rsp_ready: input("d2h_rsp_ready", 1)?,
            data: [
                output("d2h_data_valid", 1)?,
                output("d2h_data_uqid", UQID_BITS)?,
                output("d2h_data_poison", 1)?,
                output("d2h_data_data", 512)?,
            ],
            data_ready: input("d2h_data_ready", 1)?,
            snoop: [
                input("h2d_req_valid", 1)?,
                input("h2d_req_opcode", H2dReqOpcode::BITS)?,
                input("h2d_req_uqid", UQID_BITS)?,
                input("h2d_req_address", ADDRESS_BITS)?,
            ],
            snoop_ready: output("h2d_req_ready", 1)?,
            answer: [
                input("h2d_rsp_valid", 1)?,
                input("h2d_rsp_opcode", H2dRspOpcode::BITS)?,
                input("h2d_rsp_rsp_data", UQID_BITS)?,
                input("h2d_rsp_cqid", CQID_BITS)?,
            ],
            answer_ready: output("h2d_rsp_ready", 1)?,
            random,
            stallers,
            requests: VecDeque::new(),
            responses: VecDeque::new(),
            lines: VecDeque::new(),
            snoops: VecDeque::new(),
            answers: VecDeque::new(),
            room: [usize::MAX; 3],
            driven: [false; 5],
            held: (None, None, None),
        })
    }

    /// Queues a snoop.
    pub fn snoop(&mut self, snoop: Snoop) {
        self.snoops.push_back(snoop);
    }

    /// Queues an answer to a request.
    pub fn answer(&mut self, answer: CacheAnswer) {
        self.answers.push_back(answer);
    }

    /// Snoops and answers that the device has not taken.
    #[must_use]
    pub fn waiting(&self) -> (usize, usize) {
        (self.snoops.len(), self.answers.len())
    }

    /// The oldest request of the device.
    pub fn take_request(&mut self) -> Option<CacheRequest> {
        self.requests.pop_front()
    }

    /// The oldest answer to a snoop.
    pub fn take_response(&mut self) -> Option<SnoopAnswer> {
        self.responses.pop_front()
    }

    /// The oldest line that was pulled.
    pub fn take_line(&mut self) -> Option<PulledLine> {
        self.lines.pop_front()
    }

    /// Takes no more requests, responses and lines than these until some are fetched.
    pub fn set_room(&mut self, room: [usize; 3]) {
        self.room = room;
    }

    /// Forgets all, with the device in reset.
    pub(crate) fn reset(&mut self, model: &mut Model) {
        self.requests.clear();
        self.responses.clear();
        self.lines.clear();
        self.snoops.clear();
        self.answers.clear();
        self.driven = [false; 5];
        self.held = (None, None, None);
        for port in [self.snoop[0], self.answer[0], self.req_ready, self.rsp_ready, self.data_ready] {
            model.set(port, 0);
        }
    }

    /// Drives the coming cycle of `model`.
    pub(crate) fn drive(&mut self, model: &mut Model) {
        let Self { random, stallers, driven, room, .. } = self;
        let mut goes = |channel: usize| !stallers[channel].stalls(random);
        // What is offered stays until it is taken.
        let wishes = [
            (driven[0] || goes(0)) && !self.snoops.is_empty(),
            (driven[1] || goes(1)) && !self.answers.is_empty(),
            goes(2) && self.requests.len() < room[0],
            goes(3) && self.responses.len() < room[1],
            goes(4) && self.lines.len() < room[2],
        ];
        *driven = wishes;
        let ports = [self.snoop[0], self.answer[0], self.req_ready, self.rsp_ready, self.data_ready];
        for (port, value) in ports.into_iter().zip(wishes) {
            model.set(port, value.into());
        }
        if let (true, Some(snoop)) = (wishes[0], self.snoops.front()) {
            model.set(self.snoop[1], snoop.opcode.code().into());
            model.set(self.snoop[2], snoop.uqid.into());
            model.set(self.snoop[3], snoop.address >> 6 & ((1 << ADDRESS_BITS) - 1));
        }
        if let (true, Some(answer)) = (wishes[1], self.answers.front()) {
            model.set(self.answer[1], answer.opcode.code().into());
            model.set(self.answer[2], answer.rsp_data.into());
            model.set(self.answer[3], answer.cqid.into());
        }
    }

    /// Looks at the cycle that [`drive`](Self::drive) drove.
    ///
    /// # Errors
    /// A reserved opcode, or a message that was taken back.
    pub(crate) fn sample(&mut self, model: &Model) -> Result<(), Violation> {
        let violation =
            |channel, rule, detail| Violation { port: self.name.clone(), channel, rule, cycle: model.cycle(), detail };
        if self.driven[0] && model.bit(self.snoop_ready) {
            self.snoops.pop_front();
            self.driven[0] = false;
        }
        if self.driven[1] && model.bit(self.answer_ready) {
            self.answers.pop_front();
            self.driven[1] = false;
        }
        let mut request = None;
        if model.bit(self.req[0]) {
            let code = model.get(self.req[1]) as u8;
            let opcode = D2hReqOpcode::from_code(code)
                .map_err(|_| violation("D2H Req", Rule::Opcode, format!("opcode {code}")))?;
            request = Some(CacheRequest {
                opcode,
                cqid: model.get(self.req[2]) as u16,
                address: model.get(self.req[3]) << 6,
            });
        }
        let mut response = None;
        if model.bit(self.rsp[0]) {
            let code = model.get(self.rsp[1]) as u8;
            let opcode = D2hRspOpcode::from_code(code)
                .map_err(|_| violation("D2H Rsp", Rule::Opcode, format!("opcode {code}")))?;
            response = Some(SnoopAnswer { opcode, uqid: model.get(self.rsp[2]) as u16 });
        }
        let mut line = None;
        if model.bit(self.data[0]) {
            let mut data = Line::default();
            data.copy_from_slice(model.wide(self.data[3]));
            line = Some(PulledLine { uqid: model.get(self.data[1]) as u16, poison: model.bit(self.data[2]), data });
        }
        let (old_request, old_response, old_line) = self.held;
        if old_request.is_some() && old_request != request {
            let detail = format!("{old_request:?} has become {request:?}");
            return Err(violation("D2H Req", Rule::PayloadStable, detail));
        }
        if old_response.is_some() && old_response != response {
            let detail = format!("{old_response:?} has become {response:?}");
            return Err(violation("D2H Rsp", Rule::PayloadStable, detail));
        }
        if old_line.is_some() && old_line != line {
            return Err(violation("D2H Data", Rule::PayloadStable, format!("{old_line:?} has become {line:?}")));
        }
        let [.., takes_request, takes_response, takes_line] = self.driven;
        self.held =
            (request.filter(|_| !takes_request), response.filter(|_| !takes_response), line.filter(|_| !takes_line));
        self.requests.extend(request.filter(|_| takes_request));
        self.responses.extend(response.filter(|_| takes_response));
        self.lines.extend(line.filter(|_| takes_line));
        Ok(())
    }
}

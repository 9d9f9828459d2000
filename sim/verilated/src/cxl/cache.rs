//! CXL.cache.

use emberlane_registers::cxl::{
    ADDRESS_BITS, CQID_BITS, D2hReqOpcode, D2hRspOpcode, H2dReqOpcode, H2dRspOpcode, UQID_BITS,
};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::channel::{FromDevice, Pins, Received, Sent, ToDevice, line_number};
use crate::axi::{Line, StallProfile, Violation};
use crate::{Input, Model, ModelError, Output};

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

/// H2D Data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheData {
    /// CQID of the request.
    pub cqid: u16,
    /// The line comes from an error, such as an address that nothing has.
    pub go_err: bool,
    /// The data is known to be bad.
    pub poison: bool,
    /// The line.
    pub data: Line,
}

impl Received for CacheRequest {
    const CHANNEL: &'static str = "d2h_req";
    const NAME: &'static str = "D2H Req";
    /// Opcode, CQID, address.
    type Fields = [Output; 3];

    fn fields(pins: &Pins) -> Result<Self::Fields, ModelError> {
        let opcode = pins.output("opcode", D2hReqOpcode::BITS)?;
        Ok([opcode, pins.output("cqid", CQID_BITS)?, pins.output("address", ADDRESS_BITS)?])
    }

    fn read(&[opcode, cqid, address]: &Self::Fields, model: &Model) -> Result<Self, u8> {
        let code = model.get(opcode) as u8;
        let opcode = D2hReqOpcode::from_code(code).map_err(|_| code)?;
        Ok(Self { opcode, cqid: model.get(cqid) as u16, address: model.get(address) << 6 })
    }
}

impl Received for SnoopAnswer {
    const CHANNEL: &'static str = "d2h_rsp";
    const NAME: &'static str = "D2H Rsp";
    /// Opcode, UQID.
    type Fields = [Output; 2];

    fn fields(pins: &Pins) -> Result<Self::Fields, ModelError> {
        Ok([pins.output("opcode", D2hRspOpcode::BITS)?, pins.output("uqid", UQID_BITS)?])
    }

    fn read(&[opcode, uqid]: &Self::Fields, model: &Model) -> Result<Self, u8> {
        let code = model.get(opcode) as u8;
        let opcode = D2hRspOpcode::from_code(code).map_err(|_| code)?;
        Ok(Self { opcode, uqid: model.get(uqid) as u16 })
    }
}

impl Received for PulledLine {
    const CHANNEL: &'static str = "d2h_data";
    const NAME: &'static str = "D2H Data";
    /// UQID, poison, data.
    type Fields = [Output; 3];

    fn fields(pins: &Pins) -> Result<Self::Fields, ModelError> {
        Ok([pins.output("uqid", UQID_BITS)?, pins.output("poison", 1)?, pins.output("data", 512)?])
    }

    fn read(&[uqid, poison, data]: &Self::Fields, model: &Model) -> Result<Self, u8> {
        let mut line = Line::default();
        line.copy_from_slice(model.wide(data));
        Ok(Self { uqid: model.get(uqid) as u16, poison: model.bit(poison), data: line })
    }
}

impl Sent for Snoop {
    const CHANNEL: &'static str = "h2d_req";
    /// Opcode, UQID, address.
    type Fields = [Input; 3];

    fn fields(pins: &Pins) -> Result<Self::Fields, ModelError> {
        let opcode = pins.input("opcode", H2dReqOpcode::BITS)?;
        Ok([opcode, pins.input("uqid", UQID_BITS)?, pins.input("address", ADDRESS_BITS)?])
    }

    fn drive(&self, &[opcode, uqid, address]: &Self::Fields, model: &mut Model) {
        model.set(opcode, self.opcode.code().into());
        model.set(uqid, self.uqid.into());
        model.set(address, line_number(self.address));
    }
}

impl Sent for CacheAnswer {
    const CHANNEL: &'static str = "h2d_rsp";
    /// Opcode, response data, CQID.
    type Fields = [Input; 3];

    fn fields(pins: &Pins) -> Result<Self::Fields, ModelError> {
        let opcode = pins.input("opcode", H2dRspOpcode::BITS)?;
        Ok([opcode, pins.input("rsp_data", UQID_BITS)?, pins.input("cqid", CQID_BITS)?])
    }

    fn drive(&self, &[opcode, rsp_data, cqid]: &Self::Fields, model: &mut Model) {
        model.set(opcode, self.opcode.code().into());
        model.set(rsp_data, self.rsp_data.into());
        model.set(cqid, self.cqid.into());
    }
}

impl Sent for CacheData {
    const CHANNEL: &'static str = "h2d_data";
    /// CQID, GO-Err, poison, data.
    type Fields = [Input; 4];

    fn fields(pins: &Pins) -> Result<Self::Fields, ModelError> {
        let cqid = pins.input("cqid", CQID_BITS)?;
        Ok([cqid, pins.input("go_err", 1)?, pins.input("poison", 1)?, pins.input("data", 512)?])
    }

    fn drive(&self, &[cqid, go_err, poison, data]: &Self::Fields, model: &mut Model) {
        model.set(cqid, self.cqid.into());
        model.set(go_err, self.go_err.into());
        model.set(poison, self.poison.into());
        model.set_wide(data, &self.data);
    }
}

/// The host's side of CXL.cache: queues of what the device asks and sends, and of what it is to be told.
pub struct CxlCacheHost {
    name: String,
    random: Pcg64Mcg,
    requests: FromDevice<CacheRequest>,
    responses: FromDevice<SnoopAnswer>,
    lines: FromDevice<PulledLine>,
    snoops: ToDevice<Snoop>,
    answers: ToDevice<CacheAnswer>,
    data: ToDevice<CacheData>,
}

impl CxlCacheHost {
    /// The channels of `model` that begin with `prefix`.
    ///
    /// # Errors
    /// [`ModelError::NoPort`], [`ModelError::Width`].
    pub fn new(model: &Model, prefix: &str, profile: StallProfile, seed: u64) -> Result<Self, ModelError> {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        Ok(Self {
            name: prefix.into(),
            requests: FromDevice::new(model, prefix, profile, &mut random)?,
            responses: FromDevice::new(model, prefix, profile, &mut random)?,
            lines: FromDevice::new(model, prefix, profile, &mut random)?,
            snoops: ToDevice::new(model, prefix, profile, &mut random)?,
            answers: ToDevice::new(model, prefix, profile, &mut random)?,
            data: ToDevice::new(model, prefix, profile, &mut random)?,
            random,
        })
    }

    /// Queues a snoop.
    pub fn snoop(&mut self, snoop: Snoop) {
        self.snoops.push(snoop);
    }

    /// Queues an answer to a request.
    pub fn answer(&mut self, answer: CacheAnswer) {
        self.answers.push(answer);
    }

    /// Queues the line of a request.
    pub fn data(&mut self, data: CacheData) {
        self.data.push(data);
    }

    /// Snoops, answers and lines that the device has not taken.
    #[must_use]
    pub fn waiting(&self) -> (usize, usize, usize) {
        (self.snoops.waiting(), self.answers.waiting(), self.data.waiting())
    }

    /// The oldest request of the device.
    pub fn take_request(&mut self) -> Option<CacheRequest> {
        self.requests.pop()
    }

    /// The oldest answer to a snoop.
    pub fn take_response(&mut self) -> Option<SnoopAnswer> {
        self.responses.pop()
    }

    /// The oldest line that was pulled.
    pub fn take_line(&mut self) -> Option<PulledLine> {
        self.lines.pop()
    }

    /// Takes no more requests, responses and lines than these until some are fetched.
    pub fn set_room(&mut self, [requests, responses, lines]: [usize; 3]) {
        self.requests.set_room(requests);
        self.responses.set_room(responses);
        self.lines.set_room(lines);
    }

    /// Forgets all, with the device in reset.
    pub(crate) fn reset(&mut self, model: &mut Model) {
        self.requests.reset(model);
        self.responses.reset(model);
        self.lines.reset(model);
        self.snoops.reset(model);
        self.answers.reset(model);
        self.data.reset(model);
    }

    /// Drives the coming cycle of `model`.
    pub(crate) fn drive(&mut self, model: &mut Model) {
        self.requests.drive(model, &mut self.random);
        self.responses.drive(model, &mut self.random);
        self.lines.drive(model, &mut self.random);
        self.snoops.drive(model, &mut self.random);
        self.answers.drive(model, &mut self.random);
        self.data.drive(model, &mut self.random);
    }

    /// Looks at the cycle that [`drive`](Self::drive) drove.
    ///
    /// # Errors
    /// A reserved opcode, or a message that was taken back.
    pub(crate) fn sample(&mut self, model: &Model) -> Result<(), Violation> {
        self.requests.sample(model, &self.name)?;
        self.responses.sample(model, &self.name)?;
        self.lines.sample(model, &self.name)?;
        self.snoops.sample(model);
        self.answers.sample(model);
        self.data.sample(model);
        Ok(())
    }
}

//! CXL.mem.

use emberlane_registers::cxl::{
    ADDRESS_BITS, BI_TAG_BITS, DevLoad, M2sBiRspOpcode, M2sReqOpcode, M2sRwdOpcode, MetaField, MetaValue,
    S2mBiSnpOpcode, S2mDrsOpcode, S2mNdrOpcode, SnpType, TAG_BITS,
};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::channel::{FromDevice, Pins, Received, Sent, ToDevice, line_number};
use crate::axi::{Line, StallProfile, Violation};
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

/// What M2S RwD says of caches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteMeta {
    /// What is asked of the device's own cache.
    pub snp_type: SnpType,
    /// Whether `value` counts.
    pub field: MetaField,
    /// The state that the host will have.
    pub value: MetaValue,
}

impl Default for WriteMeta {
    /// Nothing.
    fn default() -> Self {
        Self { snp_type: SnpType::NoOp, field: MetaField::NoOp, value: MetaValue::Invalid }
    }
}

/// M2S RwD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemWrite {
    /// What is asked for.
    pub opcode: M2sRwdOpcode,
    /// What it says of caches.
    pub meta: WriteMeta,
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

/// What M2S Req and RwD have in common.
pub(super) struct Head {
    opcode: Input,
    snp_type: Input,
    meta_field: Input,
    meta_value: Input,
    tag: Input,
    address: Input,
}

impl Head {
    fn new(pins: &Pins, opcode_bits: usize) -> Result<Self, ModelError> {
        Ok(Self {
            opcode: pins.input("opcode", opcode_bits)?,
            snp_type: pins.input("snp_type", SnpType::BITS)?,
            meta_field: pins.input("meta_field", MetaField::BITS)?,
            meta_value: pins.input("meta_value", MetaValue::BITS)?,
            tag: pins.input("tag", TAG_BITS)?,
            address: pins.input("address", ADDRESS_BITS)?,
        })
    }
}

impl Sent for MemRequest {
    const CHANNEL: &'static str = "m2s_req";
    type Fields = Head;

    fn fields(pins: &Pins) -> Result<Head, ModelError> {
        Head::new(pins, M2sReqOpcode::BITS)
    }

    fn drive(&self, head: &Head, model: &mut Model) {
        model.set(head.opcode, self.opcode.code().into());
        model.set(head.snp_type, self.snp_type.code().into());
        model.set(head.meta_field, self.meta_field.code().into());
        model.set(head.meta_value, self.meta_value.code().into());
        model.set(head.tag, self.tag.into());
        model.set(head.address, line_number(self.address));
    }
}

impl Sent for MemWrite {
    const CHANNEL: &'static str = "m2s_rwd";
    /// Head, poison, byte enables, data.
    type Fields = (Head, [Input; 3]);

    fn fields(pins: &Pins) -> Result<Self::Fields, ModelError> {
        let data = [pins.input("poison", 1)?, pins.input("be", 64)?, pins.input("data", 512)?];
        Ok((Head::new(pins, M2sRwdOpcode::BITS)?, data))
    }

    fn drive(&self, (head, [poison, enabled, data]): &Self::Fields, model: &mut Model) {
        model.set(head.opcode, self.opcode.code().into());
        model.set(head.snp_type, self.meta.snp_type.code().into());
        model.set(head.meta_field, self.meta.field.code().into());
        model.set(head.meta_value, self.meta.value.code().into());
        model.set(head.tag, self.tag.into());
        model.set(head.address, line_number(self.address));
        model.set(*poison, self.poison.into());
        model.set(*enabled, self.enabled);
        model.set_wide(*data, &self.data);
    }
}

/// Fields of answers that are checked to be there and not looked at: the device keeps no state and sends no load.
fn unused(pins: &Pins) -> Result<(), ModelError> {
    pins.output("meta_field", MetaField::BITS)?;
    pins.output("meta_value", MetaValue::BITS)?;
    pins.output("dev_load", DevLoad::BITS).map(drop)
}

impl Received for MemDone {
    const CHANNEL: &'static str = "s2m_ndr";
    const NAME: &'static str = "S2M NDR";
    /// Opcode, tag.
    type Fields = [Output; 2];

    fn fields(pins: &Pins) -> Result<Self::Fields, ModelError> {
        unused(pins)?;
        Ok([pins.output("opcode", S2mNdrOpcode::BITS)?, pins.output("tag", TAG_BITS)?])
    }

    fn read(&[opcode, tag]: &Self::Fields, model: &Model) -> Result<Self, u8> {
        let code = model.get(opcode) as u8;
        let opcode = S2mNdrOpcode::from_code(code).map_err(|_| code)?;
        Ok(Self { opcode, tag: model.get(tag) as u16 })
    }
}

impl Received for MemLine {
    const CHANNEL: &'static str = "s2m_drs";
    const NAME: &'static str = "S2M DRS";
    /// Opcode, tag, poison, data.
    type Fields = [Output; 4];

    fn fields(pins: &Pins) -> Result<Self::Fields, ModelError> {
        unused(pins)?;
        Ok([
            pins.output("opcode", S2mDrsOpcode::BITS)?,
            pins.output("tag", TAG_BITS)?,
            pins.output("poison", 1)?,
            pins.output("data", 512)?,
        ])
    }

    fn read(&[opcode, tag, poison, data]: &Self::Fields, model: &Model) -> Result<Self, u8> {
        let code = model.get(opcode) as u8;
        let opcode = S2mDrsOpcode::from_code(code).map_err(|_| code)?;
        let mut line = Line::default();
        line.copy_from_slice(model.wide(data));
        Ok(Self { opcode, tag: model.get(tag) as u16, poison: model.bit(poison), data: line })
    }
}

/// The host's side of CXL.mem: queues of what it asks, and of what it was answered.
///
/// What is queued is offered as soon as the stalls let it; an answer is taken while there is room for it.
pub struct CxlMemHost {
    name: String,
    random: Pcg64Mcg,
    requests: ToDevice<MemRequest>,
    writes: ToDevice<MemWrite>,
    done: FromDevice<MemDone>,
    lines: FromDevice<MemLine>,
}

impl CxlMemHost {
    /// The channels of `model` that begin with `prefix`.
    ///
    /// # Errors
    /// [`ModelError::NoPort`], [`ModelError::Width`].
    pub fn new(model: &Model, prefix: &str, profile: StallProfile, seed: u64) -> Result<Self, ModelError> {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        Ok(Self {
            name: prefix.into(),
            requests: ToDevice::new(model, prefix, profile, &mut random)?,
            writes: ToDevice::new(model, prefix, profile, &mut random)?,
            done: FromDevice::new(model, prefix, profile, &mut random)?,
            lines: FromDevice::new(model, prefix, profile, &mut random)?,
            random,
        })
    }

    /// Queues a request.
    pub fn request(&mut self, request: MemRequest) {
        self.requests.push(request);
    }

    /// Queues a write.
    pub fn write(&mut self, write: MemWrite) {
        self.writes.push(write);
    }

    /// Requests and writes that the device has not taken.
    #[must_use]
    pub fn waiting(&self) -> (usize, usize) {
        (self.requests.waiting(), self.writes.waiting())
    }

    /// The oldest answer without data.
    pub fn take_done(&mut self) -> Option<MemDone> {
        self.done.pop()
    }

    /// The oldest answer with data.
    pub fn take_line(&mut self) -> Option<MemLine> {
        self.lines.pop()
    }

    /// Takes no more answers without and with data than these until some are fetched.
    pub fn set_room(&mut self, done: usize, lines: usize) {
        self.done.set_room(done);
        self.lines.set_room(lines);
    }

    /// Forgets all, with the device in reset.
    pub(crate) fn reset(&mut self, model: &mut Model) {
        self.requests.reset(model);
        self.writes.reset(model);
        self.done.reset(model);
        self.lines.reset(model);
    }

    /// Drives the coming cycle of `model`.
    pub(crate) fn drive(&mut self, model: &mut Model) {
        self.requests.drive(model, &mut self.random);
        self.writes.drive(model, &mut self.random);
        self.done.drive(model, &mut self.random);
        self.lines.drive(model, &mut self.random);
    }

    /// Looks at the cycle that [`drive`](Self::drive) drove.
    ///
    /// # Errors
    /// A reserved opcode, or an answer that was taken back.
    pub(crate) fn sample(&mut self, model: &Model) -> Result<(), Violation> {
        self.requests.sample(model);
        self.writes.sample(model);
        self.done.sample(model, &self.name)?;
        self.lines.sample(model, &self.name)
    }
}

/// S2M BISnp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemSnoop {
    /// What the host may keep.
    pub opcode: S2mBiSnpOpcode,
    /// Names the answer.
    pub tag: u16,
    /// Host physical address of the line.
    pub address: u64,
}

/// M2S BIRsp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemSnoopAnswer {
    /// What the host has kept.
    pub opcode: M2sBiRspOpcode,
    /// Tag of the snoop.
    pub tag: u16,
}

impl Received for MemSnoop {
    const CHANNEL: &'static str = "s2m_bisnp";
    const NAME: &'static str = "S2M BISnp";
    /// Opcode, tag, address.
    type Fields = [Output; 3];

    fn fields(pins: &Pins) -> Result<Self::Fields, ModelError> {
        let opcode = pins.output("opcode", S2mBiSnpOpcode::BITS)?;
        Ok([opcode, pins.output("bi_tag", BI_TAG_BITS)?, pins.output("address", ADDRESS_BITS)?])
    }

    fn read(&[opcode, tag, address]: &Self::Fields, model: &Model) -> Result<Self, u8> {
        let code = model.get(opcode) as u8;
        let opcode = S2mBiSnpOpcode::from_code(code).map_err(|_| code)?;
        Ok(Self { opcode, tag: model.get(tag) as u16, address: model.get(address) << 6 })
    }
}

impl Sent for MemSnoopAnswer {
    const CHANNEL: &'static str = "m2s_birsp";
    /// Opcode, tag.
    type Fields = [Input; 2];

    fn fields(pins: &Pins) -> Result<Self::Fields, ModelError> {
        Ok([pins.input("opcode", M2sBiRspOpcode::BITS)?, pins.input("bi_tag", BI_TAG_BITS)?])
    }

    fn drive(&self, &[opcode, tag]: &Self::Fields, model: &mut Model) {
        model.set(opcode, self.opcode.code().into());
        model.set(tag, self.tag.into());
    }
}

/// The host's side of back-invalidate snoops.
pub struct BackInvalidateHost {
    name: String,
    random: Pcg64Mcg,
    snoops: FromDevice<MemSnoop>,
    answers: ToDevice<MemSnoopAnswer>,
}

impl BackInvalidateHost {
    /// The channels of `model` that begin with `prefix`.
    ///
    /// # Errors
    /// [`ModelError::NoPort`], [`ModelError::Width`].
    pub fn new(model: &Model, prefix: &str, profile: StallProfile, seed: u64) -> Result<Self, ModelError> {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        Ok(Self {
            name: prefix.into(),
            snoops: FromDevice::new(model, prefix, profile, &mut random)?,
            answers: ToDevice::new(model, prefix, profile, &mut random)?,
            random,
        })
    }

    /// The oldest snoop of the device.
    pub fn take_snoop(&mut self) -> Option<MemSnoop> {
        self.snoops.pop()
    }

    /// Queues an answer to a snoop.
    pub fn answer(&mut self, answer: MemSnoopAnswer) {
        self.answers.push(answer);
    }

    /// Answers that the device has not taken.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.answers.waiting()
    }

    /// Takes no more snoops than these until some are fetched.
    pub fn set_room(&mut self, snoops: usize) {
        self.snoops.set_room(snoops);
    }

    /// Forgets all, with the device in reset.
    pub(crate) fn reset(&mut self, model: &mut Model) {
        self.snoops.reset(model);
        self.answers.reset(model);
    }

    /// Drives the coming cycle of `model`.
    pub(crate) fn drive(&mut self, model: &mut Model) {
        self.snoops.drive(model, &mut self.random);
        self.answers.drive(model, &mut self.random);
    }

    /// Looks at the cycle that [`drive`](Self::drive) drove.
    ///
    /// # Errors
    /// A reserved opcode, or a snoop that was taken back.
    pub(crate) fn sample(&mut self, model: &Model) -> Result<(), Violation> {
        self.answers.sample(model);
        self.snoops.sample(model, &self.name)
    }
}

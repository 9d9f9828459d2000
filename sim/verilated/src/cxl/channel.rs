//! A valid/ready channel of CXL messages, one type each way.

use emberlane_registers::cxl::ADDRESS_BITS;
use std::collections::VecDeque;
use std::fmt::Debug;

use rand_pcg::Pcg64Mcg;

use crate::axi::stall::Staller;
use crate::axi::{Rule, StallProfile, Violation};
use crate::{Input, Model, ModelError, Output};

/// The pins of a channel of a model: those whose names begin with a prefix.
pub(super) struct Pins<'a> {
    model: &'a Model,
    prefix: String,
}

impl Pins<'_> {
    pub(super) fn input(&self, name: &str, width: usize) -> Result<Input, ModelError> {
        self.model.input(&format!("{}_{name}", self.prefix), width as u32)
    }

    pub(super) fn output(&self, name: &str, width: usize) -> Result<Output, ModelError> {
        self.model.output(&format!("{}_{name}", self.prefix), width as u32)
    }
}

/// A message that the host sends.
pub(super) trait Sent {
    /// Name of the channel, as its pins have it.
    const CHANNEL: &'static str;
    /// The pins of its fields.
    type Fields;
    fn fields(pins: &Pins) -> Result<Self::Fields, ModelError>;
    fn drive(&self, fields: &Self::Fields, model: &mut Model);
}

/// A message that the device sends.
pub(super) trait Received: Copy + PartialEq + Debug {
    /// Name of the channel, as its pins have it.
    const CHANNEL: &'static str;
    /// The same, as the specification has it.
    const NAME: &'static str;
    /// The pins of its fields.
    type Fields;
    fn fields(pins: &Pins) -> Result<Self::Fields, ModelError>;
    /// The message on the pins; or its opcode, which is none.
    fn read(fields: &Self::Fields, model: &Model) -> Result<Self, u8>;
}

/// A channel to the device. What is queued is offered as soon as the stalls let it, and then until it is taken.
pub(super) struct ToDevice<M: Sent> {
    fields: M::Fields,
    valid: Input,
    ready: Output,
    staller: Staller,
    queue: VecDeque<M>,
    offered: bool,
}

impl<M: Sent> ToDevice<M> {
    pub(super) fn new(
        model: &Model,
        prefix: &str,
        profile: StallProfile,
        random: &mut Pcg64Mcg,
    ) -> Result<Self, ModelError> {
        let pins = Pins { model, prefix: format!("{prefix}_{}", M::CHANNEL) };
        Ok(Self {
            fields: M::fields(&pins)?,
            valid: pins.input("valid", 1)?,
            ready: pins.output("ready", 1)?,
            staller: Staller::new(profile.stalls(), random),
            queue: VecDeque::new(),
            offered: false,
        })
    }

    pub(super) fn push(&mut self, message: M) {
        self.queue.push_back(message);
    }

    /// Messages that the device has not taken.
    pub(super) fn waiting(&self) -> usize {
        self.queue.len()
    }

    pub(super) fn reset(&mut self, model: &mut Model) {
        self.queue.clear();
        self.offered = false;
        model.set(self.valid, 0);
    }

    pub(super) fn drive(&mut self, model: &mut Model, random: &mut Pcg64Mcg) {
        self.offered = (self.offered || !self.staller.stalls(random)) && !self.queue.is_empty();
        model.set(self.valid, self.offered.into());
        if let (true, Some(message)) = (self.offered, self.queue.front()) {
            message.drive(&self.fields, model);
        }
    }

    pub(super) fn sample(&mut self, model: &Model) {
        if self.offered && model.bit(self.ready) {
            self.queue.pop_front();
            self.offered = false;
        }
    }
}

/// A channel from the device. A message is taken while there is room for it and the stalls let it; one that is not taken
/// must be there again in the next cycle.
pub(super) struct FromDevice<M: Received> {
    fields: M::Fields,
    valid: Output,
    ready: Input,
    staller: Staller,
    queue: VecDeque<M>,
    room: usize,
    takes: bool,
    held: Option<M>,
}

impl<M: Received> FromDevice<M> {
    pub(super) fn new(
        model: &Model,
        prefix: &str,
        profile: StallProfile,
        random: &mut Pcg64Mcg,
    ) -> Result<Self, ModelError> {
        let pins = Pins { model, prefix: format!("{prefix}_{}", M::CHANNEL) };
        Ok(Self {
            fields: M::fields(&pins)?,
            valid: pins.output("valid", 1)?,
            ready: pins.input("ready", 1)?,
            staller: Staller::new(profile.stalls(), random),
            queue: VecDeque::new(),
            room: usize::MAX,
            takes: false,
            held: None,
        })
    }

    pub(super) fn pop(&mut self) -> Option<M> {
        self.queue.pop_front()
    }

    /// Takes no more messages than these until some are fetched.
    pub(super) fn set_room(&mut self, room: usize) {
        self.room = room;
    }

    pub(super) fn reset(&mut self, model: &mut Model) {
        self.queue.clear();
        (self.takes, self.held) = (false, None);
        model.set(self.ready, 0);
    }

    pub(super) fn drive(&mut self, model: &mut Model, random: &mut Pcg64Mcg) {
        self.takes = !self.staller.stalls(random) && self.queue.len() < self.room;
        model.set(self.ready, self.takes.into());
    }

    /// `port` is the name of the port that a violation gives.
    pub(super) fn sample(&mut self, model: &Model, port: &str) -> Result<(), Violation> {
        let violation =
            |rule, detail| Violation { port: port.into(), channel: M::NAME, rule, cycle: model.cycle(), detail };
        let mut message = None;
        if model.bit(self.valid) {
            let read = M::read(&self.fields, model);
            message = Some(read.map_err(|code| violation(Rule::Opcode, format!("opcode {code}")))?);
        }
        if self.held.is_some() && self.held != message {
            return Err(violation(Rule::PayloadStable, format!("{:?} has become {message:?}", self.held)));
        }
        self.held = message.filter(|_| !self.takes);
        self.queue.extend(message.filter(|_| self.takes));
        Ok(())
    }
}

/// Bits 51 to 6 of a host physical address, as channels carry it.
pub fn line_number(address: u64) -> u64 {
    address >> 6 & ((1 << ADDRESS_BITS) - 1)
}

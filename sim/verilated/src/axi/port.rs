//! The bus models' signals on the ports of a [`Model`].

use super::{Address, Line, LiteMasterSignals, LiteSlaveSignals, MasterSignals, Response, SlaveSignals, WriteData};
use crate::{Input, Model, ModelError, Output};

/// What the data of an answer shows while there is no answer: a design that looks at it regardless gets nonsense.
const NO_DATA: Line = [0xdead_beef; 16];

#[derive(Clone, Copy, Debug)]
struct AddressPorts {
    id: Output,
    address: Output,
    length: Output,
    size: Output,
    burst: Output,
    lock: Output,
    cache: Output,
    protection: Output,
    quality: Output,
    valid: Output,
    ready: Input,
}

impl AddressPorts {
    fn new(model: &Model, prefix: &str, channel: &str, id_width: u32) -> Result<Self, ModelError> {
        let output = |name: &str, width| model.output(&format!("{prefix}_{channel}{name}"), width);
        Ok(Self {
            id: output("id", id_width)?,
            address: output("addr", 64)?,
            length: output("len", 8)?,
            size: output("size", 3)?,
            burst: output("burst", 2)?,
            lock: output("lock", 1)?,
            cache: output("cache", 4)?,
            protection: output("prot", 3)?,
            quality: output("qos", 4)?,
            valid: output("valid", 1)?,
            ready: model.input(&format!("{prefix}_{channel}ready"), 1)?,
        })
    }

    fn sample(&self, model: &Model) -> Option<Address> {
        model.bit(self.valid).then(|| Address {
            id: model.get(self.id) as u16,
            address: model.get(self.address),
            length: model.get(self.length) as u8,
            size: model.get(self.size) as u8,
            burst: model.get(self.burst) as u8,
            lock: model.bit(self.lock),
            attributes: (model.get(self.cache) | model.get(self.protection) << 4 | model.get(self.quality) << 7) as u16,
        })
    }
}

/// An AXI4 master port of a design: 512 bits of data, 64 of address.
#[derive(Debug)]
pub struct Axi4Port {
    write_address: AddressPorts,
    write_data: Output,
    write_strobe: Output,
    write_last: Output,
    write_valid: Output,
    write_ready: Input,
    write_answer_id: Input,
    write_answer_response: Input,
    write_answer_valid: Input,
    write_answer_ready: Output,
    read_address: AddressPorts,
    read_answer_id: Input,
    read_answer_data: Input,
    read_answer_response: Input,
    read_answer_last: Input,
    read_answer_valid: Input,
    read_answer_ready: Output,
    /// Whether an answer to a read was driven in the last cycle.
    data_driven: bool,
}

impl Axi4Port {
    /// The ports of `model` that begin with `prefix`, such as `m_axi_0`, with IDs of `id_width` bits, at most 16.
    ///
    /// # Errors
    /// [`ModelError::NoPort`], [`ModelError::Width`].
    pub fn new(model: &Model, prefix: &str, id_width: u32) -> Result<Self, ModelError> {
        let output = |name: &str, width| model.output(&format!("{prefix}_{name}"), width);
        let input = |name: &str, width| model.input(&format!("{prefix}_{name}"), width);
        Ok(Self {
            write_address: AddressPorts::new(model, prefix, "aw", id_width)?,
            write_data: output("wdata", 512)?,
            write_strobe: output("wstrb", 64)?,
            write_last: output("wlast", 1)?,
            write_valid: output("wvalid", 1)?,
            write_ready: input("wready", 1)?,
            write_answer_id: input("bid", id_width)?,
            write_answer_response: input("bresp", 2)?,
            write_answer_valid: input("bvalid", 1)?,
            write_answer_ready: output("bready", 1)?,
            read_address: AddressPorts::new(model, prefix, "ar", id_width)?,
            read_answer_id: input("rid", id_width)?,
            read_answer_data: input("rdata", 512)?,
            read_answer_response: input("rresp", 2)?,
            read_answer_last: input("rlast", 1)?,
            read_answer_valid: input("rvalid", 1)?,
            read_answer_ready: output("rready", 1)?,
            data_driven: true,
        })
    }

    /// Drives `signals` in the coming cycle of `model`.
    pub fn drive(&mut self, model: &mut Model, signals: &SlaveSignals) {
        model.set(self.write_address.ready, signals.write_address_ready.into());
        model.set(self.write_ready, signals.write_data_ready.into());
        model.set(self.read_address.ready, signals.read_address_ready.into());
        model.set(self.write_answer_valid, signals.write_answer.is_some().into());
        if let Some(answer) = signals.write_answer {
            model.set(self.write_answer_id, answer.id.into());
            model.set(self.write_answer_response, answer.response as u64);
        }
        model.set(self.read_answer_valid, signals.read_answer.is_some().into());
        if let Some(answer) = &signals.read_answer {
            model.set(self.read_answer_id, answer.id.into());
            model.set_wide(self.read_answer_data, &answer.data);
            model.set(self.read_answer_response, answer.response as u64);
            model.set(self.read_answer_last, answer.last.into());
        } else if self.data_driven {
            model.set_wide(self.read_answer_data, &NO_DATA);
        }
        self.data_driven = signals.read_answer.is_some();
    }

    /// What the design drove in the last cycle of `model`.
    #[must_use]
    pub fn sample(&self, model: &Model) -> MasterSignals {
        MasterSignals {
            write_address: self.write_address.sample(model),
            write_data: model.bit(self.write_valid).then(|| {
                let mut data = Line::default();
                data.copy_from_slice(model.wide(self.write_data));
                WriteData { data, strobe: model.get(self.write_strobe), last: model.bit(self.write_last) }
            }),
            write_answer_ready: model.bit(self.write_answer_ready),
            read_address: self.read_address.sample(model),
            read_answer_ready: model.bit(self.read_answer_ready),
        }
    }
}

/// An AXI4-Lite slave port of a design: 64 bits of data.
#[derive(Debug)]
pub struct AxiLitePort {
    write_address: Input,
    write_address_valid: Input,
    write_address_ready: Output,
    write_data: Input,
    write_strobe: Input,
    write_valid: Input,
    write_ready: Output,
    write_answer_response: Output,
    write_answer_valid: Output,
    write_answer_ready: Input,
    read_address: Input,
    read_address_valid: Input,
    read_address_ready: Output,
    read_answer_data: Output,
    read_answer_response: Output,
    read_answer_valid: Output,
    read_answer_ready: Input,
}

impl AxiLitePort {
    /// The ports of `model` that begin with `prefix`, such as `s_axil`, with addresses of `address_width` bits.
    ///
    /// # Errors
    /// [`ModelError::NoPort`], [`ModelError::Width`].
    pub fn new(model: &mut Model, prefix: &str, address_width: u32) -> Result<Self, ModelError> {
        // Accesses are neither privileged, nor secure, nor instructions: PROT stays 0.
        for name in ["awprot", "arprot"] {
            let protection = model.input(&format!("{prefix}_{name}"), 3)?;
            model.set(protection, 0);
        }
        let output = |name: &str, width| model.output(&format!("{prefix}_{name}"), width);
        let input = |name: &str, width| model.input(&format!("{prefix}_{name}"), width);
        Ok(Self {
            write_address: input("awaddr", address_width)?,
            write_address_valid: input("awvalid", 1)?,
            write_address_ready: output("awready", 1)?,
            write_data: input("wdata", 64)?,
            write_strobe: input("wstrb", 8)?,
            write_valid: input("wvalid", 1)?,
            write_ready: output("wready", 1)?,
            write_answer_response: output("bresp", 2)?,
            write_answer_valid: output("bvalid", 1)?,
            write_answer_ready: input("bready", 1)?,
            read_address: input("araddr", address_width)?,
            read_address_valid: input("arvalid", 1)?,
            read_address_ready: output("arready", 1)?,
            read_answer_data: output("rdata", 64)?,
            read_answer_response: output("rresp", 2)?,
            read_answer_valid: output("rvalid", 1)?,
            read_answer_ready: input("rready", 1)?,
        })
    }

    /// Drives `signals` in the coming cycle of `model`.
    pub fn drive(&self, model: &mut Model, signals: &LiteMasterSignals) {
        // What is not valid shows nonsense.
        model.set(self.write_address_valid, signals.write_address.is_some().into());
        model.set(self.write_address, signals.write_address.unwrap_or(u64::MAX));
        model.set(self.write_valid, signals.write_data.is_some().into());
        model.set(self.write_data, signals.write_data.unwrap_or(u64::MAX));
        model.set(self.write_strobe, u64::MAX);
        model.set(self.write_answer_ready, signals.write_answer_ready.into());
        model.set(self.read_address_valid, signals.read_address.is_some().into());
        model.set(self.read_address, signals.read_address.unwrap_or(u64::MAX));
        model.set(self.read_answer_ready, signals.read_answer_ready.into());
    }

    /// What the design drove in the last cycle of `model`.
    #[must_use]
    pub fn sample(&self, model: &Model) -> LiteSlaveSignals {
        LiteSlaveSignals {
            write_address_ready: model.bit(self.write_address_ready),
            write_data_ready: model.bit(self.write_ready),
            write_answer: model
                .bit(self.write_answer_valid)
                .then(|| Response::from_bits(model.get(self.write_answer_response))),
            read_address_ready: model.bit(self.read_address_ready),
            read_answer: model
                .bit(self.read_answer_valid)
                .then(|| (model.get(self.read_answer_data), Response::from_bits(model.get(self.read_answer_response)))),
        }
    }
}

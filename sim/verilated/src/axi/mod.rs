//! Bus models in plain Rust: what is behind the ports of a design.
//!
//! They know no design. Every model is given the signals that the other side drove in a cycle, and holds those that it
//! drives in the next, so it tests alone, without RTL. [`Axi4Port`] and [`AxiLitePort`] join them to a
//! [`Model`](crate::Model).

mod lite;
mod memory;
mod port;
pub(crate) mod stall;
mod storage;

use thiserror::Error;

pub use lite::{AxiLiteMaster, LiteAnswer, LiteMasterSignals, LiteSlaveSignals};
pub use memory::{AcceptedWrite, AxiMemory, Faulty, MemoryConfig, PortStatistics};
pub use port::{Axi4Port, AxiLitePort};
pub use stall::{Latency, StallProfile, Stalls};
pub use storage::{Storage, StorageFull};

/// Bytes of a beat: all AXI4 ports here are 512 bits wide.
pub const LINE_BYTES: usize = 64;

/// A beat of data, byte 0 in the lowest bits of word 0.
pub type Line = [u32; LINE_BYTES / 4];

/// AXI's answer to an access.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Response {
    /// It worked.
    #[default]
    Okay = 0,
    /// It worked, exclusively.
    ExclusiveOkay = 1,
    /// The slave failed.
    SlaveError = 2,
    /// Nothing is at the address.
    DecodeError = 3,
}

impl Response {
    /// The response of the lowest two bits of `bits`.
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        match bits & 3 {
            0 => Self::Okay,
            1 => Self::ExclusiveOkay,
            2 => Self::SlaveError,
            _ => Self::DecodeError,
        }
    }
}

/// A beat of channel AW or AR.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Address {
    /// Transaction ID.
    pub id: u16,
    /// First byte.
    pub address: u64,
    /// Beats less one.
    pub length: u8,
    /// Bytes of a beat, as a power of two.
    pub size: u8,
    /// 0: fixed, 1: incrementing, 2: wrapping.
    pub burst: u8,
    /// An exclusive access.
    pub lock: bool,
    /// CACHE, PROT and QOS, which this memory does not look at; they must be as stable as the rest.
    pub attributes: u16,
}

/// A beat of channel W.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteData {
    /// The data.
    pub data: Line,
    /// Which bytes are written; bit 0 is byte 0.
    pub strobe: u64,
    /// The last beat of its burst.
    pub last: bool,
}

/// A beat of channel B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteAnswer {
    /// Transaction ID.
    pub id: u16,
    /// What became of the write.
    pub response: Response,
}

/// A beat of channel R.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadAnswer {
    /// Transaction ID.
    pub id: u16,
    /// The data.
    pub data: Line,
    /// What became of the read.
    pub response: Response,
    /// The last beat of its burst.
    pub last: bool,
}

/// What a master drives in a cycle; `None` is `valid` low.
#[derive(Clone, Copy, Debug, Default)]
pub struct MasterSignals {
    /// AWVALID and its payload.
    pub write_address: Option<Address>,
    /// WVALID and its payload.
    pub write_data: Option<WriteData>,
    /// BREADY.
    pub write_answer_ready: bool,
    /// ARVALID and its payload.
    pub read_address: Option<Address>,
    /// RREADY.
    pub read_answer_ready: bool,
}

/// What a slave drives in a cycle; `None` is `valid` low.
#[derive(Clone, Copy, Debug, Default)]
pub struct SlaveSignals {
    /// AWREADY.
    pub write_address_ready: bool,
    /// WREADY.
    pub write_data_ready: bool,
    /// BVALID and its payload.
    pub write_answer: Option<WriteAnswer>,
    /// ARREADY.
    pub read_address_ready: bool,
    /// RVALID and its payload.
    pub read_answer: Option<ReadAnswer>,
}

/// A rule of a bus, or a limit of the model behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// `valid` stays high until `ready`.
    ValidHeld,
    /// The payload does not change while `valid` is high and `ready` low.
    PayloadStable,
    /// `valid` is low in reset.
    ResetQuiet,
    /// SIZE is the width of the port.
    Size,
    /// BURST is incrementing.
    Burst,
    /// No exclusive access.
    Lock,
    /// The address is a multiple of the width of the port.
    Alignment,
    /// A burst does not cross a 4 KiB boundary.
    Boundary,
    /// The burst lies in the memory.
    AddressRange,
    /// WLAST is high in the last beat of a burst and in no other.
    WriteLast,
    /// IDs in flight differ (where the memory is told to require it).
    UniqueId,
    /// An answer belongs to a request.
    AnswerWithoutRequest,
    /// The design writes more distinct memory than the bench may hold.
    MemoryLimit,
    /// An opcode is one of those of its CXL channel.
    Opcode,
}

impl Rule {
    fn text(self) -> &'static str {
        match self {
            Self::ValidHeld => "valid must stay high until ready",
            Self::PayloadStable => "the payload must not change while valid is high and ready is low",
            Self::ResetQuiet => "valid must be low in reset",
            Self::Size => "SIZE must be the width of the port",
            Self::Burst => "BURST must be INCR",
            Self::Lock => "LOCK must be 0",
            Self::Alignment => "the address must be a multiple of 64",
            Self::Boundary => "a burst must not cross a 4 KiB boundary",
            Self::AddressRange => "a burst must lie in the memory",
            Self::WriteLast => "WLAST must be high in the last beat of a burst and in no other",
            Self::UniqueId => "IDs in flight must differ",
            Self::AnswerWithoutRequest => "an answer must belong to a request",
            Self::MemoryLimit => "the memory of the simulation is limited",
            Self::Opcode => "an opcode of CXL must not be a reserved one",
        }
    }
}

/// A rule of a bus was broken by the design.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{port}, cycle {cycle}: {} (channel {channel}: {detail})", .rule.text())]
pub struct Violation {
    /// Name of the port.
    pub port: String,
    /// Channel of the port, such as `AW`.
    pub channel: &'static str,
    /// The rule.
    pub rule: Rule,
    /// Cycles since the start of the model behind the port.
    pub cycle: u64,
    /// What was seen.
    pub detail: String,
}

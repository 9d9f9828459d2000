//! What goes over the channels of a bus.

/// Bytes of a beat: all AXI4 ports here are 512 bits wide.
pub const LINE_BYTES: usize = emberlane_registers::cxl::LINE_BYTES as usize;

/// A beat of data, byte 0 in the lowest bits of word 0.
pub type Line = [u32; LINE_BYTES / 4];

/// The beat of these bytes.
#[must_use]
pub fn line(bytes: &[u8; LINE_BYTES]) -> Line {
    let (words, _) = bytes.as_chunks();
    std::array::from_fn(|word| u32::from_le_bytes(words[word]))
}

/// The bytes of a beat.
#[must_use]
pub fn line_bytes(line: &Line) -> [u8; LINE_BYTES] {
    std::array::from_fn(|byte| line[byte / 4].to_le_bytes()[byte % 4])
}

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

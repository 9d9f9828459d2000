//! Messages: one variant a channel, with the fields of CXL 3.0 that matter to transactions.

use crate::wire::{
    D2hReqOpcode, D2hRspOpcode, DevLoad, GoState, H2dReqOpcode, H2dRspOpcode, LINE_BYTES, M2sBiRspOpcode, M2sReqOpcode,
    M2sRwdOpcode, MetaField, MetaValue, S2mBiSnpOpcode, S2mDrsOpcode, S2mNdrOpcode, SnpType,
};
use std::fmt;

/// The 64 bytes of a line.
pub type Line = [u8; LINE_BYTES as usize];

/// All bytes of a line enabled.
pub const ALL_BYTES: u64 = u64::MAX;

/// Puts the enabled bytes of `source` into `target`; bit i of `byte_enable` is byte i.
pub fn merge(target: &mut Line, source: &Line, byte_enable: u64) {
    if byte_enable == ALL_BYTES {
        *target = *source;
        return;
    }
    for (index, (to, from)) in target.iter_mut().zip(source).enumerate() {
        if byte_enable >> index & 1 != 0 {
            *to = *from;
        }
    }
}

/// Which way a channel goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Host to device.
    Downstream,
    /// Device to host.
    Upstream,
}

impl Direction {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Downstream, Self::Upstream];
}

/// A channel: messages of one channel stay in order and have credits of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Channel {
    /// CXL.mem requests.
    M2sReq,
    /// CXL.mem requests with data.
    M2sRwd,
    /// Answers to back-invalidate snoops.
    M2sBiRsp,
    /// Snoops.
    H2dReq,
    /// Answers to a device's requests.
    H2dRsp,
    /// Data for a device's reads.
    H2dData,
    /// CXL.io, host to device.
    IoDown,
    /// Back-invalidate snoops.
    S2mBiSnp,
    /// CXL.mem answers without data.
    S2mNdr,
    /// CXL.mem answers with data.
    S2mDrs,
    /// CXL.cache requests.
    D2hReq,
    /// Answers to snoops.
    D2hRsp,
    /// Data for pulls and snoops.
    D2hData,
    /// CXL.io, device to host.
    IoUp,
}

impl Channel {
    /// How many there are.
    pub const COUNT: usize = 14;
    /// All of them; their position is their index.
    pub const ALL: [Self; Self::COUNT] = [
        Self::M2sReq,
        Self::M2sRwd,
        Self::M2sBiRsp,
        Self::H2dReq,
        Self::H2dRsp,
        Self::H2dData,
        Self::IoDown,
        Self::S2mBiSnp,
        Self::S2mNdr,
        Self::S2mDrs,
        Self::D2hReq,
        Self::D2hRsp,
        Self::D2hData,
        Self::IoUp,
    ];

    /// Which way it goes.
    pub const fn direction(self) -> Direction {
        if (self as u8) < Self::S2mBiSnp as u8 { Direction::Downstream } else { Direction::Upstream }
    }

    /// The name in the specification.
    pub const fn name(self) -> &'static str {
        match self {
            Self::M2sReq => "M2S Req",
            Self::M2sRwd => "M2S RwD",
            Self::M2sBiRsp => "M2S BIRsp",
            Self::H2dReq => "H2D Req",
            Self::H2dRsp => "H2D Rsp",
            Self::H2dData => "H2D Data",
            Self::IoDown => "CXL.io down",
            Self::S2mBiSnp => "S2M BISnp",
            Self::S2mNdr => "S2M NDR",
            Self::S2mDrs => "S2M DRS",
            Self::D2hReq => "D2H Req",
            Self::D2hRsp => "D2H Rsp",
            Self::D2hData => "D2H Data",
            Self::IoUp => "CXL.io up",
        }
    }

    /// The name as one word, as ports of hardware have it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::M2sReq => "m2s_req",
            Self::M2sRwd => "m2s_rwd",
            Self::M2sBiRsp => "m2s_birsp",
            Self::H2dReq => "h2d_req",
            Self::H2dRsp => "h2d_rsp",
            Self::H2dData => "h2d_data",
            Self::IoDown => "io_down",
            Self::S2mBiSnp => "s2m_bisnp",
            Self::S2mNdr => "s2m_ndr",
            Self::S2mDrs => "s2m_drs",
            Self::D2hReq => "d2h_req",
            Self::D2hRsp => "d2h_rsp",
            Self::D2hData => "d2h_data",
            Self::IoUp => "io_up",
        }
    }

    /// Bits of a message's header in a 256-byte flit (CXL 3.0; CXL.io: a TLP header of four double words).
    pub const fn header_bits(self) -> u64 {
        match self {
            Self::M2sReq => 100,
            Self::M2sRwd => 104,
            Self::S2mBiSnp => 84,
            Self::D2hReq => 76,
            Self::H2dReq => 72,
            Self::M2sBiRsp | Self::S2mNdr | Self::S2mDrs | Self::H2dRsp => 40,
            Self::H2dData => 32,
            Self::D2hRsp | Self::D2hData => 24,
            Self::IoDown | Self::IoUp => 128,
        }
    }

    /// Bits of data in a message that carries a whole line, without byte enables; 0 of a channel that carries none.
    const fn line_bits(self) -> u64 {
        match self {
            Self::M2sRwd | Self::S2mDrs | Self::H2dData | Self::D2hData => 8 * LINE_BYTES,
            _ => 0,
        }
    }

    /// Bytes of header and data of a message about a line, which it carries whole if it carries it, rounded up: what a link passes of it,
    /// without the flit's overhead.
    pub const fn line_message_bytes(self) -> u64 {
        (self.header_bits() + self.line_bits()).div_ceil(8)
    }
}

impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A CXL.mem request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct M2sReq {
    /// What is asked.
    pub opcode: M2sReqOpcode,
    /// What the device does with its own copy.
    pub snp_type: SnpType,
    /// Whether the host's state changes.
    pub meta_field: MetaField,
    /// The state that the host will have.
    pub meta_value: MetaValue,
    /// Comes back in the answer.
    pub tag: u16,
    /// HPA of the line; bits 5 to 0 are zero.
    pub address: u64,
}

/// A CXL.mem request with data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct M2sRwd {
    /// What is asked.
    pub opcode: M2sRwdOpcode,
    /// What the device does with its own copy.
    pub snp_type: SnpType,
    /// Whether the host's state changes.
    pub meta_field: MetaField,
    /// The state that the host will have.
    pub meta_value: MetaValue,
    /// Comes back in the answer.
    pub tag: u16,
    /// HPA of the line; bits 5 to 0 are zero.
    pub address: u64,
    /// The data are known to be wrong.
    pub poison: bool,
    /// Bit i enables byte i; all ones but for `MemWrPtl`.
    pub byte_enable: u64,
    /// The line.
    pub data: Line,
}

/// An answer to a back-invalidate snoop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct M2sBiRsp {
    /// What the host keeps.
    pub opcode: M2sBiRspOpcode,
    /// Tag of the snoop. 12 bits.
    pub tag: u16,
    /// Bits 7 to 6 of the snoop's address.
    pub low_address: u8,
}

/// A back-invalidate snoop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct S2mBiSnp {
    /// What the host may keep.
    pub opcode: S2mBiSnpOpcode,
    /// Comes back in the answer. 12 bits.
    pub tag: u16,
    /// HPA of the line. For a block, bits 7 to 6 say which part of 256 bytes: 1 the lower half, 2 the upper half, 3 all.
    pub address: u64,
}

impl S2mBiSnp {
    /// The lines that it concerns; none if a block's bits 7 to 6 are reserved.
    pub fn lines(&self) -> std::iter::StepBy<std::ops::Range<u64>> {
        let block = self.address & !0xff;
        let range = match (self.opcode.code() >= S2mBiSnpOpcode::BiSnpCurBlk.code(), self.address >> 6 & 3) {
            (false, _) => self.address..self.address + LINE_BYTES,
            (true, 1) => block..block + 128,
            (true, 2) => block + 128..block + 256,
            (true, 3) => block..block + 256,
            (true, _) => block..block,
        };
        range.step_by(LINE_BYTES as usize)
    }
}

/// A CXL.mem answer without data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct S2mNdr {
    /// What was done.
    pub opcode: S2mNdrOpcode,
    /// Tag of the request.
    pub tag: u16,
    /// How busy the device is.
    pub dev_load: DevLoad,
}

/// A CXL.mem answer with data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct S2mDrs {
    /// Whether there is memory.
    pub opcode: S2mDrsOpcode,
    /// Tag of the request.
    pub tag: u16,
    /// The data are known to be wrong.
    pub poison: bool,
    /// How busy the device is.
    pub dev_load: DevLoad,
    /// The line.
    pub data: Line,
}

/// A CXL.cache request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct D2hReq {
    /// What is asked.
    pub opcode: D2hReqOpcode,
    /// Comes back in the answers. 12 bits.
    pub cqid: u16,
    /// HPA of the line; bits 5 to 0 are zero. 0 for `CacheFlushed`.
    pub address: u64,
}

/// An answer to a snoop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct D2hRsp {
    /// State after and before.
    pub opcode: D2hRspOpcode,
    /// UQID of the snoop.
    pub uqid: u16,
}

/// Data for a pull or a snoop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct D2hData {
    /// UQID of the pull or the snoop.
    pub uqid: u16,
    /// An evicted line that a snoop has taken meanwhile: the data mean nothing.
    pub bogus: bool,
    /// The data are known to be wrong.
    pub poison: bool,
    /// Bit i enables byte i.
    pub byte_enable: u64,
    /// The line.
    pub data: Line,
}

/// A snoop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct H2dReq {
    /// What the device may keep.
    pub opcode: H2dReqOpcode,
    /// Comes back in the answer. 12 bits.
    pub uqid: u16,
    /// HPA of the line.
    pub address: u64,
}

/// An answer to a device's request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct H2dRsp {
    /// What it is.
    pub opcode: H2dRspOpcode,
    /// The state that GO grants; `Invalid` where it grants none.
    pub state: GoState,
    /// For a pull, the UQID that the data carry.
    pub uqid: u16,
    /// CQID of the request.
    pub cqid: u16,
}

/// Data for a device's read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct H2dData {
    /// CQID of the request.
    pub cqid: u16,
    /// GO-Err: the line comes from an error, such as an address that nothing has, and must not be used.
    pub go_err: bool,
    /// The data are known to be wrong.
    pub poison: bool,
    /// The line.
    pub data: Line,
}

/// A CXL.io transaction of 1 to 8 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Io {
    /// Memory read.
    MRd {
        /// Byte address; the bytes do not cross a multiple of 8.
        address: u64,
        /// 1 to 8.
        bytes: u8,
        /// Comes back in the completion.
        tag: u16,
    },
    /// Memory write, posted: it has no completion.
    MWr {
        /// Byte address; the bytes do not cross a multiple of 8.
        address: u64,
        /// 1 to 8.
        bytes: u8,
        /// Little endian.
        data: u64,
    },
    /// The completion of a read.
    Cpl {
        /// Tag of the read.
        tag: u16,
        /// Little endian; `None` where no register has the address (Unsupported Request).
        data: Option<u64>,
    },
}

/// A message on a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The variants are the channels.
pub enum Message {
    M2sReq(M2sReq),
    M2sRwd(M2sRwd),
    M2sBiRsp(M2sBiRsp),
    S2mBiSnp(S2mBiSnp),
    S2mNdr(S2mNdr),
    S2mDrs(S2mDrs),
    D2hReq(D2hReq),
    D2hRsp(D2hRsp),
    D2hData(D2hData),
    H2dReq(H2dReq),
    H2dRsp(H2dRsp),
    H2dData(H2dData),
    IoDown(Io),
    IoUp(Io),
}

impl Message {
    /// Its channel.
    pub const fn channel(&self) -> Channel {
        match self {
            Self::M2sReq(_) => Channel::M2sReq,
            Self::M2sRwd(_) => Channel::M2sRwd,
            Self::M2sBiRsp(_) => Channel::M2sBiRsp,
            Self::S2mBiSnp(_) => Channel::S2mBiSnp,
            Self::S2mNdr(_) => Channel::S2mNdr,
            Self::S2mDrs(_) => Channel::S2mDrs,
            Self::D2hReq(_) => Channel::D2hReq,
            Self::D2hRsp(_) => Channel::D2hRsp,
            Self::D2hData(_) => Channel::D2hData,
            Self::H2dReq(_) => Channel::H2dReq,
            Self::H2dRsp(_) => Channel::H2dRsp,
            Self::H2dData(_) => Channel::H2dData,
            Self::IoDown(_) => Channel::IoDown,
            Self::IoUp(_) => Channel::IoUp,
        }
    }

    /// Name of its opcode in the specification.
    pub const fn opcode(&self) -> &'static str {
        match self {
            Self::M2sReq(message) => message.opcode.name(),
            Self::M2sRwd(message) => message.opcode.name(),
            Self::M2sBiRsp(message) => message.opcode.name(),
            Self::S2mBiSnp(message) => message.opcode.name(),
            Self::S2mNdr(message) => message.opcode.name(),
            Self::S2mDrs(message) => message.opcode.name(),
            Self::D2hReq(message) => message.opcode.name(),
            Self::D2hRsp(message) => message.opcode.name(),
            Self::D2hData(_) | Self::H2dData(_) => "Data",
            Self::H2dReq(message) => message.opcode.name(),
            Self::H2dRsp(message) => message.opcode.name(),
            Self::IoDown(io) | Self::IoUp(io) => match io {
                Io::MRd { .. } => "MRd",
                Io::MWr { .. } => "MWr",
                Io::Cpl { .. } => "Cpl",
            },
        }
    }

    /// The identifier that joins request and answer: tag, CQID or UQID. `None` for posted writes.
    pub const fn tag(&self) -> Option<u16> {
        match self {
            Self::M2sReq(message) => Some(message.tag),
            Self::M2sRwd(message) => Some(message.tag),
            Self::M2sBiRsp(message) => Some(message.tag),
            Self::S2mBiSnp(message) => Some(message.tag),
            Self::S2mNdr(message) => Some(message.tag),
            Self::S2mDrs(message) => Some(message.tag),
            Self::D2hReq(message) => Some(message.cqid),
            Self::D2hRsp(message) => Some(message.uqid),
            Self::D2hData(message) => Some(message.uqid),
            Self::H2dReq(message) => Some(message.uqid),
            Self::H2dRsp(message) => Some(message.cqid),
            Self::H2dData(message) => Some(message.cqid),
            Self::IoDown(io) | Self::IoUp(io) => match io {
                Io::MRd { tag, .. } | Io::Cpl { tag, .. } => Some(*tag),
                Io::MWr { .. } => None,
            },
        }
    }

    /// Its address, if it carries one.
    pub const fn address(&self) -> Option<u64> {
        match self {
            Self::M2sReq(message) => Some(message.address),
            Self::M2sRwd(message) => Some(message.address),
            Self::S2mBiSnp(message) => Some(message.address),
            Self::D2hReq(message) => Some(message.address),
            Self::H2dReq(message) => Some(message.address),
            Self::IoDown(Io::MRd { address, .. } | Io::MWr { address, .. })
            | Self::IoUp(Io::MRd { address, .. } | Io::MWr { address, .. }) => Some(*address),
            _ => None,
        }
    }

    /// Bits of header and data, without the flit's overhead. Byte enables cost 64 bits where not all are set.
    pub const fn bits(&self) -> u64 {
        let data = match self {
            Self::M2sRwd(message) => match message.opcode {
                M2sRwdOpcode::BiConflict => 0,
                _ => self.channel().line_bits() + Self::enable_bits(message.byte_enable),
            },
            Self::D2hData(message) => self.channel().line_bits() + Self::enable_bits(message.byte_enable),
            Self::IoDown(Io::MWr { .. } | Io::Cpl { .. }) | Self::IoUp(Io::MWr { .. } | Io::Cpl { .. }) => 64,
            Self::IoDown(_) | Self::IoUp(_) => 0,
            _ => self.channel().line_bits(),
        };
        self.channel().header_bits() + data
    }

    const fn enable_bits(byte_enable: u64) -> u64 {
        if byte_enable == ALL_BYTES { 0 } else { 64 }
    }

    /// Bytes of header and data, rounded up.
    pub const fn bytes(&self) -> u64 {
        self.bits().div_ceil(8)
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.channel(), self.opcode())?;
        if let Some(address) = self.address() {
            write!(f, " {address:#x}")?;
        }
        if let Some(tag) = self.tag() {
            write!(f, " tag {tag}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channels_are_indexed_by_position() {
        for (index, channel) in Channel::ALL.into_iter().enumerate() {
            assert_eq!(channel as usize, index);
            let down = ["M2S", "H2D", "CXL.io down"].iter().any(|name| channel.name().starts_with(name));
            assert_eq!(channel.direction() == Direction::Downstream, down, "{channel}");
        }
    }

    #[test]
    fn sizes_are_header_and_data() {
        let read = D2hReq { opcode: D2hReqOpcode::RdCurr, cqid: 0, address: 0 };
        assert_eq!(Message::D2hReq(read).bytes(), 10); // 76 bits
        assert_eq!(Channel::D2hReq.line_message_bytes(), 10);
        let mut write = M2sRwd {
            opcode: M2sRwdOpcode::MemWr,
            snp_type: SnpType::NoOp,
            meta_field: MetaField::NoOp,
            meta_value: MetaValue::Invalid,
            tag: 0,
            address: 0,
            poison: false,
            byte_enable: ALL_BYTES,
            data: [0; 64],
        };
        assert_eq!(Message::M2sRwd(write).bytes(), 13 + 64);
        assert_eq!(Channel::M2sRwd.line_message_bytes(), 13 + 64);
        let data = H2dData { cqid: 0, go_err: false, poison: false, data: [0; 64] };
        assert_eq!((Message::H2dData(data).bytes(), Channel::H2dData.line_message_bytes()), (4 + 64, 4 + 64));
        write.byte_enable = 1;
        assert_eq!(Message::M2sRwd(write).bytes(), 13 + 64 + 8);
        assert_eq!(Message::IoUp(Io::Cpl { tag: 0, data: None }).bytes(), 24);
    }

    #[test]
    fn blocks_have_the_lines_of_their_part() {
        let lines = |opcode, address| S2mBiSnp { opcode, tag: 0, address }.lines().collect::<Vec<_>>();
        assert_eq!(lines(S2mBiSnpOpcode::BiSnpInv, 0x1c0), [0x1c0]);
        assert_eq!(lines(S2mBiSnpOpcode::BiSnpInvBlk, 0x140), [0x100, 0x140]);
        assert_eq!(lines(S2mBiSnpOpcode::BiSnpInvBlk, 0x180), [0x180, 0x1c0]);
        assert_eq!(lines(S2mBiSnpOpcode::BiSnpInvBlk, 0x1c0), [0x100, 0x140, 0x180, 0x1c0]);
        assert!(lines(S2mBiSnpOpcode::BiSnpInvBlk, 0x100).is_empty());
    }

    #[test]
    fn merge_puts_enabled_bytes() {
        let mut line = [1; 64];
        merge(&mut line, &[2; 64], 0b101);
        assert_eq!(line[..4], [2, 1, 2, 1]);
        merge(&mut line, &[3; 64], ALL_BYTES);
        assert_eq!(line, [3; 64]);
    }
}

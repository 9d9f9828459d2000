//! Opcodes and fields of CXL as they are on the wire: names and encodings of CXL 3.0.
//!
//! Every enumeration holds what the specification defines; a code that it reserves is refused. Hardware and simulation
//! both take them from here.

use core::error::Error;
use core::fmt::{self, Display, Formatter};

/// A code that the specification reserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReservedCode {
    /// The field.
    pub field: &'static str,
    /// What it held.
    pub code: u8,
}

impl Display for ReservedCode {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x} is a reserved code of {}", self.code, self.field)
    }
}

impl Error for ReservedCode {}

macro_rules! codes {
    ($(#[$meta:meta])* $name:ident, $field:literal, $bits:literal bits {
        $($variant:ident = $code:literal $text:literal: $about:literal,)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum $name {
            $(#[doc = $about] $variant = $code,)*
        }

        impl $name {
            /// Width of the field.
            pub const BITS: usize = $bits;
            /// All that is not reserved, by code.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The encoding.
            #[must_use]
            pub const fn code(self) -> u8 {
                self as u8
            }

            /// What a code means.
            ///
            /// # Errors
            /// [`ReservedCode`] if the specification reserves it.
            pub const fn from_code(code: u8) -> Result<Self, ReservedCode> {
                match code {
                    $($code => Ok(Self::$variant),)*
                    _ => Err(ReservedCode { field: $field, code }),
                }
            }

            /// The name in the specification.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }
        }

        impl Display for $name {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

codes! {
    /// CXL.mem requests without data, host to device.
    M2sReqOpcode, "M2S Req opcode", 4 bits {
        MemInv = 0 "MemInv": "Changes the state of a line; moves no data.",
        MemRd = 1 "MemRd": "Reads a line.",
        MemRdData = 2 "MemRdData": "Reads a line; the device picks the state that the host gets.",
        MemRdFwd = 3 "MemRdFwd": "Answers a device's read of its own memory (HDM-D).",
        MemWrFwd = 4 "MemWrFwd": "Answers a device's write of its own memory (HDM-D).",
        MemSpecRd = 8 "MemSpecRd": "Announces a read; has no answer.",
        MemInvNT = 9 "MemInvNT": "As `MemInv`, and the line will not be used soon.",
        MemClnEvct = 0xA "MemClnEvct": "The host has dropped a clean line.",
    }
}

codes! {
    /// CXL.mem requests with data, host to device.
    M2sRwdOpcode, "M2S RwD opcode", 4 bits {
        MemWr = 1 "MemWr": "Writes a line.",
        MemWrPtl = 2 "MemWrPtl": "Writes the bytes that are enabled.",
        BiConflict = 4 "BIConflict": "A back-invalidate snoop has met a request of the host for its line.",
    }
}

codes! {
    /// Answers to back-invalidate snoops, host to device.
    M2sBiRspOpcode, "M2S BIRsp opcode", 4 bits {
        BiRspI = 0 "BIRspI": "The host has no copy.",
        BiRspS = 1 "BIRspS": "The host may have a shared copy.",
        BiRspE = 2 "BIRspE": "The host may have an exclusive copy.",
        BiRspIBlk = 4 "BIRspIBlk": "The host has no copy of any line of the block.",
        BiRspSBlk = 5 "BIRspSBlk": "The host may have shared copies of lines of the block.",
        BiRspEBlk = 6 "BIRspEBlk": "The host may have exclusive copies of lines of the block.",
    }
}

codes! {
    /// Back-invalidate snoops, device to host.
    S2mBiSnpOpcode, "S2M BISnp opcode", 4 bits {
        BiSnpCur = 0 "BISnpCur": "Asks for the current data in memory; copies stay.",
        BiSnpData = 1 "BISnpData": "Leaves the host at most shared copies.",
        BiSnpInv = 2 "BISnpInv": "Leaves the host no copy.",
        BiSnpCurBlk = 4 "BISnpCurBlk": "`BISnpCur` for a block of lines.",
        BiSnpDataBlk = 5 "BISnpDataBlk": "`BISnpData` for a block of lines.",
        BiSnpInvBlk = 6 "BISnpInvBlk": "`BISnpInv` for a block of lines.",
    }
}

codes! {
    /// Answers without data, device to host.
    S2mNdrOpcode, "S2M NDR opcode", 3 bits {
        Cmp = 0 "Cmp": "Done.",
        CmpS = 1 "Cmp-S": "Done; the host may keep a shared copy.",
        CmpE = 2 "Cmp-E": "Done; the host may keep an exclusive copy.",
        BiConflictAck = 4 "BI-ConflictAck": "The answer to `BIConflict`, behind every earlier `Cmp`.",
    }
}

codes! {
    /// Answers with data, device to host.
    S2mDrsOpcode, "S2M DRS opcode", 3 bits {
        MemData = 0 "MemData": "A line.",
        MemDataNxm = 1 "MemData-NXM": "All ones: no memory has this address.",
    }
}

codes! {
    /// What a device does with its own copy of a line.
    SnpType, "SnpType", 3 bits {
        NoOp = 0 "No-Op": "Nothing.",
        SnpData = 1 "SnpData": "Keeps at most a shared copy.",
        SnpCur = 2 "SnpCur": "Keeps it, and answers with current data.",
        SnpInv = 3 "SnpInv": "Drops it.",
    }
}

codes! {
    /// Which meta data a request concerns.
    MetaField, "MetaField", 2 bits {
        Meta0State = 0 "Meta0-State": "The state that the host keeps.",
        NoOp = 3 "No-Op": "None.",
    }
}

codes! {
    /// The state that the host keeps.
    MetaValue, "MetaValue", 2 bits {
        Invalid = 0 "Invalid": "No copy.",
        Any = 2 "Any": "Any copy, a modified one too.",
        Shared = 3 "Shared": "Shared copies.",
    }
}

codes! {
    /// How busy a memory device is.
    DevLoad, "DevLoad", 2 bits {
        Light = 0 "Light": "Light load.",
        Optimal = 1 "Optimal": "Optimal load.",
        Moderate = 2 "Moderate": "Moderate overload.",
        Severe = 3 "Severe": "Severe overload.",
    }
}

codes! {
    /// CXL.cache requests, device to host.
    D2hReqOpcode, "D2H Req opcode", 5 bits {
        RdCurr = 1 "RdCurr": "Reads current data; caches nothing.",
        RdOwn = 2 "RdOwn": "Reads a line to own it.",
        RdShared = 3 "RdShared": "Reads a line to share it.",
        RdAny = 4 "RdAny": "Reads a line in any state.",
        RdOwnNoData = 5 "RdOwnNoData": "Asks to own a line; its data are not needed.",
        ItoMWr = 6 "ItoMWr": "Writes a line without having it.",
        WrCur = 7 "WrCur": "Writes a line; the host decides where it goes.",
        ClFlush = 8 "CLFlush": "Drops a line from all caches.",
        CleanEvict = 9 "CleanEvict": "Gives a clean line back.",
        DirtyEvict = 0xA "DirtyEvict": "Gives a modified line back.",
        CleanEvictNoData = 0xB "CleanEvictNoData": "Has dropped a clean line.",
        WoWrInv = 0xC "WOWrInv": "Writes bytes of a line, weakly ordered.",
        WoWrInvF = 0xD "WOWrInvF": "Writes a line, weakly ordered.",
        WrInv = 0xE "WrInv": "Writes bytes of a line; every copy goes.",
        CacheFlushed = 0x10 "CacheFlushed": "The device's cache is empty.",
    }
}

codes! {
    /// Answers to snoops, device to host: state after, hit, state before.
    D2hRspOpcode, "D2H Rsp opcode", 5 bits {
        RspSHitSe = 1 "RspSHitSE": "Shared; was shared or exclusive.",
        RspIHitI = 4 "RspIHitI": "No copy; had none.",
        RspIHitSe = 5 "RspIHitSE": "No copy; was shared or exclusive.",
        RspVHitV = 6 "RspVHitV": "Unchanged; was clean.",
        RspSFwdM = 7 "RspSFwdM": "Shared; was modified, data follow.",
        RspIFwdM = 0xF "RspIFwdM": "No copy; was modified, data follow.",
        RspVFwdV = 0x16 "RspVFwdV": "Unchanged; data follow.",
    }
}

codes! {
    /// Snoops, host to device. Not the codes of [`SnpType`].
    H2dReqOpcode, "H2D Req opcode", 3 bits {
        SnpData = 1 "SnpData": "Leaves at most a shared copy.",
        SnpInv = 2 "SnpInv": "Leaves no copy.",
        SnpCur = 3 "SnpCur": "Asks for current data; the copy stays.",
    }
}

codes! {
    /// Answers to devices' requests, host to device.
    H2dRspOpcode, "H2D Rsp opcode", 4 bits {
        WritePull = 1 "WritePull": "Send the data; GO comes later.",
        Go = 4 "GO": "Globally ordered, with a state.",
        GoWritePull = 5 "GO-WritePull": "Globally ordered; send the data.",
        ExtCmp = 6 "ExtCmp": "A write is globally observed.",
        GoWritePullDrop = 8 "GO-WritePull-Drop": "Globally ordered; keep the data.",
        FastGo = 0xC "Fast-GO": "Ordered, not yet observed.",
        FastGoWritePull = 0xD "Fast-GO-WritePull": "Ordered, not yet observed; send the data.",
        GoErrWritePull = 0xF "GO-ERR-WritePull": "An error; send the data, they are dropped.",
    }
}

codes! {
    /// The state that GO grants.
    GoState, "GO state", 4 bits {
        Shared = 1 "Shared": "A shared copy.",
        Exclusive = 2 "Exclusive": "The only copy, as in memory.",
        Invalid = 3 "Invalid": "No copy.",
        Error = 4 "Error": "The request cannot be served.",
        Modified = 6 "Modified": "The only copy, newer than memory.",
    }
}

/// Width of an M2S tag.
pub const TAG_BITS: usize = 16;
/// Width of a line's address, bits 51 to 6.
pub const ADDRESS_BITS: usize = 46;
/// Width of a device's request identifier (CQID).
pub const CQID_BITS: usize = 12;
/// Width of the host's identifier of a snoop or a pull (UQID).
pub const UQID_BITS: usize = 12;
/// Width of a back-invalidate tag.
pub const BI_TAG_BITS: usize = 12;
/// Bytes of a line.
pub const LINE_BYTES: u64 = 64;
/// The first address beyond what a message can carry.
pub const ADDRESS_LIMIT: u64 = 1 << 52;

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString;
    use std::vec::Vec;

    /// Name, width, and (name, code) of every code.
    type Field = (&'static str, usize, &'static [(&'static str, u8)]);

    /// The table of the specification, written out.
    const TABLE: &[Field] = &[
        (
            "M2S Req opcode",
            4,
            &[
                ("MemInv", 0b0000),
                ("MemRd", 0b0001),
                ("MemRdData", 0b0010),
                ("MemRdFwd", 0b0011),
                ("MemWrFwd", 0b0100),
                ("MemSpecRd", 0b1000),
                ("MemInvNT", 0b1001),
                ("MemClnEvct", 0b1010),
            ],
        ),
        ("M2S RwD opcode", 4, &[("MemWr", 0b0001), ("MemWrPtl", 0b0010), ("BIConflict", 0b0100)]),
        (
            "M2S BIRsp opcode",
            4,
            &[
                ("BIRspI", 0b0000),
                ("BIRspS", 0b0001),
                ("BIRspE", 0b0010),
                ("BIRspIBlk", 0b0100),
                ("BIRspSBlk", 0b0101),
                ("BIRspEBlk", 0b0110),
            ],
        ),
        (
            "S2M BISnp opcode",
            4,
            &[
                ("BISnpCur", 0b0000),
                ("BISnpData", 0b0001),
                ("BISnpInv", 0b0010),
                ("BISnpCurBlk", 0b0100),
                ("BISnpDataBlk", 0b0101),
                ("BISnpInvBlk", 0b0110),
            ],
        ),
        ("S2M NDR opcode", 3, &[("Cmp", 0b000), ("Cmp-S", 0b001), ("Cmp-E", 0b010), ("BI-ConflictAck", 0b100)]),
        ("S2M DRS opcode", 3, &[("MemData", 0b000), ("MemData-NXM", 0b001)]),
        ("SnpType", 3, &[("No-Op", 0b000), ("SnpData", 0b001), ("SnpCur", 0b010), ("SnpInv", 0b011)]),
        ("MetaField", 2, &[("Meta0-State", 0b00), ("No-Op", 0b11)]),
        ("MetaValue", 2, &[("Invalid", 0b00), ("Any", 0b10), ("Shared", 0b11)]),
        ("DevLoad", 2, &[("Light", 0b00), ("Optimal", 0b01), ("Moderate", 0b10), ("Severe", 0b11)]),
        (
            "D2H Req opcode",
            5,
            &[
                ("RdCurr", 0b00001),
                ("RdOwn", 0b00010),
                ("RdShared", 0b00011),
                ("RdAny", 0b00100),
                ("RdOwnNoData", 0b00101),
                ("ItoMWr", 0b00110),
                ("WrCur", 0b00111),
                ("CLFlush", 0b01000),
                ("CleanEvict", 0b01001),
                ("DirtyEvict", 0b01010),
                ("CleanEvictNoData", 0b01011),
                ("WOWrInv", 0b01100),
                ("WOWrInvF", 0b01101),
                ("WrInv", 0b01110),
                ("CacheFlushed", 0b10000),
            ],
        ),
        (
            "D2H Rsp opcode",
            5,
            &[
                ("RspSHitSE", 0b00001),
                ("RspIHitI", 0b00100),
                ("RspIHitSE", 0b00101),
                ("RspVHitV", 0b00110),
                ("RspSFwdM", 0b00111),
                ("RspIFwdM", 0b01111),
                ("RspVFwdV", 0b10110),
            ],
        ),
        ("H2D Req opcode", 3, &[("SnpData", 0b001), ("SnpInv", 0b010), ("SnpCur", 0b011)]),
        (
            "H2D Rsp opcode",
            4,
            &[
                ("WritePull", 0b0001),
                ("GO", 0b0100),
                ("GO-WritePull", 0b0101),
                ("ExtCmp", 0b0110),
                ("GO-WritePull-Drop", 0b1000),
                ("Fast-GO", 0b1100),
                ("Fast-GO-WritePull", 0b1101),
                ("GO-ERR-WritePull", 0b1111),
            ],
        ),
        (
            "GO state",
            4,
            &[("Shared", 0b0001), ("Exclusive", 0b0010), ("Invalid", 0b0011), ("Error", 0b0100), ("Modified", 0b0110)],
        ),
    ];

    #[test]
    fn codes_are_those_of_the_specification() {
        let mut rows = TABLE.iter();
        macro_rules! check {
            ($($name:ident)*) => {$(
                let (field, bits, codes) = rows.next().unwrap();
                assert_eq!($name::BITS, *bits, "{field}");
                let all: Vec<(&str, u8)> = $name::ALL.iter().map(|one| (one.name(), one.code())).collect();
                assert_eq!(all, *codes, "{field}");
                for code in 0..=u8::MAX {
                    match ($name::from_code(code), codes.iter().find(|(_, known)| *known == code)) {
                        (Ok(one), Some((name, _))) => {
                            assert_eq!(one.to_string(), *name);
                            assert!(usize::from(code) < 1 << bits, "{field}: {name} has more than {bits} bits");
                        }
                        (Err(error), None) => assert_eq!(error, ReservedCode { field, code }),
                        other => panic!("{field}: {code:#b} is {other:?}"),
                    }
                }
            )*};
        }
        check!(M2sReqOpcode M2sRwdOpcode M2sBiRspOpcode S2mBiSnpOpcode S2mNdrOpcode S2mDrsOpcode SnpType MetaField
            MetaValue DevLoad D2hReqOpcode D2hRspOpcode H2dReqOpcode H2dRspOpcode GoState);
        assert_eq!(rows.next(), None);
        assert_eq!((TAG_BITS, ADDRESS_BITS, CQID_BITS, UQID_BITS), (16, 46, 12, 12));
    }
}

//! Records of the log region.
//!
//! A record is a header line of 64 bytes, and behind it the payload, whole lines. Words are 32 bits, little endian:
//!
//! | word | |
//! |---|---|
//! | 0, 1 | [`MAGIC`], low word first |
//! | 2 | [`RecordKind`] |
//! | 3 | `CONFIGURATION` |
//! | 4, 5 | `BATCH`, low word first |
//! | 6 | lines of the payload |
//! | 7 | rows; 0 for parameters |
//! | 8 | FP32 elements of a vector; 0 for parameters |
//! | 9 .. 13 | 0 |
//! | 14 | CRC-32C of the payload |
//! | 15 | CRC-32C of the header with this word 0 |
//!
//! CRC-32C is that of iSCSI (RFC 3720): polynomial 0x1edc6f41, reflected, first and last value all ones.
//!
//! The payload of parameters is the parameters. That of rows is first the DPA of every row, 64 bits each, eight a line, zero behind the
//! last; then the rows, one behind the other. A header may be torn by a loss of power: then its CRC does not hold, and there
//! is no record.

/// The first words of a header: "EMBERLOG", big endian.
pub const MAGIC: u64 = 0x454d_4245_524c_4f47;
/// Bytes of a header.
pub const HEADER_BYTES: u64 = 64;
/// Most bytes of a payload: its lines are a 32-bit number.
pub const MAX_PAYLOAD_BYTES: u64 = ((1 << 32) - 1) * 64;
/// DPAs of rows in a line of the payload.
pub const ADDRESSES_PER_LINE: u64 = 8;

/// What a record holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum RecordKind {
    /// Rows of tables as they were before a batch.
    Rows = 1,
    /// Parameters of the MLPs as they were before a batch.
    Parameters = 2,
}

impl RecordKind {
    /// The kind of a number, if it is one.
    #[must_use]
    pub const fn from_value(value: u32) -> Option<Self> {
        match value {
            1 => Some(Self::Rows),
            2 => Some(Self::Parameters),
            _ => None,
        }
    }
}

/// Lines of the payload of a record of `rows` rows of `row_lines` lines.
#[must_use]
pub const fn row_payload_lines(rows: u64, row_lines: u64) -> u64 {
    rows.div_ceil(ADDRESSES_PER_LINE) + rows * row_lines
}

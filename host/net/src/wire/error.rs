//! What is wrong with bytes that are no message.

use thiserror::Error;

use super::{HEADER_BYTES, LONGEST_MESSAGE, VERSION};

/// What is wrong with bytes that are no message.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum WireError {
    /// Fewer bytes than a header has.
    #[error("{found} bytes are no message: its header alone has {HEADER_BYTES}")]
    Short {
        /// Bytes.
        found: usize,
    },
    /// Something else.
    #[error("the bytes are no message of Emberlane: they begin with {found:02x?}")]
    OtherMagic {
        /// The first four bytes.
        found: [u8; 4],
    },
    /// Another version of the format.
    #[error(
        "the message has version {found}, and this program speaks version {VERSION}: use the same program everywhere"
    )]
    OtherVersion {
        /// Its version.
        found: u16,
    },
    /// The header says another length.
    #[error("the header says {said} bytes of body, and {found} came")]
    Length {
        /// As the header says.
        said: u32,
        /// What came.
        found: usize,
    },
    /// Larger than the limit.
    #[error("{found} bytes are more than a message may have: {LONGEST_MESSAGE}")]
    Long {
        /// Bytes.
        found: usize,
    },
    /// A number out of its range.
    #[error("{what} is {found}, and the most is {most}")]
    Range {
        /// Which number.
        what: &'static str,
        /// What it is.
        found: u64,
        /// The limit.
        most: u64,
    },
    /// A part of nothing.
    #[error("the message is one of 0 parts, and there is at least one")]
    NoParts,
    /// Bits are not what was sent.
    #[error("the checksum is {found:08x}, and the header says {said:08x}: the message was damaged on its way")]
    Checksum {
        /// As the header says.
        said: u32,
        /// Of what came.
        found: u32,
    },
    /// No such kind of message.
    #[error("there is no message of kind {found}")]
    Kind {
        /// The kind.
        found: u16,
    },
    /// Arrays that do not fit together.
    #[error("{0}")]
    Body(&'static str),
}

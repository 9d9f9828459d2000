//! What every message begins with.

/// The first bytes of every message.
pub const MAGIC: [u8; 4] = *b"EMBL";
/// The version of the format.
pub const VERSION: u16 = 2;
/// Bytes of a header.
pub const HEADER_BYTES: usize = 64;

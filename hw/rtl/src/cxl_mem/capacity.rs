//! How much persistent memory a device has: a number of GiB, so that its comparisons are of few bits.

use crate::cxl::hpa;
use crate::layout::named;
use emberlane_registers::cxl::ADDRESS_BITS;
use emberlane_registers::cxl_mem as map;

named! {
    /// Parts of an address in persistent memory.
    pub mod dpa {
        GIB = 30,
    }
}

/// Bits of a number of GiB.
pub const GIB_BITS: usize = ADDRESS_BITS + hpa::LINE - dpa::GIB;
/// Bits of a line's number in its GiB.
pub const LINE_BITS: usize = dpa::GIB - hpa::LINE;
/// Bytes of a GiB.
pub const GIB_BYTES: u64 = 1 << dpa::GIB;
/// GiB of persistent memory that a channel can have.
pub const MOST_GIB: usize = (map::CHANNEL_BYTES / GIB_BYTES) as usize;

//! CXL.mem and CXL.cache of a design: their channels, and the host's side of them.

mod cache;
mod channel;
mod mem;

pub use cache::{CacheAnswer, CacheData, CacheRequest, CxlCacheHost, PulledLine, Snoop, SnoopAnswer};
pub use mem::{BackInvalidateHost, CxlMemHost, MemDone, MemLine, MemRequest, MemSnoop, MemSnoopAnswer, MemWrite};

use emberlane_registers::cxl::ADDRESS_BITS;

/// Bits 51 to 6 of a host physical address, as channels carry it.
fn line_number(address: u64) -> u64 {
    address >> 6 & ((1 << ADDRESS_BITS) - 1)
}

//! CXL.mem and CXL.cache of a design: their channels, and the host's side of them.

mod cache;
mod channel;
mod mem;

pub use cache::{CacheAnswer, CacheData, CacheRequest, CxlCacheHost, PulledLine, Snoop, SnoopAnswer};
pub use mem::{
    BackInvalidateHost, CxlMemHost, MemDone, MemLine, MemRequest, MemSnoop, MemSnoopAnswer, MemWrite, WriteMeta,
};

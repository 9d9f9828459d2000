//! The parameter servers of Table III and Section III-B, a file each.

mod dram_ps;
mod ori_cache;
mod pmem_hash;
mod pmem_oe;
mod system;

pub use dram_ps::DRAM_PS;
pub use ori_cache::ORI_CACHE;
pub use pmem_hash::PMEM_HASH;
pub use pmem_oe::PMEM_OE;
pub use system::{Cache, Saves, System};

/// All of them.
pub const SYSTEMS: [&System; 4] = [&DRAM_PS, &PMEM_OE, &ORI_CACHE, &PMEM_HASH];

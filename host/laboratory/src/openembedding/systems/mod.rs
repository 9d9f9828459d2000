//! The parameter servers of Table III and Section III-B, a file each.

mod dram_ps;
mod ori_cache;
mod pmem_hash;
mod pmem_oe;

use emberlane_ps::Settings;

pub use dram_ps::DRAM_PS;
pub use ori_cache::ORI_CACHE;
pub use pmem_hash::PMEM_HASH;
pub use pmem_oe::PMEM_OE;

/// How rows are saved (Table IV).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saves {
    /// As the cache lets them go: the batch-aware checkpoint.
    BatchAware,
    /// All that have changed since the last time are copied to another place, while training waits.
    Incremental,
}

/// A parameter server.
#[derive(Clone, Copy, Debug)]
pub struct System {
    /// Its name in files.
    pub name: &'static str,
    /// Its name in the paper.
    pub title: &'static str,
    /// How its shard works, with a cache of so many rows.
    pub settings: fn(usize) -> Settings,
    /// Whether all pulls of a batch change one list under one lock, and so go one by one.
    pub one_lock: bool,
    /// How it saves rows by default (Table III).
    pub saves: Saves,
}

/// All of them.
pub const SYSTEMS: [&System; 4] = [&DRAM_PS, &PMEM_OE, &ORI_CACHE, &PMEM_HASH];

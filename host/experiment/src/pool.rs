//! The section of rows in a pool of persistent memory.

use std::path::PathBuf;

use crate::choices::choices;

/// What is kept where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolStorage {
    /// Rows in the pool, behind a cache in DRAM that is looked after while the batch is computed (OpenEmbedding).
    Pmem,
    /// All rows in DRAM, incremental checkpoints in the pool (the paper's DRAM-PS).
    Dram,
    /// Rows in the pool, behind a cache in DRAM that is looked after in every pull (the paper's Ori-Cache).
    OriCache,
    /// Rows in the pool, without a cache (the paper's PMem-Hash).
    PmemHash,
}

choices!(PoolStorage: "pmem" = Pmem, "dram" = Dram, "ori-cache" = OriCache, "pmem-hash" = PmemHash);

/// What a fence of a pool is worth that is not on DAX.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolDurability {
    /// It has to be on DAX.
    Dax,
    /// `msync` at every fence.
    Power,
    /// The page cache.
    Process,
}

choices!(PoolDurability: "dax" = Dax, "power" = Power, "process" = Process);

/// Rows in a pool of persistent memory.
#[derive(Clone, Debug, PartialEq)]
pub struct PoolConfig {
    /// The pool: a file.
    pub path: PathBuf,
    /// What is kept where.
    pub storage: PoolStorage,
    /// Bytes of rows in the cache.
    pub cache: u64,
    /// Slots for each row of the tables; `None`: as many as can ever be needed, for each state that is kept, for the one that is being
    /// made, and for the row.
    pub slots: Option<f64>,
    /// Parts of the pool that are worked on side by side.
    pub partitions: u32,
    /// What a fence is worth where the file is not on DAX.
    pub durability: PoolDurability,
    /// The medium that it is made as slow as, by its preset; `None`: it is as fast as it is.
    pub media: Option<String>,
    /// Memory channels of that medium.
    pub channels: u32,
}

impl PoolConfig {
    /// Bytes of rows in the cache, unless a file says otherwise.
    pub const DEFAULT_CACHE: u64 = 256 << 20;
    /// Partitions, unless a file says otherwise.
    pub const DEFAULT_PARTITIONS: u32 = 4;
    /// Channels of persistent memory that OpenEmbedding's machines have, six a socket.
    pub const DEFAULT_CHANNELS: u32 = 6;

    /// Slots for each row of the tables, where so many saved states are kept.
    #[must_use]
    pub fn slots_a_row(&self, keep: usize) -> f64 {
        self.slots.unwrap_or(Self::enough_slots(keep))
    }

    /// What people may want to know before they train: that there are fewer slots than can ever be needed.
    #[must_use]
    pub fn note(&self, keep: usize) -> Option<String> {
        let (slots, enough) = (self.slots?, Self::enough_slots(keep));
        (slots < enough).then(|| {
            format!(
                "pool.slots is {slots}, and with save.keep = {keep} a row may need {enough}: the pool holds rows until it is full, and the run \
                 ends there if as many rows change between two saved states"
            )
        })
    }

    /// One for each state that is kept, one for that which is being made, and one for the row.
    fn enough_slots(keep: usize) -> f64 {
        keep as f64 + 2.0
    }
}

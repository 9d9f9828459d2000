//! What a shard of a cluster keeps its rows in.

use std::path::PathBuf;

use crate::choices::choices;
use crate::reader::Section;
use crate::{ConfigError, DeviceKind, PoolDurability};

/// What a shard keeps its rows in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// Its process' memory (the paper's DRAM-PS): what survives it is nothing, or with a pool the checkpoints in it.
    Dram,
    /// A pool in persistent memory, behind a cache in DRAM that is looked after while ranks compute (OpenEmbedding).
    Pmem,
    /// The same behind a cache that is looked after in each pull (the paper's Ori-Cache).
    OriCache,
    /// The same without a cache (the paper's PMem-Hash).
    PmemHash,
    /// The memory of a CXL-MEM, which updates rows itself and keeps an undo log.
    CxlMem,
    /// Files behind caches of rows, which `[store]` describes (MTrainS).
    Tiers,
}

choices!(
    Storage:
    "dram" = Dram, "pmem" = Pmem, "ori-cache" = OriCache, "pmem-hash" = PmemHash, "cxl-mem" = CxlMem, "tiers" = Tiers
);

impl Storage {
    /// Whether rows are behind a cache whose size can be chosen.
    #[must_use]
    pub const fn has_cache(self) -> bool {
        matches!(self, Self::Pmem | Self::OriCache)
    }
}

/// How a checkpoint of a pool comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolCheckpoint {
    /// Rows are written when a later batch changes them, or leave the cache (OpenEmbedding).
    BatchAware,
    /// Rows that have changed are copied at the end of the batch, and written behind.
    Incremental,
}

choices!(PoolCheckpoint: "batch-aware" = BatchAware, "incremental" = Incremental);

/// What happens when a shard is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recovery {
    /// Nothing is lost: workers push again what came behind the shard's newest checkpoint.
    Full,
    /// The shard goes on from its newest checkpoint, and what came behind that is lost there (CPR's partial recovery).
    Partial,
    /// The same from the newest of every row that is durable, whatever checkpoint it is of.
    PartialNewest,
}

choices!(Recovery: "full" = Full, "partial" = Partial, "partial-newest" = PartialNewest);

impl Recovery {
    /// Whether something is lost with a shard.
    #[must_use]
    pub const fn is_partial(self) -> bool {
        !matches!(self, Self::Full)
    }
}

/// What the section says of it.
pub(crate) struct ShardStorage {
    pub(crate) storage: Storage,
    pub(crate) device: DeviceKind,
    pub(crate) pool: Option<PathBuf>,
    pub(crate) durability: Option<PoolDurability>,
    pub(crate) checkpoint: PoolCheckpoint,
    pub(crate) recovery: Recovery,
    pub(crate) ahead_rows: u64,
}

/// Reads it, and refuses what has no effect on the storage that is chosen.
pub(crate) fn shard_storage(section: &Section<'_>, checkpoint: &Section<'_>) -> Result<ShardStorage, ConfigError> {
    let storage = section.choice("storage", Storage::NAMES)?.unwrap_or(Storage::Dram);
    let device = section.choice("device", DeviceKind::NAMES)?;
    let pool = section.path("pool")?;
    let kind = checkpoint.choice("kind", PoolCheckpoint::NAMES)?;
    let name = storage.name();
    let no_effect = |section: &Section<'_>, key: &str, why: &str| {
        Err(section.wrong(key, format!("this has no effect: storage = {name:?} {why}; remove it")))
    };
    if storage != Storage::CxlMem && device.is_some() {
        return no_effect(section, "device", "has no device");
    }
    let device = device.unwrap_or(DeviceKind::Reference);
    match (storage, &pool) {
        (Storage::Pmem | Storage::OriCache | Storage::PmemHash, None) => {
            return Err(section.missing("pool", "the file of the shards' pools, as in pool = \"/pmem/clicks\""));
        }
        (Storage::CxlMem, Some(_)) if device == DeviceKind::Rtl => {
            return no_effect(section, "pool", "with device = \"rtl\" has its rows in the simulation alone");
        }
        (Storage::Tiers, Some(_)) => return no_effect(section, "pool", "has its files in store.directory"),
        _ => {}
    }
    let durability = section.choice("durability", PoolDurability::NAMES)?;
    match (storage, durability) {
        (_, None) => {}
        (Storage::Tiers, Some(_)) => {
            return no_effect(
                section,
                "durability",
                "makes checkpoints that survive a loss of power, wherever its files are",
            );
        }
        (_, Some(_)) if pool.is_none() => {
            return no_effect(section, "durability", "keeps nothing without cluster.pool");
        }
        (Storage::CxlMem, Some(PoolDurability::Power)) => {
            let message = "a CXL-MEM answers each write when it is durable, and cannot wait for msync at every one: take \"dax\", or \"process\"";
            return Err(section.wrong("durability", message));
        }
        _ => {}
    }
    if section.has("cache") && !storage.has_cache() {
        let why = match storage {
            Storage::Dram => "has every row in memory",
            Storage::CxlMem => "has every row in its device",
            Storage::Tiers => "has the caches of [store.dram] and [store.scm]",
            _ => "has no cache",
        };
        return no_effect(section, "cache", why);
    }
    if checkpoint.exists() && storage == Storage::CxlMem {
        return no_effect(section, "checkpoint", "logs every batch");
    }
    if kind.is_some() && storage == Storage::Tiers {
        return no_effect(checkpoint, "kind", "saves its state as a whole");
    }
    if storage == Storage::Tiers && checkpoint.boolean("wait")? == Some(false) {
        let message = "a checkpoint of tiers is done when its batch is: remove it";
        return Err(checkpoint.wrong("wait", message));
    }
    let recovery = checkpoint.choice("recovery", Recovery::NAMES)?.unwrap_or(Recovery::Full);
    if recovery == Recovery::PartialNewest && storage == Storage::Tiers {
        let message = "files of tiers have no rows newer than a checkpoint, which is one moment's: take \"partial\"";
        return Err(checkpoint.wrong("recovery", message));
    }
    if checkpoint.exists() && storage == Storage::Dram && pool.is_none() {
        return no_effect(section, "checkpoint", "keeps nothing without cluster.pool");
    }
    let (default, only) = match storage {
        Storage::Pmem => (PoolCheckpoint::BatchAware, false),
        Storage::OriCache => (PoolCheckpoint::Incremental, false),
        Storage::Dram => (PoolCheckpoint::Incremental, true),
        Storage::PmemHash | Storage::CxlMem | Storage::Tiers => (PoolCheckpoint::BatchAware, true),
    };
    match kind {
        Some(other) if only && other != default => {
            let message = format!("storage = {name:?} makes {:?} checkpoints alone: remove it", default.name());
            Err(checkpoint.wrong("kind", message))
        }
        kind => {
            let kind = kind.unwrap_or(default);
            let ahead_rows = ahead_rows(checkpoint, storage, kind, recovery)?;
            Ok(ShardStorage { storage, device, pool, durability, checkpoint: kind, recovery, ahead_rows })
        }
    }
}

/// Rows that are written ahead of checkpoints, where they are of use.
fn ahead_rows(
    section: &Section<'_>,
    storage: Storage,
    kind: PoolCheckpoint,
    recovery: Recovery,
) -> Result<u64, ConfigError> {
    const KEY: &str = "ahead_rows";
    let Some(rows) = section.integer(KEY, 0, u32::MAX.into())? else { return Ok(0) };
    let why = match (storage, kind, recovery) {
        (Storage::Pmem, PoolCheckpoint::BatchAware, Recovery::PartialNewest) => return Ok(rows),
        (Storage::Pmem, PoolCheckpoint::BatchAware, _) => {
            "rows that are newer than the checkpoint are taken with recovery = \"partial-newest\" alone"
        }
        _ => "only batch-aware checkpoints of storage = \"pmem\" write rows ahead",
    };
    Err(section.wrong(KEY, format!("this has no effect: {why}; remove it")))
}

//! The section of a cluster: shards that hold the tables, and the workers that train them.

use std::net::SocketAddr;
use std::path::PathBuf;

use crate::{DeviceKind, PoolCheckpoint, PoolDurability, Recovery, Storage};

/// Tables on shards.
#[derive(Clone, Debug, PartialEq)]
pub struct ClusterConfig {
    /// Processes that hold the tables.
    pub shards: u16,
    /// Processes that train.
    pub workers: u16,
    /// Where each shard listens.
    pub listen: Vec<String>,
    /// Where each shard is found by others, where that is somewhere else.
    pub connect: Vec<String>,
    /// Where each worker meets the others, where there are several.
    pub meet: Vec<String>,
    /// The folder of certificates that processes show one another; without, connections are not encrypted.
    pub certificates: Option<PathBuf>,
    /// What they keep rows in.
    pub storage: Storage,
    /// What plays the CXL-MEM, if that is the storage.
    pub device: DeviceKind,
    /// Where their pools are, the memory of their CXL-MEMs, or the folders of their tiers: shard `n` has `pool` with `-n` behind its name.
    pub pool: Option<PathBuf>,
    /// What a fence of their pools is worth where the file is not on DAX; `None`: nobody has said it, and it is the page cache.
    pub durability: Option<PoolDurability>,
    /// Bytes of rows in the cache of each shard.
    pub cache: u64,
    /// Batches between two checkpoints of a shard.
    pub checkpoint_batches: u64,
    /// How checkpoints of a pool come about.
    pub checkpoint: PoolCheckpoint,
    /// What happens when a shard is killed.
    pub recovery: Recovery,
    /// Rows that a shard writes behind each batch though no checkpoint waits for them: those that have changed most since they were written.
    pub ahead_rows: u64,
    /// A batch that is a checkpoint is done only when that is durable.
    pub waits_for_checkpoints: bool,
    /// Bytes of gradients that a worker keeps at most, for shards that have not made them durable.
    pub keep: u64,
    /// Seconds that a worker waits for a shard that does not answer.
    pub patience: u64,
    /// Batches whose rows a shard is told of ahead.
    pub prefetch: usize,
}

impl ClusterConfig {
    /// Where the first shard listens when the file does not say; the others have the ports behind it.
    pub const DEFAULT_PORT: u16 = 7447;
    /// Bytes of a cache where the file does not say.
    pub const DEFAULT_CACHE: u64 = 1 << 30;
    /// Batches between two checkpoints where the file does not say.
    pub const DEFAULT_CHECKPOINT_BATCHES: u64 = 100;
    /// Bytes that a worker keeps where the file does not say.
    pub const DEFAULT_KEEP: u64 = 1 << 30;
    /// Seconds that a worker waits where the file does not say.
    pub const DEFAULT_PATIENCE: u64 = 600;

    /// Whether rows survive the process of a shard.
    #[must_use]
    pub const fn keeps(&self) -> bool {
        self.pool.is_some()
    }

    /// Whether shards make checkpoints: one with a CXL-MEM logs every batch instead.
    #[must_use]
    pub const fn makes_checkpoints(&self) -> bool {
        self.keeps() && !matches!(self.storage, Storage::CxlMem)
    }

    /// Whether a batch that is a checkpoint ends when that is done.
    #[must_use]
    pub const fn is_waited_for(&self) -> bool {
        self.waits_for_checkpoints || matches!(self.storage, Storage::Tiers)
    }

    /// What addresses begin with.
    #[must_use]
    pub const fn scheme(&self) -> &'static str {
        scheme(self.certificates.is_some())
    }

    /// The internet address in one of these addresses.
    #[must_use]
    pub fn place(address: &str) -> Option<SocketAddr> {
        [true, false].iter().find_map(|tls| address.strip_prefix(scheme(*tls))).and_then(|place| place.parse().ok())
    }

    /// Where others find each shard.
    #[must_use]
    pub fn addresses(&self) -> &[String] {
        if self.connect.is_empty() { &self.listen } else { &self.connect }
    }

    /// Shards, and workers where there are several.
    #[must_use]
    pub const fn processes_that_listen(&self) -> usize {
        self.shards as usize + if self.workers > 1 { self.workers as usize } else { 0 }
    }

    /// Puts all of them on this machine, at a port each.
    ///
    /// # Panics
    /// With fewer ports than [processes that listen](Self::processes_that_listen).
    pub fn be_at(&mut self, ports: &[u16]) {
        let addresses: Vec<String> = ports.iter().map(|port| format!("{}127.0.0.1:{port}", self.scheme())).collect();
        let (shards, workers) = addresses.split_at(self.shards.into());
        (self.listen, self.meet, self.connect) = (shards.to_vec(), workers.to_vec(), Vec::new());
    }

    /// The key that says where their pools are.
    #[must_use]
    pub const fn pool_key(&self) -> &'static str {
        if matches!(self.storage, Storage::Tiers) { "store.directory" } else { "cluster.pool" }
    }

    /// The pool of a shard.
    #[must_use]
    pub fn pool_of(&self, shard: u16) -> Option<PathBuf> {
        self.pool.as_ref().map(|pool| {
            let mut name = pool.file_name().unwrap_or_default().to_owned();
            name.push(format!("-{shard}"));
            pool.with_file_name(name)
        })
    }
}

/// What an address begins with: encrypted, or not.
pub(crate) const fn scheme(has_certificates: bool) -> &'static str {
    if has_certificates { "tls/" } else { "tcp/" }
}

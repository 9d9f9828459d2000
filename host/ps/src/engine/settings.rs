//! How a shard works.

/// When rows come to the cache and leave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caching {
    /// While the ranks compute, behind all pulls of a batch (OpenEmbedding, Algorithm 2).
    Pipelined,
    /// In each pull, under the lock (the paper's Ori-Cache).
    Inline,
    /// Never: every row is read from the pool and written there in its batch (PMem-Hash).
    None,
}

/// How a checkpoint comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checkpointing {
    /// Rows are written when a later batch changes them, or leave the cache, and up to so many a maintenance and partition besides:
    /// the paper has none of these.
    BatchAware {
        /// Rows.
        drain_rows: usize,
    },
    /// All rows that have changed since the last checkpoint are copied at the end of the batch, and up to so many of the copies are
    /// written in each maintenance and partition (as CheckFreq).
    Incremental {
        /// Rows.
        write_rows: usize,
    },
}

/// How a shard works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// When rows come to the cache and leave it.
    pub caching: Caching,
    /// How a checkpoint comes about.
    pub checkpointing: Checkpointing,
    /// Rows that the cache holds, over all partitions; `None`: all of them (the paper's DRAM-PS, whose pool only holds checkpoints).
    pub cache_rows: Option<usize>,
    /// Rows of each partition that are written before the rows of a batch are maintained, though no checkpoint waits for them: those that have
    /// changed most since they were written, so that the newest of every row is newer ([`Target::EachNewest`](crate::Target)). Pipelined
    /// caching and batch-aware checkpoints have it; elsewhere it has no effect.
    pub ahead_rows: usize,
}

impl Settings {
    /// OpenEmbedding's node with a cache of so many rows.
    #[must_use]
    pub const fn pmem(cache_rows: usize) -> Self {
        let checkpointing = Checkpointing::BatchAware { drain_rows: 256 };
        Self { caching: Caching::Pipelined, checkpointing, cache_rows: Some(cache_rows), ahead_rows: 0 }
    }

    /// The same with a cache that is looked after in each pull, and incremental checkpoints.
    #[must_use]
    pub const fn ori_cache(cache_rows: usize) -> Self {
        let checkpointing = Checkpointing::Incremental { write_rows: 256 };
        Self { caching: Caching::Inline, checkpointing, cache_rows: Some(cache_rows), ahead_rows: 0 }
    }

    /// Without a cache.
    #[must_use]
    pub const fn pmem_hash() -> Self {
        let checkpointing = Checkpointing::BatchAware { drain_rows: 0 };
        Self { caching: Caching::None, checkpointing, cache_rows: Some(0), ahead_rows: 0 }
    }

    /// All rows in DRAM, with incremental checkpoints in the pool.
    #[must_use]
    pub const fn dram() -> Self {
        let checkpointing = Checkpointing::Incremental { write_rows: 256 };
        Self { caching: Caching::Pipelined, checkpointing, cache_rows: None, ahead_rows: 0 }
    }

    /// Whether [`ahead_rows`](Self::ahead_rows) has an effect.
    pub(super) const fn writes_ahead(&self) -> bool {
        let is_batch_aware = matches!(self.checkpointing, Checkpointing::BatchAware { .. });
        self.ahead_rows > 0 && is_batch_aware && matches!(self.caching, Caching::Pipelined)
    }

    /// What it is called.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match (self.caching, self.cache_rows) {
            (Caching::Inline, _) => "persistent memory behind an inline cache",
            (Caching::None, _) => "persistent memory without a cache",
            (Caching::Pipelined, None) => "DRAM with checkpoints in persistent memory",
            (Caching::Pipelined, Some(_)) => "persistent memory behind a cache",
        }
    }
}

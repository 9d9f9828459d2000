//! How a store over several memories is opened.

use std::path::PathBuf;

use emberlane_experiment::{CachePolicy, Initialise, StoreBackend, StoreConfig, StoreMedia, StoreTime};
use emberlane_stores::RowShape;

use crate::aligned::BLOCK;
use crate::error::TierError;
use crate::level::Level;
use crate::placement::Tier;
use crate::record::Format;
use crate::shard::FEW_SEGMENTS;

/// How a store is opened.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The folder with its files.
    pub directory: PathBuf,
    /// Rows of each table.
    pub rows: Vec<u32>,
    /// What each row consists of.
    pub shape: RowShape,
    /// What keeps the rows below the caches.
    pub backend: StoreBackend,
    /// Which row of a set goes.
    pub policy: CachePolicy,
    /// Rows of a set.
    pub ways: usize,
    /// Rows that the DRAM cache has room for.
    pub dram: usize,
    /// Rows that the SCM cache has room for.
    pub scm: usize,
    /// Batches whose rows are fetched while one is trained.
    pub prefetch: usize,
    /// Whether a row is drawn when it is asked for first.
    pub deferred: bool,
    /// Logs among which the rows are spread.
    pub shards: usize,
    /// Threads that read rows.
    pub lanes: usize,
    /// Whether reads and writes go around the page cache, where the file system lets them.
    pub direct: bool,
    /// Bytes of a file, of which each shard fills one at a time in memory.
    pub segment: usize,
    /// Of each table, which memory it is in; none: all are in files.
    pub placement: Vec<Tier>,
    /// Whose time it takes.
    pub time: StoreTime,
    /// What its memories are taken for.
    pub media: StoreMedia,
    /// Bytes of the medium with the files; `None`: as many as the tables in files have.
    pub capacity: Option<u64>,
}

/// Bytes of memory that a store takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TierMemory {
    /// Values of rows in the caches.
    pub caches: u64,
    /// Their tags and states.
    pub tags: u64,
    /// Where each row is in the files.
    pub index: u64,
    /// The files that are filled.
    pub segments: u64,
    /// Tables that are whole in memory.
    pub tables: u64,
}

impl Settings {
    /// What an experiment says, for tables of so many rows of this shape.
    #[must_use]
    pub fn of(config: &StoreConfig, rows: &[u32], shape: RowShape) -> Self {
        let row_bytes = 4 * shape.width() as u64;
        Self {
            directory: config.directory.clone(),
            rows: rows.to_vec(),
            shape,
            backend: config.backend,
            policy: config.policy,
            ways: config.ways,
            dram: (config.dram_cache / row_bytes) as usize,
            scm: (config.scm_cache / row_bytes) as usize,
            prefetch: config.prefetch,
            deferred: config.initialise == Initialise::Deferred,
            shards: config.shards,
            lanes: config.lanes,
            direct: config.direct,
            segment: config.segment as usize,
            placement: Vec::new(),
            time: config.time,
            media: config.media.clone(),
            capacity: Some(config.ssd.bytes).filter(|bytes| *bytes < u64::MAX),
        }
    }

    /// Refuses a backend that this build has not, and one that cannot do what else is asked for.
    ///
    /// # Errors
    /// As said.
    pub fn check_backend(&self) -> Result<(), TierError> {
        if self.backend == StoreBackend::Logs {
            return Ok(());
        }
        if !cfg!(feature = "rocksdb") {
            return Err(TierError::NoRocksDb);
        }
        if self.time == StoreTime::Simulated {
            let problem = "RocksDB makes room when it likes, so that no simulated time repeats: take store.time = \"real\" or \"paced\", \
                           or store.backend = \"logs\"";
            return Err(TierError::other(&self.directory, problem));
        }
        Ok(())
    }

    /// The memory that a table is in.
    #[must_use]
    pub fn tier(&self, table: usize) -> Tier {
        self.placement.get(table).copied().unwrap_or(Tier::Ssd)
    }

    /// Rows of each table that are in files.
    pub(crate) fn rows_in_files(&self) -> Vec<u32> {
        let rows = self.rows.iter().enumerate();
        rows.map(|(table, rows)| if self.tier(table) == Tier::Ssd { *rows } else { 0 }).collect()
    }

    /// Bytes of the files of rows when every row was written once, and at most, with rows that were set again since.
    #[must_use]
    pub fn file_bytes(&self) -> [u64; 2] {
        let rows = self.rows_in_files().iter().fold(0u64, |sum, rows| sum + u64::from(*rows));
        match self.backend {
            StoreBackend::Logs => {
                let format = Format::new(self.shape.width(), self.segment);
                let few = FEW_SEGMENTS * self.shards as u64 * format.segment_bytes() as u64;
                let once = format.bytes_of(rows as usize) as u64;
                [once, once.saturating_mul(2).max(few)]
            }
            // A key and a checksum beside the values of each; what is compacted is there twice.
            StoreBackend::RocksDb => {
                let once = rows.saturating_mul(4 * self.shape.width() as u64 + 12);
                [once, once.saturating_mul(2)]
            }
        }
    }

    /// The memory that it will take, without the buffers of batches.
    #[must_use]
    pub fn memory(&self) -> TierMemory {
        let slots = (self.dram + self.scm) as u64;
        let sum = |rows: &[u32]| rows.iter().map(|rows| u64::from(*rows)).sum::<u64>();
        let rows = sum(&self.rows_in_files());
        let format = Format::new(self.shape.width(), self.segment);
        let (index, segments) = match self.backend {
            // One a shard, one that is written and one that is read to make room.
            StoreBackend::Logs => (rows * 4, (self.shards + 2) * format.segment_bytes()),
            // A bit of ours and ten of filters a row, and a key with its place for each block; two buffers a database.
            StoreBackend::RocksDb => {
                let blocks = (rows * 4 * self.shape.width() as u64).div_ceil(BLOCK as u64);
                ((rows * 11).div_ceil(8) + blocks * 32, 2 * self.shards * self.segment)
            }
        };
        TierMemory {
            caches: slots * 4 * self.shape.width() as u64,
            tags: slots * Level::BYTES_A_SLOT as u64,
            index,
            segments: segments as u64,
            tables: (sum(&self.rows) - rows) * 4 * self.shape.width() as u64,
        }
    }
}

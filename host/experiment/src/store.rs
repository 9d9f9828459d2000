//! The section of tables in files: caches, files, memories for whole tables, and whose time all of them take.

use std::path::PathBuf;

use emberlane_models::memories::{self, MemoryPreset};

use crate::choices::choices;

/// Which row of a set makes room for another in a cache of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CachePolicy {
    /// That which was named longest ago.
    Lru,
    /// That which the fewest batches have named since it came, of those the one that was named longest ago.
    Lfu,
    /// That which came from the files longest ago.
    Fifo,
}

choices!(CachePolicy: "lru" = Lru, "lfu" = Lfu, "fifo" = Fifo);

/// What stands in front of the files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StoreCache {
    /// Rows, in two exclusive caches.
    #[default]
    Row,
    /// Blocks of files, in two exclusive caches; every row that is updated is written.
    Block,
    /// Rows in SCM alone, and lines of them in DRAM, which the processor maps directly.
    MemoryMode,
}

choices!(StoreCache: "row" = Row, "block-cache" = Block, "memory-mode" = MemoryMode);

/// What keeps rows below the caches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StoreBackend {
    /// Logs of our own.
    #[default]
    Logs,
    /// RocksDB, in a build that has it.
    RocksDb,
}

choices!(StoreBackend: "logs" = Logs, "rocksdb" = RocksDb);

/// When rows that are drawn get their first values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initialise {
    /// When they are asked for first.
    Deferred,
    /// Before the first batch: every row is written.
    Before,
}

choices!(Initialise: "deferred" = Deferred, "before" = Before);

/// Tables in files, behind caches of rows.
#[derive(Clone, Debug, PartialEq)]
pub struct StoreConfig {
    /// The folder with the files.
    pub directory: PathBuf,
    /// What keeps the rows in files.
    pub backend: StoreBackend,
    /// The server of [`servers`](crate::servers) that the memories are those of; `None`: the file says them one by one.
    pub configuration: Option<String>,
    /// How many rows of the server, and accesses, one here stands for.
    pub scale: u64,
    /// What stands in front of the files.
    pub cache: StoreCache,
    /// Whether rows of batches in flight stay in the caches.
    pub pin: bool,
    /// Bytes of rows in the DRAM cache.
    pub dram_cache: u64,
    /// Bytes of rows in the SCM cache.
    pub scm_cache: u64,
    /// Which row of a set makes room.
    pub policy: CachePolicy,
    /// Rows of a set.
    pub ways: usize,
    /// Batches whose rows are fetched while one is trained.
    pub prefetch: usize,
    /// When rows get their first values.
    pub initialise: Initialise,
    /// Logs among which the rows are spread.
    pub shards: usize,
    /// Threads that read rows.
    pub lanes: usize,
    /// Whether files are read and written around the page cache.
    pub direct: bool,
    /// Bytes of a file.
    pub segment: u64,
    /// The file that says which table is in which memory; `None`: all are in files.
    pub placement: Option<PathBuf>,
    /// GPUs among which tables are placed.
    pub gpus: usize,
    /// Memory of each GPU for whole tables.
    pub hbm: TableMemory,
    /// Memory of the host for whole tables.
    pub dram: TableMemory,
    /// Room for tables in files.
    pub ssd: TableMemory,
    /// Whose time it takes.
    pub time: StoreTime,
    /// What its memories are taken for.
    pub media: StoreMedia,
}

/// Whose time the accesses of a store take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StoreTime {
    /// This machine's; accesses of media are counted.
    #[default]
    Real,
    /// This machine's, and no less than that of the media: it waits for what they take longer.
    Paced,
    /// That of the media, which is counted and not waited for.
    Simulated,
}

choices!(StoreTime: "real" = Real, "paced" = Paced, "simulated" = Simulated);

/// What the memories of a store are taken for.
#[derive(Clone, Debug, PartialEq)]
pub struct StoreMedia {
    /// The memory of the GPUs.
    pub hbm: MemoryPreset,
    /// The memory of the host.
    pub dram: MemoryPreset,
    /// What the second cache is in.
    pub scm: MemoryPreset,
    /// What the files are in.
    pub ssd: MemoryPreset,
    /// How many accesses of them one stands for.
    pub scale: u64,
}

impl StoreMedia {
    /// Presets where the file does not say: of HBM, DRAM, SCM and SSD.
    pub const DEFAULT: [&'static str; 4] = ["hbm", "dram", "bya-scm", "nand"];

    /// They, from the fastest on.
    #[must_use]
    pub const fn all(&self) -> [&MemoryPreset; 4] {
        [&self.hbm, &self.dram, &self.scm, &self.ssd]
    }
}

impl Default for StoreMedia {
    fn default() -> Self {
        let [hbm, dram, scm, ssd] = Self::DEFAULT.map(|name| memories::preset(name).expect("a test opens them all"));
        Self { hbm, dram, scm, ssd, scale: 1 }
    }
}

/// A memory that tables are placed in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableMemory {
    /// Bytes for tables.
    pub bytes: u64,
    /// Bytes a second.
    pub bandwidth: f64,
}

impl StoreConfig {
    /// MB/s of a GPU's HBM, of the host's DRAM and of its SSDs where the file does not say: MTrainS, Table 1 (12,800 GB/s of eight GPUs),
    /// Figure 4b, and Table 1.
    pub const DEFAULT_BANDWIDTHS: [f64; 3] = [1_600_000.0, 170_000.0, 6_000.0];
    /// Rows of a set where the file does not say.
    pub const DEFAULT_WAYS: usize = 32;
    /// Logs where the file does not say.
    pub const DEFAULT_SHARDS: usize = 8;
    /// Threads that read rows where the file does not say.
    pub const DEFAULT_LANES: usize = 32;
    /// Bytes of a file where the experiment does not say.
    pub const DEFAULT_SEGMENT: u64 = 16 << 20;
}

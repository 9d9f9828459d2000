//! Tables over several memories: what only such stores can do.

use std::path::Path;

use emberlane_models::memories::{Access, Bound};
use serde::{Deserialize, Serialize};

use crate::{DrawnRows, EmbeddingError, RowKey};

/// Rows that are kept in several memories, the faster ones caches of the slower, and that stay on the disk when a run ends.
pub trait Tiers {
    /// Takes every row for what it is when drawn, and writes none of them; false if the store wants them written instead.
    ///
    /// # Errors
    /// A store that fails.
    fn begin_drawn(&mut self, drawn: DrawnRows) -> Result<bool, EmbeddingError>;

    /// Saves rows, what is where, and what was counted in a folder that is there and empty, on the disk when it returns. Nothing of the
    /// store changes. Returns the checksum of what was saved.
    ///
    /// # Errors
    /// Batches that are announced and not trained, and a store that fails.
    fn save(&mut self, folder: &Path) -> Result<u32, EmbeddingError>;

    /// Goes on from what was saved with this checksum: everything is where it was, and counts go on.
    ///
    /// # Errors
    /// What was saved by another store or is damaged, and a store that fails.
    fn load(&mut self, folder: &Path, checksum: u32) -> Result<(), EmbeddingError>;

    /// Saves everything in the store's own folder, so that whoever looks there finds all of it. Nothing can be done with the store then.
    ///
    /// # Errors
    /// As [`save`](Self::save).
    fn close(&mut self) -> Result<(), EmbeddingError>;

    /// What happened in training.
    fn report(&self) -> TiersReport;

    /// Whether each of these rows is there, in a memory or in a file. One that is not is made when it is got first. Nothing changes. A store
    /// that does not know takes them for there.
    ///
    /// # Errors
    /// Rows that do not exist.
    fn has(&self, keys: &[RowKey]) -> Result<Vec<bool>, EmbeddingError> {
        Ok(vec![true; keys.len()])
    }

    /// How many rows the caches had so far.
    fn hits(&self) -> TierHits;

    /// What was asked of each memory so far; nothing, where it is not counted.
    fn traffic(&self) -> Vec<MemoryTraffic> {
        Vec::new()
    }

    /// What is told of it while a run trains.
    fn counts(&self) -> TierCounts {
        TierCounts { hits: self.hits(), traffic: self.traffic() }
    }

    /// What was charged to the media since this was asked last, in its order. What was before it is asked first is not kept.
    fn charges(&mut self) -> Vec<Charge>;
}

/// A memory of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreMemory {
    /// That of the GPUs.
    Hbm,
    /// The host's.
    Dram,
    /// Storage-class memory.
    Scm,
    /// What the files are in.
    Ssd,
}

/// What memory is accessed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChargedFor {
    /// Rows of caches and of tables in memory that a batch looks up or updates.
    Rows,
    /// What comes into caches, goes from one to another, and leaves them.
    Moves,
    /// Rows that go to files, and what the files are read and written for to make room.
    WriteBack,
    /// Rows that come from files.
    Fetch,
}

/// Accesses of a memory that were charged to its medium.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charge {
    /// The memory.
    pub memory: StoreMemory,
    /// What for.
    pub purpose: ChargedFor,
    /// Reads or writes.
    pub access: Access,
    /// How many.
    pub count: u64,
    /// Bytes of them, of whole granules.
    pub bytes: u64,
    /// How long the medium takes for them, picoseconds.
    pub takes_ps: u64,
}

/// Unique rows of tables in files that were looked up since they were set, and those of them that each cache had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TierHits {
    /// All of them.
    pub rows: u64,
    /// Those that the cache in DRAM had.
    pub dram: u64,
    /// Those that the cache in SCM had.
    pub scm: u64,
    /// Those that were kept beside the caches, as their sets were full of rows of batches in flight.
    pub beside: u64,
}

impl TierHits {
    /// Those that files were asked for.
    #[must_use]
    pub const fn from_files(self) -> u64 {
        self.rows - self.dram - self.scm - self.beside
    }

    /// What has come since an earlier count.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Self {
        Self {
            rows: self.rows - earlier.rows,
            dram: self.dram - earlier.dram,
            scm: self.scm - earlier.scm,
            beside: self.beside - earlier.beside,
        }
    }
}

/// What a memory was asked for since tables were set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryTraffic {
    /// Which memory it is.
    pub memory: &'static str,
    /// Reads, and bytes of them, of whole granules.
    pub read: (u64, u64),
    /// Writes, and bytes of them.
    pub written: (u64, u64),
}

/// What was counted in the tiers of a store so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TierCounts {
    /// Rows by where they were.
    pub hits: TierHits,
    /// What each memory was asked for.
    pub traffic: Vec<MemoryTraffic>,
}

/// What happened in the tiers of a store, since its tables were set. Reads for evaluation and for files are not counted.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TiersReport {
    /// Batches that were looked up.
    pub batches: u64,
    /// Unique rows of these batches, of tables in files.
    pub rows: u64,
    /// Tables that are whole in a memory, by memory.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<TablesReport>,
    /// The caches, the fastest first.
    pub caches: Vec<CacheReport>,
    /// What was counted on the way, from the begin on, in a bounded number of points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub course: Vec<CoursePoint>,
    /// Rows that found their sets full of rows of batches in flight: kept beside the caches meanwhile.
    pub beside: u64,
    /// Most of them at a time.
    pub most_beside: u64,
    /// Unique rows of batches that were found there. They are in DRAM, which is charged for them.
    pub beside_hits: u64,
    /// What all rows are in.
    pub block: BlockReport,
    /// What the media did that the memories are taken for.
    pub media: MediaReport,
}

/// What the media of a store did. What is counted follows from the batches alone, and so does simulated time.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MediaReport {
    /// Whose time it was.
    pub time: &'static str,
    /// How many rows, accesses and bytes of the server one here stands for, if more than one: times and energy are the server's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<u64>,
    /// Until all of them were done; `None`: it was not theirs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elapsed_ps: Option<u64>,
    /// Those of which something was asked.
    pub media: Vec<MediumReport>,
}

/// What a medium did.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MediumReport {
    /// The memory that it is.
    pub memory: &'static str,
    /// What the memory is taken for.
    pub medium: String,
    /// Bytes that it has.
    pub capacity: u64,
    /// Reads that it did.
    pub reads: u64,
    /// Bytes of them, of whole granules.
    pub bytes_read: u64,
    /// Writes that it did.
    pub writes: u64,
    /// Bytes of them, of whole granules.
    pub bytes_written: u64,
    /// Accesses of the server that these stand for: a row, or a block of rows, for as many as the scale says, and a file of rows for one
    /// that is as many times as large. `None`: there is no scale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of_server: Option<u64>,
    /// How long it takes for all of them. Of this and all other times the largest number, some 213 days, stands for those beyond it too.
    pub busy_ps: u64,
    /// How long was waited for it; `None`: its time was nobody's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waited: Option<Waited>,
    /// Charges that this machine was done with later than the medium, and all of them; `None`: it was not paced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overruns: Option<(u64, u64)>,
    /// Joules that it takes, of a server with a scale all of its memory; `None`: there was no time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub energy_j: Option<f64>,
    /// Of what may be written to it in the time, the share that was; `None`: there is no bound, no time, or nobody has said how many
    /// bytes it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wear: Option<f64>,
}

/// How long was waited for a medium, by what its accesses took as long for as they did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waited {
    /// The time of one access.
    pub latency_ps: u64,
    /// Accesses a second.
    pub accesses_ps: u64,
    /// Bytes a second.
    pub bandwidth_ps: u64,
}

impl Waited {
    /// That of a bound.
    pub fn of(&mut self, bound: Bound) -> &mut u64 {
        match bound {
            Bound::Latency => &mut self.latency_ps,
            Bound::Accesses => &mut self.accesses_ps,
            Bound::Bandwidth => &mut self.bandwidth_ps,
        }
    }

    /// By which bound most was waited for, how long, and how long in all.
    #[must_use]
    pub fn most(mut self) -> (Bound, u64, u64) {
        let each = Bound::ALL.map(|bound| (bound, *self.of(bound)));
        let all = each.iter().fold(0, |all: u64, (_, ps)| all.saturating_add(*ps));
        // Of those that are as long the first.
        let (bound, most) = each.into_iter().fold(each[0], |most, each| if each.1 > most.1 { each } else { most });
        (bound, most, all)
    }
}

/// What was counted until so many batches were looked up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoursePoint {
    /// Batches.
    pub batches: u64,
    /// Their unique rows, of tables in files.
    pub rows: u64,
    /// Those of them that each cache had, the fastest cache first.
    pub hits: Vec<u64>,
}

/// What happened to tables that are whole in a memory.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TablesReport {
    /// Which memory it is.
    pub name: &'static str,
    /// Tables in it.
    pub tables: u64,
    /// Their rows.
    pub held: u64,
    /// Unique rows of batches that were read.
    pub rows: u64,
    /// Bytes that training read.
    pub bytes_read: u64,
    /// Bytes that training wrote.
    pub bytes_written: u64,
}

/// What happened in a cache of rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CacheReport {
    /// Which memory it is in.
    pub name: &'static str,
    /// Rows that it has room for.
    pub capacity: u64,
    /// Rows that it holds.
    pub held: u64,
    /// Unique rows of batches that were found in it.
    pub hits: u64,
    /// Rows that came from the tier below.
    pub rows_from_below: u64,
    /// Rows that came from the tier above, as it had no room.
    pub rows_from_above: u64,
    /// Rows that went to make room.
    pub evicted: u64,
    /// Bytes that training read.
    pub bytes_read: u64,
    /// Bytes that training wrote.
    pub bytes_written: u64,
}

/// What happened below the caches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockReport {
    /// What keeps the rows.
    pub name: String,
    /// Whether reads and writes go around the page cache.
    pub direct: bool,
    /// Rows that were asked for.
    pub gets: u64,
    /// Rows that were there.
    pub found: u64,
    /// Rows that were drawn, as they were asked for first.
    pub drawn: u64,
    /// Blocks of 4 KiB that were read for them. A row that is fetched ahead is read from its file, or while it is still in memory, as it
    /// comes: of all counts this one may differ from run to run.
    pub blocks_read: u64,
    /// Rows that came from the caches.
    pub sets: u64,
    /// Bytes that were written for them, and to make room.
    pub bytes_written: u64,
    /// Rows that were written again, to make room.
    pub compacted: u64,
    /// Bytes that were read to make room.
    pub compaction_bytes_read: u64,
    /// Rows that it holds.
    pub held: u64,
    /// Bytes on the disk.
    pub disk_bytes: u64,
}

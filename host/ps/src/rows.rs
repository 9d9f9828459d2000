//! A shard as a store of a training in one process.

use std::path::Path;

use emberlane_files::{read_at_most, write_whole};
use emberlane_stores::{
    BlockReport, CacheReport, Charge, DrawnRows, EmbeddingError, RowKey, RowShape, RowStore, TierHits, Tiers,
    TiersReport,
};
use serde::{Deserialize, Serialize};

use crate::pool::Line;
use crate::{Counters, Key, Pmem, ShardStore, StoreError, Target};

/// What names a checkpoint of a pool in a saved state.
const SAVED: &str = "pool.json";
/// Bytes of the longest such file.
const LONGEST: u64 = 4096;

/// Rows of a pool, whose batches are those that a training looks up and updates.
///
/// A state of it that is saved names a checkpoint of the pool, which holds its rows. It keeps the newest of them, as many as it is told.
#[derive(Debug)]
pub struct PoolRows {
    store: Pmem,
    keep: usize,
    keys: Vec<Key>,
    /// It was said what the rows begin with: drawn, or those of a saved state. Else they begin anew when they are asked for first.
    is_begun: bool,
    /// What was counted before training began.
    before: Counters,
    batches: u64,
}

/// A checkpoint of a pool.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Saved {
    format: String,
    /// The pool, by its nonce.
    pool: String,
    checkpoint: u64,
    /// The opening in which the checkpoint was made: another one of the same number may be another training's.
    incarnation: u64,
}

const FORMAT: &str = "emberlane pool checkpoint 1";

impl From<StoreError> for EmbeddingError {
    fn from(error: StoreError) -> Self {
        Self::store(error)
    }
}

impl PoolRows {
    /// Saved states that a pool can hold at most: a line is kept for the checkpoint that is being made, and one for what is replaced.
    pub const MOST_KEPT: usize = 6;

    /// The rows of an open pool, which keeps so many saved states.
    ///
    /// # Panics
    /// More than [`MOST_KEPT`](Self::MOST_KEPT).
    #[must_use]
    pub fn new(store: Pmem, keep: usize) -> Self {
        assert!(keep <= Self::MOST_KEPT, "a pool keeps {} states at most", Self::MOST_KEPT);
        Self { store, keep, keys: Vec::new(), is_begun: false, before: Counters::default(), batches: 0 }
    }

    /// The shard.
    #[must_use]
    pub const fn store(&self) -> &Pmem {
        &self.store
    }

    /// Whether a batch was got and not put.
    fn is_open(&self) -> bool {
        self.store.is_maintained()
    }

    /// Gives up what an earlier training has left, unless this one goes on with it.
    fn begin(&mut self) -> Result<(), StoreError> {
        if !self.is_begun {
            self.store.begin_anew()?;
            self.before = self.store.counters();
            self.is_begun = true;
        }
        Ok(())
    }

    /// Ends a batch that was looked up and is not updated.
    fn end_batch(&mut self) -> Result<(), StoreError> {
        if self.is_open() { self.store.replace(self.store.applied() + 1, &[], &[], false) } else { Ok(()) }
    }

    fn named(&mut self, keys: &[RowKey]) {
        self.keys.clear();
        self.keys.extend(keys.iter().map(|key| Key::from(*key)));
    }

    /// Makes the state as it is a checkpoint, and keeps as many as there are saved states and this one.
    fn make_checkpoint(&mut self) -> Result<Saved, StoreError> {
        self.end_batch()?;
        self.store.checkpoint()?;
        self.store.drain()?;
        let retained = self.store.checkpoints().retained;
        if let Some(first) = retained.len().checked_sub(self.keep + 1) {
            self.store.commit(retained[first])?;
        }
        let pool = format!("{:016x}", self.store.superblock().nonce);
        let checkpoint = self.store.applied();
        let line = self.store.lines().into_iter().find(|line| line.checkpoint == checkpoint);
        let incarnation = line.map_or(0, |line| line.incarnation);
        Ok(Saved { format: FORMAT.to_owned(), pool, checkpoint, incarnation })
    }
}

impl RowStore for PoolRows {
    fn name(&self) -> &'static str {
        self.store.name()
    }

    fn shape(&self) -> RowShape {
        self.store.tables().shape()
    }

    fn rows(&self) -> &[u32] {
        self.store.tables().rows()
    }

    fn get(&mut self, keys: &[RowKey], rows: &mut [f32]) -> Result<(), EmbeddingError> {
        self.begin()?;
        self.end_batch()?;
        self.named(keys);
        let batch = self.store.applied() + 1;
        self.store.pull_rows(batch, &self.keys, rows)?;
        self.store.maintain(batch)?;
        self.batches += 1;
        Ok(())
    }

    fn put(&mut self, keys: &[RowKey], rows: &[f32]) -> Result<(), EmbeddingError> {
        if !self.is_open() {
            return self.write(keys, rows);
        }
        self.named(keys);
        self.store.replace(self.store.applied() + 1, &self.keys, rows, false)?;
        Ok(())
    }

    /// Whoever writes weights alone reads the optimiser's state first, which must not be an earlier training's.
    fn read(&mut self, keys: &[RowKey], rows: &mut [f32]) -> Result<(), EmbeddingError> {
        self.begin()?;
        self.named(keys);
        Ok(self.store.read(&self.keys, rows)?)
    }

    /// A batch of its own.
    fn write(&mut self, keys: &[RowKey], rows: &[f32]) -> Result<(), EmbeddingError> {
        self.begin()?;
        self.end_batch()?;
        self.named(keys);
        let batch = self.store.applied() + 1;
        self.store.pull_rows(batch, &self.keys, &mut vec![0.0; rows.len()])?;
        self.store.maintain(batch)?;
        Ok(self.store.replace(batch, &self.keys, rows, false)?)
    }

    fn fetch_ahead(&mut self, keys: &[RowKey]) -> Result<(), EmbeddingError> {
        self.named(keys);
        Ok(self.store.prefetch(&self.keys)?)
    }

    fn tiers(&mut self) -> Option<&mut dyn Tiers> {
        Some(self)
    }
}

impl Tiers for PoolRows {
    fn begin_drawn(&mut self, drawn: DrawnRows) -> Result<bool, EmbeddingError> {
        self.is_begun = false;
        self.begin()?;
        Ok(self.store.tables().is_drawn_as(&drawn))
    }

    fn save(&mut self, folder: &Path) -> Result<u32, EmbeddingError> {
        let saved = self.make_checkpoint()?;
        let text = serde_json::to_vec(&saved).map_err(EmbeddingError::store)?;
        let checksum = crc32c::crc32c(&text);
        write_whole(&folder.join(SAVED), text).map_err(EmbeddingError::store)?;
        Ok(checksum)
    }

    fn load(&mut self, folder: &Path, checksum: u32) -> Result<(), EmbeddingError> {
        let file = folder.join(SAVED);
        let refuse = |what: &str| EmbeddingError::Unavailable(format!("{}: {what}", file.display()));
        let text = read_at_most(&file, LONGEST).map_err(|error| refuse(&error.to_string()))?;
        if crc32c::crc32c(&text) != checksum {
            return Err(refuse("it is not the file that was saved with this state; take another state"));
        }
        let saved: Saved = serde_json::from_slice(&text).map_err(EmbeddingError::store)?;
        let found = format!("{:016x}", self.store.superblock().nonce);
        if saved.format != FORMAT || saved.pool != found {
            let Saved { pool, .. } = saved;
            return Err(refuse(&format!(
                "it names a checkpoint of pool {pool}, and this one is {found}; open that pool"
            )));
        }
        let is_there = |line: &Line| (line.checkpoint, line.incarnation) == (saved.checkpoint, saved.incarnation);
        if !self.store.lines().iter().any(is_there) {
            return Err(refuse(&format!(
                "its checkpoint {} is not in the pool any more, which was trained otherwise since; take a newer state, or begin anew",
                saved.checkpoint
            )));
        }
        self.store.recover(Target::At(saved.checkpoint))?;
        self.is_begun = true;
        self.before = self.store.counters();
        Ok(())
    }

    fn close(&mut self) -> Result<(), EmbeddingError> {
        self.make_checkpoint()?;
        Ok(())
    }

    /// A pool that emulates a medium waits for it, and charges nothing.
    fn charges(&mut self) -> Vec<Charge> {
        Vec::new()
    }

    fn report(&self) -> TiersReport {
        let now = self.store.counters();
        let since = |count: fn(&Counters) -> u64| count(&now) - count(&self.before);
        let row = 4 * self.shape().width() as u64;
        let (hits, misses, made) = (since(|c| c.hits), since(|c| c.misses), since(|c| c.made));
        let (flushed, updated) = (since(|c| c.flushed), since(|c| c.updated));
        TiersReport {
            batches: self.batches,
            rows: since(|c| c.pulled),
            caches: vec![CacheReport {
                name: "DRAM",
                capacity: self.store.settings().cache_rows.unwrap_or(usize::MAX) as u64,
                held: now.cached,
                hits,
                rows_from_below: misses,
                rows_from_above: 0,
                evicted: since(|c| c.evicted),
                bytes_read: row * hits,
                bytes_written: row * updated,
            }],
            block: BlockReport {
                name: format!("pool ({})", self.store.durability()),
                direct: false,
                gets: misses + made,
                found: misses,
                drawn: made,
                sets: flushed,
                bytes_written: now.medium.stored_bytes - self.before.medium.stored_bytes,
                held: now.slots - now.free_slots,
                disk_bytes: self.store.superblock().geometry.bytes().unwrap_or(0),
                ..BlockReport::default()
            },
            ..TiersReport::default()
        }
    }

    fn hits(&self) -> TierHits {
        let now = self.store.counters();
        TierHits { rows: now.pulled - self.before.pulled, dram: now.hits - self.before.hits, scm: 0, beside: 0 }
    }
}

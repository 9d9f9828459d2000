//! A shard whose rows are in several memories: files behind caches of rows, as MTrainS keeps tables that are larger than memory.

mod batch;
mod folder;

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

use emberlane_stores::{CacheReport, EmbeddingError, RowKey, RowStore, Tiers};

use crate::apply::{named, update};
use crate::store::{forward, length, turn};
use crate::{Checkpoints, Counters, Key, Maintained, Push, Recovered, ShardStore, StoreError, Tables, Target};
use batch::Batch;
pub use folder::Folder;

/// Rows that are in several memories, which one thread has at a time.
pub type TieredStore = Box<dyn RowStore + Send>;
/// Opens a store without rows in the folder of the shard's files; what an earlier one has left there goes.
pub type OpenTiers = Box<dyn Fn() -> Result<TieredStore, EmbeddingError> + Send + Sync>;

/// Rows of a shard in several memories.
///
/// The store has rows of whole tables, of which this shard asks for its own. A batch's rows are copied when they are pulled first, changed
/// there, and written back when the batch ends, so that a batch that fails has changed nothing. A checkpoint is a state that the store
/// saves, made and done at the end of its batch: files of rows are shared with it and not copied, caches are.
pub struct TieredShard {
    tables: Tables,
    folder: Folder,
    open: OpenTiers,
    rows: Mutex<Rows>,
    applied: u64,
    maintained: u64,
    /// Checkpoints that can be gone back to, each with the checksum of its state; 0 is drawn.
    saved: BTreeMap<u64, u32>,
    committed: u64,
    counters: Counters,
    /// Rows that were flushed and evicted, as the store had counted them when it was opened last, and as this shard had.
    before: (u64, u64),
    since: (u64, u64),
    /// What was found in the folder and is not used.
    unused: Vec<String>,
}

/// The rows, and those of the batch.
#[derive(Default)]
struct Rows {
    /// There is none while it is opened anew.
    store: Option<TieredStore>,
    /// Why it takes nothing any more, as it was said first.
    failed: Option<String>,
    batch: Batch,
    pulled: u64,
    misses: u64,
    made: u64,
}

impl std::fmt::Debug for TieredShard {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("TieredShard").field("applied", &self.applied).finish_non_exhaustive()
    }
}

fn locked(rows: &Mutex<Rows>) -> MutexGuard<'_, Rows> {
    rows.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// What only stores over several memories can do.
fn tiers(store: &mut TieredStore) -> Result<&mut dyn Tiers, StoreError> {
    store
        .tiers()
        .ok_or_else(|| StoreError::Unavailable("this store of rows has one memory, and saves nothing".to_owned()))
}

impl TieredShard {
    /// The rows of the shard whose folder this is: those of its newest checkpoint, or as they are drawn.
    ///
    /// # Errors
    /// A checkpoint that was committed and is gone or damaged, and a store that fails.
    pub fn open(folder: Folder, tables: Tables, open: OpenTiers) -> Result<Self, StoreError> {
        let (committed, saved, unused) = (folder.committed(), folder.checkpoints()?, folder.unused().to_vec());
        let (rows, counters, before, since) = <_>::default();
        let mut shard = Self {
            tables,
            folder,
            open,
            rows,
            applied: 0,
            maintained: 0,
            saved,
            committed,
            counters,
            before,
            since,
            unused,
        };
        shard.recover(Target::Newest)?;
        Ok(shard)
    }

    /// What was found in the folder and is not used.
    #[must_use]
    pub fn unused(&self) -> &[String] {
        &self.unused
    }

    fn rows(&mut self) -> &mut Rows {
        self.rows.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn turn(&self, what: &'static str, batch: u64, is_maintained: bool) -> Result<(), StoreError> {
        turn((self.applied, self.maintained), what, batch, is_maintained)
    }

    fn pull_width(&self, batch: u64, keys: &[Key], out: &mut [f32], width: usize) -> Result<(), StoreError> {
        self.turn("a pull", batch, false)?;
        self.tables.check(keys)?;
        length("rows to pull", keys.len() * width, out.len())?;
        let mut rows = locked(&self.rows);
        rows.bring(keys, self.tables.shape().width())?;
        rows.batch.copy(keys, width, out);
        Ok(())
    }

    /// Changes rows that the batch has pulled, and ends the batch.
    fn change(
        &mut self,
        keys: &[Key],
        checkpoint: bool,
        change: impl FnMut(usize, &mut [f32]),
    ) -> Result<(), StoreError> {
        let batch = self.applied + 1;
        let rows = self.rows();
        if let Some(key) = keys.iter().find(|key| !rows.batch.has(**key)) {
            return Err(StoreError::NotPulled { key: *key, batch });
        }
        rows.batch.change(keys, change);
        let (changed, values) = rows.batch.take(keys);
        rows.with(|store| Ok(store.put_some(&changed, &values)?))?;
        self.counters.updated += keys.len() as u64;
        self.applied = batch;
        if checkpoint { self.checkpoint() } else { Ok(()) }
    }

    /// Opens the store as it is at a checkpoint that there is.
    fn go_to(&mut self, checkpoint: u64) -> Result<(), StoreError> {
        let saved = self.saved.get(&checkpoint).copied();
        let rows = self.rows();
        rows.batch.clear();
        // It has its folder to itself.
        (rows.store, rows.failed) = (None, None);
        let mut store = (self.open)()?;
        match saved {
            Some(checksum) => {
                let loaded = tiers(&mut store)?.load(&self.folder.state(checkpoint), checksum);
                loaded.map_err(|error| self.folder.damaged(checkpoint, &error))?;
            }
            None if tiers(&mut store)?.begin_drawn(self.tables.drawn().clone())? => {}
            None => {
                let text = "a shard draws rows when they are asked for first, and this store wants all of them before";
                return Err(StoreError::Unavailable(text.to_owned()));
            }
        }
        // What a checkpoint had counted is of an earlier time, and what was counted since the shard was opened goes on.
        let now = counted(tiers(&mut store)?);
        let Counters { flushed, evicted, .. } = self.counters;
        self.before = (now.flushed, now.evicted);
        self.since = (flushed, evicted);
        self.counters = Counters { rows: now.rows, cached: now.cached, ..self.counters };
        self.rows().store = Some(store);
        (self.applied, self.maintained) = (checkpoint, checkpoint);
        Ok(())
    }

    /// Counts what is asked of the store once a batch.
    fn count(&mut self) -> Result<(), StoreError> {
        let now = self.rows().with(|store| Ok(counted(tiers(store)?)))?;
        let flushed = self.since.0 + now.flushed - self.before.0;
        let evicted = self.since.1 + now.evicted - self.before.1;
        self.counters = Counters { rows: now.rows, cached: now.cached, flushed, evicted, ..self.counters };
        Ok(())
    }

    /// Checkpoints that can be gone back to, ascending.
    fn retained(&self) -> Vec<u64> {
        let drawn = (self.committed == 0).then_some(0);
        drawn.into_iter().chain(self.saved.keys().copied()).collect()
    }
}

/// What a store says once a batch. A row that left unchanged and was drawn again counts twice.
fn counted(store: &dyn Tiers) -> Counters {
    let report = store.report();
    let sum = |of: fn(&CacheReport) -> u64| report.caches.iter().map(of).sum::<u64>();
    Counters {
        rows: report.block.drawn,
        cached: sum(|cache| cache.held),
        flushed: report.block.sets,
        // What leaves the first cache for the second has not left.
        evicted: sum(|cache| cache.evicted) - sum(|cache| cache.rows_from_above),
        ..Counters::default()
    }
}

impl Rows {
    /// The store, unless it has failed.
    fn store(&mut self) -> Result<&mut TieredStore, StoreError> {
        if let Some(why) = &self.failed {
            let text = format!(
                "its store has failed before ({why}): start the shard again, it goes on from its newest checkpoint"
            );
            return Err(StoreError::Unavailable(text));
        }
        let closed = || StoreError::Unavailable("its store could not be opened: start the shard again".to_owned());
        self.store.as_mut().ok_or_else(closed)
    }

    /// Asks the store for something. Whatever it fails with is why it takes nothing more.
    fn with<T>(&mut self, ask: impl FnOnce(&mut TieredStore) -> Result<T, StoreError>) -> Result<T, StoreError> {
        ask(self.store()?).inspect_err(|error| self.failed = Some(error.to_string()))
    }

    /// Copies rows that the batch has not pulled yet.
    fn bring(&mut self, keys: &[Key], width: usize) -> Result<(), StoreError> {
        let missing = self.batch.missing(keys);
        if !missing.is_empty() {
            let (values, found, drawn) = self.with(|store| {
                let mut values = vec![0.0; missing.len() * width];
                let counts = |store: &mut TieredStore| {
                    let tiers = tiers(store)?;
                    Ok::<_, StoreError>((tiers.hits(), tiers.report().block.drawn))
                };
                let (hits, drawn) = counts(store)?;
                store.get(&missing, &mut values)?;
                let (now, now_drawn) = counts(store)?;
                Ok((values, now.since(hits), now_drawn - drawn))
            })?;
            self.misses += found.from_files() - drawn;
            self.made += drawn;
            self.batch.add(&missing, values, width);
        }
        self.pulled += keys.len() as u64;
        Ok(())
    }
}

impl ShardStore for TieredShard {
    fn name(&self) -> &'static str {
        "tiers"
    }

    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn applied(&self) -> u64 {
        self.applied
    }

    fn pull(&self, batch: u64, keys: &[Key], out: &mut [f32]) -> Result<(), StoreError> {
        self.pull_width(batch, keys, out, self.tables.shape().dimension)
    }

    fn pull_rows(&self, batch: u64, keys: &[Key], out: &mut [f32]) -> Result<(), StoreError> {
        self.pull_width(batch, keys, out, self.tables.shape().width())
    }

    /// Rows of the batch under way are there already, and those that are nowhere yet are made when they are pulled.
    fn prefetch(&self, keys: &[Key]) -> Result<(), StoreError> {
        self.tables.check(keys)?;
        let width = self.tables.shape().width();
        let mut rows = locked(&self.rows);
        let mut keys = rows.batch.missing(keys);
        if keys.is_empty() {
            return Ok(());
        }
        rows.with(|store| {
            let mut has = tiers(store)?.has(&keys)?.into_iter();
            keys.retain(|_| has.next().unwrap_or(false));
            if keys.is_empty() { Ok(()) } else { Ok(store.get(&keys, &mut vec![0.0; keys.len() * width])?) }
        })
    }

    fn read(&self, keys: &[Key], out: &mut [f32]) -> Result<(), StoreError> {
        self.tables.check(keys)?;
        let width = self.tables.shape().width();
        length("rows to read", keys.len() * width, out.len())?;
        let mut unique: Vec<Key> = keys.to_vec();
        unique.sort_unstable();
        unique.dedup();
        let names: Vec<RowKey> = unique.iter().copied().map(RowKey::from).collect();
        let mut values = vec![0.0; unique.len() * width];
        locked(&self.rows).with(|store| Ok(store.read(&names, &mut values)?))?;
        for (key, out) in keys.iter().zip(out.chunks_exact_mut(width)) {
            let place = unique.binary_search(key).expect("it is one of them");
            out.copy_from_slice(&values[place * width..][..width]);
        }
        Ok(())
    }

    fn maintain(&mut self, batch: u64) -> Result<Maintained, StoreError> {
        self.turn("maintenance", batch, false)?;
        self.maintained = batch;
        self.count()?;
        let rows = self.rows().batch.len() as u64;
        Ok(Maintained { rows, ..Maintained::default() })
    }

    fn apply(&mut self, batch: u64, pushes: &[Push], checkpoint: bool) -> Result<(), StoreError> {
        self.turn("a push", batch, true)?;
        let dimension = self.tables.shape().dimension;
        pushes.iter().try_for_each(|push| push.check(dimension))?;
        let places = named(pushes)?;
        let keys: Vec<Key> = places.iter().map(|(key, _)| *key).collect();
        let (tables, mut sum) = (self.tables.clone(), vec![0.0; dimension]);
        self.change(&keys, checkpoint, |number, row| {
            update(&tables, pushes, places[number].1.iter().copied(), row, &mut sum);
        })
    }

    fn replace(&mut self, batch: u64, keys: &[Key], rows: &[f32], checkpoint: bool) -> Result<(), StoreError> {
        self.turn("a push", batch, true)?;
        let width = self.tables.shape().width();
        length("rows to replace", keys.len() * width, rows.len())?;
        self.change(keys, checkpoint, |number, row| row.copy_from_slice(&rows[number * width..][..width]))
    }

    /// It is done when this returns.
    fn checkpoint(&mut self) -> Result<(), StoreError> {
        if self.maintained > self.applied {
            return Err(StoreError::MidBatch { what: "a checkpoint", batch: self.maintained });
        }
        let checkpoint = self.applied;
        if self.checkpoints().done() < checkpoint {
            let Self { folder, rows, .. } = self;
            let rows = rows.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
            // One that cannot be saved is as it was, and goes on.
            let store = tiers(rows.store()?)?;
            let checksum = folder.save(checkpoint, |state| store.save(state))?;
            self.saved.insert(checkpoint, checksum);
            self.counters.completed += 1;
        }
        Ok(())
    }

    fn begin_anew(&mut self) -> Result<(), StoreError> {
        self.folder.commit(0)?;
        self.committed = 0;
        self.folder.remove(&self.saved.keys().copied().collect::<Vec<_>>())?;
        self.saved.clear();
        self.go_to(0)
    }

    fn drain(&mut self) -> Result<(), StoreError> {
        match self.maintained > self.applied {
            true => Err(StoreError::MidBatch { what: "a checkpoint", batch: self.maintained }),
            false => Ok(()),
        }
    }

    fn checkpoints(&self) -> Checkpoints {
        Checkpoints { pending: Vec::new(), retained: self.retained(), committed: self.committed }
    }

    fn commit(&mut self, global: u64) -> Result<(), StoreError> {
        if !self.retained().contains(&global) {
            return Err(StoreError::NotDone { global, done: self.checkpoints().done() });
        }
        if global > self.committed {
            self.folder.commit(global)?;
            self.committed = global;
            let later = self.saved.split_off(&global);
            let earlier: Vec<u64> = std::mem::replace(&mut self.saved, later).into_keys().collect();
            self.folder.remove(&earlier)?;
        }
        Ok(())
    }

    /// Rows are of one checkpoint always: that which is newer of a row is in no state that was saved.
    fn recover(&mut self, target: Target) -> Result<Recovered, StoreError> {
        let retained = self.retained();
        let checkpoint = match target {
            Target::Newest | Target::EachNewest => self.checkpoints().done(),
            Target::At(checkpoint) => checkpoint,
        };
        if !retained.contains(&checkpoint) {
            let there_are = format!("{} has {retained:?}", self.folder.path().display());
            return Err(StoreError::NoCheckpoint { target: checkpoint, there_are });
        }
        self.go_to(checkpoint)?;
        // What comes behind is of a course that is given up, and must not be found later.
        let later: Vec<u64> = self.saved.split_off(&(checkpoint + 1)).into_keys().rev().collect();
        self.folder.remove(&later)?;
        Ok(Recovered { checkpoint, rows: self.counters.rows, discarded: 0, unused: self.unused.clone() })
    }

    fn go_on(&mut self, batch: u64) -> Result<(), StoreError> {
        forward(self.applied, self.maintained, batch)?;
        (self.applied, self.maintained) = (batch, batch);
        Ok(())
    }

    fn counters(&self) -> Counters {
        let Rows { pulled, misses, made, .. } = *locked(&self.rows);
        Counters { pulled, hits: pulled - misses - made, misses, made, ..self.counters }
    }
}

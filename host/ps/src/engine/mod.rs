//! A shard over a pool: OpenEmbedding's PS node (Sections V-A to V-C).

mod cache;
mod faults;
mod list;
mod partition;
mod settings;
mod sync;

use std::fs::File;
use std::path::Path;

use emberlane_pmem::Durability;
use rayon::prelude::*;

#[cfg(test)]
pub(crate) use faults::Fault;
#[cfg(not(test))]
use faults::Fault;
use partition::{Context, Partition, Pull, Scanned, Scratch, Sum};
pub use settings::{Caching, Checkpointing, Settings};
use sync::RwLock;

use crate::apply::update;
use crate::pool::file::{self, Use};
use crate::pool::{Identity, Line, Pool, PoolError, Slots, Superblock};
use crate::push::Push;
use crate::store::{Checkpoints, Counters, Maintained, Recovered, ShardStore, Target, length};
use crate::{Key, StoreError, Tables};

/// A shard whose rows are in a pool, behind a cache in DRAM.
///
/// It begins at the newest checkpoint of its pool.
pub struct Pmem {
    tables: Tables,
    settings: Settings,
    partitions: Vec<RwLock<Partition>>,
    pool: Pool,
    durability: Durability,
    applied: u64,
    maintained: u64,
    /// Checkpoints that were asked for and are not done, ascending.
    pending: Vec<u64>,
    /// Those that are done, from the one that was committed on, ascending.
    retained: Vec<u64>,
    /// Both, ascending.
    wanted: Vec<u64>,
    committed: u64,
    completed: u64,
    found: Recovered,
    fault: Option<Fault>,
    /// Holds the lock of the pool's file.
    _file: Option<File>,
}

impl std::fmt::Debug for Pmem {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Pmem")
            .field("pool", &self.pool.name())
            .field("applied", &self.applied)
            .finish_non_exhaustive()
    }
}

impl Pmem {
    /// Opens the pool in a file, which has to be of this identity, and goes back to its newest checkpoint.
    ///
    /// # Errors
    /// A pool that is in use, of something else, or damaged; a system that fails.
    pub fn open(
        path: &Path,
        identity: &Identity,
        tables: Tables,
        settings: Settings,
        how: &Use,
    ) -> Result<Self, StoreError> {
        let file::Opened { pool, slots, durability, file } = file::open(path, Some(identity), how)?;
        Self::over(pool, slots, durability, Some(file), tables, settings, None)
    }

    /// Opens a pool that is not in a file: one that was [formatted](crate::pool::format).
    ///
    /// # Errors
    /// As [`open`](Self::open).
    #[cfg(test)]
    pub(crate) fn open_medium(
        medium: impl emberlane_pmem::Parts,
        head: &[u8],
        identity: &Identity,
        tables: Tables,
        settings: Settings,
        fault: Option<Fault>,
    ) -> Result<Self, StoreError> {
        let (superblock, unreadable) = crate::pool::superblock("in memory", head)?;
        let (pool, slots) = Pool::open("in memory", medium, superblock, unreadable, identity)?;
        Self::over(pool, slots, Durability::Process, None, tables, settings, fault)
    }

    fn over(
        mut pool: Pool,
        slots: Vec<Slots>,
        durability: Durability,
        file: Option<File>,
        tables: Tables,
        settings: Settings,
        fault: Option<Fault>,
    ) -> Result<Self, StoreError> {
        if pool.superblock().geometry.shape != tables.shape()
            || pool.superblock().identity.tables != tables.fingerprint()
        {
            return Err(StoreError::Pool(PoolError::Other {
                pool: pool.name().into(),
                what: "tables",
                found: format!("{:016x}", pool.superblock().identity.tables),
                expected: format!("{:016x}", tables.fingerprint()),
            }));
        }
        pool.begin_incarnation()?;
        let shape = tables.shape();
        let partitions = slots.into_iter().map(|slots| RwLock::new(Partition::new(slots, shape))).collect();
        let mut store = Self {
            tables,
            settings,
            partitions,
            pool,
            durability,
            applied: 0,
            maintained: 0,
            pending: Vec::new(),
            retained: Vec::new(),
            wanted: Vec::new(),
            committed: 0,
            completed: 0,
            found: Recovered::default(),
            fault,
            _file: file,
        };
        store.recover(Target::Newest)?;
        Ok(store)
    }

    /// What was found when it was opened, or went back last.
    #[must_use]
    pub const fn found(&self) -> &Recovered {
        &self.found
    }

    /// What a fence of its pool is worth.
    #[must_use]
    pub const fn durability(&self) -> Durability {
        self.durability
    }

    /// What its pool says of itself.
    #[must_use]
    pub const fn superblock(&self) -> &Superblock {
        self.pool.superblock()
    }

    /// The term that was persisted last.
    #[must_use]
    pub fn term(&self) -> u64 {
        self.pool.term()
    }

    /// Persists a term: later checkpoints are of it.
    ///
    /// # Errors
    /// A system that fails.
    pub fn set_term(&mut self, term: u64) -> Result<(), StoreError> {
        Ok(self.pool.set_term(term)?)
    }

    /// How it works.
    #[must_use]
    pub const fn settings(&self) -> Settings {
        self.settings
    }

    /// What partitions are told.
    fn context(&self) -> Context<'_> {
        self.context_of(self.partitions.len())
    }

    fn context_of(&self, partitions: usize) -> Context<'_> {
        Context {
            tables: &self.tables,
            settings: self.settings,
            pool: self.pool.name(),
            capacity: self.settings.cache_rows.map_or(usize::MAX, |rows| rows.div_ceil(partitions)),
            pending: &self.pending,
            wanted: &self.wanted,
            fault: self.fault,
        }
    }

    /// Does something in every partition, each by one thread at a time; the first error, in the order of partitions.
    fn every<T: Send>(
        &mut self,
        act: impl Fn(&mut Partition, &Context) -> Result<T, StoreError> + Sync,
    ) -> Result<Vec<T>, StoreError> {
        let none = vec![(); self.partitions.len()];
        self.every_with(none, |partition, context, ()| act(partition, context))
    }

    /// As [`every`](Self::every), with something for each.
    fn every_with<W: Send, T: Send>(
        &mut self,
        with: Vec<W>,
        act: impl Fn(&mut Partition, &Context, W) -> Result<T, StoreError> + Sync,
    ) -> Result<Vec<T>, StoreError> {
        let mut partitions = std::mem::take(&mut self.partitions);
        let context = self.context_of(partitions.len());
        let act = |(partition, with): (&mut RwLock<Partition>, W)| act(owned(partition), &context, with);
        let done: Vec<Result<T, StoreError>> = if partitions.len() == 1 {
            partitions.iter_mut().zip(with).map(act).collect()
        } else {
            partitions.par_iter_mut().zip(with).map(act).collect()
        };
        self.partitions = partitions;
        done.into_iter().collect()
    }

    /// The numbers of the keys of each partition.
    fn grouped(&self, keys: &[Key]) -> Vec<Vec<u32>> {
        let count = self.partitions.len() as u32;
        if count == 1 {
            return vec![(0..keys.len() as u32).collect()];
        }
        let mut groups = vec![Vec::new(); count as usize];
        for (number, key) in (0..).zip(keys) {
            groups[key.partition(count) as usize].push(number);
        }
        groups
    }

    fn pull_width(&self, batch: u64, keys: &[Key], out: &mut [f32], width: usize) -> Result<(), StoreError> {
        self.turn("a pull", batch, false)?;
        self.tables.check(keys)?;
        length("rows to pull", keys.len() * width, out.len())?;
        let context = self.context();
        let mut scratch = Scratch::default();
        for (group, partition) in self.grouped(keys).iter().zip(&self.partitions) {
            let mut part = Pull { batch, keys, out: &mut *out, width, scratch: &mut scratch };
            if self.settings.caching == Caching::Inline {
                partition
                    .write()
                    .unwrap_or_else(|poisoned| poisoned.into_inner())
                    .pull_inline(&context, group, &mut part)?;
            } else {
                let readers = partition.read().unwrap_or_else(|poisoned| poisoned.into_inner());
                let missing = readers.pull(&context, group, &mut part)?;
                // Whoever asks for the other lock while it holds this one waits for everybody who does the same.
                drop(readers);
                if !missing.is_empty() {
                    partition
                        .write()
                        .unwrap_or_else(|poisoned| poisoned.into_inner())
                        .pull_new(&context, &missing, &mut part)?;
                }
            }
        }
        Ok(())
    }

    fn turn(&self, what: &'static str, batch: u64, is_maintained: bool) -> Result<(), StoreError> {
        let expected = self.applied + 1;
        if batch == expected && (self.maintained == expected) == is_maintained {
            return Ok(());
        }
        if self.fault == Some(Fault::NoDedup) && batch == self.applied && is_maintained {
            return Ok(());
        }
        Err(StoreError::Turn { what, batch, expected })
    }

    /// Completes what is pending and all of whose rows were written.
    fn complete(&mut self) -> Result<u64, StoreError> {
        let mut done = 0;
        while let Some(checkpoint) = self.pending.first().copied() {
            let written = self.every(|partition, context| Ok(partition.has_written(context, checkpoint)))?;
            if !written.into_iter().all(|written| written) || !self.pool.has_room() {
                break;
            }
            let fault = self.fault;
            let sums = self.every(|partition, context| {
                if fault != Some(Fault::MissingFence) {
                    partition.fence(context)?;
                }
                Ok(partition.first_pending())
            })?;
            let sum = sums.into_iter().fold(Sum::default(), Sum::and);
            let (committed, term) = (self.committed, self.pool.term());
            self.pool.complete(Line { checkpoint, committed, rows: sum.rows, digest: sum.digest, term })?;
            self.every(|partition, _| {
                partition.complete();
                Ok(())
            })?;
            self.pending.remove(0);
            self.retained.push(checkpoint);
            self.completed += 1;
            done += 1;
            if fault == Some(Fault::EarlyCommit) {
                let wanted = std::mem::replace(&mut self.wanted, vec![checkpoint]);
                self.every(|partition, context| {
                    partition.give_up(context);
                    partition.fence(context)
                })?;
                self.wanted = wanted;
            }
        }
        Ok(done)
    }

    /// Slots that no checkpoint needs any more are free.
    fn keep(&mut self, from: u64) -> Result<(), StoreError> {
        self.retained.retain(|checkpoint| *checkpoint >= from);
        self.wanted = self.retained.iter().chain(&self.pending).copied().collect();
        self.every(|partition, context| {
            partition.give_up(context);
            Ok(())
        })?;
        Ok(())
    }

    /// Ends a batch, after its rows were changed.
    fn end(&mut self, batch: u64, checkpoint: bool) -> Result<(), StoreError> {
        let name = if self.fault == Some(Fault::MidBatchRequest) { batch - 1 } else { batch };
        self.every(|partition, context| partition.end(context, checkpoint.then_some(name)))?;
        self.applied = batch;
        if checkpoint {
            self.pending.push(name);
            self.wanted.push(name);
        }
        Ok(())
    }

    /// What the pool says that checkpoints there are.
    fn line(&self, target: Target) -> Result<Line, StoreError> {
        let lines = self.pool.lines();
        let found = match target {
            Target::Newest => lines.last(),
            Target::At(checkpoint) => lines.iter().find(|line| line.checkpoint == checkpoint),
        };
        found.copied().ok_or_else(|| StoreError::NoCheckpoint {
            target: if let Target::At(checkpoint) = target { checkpoint } else { 0 },
            there_are: format!(
                "pool {} has {:?}",
                self.pool.name(),
                lines.iter().map(|line| line.checkpoint).collect::<Vec<_>>()
            ),
        })
    }

    /// Compares what was found with what a checkpoint has to have.
    fn compare(&mut self, line: &Line, found: &[Scanned]) -> Result<(), StoreError> {
        let sum = found.iter().fold(Sum::default(), |sum, scanned| sum.and(scanned.sum));
        if sum == (Sum { rows: line.rows, digest: line.digest }) || self.fault == Some(Fault::IgnoredDigest) {
            return Ok(());
        }
        let numbers = found
            .iter()
            .zip(&mut self.partitions)
            .flat_map(|(scanned, partition)| owned(partition).numbers(&scanned.unreadable));
        let unreadable: Vec<u64> = numbers.collect();
        Err(StoreError::Pool(PoolError::Damaged {
            pool: self.pool.name().into(),
            checkpoint: line.checkpoint,
            expected: line.rows,
            found: sum.rows,
            unreadable: if unreadable.is_empty() {
                "all slots are readable, and some hold what they should not".into()
            } else {
                format!("unreadable are slots {}", spans(&unreadable))
            },
        }))
    }
}

/// Ascending numbers as ranges, at most so many that one reads them.
fn spans(numbers: &[u64]) -> String {
    const MOST: usize = 16;
    let mut spans: Vec<(u64, u64)> = Vec::new();
    for number in numbers {
        match spans.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => spans.push((*number, *number)),
        }
    }
    let more = spans.len().saturating_sub(MOST);
    let text =
        |(first, last): &(u64, u64)| if first == last { format!("{first}") } else { format!("{first}..={last}") };
    let shown: Vec<String> = spans.iter().take(MOST).map(text).collect();
    if more > 0 { format!("{} and {more} more ranges", shown.join(", ")) } else { shown.join(", ") }
}

fn owned(partition: &mut RwLock<Partition>) -> &mut Partition {
    partition.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl ShardStore for Pmem {
    fn name(&self) -> &'static str {
        self.settings.name()
    }

    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn applied(&self) -> u64 {
        self.applied
    }

    /// Algorithm 1. What is there is copied under a lock that readers share. That lock is let go before the other one is asked for, and
    /// a row that was missing is looked for again under that: Algorithm 1 asks for it in line 7 while it holds the first.
    fn pull(&self, batch: u64, keys: &[Key], out: &mut [f32]) -> Result<(), StoreError> {
        self.pull_width(batch, keys, out, self.tables.shape().dimension)
    }

    fn pull_rows(&self, batch: u64, keys: &[Key], out: &mut [f32]) -> Result<(), StoreError> {
        self.pull_width(batch, keys, out, self.tables.shape().width())
    }

    fn prefetch(&self, keys: &[Key]) -> Result<(), StoreError> {
        self.tables.check(keys)?;
        let context = self.context();
        let mut scratch = Scratch::default();
        for (group, partition) in self.grouped(keys).iter().zip(&self.partitions) {
            let keys: Vec<Key> = group.iter().map(|number| keys[*number as usize]).collect();
            let mut partition = partition.write().unwrap_or_else(|poisoned| poisoned.into_inner());
            partition.prefetch(&context, &keys, &mut scratch)?;
        }
        Ok(())
    }

    fn read(&self, keys: &[Key], out: &mut [f32]) -> Result<(), StoreError> {
        self.tables.check(keys)?;
        let width = self.tables.shape().width();
        length("rows to read", keys.len() * width, out.len())?;
        let context = self.context();
        let mut scratch = Scratch::default();
        for (group, partition) in self.grouped(keys).iter().zip(&self.partitions) {
            let partition = partition.read().unwrap_or_else(|poisoned| poisoned.into_inner());
            for number in group {
                let (key, out) = (keys[*number as usize], &mut out[*number as usize * width..][..width]);
                if !partition.peek(&context, key, out, &mut scratch)? {
                    self.tables.begin(key, out);
                }
            }
        }
        Ok(())
    }

    fn maintain(&mut self, batch: u64) -> Result<Maintained, StoreError> {
        self.turn("maintenance", batch, false)?;
        let done = self.every(|partition, context| partition.maintain(context, batch))?;
        self.maintained = batch;
        let mut sum = done.into_iter().fold(Maintained::default(), |sum, done| Maintained {
            rows: sum.rows + done.rows,
            loaded: sum.loaded + done.loaded,
            flushed: sum.flushed + done.flushed,
            evicted: sum.evicted + done.evicted,
            completed: 0,
        });
        sum.completed = self.complete()?;
        Ok(sum)
    }

    fn apply(&mut self, batch: u64, pushes: &[Push], checkpoint: bool) -> Result<(), StoreError> {
        self.turn("a push", batch, true)?;
        let dimension = self.tables.shape().dimension;
        pushes.iter().try_for_each(|push| push.check(dimension))?;
        let groups: Vec<Vec<Vec<u32>>> = pushes.iter().map(|push| self.grouped(push.keys)).collect();
        // Every row is found before one is changed.
        let mut found = Vec::with_capacity(self.partitions.len());
        for (number, partition) in self.partitions.iter_mut().enumerate() {
            let partition = owned(partition);
            let mut places: Vec<(u32, u32, u32)> = Vec::new();
            for (push, of) in (0u32..).zip(pushes) {
                for row in &groups[push as usize][number] {
                    let place = partition.pushed(batch, u64::from(push) + 1, of.keys[*row as usize])?;
                    places.push((place, push, *row));
                }
            }
            partition.count_pushes(pushes.len() as u64);
            if pushes.len() > 1 {
                // Of each row by ranks.
                places.sort_unstable();
            }
            found.push(places);
        }
        self.every_with(found, |partition, context, places| {
            let mut sum = vec![0.0; dimension];
            for of_row in places.chunk_by(|one, other| one.0 == other.0) {
                let named = of_row.iter().map(|(_, push, row)| (*push, *row));
                update(context.tables, pushes, named, partition.change(of_row[0].0), &mut sum);
            }
            Ok(())
        })?;
        self.end(batch, checkpoint)
    }

    fn replace(&mut self, batch: u64, keys: &[Key], rows: &[f32], checkpoint: bool) -> Result<(), StoreError> {
        self.turn("a push", batch, true)?;
        let width = self.tables.shape().width();
        length("rows to replace", keys.len() * width, rows.len())?;
        let groups = self.grouped(keys);
        let mut found = Vec::with_capacity(keys.len());
        for (group, partition) in groups.iter().zip(&mut self.partitions) {
            let partition = owned(partition);
            for number in group {
                found.push(partition.pushed(batch, 1, keys[*number as usize])?);
            }
            partition.count_pushes(1);
        }
        let mut found = found.into_iter();
        for (group, partition) in groups.iter().zip(&mut self.partitions) {
            let partition = owned(partition);
            for (number, place) in group.iter().zip(&mut found) {
                partition.change(place).copy_from_slice(&rows[*number as usize * width..][..width]);
            }
        }
        self.end(batch, checkpoint)
    }

    fn drain(&mut self) -> Result<(), StoreError> {
        if self.maintained > self.applied {
            return Err(StoreError::Turn { what: "draining", batch: self.maintained, expected: self.maintained });
        }
        self.every(|partition, context| partition.drain_all(context))?;
        self.complete()?;
        Ok(())
    }

    fn checkpoints(&self) -> Checkpoints {
        let pending = self.pending.clone();
        Checkpoints { pending, retained: self.retained.clone(), committed: self.committed }
    }

    /// The lines of earlier checkpoints are emptied before a slot of theirs is given free: what is lost then is not gone back to.
    fn commit(&mut self, global: u64) -> Result<(), StoreError> {
        if global <= self.committed && self.retained.first() >= Some(&global) {
            return Ok(());
        }
        if !self.retained.contains(&global) {
            return Err(StoreError::NotDone { global, done: self.retained.last().copied().unwrap_or(0) });
        }
        self.pool.give_up(|line| line.checkpoint < global)?;
        self.committed = global;
        self.keep(global)?;
        self.complete()?;
        Ok(())
    }

    /// Scans all slots, and compares with the checkpoint's line. Only then it changes the pool: later lines are emptied first, then later
    /// rows, and only then it serves. A recovery that is cut is begun anew.
    fn recover(&mut self, target: Target) -> Result<Recovered, StoreError> {
        let line = self.line(target)?;
        let checkpoint = line.checkpoint;
        let found = self.every(|partition, _| Ok(partition.scan(checkpoint)))?;
        self.compare(&line, &found)?;
        self.pool.give_up(|line| line.checkpoint > checkpoint)?;
        self.pending.clear();
        self.retained = self.pool.lines().iter().map(|line| line.checkpoint).collect();
        self.wanted = self.retained.clone();
        self.committed = self.retained.first().copied().unwrap_or(0);
        let discarded = found.iter().map(|scanned| scanned.later.len() as u64).sum();
        let mut unused = self.pool.unreadable().to_vec();
        let unreadable: usize = found.iter().map(|scanned| scanned.unreadable.len()).sum();
        if unreadable > 0 {
            unused.push(format!("{unreadable} slots that checkpoint {checkpoint} does not need are torn or damaged"));
        }
        self.every_with(found, |partition, context, scanned| partition.begin(context, scanned))?;
        (self.applied, self.maintained) = (checkpoint, checkpoint);
        self.found = Recovered { checkpoint, rows: line.rows, discarded, unused };
        Ok(self.found.clone())
    }

    fn counters(&self) -> Counters {
        let mut sum = Counters { completed: self.completed, medium: self.pool.counts(), ..Counters::default() };
        for partition in &self.partitions {
            partition.read().unwrap_or_else(|poisoned| poisoned.into_inner()).count(&mut sum);
        }
        sum
    }
}

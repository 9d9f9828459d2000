//! A part of a shard's rows: index, cache, slots, and what its checkpoints need.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;

use emberlane_stores::RowShape;
use rustc_hash::FxHashMap;

use super::cache::Cache;
use super::faults::Fault;
use super::settings::{Caching, Checkpointing, Settings};
use super::sync::{AtomicU64, Mutex, Ordering};
use crate::pool::{Content, PoolError, Slots};
use crate::{Counters, Key, Maintained, StoreError, Tables};

/// Not in the cache, or not in the pool.
const NOWHERE: u32 = u32::MAX;

/// Where a row is.
#[derive(Clone, Copy, Debug)]
struct Place {
    cached: u32,
    slot: u32,
    /// The version in its slot.
    version: u64,
}

/// A slot that holds a row as it was, for checkpoints from `from` on, and before `until`.
#[derive(Clone, Copy, Debug)]
struct Held {
    slot: u32,
    from: u64,
    until: u64,
}

/// What a checkpoint consists of in this partition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) rows: u64,
    pub(super) digest: u64,
}

impl Sum {
    /// That of both.
    pub(super) fn and(self, other: Self) -> Self {
        Self { rows: self.rows + other.rows, digest: self.digest.wrapping_add(other.digest) }
    }
}

/// A row as it was at the end of a batch, to be written behind.
#[derive(Debug)]
struct Copied {
    key: Key,
    version: u64,
    row: Vec<f32>,
}

/// What all partitions are told.
pub(super) struct Context<'c> {
    pub(super) tables: &'c Tables,
    pub(super) settings: Settings,
    pub(super) pool: &'c str,
    /// Rows that this partition's cache holds at most.
    pub(super) capacity: usize,
    /// Checkpoints that are pending, ascending.
    pub(super) pending: &'c [u64],
    /// Checkpoints that are pending or can be gone back to, ascending.
    pub(super) wanted: &'c [u64],
    pub(super) fault: Option<Fault>,
}

impl Context<'_> {
    fn is_wanted(&self, from: u64, until: u64) -> bool {
        if self.fault == Some(Fault::EarlyFree) {
            return false;
        }
        let first = self.wanted.partition_point(|checkpoint| *checkpoint < from);
        self.wanted.get(first).is_some_and(|checkpoint| *checkpoint < until)
    }

    /// The newest checkpoint that has rows to be written before they change. The paper's Algorithm 2 asks the first that is pending
    /// (line 4), and would lose rows of the second that were changed between the two.
    fn newest_pending(&self) -> Option<u64> {
        if self.fault == Some(Fault::HeadOfQueue) {
            self.pending.first().copied()
        } else {
            self.pending.last().copied()
        }
    }
}

/// A pull, as far as one partition answers it.
pub(super) struct Pull<'p> {
    pub(super) batch: u64,
    pub(super) keys: &'p [Key],
    pub(super) out: &'p mut [f32],
    /// Numbers of each row that are asked for.
    pub(super) width: usize,
    pub(super) scratch: &'p mut Scratch,
}

impl Pull<'_> {
    /// A row's key, where it is copied to, and room to read it.
    fn row(&mut self, number: u32) -> (Key, &mut [f32], &mut Scratch) {
        let number = number as usize;
        (self.keys[number], &mut self.out[number * self.width..][..self.width], self.scratch)
    }
}

/// Where a row was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Where {
    Cache,
    Pool,
    Nowhere,
}

/// What a partition has counted.
#[derive(Debug, Default)]
struct Tally {
    pulled: AtomicU64,
    hits: AtomicU64,
    misses: AtomicU64,
    made: u64,
    updated: u64,
    overflow: u64,
    flushed: u64,
    evicted: u64,
}

pub(super) struct Partition {
    pub(super) slots: Slots,
    index: FxHashMap<Key, Place>,
    cache: Cache,
    /// Rows that the batch has pulled, repeats kept.
    pulled: Mutex<Vec<Key>>,
    /// Places of rows that are pinned.
    pinned: Vec<u32>,
    free: Vec<u32>,
    /// Slots that are free when what replaced them is durable.
    freed: Vec<u32>,
    held: Vec<Held>,
    /// Copies that are to be written, of incremental checkpoints.
    copies: VecDeque<Copied>,
    /// Of all that is in the pool, newest versions.
    now: Sum,
    /// Of each pending checkpoint.
    pending: VecDeque<(u64, Sum)>,
    /// Pushes so far, for [`Cached::named`](super::cache::Cached::named).
    pushes: u64,
    tally: Tally,
}

/// Why a row could not be had.
fn damaged(context: &Context, slots: &Slots, slot: u32, key: Key) -> StoreError {
    let (pool, slot) = (context.pool.to_owned(), slots.number(slot));
    StoreError::Pool(PoolError::Slot { pool, slot, table: key.table(), row: key.row() })
}

impl Partition {
    /// An empty one: no row, all slots free.
    pub(super) fn new(slots: Slots, shape: RowShape) -> Self {
        // The first slots are used first.
        let free = (0..slots.count()).rev().collect();
        Self {
            slots,
            index: FxHashMap::default(),
            cache: Cache::new(shape.width()),
            pulled: Mutex::default(),
            pinned: Vec::new(),
            free,
            freed: Vec::new(),
            held: Vec::new(),
            copies: VecDeque::new(),
            now: Sum::default(),
            pending: VecDeque::new(),
            pushes: 0,
            tally: Tally::default(),
        }
    }

    /// Adds what it has counted.
    pub(super) fn count(&self, sum: &mut Counters) {
        let Tally { pulled, hits, misses, made, updated, overflow, flushed, evicted } = &self.tally;
        sum.rows += self.index.len() as u64;
        sum.cached += self.cache.len() as u64;
        sum.pulled += pulled.load(Ordering::Relaxed);
        sum.hits += hits.load(Ordering::Relaxed);
        sum.misses += misses.load(Ordering::Relaxed);
        sum.made += made;
        sum.updated += updated;
        sum.overflow += overflow;
        sum.slots += u64::from(self.slots.count());
        sum.free_slots += (self.free.len() + self.freed.len()) as u64;
        sum.flushed += flushed;
        sum.evicted += evicted;
        sum.medium += self.slots.counts();
    }

    /// Copies a row as it is.
    fn copy(&self, context: &Context, key: Key, out: &mut [f32], scratch: &mut Scratch) -> Result<Where, StoreError> {
        let Some(place) = self.index.get(&key) else { return Ok(Where::Nowhere) };
        let length = out.len();
        if place.cached != NOWHERE {
            out.copy_from_slice(&self.cache.row(place.cached)[..length]);
            return Ok(Where::Cache);
        }
        self.load(context, key, *place, scratch)?;
        out.copy_from_slice(&scratch.row[..length]);
        Ok(Where::Pool)
    }

    /// Copies a row as it is for whoever does not train; `Ok(false)`: there is none yet.
    pub(super) fn peek(
        &self,
        context: &Context,
        key: Key,
        out: &mut [f32],
        scratch: &mut Scratch,
    ) -> Result<bool, StoreError> {
        Ok(self.copy(context, key, out, scratch)? != Where::Nowhere)
    }

    /// Copies the rows there are for a pull, and returns the numbers of the others.
    pub(super) fn pull(&self, context: &Context, group: &[u32], pull: &mut Pull) -> Result<Vec<u32>, StoreError> {
        let (mut missing, mut hits, mut misses) = (Vec::new(), 0, 0);
        for number in group {
            let (key, out, scratch) = pull.row(*number);
            match self.copy(context, key, out, scratch)? {
                Where::Cache => hits += 1,
                Where::Pool => misses += 1,
                Where::Nowhere => missing.push(*number),
            }
        }
        self.tally.hits.fetch_add(hits, Ordering::Relaxed);
        self.tally.misses.fetch_add(misses, Ordering::Relaxed);
        if missing.is_empty() {
            self.note(group, pull.keys);
            return Ok(missing);
        }
        let found: Vec<u32> = group.iter().filter(|number| missing.binary_search(number).is_err()).copied().collect();
        self.note(&found, pull.keys);
        Ok(missing)
    }

    /// Makes rows for a pull that no other has made meanwhile.
    pub(super) fn pull_new(&mut self, context: &Context, group: &[u32], pull: &mut Pull) -> Result<(), StoreError> {
        let batch = pull.batch;
        for number in group {
            let (key, out, scratch) = pull.row(*number);
            if !self.make(context, batch, key)? {
                self.tally.hits.fetch_add(1, Ordering::Relaxed);
            }
            self.copy(context, key, out, scratch)?;
        }
        self.note(group, pull.keys);
        Ok(())
    }

    /// Copies rows for a pull, makes those that there are not, and looks after the cache at once.
    pub(super) fn pull_inline(&mut self, context: &Context, group: &[u32], pull: &mut Pull) -> Result<(), StoreError> {
        let (mut done, batch) = (Maintained::default(), pull.batch);
        for number in group {
            let (key, out, scratch) = pull.row(*number);
            if !self.make(context, batch, key)? {
                let is_cached = self.index[&key].cached != NOWHERE;
                let tally = if is_cached { &self.tally.hits } else { &self.tally.misses };
                tally.fetch_add(1, Ordering::Relaxed);
            }
            self.touch(context, batch, key, scratch, &mut done)?;
            self.copy(context, key, out, scratch)?;
            self.evict(context, &mut done)?;
        }
        self.tally.pulled.fetch_add(group.len() as u64, Ordering::Relaxed);
        Ok(())
    }

    fn load(&self, context: &Context, key: Key, place: Place, scratch: &mut Scratch) -> Result<(), StoreError> {
        scratch.row.resize(context.tables.shape().width(), 0.0);
        let content = self.slots.read(place.slot, &mut scratch.bytes, &mut scratch.row);
        if content == (Content::Row { key, version: place.version }) {
            return Ok(());
        }
        Err(damaged(context, &self.slots, place.slot, key))
    }

    /// The batch uses these rows.
    fn note(&self, group: &[u32], keys: &[Key]) {
        let mut pulled = self.pulled.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        pulled.extend(group.iter().map(|number| keys[*number as usize]));
        self.tally.pulled.fetch_add(group.len() as u64, Ordering::Relaxed);
    }

    /// Makes a row for batch `batch`; `Ok(false)`: there is one.
    fn make(&mut self, context: &Context, batch: u64, key: Key) -> Result<bool, StoreError> {
        if self.index.contains_key(&key) {
            return Ok(false);
        }
        // Every row needs a slot of its own, whatever else slots are held for.
        let taken = self.index.len() + self.held.len();
        if taken >= self.slots.count() as usize {
            return Err(self.full(context));
        }
        let cached = self.cache.insert(key, batch, |row| context.tables.begin(key, row));
        self.cache.set_dirty(cached);
        self.index.insert(key, Place { cached, slot: NOWHERE, version: 0 });
        self.tally.made += 1;
        Ok(true)
    }

    fn full(&self, context: &Context) -> StoreError {
        StoreError::Full {
            pool: context.pool.to_owned(),
            slots: self.slots.count().into(),
            rows: self.index.len() as u64,
            held: self.held.len() as u64,
            wanted: context.wanted.to_vec(),
        }
    }

    /// Writes a row to a free slot. What it was before stays for every checkpoint that needs it.
    fn write(&mut self, context: &Context, key: Key, version: u64, row: &[f32]) -> Result<(), StoreError> {
        if self.free.is_empty() {
            self.fence(context)?;
        }
        let Some(slot) = self.free.pop() else { return Err(self.full(context)) };
        self.slots.write(slot, key, version, row);
        self.tally.flushed += 1;
        let place = self.index.get_mut(&key).expect("a row that is written is known");
        let (earlier, was) = (place.slot, place.version);
        (place.slot, place.version) = (slot, version);
        let mut change = (1, self.slots.digest(key, version));
        if earlier != NOWHERE {
            if context.is_wanted(was, version) {
                self.held.push(Held { slot: earlier, from: was, until: version });
            } else {
                self.freed.push(earlier);
            }
            change = (0, change.1.wrapping_sub(self.slots.digest(key, was)));
        }
        let later = self.pending.iter_mut().filter(|(checkpoint, _)| *checkpoint >= version).map(|(_, sum)| sum);
        for sum in later.chain([&mut self.now]) {
            sum.rows += change.0;
            sum.digest = sum.digest.wrapping_add(change.1);
        }
        Ok(())
    }

    /// Writes a dirty row of the cache, which is clean then.
    fn flush(&mut self, context: &Context, place: u32) -> Result<(), StoreError> {
        let (key, version) = (self.cache.cached(place).key, self.cache.cached(place).version);
        let row = self.cache.row(place).to_vec();
        self.write(context, key, version, &row)?;
        self.cache.set_clean(place);
        Ok(())
    }

    /// Waits until all that was written is durable.
    pub(super) fn fence(&mut self, context: &Context) -> Result<(), StoreError> {
        let failed = |source| PoolError::Io { pool: context.pool.to_owned(), what: "making rows durable", source };
        self.slots.fence().map_err(failed)?;
        self.free.append(&mut self.freed);
        Ok(())
    }

    /// A row is used by batch `batch`: what it was is written if a checkpoint needs it, and it stays in the cache until the push.
    fn touch(
        &mut self,
        context: &Context,
        batch: u64,
        key: Key,
        scratch: &mut Scratch,
        done: &mut Maintained,
    ) -> Result<(), StoreError> {
        let place = *self.index.get(&key).expect("rows that were pulled are known");
        let mut cached = place.cached;
        if cached == NOWHERE {
            self.load(context, key, place, scratch)?;
            cached = self.cache.insert(key, batch, |row| row.copy_from_slice(&scratch.row));
            self.index.get_mut(&key).expect("known").cached = cached;
            done.loaded += 1;
        } else if self.cache.cached(cached).is_pinned {
            return Ok(());
        } else {
            let row = *self.cache.cached(cached);
            let is_batch_aware = matches!(context.settings.checkpointing, Checkpointing::BatchAware { .. });
            let newest = context.newest_pending().filter(|_| is_batch_aware);
            if row.is_dirty && newest.is_some_and(|checkpoint| row.version <= checkpoint) {
                self.flush(context, cached)?;
                done.flushed += 1;
            }
            self.cache.use_row(cached);
            self.cache.cached_mut(cached).version = batch;
            if self.cache.cached(cached).is_dirty {
                // It is of the newest version now.
                self.cache.set_dirty(cached);
            }
        }
        self.cache.cached_mut(cached).is_pinned = context.fault != Some(Fault::NoPins);
        self.pinned.push(cached);
        done.rows += 1;
        Ok(())
    }

    /// Evicts rows until no more than the cache's size are left, or only those that the batch uses.
    fn evict(&mut self, context: &Context, done: &mut Maintained) -> Result<(), StoreError> {
        while self.cache.len() > context.capacity {
            let Some(victim) = self.cache.oldest() else { break };
            self.evict_row(context, victim, done)?;
        }
        let overflow = self.cache.len().saturating_sub(context.capacity) as u64;
        self.tally.overflow = self.tally.overflow.max(overflow);
        Ok(())
    }

    fn evict_row(&mut self, context: &Context, victim: u32, done: &mut Maintained) -> Result<(), StoreError> {
        let row = *self.cache.cached(victim);
        if row.copied > 0 {
            self.write_copies(context, usize::MAX, done)?;
        }
        if row.is_dirty {
            self.flush(context, victim)?;
            done.flushed += 1;
        }
        self.cache.remove(victim);
        self.index.get_mut(&row.key).expect("a row in the cache is known").cached = NOWHERE;
        self.tally.evicted += 1;
        done.evicted += 1;
        Ok(())
    }

    /// Behind all pulls of a batch: Algorithm 2.
    pub(super) fn maintain(&mut self, context: &Context, batch: u64) -> Result<Maintained, StoreError> {
        let mut done = Maintained::default();
        let mut scratch = Scratch::default();
        let pulled = std::mem::take(&mut *self.pulled.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner()));
        for key in &pulled {
            self.touch(context, batch, *key, &mut scratch, &mut done)?;
        }
        if context.settings.caching == Caching::Inline {
            // They were touched when they were pulled.
            done.rows = self.pinned.len() as u64;
        }
        self.evict(context, &mut done)?;
        self.write_behind(context, &mut done)?;
        Ok(done)
    }

    /// Writes some of what pending checkpoints wait for.
    fn write_behind(&mut self, context: &Context, done: &mut Maintained) -> Result<(), StoreError> {
        match context.settings.checkpointing {
            Checkpointing::BatchAware { drain_rows } => self.drain(context, drain_rows, done),
            Checkpointing::Incremental { write_rows } => self.write_copies(context, write_rows, done),
        }
    }

    /// Writes up to so many rows that pending checkpoints wait for; they stay in the cache.
    fn drain(&mut self, context: &Context, most: usize, done: &mut Maintained) -> Result<(), StoreError> {
        let Some(newest) = context.newest_pending() else { return Ok(()) };
        for _ in 0..most {
            let Some(oldest) = self.cache.oldest_dirty().filter(|place| self.cache.cached(*place).version <= newest)
            else {
                break;
            };
            self.flush(context, oldest)?;
            done.flushed += 1;
        }
        Ok(())
    }

    fn write_copies(&mut self, context: &Context, most: usize, done: &mut Maintained) -> Result<(), StoreError> {
        for _ in 0..most {
            let Some(Copied { key, version, row }) = self.copies.pop_front() else { break };
            self.write(context, key, version, &row)?;
            done.flushed += 1;
            let cached = self.index[&key].cached;
            if cached != NOWHERE && self.cache.cached(cached).copied == version {
                self.cache.cached_mut(cached).copied = 0;
            }
        }
        Ok(())
    }

    /// Writes all that pending checkpoints wait for.
    pub(super) fn drain_all(&mut self, context: &Context) -> Result<(), StoreError> {
        let mut done = Maintained::default();
        match context.settings.checkpointing {
            Checkpointing::BatchAware { .. } => self.drain(context, usize::MAX, &mut done),
            Checkpointing::Incremental { .. } => self.write_copies(context, usize::MAX, &mut done),
        }
    }

    /// Whether all rows of a checkpoint were written.
    pub(super) fn has_written(&self, context: &Context, checkpoint: u64) -> bool {
        match context.settings.checkpointing {
            Checkpointing::BatchAware { .. } => {
                self.cache.oldest_dirty().is_none_or(|place| self.cache.cached(place).version > checkpoint)
            }
            Checkpointing::Incremental { .. } => self.copies.front().is_none_or(|copied| copied.version > checkpoint),
        }
    }

    /// The first pending checkpoint is done.
    pub(super) fn complete(&mut self) {
        self.pending.pop_front();
    }

    /// What the first pending checkpoint consists of here.
    pub(super) fn first_pending(&self) -> Sum {
        self.pending.front().map_or(Sum::default(), |(_, sum)| *sum)
    }

    /// Gives free what no wanted checkpoint needs any more.
    pub(super) fn give_up(&mut self, context: &Context) {
        let freed = &mut self.freed;
        self.held.retain(|held| {
            let is_wanted = context.is_wanted(held.from, held.until);
            if !is_wanted {
                freed.push(held.slot);
            }
            is_wanted
        });
    }

    /// Finds a row that a push names, and that the batch has pulled: its place in the cache.
    pub(super) fn pushed(&mut self, batch: u64, push: u64, key: Key) -> Result<u32, StoreError> {
        let cached = self.index.get(&key).map_or(NOWHERE, |place| place.cached);
        if cached == NOWHERE || self.cache.cached(cached).version != batch {
            return Err(StoreError::NotPulled { key, batch });
        }
        let row = self.cache.cached_mut(cached);
        if row.named == self.pushes + push {
            return Err(StoreError::Push { what: format!("row {} of table {} twice", key.row(), key.table()) });
        }
        row.named = self.pushes + push;
        Ok(cached)
    }

    /// So many pushes were looked at.
    pub(super) fn count_pushes(&mut self, count: u64) {
        self.pushes += count;
    }

    /// A row that changes.
    pub(super) fn change(&mut self, place: u32) -> &mut [f32] {
        self.cache.set_dirty(place);
        self.tally.updated += 1;
        self.cache.row_mut(place)
    }

    /// All pushes of a batch were applied; with `checkpoint`, its state is one.
    pub(super) fn end(&mut self, context: &Context, checkpoint: Option<u64>) -> Result<(), StoreError> {
        for place in self.pinned.drain(..) {
            self.cache.cached_mut(place).is_pinned = false;
        }
        if context.settings.caching == Caching::None {
            self.evict(context, &mut Maintained::default())?;
        }
        let Some(checkpoint) = checkpoint else { return Ok(()) };
        if let Checkpointing::Incremental { .. } = context.settings.checkpointing {
            // The rows before it are the first to be written.
            let dirty: Vec<u32> = self.cache.dirty().collect();
            for place in dirty {
                let (cached, row) = (*self.cache.cached(place), self.cache.row(place).to_vec());
                self.copies.push_back(Copied { key: cached.key, version: cached.version, row });
                self.cache.set_clean(place);
                self.cache.cached_mut(place).copied = cached.version;
            }
        }
        self.pending.push_back((checkpoint, self.now));
        Ok(())
    }

    /// What lies in its slots, as of a checkpoint.
    pub(super) fn scan(&self, checkpoint: u64) -> Scanned {
        let mut found = Scanned::default();
        let mut newest: FxHashMap<Key, (u32, u64)> = FxHashMap::default();
        self.slots.scan(0..self.slots.count(), |slot, content| match content {
            Content::Empty => found.free.push(slot),
            Content::Unreadable => found.unreadable.push(slot),
            Content::Row { version, .. } if version > checkpoint => found.later.push(slot),
            Content::Row { key, version } => match newest.entry(key) {
                Entry::Vacant(entry) => {
                    entry.insert((slot, version));
                }
                Entry::Occupied(mut entry) => {
                    let (one, was) = *entry.get();
                    found.earlier.push(if version > was { (key, was, one) } else { (key, version, slot) });
                    if version > was {
                        entry.insert((slot, version));
                    }
                }
            },
        });
        found.sum.rows = newest.len() as u64;
        let digests = newest.iter().map(|(key, (_, version))| self.slots.digest(*key, *version));
        found.sum.digest = digests.fold(0, u64::wrapping_add);
        found.rows = newest;
        found
    }

    /// Begins anew with what a scan has found. Discards what is later: nobody may find it again.
    pub(super) fn begin(&mut self, context: &Context, found: Scanned) -> Result<(), StoreError> {
        let Scanned { rows, mut earlier, later, unreadable, mut free, sum } = found;
        // Of a row the newest first, each until the one behind it.
        earlier.sort_unstable_by_key(|(key, version, _)| std::cmp::Reverse((*key, *version)));
        let mut held = Vec::new();
        let mut behind = None;
        for (key, from, slot) in earlier {
            let until = behind.filter(|(other, _)| *other == key).map_or_else(|| rows[&key].1, |(_, version)| version);
            behind = Some((key, from));
            if context.is_wanted(from, until) {
                held.push(Held { slot, from, until });
            } else {
                free.push(slot);
            }
        }
        for slot in later.iter().chain(&unreadable) {
            if context.fault != Some(Fault::UnzeroedDiscards) {
                self.slots.discard(*slot);
            }
        }
        free.extend(later.into_iter().chain(unreadable));
        // The first slots are used first.
        free.sort_unstable_by_key(|slot| std::cmp::Reverse(*slot));
        self.fence(context)?;
        self.cache = Cache::new(context.tables.shape().width());
        self.index =
            rows.into_iter().map(|(key, (slot, version))| (key, Place { cached: NOWHERE, slot, version })).collect();
        self.pulled = Mutex::default();
        self.pinned.clear();
        self.copies.clear();
        self.pending.clear();
        (self.free, self.freed, self.held, self.now) = (free, Vec::new(), held, sum);
        if context.settings.cache_rows.is_none() {
            // All rows are in DRAM.
            let mut scratch = Scratch::default();
            let keys: Vec<(Key, Place)> = self.index.iter().map(|(key, place)| (*key, *place)).collect();
            for (key, place) in keys {
                self.load(context, key, place, &mut scratch)?;
                let cached = self.cache.insert(key, place.version, |row| row.copy_from_slice(&scratch.row));
                self.index.get_mut(&key).expect("known").cached = cached;
            }
        }
        Ok(())
    }

    /// Loads rows that a later batch will pull, as far as clean ones can make room for them.
    pub(super) fn prefetch(
        &mut self,
        context: &Context,
        keys: &[Key],
        scratch: &mut Scratch,
    ) -> Result<(), StoreError> {
        /// So many old rows are looked at for one that is clean.
        const LOOKED_AT: usize = 8;
        if context.settings.caching != Caching::Pipelined {
            return Ok(());
        }
        for key in keys {
            let Some(place) = self.index.get(key).copied().filter(|place| place.cached == NOWHERE) else { continue };
            if self.cache.len() >= context.capacity {
                let Some(victim) = self.cache.oldest_clean(LOOKED_AT) else { break };
                let key = self.cache.cached(victim).key;
                self.cache.remove(victim);
                self.index.get_mut(&key).expect("a row in the cache is known").cached = NOWHERE;
                self.tally.evicted += 1;
            }
            self.load(context, *key, place, scratch)?;
            let cached = self.cache.insert(*key, place.version, |row| row.copy_from_slice(&scratch.row));
            self.index.get_mut(key).expect("known").cached = cached;
        }
        Ok(())
    }

    /// The numbers of slots in the pool.
    pub(super) fn numbers(&self, slots: &[u32]) -> Vec<u64> {
        slots.iter().map(|slot| self.slots.number(*slot)).collect()
    }
}

/// Room to read a row.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) bytes: Vec<u8>,
    pub(super) row: Vec<f32>,
}

/// What a scan finds in a partition.
#[derive(Debug, Default)]
pub(super) struct Scanned {
    /// The newest of each row: slot and version.
    rows: FxHashMap<Key, (u32, u64)>,
    /// Those that are not the newest of their row: version and slot.
    earlier: Vec<(Key, u64, u32)>,
    /// Slots of rows that are later than the checkpoint.
    pub(super) later: Vec<u32>,
    pub(super) unreadable: Vec<u32>,
    free: Vec<u32>,
    pub(super) sum: Sum,
}

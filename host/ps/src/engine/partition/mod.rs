//! A part of a shard's rows: index, cache, slots, and what its checkpoints need.

mod maintain;
mod pull;
mod push;
mod recover;

use std::collections::VecDeque;

use emberlane_stores::RowShape;
use rustc_hash::FxHashMap;

pub(super) use pull::Pull;
pub(super) use recover::Scanned;

use super::cache::Cache;
use super::faults::Fault;
use super::settings::Settings;
use super::sync::{AtomicU64, Mutex, Ordering};
use crate::pool::{Content, PoolError, Slots};
use crate::{Counters, Key, StoreError, Tables};

/// Not in the cache, or not in the pool.
const NOWHERE: u32 = u32::MAX;

/// So many rows are brought near before the first of them is worked on: enough for memory to be busy, few enough to stay near.
pub(super) const AHEAD: usize = 16;

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
    /// Batches that had changed it since it was written.
    changes: u32,
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
        sum.unwritten += self.cache.unwritten();
        sum.slots += u64::from(self.slots.count());
        sum.free_slots += (self.free.len() + self.freed.len()) as u64;
        sum.flushed += flushed;
        sum.evicted += evicted;
        sum.medium += self.slots.counts();
    }

    fn load(&self, context: &Context, key: Key, place: Place, scratch: &mut Scratch) -> Result<(), StoreError> {
        scratch.row.resize(context.tables.shape().width(), 0.0);
        let content = self.slots.read(place.slot, &mut scratch.bytes, &mut scratch.row);
        if content == (Content::Row { key, version: place.version }) {
            return Ok(());
        }
        Err(damaged(context, &self.slots, place.slot, key))
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
        let changes = self.cache.take_changes(place);
        self.cache.wrote(changes);
        Ok(())
    }

    /// Waits until all that was written is durable.
    pub(super) fn fence(&mut self, context: &Context) -> Result<(), StoreError> {
        let failed = |source| PoolError::Io { pool: context.pool.to_owned(), what: "making rows durable", source };
        self.slots.fence().map_err(failed)?;
        self.free.append(&mut self.freed);
        Ok(())
    }
}

/// Room to read a row.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) bytes: Vec<u8>,
    pub(super) row: Vec<f32>,
}

//! What a scan of the slots finds, and a partition that begins with it.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::{Context, Held, NOWHERE, Partition, Place, Scratch, Sum};
use crate::engine::cache::Cache;
use crate::engine::faults::Fault;
use crate::engine::sync::Mutex;
use crate::pool::Content;
use crate::{Key, StoreError};

/// What a scan finds in a partition.
#[derive(Debug, Default)]
pub(in crate::engine) struct Scanned {
    /// The newest of each row: slot and version.
    rows: FxHashMap<Key, (u32, u64)>,
    /// Those that are not the newest of their row: version and slot.
    earlier: Vec<(Key, u64, u32)>,
    /// Slots of rows that are later than the checkpoint.
    pub(in crate::engine) later: Vec<u32>,
    pub(in crate::engine) unreadable: Vec<u32>,
    free: Vec<u32>,
    pub(in crate::engine) sum: Sum,
}

impl Scanned {
    /// The newest version of a row.
    pub(in crate::engine) fn newest(&self) -> u64 {
        self.rows.values().map(|(_, version)| *version).max().unwrap_or(0)
    }

    /// The rows, each with its slot.
    pub(in crate::engine) fn rows(&self) -> impl Iterator<Item = (Key, u32)> + '_ {
        self.rows.iter().map(|(key, (slot, _))| (*key, *slot))
    }
}

impl Partition {
    /// What lies in its slots, as of a checkpoint.
    pub(in crate::engine) fn scan(&self, checkpoint: u64) -> Scanned {
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
    pub(in crate::engine) fn begin(&mut self, context: &Context, found: Scanned) -> Result<(), StoreError> {
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

    /// The numbers of slots in the pool.
    pub(in crate::engine) fn numbers(&self, slots: &[u32]) -> Vec<u64> {
        slots.iter().map(|slot| self.slots.number(*slot)).collect()
    }
}

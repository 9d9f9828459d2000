//! Rows of batches in flight for which the caches have no room.

use rustc_hash::FxHashMap;

use crate::level::{Entry, FREE};

/// Tags and states of rows beside the caches.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    places: FxHashMap<u64, usize>,
    entries: Vec<Option<Entry>>,
    free: Vec<usize>,
}

impl Scratch {
    /// Slots that were ever used.
    pub(crate) fn slots(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn held(&self) -> usize {
        self.places.len()
    }

    pub(crate) fn find(&self, key: u64) -> Option<usize> {
        if self.places.is_empty() {
            return None;
        }
        self.places.get(&key).copied()
    }

    pub(crate) fn insert(&mut self, entry: Entry) -> usize {
        let slot = self.free.pop().unwrap_or(self.entries.len());
        if slot == self.entries.len() {
            self.entries.push(None);
        }
        self.entries[slot] = Some(entry);
        self.places.insert(entry.key, slot);
        slot
    }

    pub(crate) fn touch(&mut self, slot: usize, now: u64) {
        if let Some(entry) = &mut self.entries[slot] {
            entry.last = now;
            entry.uses = entry.uses.saturating_add(1);
        }
    }

    pub(crate) fn mark_dirty(&mut self, slot: usize) {
        if let Some(entry) = &mut self.entries[slot] {
            entry.dirty = true;
        }
    }

    /// Takes away the rows that were named before `pinned` for the last time, in the order of their keys.
    pub(crate) fn release(&mut self, pinned: u64) -> Vec<(usize, Entry)> {
        if self.places.is_empty() {
            return Vec::new();
        }
        let mut gone: Vec<(usize, Entry)> = self.entries().filter(|(_, entry)| entry.last < pinned).collect();
        gone.sort_unstable_by_key(|(_, entry)| entry.key);
        for (slot, entry) in &gone {
            self.entries[*slot] = None;
            self.places.remove(&entry.key);
            self.free.push(*slot);
        }
        gone
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = (usize, Entry)> + '_ {
        let taken = self.entries.iter().enumerate().filter_map(|(slot, entry)| entry.map(|entry| (slot, entry)));
        taken.inspect(|(_, entry)| debug_assert_ne!(entry.key, FREE))
    }
}

//! One set-associative cache of rows: its tags and states, without its values.

use std::ops::Range;

use emberlane_experiment::CachePolicy;

/// The key of a slot without a row: no table has that number.
pub(crate) const FREE: u64 = u64::MAX;

/// The bit of `uses` that says that a row was written since it came from the block tier.
const DIRTY: u32 = 1 << 31;

/// What a cache knows of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Its table, and below it its number.
    pub(crate) key: u64,
    /// The batch that named it last, and below it its place among the rows of that batch: no two rows have the same.
    pub(crate) last: u64,
    /// Batches that named it since it came from the block tier; of FIFO, the batch with which it came.
    pub(crate) uses: u32,
    /// Whether it was written since.
    pub(crate) dirty: bool,
}

/// Where a row can come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Room {
    /// A slot without a row.
    Free(usize),
    /// The slot of a row that goes.
    Taken(usize),
}

/// The tags and states of a cache.
#[derive(Debug)]
pub(crate) struct Level {
    policy: CachePolicy,
    ways: usize,
    sets: usize,
    keys: Vec<u64>,
    last: Vec<u64>,
    uses: Vec<u32>,
}

impl Level {
    /// An empty cache of `rows`, rounded down to whole sets; of fewer rows than ways it has one set of all of them.
    pub(crate) fn new(policy: CachePolicy, rows: usize, ways: usize) -> Self {
        let ways = ways.min(rows).max(1);
        let sets = rows / ways;
        let slots = sets * ways;
        Self { policy, ways, sets, keys: vec![FREE; slots], last: vec![0; slots], uses: vec![0; slots] }
    }

    pub(crate) fn slots(&self) -> usize {
        self.keys.len()
    }

    /// Rows that it holds.
    pub(crate) fn held(&self) -> usize {
        self.keys.iter().filter(|key| **key != FREE).count()
    }

    /// The slots of the set of a row: the upper half of a product spreads hashes over any number of sets.
    fn set(&self, key: u64) -> Range<usize> {
        let set = ((u128::from(mixed(key)) * self.sets as u128) >> 64) as usize;
        set * self.ways..(set + 1) * self.ways
    }

    /// Where a row is.
    pub(crate) fn find(&self, key: u64) -> Option<usize> {
        if self.sets == 0 {
            return None;
        }
        let set = self.set(key);
        self.keys[set.clone()].iter().position(|each| *each == key).map(|way| set.start + way)
    }

    /// A slot for a row that is not here: the first free one of its set, or that of the row that is to go. No row goes that was named
    /// at `pinned` or later.
    pub(crate) fn room(&self, key: u64, pinned: u64) -> Option<Room> {
        if self.sets == 0 {
            return None;
        }
        let set = self.set(key);
        if let Some(way) = self.keys[set.clone()].iter().position(|each| *each == FREE) {
            return Some(Room::Free(set.start + way));
        }
        let may_go = set.filter(|slot| self.last[*slot] < pinned);
        let goes = match self.policy {
            CachePolicy::Lru => may_go.min_by_key(|slot| self.last[*slot]),
            // Of FIFO, `uses` does not count uses: it says when a row came.
            CachePolicy::Lfu | CachePolicy::Fifo => {
                may_go.min_by_key(|slot| (self.uses[*slot] & !DIRTY, self.last[*slot]))
            }
        };
        goes.map(Room::Taken)
    }

    /// What is known of the row in a slot.
    pub(crate) fn entry(&self, slot: usize) -> Entry {
        let uses = self.uses[slot];
        Entry { key: self.keys[slot], last: self.last[slot], uses: uses & !DIRTY, dirty: uses & DIRTY != 0 }
    }

    /// Puts a row into a slot, whatever is there.
    pub(crate) fn put(&mut self, slot: usize, entry: Entry) {
        self.keys[slot] = entry.key;
        self.last[slot] = entry.last;
        self.uses[slot] = entry.uses | if entry.dirty { DIRTY } else { 0 };
    }

    /// Takes the row of a slot away.
    pub(crate) fn take(&mut self, slot: usize) -> Entry {
        let entry = self.entry(slot);
        self.keys[slot] = FREE;
        entry
    }

    /// A batch names the row of a slot; says when it was named before.
    pub(crate) fn touch(&mut self, slot: usize, now: u64) -> u64 {
        if self.policy != CachePolicy::Fifo && self.uses[slot] & !DIRTY < !DIRTY {
            self.uses[slot] += 1;
        }
        std::mem::replace(&mut self.last[slot], now)
    }

    pub(crate) fn mark_dirty(&mut self, slot: usize) {
        self.uses[slot] |= DIRTY;
    }

    /// Every slot with a row.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (usize, Entry)> + '_ {
        (0..self.slots()).map(|slot| (slot, self.entry(slot))).filter(|(_, entry)| entry.key != FREE)
    }
}

/// Spreads keys over all bits (the finaliser of MurmurHash3).
fn mixed(key: u64) -> u64 {
    let key = (key ^ (key >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let key = (key ^ (key >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    key ^ (key >> 33)
}

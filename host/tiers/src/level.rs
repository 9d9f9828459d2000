//! One set-associative cache of rows: its tags and states, without its values.

use std::hint::select_unpredictable;
use std::ops::Range;

use emberlane_experiment::{CachePolicy, StoreConfig};

use crate::tags::{NO_TAG, find_way, first_free};

/// The key of a slot without a row: no table has that number.
pub(crate) const FREE: u64 = u64::MAX;

/// The bit of `uses` that says that a row was written since it came from the block tier.
const DIRTY: u32 = 1 << 31;

/// Rows of a set, if nothing else is said.
const USUAL_WAYS: usize = StoreConfig::DEFAULT_WAYS;

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

/// A row, with what says which set of a cache it belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hashed {
    pub(crate) key: u64,
    hash: u64,
}

impl Hashed {
    /// Spreads keys over all bits (the finaliser of MurmurHash3).
    pub(crate) fn of(key: u64) -> Self {
        let hash = (key ^ (key >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let hash = (hash ^ (hash >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        Self { key, hash: hash ^ (hash >> 33) }
    }

    /// What most rows of a set differ in; of the lower bits, where the set is of the upper ones.
    fn tag(self) -> u8 {
        NO_TAG + 1 + ((u32::from(self.hash as u16) * u32::from(u8::MAX)) >> 16) as u8
    }
}

/// What is known of a slot, in one place: beside its tag, a row that is hit touches nothing else.
#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    last: u64,
    uses: u32,
}

/// The tags and states of a cache.
#[derive(Debug)]
pub(crate) struct Level {
    policy: CachePolicy,
    ways: usize,
    sets: usize,
    tags: Vec<u8>,
    slots: Vec<Slot>,
}

impl Level {
    /// Bytes of memory that a slot takes beside its values.
    pub(crate) const BYTES_A_SLOT: usize = size_of::<Slot>() + 1;

    /// An empty cache of `rows`, rounded down to whole sets; of fewer rows than ways it has one set of all of them.
    pub(crate) fn new(policy: CachePolicy, rows: usize, ways: usize) -> Self {
        let ways = ways.min(rows).max(1);
        let sets = rows / ways;
        let free = Slot { key: FREE, last: 0, uses: 0 };
        Self { policy, ways, sets, tags: vec![NO_TAG; sets * ways], slots: vec![free; sets * ways] }
    }

    pub(crate) fn slots(&self) -> usize {
        self.slots.len()
    }

    /// Rows that it holds.
    pub(crate) fn held(&self) -> usize {
        self.tags.iter().filter(|tag| **tag != NO_TAG).count()
    }

    /// The slots of the set of a row: the upper half of a product spreads hashes over any number of sets.
    fn set(&self, row: Hashed) -> Range<usize> {
        let set = ((u128::from(row.hash) * self.sets as u128) >> 64) as usize;
        set * self.ways..(set + 1) * self.ways
    }

    /// Where a row is.
    pub(crate) fn find(&self, row: Hashed) -> Option<usize> {
        if self.sets == 0 {
            return None;
        }
        let set = self.set(row);
        let slots = &self.slots[set.clone()];
        let is_it = |way: usize| slots[way].key == row.key;
        let way = match <&[u8; USUAL_WAYS]>::try_from(&self.tags[set.clone()]) {
            Ok(tags) => find_way(tags, row.tag(), is_it),
            Err(_) => find_way(&self.tags[set.clone()], row.tag(), is_it),
        };
        way.map(|way| set.start + way)
    }

    /// A slot for a row that is not here: the first free one of its set, or that of the row that is to go. No row goes that was named
    /// at `pinned` or later.
    pub(crate) fn room(&self, row: Hashed, pinned: u64) -> Option<Room> {
        if self.sets == 0 {
            return None;
        }
        let set = self.set(row);
        if let Some(way) = first_free(&self.tags[set.clone()]) {
            return Some(Room::Free(set.start + way));
        }
        let slots = &self.slots[set.clone()];
        let goes = match self.policy {
            CachePolicy::Lru => {
                // Of sets of a known size, and those are nearly all, the search is one without a loop.
                let (last, way) = match <&[Slot; USUAL_WAYS]>::try_from(slots) {
                    Ok(slots) => oldest(slots),
                    Err(_) => (0..self.ways).map(|way| (slots[way].last, way)).min()?,
                };
                (last < pinned).then_some(way)
            }
            // Of FIFO, `uses` does not count uses: it says when a row came.
            CachePolicy::Lfu | CachePolicy::Fifo => {
                let may_go = slots.iter().enumerate().filter(|(_, slot)| slot.last < pinned);
                may_go.min_by_key(|(_, slot)| (slot.uses & !DIRTY, slot.last)).map(|(way, _)| way)
            }
        };
        goes.map(|way| Room::Taken(set.start + way))
    }

    /// What is known of the row in a slot.
    pub(crate) fn entry(&self, slot: usize) -> Entry {
        let Slot { key, last, uses } = self.slots[slot];
        Entry { key, last, uses: uses & !DIRTY, dirty: uses & DIRTY != 0 }
    }

    /// Puts a row into a slot, whatever is there.
    pub(crate) fn put(&mut self, slot: usize, entry: Entry) {
        let Entry { key, last, uses, dirty } = entry;
        self.tags[slot] = Hashed::of(key).tag();
        self.slots[slot] = Slot { key, last, uses: uses | if dirty { DIRTY } else { 0 } };
    }

    /// Takes the row of a slot away.
    pub(crate) fn take(&mut self, slot: usize) -> Entry {
        let entry = self.entry(slot);
        self.tags[slot] = NO_TAG;
        self.slots[slot].key = FREE;
        entry
    }

    /// A batch names the row of a slot; says when it was named before.
    pub(crate) fn touch(&mut self, slot: usize, now: u64) -> u64 {
        let slot = &mut self.slots[slot];
        if self.policy != CachePolicy::Fifo && slot.uses & !DIRTY < !DIRTY {
            slot.uses += 1;
        }
        std::mem::replace(&mut slot.last, now)
    }

    pub(crate) fn mark_dirty(&mut self, slot: usize) {
        self.slots[slot].uses |= DIRTY;
    }

    /// Every slot with a row.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (usize, Entry)> + '_ {
        (0..self.slots()).map(|slot| (slot, self.entry(slot))).filter(|(_, entry)| entry.key != FREE)
    }
}

/// When the row of a set was named that was named longest ago, and its way.
#[inline(always)]
fn oldest(slots: &[Slot; USUAL_WAYS]) -> (u64, usize) {
    const { assert!(USUAL_WAYS.is_power_of_two(), "nobody is left over in a round") };
    // A tournament of neighbours: nobody waits for more than a few others, and nobody can foresee who wins.
    let mut best: [(u64, usize); USUAL_WAYS] = std::array::from_fn(|way| (slots[way].last, way));
    let mut left = USUAL_WAYS;
    while left > 1 {
        left /= 2;
        for place in 0..left {
            let (one, other) = (best[2 * place], best[2 * place + 1]);
            let is_older = other.0 < one.0;
            best[place] =
                (select_unpredictable(is_older, other.0, one.0), select_unpredictable(is_older, other.1, one.1));
        }
    }
    best[0]
}

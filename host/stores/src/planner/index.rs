//! What is known of an EV: open addressing, and mostly one line of memory a lookup.

use bytemuck::{Pod, Zeroable};
use emberlane_memory::{NoMemory, Pages, ask_for};

/// Entries of a bucket: as many as a line of memory holds.
const LANES: usize = 4;

/// Bits of an entry's word below its uses: an EV's number and one, or nothing.
const KEY_BITS: u32 = 48;
const KEY: u64 = (1 << KEY_BITS) - 1;
const NOTHING: u64 = 0;
/// EVs that an index can tell apart.
pub(super) const MAX_VECTORS: u64 = KEY;

/// Entries that lie in one line of memory.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
struct Bucket {
    /// The key of an EV, and above it how often it was used.
    words: [u64; LANES],
    blocks: [u32; LANES],
    /// The caller's marks.
    marks: [u32; LANES],
}

impl Bucket {
    #[inline]
    fn lane_of(&self, key: u64) -> Option<usize> {
        // All are compared at once; which one it is takes no branch.
        let lanes = (0..LANES).fold(0u32, |lanes, lane| lanes | u32::from(self.words[lane] & KEY == key) << lane);
        (lanes != 0).then(|| lanes.trailing_zeros() as usize % LANES)
    }
}

/// Where an entry is: bucket and lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position(usize);

impl Position {
    #[inline]
    const fn new(bucket: usize, lane: usize) -> Self {
        Self(bucket * LANES + lane)
    }

    #[inline]
    const fn bucket(self) -> usize {
        self.0 / LANES
    }

    #[inline]
    const fn lane(self) -> usize {
        self.0 % LANES
    }
}

/// Entries by EV, in buckets; what does not fit into a bucket goes into the next one that has room.
///
/// Entries stay where they are until one is removed or room is made: so positions may be kept while others are filled.
#[derive(Clone, Debug)]
pub struct Index {
    buckets: Pages<Bucket>,
    len: usize,
}

impl Index {
    /// An index with room for so many entries.
    ///
    /// # Errors
    /// No memory for it.
    pub fn with_room(entries: usize) -> Result<Self, NoMemory> {
        Ok(Self { buckets: buckets(entries)?, len: 0 })
    }

    /// Entries.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Makes room for so many entries more. Positions change if there was too little.
    ///
    /// # Errors
    /// No memory for it; nothing has changed then.
    pub fn reserve(&mut self, more: usize) -> Result<(), NoMemory> {
        // A full cache holds a batch more until its evictions are forgotten: five of eight lanes may be taken before all entries are moved to
        // an index that is larger, by a quarter at least.
        if 8 * (self.len + more) <= 5 * LANES * self.buckets.len() {
            return Ok(());
        }
        let larger = buckets(self.len + more)?;
        let old = std::mem::replace(&mut self.buckets, larger);
        for bucket in &*old {
            for ((word, block), mark) in bucket.words.into_iter().zip(bucket.blocks).zip(bucket.marks) {
                if word & KEY != NOTHING
                    && let Err(position) = self.find(self.home(vector_of(word)), vector_of(word))
                {
                    self.put(position, word, block, mark);
                }
            }
        }
        Ok(())
    }

    /// The bucket in which the search for an EV begins.
    #[inline]
    pub fn home(&self, vector: u64) -> usize {
        // Both halves of a product depend on every bit; the upper bits of what they give choose a bucket.
        let product = u128::from(vector ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        let hash = (product as u64) ^ (product >> 64) as u64;
        ((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize
    }

    /// Asks for the bucket in which a search will begin.
    #[inline]
    pub fn ask_for(&self, home: usize) {
        ask_for(&self.buckets, home);
    }

    /// The position of an EV's entry, or the one where it would be.
    #[inline]
    pub fn find(&self, home: usize, vector: u64) -> Result<Position, Position> {
        let mut bucket = home;
        loop {
            let found = &self.buckets[bucket];
            if let Some(lane) = found.lane_of(vector + 1) {
                return Ok(Position::new(bucket, lane));
            }
            if let Some(lane) = found.lane_of(NOTHING) {
                return Err(Position::new(bucket, lane));
            }
            bucket = self.next(bucket);
        }
    }

    /// The position of an EV's entry, if it has one.
    pub fn position(&self, vector: u64) -> Option<Position> {
        if vector < MAX_VECTORS { self.find(self.home(vector), vector).ok() } else { None }
    }

    /// The block at a position.
    #[inline]
    pub fn block(&self, position: Position) -> u32 {
        self.buckets[position.bucket()].blocks[position.lane()]
    }

    /// Sets the block at a position.
    pub fn set_block(&mut self, position: Position, block: u32) {
        self.buckets[position.bucket()].blocks[position.lane()] = block;
    }

    /// The mark at a position.
    #[inline]
    pub fn mark(&self, position: Position) -> u32 {
        self.buckets[position.bucket()].marks[position.lane()]
    }

    /// Sets the mark at a position.
    #[inline]
    pub fn set_mark(&mut self, position: Position, mark: u32) {
        self.buckets[position.bucket()].marks[position.lane()] = mark;
    }

    /// Counts a use of the EV at a position, and gives how many there were.
    #[inline]
    pub fn use_again(&mut self, position: Position) -> u16 {
        let word = &mut self.buckets[position.bucket()].words[position.lane()];
        let uses = ((*word >> KEY_BITS) as u16).saturating_add(1);
        *word = *word & KEY | u64::from(uses) << KEY_BITS;
        uses
    }

    /// Fills a position that [`find`](Self::find) has given for this EV, after [`reserve`](Self::reserve) has made room.
    #[inline]
    pub fn fill(&mut self, position: Position, vector: u64, uses: u16, block: u32, mark: u32) {
        self.put(position, (vector + 1) | u64::from(uses) << KEY_BITS, block, mark);
        self.len += 1;
    }

    #[inline]
    fn put(&mut self, position: Position, word: u64, block: u32, mark: u32) {
        let (bucket, lane) = (&mut self.buckets[position.bucket()], position.lane());
        (bucket.words[lane], bucket.blocks[lane], bucket.marks[lane]) = (word, block, mark);
    }

    /// Removes an EV's entry. One that did not fit into its home comes nearer to it.
    pub fn remove(&mut self, home: usize, vector: u64) {
        let Ok(mut hole) = self.find(home, vector) else { return };
        self.len -= 1;
        let mut bucket = hole.bucket();
        let mut full = self.buckets[bucket].lane_of(NOTHING).is_none();
        self.buckets[bucket].words[hole.lane()] = NOTHING;
        // Behind a full bucket there may be an entry that would have gone into the hole.
        while full {
            bucket = self.next(bucket);
            let found = self.buckets[bucket];
            full = found.lane_of(NOTHING).is_none();
            let passed_hole = |word: &u64| {
                let distance = |from| self.distance(from, bucket);
                *word & KEY != NOTHING && distance(self.home(vector_of(*word))) >= distance(hole.bucket())
            };
            if let Some(lane) = found.words.iter().position(passed_hole) {
                self.put(hole, found.words[lane], found.blocks[lane], found.marks[lane]);
                hole = Position::new(bucket, lane);
                self.buckets[bucket].words[lane] = NOTHING;
            }
        }
    }

    #[inline]
    fn next(&self, bucket: usize) -> usize {
        if bucket + 1 == self.buckets.len() { 0 } else { bucket + 1 }
    }

    /// Steps from one bucket to another.
    fn distance(&self, from: usize, to: usize) -> usize {
        if to >= from { to - from } else { to + self.buckets.len() - from }
    }
}

/// The EV of an entry's word.
#[inline]
fn vector_of(word: u64) -> u64 {
    (word & KEY) - 1
}

/// Buckets for so many entries, half full at most: then nearly all entries are at home, and every search ends.
fn buckets(entries: usize) -> Result<Pages<Bucket>, NoMemory> {
    Pages::zeroed("what the planner knows of its cache", 2 * entries / LANES + 2)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_finds_what_a_map_finds(
            steps in prop::collection::vec((0u8..5, 0u64..200), 1..800),
            room in 0usize..100,
            stride in 1u64..1 << 32,
        ) {
            let mut index = Index::with_room(room).unwrap();
            let mut map = HashMap::new();
            for (step, (action, number)) in (0..).zip(steps) {
                let vector = number * stride;
                if action < 3 {
                    // Full, if it may be.
                    if index.len() + 1 >= LANES * index.buckets.len() {
                        index.reserve(1).unwrap();
                    }
                    match index.find(index.home(vector), vector) {
                        Ok(position) => index.set_block(position, step),
                        Err(position) => index.fill(position, vector, 0, step, 0),
                    }
                    map.insert(vector, step);
                } else {
                    index.remove(index.home(vector), vector);
                    map.remove(&vector);
                }
                prop_assert_eq!(index.len(), map.len());
                for number in 0..200 {
                    let vector = number * stride;
                    let block = index.position(vector).map(|position| index.block(position));
                    prop_assert_eq!(block, map.get(&vector).copied());
                }
            }
        }
    }
}

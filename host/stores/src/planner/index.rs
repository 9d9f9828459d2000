//! Which block an EV is in: open addressing, and mostly one line of memory a lookup.

use emberlane_memory::bring_near;

/// Entries of a bucket: as many as a line of memory holds.
const LANES: usize = 4;

/// No EV has this number.
const NOTHING: u64 = u64::MAX;

/// Entries that lie in one line of memory.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket {
    vectors: [u64; LANES],
    blocks: [u32; LANES],
    /// The caller's marks.
    marks: [u32; LANES],
}

const EMPTY: Bucket = Bucket { vectors: [NOTHING; LANES], blocks: [0; LANES], marks: [0; LANES] };

impl Bucket {
    #[inline]
    fn lane_of(&self, vector: u64) -> Option<usize> {
        // All are compared at once; which one it is takes no branch.
        let lanes = (0..LANES).fold(0u32, |lanes, lane| lanes | u32::from(self.vectors[lane] == vector) << lane);
        (lanes != 0).then(|| lanes.trailing_zeros() as usize % LANES)
    }
}

/// Where an entry is: bucket and lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position(usize);

impl Position {
    /// Where no entry is.
    pub const NOWHERE: Self = Self(usize::MAX);

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
    buckets: Vec<Bucket>,
    len: usize,
}

impl Index {
    /// An index with room for so many entries.
    pub fn with_room(entries: usize) -> Self {
        Self { buckets: vec![EMPTY; buckets(entries)], len: 0 }
    }

    /// Whether it has no entry.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Entries.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Makes room for so many entries more. Positions change if there was too little.
    pub fn reserve(&mut self, more: usize) {
        // A full cache holds a batch more until its evictions are forgotten: five of eight lanes may be taken before all entries are moved to
        // an index that is larger, by a quarter at least.
        if 8 * (self.len + more) <= 5 * LANES * self.buckets.len() {
            return;
        }
        let old = std::mem::replace(&mut self.buckets, vec![EMPTY; buckets(self.len + more)]);
        self.len = 0;
        for bucket in old {
            for ((vector, block), mark) in bucket.vectors.into_iter().zip(bucket.blocks).zip(bucket.marks) {
                if vector != NOTHING
                    && let Err(position) = self.find(self.home(vector), vector)
                {
                    self.fill(position, vector, block, mark);
                }
            }
        }
    }

    /// The bucket in which the search for an EV begins.
    #[inline]
    pub fn home(&self, vector: u64) -> usize {
        // Both halves of a product depend on every bit; the upper bits of what they give choose a bucket.
        let product = u128::from(vector ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        let hash = (product as u64) ^ (product >> 64) as u64;
        ((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize
    }

    /// Reads buckets ahead.
    pub fn touch(&self, homes: &[usize]) {
        bring_near(homes.iter().map(|home| self.buckets[*home].marks[0]));
    }

    /// The position of an EV's entry, if it is in its home bucket; else [`Position::NOWHERE`].
    #[inline]
    pub fn find_at_home(&self, home: usize, vector: u64) -> Position {
        self.buckets[home].lane_of(vector).map_or(Position::NOWHERE, |lane| Position::new(home, lane))
    }

    /// The position of an EV's entry, or the one where it would be.
    #[inline]
    pub fn find(&self, home: usize, vector: u64) -> Result<Position, Position> {
        let mut bucket = home;
        loop {
            let found = &self.buckets[bucket];
            if let Some(lane) = found.lane_of(vector) {
                return Ok(Position::new(bucket, lane));
            }
            if let Some(lane) = found.lane_of(NOTHING) {
                return Err(Position::new(bucket, lane));
            }
            bucket = self.next(bucket);
        }
    }

    /// The block of an EV.
    pub fn block_of(&self, vector: u64) -> Option<u32> {
        self.find(self.home(vector), vector).ok().map(|position| self.block(position))
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
    pub fn mark(&mut self, position: Position) -> &mut u32 {
        &mut self.buckets[position.bucket()].marks[position.lane()]
    }

    /// Fills a position that [`find`](Self::find) has given for this EV, after [`reserve`](Self::reserve) has made room.
    #[inline]
    pub fn fill(&mut self, position: Position, vector: u64, block: u32, mark: u32) {
        let (bucket, lane) = (&mut self.buckets[position.bucket()], position.lane());
        (bucket.vectors[lane], bucket.blocks[lane], bucket.marks[lane]) = (vector, block, mark);
        self.len += 1;
    }

    /// Removes an EV's entry. One that did not fit into its home comes nearer to it.
    pub fn remove(&mut self, home: usize, vector: u64) {
        let Ok(mut hole) = self.find(home, vector) else { return };
        self.len -= 1;
        let mut bucket = hole.bucket();
        let mut full = self.buckets[bucket].lane_of(NOTHING).is_none();
        self.buckets[bucket].vectors[hole.lane()] = NOTHING;
        // Behind a full bucket there may be an entry that would have gone into the hole.
        while full {
            bucket = self.next(bucket);
            let Bucket { vectors, blocks, marks } = self.buckets[bucket];
            full = !vectors.contains(&NOTHING);
            let passed_hole = |vector: &u64| {
                *vector != NOTHING && self.distance(self.home(*vector), bucket) >= self.distance(hole.bucket(), bucket)
            };
            if let Some(lane) = vectors.iter().position(passed_hole) {
                self.len -= 1;
                self.fill(hole, vectors[lane], blocks[lane], marks[lane]);
                hole = Position::new(bucket, lane);
                self.buckets[bucket].vectors[lane] = NOTHING;
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

/// Buckets for so many entries, half full at most: then nearly all entries are at home, and every search ends.
fn buckets(entries: usize) -> usize {
    2 * entries / LANES + 2
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
            let mut index = Index::with_room(room);
            let mut map = HashMap::new();
            for (step, (action, number)) in (0..).zip(steps) {
                let vector = number * stride;
                if action < 3 {
                    // Full, if it may be.
                    if index.len() + 1 >= LANES * index.buckets.len() {
                        index.reserve(1);
                    }
                    match index.find(index.home(vector), vector) {
                        Ok(position) => index.set_block(position, step),
                        Err(position) => index.fill(position, vector, step, 0),
                    }
                    map.insert(vector, step);
                } else {
                    index.remove(index.home(vector), vector);
                    map.remove(&vector);
                }
                prop_assert_eq!(index.len(), map.len());
                for number in 0..200 {
                    let vector = number * stride;
                    prop_assert_eq!(index.block_of(vector), map.get(&vector).copied());
                }
            }
        }
    }
}

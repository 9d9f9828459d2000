//! Which block an EV is in: open addressing, one entry and mostly one line of memory a lookup.

/// What the index knows of an EV.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The EV.
    pub vector: u64,
    /// Its block.
    pub block: u32,
    /// The caller's mark.
    pub mark: u32,
}

/// No EV has this number.
const NOTHING: u64 = u64::MAX;
const EMPTY: Entry = Entry { vector: NOTHING, block: 0, mark: 0 };

/// Of eight places, five hold an entry at most: then few entries are far from home.
const FULL: (usize, usize) = (5, 8);

/// Entries by EV, in linear probing.
///
/// Entries stay where they are until one is removed: so positions may be kept while others are filled.
#[derive(Clone, Debug)]
pub(super) struct Index {
    entries: Vec<Entry>,
    len: usize,
}

impl Index {
    /// An index with room for so many entries.
    pub fn with_room(entries: usize) -> Self {
        Self { entries: vec![EMPTY; places(entries)], len: 0 }
    }

    /// Entries.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Makes room for so many entries more. Positions change if there was too little.
    pub fn reserve(&mut self, more: usize) {
        let needed = places(self.len + more);
        let places = self.entries.len();
        if needed > places {
            // By a part of what there is: then entries are moved a few times at most.
            let old = std::mem::replace(&mut self.entries, vec![EMPTY; needed.max(places + places / 8)]);
            for entry in old.into_iter().filter(|entry| entry.vector != NOTHING) {
                if let Err(position) = self.find(self.home(entry.vector), entry.vector) {
                    self.entries[position] = entry;
                }
            }
        }
    }

    /// Where the search for an EV begins.
    #[inline]
    pub fn home(&self, vector: u64) -> usize {
        // Both halves of a product depend on every bit; the upper bits of what they give choose a place.
        let product = u128::from(vector ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        let hash = (product as u64) ^ (product >> 64) as u64;
        (u128::from(hash) * self.entries.len() as u128 >> 64) as usize
    }

    /// The EV at a position.
    #[inline]
    pub fn vector_at(&self, position: usize) -> u64 {
        self.entries[position].vector
    }

    /// The entry at a position.
    #[inline]
    pub fn entry(&mut self, position: usize) -> &mut Entry {
        &mut self.entries[position]
    }

    /// The position of an EV's entry, or the one where it would be.
    #[inline]
    pub fn find(&self, home: usize, vector: u64) -> Result<usize, usize> {
        let mut position = home;
        loop {
            match self.entries[position].vector {
                found if found == vector => return Ok(position),
                NOTHING => return Err(position),
                _ => position = self.next(position),
            }
        }
    }

    /// The entry of an EV.
    pub fn get(&self, vector: u64) -> Option<&Entry> {
        self.find(self.home(vector), vector).ok().map(|position| &self.entries[position])
    }

    /// Fills a position that [`find`](Self::find) has given for this EV, after [`reserve`](Self::reserve) has made room.
    #[inline]
    pub fn fill(&mut self, position: usize, entry: Entry) {
        self.entries[position] = entry;
        self.len += 1;
    }

    /// Removes an EV's entry. Those behind it come nearer to their homes.
    pub fn remove(&mut self, vector: u64) {
        let Ok(mut hole) = self.find(self.home(vector), vector) else { return };
        let mut position = hole;
        loop {
            position = self.next(position);
            let entry = self.entries[position];
            if entry.vector == NOTHING {
                break;
            }
            if self.distance(self.home(entry.vector), position) >= self.distance(hole, position) {
                self.entries[hole] = entry;
                hole = position;
            }
        }
        self.entries[hole] = EMPTY;
        self.len -= 1;
    }

    #[inline]
    fn next(&self, position: usize) -> usize {
        if position + 1 == self.entries.len() { 0 } else { position + 1 }
    }

    /// Steps from one position to another.
    fn distance(&self, from: usize, to: usize) -> usize {
        if to >= from { to - from } else { to + self.entries.len() - from }
    }
}

/// Places for so many entries; some are always free, so that every search ends.
fn places(entries: usize) -> usize {
    entries / FULL.0 * FULL.1 + 2 * FULL.1
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_finds_what_a_map_finds(
            steps in prop::collection::vec((any::<bool>(), 0u64..200), 1..600),
            room in 0usize..100,
            stride in 1u64..1 << 32,
        ) {
            let mut index = Index::with_room(room);
            let mut map = HashMap::new();
            for (step, (add, number)) in (0..).zip(steps) {
                let vector = number * stride;
                if add {
                    index.reserve(1);
                    match index.find(index.home(vector), vector) {
                        Ok(position) => index.entry(position).block = step,
                        Err(position) => index.fill(position, Entry { vector, block: step, mark: 0 }),
                    }
                    map.insert(vector, step);
                } else {
                    index.remove(vector);
                    map.remove(&vector);
                }
                prop_assert_eq!(index.len(), map.len());
                for number in 0..200 {
                    let vector = number * stride;
                    prop_assert_eq!(index.get(vector).map(|entry| entry.block), map.get(&vector).copied());
                }
            }
        }
    }
}

//! Doubly linked lists of the rows of a cache, by their numbers.

/// No row.
const NONE: u32 = u32::MAX;

/// An order of some numbers, in which each can be moved at once.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    links: Links,
    ends: Ends,
}

/// The first and the last of an order.
#[derive(Clone, Copy, Debug)]
struct Ends {
    front: u32,
    back: u32,
}

impl Default for Ends {
    fn default() -> Self {
        Self { front: NONE, back: NONE }
    }
}

/// Of each number the one before it and the one behind it, in the order that it is in.
#[derive(Clone, Debug, Default)]
struct Links(Vec<[u32; 2]>);

impl Links {
    fn push_back(&mut self, ends: &mut Ends, number: u32) {
        self.make_room(number);
        self.0[number as usize] = [ends.back, NONE];
        match ends.back {
            NONE => ends.front = number,
            back => self.0[back as usize][1] = number,
        }
        ends.back = number;
    }

    fn push_front(&mut self, ends: &mut Ends, number: u32) {
        self.make_room(number);
        self.0[number as usize] = [NONE, ends.front];
        match ends.front {
            NONE => ends.back = number,
            front => self.0[front as usize][0] = number,
        }
        ends.front = number;
    }

    fn remove(&mut self, ends: &mut Ends, number: u32) {
        let [before, behind] = self.0[number as usize];
        match before {
            NONE => ends.front = behind,
            before => self.0[before as usize][1] = behind,
        }
        match behind {
            NONE => ends.back = before,
            behind => self.0[behind as usize][0] = before,
        }
    }

    fn make_room(&mut self, number: u32) {
        if self.0.len() <= number as usize {
            self.0.resize(number as usize + 1, [NONE; 2]);
        }
    }
}

impl List {
    pub(super) fn front(&self) -> Option<u32> {
        (self.ends.front != NONE).then_some(self.ends.front)
    }

    pub(super) fn back(&self) -> Option<u32> {
        (self.ends.back != NONE).then_some(self.ends.back)
    }

    /// The one behind `number`, which is in the list.
    pub(super) fn behind(&self, number: u32) -> Option<u32> {
        let [_, behind] = self.links.0[number as usize];
        (behind != NONE).then_some(behind)
    }

    /// The one before `number`, which is in the list.
    pub(super) fn before(&self, number: u32) -> Option<u32> {
        let [before, _] = self.links.0[number as usize];
        (before != NONE).then_some(before)
    }

    /// Puts `number`, which is not in the list, at its end.
    pub(super) fn push_back(&mut self, number: u32) {
        self.links.push_back(&mut self.ends, number);
    }

    /// Puts `number`, which is not in the list, at its beginning.
    pub(super) fn push_front(&mut self, number: u32) {
        self.links.push_front(&mut self.ends, number);
    }

    /// Takes `number`, which is in the list, out of it.
    pub(super) fn remove(&mut self, number: u32) {
        self.links.remove(&mut self.ends, number);
    }

    /// Reads the links of `number`, whether it is in the list or not, so that they are near.
    pub(super) fn near(&self, number: u32) -> u32 {
        self.links.0.get(number as usize).map_or(0, |[before, behind]| before ^ behind)
    }

    /// The same of the links of its neighbours.
    pub(super) fn neighbours_near(&self, number: u32) -> u32 {
        let links = self.links.0.get(number as usize).copied().unwrap_or([NONE; 2]);
        links.into_iter().fold(0, |seen, neighbour| seen ^ self.near(neighbour))
    }
}

/// Ranks that there are: 0 is none.
const RANKS: usize = 64;

/// Some numbers, each in a rank, and those of a rank in the order in which they came to it.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    links: Links,
    ends: [Ends; RANKS],
    /// Of each number its rank.
    ranks: Vec<u8>,
    /// A bit for each rank in which there is a number.
    filled: u64,
}

impl Default for Ranks {
    fn default() -> Self {
        Self { links: Links::default(), ends: [Ends::default(); RANKS], ranks: Vec::new(), filled: 0 }
    }
}

impl Ranks {
    /// Puts `number` at the end of a rank, the highest there is at most. In rank 0 it is in none.
    pub(super) fn put(&mut self, number: u32, rank: u32) {
        let rank = (rank as usize).min(RANKS - 1);
        if self.ranks.len() <= number as usize {
            if rank == 0 {
                return;
            }
            self.ranks.resize(number as usize + 1, 0);
        }
        let was = usize::from(std::mem::replace(&mut self.ranks[number as usize], rank as u8));
        if was > 0 {
            self.links.remove(&mut self.ends[was], number);
            if self.ends[was].front == NONE {
                self.filled &= !(1 << was);
            }
        }
        if rank > 0 {
            self.links.push_back(&mut self.ends[rank], number);
            self.filled |= 1 << rank;
        }
    }

    /// The number that came first to the highest rank in which there is one.
    pub(super) fn highest(&self) -> Option<u32> {
        let rank = self.filled.checked_ilog2()?;
        Some(self.ends[rank as usize].front)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_list_is_a_queue_whose_members_can_be_taken_out(steps in prop::collection::vec((0..3u8, 0..12u32), 0..200)) {
            let (mut list, mut plain) = (List::default(), VecDeque::new());
            for (what, number) in steps {
                match (what, plain.contains(&number)) {
                    (0, false) => { list.push_back(number); plain.push_back(number); }
                    (1, false) => { list.push_front(number); plain.push_front(number); }
                    (2, true) => { list.remove(number); plain.retain(|each| *each != number); }
                    _ => {}
                }
                let forth: Vec<u32> = std::iter::successors(list.front(), |number| list.behind(*number)).collect();
                let mut back: Vec<u32> = std::iter::successors(list.back(), |number| list.before(*number)).collect();
                back.reverse();
                prop_assert_eq!(&forth, &back);
                prop_assert_eq!(forth, Vec::from(plain.clone()));
            }
        }

        #[test]
        fn the_highest_rank_gives_the_number_that_came_first(steps in prop::collection::vec((0..12u32, 0..80u32), 0..200)) {
            let (mut ranks, mut plain) = (Ranks::default(), Vec::<(u32, u32)>::new());
            for (number, rank) in steps {
                ranks.put(number, rank);
                plain.retain(|(each, _)| *each != number);
                plain.push((number, rank.min(63)));
                let highest = plain.iter().map(|(_, rank)| *rank).max().filter(|rank| *rank > 0);
                let first = plain.iter().find(|(_, rank)| Some(*rank) == highest).map(|(number, _)| *number);
                prop_assert_eq!(ranks.highest(), first);
            }
        }
    }
}

//! Doubly linked lists of the rows of a cache, by their numbers.

/// No row.
const NONE: u32 = u32::MAX;

/// An order of some numbers, in which each can be moved at once.
#[derive(Clone, Debug)]
pub(super) struct List {
    /// Of each number the one before it and the one behind it.
    links: Vec<[u32; 2]>,
    front: u32,
    back: u32,
}

impl Default for List {
    fn default() -> Self {
        Self { links: Vec::new(), front: NONE, back: NONE }
    }
}

impl List {
    pub(super) fn front(&self) -> Option<u32> {
        (self.front != NONE).then_some(self.front)
    }

    pub(super) fn back(&self) -> Option<u32> {
        (self.back != NONE).then_some(self.back)
    }

    /// The one behind `number`, which is in the list.
    pub(super) fn behind(&self, number: u32) -> Option<u32> {
        let [_, behind] = self.links[number as usize];
        (behind != NONE).then_some(behind)
    }

    /// The one before `number`, which is in the list.
    pub(super) fn before(&self, number: u32) -> Option<u32> {
        let [before, _] = self.links[number as usize];
        (before != NONE).then_some(before)
    }

    /// Puts `number`, which is not in the list, at its end.
    pub(super) fn push_back(&mut self, number: u32) {
        self.make_room(number);
        self.links[number as usize] = [self.back, NONE];
        match self.back {
            NONE => self.front = number,
            back => self.links[back as usize][1] = number,
        }
        self.back = number;
    }

    /// Puts `number`, which is not in the list, at its beginning.
    pub(super) fn push_front(&mut self, number: u32) {
        self.make_room(number);
        self.links[number as usize] = [NONE, self.front];
        match self.front {
            NONE => self.back = number,
            front => self.links[front as usize][0] = number,
        }
        self.front = number;
    }

    /// Takes `number`, which is in the list, out of it.
    pub(super) fn remove(&mut self, number: u32) {
        let [before, behind] = self.links[number as usize];
        match before {
            NONE => self.front = behind,
            before => self.links[before as usize][1] = behind,
        }
        match behind {
            NONE => self.back = before,
            behind => self.links[behind as usize][0] = before,
        }
    }

    /// Reads the links of `number`, whether it is in the list or not, so that they are near.
    pub(super) fn near(&self, number: u32) -> u32 {
        self.links.get(number as usize).map_or(0, |[before, behind]| before ^ behind)
    }

    /// The same of the links of its neighbours.
    pub(super) fn neighbours_near(&self, number: u32) -> u32 {
        let links = self.links.get(number as usize).copied().unwrap_or([NONE; 2]);
        links.into_iter().fold(0, |seen, neighbour| seen ^ self.near(neighbour))
    }

    fn make_room(&mut self, number: u32) {
        if self.links.len() <= number as usize {
            self.links.resize(number as usize + 1, [NONE; 2]);
        }
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
    }
}

//! A list of places, each once, of a size that it never exceeds.

use rand::Rng;
use rand_pcg::Pcg64;

/// No place is this.
const FREE: u32 = u32::MAX;

/// At most so many places, each once: a table of hashes with open addresses, of 4 bytes a slot and 6 slots for 5 places. A library's sets
/// take twice that and more, and Table 1 of the paper counts bytes.
#[derive(Clone, Debug)]
pub(super) struct List {
    slots: Box<[u32]>,
    places: usize,
    most: usize,
}

impl List {
    /// Of at most so many places.
    pub(super) fn new(most: usize) -> Self {
        // One slot is always free, at which a search ends.
        let slots = if most == 0 { 0 } else { (most * 6).div_ceil(5).max(most + 1) };
        Self { slots: vec![FREE; slots].into_boxed_slice(), places: 0, most }
    }

    pub(super) const fn is_full(&self) -> bool {
        self.places == self.most
    }

    pub(super) const fn len(&self) -> usize {
        self.places
    }

    /// Bytes that were allocated.
    pub(super) const fn bytes(&self) -> u64 {
        size_of_val(&*self.slots) as u64
    }

    /// Where the search for a place begins.
    fn home(&self, place: u32) -> usize {
        // The golden section of 2^32 spreads neighbours; the product is scaled to the slots.
        let mixed = place.wrapping_mul(0x9e37_79b9);
        ((u64::from(mixed) * self.slots.len() as u64) >> 32) as usize
    }

    fn after(&self, slot: usize) -> usize {
        if slot + 1 == self.slots.len() { 0 } else { slot + 1 }
    }

    /// The slot of a place, or the free one where it would be.
    fn slot(&self, place: u32) -> usize {
        let mut slot = self.home(place);
        while self.slots[slot] != FREE && self.slots[slot] != place {
            slot = self.after(slot);
        }
        slot
    }

    pub(super) fn has(&self, place: u32) -> bool {
        self.places > 0 && self.slots[self.slot(place)] == place
    }

    /// Adds a place that is not there to a list that is not full.
    pub(super) fn add(&mut self, place: u32) {
        debug_assert!(!self.is_full() && !self.has(place));
        let slot = self.slot(place);
        self.slots[slot] = place;
        self.places += 1;
    }

    /// Removes one of the places, each as likely.
    pub(super) fn remove_one(&mut self, random: &mut Pcg64) {
        let mut hole = random.random_range(0..self.slots.len());
        while self.slots[hole] == FREE {
            hole = random.random_range(0..self.slots.len());
        }
        self.places -= 1;
        // Those behind come nearer to where their search begins, so that none is cut off.
        let mut slot = hole;
        loop {
            slot = self.after(slot);
            let place = self.slots[slot];
            if place == FREE {
                break;
            }
            let home = self.home(place);
            let between = if hole <= slot { hole < home && home <= slot } else { hole < home || home <= slot };
            if !between {
                self.slots[hole] = place;
                hole = slot;
            }
        }
        self.slots[hole] = FREE;
    }

    /// Empties it, and hands every place out, in ascending order.
    pub(super) fn take(&mut self, mut each: impl FnMut(u32)) {
        self.slots.sort_unstable();
        for slot in &mut self.slots[..self.places] {
            each(std::mem::replace(slot, FREE));
        }
        self.places = 0;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// As a set of the standard library does.
        #[test]
        fn it_has_what_was_added_and_not_removed(
            most in 1usize..40,
            places in prop::collection::vec(0u32..60, 0..300),
            seed in any::<u64>(),
        ) {
            let mut random = Pcg64::new(seed.into(), 1);
            let (mut list, mut set) = (List::new(most), BTreeSet::new());
            for place in places {
                if list.has(place) {
                    prop_assert!(set.contains(&place));
                    continue;
                }
                prop_assert!(!set.contains(&place));
                if list.is_full() {
                    list.remove_one(&mut random);
                    let gone: Vec<u32> = set.iter().copied().filter(|place| !list.has(*place)).collect();
                    prop_assert_eq!(gone.len(), 1);
                    set.remove(&gone[0]);
                }
                list.add(place);
                set.insert(place);
                prop_assert_eq!(list.len(), set.len());
                prop_assert!(set.iter().all(|place| list.has(*place)));
            }
            let mut taken = Vec::new();
            list.take(|place| taken.push(place));
            prop_assert_eq!(taken, set.into_iter().collect::<Vec<_>>());
            prop_assert_eq!(list.len(), 0);
        }
    }

    #[test]
    fn a_list_of_none_has_none() {
        let mut list = List::new(0);
        assert!(list.is_full() && !list.has(3) && list.bytes() == 0);
        list.take(|_| unreachable!());
    }

    #[test]
    fn it_takes_less_than_five_bytes_a_place() {
        for most in [100, 1000, 12_345] {
            assert!(List::new(most).bytes() <= most as u64 * 49 / 10, "{most}");
        }
    }

    #[test]
    fn every_place_goes_as_often() {
        let mut gone = [0; 10];
        for seed in 0..5000u128 {
            let mut list = List::new(10);
            (0..10).for_each(|place| list.add(place));
            list.remove_one(&mut Pcg64::new(seed, 1));
            (0..10).filter(|place| !list.has(*place)).for_each(|place| gone[place as usize] += 1);
        }
        // 500 each, and five deviations.
        assert!(gone.iter().all(|times| (400..600).contains(times)), "{gone:?}");
    }
}

//! A cache of rows that gives up the one that was used longest ago.

use std::collections::{HashMap, VecDeque};

/// A cache of rows, by their addresses, that gives up the one that was used longest ago.
#[derive(Clone, Debug, Default)]
pub(super) struct Lru {
    capacity: usize,
    /// When each row was used last.
    used: HashMap<u64, u64>,
    /// Every use of a row, in order; those that are not its last do not count.
    order: VecDeque<(u64, u64)>,
    clock: u64,
}

impl Lru {
    /// An empty cache of so many rows.
    pub fn new(capacity: usize) -> Self {
        Self { capacity, ..Self::default() }
    }

    /// Uses a row; says whether it was there.
    pub fn use_row(&mut self, row: u64) -> bool {
        if self.capacity == 0 {
            return false;
        }
        self.clock += 1;
        let hit = self.used.insert(row, self.clock).is_some();
        self.order.push_back((row, self.clock));
        while self.used.len() > self.capacity || self.order.len() > 2 * self.capacity.max(self.used.len()) {
            let Some((row, at)) = self.order.pop_front() else { break };
            if self.used.get(&row) == Some(&at) {
                if self.used.len() > self.capacity {
                    self.used.remove(&row);
                } else {
                    self.order.push_front((row, at));
                    self.forget_old_uses();
                }
            }
        }
        hit
    }

    /// Leaves the last use of each row alone in the order.
    fn forget_old_uses(&mut self) {
        let used = &self.used;
        self.order.retain(|(row, at)| used.get(row) == Some(at));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_used_longest_ago_goes() {
        let mut cache = Lru::new(2);
        let hits: Vec<bool> = [1, 2, 1, 3, 1, 2, 3].map(|row| cache.use_row(row)).to_vec();
        assert_eq!(hits, [false, false, true, false, true, false, false]);
        assert!(!Lru::new(0).use_row(1));
    }

    #[test]
    fn it_does_as_one_that_searches_does() {
        let (mut cache, mut list, mut drawn) = (Lru::new(7), Vec::new(), 1u64);
        for step in 0..20_000 {
            drawn = drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let row = (drawn >> 40) % 12;
            let expected = list.iter().position(|other| *other == row).map(|at| list.remove(at)).is_some();
            list.push(row);
            if list.len() > 7 {
                list.remove(0);
            }
            assert_eq!(cache.use_row(row), expected, "step {step}");
            assert!(cache.order.len() <= 15);
        }
    }
}

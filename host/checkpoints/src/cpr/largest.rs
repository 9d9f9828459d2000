//! The places with the largest keys, found without a copy of the keys.

/// Which of many places have the largest keys: of places with the same key the first ones. A place whose key is 0 is never among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Largest {
    /// Keys above it are among them.
    threshold: u32,
    /// So many of those that equal it are.
    ties: u64,
}

impl Largest {
    /// Of places `0..places`, at most `count`.
    ///
    /// Four passes over the keys, a byte of them each (a radix selection), with 2 KiB of counters on the stack.
    pub(super) fn of(places: u32, count: u64, key: impl Fn(u32) -> u32) -> Self {
        if count == 0 {
            return Self { threshold: u32::MAX, ties: 0 };
        }
        let (mut prefix, mut left) = (0u32, count.min(places.into()));
        for shift in [24, 16, 8, 0] {
            let mut counts = [0u64; 256];
            for place in 0..places {
                let key = key(place);
                // Nothing is above the first byte.
                if (u64::from(key) >> (shift + 8)) == (u64::from(prefix) >> (shift + 8)) {
                    counts[(key >> shift & 0xff) as usize] += 1;
                }
            }
            let mut byte = 255;
            while byte > 0 && counts[byte] < left {
                left -= counts[byte];
                byte -= 1;
            }
            prefix |= (byte as u32) << shift;
        }
        Self { threshold: prefix, ties: left }
    }

    /// Whether a place is among them; to be asked of all places in their order.
    pub(super) fn has(&mut self, key: u32) -> bool {
        if key == 0 || key < self.threshold {
            return false;
        }
        if key > self.threshold {
            return true;
        }
        let is_one = self.ties > 0;
        self.ties -= u64::from(is_one);
        is_one
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn largest(keys: &[u32], count: u64) -> Vec<u32> {
        let mut largest = Largest::of(keys.len() as u32, count, |place| keys[place as usize]);
        (0..keys.len() as u32).filter(|place| largest.has(keys[*place as usize])).collect()
    }

    /// The same by a sort of the standard library.
    fn sorted(keys: &[u32], count: u64) -> Vec<u32> {
        let mut places: Vec<u32> = (0..keys.len() as u32).filter(|place| keys[*place as usize] > 0).collect();
        places.sort_by_key(|place| (std::cmp::Reverse(keys[*place as usize]), *place));
        places.truncate(count as usize);
        places.sort_unstable();
        places
    }

    #[test]
    fn ties_go_to_the_first_and_zeros_to_nobody() {
        assert_eq!(largest(&[3, 1, 3, 3, 0], 2), [0, 2]);
        assert_eq!(largest(&[3, 1, 3, 3, 0], 5), [0, 1, 2, 3]);
        assert_eq!(largest(&[0, 0], 2), [] as [u32; 0]);
        assert_eq!(largest(&[1, 2], 0), [] as [u32; 0]);
        assert_eq!(largest(&[], 3), [] as [u32; 0]);
        assert_eq!(largest(&[u32::MAX, u32::MAX - 1, u32::MAX], 2), [0, 2]);
    }

    proptest! {
        #[test]
        fn they_are_those_that_a_sort_finds(
            keys in prop::collection::vec(prop_oneof![0u32..4, 250u32..260, any::<u32>()], 0..200),
            count in 0u64..220,
        ) {
            prop_assert_eq!(largest(&keys, count), sorted(&keys, count));
        }
    }
}

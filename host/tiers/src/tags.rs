//! A byte of each slot of a set, of which eight are compared at a time: what does not look alike is not looked at.

/// The tag of a slot without a row.
pub(crate) const NO_TAG: u8 = 0;

const ONES: u64 = u64::MAX / 255;
const HIGHS: u64 = ONES << 7;

/// The first way of a set that has a tag and of which `is_it` holds. It may be asked of a few ways that have another.
#[inline(always)]
pub(crate) fn find_way(tags: &[u8], tag: u8, is_it: impl Fn(usize) -> bool) -> Option<usize> {
    let (words, rest) = tags.as_chunks::<8>();
    let alike = ONES.wrapping_mul(u64::from(tag));
    let mut first = 0;
    for word in words {
        let mut zeros = zeros(u64::from_le_bytes(*word) ^ alike);
        while zeros != 0 {
            let way = first + zeros.trailing_zeros() as usize / 8;
            if is_it(way) {
                return Some(way);
            }
            zeros &= zeros - 1;
        }
        first += 8;
    }
    let way = rest.iter().enumerate().find(|(way, each)| **each == tag && is_it(first + way));
    way.map(|(way, _)| first + way)
}

/// The first way without a row.
#[inline]
pub(crate) fn first_free(tags: &[u8]) -> Option<usize> {
    // The first that is found has the tag: only those behind it may have another.
    find_way(tags, NO_TAG, |_| true)
}

/// The highest bit of every byte that is zero, and of some bytes behind one that are 1.
#[inline]
fn zeros(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & HIGHS
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    #[test]
    fn all_ways_with_a_tag_are_found_and_the_first_free_one_is_free() {
        for seed in 0..500 {
            let mut random = Pcg64::seed_from_u64(seed);
            let ways = random.random_range(0..70);
            let most = random.random_range(1..=255);
            let tags: Vec<u8> = (0..ways).map(|_| random.random_range(0..=most)).collect();
            for tag in 0..=most {
                let asked = RefCell::new(Vec::new());
                let ask = |way| {
                    asked.borrow_mut().push(way);
                    false
                };
                assert_eq!(find_way(&tags, tag, ask), None);
                let asked = asked.into_inner();
                let with: Vec<usize> = (0..ways).filter(|way| tags[*way] == tag).collect();
                assert!(with.iter().all(|way| asked.contains(way)) && asked.is_sorted(), "seed {seed}, tag {tag}");
                assert_eq!(
                    find_way(&tags, tag, |way| tags[way] == tag),
                    with.first().copied(),
                    "seed {seed}, tag {tag}"
                );
            }
            assert_eq!(first_free(&tags), tags.iter().position(|tag| *tag == NO_TAG), "seed {seed}");
        }
    }
}

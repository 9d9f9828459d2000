//! The list of poisoned lines forgets none, and says the same as the reference's.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use emberlane_reference::PoisonedLines;
use emberlane_registers::cxl_mem::POISONED_LINES;
use emberlane_rtl::cxl_mem::endpoint::poison_list::PoisonList;
use rand::Rng;

/// Random changes among so many lines.
fn random_changes(lines: u64, seed: u64) -> (u64, u64) {
    let random = &mut random(&format!("{lines} lines"), seed);
    let mut block = ready::<PoisonList>();
    let mut expected = PoisonedLines::default();
    let (mut overflows, mut found) = (0, 0);
    for cycle in 0..6000 {
        let line = 1000 + random.random_range(0..lines);
        let (add, clear) = (random.random_bool(0.5), random.random_bool(0.005));
        let remove = !add && random.random_bool(0.8);
        let looks: [u64; 3] = std::array::from_fn(|_| 990 + random.random_range(0..lines + 20));
        block.line.next = line.into();
        block.add.next = add;
        block.remove.next = remove;
        block.clear.next = clear;
        for (port, look) in looks.into_iter().enumerate() {
            block.look[port].next = look.into();
        }
        settle(&mut *block);
        for (port, look) in looks.into_iter().enumerate() {
            assert_eq!(block.poisoned[port].val(), expected.contains(look), "cycle {cycle}: line {look}");
            found += u64::from(expected.contains(look));
        }
        assert_eq!(block.overflow.val(), expected.overflows(), "cycle {cycle}");
        overflows += u64::from(expected.overflows());
        clock_cycle!(block);
        // What is added while all are forgotten stays.
        if clear {
            expected.clear();
        }
        if add {
            expected.add(line);
        } else if remove {
            expected.remove(line);
        }
    }
    (overflows, found)
}

#[test]
fn some_lines_are_known_one_by_one() {
    let (overflows, found) = random_changes(POISONED_LINES as u64, 1);
    assert_eq!(overflows, 0);
    assert!(found > 1000, "{found} lines found");
}

#[test]
fn more_lines_are_known_by_their_range() {
    for (lines, seed) in [(12, 2), (40, 3)] {
        let (overflows, found) = random_changes(lines, seed);
        assert!(overflows > 500 && found > 1000, "{overflows} cycles of overflow, {found} lines found");
    }
}

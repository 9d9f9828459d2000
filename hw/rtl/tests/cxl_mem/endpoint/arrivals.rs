//! Lines count once each until they are forgotten.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::Rate;
use emberlane_rtl::cxl_mem::endpoint::arrivals::{Arrivals, INDEX_BITS};
use rand::Rng;
use std::collections::{HashSet, VecDeque};

/// Random events on the lines of a few words; how many counted, and how many were lost.
fn random_events(lines: &[u64], rate: fn() -> Rate, seed: u64) -> (u64, u64) {
    let random = &mut random("arrivals", seed);
    let mut block = ready::<Arrivals>();
    let mut rate = rate();
    let mut arrived = HashSet::new();
    let mut expected = VecDeque::from([(false, false), (false, false)]);
    let (mut counted, mut lost) = (0, 0);
    for cycle in 0..8000 {
        let (forget, reset) = (random.random_bool(0.004), random.random_bool(0.001));
        let mut draw = || (lines[random.random_range(0..lines.len())], random.random_bool(0.8));
        let event = Some(draw()).filter(|_| rate.draw(random) && !reset);
        block.line.next = event.map_or(0, |(line, _)| line).into();
        block.good.next = event.is_some_and(|(_, good)| good);
        block.bad.next = event.is_some_and(|(_, good)| !good);
        block.forget.next = forget;
        block.reset.next = reset;
        settle(&mut *block);
        let now = expected.pop_front().expect("two cycles ahead");
        assert_eq!((block.counted.val(), block.lost.val()), now, "cycle {cycle}");
        counted += u64::from(now.0);
        lost += u64::from(now.1);
        clock_cycle!(block);
        if forget || reset {
            arrived.clear();
        }
        if reset {
            // What is under way is dropped.
            expected.iter_mut().for_each(|event| *event = (false, false));
        }
        expected.push_back(match event {
            Some((line, true)) => (arrived.insert(line), false),
            Some((line, false)) => (false, arrived.remove(&line)),
            None => (false, false),
        });
    }
    (counted, lost)
}

#[test]
fn a_line_counts_once() {
    let most = (1 << INDEX_BITS) - 1;
    // One line; neighbours; words far apart, the last one among them.
    for (lines, rate, seed) in [
        (vec![5], Rate::always as fn() -> Rate, 1),
        ((120..136).collect(), Rate::always, 2),
        ((0..300).step_by(7).chain(most - 130..=most).collect(), Rate::changing, 3),
    ] {
        let (counted, lost) = random_events(&lines, rate, seed);
        assert!(counted > 100 && lost > 50, "{counted} counted, {lost} lost");
    }
}

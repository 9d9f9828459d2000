//! The counters of events and of amounts: all of them, two cycles later, until they are cleared.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::number;
use emberlane_rtl::axi::{AmountCounter, EventCounter};
use rand::Rng;

fn counts<const EVENTS: usize>(seed: u64) {
    let random = &mut random(&format!("{EVENTS} events"), seed);
    let mut block = ready::<EventCounter<EVENTS>>();
    let (mut counted, mut now) = (0, 0);
    let mut eighths = 8;
    for cycle in 0..3000 {
        if cycle % 64 == 0 {
            eighths = random.random_range(0..=8);
        }
        // The first cycle resets: the registers hold anything before.
        block.reset.next = cycle == 0 || random.random_ratio(1, 300);
        block.clear.next = random.random_ratio(1, 100);
        for event in &mut block.event {
            event.next = random.random_ratio(eighths, 8);
        }
        settle(&mut *block);
        if cycle > 0 {
            assert_eq!(number(block.count.val()), counted, "cycle {cycle}");
        }
        counted += now;
        now = block.event.iter().filter(|event| event.val()).count() as u64;
        if block.reset.val() || block.clear.val() {
            (counted, now) = (0, 0);
        }
        clock_cycle!(block);
    }
}

#[test]
fn counts_every_event() {
    counts::<1>(1);
    counts::<3>(2);
    counts::<4>(3);
    counts::<9>(4);
    counts::<15>(5);
}

#[test]
fn adds_every_amount() {
    let random = &mut random("amounts", 6);
    let mut block = ready::<AmountCounter<33>>();
    let (mut counted, mut now) = (0, 0);
    for cycle in 0..3000 {
        block.reset.next = cycle == 0 || random.random_ratio(1, 300);
        block.clear.next = random.random_ratio(1, 100);
        let amount = random.random::<u64>() >> 31;
        block.amount.next = amount.into();
        block.amount_valid.next = random.random();
        settle(&mut *block);
        if cycle > 0 {
            assert_eq!(number(block.count.val()), counted, "cycle {cycle}");
        }
        counted += now;
        now = if block.amount_valid.val() { amount } else { 0 };
        if block.reset.val() || block.clear.val() {
            (counted, now) = (0, 0);
        }
        clock_cycle!(block);
    }
}

//! Uses of EVs, counted against a plain table, and looked at while they change.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Rate, number};
use emberlane_registers::smartssd::{COUNT_BITS, COUNT_CYCLES, COUNTED_VECTORS};
use emberlane_rtl::smartssd::access_counters::AccessCounters;
use rand::Rng;
use rand_pcg::Pcg64;
use std::collections::{HashMap, VecDeque};

const MOST: u64 = (1 << COUNT_BITS) - 1;
const LOADS: usize = 2;

struct Bench {
    block: Box<AccessCounters>,
    offered: [Option<u64>; 3],
    rates: [Rate; 3],
    /// Uses that were taken and may not be counted yet, by source.
    taken: Vec<(usize, u64)>,
    counts: HashMap<u64, u64>,
}

impl Bench {
    fn new(rate: fn() -> Rate) -> Self {
        let mut block = ready::<AccessCounters>();
        block.reset.next = true;
        clock_cycle!(block);
        block.reset.next = false;
        Self {
            block,
            offered: [None; 3],
            rates: std::array::from_fn(|_| rate()),
            taken: Vec::new(),
            counts: HashMap::new(),
        }
    }

    fn cycle(&mut self, index: u64, vector: impl Fn(&mut Pcg64, usize) -> Option<u64>, random: &mut Pcg64) {
        let block = &mut self.block;
        block.index.next = index.into();
        for source in 0..3 {
            if self.offered[source].is_none() && self.rates[source].draw(random) {
                self.offered[source] = vector(random, source);
            }
            block.valid[source].next = self.offered[source].is_some();
            block.vector[source].next = self.offered[source].unwrap_or(7).into();
        }
        settle(&mut **block);
        for source in 0..3 {
            if block.ready[source].val()
                && let Some(vector) = self.offered[source].take()
                && vector < COUNTED_VECTORS
            {
                self.taken.push((source, vector));
                let count = self.counts.entry(vector).or_default();
                *count = if source == LOADS { 0 } else { (*count + 1).min(MOST) };
            }
        }
        clock_cycle!(self.block);
    }

    /// Nothing more comes: then the count of an EV is what it shows.
    fn look(&mut self, vector: u64, random: &mut Pcg64) -> u64 {
        for _ in 0..COUNT_CYCLES {
            self.cycle(vector, |_, _| None, random);
        }
        number(self.block.count.val())
    }
}

/// Reads and writes in any order, with the load of an EV alone at its time: the table says what must come out.
#[test]
fn uses_are_counted_and_loads_begin_anew() {
    for seed in 0..2 {
        let random = &mut random("uses of EVs", seed);
        let mut bench = Bench::new(Rate::changing);
        let vectors = [0, 1, 2, 3, COUNTED_VECTORS - 1, COUNTED_VECTORS, COUNTED_VECTORS + 1, u64::from(u32::MAX)];
        for _ in 0..20 {
            for _ in 0..300 {
                let draw = |random: &mut Pcg64, source| {
                    (source != LOADS).then(|| vectors[random.random_range(0..vectors.len())])
                };
                bench.cycle(0, draw, random);
            }
            // What is offered is taken before a load comes between.
            for _ in 0..100 {
                bench.cycle(0, |_, _| None, random);
            }
            for vector in vectors.iter().filter(|vector| **vector < COUNTED_VECTORS) {
                let expected = bench.counts.get(vector).copied().unwrap_or(0);
                assert_eq!(bench.look(*vector, random), expected, "EV {vector}");
            }
            let loaded = vectors[random.random_range(0..vectors.len())];
            bench.rates[LOADS] = Rate::always();
            bench.cycle(0, |_, source| (source == LOADS).then_some(loaded), random);
            for _ in 0..100 {
                bench.cycle(0, |_, _| None, random);
            }
        }
        assert!(bench.taken.len() > 1000);
    }
}

/// The count that is looked at is one that the EV had within the last cycles, however often it changes meanwhile: what the memory
/// gives for a word that is being written would be another.
#[test]
fn a_count_that_changes_is_looked_at_right() {
    for seed in 0..3 {
        let random = &mut random("a count that changes", seed);
        let mut bench = Bench::new(Rate::changing);
        // Uses of the cycles past, oldest first: a use shows within 16 cycles of the look, and the queues' length.
        let mut past: VecDeque<u64> = VecDeque::new();
        for cycle in 0..3000 {
            let draw = |random: &mut Pcg64, source| (source != LOADS).then(|| u64::from(random.random_ratio(1, 8)));
            bench.cycle(0, draw, random);
            past.push_back(bench.counts.get(&0).copied().unwrap_or(0));
            if past.len() > COUNT_CYCLES as usize {
                let oldest = past.pop_front().expect("it is long");
                let count = number(bench.block.count.val());
                let newest = *past.back().expect("it is long");
                assert!(count + 8 >= oldest && count <= newest, "cycle {cycle}: {count} of {oldest} to {newest}");
            }
        }
    }
}

#[test]
fn counts_stay_at_the_most() {
    let random = &mut random("most uses", 4);
    let mut bench = Bench::new(Rate::always);
    // A use of the same EV waits until the one before it is written back.
    for _ in 0..2 * MOST * 17 / 16 + 5000 {
        bench.cycle(9, |_, source| (source == 0).then_some(9), random);
    }
    assert_eq!(bench.counts[&9], MOST);
    assert_eq!(bench.look(9, random), MOST);
}

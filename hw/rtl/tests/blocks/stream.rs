//! Queues and register slices: no loss, no duplicate, order, stable payload, full throughput, no path across.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::words::random_bits;
use emberlane_rtl::stream::{BlockFifo, Fifo, SkidBuffer};
use rand::Rng;
use rand_pcg::Pcg64;
use rust_hdl::prelude::*;
use std::collections::VecDeque;

/// What a block of one input and one output stream lets a test do.
trait Stage<const WIDTH: usize>: Block + Default {
    /// Words that it takes before it must be drained.
    const CAPACITY: usize;
    /// Cycles from a word's entry to its being valid at the output, when empty.
    const LATENCY: usize;

    fn drive(&mut self, reset: bool, offered: Option<Bits<WIDTH>>, out_ready: bool);
    /// `in_ready`, and the word at the output if it is valid.
    fn observe(&self) -> (bool, Option<Bits<WIDTH>>);
    fn clock(&mut self);
}

macro_rules! stage {
    ([$($parameter:ident),*] $block:ty, capacity $capacity:expr, latency $latency:expr) => {
        impl<$(const $parameter: usize),*> Stage<WIDTH> for $block {
            const CAPACITY: usize = $capacity;
            const LATENCY: usize = $latency;

            fn drive(&mut self, reset: bool, offered: Option<Bits<WIDTH>>, out_ready: bool) {
                self.reset.next = reset;
                self.in_valid.next = offered.is_some();
                if let Some(word) = offered {
                    self.in_data.next = word;
                }
                self.out_ready.next = out_ready;
                settle(self);
            }

            fn observe(&self) -> (bool, Option<Bits<WIDTH>>) {
                (self.in_ready.val(), self.out_valid.val().then(|| self.out_data.val()))
            }

            fn clock(&mut self) {
                clock_cycle!(self);
            }
        }
    };
}

stage!([WIDTH, LOG_DEPTH] Fifo<WIDTH, LOG_DEPTH>, capacity 1 << LOG_DEPTH, latency 1);
stage!([WIDTH, LOG_DEPTH] BlockFifo<WIDTH, LOG_DEPTH>, capacity (1 << LOG_DEPTH) + 1, latency 2);
stage!([WIDTH] SkidBuffer<WIDTH>, capacity 2, latency 1);

/// How busy the two sides are in a phase of a random run: chances in eight of offering and of taking a word.
const RATES: [(u32, u32); 6] = [(8, 8), (2, 8), (8, 2), (4, 4), (8, 1), (1, 8)];

/// Random traffic of changing density, with a reset now and then.
fn random_traffic<const WIDTH: usize, S: Stage<WIDTH>>(name: &str, seed: u64, cycles: usize) {
    let random = &mut random(&format!("{name}, width {WIDTH}, capacity {}", S::CAPACITY), seed);
    let mut stage = ready::<S>();
    let mut held: VecDeque<Bits<WIDTH>> = VecDeque::new();
    let mut offered: Option<Bits<WIDTH>> = None;
    let mut waiting: Option<Bits<WIDTH>> = None;
    let (mut passed, mut rates) = (0, RATES[0]);
    for cycle in 0..cycles {
        if cycle % 64 == 0 {
            rates = RATES[random.random_range(0..RATES.len())];
        }
        let reset = random.random_ratio(1, 256);
        // A word that is on offer stays on offer.
        if offered.is_none() && random.random_ratio(rates.0, 8) {
            offered = Some(random_bits(random));
        }
        let out_ready = random.random_ratio(rates.1, 8);
        check_no_path_across(&mut *stage, offered, out_ready, random);

        stage.drive(reset, offered, out_ready);
        let (in_ready, word) = stage.observe();
        assert!(held.len() < S::CAPACITY || !in_ready, "cycle {cycle}: takes a word with {} inside", held.len());
        if let Some(waiting) = waiting {
            assert_eq!(word, Some(waiting), "cycle {cycle}: the payload changed while it waited");
        }
        if let Some(word) = word {
            assert_eq!(held.front(), Some(&word), "cycle {cycle}: not the oldest word");
        }
        waiting = word.filter(|_| !out_ready && !reset);
        if word.is_some() && out_ready {
            held.pop_front();
            passed += 1;
        }
        if in_ready && let Some(word) = offered.take_if(|_| true) {
            held.push_back(word);
        }
        if reset {
            held.clear();
            offered = None;
        }
        stage.clock();
    }
    assert!(passed * 8 > cycles, "only {passed} words in {cycles} cycles");
}

/// `in_ready`, `out_valid` and `out_data` come from registers: whatever the inputs do within a cycle, they stay.
///
/// This is how "no combinational path from ready to valid" is checked: every input is moved with the clock at rest.
fn check_no_path_across<const WIDTH: usize, S: Stage<WIDTH>>(
    stage: &mut S,
    offered: Option<Bits<WIDTH>>,
    out_ready: bool,
    random: &mut Pcg64,
) {
    stage.drive(false, offered, out_ready);
    let before = stage.observe();
    stage.drive(false, offered, !out_ready);
    assert_eq!(stage.observe(), before, "an output follows out_ready");
    stage.drive(false, Some(random_bits(random)), out_ready);
    assert_eq!(stage.observe(), before, "an output follows in_valid or in_data");
    stage.drive(true, offered, out_ready);
    assert_eq!(stage.observe(), before, "an output follows reset");
}

/// With both sides always willing, a word passes every cycle, after exactly the promised latency.
fn full_throughput<const WIDTH: usize, S: Stage<WIDTH>>() {
    let random = &mut random("full throughput", 7);
    let mut stage = ready::<S>();
    let words: Vec<Bits<WIDTH>> = (0..100).map(|_| random_bits(random)).collect();
    for cycle in 0..words.len() + S::LATENCY {
        stage.drive(false, words.get(cycle).copied(), true);
        let (in_ready, word) = stage.observe();
        assert!(in_ready, "cycle {cycle}: stalls the input");
        assert_eq!(word, cycle.checked_sub(S::LATENCY).map(|index| words[index]), "cycle {cycle}");
        stage.clock();
    }
    stage.drive(false, None, true);
    assert_eq!(stage.observe(), (true, None), "empty again");
}

/// Without draining it takes exactly its capacity; then it gives all of it back, a word a cycle.
fn exact_capacity<const WIDTH: usize, S: Stage<WIDTH>>() {
    let random = &mut random("exact capacity", 11);
    let mut stage = ready::<S>();
    // Twice, so that pointers wrap.
    for round in 0..2 {
        let mut held = vec![];
        for _ in 0..S::CAPACITY + 4 {
            let word = random_bits(random);
            stage.drive(false, Some(word), false);
            if stage.observe().0 {
                held.push(word);
            }
            stage.clock();
        }
        assert_eq!(held.len(), S::CAPACITY, "round {round}");
        for (index, word) in held.iter().enumerate() {
            stage.drive(false, None, true);
            assert_eq!(stage.observe().1, Some(*word), "round {round}, word {index}");
            stage.clock();
        }
        stage.drive(false, None, true);
        assert_eq!(stage.observe(), (true, None), "round {round}: empty");
    }
}

/// Full and busy at both ends it still passes a word a cycle, once a word has left.
fn throughput_when_nearly_full<const WIDTH: usize, S: Stage<WIDTH>>() {
    let mut stage = ready::<S>();
    for _ in 0..S::CAPACITY + 2 {
        stage.drive(false, Some(Bits::default()), false);
        stage.clock();
    }
    stage.drive(false, None, true);
    stage.clock();
    for cycle in 0..50 {
        stage.drive(false, Some(Bits::default()), true);
        let (in_ready, word) = stage.observe();
        assert!(in_ready && word.is_some(), "cycle {cycle}: stalls with one word less than full");
        stage.clock();
    }
}

macro_rules! matrix {
    ($($test:ident { $($block:ty, $width:literal;)* })*) => {$(
        #[test]
        fn $test() {
            $(
                random_traffic::<$width, $block>(stringify!($block), 1, 3000);
                full_throughput::<$width, $block>();
                exact_capacity::<$width, $block>();
                throughput_when_nearly_full::<$width, $block>();
            )*
        }
    )*};
}

matrix! {
    fifo {
        Fifo<1, 1>, 1;
        Fifo<8, 2>, 8;
        Fifo<33, 3>, 33;
        Fifo<64, 4>, 64;
        Fifo<512, 1>, 512;
        Fifo<8, 5>, 8;
    }
    block_fifo {
        BlockFifo<1, 1>, 1;
        BlockFifo<8, 2>, 8;
        BlockFifo<64, 4>, 64;
        BlockFifo<512, 3>, 512;
        BlockFifo<8, 6>, 8;
    }
    skid_buffer {
        SkidBuffer<1>, 1;
        SkidBuffer<8>, 8;
        SkidBuffer<64>, 64;
        SkidBuffer<512>, 512;
    }
}

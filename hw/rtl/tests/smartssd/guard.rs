//! The guard of a port over resets that come at any time, behind a memory that knows nothing of them.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Rate, from_bits, number, to_bits};
use emberlane_rtl::axi::ResetGuard;
use rand::Rng;
use rand_pcg::Pcg64;
use std::collections::VecDeque;

/// What the memory has of a write.
#[derive(Clone, Debug)]
struct Written {
    address: u64,
    /// Beats, and whether bytes of them were written.
    beats: Vec<bool>,
}

/// A strict memory: takes addresses and beats in any order, answers late.
struct Memory {
    length: usize,
    /// With their lengths.
    addresses: VecDeque<(u64, usize)>,
    beats: VecDeque<(bool, bool)>,
    answers: VecDeque<u64>,
    reads: VecDeque<(u64, usize)>,
    done: Vec<Written>,
    /// It may have been reset in the middle of a burst.
    forgets: bool,
    /// Bursts that were begun before a reset of it.
    remains: u64,
}

impl Memory {
    fn land(&mut self) {
        while let Some((address, length)) =
            self.addresses.front().copied().filter(|(_, length)| self.beats.len() >= *length)
        {
            self.addresses.pop_front();
            let beats: Vec<_> = self.beats.drain(..length).collect();
            let is_remains = self.forgets && beats.iter().all(|(writes, _)| !writes);
            self.remains += u64::from(is_remains);
            for (index, (_, last)) in beats.iter().enumerate() {
                // What is left of a burst may come in two parts.
                if !is_remains || index + 1 == length {
                    assert_eq!(*last, index + 1 == length, "WLAST of the burst at {address:#x}");
                }
            }
            self.answers.push_back(address);
            self.done.push(Written { address, beats: beats.into_iter().map(|(writes, _)| writes).collect() });
        }
    }

    fn is_quiet(&self) -> bool {
        self.addresses.is_empty() && self.beats.is_empty() && self.answers.is_empty() && self.reads.is_empty()
    }
}

/// What the inside does: it begins anew with every reset.
#[derive(Default)]
struct Inside {
    life: u64,
    next: u64,
    /// Bursts whose address is to be taken, beats that are to be sent.
    addresses: VecDeque<u64>,
    beats: VecDeque<bool>,
    /// Beats that were taken.
    sent: u32,
    unanswered: VecDeque<u64>,
    next_read: u64,
    reads: VecDeque<(u64, usize)>,
}

/// An address tells whose burst it is.
fn address(life: u64, number: u64) -> u64 {
    life << 32 | number << 6
}

fn life(address: u64) -> u64 {
    address >> 32
}

struct Bench {
    block: Box<ResetGuard>,
    memory: Memory,
    inside: Inside,
    rates: [Rate; 7],
    /// The beat that is offered and not taken.
    held: Option<(u64, bool, u64)>,
    answered: u64,
    read: u64,
}

impl Bench {
    fn new(length: usize) -> Self {
        Self {
            block: ready::<ResetGuard>(),
            memory: Memory {
                length,
                addresses: VecDeque::new(),
                beats: VecDeque::new(),
                answers: VecDeque::new(),
                reads: VecDeque::new(),
                done: Vec::new(),
                forgets: false,
                remains: 0,
            },
            held: None,
            inside: Inside::default(),
            rates: std::array::from_fn(|_| Rate::changing()),
            answered: 0,
            read: 0,
        }
    }

    fn cycle(&mut self, reset: bool, memory_reset: bool, random: &mut Pcg64) {
        let length = self.memory.length;
        let (inside, memory, block) = (&mut self.inside, &mut self.memory, &mut self.block);
        let mut draw = |index: usize, random: &mut Pcg64| self.rates[index].draw(random);
        // Beats are there with their address or behind it, as the mux gives them.
        if inside.addresses.len() < 3 && inside.beats.len() < 6 * length && draw(0, random) {
            inside.addresses.push_back(address(inside.life, inside.next));
            inside.beats.extend((0..length).map(|beat| beat + 1 == length));
            inside.next += 1;
        }
        let reading = inside.reads.len() < 20 && draw(1, random);
        block.reset.next = reset;
        block.memory_reset.next = memory_reset;
        block.s_awvalid.next = !inside.addresses.is_empty();
        block.s_awaddr.next = inside.addresses.front().copied().unwrap_or(0x99).into();
        block.s_awid.next = (inside.addresses.front().copied().unwrap_or(0) >> 6 & 3).into();
        block.s_awlen.next = (length as u64 - 1).into();
        block.s_wvalid.next = !inside.beats.is_empty();
        // In a reset, and behind it, the inside offers what it likes.
        let data = if inside.beats.is_empty() { random.random() } else { inside.sent };
        block.s_wdata.next = to_bits(&[data; 16]);
        block.s_wlast.next = inside.beats.front().copied().unwrap_or(false);
        block.s_arvalid.next = reading;
        block.s_rready.next = true;
        block.m_awready.next = draw(2, random);
        block.m_wready.next = draw(3, random);
        block.m_arready.next = draw(4, random);
        let answer = memory.answers.front().copied().filter(|_| draw(5, random));
        let beat = memory.reads.front().copied().filter(|_| draw(6, random));
        block.m_bvalid.next = answer.is_some();
        block.m_rvalid.next = beat.is_some();
        block.m_rlast.next = beat.is_some_and(|(_, left)| left == 1);
        settle(&mut **block);
        if reset {
            let offers = [block.m_awvalid.val(), block.m_wvalid.val(), block.m_arvalid.val()];
            assert_eq!(offers, [false; 3], "nothing is offered in reset");
        }
        assert!(block.m_bready.val() && block.m_rready.val());
        // The port, as the memory sees it.
        if block.m_awvalid.val() && block.m_awready.val() {
            let taken = number(block.m_awaddr.val());
            let taken_length = number(block.m_awlen.val()) as usize + 1;
            assert!(taken_length == length || (memory.forgets && taken_length < length));
            assert_eq!(number(block.m_awid.val()), taken >> 6 & 3);
            if life(taken) == inside.life {
                assert!(memory.answers.iter().all(|old| life(*old) == inside.life));
                assert!(memory.addresses.iter().all(|(old, _)| life(*old) == inside.life));
            }
            memory.addresses.push_back((taken, taken_length));
        }
        let beat_offered = block
            .m_wvalid
            .val()
            .then(|| (number(block.m_wstrb.val()), block.m_wlast.val(), u64::from(from_bits(block.m_wdata.val())[0])));
        if let Some(held) = self.held.filter(|_| !reset) {
            assert_eq!(beat_offered, Some(held), "a beat changes while it waits");
        }
        self.held = beat_offered.filter(|_| !block.m_wready.val());
        if block.m_wvalid.val() && block.m_wready.val() {
            memory.beats.push_back((number(block.m_wstrb.val()) != 0, block.m_wlast.val()));
            assert!([0, u64::MAX].contains(&number(block.m_wstrb.val())));
        }
        if block.m_arvalid.val() && block.m_arready.val() {
            assert!(memory.reads.iter().all(|(old, _)| life(*old) == inside.life), "an old read is open");
            memory.reads.push_back((address(inside.life, inside.next_read), length));
        }
        // What the inside sees.
        if block.s_awvalid.val() && block.s_awready.val() {
            let taken = inside.addresses.pop_front().unwrap();
            inside.unanswered.push_back(taken);
        }
        if block.s_wvalid.val() && block.s_wready.val() {
            inside.beats.pop_front();
            inside.sent += 1;
        }
        if block.s_arvalid.val() && block.s_arready.val() {
            inside.reads.push_back((address(inside.life, inside.next_read), length));
            inside.next_read += 1;
        }
        if let Some(answered) = answer {
            memory.answers.pop_front();
            assert_eq!(block.s_bvalid.val(), life(answered) == inside.life && !reset, "an answer to {answered:#x}");
            if block.s_bvalid.val() {
                assert_eq!(inside.unanswered.pop_front(), Some(answered));
                self.answered += 1;
            }
        } else {
            assert!(!block.s_bvalid.val());
        }
        if let Some((from, left)) = beat {
            let front = memory.reads.front_mut().unwrap();
            front.1 -= 1;
            if front.1 == 0 {
                memory.reads.pop_front();
            }
            assert_eq!(block.s_rvalid.val(), life(from) == inside.life && !reset, "a beat of {from:#x}");
            if block.s_rvalid.val() {
                let own = inside.reads.front_mut().unwrap();
                assert_eq!(*own, (from, left));
                own.1 -= 1;
                if own.1 == 0 {
                    inside.reads.pop_front();
                    self.read += 1;
                }
            }
        } else {
            assert!(!block.s_rvalid.val());
        }
        memory.land();
        if reset {
            *inside = Inside { life: inside.life + 1, ..Inside::default() };
        }
        if memory_reset {
            memory.addresses.clear();
            memory.beats.clear();
            memory.answers.clear();
            memory.reads.clear();
        }
        clock_cycle!(self.block);
    }
}

fn resets(length: usize, seed: u64, memory_too: bool) {
    let random = &mut random(&format!("guard, bursts of {length}, memory reset {memory_too}"), seed);
    let mut bench = Bench::new(length);
    let (mut answered, mut read) = (0, 0);
    for _ in 0..150 {
        for _ in 0..random.random_range(1..4) {
            bench.cycle(true, memory_too, random);
        }
        for _ in 0..random.random_range(1..150) {
            bench.cycle(false, false, random);
        }
        answered += u64::from(bench.answered > 0);
        read += u64::from(bench.read > 0);
        (bench.answered, bench.read) = (0, 0);
    }
    assert!(answered > 20 && read > 20, "{answered} and {read} lives of 150 got anything");
    // What was begun is whole; what the last life of a burst did not write is not written.
    let (mut whole, mut none, mut part) = (0, 0, 0);
    for Written { address, beats } in &bench.memory.done {
        let written = beats.iter().filter(|writes| **writes).count();
        assert!(beats[..written].iter().all(|writes| *writes), "{address:#x}: {beats:?}");
        match written {
            0 => none += 1,
            _ if written == beats.len() => whole += 1,
            _ => part += 1,
        }
        if life(*address) == bench.inside.life {
            assert_eq!(written, beats.len(), "{address:#x} was not cut short");
        }
    }
    assert!(whole > 100);
    if !memory_too {
        assert!(none > 0 && (length == 1 || part > 0), "{whole} {none} {part}");
    }
    // In the end all comes to rest.
    bench.rates[0] = Rate::never();
    bench.rates[1] = Rate::never();
    (2..7).for_each(|index| bench.rates[index] = Rate::always());
    for _ in 0..500 {
        bench.cycle(false, false, random);
    }
    assert!(bench.memory.is_quiet() && bench.inside.unanswered.is_empty() && bench.inside.reads.is_empty());
}

#[test]
fn late_answers_are_dropped_and_bursts_that_were_begun_are_completed() {
    for seed in 0..4 {
        resets(1, seed, false);
        resets(4, seed, false);
    }
}

#[test]
fn a_memory_that_is_reset_too_owes_nothing() {
    for seed in 0..2 {
        resets(4, seed, true);
    }
}

/// A memory that is reset, too, without a word to the guard: it waits in vain, and goes on. No burst behind it gets beats of another.
#[test]
fn a_memory_that_is_reset_too_is_not_waited_for_for_ever() {
    const LIVES: u64 = 8;
    for (length, seed) in [(1, 0), (4, 1), (4, 2)] {
        let random = &mut random(&format!("guard, memory reset and nobody says so, bursts of {length}"), seed);
        let mut bench = Bench::new(length);
        bench.memory.forgets = true;
        let (mut answered, mut read) = (0, 0);
        for _ in 0..LIVES {
            for cycle in 0..4 {
                bench.cycle(true, false, random);
                if cycle == 0 {
                    let memory = &mut bench.memory;
                    (memory.addresses, memory.beats) = Default::default();
                    (memory.answers, memory.reads) = Default::default();
                }
            }
            // A wait for nothing, and one for what completes a burst.
            for _ in 0..66_000 {
                bench.cycle(false, false, random);
            }
            answered += u64::from(bench.answered > 0);
            read += u64::from(bench.read > 0);
            (bench.answered, bench.read) = (0, 0);
        }
        assert_eq!((answered, read), (LIVES, LIVES), "lives that got anything");
        assert!(length == 1 || bench.memory.remains > 0, "{} bursts were cut in two", bench.memory.remains);
        for Written { address, beats } in &bench.memory.done {
            let written = beats.iter().filter(|writes| **writes).count();
            assert!([0, beats.len()].contains(&written), "{address:#x}: {beats:?}");
        }
    }
}

#[test]
fn without_a_reset_it_is_not_there() {
    let random = &mut random("guard without resets", 8);
    let mut bench = Bench::new(4);
    bench.cycle(true, false, random);
    (0..7).for_each(|index| bench.rates[index] = Rate::always());
    for _ in 0..1000 {
        bench.cycle(false, false, random);
    }
    // A beat a cycle, in both directions.
    assert!(bench.answered > 240 && bench.read > 240, "{} {}", bench.answered, bench.read);
}

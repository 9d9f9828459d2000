//! Lists that are read from end to end: every beat in order, and never more lines than there is room for.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::interleaved::Interleaved;
use crate::lines::{Line, Rate, Source, from_bits, number, to_bits, to_words};
use emberlane_registers::cxl_mem as map;
use emberlane_rtl::axi::ListStream;
use emberlane_rtl::cxl_mem::list_reader::ListReader;
use rand::Rng;
use rand_pcg::Pcg64;
use std::collections::VecDeque;

/// Lines of a list that may be buffered or on their way.
const ROOM: usize = 32;

/// Words at an address.
fn line_at(address: u64) -> Line {
    std::array::from_fn(|lane| (address as u32 + lane as u32).wrapping_mul(0x9e37_79b9))
}

/// A stream with a memory that answers in order.
struct Bench<const WIDTH: usize, const BEATS: usize> {
    block: Box<ListStream<WIDTH, BEATS, 5, 6>>,
    waiting: VecDeque<u64>,
    /// Lines asked for whose last beat was not taken.
    room_taken: usize,
    most_room_taken: usize,
    requests: Vec<u64>,
    words: Vec<u32>,
    cycle: usize,
    /// Cycles in which a beat was taken.
    taken: Vec<usize>,
    takes: Rate,
    memory_takes: Rate,
    memory_answers: Rate,
}

impl<const WIDTH: usize, const BEATS: usize> Bench<WIDTH, BEATS> {
    fn new(rate: fn() -> Rate) -> Self {
        let mut block = ready::<ListStream<WIDTH, BEATS, 5, 6>>();
        block.reset.next = true;
        clock_cycle!(block);
        block.reset.next = false;
        Self {
            block,
            waiting: VecDeque::new(),
            room_taken: 0,
            most_room_taken: 0,
            requests: Vec::new(),
            words: Vec::new(),
            cycle: 0,
            taken: Vec::new(),
            takes: rate(),
            memory_takes: rate(),
            memory_answers: rate(),
        }
    }

    fn cycle(&mut self, random: &mut Pcg64) {
        let block = &mut self.block;
        block.beat_ready.next = self.takes.draw(random);
        block.request_ready.next = self.memory_takes.draw(random);
        let answered = if self.memory_answers.draw(random) { self.waiting.pop_front() } else { None };
        block.line_valid.next = answered.is_some();
        block.line_data.next = to_bits(&answered.map(line_at).unwrap_or_default());
        settle(&mut **block);
        if block.beat_valid.val() && block.beat_ready.val() {
            self.words.extend(to_words(block.beat.val()));
            self.taken.push(self.cycle);
            if self.words.len().is_multiple_of(16) {
                self.room_taken -= 1;
            }
        }
        if block.request_valid.val() && block.request_ready.val() {
            let address = number(block.request_address.val());
            self.requests.push(address);
            self.waiting.push_back(address);
            self.room_taken += 1;
            self.most_room_taken = self.most_room_taken.max(self.room_taken);
            assert!(self.room_taken <= ROOM, "cycle {}: no room for a line", self.cycle);
        }
        assert!(!block.idle.val() || self.waiting.is_empty(), "cycle {}: idle with lines under way", self.cycle);
        clock_cycle!(self.block);
        self.cycle += 1;
    }

    /// Begins a list.
    fn start(&mut self, base: u64, words: usize, random: &mut Pcg64) {
        self.block.base.next = base.into();
        self.block.words.next = (words as u64).into();
        self.block.start.next = true;
        self.cycle(random);
        self.block.start.next = false;
        self.room_taken = 0;
        self.requests.clear();
        self.words.clear();
        self.taken.clear();
    }
}

fn streams<const WIDTH: usize, const BEATS: usize>(seed: u64) {
    let random = &mut random(&format!("beats of {WIDTH} bits"), seed);
    let mut bench = Bench::<WIDTH, BEATS>::new(Rate::changing);
    for round in 0..30 {
        let words = [0, random.random_range(1..40), random.random_range(1..1500)][random.random_range(0..3)];
        let base = random.random_range(0..1_u64 << 30) << 6;
        bench.start(base, words, random);
        let lines: Vec<u64> = (0..words.div_ceil(16) as u64).map(|line| base + 64 * line).collect();
        let expected: Vec<u32> = lines.iter().flat_map(|&address| line_at(address)).collect();
        // Every other list is stopped, or left before its end: the next start drops what is left.
        let leaves_at = if round % 2 == 0 { expected.len() } else { random.random_range(0..=expected.len()) };
        let first = bench.cycle;
        while bench.words.len() < leaves_at {
            assert!(bench.cycle < first + 40_000, "{} of {} words", bench.words.len(), expected.len());
            bench.cycle(random);
        }
        bench.block.stop.next = true;
        bench.cycle(random);
        bench.block.stop.next = false;
        let asked = bench.requests.len();
        while !bench.waiting.is_empty() {
            bench.cycle(random);
        }
        settle(&mut *bench.block);
        assert!(bench.block.idle.val(), "nothing is under way");
        assert_eq!(bench.requests.len(), asked, "nothing is asked for after stop");
        assert_eq!(bench.requests, lines[..asked], "lines in order, once");
        assert_eq!(bench.words, expected[..bench.words.len()], "words in order");
        assert!(leaves_at < expected.len() || asked == lines.len(), "the whole list");
    }
    assert_eq!(bench.most_room_taken, ROOM, "it read as far ahead as it may");
}

#[test]
fn streams_lists() {
    streams::<128, 4>(1);
    streams::<512, 1>(2);
}

#[test]
fn streams_a_beat_a_cycle() {
    let random = &mut random("full rate", 1);
    let mut bench = Bench::<128, 4>::new(Rate::always);
    bench.start(0, 400, random);
    let start = bench.cycle - 1;
    while bench.words.len() < 400 {
        assert!(bench.cycle < 300, "{} words", bench.words.len());
        bench.cycle(random);
    }
    // A cycle to the request, one in the memory, one to the beat.
    assert_eq!(bench.taken, (start + 3..start + 103).collect::<Vec<_>>());
}

fn reads_lists<const LISTS: usize, const PORTS: usize>(seed: u64) {
    let random = &mut random(&format!("{LISTS} lists, {PORTS} ports"), seed);
    let mut block = ready::<ListReader<LISTS, PORTS>>();
    block.reset.next = true;
    clock_cycle!(block);
    block.reset.next = false;
    let mut memory = Interleaved::new(PORTS, Rate::changing(), Rate::changing());
    let mut lists: Vec<Source<u64>> = (0..LISTS)
        .map(|list| {
            let base = map::SCRATCHPAD_BASE + (list as u64) * 0x100_0000;
            Source::new((0..300).map(|line| base + 64 * line), Rate::changing())
        })
        .collect();
    let mut asked = vec![VecDeque::new(); LISTS];
    let (mut faults, mut cycle) = (0, 0);
    while lists.iter().any(|list| !list.items.is_empty()) || asked.iter().any(|asked| !asked.is_empty()) {
        assert!(cycle < 30_000, "lines are missing");
        let mut offered = Vec::new();
        for (index, list) in lists.iter_mut().enumerate() {
            let address = list.offer(random).copied();
            block.list_valid[index].next = address.is_some();
            block.list_address[index].next = address.unwrap_or_default().into();
            offered.push(address.is_some());
        }
        memory.drive(&mut block.request_ready, &mut block.answer_valid, &mut block.answer, random);
        settle(&mut *block);
        memory.sample(&block.request_address, &block.request_valid, &block.request_ready);
        let mut of_lists = 0;
        let mut error = false;
        for (list, asked) in asked.iter_mut().enumerate() {
            if block.line_valid[list].val() {
                of_lists += 1;
                let address = asked.pop_front().unwrap_or_else(|| panic!("cycle {cycle}: list {list} asked nothing"));
                let (line, is_error) = memory.line(address);
                assert_eq!(from_bits(block.line_data.val()), line, "cycle {cycle}: list {list}, {address:#x}");
                if is_error {
                    error = true;
                    assert_eq!(number(block.fault_address.val()), address, "cycle {cycle}");
                }
            }
        }
        assert!(of_lists <= 1, "cycle {cycle}: a line for several lists");
        assert_eq!(block.fault.val(), error, "cycle {cycle}: fault");
        faults += usize::from(error);
        for list in 0..LISTS {
            if offered[list] && block.list_ready[list].val() {
                asked[list].push_back(lists[list].take());
            }
        }
        clock_cycle!(block);
        cycle += 1;
    }
    assert!(faults > 0, "some lines are answered with an error");
}

#[test]
fn lists_get_their_lines() {
    reads_lists::<1, 1>(1);
    reads_lists::<3, 1>(2);
    reads_lists::<3, 4>(3);
}

/// Lists that always ask are served in turn, a line a cycle.
#[test]
fn lists_take_turns() {
    let random = &mut random("three lists at full rate", 1);
    let mut block = ready::<ListReader<3, 1>>();
    block.reset.next = true;
    clock_cycle!(block);
    block.reset.next = false;
    let mut memory = Interleaved::new(1, Rate::always(), Rate::always());
    let mut served = Vec::new();
    for _ in 0..90 {
        for list in 0..3 {
            block.list_valid[list].next = true;
            block.list_address[list].next = (map::SCRATCHPAD_BASE + 64 * list as u64).into();
        }
        memory.drive(&mut block.request_ready, &mut block.answer_valid, &mut block.answer, random);
        settle(&mut *block);
        memory.sample(&block.request_address, &block.request_valid, &block.request_ready);
        served.push((0..3).find(|&list| block.line_valid[list].val()));
        clock_cycle!(block);
    }
    // Four cycles: chosen, to the port, in the memory, from the answer.
    let expected: Vec<_> = (0..90).map(|cycle: usize| cycle.checked_sub(4).map(|line| line % 3)).collect();
    assert_eq!(served, expected);
}

//! The walkers: every entry of every task becomes an item, each segment's in order, with what belongs to it.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::interleaved::Interleaved;
use crate::lines::{Rate, Source, number, to_bits};
use crate::stack::on_large_stack;
use emberlane_registers::cxl_mem as map;
use emberlane_rtl::cxl_mem::walker_bank::{WALKERS, WalkerBank};
use rand::Rng;
use rand_pcg::Pcg64;
use std::collections::VecDeque;

const ENTRIES: u64 = map::SCRATCHPAD_BASE + 0x1_0000;
const SCALES: u64 = map::SCRATCHPAD_BASE + 0x8_0000;
const ONE: u32 = 0x3f80_0000;
/// Entries of an update must be below this.
const BAGS: u32 = 3 << 30;

/// What the job is.
#[derive(Clone, Copy, Debug)]
struct Kind {
    is_update: bool,
    uses_segments: bool,
    uses_scales: bool,
}

#[derive(Clone, Debug)]
struct Task {
    table_base: u64,
    rows: u32,
    position: u32,
    segment: u32,
    ends: Vec<u32>,
    words: Vec<u32>,
}

/// An item; operand and scale of an empty segment are nothing.
#[derive(Clone, Debug, PartialEq)]
struct Item {
    table_base: u64,
    segment: u32,
    /// Of an update.
    row: Option<u32>,
    first: bool,
    last: bool,
    empty: bool,
    result_scale: u32,
    operand_and_scale: Option<(u32, u32)>,
}

impl Task {
    /// Tasks that follow each other in a batch.
    fn some(count: usize, random: &mut Pcg64) -> Vec<Self> {
        let (mut position, mut segment) = (random.random_range(0..40), 0);
        let mut tasks = Vec::new();
        for _ in 0..count {
            let first = position;
            let ends: Vec<u32> = (0..random.random_range(1..=4))
                .map(|_| {
                    position +=
                        [0, 1, random.random_range(0..20), random.random_range(0..40)][random.random_range(0..4)];
                    position
                })
                .collect();
            let words: Vec<u32> = ends.iter().map(|_| random.random()).collect();
            // Few rows: most entries are out of range, and bags have higher numbers.
            let rows = if random.random_ratio(1, 4) {
                random.random_range(1..60)
            } else {
                random.random_range(1 << 31..=u32::MAX)
            };
            let table_base = random.random::<u64>() << 6;
            let segments = ends.len() as u32;
            tasks.push(Self { table_base, rows, position: first, segment, ends, words });
            segment += segments;
        }
        tasks
    }

    /// Addresses of the lines of a list that have its entries.
    fn lines(&self, list: u64) -> impl Iterator<Item = u64> {
        let end = *self.ends.last().expect("a segment");
        let (first, behind) = if end == self.position { (0, 0) } else { (self.position / 16, end.div_ceil(16)) };
        (first..behind).map(move |line| list + 64 * u64::from(line))
    }

    fn items(&self, kind: Kind, memory: &Interleaved) -> VecDeque<Item> {
        let word = |list: u64, entry: u32| {
            let (line, _) = memory.line(list + 64 * u64::from(entry / 16));
            line[entry as usize % 16]
        };
        let below = |value: u32, limit: u32| if value < limit { value } else { 0 };
        let mut items = VecDeque::new();
        let mut begin = self.position;
        for (index, (&end, &segment_word)) in self.ends.iter().zip(&self.words).enumerate() {
            let row = kind.is_update.then(|| below(segment_word, self.rows));
            let result_scale = if !kind.is_update && kind.uses_segments { segment_word } else { ONE };
            let item = |first, last, empty, operand_and_scale| Item {
                table_base: self.table_base,
                segment: self.segment + index as u32,
                row,
                first,
                last,
                empty,
                result_scale,
                operand_and_scale,
            };
            if begin == end {
                items.push_back(item(true, true, true, None));
            }
            for entry in begin..end {
                let operand = below(word(ENTRIES, entry), if kind.is_update { BAGS } else { self.rows });
                let scale = if kind.uses_scales { word(SCALES, entry) } else { ONE };
                items.push_back(item(entry == begin, entry + 1 == end, false, Some((operand, scale))));
            }
            begin = end;
        }
        items
    }
}

/// The bank with its memory, at some tasks.
struct Bench<const PORTS: usize> {
    block: Box<WalkerBank<PORTS>>,
    memory: Interleaved,
    kind: Kind,
    tasks: Source<Task>,
    takes: Rate,
    /// Items of tasks that no walker has shown yet.
    given: VecDeque<VecDeque<Item>>,
    /// Items that each walker's task still has.
    walking: [VecDeque<Item>; WALKERS],
    stays: bool,
    cycle: usize,
    items: usize,
    entry_lines: usize,
    scale_lines: usize,
    faults: usize,
}

impl<const PORTS: usize> Bench<PORTS> {
    fn new(kind: Kind, tasks: Vec<Task>, rate: fn() -> Rate) -> Self {
        let mut block = ready::<WalkerBank<PORTS>>();
        block.reset.next = true;
        clock_cycle!(block);
        block.reset.next = false;
        block.is_update.next = kind.is_update;
        block.uses_segments.next = kind.uses_segments;
        block.uses_scales.next = kind.uses_scales;
        block.fp32_one.next = u64::from(ONE).into();
        block.bag_count.next = u64::from(BAGS).into();
        block.entries.next = ENTRIES.into();
        block.scales.next = SCALES.into();
        Self {
            block,
            memory: Interleaved::new(PORTS, rate(), rate()),
            kind,
            tasks: Source::new(tasks, rate()),
            takes: rate(),
            given: VecDeque::new(),
            walking: Default::default(),
            stays: false,
            cycle: 0,
            items: 0,
            entry_lines: 0,
            scale_lines: 0,
            faults: 0,
        }
    }

    fn cycle(&mut self, random: &mut Pcg64) {
        let block = &mut self.block;
        let offered = self.tasks.offer(random);
        block.task_valid.next = offered.is_some();
        if let Some(task) = offered {
            let four = |words: &[u32]| std::array::from_fn::<u32, 4, _>(|lane| words.get(lane).copied().unwrap_or(77));
            block.task_table_base.next = task.table_base.into();
            block.task_rows.next = u64::from(task.rows).into();
            block.task_position.next = u64::from(task.position).into();
            block.task_ends.next = to_bits(&four(&task.ends));
            block.task_words.next = to_bits(&four(&task.words));
            block.task_segment.next = u64::from(task.segment).into();
            block.task_count.next = (task.ends.len() as u64).into();
        }
        let offered = offered.is_some();
        block.item_ready.next = self.takes.draw(random);
        self.memory.drive(&mut block.request_ready, &mut block.answer_valid, &mut block.answer, random);
        settle(&mut **block);
        self.memory.sample(&block.request_address, &block.request_valid, &block.request_ready);

        assert!(block.item_valid.val() || !self.stays, "cycle {}: an item stays until it is taken", self.cycle);
        self.stays = block.item_valid.val() && !block.item_ready.val();
        if block.item_valid.val() {
            assert!(!block.idle.val(), "cycle {}: idle with an item", self.cycle);
            let empty = block.item_empty.val();
            let operand_and_scale = (number(block.item_operand.val()) as u32, number(block.item_scale.val()) as u32);
            let item = Item {
                table_base: number(block.item_table_base.val()),
                segment: number(block.item_segment.val()) as u32,
                row: block.is_update.val().then(|| number(block.item_row.val()) as u32),
                first: block.item_first.val(),
                last: block.item_last.val(),
                empty,
                result_scale: number(block.item_result_scale.val()) as u32,
                operand_and_scale: (!empty).then_some(operand_and_scale),
            };
            let walker = number(block.item_walker.val()) as usize;
            if self.walking[walker].is_empty() {
                // The walker shows its task with the first item.
                let given = self.given.iter().position(|items| items[0] == item);
                let given = given.unwrap_or_else(|| panic!("cycle {}: no task begins with {item:?}", self.cycle));
                self.walking[walker] = self.given.remove(given).expect("its place");
            }
            assert_eq!(self.walking[walker].front(), Some(&item), "cycle {}, walker {walker}", self.cycle);
            if block.item_ready.val() {
                self.walking[walker].pop_front();
                self.items += 1;
            }
        }
        self.entry_lines += usize::from(block.entry_line.val());
        self.scale_lines += usize::from(block.scale_line.val());
        if block.fault.val() {
            let address = number(block.fault_address.val());
            assert!(self.memory.line(address).1, "cycle {}: {address:#x} was answered well", self.cycle);
            self.faults += 1;
        }
        if offered && block.task_ready.val() {
            self.given.push_back(self.tasks.take().items(self.kind, &self.memory));
        }
        clock_cycle!(self.block);
        self.cycle += 1;
    }

    /// Runs until every item was taken.
    fn run(&mut self, most_cycles: usize, random: &mut Pcg64) {
        while !self.tasks.items.is_empty()
            || !self.given.is_empty()
            || self.walking.iter().any(|items| !items.is_empty())
        {
            assert!(self.cycle < most_cycles, "{} items, and no end", self.items);
            self.cycle(random);
        }
        settle(&mut *self.block);
        assert!(self.block.idle.val(), "nothing is left");
    }
}

fn walks<const PORTS: usize>(kind: Kind, seed: u64) {
    on_large_stack(move || {
        let random = &mut random(&format!("{PORTS} ports, {kind:?}"), seed);
        let tasks = Task::some(60, random);
        let mut bench = Bench::<PORTS>::new(kind, tasks.clone(), Rate::changing);
        bench.run(20_000, random);
        // Each task reads the lines of its entries once.
        let lines = |list| tasks.iter().flat_map(move |task| task.lines(list)).collect::<Vec<_>>();
        let scale_lines = if kind.uses_scales { lines(SCALES) } else { Vec::new() };
        assert_eq!((bench.entry_lines, bench.scale_lines), (lines(ENTRIES).len(), scale_lines.len()));
        let read = lines(ENTRIES).into_iter().chain(scale_lines);
        assert_eq!(bench.faults, read.filter(|&address| bench.memory.line(address).1).count());
        assert!(bench.faults > 0, "some lines are answered with an error");
    });
}

#[test]
fn walks_lookups() {
    walks::<1>(Kind { is_update: false, uses_segments: false, uses_scales: false }, 1);
    walks::<4>(Kind { is_update: false, uses_segments: true, uses_scales: false }, 2);
}

#[test]
fn walks_updates() {
    walks::<1>(Kind { is_update: true, uses_segments: true, uses_scales: true }, 3);
    walks::<4>(Kind { is_update: true, uses_segments: true, uses_scales: false }, 4);
}

/// The walkers hide each other's lines: an item a cycle, but for the beginning and the end.
#[test]
fn hands_on_an_item_a_cycle() {
    on_large_stack(|| {
        let random = &mut random("full rate", 1);
        let task = |index: u32| Task {
            table_base: 64,
            rows: u32::MAX,
            position: 64 * index,
            segment: index,
            ends: vec![64 * index + 64],
            words: vec![0],
        };
        let kind = Kind { is_update: false, uses_segments: false, uses_scales: false };
        let mut bench = Bench::<1>::new(kind, (0..16).map(task).collect(), Rate::always);
        bench.run(2000, random);
        assert_eq!(bench.items, 1024);
        assert!(bench.cycle < 1024 + 16, "{} cycles", bench.cycle);
    });
}

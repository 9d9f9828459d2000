//! The expander: the lines, control words and targets of every item, in order; and nothing outside the regions.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Rate, Source, number};
use emberlane_registers::cxl_mem::Command;
use emberlane_rtl::cxl_mem::controls::{CONTROL_BITS, ITEM_CONTROL_BITS};
use emberlane_rtl::cxl_mem::expander::Expander;
use rand::Rng;
use rand_pcg::Pcg64;
use rust_hdl::prelude::*;
use std::collections::VecDeque;
use std::ops::Range;

#[derive(Clone, Copy, Debug)]
struct Item {
    table_base: u64,
    operand: u32,
    segment: u32,
    row: u32,
    walker: u32,
    first: bool,
    last: bool,
    empty: bool,
    /// Factor of the operand, and above it that of the result.
    factors: u64,
}

impl Item {
    fn some(count: usize, job: Command, random: &mut Pcg64) -> Vec<Self> {
        (0..count)
            .map(|_| {
                let empty = job == Command::Lookup && random.random_ratio(1, 5);
                Self {
                    table_base: random.random_range(0..1_u64 << 40) << 6,
                    operand: random.random(),
                    segment: random.random(),
                    row: random.random(),
                    walker: random.random_range(0..8),
                    first: empty || random.random(),
                    last: empty || random.random(),
                    empty,
                    factors: random.random(),
                }
            })
            .collect()
    }

    fn control(&self) -> Bits<ITEM_CONTROL_BITS> {
        let flags = u64::from(self.first) | u64::from(self.last) << 1 | u64::from(self.empty) << 2;
        let factors: Bits<64> = self.factors.into();
        bit_cast::<ITEM_CONTROL_BITS, 3>(flags.into())
            | (bit_cast::<ITEM_CONTROL_BITS, 64>(factors) << 3)
            | (bit_cast::<ITEM_CONTROL_BITS, 3>(u64::from(self.walker).into()) << 67)
    }
}

/// What goes out: addresses of rows, gradients and targets, and control words (flags, factors).
#[derive(Debug, Default, PartialEq)]
struct Out {
    rows: VecDeque<u64>,
    gradients: VecDeque<u64>,
    controls: VecDeque<(u64, u64)>,
    /// With whether it lies in the region of the results.
    targets: VecDeque<(u64, bool)>,
    /// What was reported.
    outside: VecDeque<u64>,
}

/// Regions of rows and of results.
#[derive(Clone)]
struct Regions {
    rows: Range<u64>,
    results: Range<u64>,
}

impl Regions {
    /// All that there is.
    fn all() -> Self {
        let all = 0..!63;
        Self { rows: all.clone(), results: all }
    }
}

/// Whether a line lies in a region.
fn is_in(region: &Range<u64>, address: u64) -> bool {
    region.contains(&address) && address.is_multiple_of(64)
}

const GRADIENT_BASE: u64 = 0x123_4567_89c0;
const RESULT_BASE: u64 = 0x321_7654_2100;

impl Out {
    fn add(&mut self, item: &Item, lines: u64, job: Command, regions: &Regions) {
        let vector = |base: u64, number: u32| base.wrapping_add(u64::from(number) * lines * 64);
        let row = vector(item.table_base, item.row);
        let is_lookup = job == Command::Lookup;
        for line in (0..lines).map(|line| 64 * line) {
            let starts = item.first && matches!(job, Command::Update | Command::Stage);
            let wanted = if is_lookup {
                (!item.empty).then(|| vector(item.table_base, item.operand).wrapping_add(line))
            } else {
                starts.then(|| row.wrapping_add(line))
            };
            let without = wanted.is_some_and(|row| !is_in(&regions.rows, row));
            let mut outside = wanted.filter(|_| without);
            if !without {
                self.rows.extend(wanted);
            }
            if !is_lookup {
                self.gradients.push_back(vector(GRADIENT_BASE, item.operand) + line);
            }
            if item.last {
                let of_row = matches!(job, Command::Update | Command::Accumulate);
                let target = if of_row { row } else { vector(RESULT_BASE, item.segment) }.wrapping_add(line);
                let inside = is_in(&regions.results, target);
                self.targets.push_back((target, inside));
                outside = outside.or((!inside).then_some(target));
            }
            self.outside.extend(outside);
            let from_memory = starts && !without;
            let empty = item.empty || (is_lookup && without);
            let flags = (line / 64)
                | (u64::from(item.walker) << 4)
                | (u64::from(item.first) << 7)
                | (u64::from(item.last) << 8)
                | (u64::from(empty) << 9)
                | (u64::from(from_memory) << 10);
            self.controls.push_back((flags, item.factors));
        }
    }
}

/// Runs the items through; cycles in which lines went out, and how many lines lay outside.
fn expand(
    items: &[Item],
    lines: u64,
    job: Command,
    regions: &Regions,
    rate: fn() -> Rate,
    random: &mut Pcg64,
) -> (Vec<usize>, usize) {
    let mut block = ready::<Expander>();
    block.reset.next = true;
    clock_cycle!(block);
    block.reset.next = false;
    block.is_update.next = job != Command::Lookup;
    block.is_stage.next = job == Command::Stage;
    block.is_accumulation.next = job == Command::Accumulate;
    block.lines.next = lines.into();
    block.gradient_base.next = GRADIENT_BASE.into();
    block.result_base.next = RESULT_BASE.into();
    block.rows_first.next = regions.rows.start.into();
    block.rows_end.next = regions.rows.end.into();
    block.results_first.next = regions.results.start.into();
    block.results_end.next = regions.results.end.into();
    let (mut expected, mut found) = (Out::default(), Out::default());
    items.iter().for_each(|item| expected.add(item, lines, job, regions));
    let mut source = Source::new(items.iter().copied(), rate());
    let mut takes: [Rate; 4] = std::array::from_fn(|_| rate());
    let mut fired = Vec::new();
    for cycle in 0.. {
        assert!(cycle < 100_000, "{} lines of {}", found.controls.len(), expected.controls.len());
        let item = source.offer(random).copied();
        block.item_valid.next = item.is_some();
        if let Some(item) = item {
            block.item_table_base.next = item.table_base.into();
            block.item_operand.next = u64::from(item.operand).into();
            block.item_segment.next = u64::from(item.segment).into();
            block.item_row.next = u64::from(item.row).into();
            block.item_control.next = item.control();
        }
        let takes = takes.each_mut().map(|takes| takes.draw(random));
        [block.row_ready.next, block.gradient_ready.next, block.control_ready.next, block.target_ready.next] = takes;
        settle(&mut *block);
        if block.row_valid.val() && takes[0] {
            found.rows.push_back(number(block.row_address.val()));
        }
        if block.gradient_valid.val() && takes[1] {
            found.gradients.push_back(number(block.gradient_address.val()));
        }
        if block.control_valid.val() && takes[2] {
            let control: Bits<CONTROL_BITS> = block.control.val();
            found.controls.push_back((number(control.get_bits::<11>(0)), number(control.get_bits::<64>(11))));
            fired.push(cycle);
        }
        if block.target_valid.val() && takes[3] {
            found.targets.push_back((number(block.target_address.val()), block.target_inside.val()));
        }
        if block.outside.val() {
            found.outside.push_back(number(block.outside_address.val()));
        }
        if item.is_some() && block.item_ready.val() {
            source.take();
        }
        let done = source.items.is_empty() && found.controls.len() == expected.controls.len();
        clock_cycle!(block);
        settle(&mut *block);
        if done {
            assert!(block.idle.val(), "nothing is left");
            if block.outside.val() {
                found.outside.push_back(number(block.outside_address.val()));
            }
            break;
        }
    }
    assert_eq!(found, expected);
    (fired, found.outside.len())
}

#[test]
fn lines_of_every_item() {
    for (seed, lines) in [1, 2, 5, 16].into_iter().enumerate() {
        for job in [Command::Lookup, Command::Update, Command::Stage, Command::Accumulate] {
            let random = &mut random(&format!("{job:?}, {lines} lines"), seed as u64);
            let items = Item::some(60, job, random);
            let (_, outside) = expand(&items, lines, job, &Regions::all(), Rate::changing, random);
            assert_eq!(outside, 0);
        }
    }
}

/// Items as a host makes them that writes directories while they are in use: tables anywhere, at any byte, on the edges of the regions.
#[test]
fn nothing_outside_the_regions() {
    for (seed, lines) in [1, 2, 5, 16].into_iter().enumerate() {
        for job in [Command::Lookup, Command::Update, Command::Stage, Command::Accumulate] {
            let random = &mut random(&format!("{job:?}, {lines} lines, wild tables"), seed as u64);
            let (first, vector) = (random.random_range(1..1_u64 << 50) << 6, 64 * lines);
            let rows = first..first + 20 * vector;
            let results = match job {
                Command::Update | Command::Accumulate => rows.clone(),
                _ => RESULT_BASE..RESULT_BASE + 10 * vector,
            };
            let mut items = Item::some(300, job, random);
            for item in &mut items {
                (item.row, item.operand) = (random.random_range(0..20), random.random_range(0..20));
                item.segment = random.random_range(0..12);
                item.table_base = match random.random_range(0..8) {
                    0 => random.random(),
                    1 => first + random.random_range(1..64),
                    2 => first.wrapping_sub(64),
                    3 => u64::MAX - 63 - random.random_range(0..3) * 64,
                    4 => first + random.random_range(0..20) * vector,
                    _ => first,
                };
            }
            let regions = Regions { rows, results };
            let (fired, outside) = expand(&items, lines, job, &regions, Rate::changing, random);
            assert!(outside > 20 && outside < fired.len() - 20, "{outside} of {} lines outside", fired.len());
        }
    }
}

/// Two cycles from the first item to its line, then a line a cycle.
#[test]
fn takes_a_cycle_a_line() {
    for lines in [1, 3] {
        let random = &mut random(&format!("{lines} lines at full rate"), 1);
        let items = Item::some(20, Command::Stage, random);
        let (fired, _) = expand(&items, lines, Command::Stage, &Regions::all(), Rate::always, random);
        assert_eq!(fired, (2..2 + 20 * lines as usize).collect::<Vec<_>>());
    }
}

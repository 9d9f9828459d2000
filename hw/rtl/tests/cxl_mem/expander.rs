//! The expander: the lines, control words and targets of every item, in order.

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
    targets: VecDeque<u64>,
}

const GRADIENT_BASE: u64 = 0x123_4567_89c0;
const RESULT_BASE: u64 = 0x321_7654_2100;

impl Out {
    fn add(&mut self, item: &Item, lines: u64, job: Command) {
        let vector = |base: u64, number: u32| base + u64::from(number) * lines * 64;
        let row = vector(item.table_base, item.row);
        let is_lookup = job == Command::Lookup;
        for line in (0..lines).map(|line| 64 * line) {
            let from_memory = item.first && matches!(job, Command::Update | Command::Stage);
            if from_memory {
                self.rows.push_back(row + line);
            }
            if is_lookup && !item.empty {
                self.rows.push_back(vector(item.table_base, item.operand) + line);
            }
            if !is_lookup {
                self.gradients.push_back(vector(GRADIENT_BASE, item.operand) + line);
            }
            if item.last {
                let of_row = matches!(job, Command::Update | Command::Accumulate);
                self.targets.push_back(if of_row { row } else { vector(RESULT_BASE, item.segment) } + line);
            }
            let flags = (line / 64)
                | (u64::from(item.walker) << 4)
                | (u64::from(item.first) << 7)
                | (u64::from(item.last) << 8)
                | (u64::from(item.empty) << 9)
                | (u64::from(from_memory) << 10);
            self.controls.push_back((flags, item.factors));
        }
    }
}

/// Runs the items through; cycles in which lines went out.
fn expand(items: &[Item], lines: u64, job: Command, rate: fn() -> Rate, random: &mut Pcg64) -> Vec<usize> {
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
    let (mut expected, mut found) = (Out::default(), Out::default());
    items.iter().for_each(|item| expected.add(item, lines, job));
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
            found.targets.push_back(number(block.target_address.val()));
        }
        if item.is_some() && block.item_ready.val() {
            source.take();
        }
        let done = source.items.is_empty() && found.controls.len() == expected.controls.len();
        clock_cycle!(block);
        settle(&mut *block);
        if done {
            assert!(block.idle.val(), "nothing is left");
            break;
        }
    }
    assert_eq!(found, expected);
    fired
}

#[test]
fn lines_of_every_item() {
    for (seed, lines) in [1, 2, 5, 16].into_iter().enumerate() {
        for job in [Command::Lookup, Command::Update, Command::Stage, Command::Accumulate] {
            let random = &mut random(&format!("{job:?}, {lines} lines"), seed as u64);
            let items = Item::some(60, job, random);
            expand(&items, lines, job, Rate::changing, random);
        }
    }
}

/// Two cycles from the first item to its line, then a line a cycle.
#[test]
fn takes_a_cycle_a_line() {
    for lines in [1, 3] {
        let random = &mut random(&format!("{lines} lines at full rate"), 1);
        let items = Item::some(20, Command::Stage, random);
        let fired = expand(&items, lines, Command::Stage, Rate::always, random);
        assert_eq!(fired, (2..2 + 20 * lines as usize).collect::<Vec<_>>());
    }
}

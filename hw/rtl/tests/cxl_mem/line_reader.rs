//! The reader of interleaved lines: each line that was asked for, in order, whatever the ports do.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::interleaved::Interleaved;
use crate::lines::{Rate, Source, from_bits, number};
use emberlane_registers::cxl_mem as map;
use emberlane_rtl::cxl_mem::line_reader::LineReader;
use rand::Rng;
use rand_pcg::Pcg64;
use std::collections::VecDeque;

/// A reader with its memory, and what it was asked for.
struct Bench<const PORTS: usize, const LOG_LINES: usize> {
    block: Box<LineReader<PORTS, LOG_LINES>>,
    memory: Interleaved,
    requests: Source<u64>,
    takes: Rate,
    asked: VecDeque<u64>,
    stays: Option<u64>,
    cycle: usize,
    /// Cycles in which the reader took a request.
    took: Vec<usize>,
    /// Cycles in which a line was handed on.
    handed: Vec<usize>,
    most_of_port: usize,
}

impl<const PORTS: usize, const LOG_LINES: usize> Bench<PORTS, LOG_LINES> {
    fn new(memory: Interleaved, requests: Source<u64>, takes: Rate) -> Self {
        let mut block = ready::<LineReader<PORTS, LOG_LINES>>();
        block.reset.next = true;
        clock_cycle!(block);
        block.reset.next = false;
        Self {
            block,
            memory,
            requests,
            takes,
            asked: VecDeque::new(),
            stays: None,
            cycle: 0,
            took: Vec::new(),
            handed: Vec::new(),
            most_of_port: 0,
        }
    }

    fn cycle(&mut self, random: &mut Pcg64) {
        let block = &mut self.block;
        let offered = self.requests.offer(random).copied();
        block.in_valid.next = offered.is_some();
        block.in_address.next = offered.unwrap_or_default().into();
        block.line_ready.next = self.takes.draw(random);
        self.memory.drive(&mut block.request_ready, &mut block.answer_valid, &mut block.answer, random);
        settle(&mut **block);
        self.memory.sample(&block.request_address, &block.request_valid, &block.request_ready);

        let line = block.line_valid.val().then(|| number(block.line_address.val()));
        if let Some(stays) = self.stays {
            assert_eq!(line, Some(stays), "cycle {}: a line stays until it is taken", self.cycle);
        }
        if let Some(address) = line {
            assert_eq!(Some(&address), self.asked.front(), "cycle {}: lines come in order", self.cycle);
            let read = (from_bits(block.line_data.val()), block.line_error.val());
            assert_eq!(read, self.memory.line(address), "cycle {}: {address:#x}", self.cycle);
            if block.line_ready.val() {
                self.asked.pop_front();
                self.handed.push(self.cycle);
            }
        }
        self.stays = line.filter(|_| !block.line_ready.val());
        if offered.is_some() && block.in_ready.val() {
            self.asked.push_back(self.requests.take());
            self.took.push(self.cycle);
        }
        for port in 0..PORTS as u64 {
            let of_port = |address: &&u64| *address / map::INTERLEAVE_BYTES % PORTS as u64 == port;
            let count = self.asked.iter().filter(of_port).count();
            assert!(count <= 1 << LOG_LINES, "cycle {}: {count} lines of port {port}", self.cycle);
            self.most_of_port = self.most_of_port.max(count);
        }
        clock_cycle!(self.block);
        self.cycle += 1;
    }

    /// Runs until every line that was asked for was handed on.
    fn run(&mut self, most_cycles: usize, random: &mut Pcg64) {
        while !self.requests.items.is_empty() || !self.asked.is_empty() {
            assert!(self.cycle < most_cycles, "{} lines are not handed on", self.asked.len());
            self.cycle(random);
        }
    }
}

fn reads<const PORTS: usize, const LOG_LINES: usize>(seed: u64) {
    let random = &mut random(&format!("{PORTS} ports, 2^{LOG_LINES} lines"), seed);
    let mut page: u64 = 0;
    let addresses: Vec<u64> = (0..1500)
        .map(|_| {
            // Lines of one port for a while, and lines from anywhere.
            if random.random_ratio(1, 20) {
                page =
                    [0, map::SCRATCHPAD_BASE][random.random_range(0..2)] + (random.random_range(0..1_u64 << 30) << 12);
            }
            let spread = if random.random_ratio(1, 2) { 64 } else { 4 };
            page + 64 * random.random_range(0..spread)
        })
        .collect();
    let memory = Interleaved::new(PORTS, Rate::changing(), Rate::changing());
    let mut bench = Bench::<PORTS, LOG_LINES>::new(memory, Source::new(addresses, Rate::changing()), Rate::changing());
    bench.run(60_000, random);
    assert_eq!(bench.handed.len(), 1500);
    assert_eq!(bench.most_of_port, 1 << LOG_LINES, "a port's queue was full");
}

#[test]
fn reads_in_order() {
    reads::<1, 4>(1);
    reads::<2, 3>(2);
    reads::<4, 4>(3);
}

/// With a memory that answers in the next cycle: a line a cycle, three cycles after it was asked for.
fn keeps_up<const PORTS: usize>(step: u64) {
    let random = &mut random(&format!("{PORTS} ports at full rate"), 1);
    let memory = Interleaved::new(PORTS, Rate::always(), Rate::always());
    let requests = Source::new((0..200).map(|line| step * line), Rate::always());
    let mut bench = Bench::<PORTS, 4>::new(memory, requests, Rate::always());
    bench.run(1000, random);
    assert_eq!(bench.took, (0..200).collect::<Vec<_>>(), "a request a cycle");
    // One cycle to the port, one in the memory, one from the answer.
    assert_eq!(bench.handed, (3..203).collect::<Vec<_>>(), "a line a cycle");
}

#[test]
fn takes_a_line_a_cycle() {
    keeps_up::<1>(64);
    keeps_up::<4>(64);
    keeps_up::<4>(1024);
}

//! A port of memory: order, poison, and resets that the memory does not see.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Line, Rate, from_bits, number, to_bits};
use emberlane_reference::PoisonedLines;
use emberlane_registers::cxl_mem::POISONED_LINES;
use emberlane_rtl::cxl_mem::endpoint::memory_port::MemoryPort;
use rand::Rng;
use rand_pcg::Pcg64;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Lines of which each has a place in the list of poison.
const PLACES: u64 = POISONED_LINES as u64;
/// A write of the source.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Write {
    line: u64,
    value: u32,
    strobes: u64,
    poison: bool,
}

/// What memory has taken of writes: addresses and lines, each in order.
#[derive(Default)]
struct Memory {
    lines: BTreeMap<u64, Line>,
    addresses: VecDeque<(u64, u64)>,
    data: VecDeque<(Line, u64)>,
    /// The ID of its address, and the line.
    reads: VecDeque<(u64, u64, Line)>,
    /// The ID of its address, the line, and whether it is refused.
    writes: VecDeque<(u64, u64, bool)>,
}

fn line_of(value: u32) -> Line {
    std::array::from_fn(|lane| value.wrapping_mul(31) ^ lane as u32)
}

/// The port between a source that has one transaction of a line at a time, as the host has, and a memory that answers in order.
struct Bench {
    block: Box<MemoryPort>,
    random: Pcg64,
    memory: Memory,
    /// What lines hold, and which are poisoned, once all is answered.
    lines: BTreeMap<u64, Line>,
    poisoned: PoisonedLines,
    /// Lines of which a reset has left open which of two things they hold.
    unknown: BTreeSet<u64>,
    /// Those of them that a write of before the reset has surely left poisoned.
    spoilt: BTreeSet<u64>,
    rates: Vec<Rate>,
    read: Option<(u64, u64)>,
    write: Option<Write>,
    /// Unanswered, as the source sees it.
    reads: VecDeque<(u64, u64)>,
    writes: VecDeque<Write>,
    /// Writes of which memory has taken both parts, with what they are.
    accepted: VecDeque<Write>,
    /// The write that memory was offered before a reset, and the line of the read.
    debt: Option<Write>,
    read_debt: Option<u64>,
    /// The line of the read that is offered.
    offered_read: Option<u64>,
    held: [Option<(u64, u64)>; 3],
    cycle: u64,
    next: u32,
    read_answers: u64,
    marked: u64,
    lost_answers: u64,
    /// Writes of which memory was owed the line, the address, and both, and reads that it was offered.
    debts: [u64; 4],
    /// The memory is reset with the port, and forgets; and the port is told.
    forgets: bool,
    tells: bool,
    /// Share of the writes that memory refuses.
    refusals: f64,
}

impl Bench {
    fn new(rate: fn() -> Rate, seed: u64) -> Self {
        let mut block = ready::<MemoryPort>();
        block.reset.next = true;
        clock_cycle!(block);
        block.reset.next = false;
        Self {
            block,
            random: random("memory port", seed),
            memory: Memory::default(),
            lines: BTreeMap::new(),
            poisoned: PoisonedLines::default(),
            unknown: BTreeSet::new(),
            spoilt: BTreeSet::new(),
            rates: (0..8).map(|_| rate()).collect(),
            read: None,
            write: None,
            reads: VecDeque::new(),
            writes: VecDeque::new(),
            accepted: VecDeque::new(),
            debt: None,
            read_debt: None,
            offered_read: None,
            held: [None; 3],
            cycle: 0,
            next: 1,
            read_answers: 0,
            marked: 0,
            lost_answers: 0,
            debts: [0; 4],
            forgets: false,
            tells: false,
            refusals: 0.03,
        }
    }

    fn is_under_way(&self, line: u64) -> bool {
        self.reads.iter().any(|read| read.1 == line)
            || self.read.is_some_and(|read| read.1 == line)
            || self.writes.iter().chain(&self.write).any(|write| write.line == line)
    }

    /// Offers something new, if a line is free for it.
    fn begin(&mut self, lines: u64, poison: f64) {
        let line = self.random.random_range(0..lines);
        if self.is_under_way(line) {
            return;
        }
        if self.read.is_none() && self.rates[0].draw(&mut self.random) {
            self.read = Some((self.random.random_range(0..512), line));
        } else if self.write.is_none() && self.rates[1].draw(&mut self.random) {
            let strobes = if self.random.random_bool(0.7) { u64::MAX } else { self.random.random::<u64>() << 1 };
            self.write = Some(Write { line, value: self.next, strobes, poison: self.random.random_bool(poison) });
            self.next += 1;
        }
    }

    /// A write is answered: what its line is from now on.
    fn settle_write(&mut self, write: Write, refused: bool) {
        if write.poison || refused {
            self.poisoned.add(write.line);
        } else if write.strobes == u64::MAX {
            self.poisoned.remove(write.line);
            self.unknown.remove(&write.line);
            self.spoilt.remove(&write.line);
        }
    }

    /// A cycle; in reset the source offers nothing.
    fn cycle(&mut self, reset: bool) {
        let random = &mut self.random;
        let block = &mut self.block;
        block.reset.next = reset;
        block.memory_reset.next = reset && self.tells;
        let (read, write) = (self.read.filter(|_| !reset), self.write.filter(|_| !reset));
        block.s_arvalid.next = read.is_some();
        let (id, line) = read.unwrap_or_default();
        block.s_arid.next = id.into();
        block.s_araddr.next = (line << 6).into();
        block.s_awvalid.next = write.is_some();
        block.s_wvalid.next = write.is_some();
        if let Some(write) = write {
            block.s_awaddr.next = (write.line << 6).into();
            block.s_wdata.next = to_bits(&line_of(write.value));
            block.s_wstrb.next = write.strobes.into();
            block.s_wpoison.next = write.poison;
        }
        block.m_arready.next = self.rates[2].draw(random);
        block.m_awready.next = self.rates[3].draw(random);
        block.m_wready.next = self.rates[4].draw(random);
        let memory = &mut self.memory;
        let answer = if self.rates[5].draw(random) { memory.reads.pop_front() } else { None };
        block.m_rvalid.next = answer.is_some();
        if let Some((id, _, data)) = &answer {
            block.m_rid.next = (*id).into();
            block.m_rdata.next = to_bits(data);
        }
        let response = if self.rates[6].draw(random) { memory.writes.pop_front() } else { None };
        block.m_bvalid.next = response.is_some();
        block.m_bid.next = response.map_or(0, |(id, _, _)| id).into();
        block.m_bresp.next = if response.is_some_and(|(_, _, refused)| refused) { 2.into() } else { 0.into() };
        settle(&mut **block);

        // What is offered stays until it is taken; a reset withdraws it, and it comes back behind it.
        let offered = [
            block.m_arvalid.val().then(|| (number(block.m_arid.val()), number(block.m_araddr.val()))),
            block.m_awvalid.val().then(|| (number(block.m_awid.val()), number(block.m_awaddr.val()))),
            block.m_wvalid.val().then(|| (number(block.m_wstrb.val()), u64::from(from_bits(block.m_wdata.val())[0]))),
        ];
        if reset {
            assert_eq!(offered, [None; 3], "cycle {}: nothing is offered in reset", self.cycle);
        }
        let ready = [block.m_arready.val(), block.m_awready.val(), block.m_wready.val()];
        for channel in 0..3 {
            if let Some(held) = self.held[channel].filter(|_| !reset) {
                assert_eq!(offered[channel], Some(held), "cycle {}: channel {channel}", self.cycle);
            }
            self.held[channel] = offered[channel].filter(|_| !ready[channel]);
        }

        // Answers.
        let read_answered = block.s_rvalid.val();
        let (found_id, found, error) =
            (number(block.s_rid.val()), from_bits(block.s_rdata.val()), block.s_rresp.val().get_bit(1));
        let write_answered = block.s_bvalid.val();
        let taken = read.is_some() && block.s_arready.val();
        let (taken_address, taken_line) = (block.s_awready.val(), block.s_wready.val());
        let memory_takes =
            [offered[0].is_some() && ready[0], offered[1].is_some() && ready[1], offered[2].is_some() && ready[2]];
        let (address, strobes, data) =
            (number(block.m_awaddr.val()), number(block.m_wstrb.val()), from_bits(block.m_wdata.val()));
        let read_address = number(block.m_araddr.val());
        let (read_id, write_id) = (number(block.m_arid.val()), number(block.m_awid.val()));
        let cycle = self.cycle;
        if let Some((_, line, data)) = answer {
            if read_answered {
                assert_eq!(self.reads.pop_front(), Some((found_id, line)), "cycle {cycle}");
                assert_eq!(found, data, "cycle {cycle}");
                if self.spoilt.contains(&line) {
                    assert!(error, "cycle {cycle}: line {line} was spoilt before the reset");
                }
                if !self.unknown.contains(&line) {
                    assert_eq!(error, self.poisoned.contains(line), "cycle {cycle}: line {line}");
                    assert_eq!(data, self.lines.get(&line).copied().unwrap_or_default(), "cycle {cycle}: line {line}");
                }
                self.read_answers += 1;
                self.marked += u64::from(error);
            } else {
                self.lost_answers += 1;
            }
        } else {
            assert!(!read_answered, "cycle {cycle}: an answer that memory has not given");
        }
        if let Some((_, line, refused)) = response {
            let write = self.accepted.pop_front().expect("memory has taken it");
            assert_eq!(write.line, line, "cycle {cycle}");
            if write_answered {
                assert_eq!(self.writes.pop_front(), Some(write), "cycle {cycle}");
                self.settle_write(write, refused);
            } else {
                self.unknown.insert(line);
                if write.poison || refused {
                    self.spoilt.insert(line);
                } else if write.strobes == u64::MAX {
                    self.spoilt.remove(&line);
                }
                self.lost_answers += 1;
            }
        } else {
            assert!(!write_answered, "cycle {cycle}: a response that memory has not given");
        }

        // What memory takes.
        let memory = &mut self.memory;
        if let Some((_, address)) = offered[0] {
            self.offered_read = Some(address >> 6);
        }
        if memory_takes[0] {
            let line = read_address >> 6;
            self.offered_read = None;
            match self.read_debt.take() {
                Some(old) => assert_eq!(line, old, "cycle {cycle}: what was offered before the reset"),
                None => {
                    assert!(taken, "cycle {cycle}: a read of nobody");
                    assert_eq!(
                        memory.reads.len(),
                        self.reads.len(),
                        "cycle {cycle}: a read of before the reset is open"
                    );
                    assert_eq!(
                        self.accepted.len(),
                        self.writes.len(),
                        "cycle {cycle}: a write of before the reset is open"
                    );
                }
            }
            memory.reads.push_back((read_id, line, memory.lines.get(&line).copied().unwrap_or_default()));
        }
        if memory_takes[1] {
            memory.addresses.push_back((write_id, address >> 6));
        }
        if memory_takes[2] {
            memory.data.push_back((data, strobes));
        }
        if let (Some((id, line)), Some((data, strobes))) =
            (memory.addresses.front().copied(), memory.data.front().copied())
        {
            memory.addresses.pop_front();
            memory.data.pop_front();
            let write = match self.debt.take() {
                Some(debt) => debt,
                None => {
                    assert_eq!(
                        self.accepted.len(),
                        self.writes.len(),
                        "cycle {cycle}: a write of before the reset is open"
                    );
                    assert_eq!(memory.reads.len(), self.reads.len() + usize::from(memory_takes[0]));
                    self.write.expect("the source offers it")
                }
            };
            assert_eq!((line, strobes), (write.line, write.strobes), "cycle {cycle}");
            let refused = self.random.random_bool(self.refusals);
            if !refused {
                let value = self.memory.lines.entry(line).or_default();
                for byte in (0..64).filter(|byte| strobes >> byte & 1 == 1) {
                    let mask = 0xff << (byte % 4 * 8);
                    value[byte / 4] = value[byte / 4] & !mask | data[byte / 4] & mask;
                }
                self.lines.insert(line, *value);
            }
            self.memory.writes.push_back((id, line, refused));
            self.accepted.push_back(write);
        }
        assert_eq!(taken_address && write.is_some(), taken_line && write.is_some(), "address and line at once");
        if write.is_some() && taken_address {
            self.writes.push_back(self.write.take().expect("it is offered"));
        }
        if taken {
            self.reads.push_back(self.read.take().expect("it is offered"));
        }
        clock_cycle!(self.block);
        self.cycle += 1;
    }

    /// A reset, which the memory sees if it forgets.
    fn reset(&mut self, cycles: u64) {
        let (has_address, has_line) = (!self.memory.addresses.is_empty(), !self.memory.data.is_empty());
        assert!(!(has_address && has_line));
        let was_offered = self.held[1].is_some() || self.held[2].is_some();
        if self.forgets {
            self.memory = Memory { lines: std::mem::take(&mut self.memory.lines), ..Memory::default() };
            self.accepted.clear();
            self.spoilt.clear();
        }
        if let Some(write) = self.write.take() {
            // It may or may not be in the list.
            if write.poison {
                self.unknown.insert(write.line);
            }
            let of_zeros = Write { strobes: 0, poison: false, ..write };
            if self.debt.is_none() && (has_address || has_line || was_offered) {
                self.debts[if has_address {
                    0
                } else if has_line {
                    1
                } else {
                    2
                }] += 1;
                // A memory that still has the line writes it.
                self.debt = Some(if has_line && !self.forgets { write } else { of_zeros });
            }
        }
        if self.forgets
            && let Some(debt) = &mut self.debt
        {
            (debt.strobes, debt.poison) = (0, false);
        }
        if self.held[0].is_some() && self.read_debt.is_none() {
            self.read_debt = self.offered_read;
            self.debts[3] += 1;
        }
        if self.forgets && self.tells {
            (self.debt, self.read_debt) = (None, None);
        }
        self.offered_read = None;
        self.read = None;
        self.reads.clear();
        self.writes.clear();
        // Lines that are still written hold what they will when memory has answered.
        for _ in 0..cycles {
            self.cycle(true);
        }
        self.held = [None; 3];
    }

    /// Until all is answered.
    fn finish(&mut self) {
        for _ in 0..12_000 {
            if self.reads.is_empty() && self.writes.is_empty() && self.read.is_none() && self.write.is_none() {
                return;
            }
            self.cycle(false);
        }
        panic!("never answered: {:?}, {:?}", self.reads, self.writes);
    }
}

#[test]
fn answers_come_in_order_and_poison_is_known() {
    for seed in 0..4 {
        let mut bench = Bench::new(Rate::changing, seed);
        for _ in 0..6000 {
            // With two lines in three good again before they are nine, no range is needed.
            bench.begin(PLACES, 0.2);
            bench.cycle(false);
        }
        bench.finish();
        assert!(
            bench.read_answers > 300 && bench.marked > 30,
            "{} answers, {} marked",
            bench.read_answers,
            bench.marked
        );
        assert_eq!(bench.lost_answers, 0);
    }
}

/// A source that resets at any time sees no answer of before, and memory gets every part of what it was promised.
#[test]
fn a_reset_loses_nothing_but_what_was_under_way() {
    let (mut lost, mut debts) = (0, [0; 4]);
    for seed in 10..20 {
        let mut bench = Bench::new(Rate::changing, seed);
        for _ in 0..60 {
            for _ in 0..bench.random.random_range(1..100) {
                bench.begin(PLACES, 0.2);
                bench.cycle(false);
            }
            // Lines under way: which of two contents a read of after the reset sees is open until they are written again.
            let under_way: Vec<u64> = bench.writes.iter().chain(&bench.write).map(|write| write.line).collect();
            bench.unknown.extend(under_way);
            let cycles = bench.random.random_range(1..40);
            bench.reset(cycles);
        }
        bench.finish();
        assert!(bench.read_answers > 100, "{} answers", bench.read_answers);
        lost += bench.lost_answers;
        debts = std::array::from_fn(|part| debts[part] + bench.debts[part]);
    }
    assert!(lost > 100 && debts.iter().all(|debts| *debts > 5), "{lost} answers of before, {debts:?} owed");
}

/// Resets of port and memory, at any time; the source goes on for some cycles behind each.
fn common_resets(tells: bool, seed: u64, resets: u64, cycles: u64) {
    let mut bench = Bench::new(Rate::changing, seed);
    (bench.forgets, bench.tells) = (true, tells);
    for _ in 0..resets {
        let before = bench.read_answers;
        for cycle in 0..cycles {
            if cycle + 60 > cycles && bench.read_answers == before {
                // Something was answered before the next reset.
                bench.finish();
            }
            bench.begin(PLACES, 0.2);
            bench.cycle(false);
        }
        let under_way: Vec<u64> = bench.writes.iter().chain(&bench.write).map(|write| write.line).collect();
        bench.unknown.extend(under_way);
        bench.reset(32);
    }
    bench.finish();
    assert!(bench.debts[..2].iter().all(|debts| *debts > 0), "{:?} owed", bench.debts);
    assert!(bench.read_answers > 50, "{} answers", bench.read_answers);
}

/// A memory that is reset, too, and of which the port is told, is not waited for: all goes on as after power-up.
#[test]
fn a_memory_may_be_reset_with_the_port() {
    common_resets(true, 25, 60, 80);
}

/// The same, and nobody tells the port: it waits in vain, completes the half of a write that it has just begun, and goes on. No write
/// behind it gets the line of another one.
#[test]
fn a_memory_may_be_reset_with_the_port_and_nobody_says_so() {
    for seed in 26..28 {
        common_resets(false, seed, 20, 4500);
    }
}

/// A memory that needs longer than anybody waits is told from one that answers at once, by the ID.
#[test]
fn an_answer_that_comes_too_late_is_nobodys() {
    let mut bench = Bench::new(Rate::always, 28);
    bench.rates[5] = Rate::never();
    bench.read = Some((5, 1));
    (0..4).for_each(|_| bench.cycle(false));
    assert_eq!(bench.memory.reads.len(), 1);
    let late = bench.memory.reads.pop_front().expect("it is taken");
    bench.reset(32);
    bench.read = Some((6, 2));
    let mut waited = 0;
    while bench.memory.reads.is_empty() {
        bench.cycle(false);
        waited += 1;
    }
    assert!((2048..2060).contains(&waited), "it waits for {waited} cycles");
    bench.memory.reads.push_front(late);
    bench.rates[5] = Rate::always();
    bench.finish();
    assert_eq!((bench.lost_answers, bench.read_answers), (1, 1));
}

/// A read that is under way while its line is poisoned and made good again gets what the line held meanwhile, or before, or after:
/// never poison as good.
#[test]
fn a_read_beside_poison_and_its_mending_is_no_good_answer() {
    const BAD: u32 = 1;
    const GOOD: u32 = 2;
    let mut refusals = 0;
    for delay in 0..40 {
        let mut block = ready::<MemoryPort>();
        block.reset.next = true;
        clock_cycle!(block);
        block.reset.next = false;
        block.m_arready.next = true;
        block.m_awready.next = true;
        block.m_wready.next = true;
        block.s_wstrb.next = u64::MAX.into();
        let line = |value: u32| to_bits(&line_of(value));
        // A memory that writes at once, answers a write in the next cycle, and a read with what it finds while `delay` goes by.
        let (mut held, mut read_since, mut answered, mut writes) = (0, None, None, VecDeque::from([BAD, GOOD]));
        let (mut responds, mut reads) = (false, true);
        for cycle in 0..100 {
            block.s_arvalid.next = reads;
            block.s_awvalid.next = !writes.is_empty() && cycle > 0;
            block.s_wvalid.next = !writes.is_empty() && cycle > 0;
            block.s_wpoison.next = writes.front() == Some(&BAD);
            block.s_wdata.next = line(writes.front().copied().unwrap_or(0));
            block.m_bvalid.next = responds;
            let answers = read_since.is_some_and(|since| cycle >= since + delay) && answered.is_none();
            block.m_rvalid.next = answers;
            // The worst that a memory may have read: the poison, once it was there.
            if answers {
                answered = Some(if held == 0 { 0 } else { BAD });
                block.m_rdata.next = line(answered.unwrap_or(0));
            }
            settle(&mut *block);
            if answers {
                assert!(block.s_rvalid.val(), "delay {delay}, cycle {cycle}");
                let error = block.s_rresp.val().get_bit(1);
                assert!(error || answered == Some(0), "delay {delay}: poison as good");
                refusals += u64::from(error);
            }
            responds = false;
            if block.m_arvalid.val() {
                (read_since, reads) = (Some(cycle), false);
            }
            if block.m_awvalid.val() && block.m_wvalid.val() {
                held = writes.pop_front().expect("it is offered");
                responds = true;
            }
            clock_cycle!(block);
        }
        assert!(writes.is_empty() && answered.is_some(), "delay {delay}: all is done");
        // The line is good in the end.
        block.s_arvalid.next = true;
        clock_cycle!(block);
        block.s_arvalid.next = false;
        block.m_rvalid.next = true;
        settle(&mut *block);
        assert!(block.s_rvalid.val() && !block.s_rresp.val().get_bit(1), "delay {delay}: the line is good again");
    }
    assert!(refusals > 20, "{refusals}");
}

#[test]
fn a_read_and_a_write_a_cycle() {
    let mut bench = Bench::new(Rate::always, 30);
    bench.refusals = 0.0;
    for cycle in 0..1000 {
        // Reads and writes of lines that are long answered.
        bench.read.get_or_insert((7, cycle % 64));
        bench.write.get_or_insert(Write { line: 1000 + cycle % 64, value: 1, strobes: u64::MAX, poison: false });
        bench.cycle(false);
    }
    assert!(bench.read_answers > 990, "{} answers in 1000 cycles", bench.read_answers);
    assert!(bench.accepted.len() < 3);
}

/// A port with more poisoned lines than places takes all lines between those without one for poisoned, over a reset, until told.
#[test]
fn more_poisoned_lines_than_places() {
    let mut bench = Bench::new(Rate::always, 40);
    let poison = |bench: &mut Bench, line| {
        bench.write = Some(Write { line, value: line as u32, strobes: u64::MAX, poison: true });
        bench.finish();
    };
    for line in (0..PLACES).chain([20, 30]) {
        poison(&mut bench, line);
    }
    assert!(bench.block.poison_overflow.val());
    bench.reset(32);
    let look = |bench: &mut Bench, line| {
        let before = bench.marked;
        bench.read = Some((3, line));
        bench.finish();
        bench.marked > before
    };
    assert!(look(&mut bench, 2) && look(&mut bench, 20) && look(&mut bench, 25) && look(&mut bench, 30));
    assert!(!look(&mut bench, 19) && !look(&mut bench, 31));
    bench.block.clear_poison.next = true;
    bench.cycle(false);
    bench.block.clear_poison.next = false;
    bench.poisoned.clear();
    assert!(!bench.block.poison_overflow.val());
    assert!(!look(&mut bench, 2) && !look(&mut bench, 25));
}

/// A good write in front of one with poison does not make its line good.
#[test]
fn writes_of_one_line_leave_what_the_last_one_is() {
    for seed in 50..60 {
        let mut bench = Bench::new(Rate::changing, seed);
        for round in 0..200 {
            for _ in 0..bench.random.random_range(1..5) {
                let (value, poison) = (round, bench.random.random_bool(0.5));
                bench.write = Some(Write { line: 9, value, strobes: u64::MAX, poison });
                while bench.write.is_some() {
                    bench.cycle(false);
                }
            }
            bench.finish();
            bench.read = Some((1, 9));
            bench.finish();
        }
        assert!(bench.marked > 50, "{} marked", bench.marked);
    }
}

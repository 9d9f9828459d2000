//! The embedding kernel against the reference: the same plans, the same bits.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Line, Rate, from_bits, number, to_bits};
use crate::memory::{Reads, Writes};
use crate::stack::on_large_stack;
use emberlane_drivers::smartssd::{Bag, BankAssignment, Plan};
use emberlane_reference::smartssd::{KernelMemory, ReferenceKernel};
use emberlane_registers::kernel_plan::{Backward, Forward, KernelError, Load, Move, Place, Program, Side, Word};
use emberlane_rtl::smartssd::kernel::{Kernel, STREAMS};
use rand::Rng;
use rand_pcg::Pcg64;
use std::collections::HashMap;

const CACHE: u64 = 0x10_0000;
const OUTPUTS: u64 = 0x20_0000;
const GRADIENT_BASE: u64 = 0x30_0000;
const PROGRAMS: u64 = 0x40_0000;
/// Bytes between programs.
const PROGRAM_BYTES: u64 = 0x10_0000;

/// Memory by lines; what was never written is a line of NaNs.
#[derive(Default)]
struct Memory(HashMap<u64, Line>);

impl Memory {
    fn write(&mut self, address: u64, words: &[u32]) {
        for (line, words) in words.chunks(16).enumerate() {
            let mut whole = [u32::MAX; 16];
            whole[..words.len()].copy_from_slice(words);
            self.0.insert(address + 64 * line as u64, whole);
        }
    }

    fn line(&self, address: u64) -> Line {
        assert_eq!(address % 64, 0);
        self.0.get(&address).copied().unwrap_or([u32::MAX; 16])
    }

    fn floats(&self, address: u64, count: usize) -> Vec<f32> {
        let lines = (0..count as u64 / 16).flat_map(|line| self.line(address + 64 * line));
        lines.map(f32::from_bits).collect()
    }
}

fn words(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// What ended a plan.
#[derive(Debug, PartialEq)]
struct End {
    error: u64,
    program: u64,
    counters: [u64; 4],
}

struct Bench<const BANKS: usize, const ADDERS: usize, const SLICES: usize> {
    block: Box<Kernel<BANKS, ADDERS, SLICES>>,
    memory: Memory,
    streams: [Reads; STREAMS],
    vectors: Reads,
    writes: [Writes; 2],
    /// Lines that cannot be read.
    bad_lines: Vec<u64>,
    cycle: usize,
    hazards: [usize; 2],
}

impl<const BANKS: usize, const ADDERS: usize, const SLICES: usize> Bench<BANKS, ADDERS, SLICES> {
    fn new(rate: fn() -> Rate) -> Self {
        let mut block = ready::<Kernel<BANKS, ADDERS, SLICES>>();
        block.reset.next = true;
        for _ in 0..32 {
            clock_cycle!(block);
        }
        block.reset.next = false;
        Self {
            block,
            memory: Memory::default(),
            streams: std::array::from_fn(|_| Reads::new(rate)),
            vectors: Reads::new(rate),
            writes: std::array::from_fn(|_| Writes::new(rate)),
            bad_lines: Vec::new(),
            cycle: 0,
            hazards: [0; 2],
        }
    }

    /// With memory that does something in every cycle and answers after `latency` cycles.
    fn steady(latency: usize) -> Self {
        Self {
            streams: std::array::from_fn(|_| Reads::steady(latency)),
            vectors: Reads::steady(latency),
            ..Self::new(Rate::always)
        }
    }

    fn cycle(&mut self, random: &mut Pcg64) {
        let (block, cycle) = (&mut self.block, self.cycle);
        for (stream, reads) in self.streams.iter_mut().enumerate() {
            let line = reads.give(cycle, random);
            block.line_valid[stream].next = line.is_some();
            block.line[stream].next = line.map(|line| to_bits(&self.memory.line(line))).unwrap_or_default();
            block.line_error[stream].next = line.is_some_and(|line| self.bad_lines.contains(&line));
            block.stream_ready[stream].next = reads.ready(random);
        }
        let line = self.vectors.give(cycle, random);
        block.ev_rvalid.next = line.is_some();
        block.ev_rdata.next = line.map(|line| to_bits(&self.memory.line(line))).unwrap_or_default();
        let bad = line.is_some_and(|line| self.bad_lines.contains(&line));
        block.ev_rresp.next = (2 * u64::from(bad)).into();
        block.ev_arready.next = self.vectors.ready(random);
        for (writer, writes) in self.writes.iter_mut().enumerate() {
            block.bvalid[writer].next = writes.answer(cycle, random);
            block.bresp[writer].next = (2 * u64::from(writes.refuses)).into();
            block.awready[writer].next = writes.takes_address.draw(random);
            block.wready[writer].next = writes.takes_beat.draw(random);
        }
        settle(&mut **block);
        for (stream, reads) in self.streams.iter_mut().enumerate() {
            if block.stream_valid[stream].val() && block.stream_ready[stream].val() {
                reads.ask(number(block.stream_address[stream].val()), 1, cycle, random);
            }
        }
        if block.ev_arvalid.val() && block.ev_arready.val() {
            let lines = number(block.ev_arlen.val()) + 1;
            self.vectors.ask(number(block.ev_araddr.val()), lines, cycle, random);
        }
        for (writer, writes) in self.writes.iter_mut().enumerate() {
            if block.awvalid[writer].val() && block.awready[writer].val() {
                writes.address(number(block.awaddr[writer].val()), number(block.awlen[writer].val()) + 1);
            }
            if block.wvalid[writer].val() && block.wready[writer].val() {
                writes.beat(from_bits(block.wdata[writer].val()), block.wlast[writer].val());
            }
            writes.land(cycle, random, |address, line| {
                self.memory.0.insert(address, *line);
            });
        }
        self.hazards[0] += usize::from(block.forward_hazard.val());
        self.hazards[1] += usize::from(block.backward_hazard.val());
        clock_cycle!(self.block);
        self.cycle += 1;
    }

    /// Runs a plan to its end; says how many cycles it took.
    fn run(&mut self, plan: &Plan, gradients: usize, bags: usize, vectors: usize, random: &mut Pcg64) -> (End, usize) {
        for program in Program::ALL {
            let base = PROGRAMS + program as u64 * PROGRAM_BYTES;
            self.memory.write(base, &plan.encode(program));
            self.block.program_base[program as usize].next = base.into();
            self.block.program_words[program as usize].next = (plan.words(program) as u64).into();
        }
        self.block.cache_base.next = CACHE.into();
        self.block.cache_vectors.next = (vectors as u64).into();
        self.block.output_base.next = OUTPUTS.into();
        self.block.bags.next = (bags as u64).into();
        self.block.gradient_base.next = GRADIENT_BASE.into();
        self.block.gradients.next = (gradients as u64).into();
        self.block.start.next = true;
        let begin = self.cycle;
        self.cycle(random);
        self.block.start.next = false;
        // What counts is what the block says with `done`.
        let mut end = None;
        loop {
            settle(&mut *self.block);
            if !self.block.busy.val() {
                break;
            }
            self.cycle(random);
            if self.block.done.val() {
                end = Some(self.end());
            }
            assert!(
                self.cycle < begin + 3_000,
                "the plan does not end: counters {:?}",
                std::array::from_fn::<_, 4, _>(|program| number(self.block.counter[program].val()))
            );
        }
        assert!(self.streams.iter().all(Reads::is_idle) && self.vectors.is_idle(), "a read is under way");
        let end = end.expect("a plan that has ended was done");
        assert_eq!(end, self.end(), "it stays so");
        (end, self.cycle - begin)
    }

    fn end(&self) -> End {
        End {
            error: number(self.block.error.val()),
            program: number(self.block.error_program.val()),
            counters: std::array::from_fn(|program| number(self.block.counter[program].val())),
        }
    }
}

fn bags(random: &mut Pcg64, count: usize, most: usize, vectors: u32) -> Vec<Bag> {
    let bag = |random: &mut Pcg64| {
        let length = random.random_range(0..=most);
        let vector = |random: &mut Pcg64| {
            let most = random.random_range(0..vectors);
            random.random_range(0..=most)
        };
        let scale = [1.0f32, 0.25, -3.5][random.random_range(0..3)];
        Bag { vectors: (0..length).map(|_| vector(random)).collect(), scale: scale.to_bits() }
    };
    (0..count).map(|_| bag(random)).collect()
}

/// Numbers of all kinds: sums of them depend on the order.
fn numbers(random: &mut Pcg64, count: usize) -> Vec<f32> {
    (0..count).map(|_| random.random_range(-1.0..1.0f32) * 2f32.powi(random.random_range(-20..20))).collect()
}

fn done(plan: &Plan) -> [u64; 4] {
    fn count<T>(words: &[Word<T>]) -> u64 {
        words.iter().filter(|word| matches!(word, Word::Do(_))).count() as u64
    }
    [count(&plan.loads), count(&plan.forward), count(&plan.backward), count(&plan.moves)]
}

/// Iterations of random bags, on memory of random delays, leave what the reference leaves.
fn agrees<const BANKS: usize, const ADDERS: usize, const SLICES: usize>(iterations: usize, count: usize, seed: u64) {
    on_large_stack(move || {
        let random = &mut random(&format!("{BANKS} banks, {SLICES} slices"), seed);
        let vectors = 60;
        let length = 16 * SLICES;
        let mut bench = Bench::<BANKS, ADDERS, SLICES>::new(Rate::changing);
        let mut assignment = BankAssignment::new(BANKS);
        let mut reference = ReferenceKernel::new(BANKS, length);
        let mut cache = numbers(random, vectors * length);
        bench.memory.write(CACHE, &words(&cache));
        for iteration in 0..iterations {
            let backward = bags(random, count, 5, vectors as u32);
            let forward = bags(random, count, 9, vectors as u32);
            let gradients = numbers(random, backward.len() * length);
            bench.memory.write(GRADIENT_BASE, &words(&gradients));
            let plan = assignment.plan(&backward, &forward).unwrap();
            let mut outputs = vec![0.0; forward.len() * length];
            let mut memory = KernelMemory { cache: &mut cache, gradients: &gradients, outputs: &mut outputs };
            reference.run(&plan, &mut memory, |count| random.random_range(0..count)).unwrap();
            let (end, cycles) = bench.run(&plan, backward.len(), forward.len(), vectors, random);
            eprintln!("iteration {iteration}: {cycles} cycles, {:?}, hazards {:?}", end.counters, bench.hazards);
            assert_eq!(end, End { error: 0, program: 0, counters: done(&plan) });
            assert_eq!(words(&bench.memory.floats(OUTPUTS, outputs.len())), words(&outputs));
            assert_eq!(words(&bench.memory.floats(CACHE, cache.len())), words(&cache));
        }
        assert!(bench.hazards.iter().all(|count| *count > 0), "words waited: {:?}", bench.hazards);
    });
}

#[test]
fn one_bank_agrees_with_the_reference() {
    agrees::<1, 1, 1>(3, 24, 1);
}

#[test]
fn three_banks_agree_with_the_reference() {
    agrees::<3, 3, 1>(3, 24, 2);
}

#[test]
fn three_banks_with_two_adders_agree_with_the_reference() {
    agrees::<3, 2, 2>(2, 16, 4);
}

#[test]
fn two_slices_agree_with_the_reference() {
    agrees::<2, 1, 2>(2, 16, 3);
}

/// A kernel of two banks whose slots 0 to 3 of every bank, on both sides, hold EVs, and a plan's words of which each uses all ports.
struct OnChip<const ADDERS: usize, const SLICES: usize> {
    bench: Bench<2, ADDERS, SLICES>,
    random: Pcg64,
}

const VECTORS: usize = 16;

impl<const ADDERS: usize, const SLICES: usize> OnChip<ADDERS, SLICES> {
    fn new(mut bench: Bench<2, ADDERS, SLICES>) -> Self {
        let mut random = random("EVs on the chip", 1);
        let length = 16 * SLICES;
        bench.memory.write(CACHE, &words(&vec![1.0; VECTORS * length]));
        bench.memory.write(GRADIENT_BASE, &words(&vec![0.5; 100 * length]));
        let load = |index: u32| {
            let side = if index < 8 { Side::Forward } else { Side::Backward };
            let to = Place { bank: (index % 2) as u8, slot: (index / 2 % 4) as u16 };
            Word::Do(Load { side, to, vector: index })
        };
        let plan = Plan { loads: (0..16).map(load).collect(), ..Plan::default() };
        let (end, _) = bench.run(&plan, 0, 0, VECTORS, &mut random);
        assert_eq!(end, End { error: 0, program: 0, counters: [16, 0, 0, 0] });
        Self { bench, random }
    }

    fn run(&mut self, plan: &Plan, gradients: usize, bags: usize) -> (End, usize) {
        self.bench.run(plan, gradients, bags, VECTORS, &mut self.random)
    }
}

fn pool(accumulator: u8, bag: u32, first: bool, last: bool) -> Word<Forward> {
    let mut word = Forward { scale: 1.0f32.to_bits(), bag, accumulator, first, last, ..Forward::default() };
    word.operands[0] = [Some(0), Some(1)];
    word.operands[1] = [Some(2), Some(3)];
    Word::Do(word)
}

fn update(slots: [u16; 2], ends: bool) -> Word<Backward> {
    let mut word = Backward { ends, ..Backward::default() };
    word.operands[0] = Some(slots[0]);
    word.operands[1] = Some(slots[1]);
    Word::Do(word)
}

/// Cycles that a plan of one word takes at most: what is not throughput.
const LATENCY: usize = 80;

/// Words of six bags that take turns: one a cycle; of one bag: one every six cycles.
#[test]
fn forward_words_follow_each_other() {
    on_large_stack(|| {
        let mut chip = OnChip::new(Bench::<2, 2, 1>::steady(10));
        let rounds = 20;
        let words = |bags: u32| {
            let word = move |round, bag| pool(bag as u8, bag, round == 0, round + 1 == rounds);
            let forward = (0..rounds).flat_map(|round| (0..bags).map(move |bag| word(round, bag))).collect();
            Plan { forward, ..Plan::default() }
        };
        let (end, cycles) = chip.run(&words(6), 0, 6);
        assert_eq!((end.error, end.counters[1]), (0, 120));
        assert!(cycles < 120 + LATENCY, "{cycles}");
        assert_eq!(chip.bench.memory.floats(OUTPUTS, 96), [80.0; 96]);
        let (_, cycles) = chip.run(&words(1), 0, 1);
        assert!((6 * 19..6 * 20 + LATENCY).contains(&cycles), "{cycles}");
        assert_eq!(chip.bench.hazards, [5 * 19, 0]);
    });
}

/// A gradient a cycle; a slot that comes again is waited for.
#[test]
fn gradients_follow_each_other() {
    on_large_stack(|| {
        let mut chip = OnChip::new(Bench::<2, 2, 1>::steady(10));
        // Four slots a bank: each comes again after four cycles, which are three too few.
        let words = (0..80).map(|word| update([word % 4, word % 4], true)).collect();
        let (end, cycles) = chip.run(&Plan { backward: words, ..Plan::default() }, 80, 0);
        assert_eq!((end.error, end.counters[2]), (0, 80));
        assert!((80 / 4 * 7 - 7..80 / 4 * 7 + LATENCY).contains(&cycles), "{cycles}");
        assert!(chip.bench.hazards[1] > 0);
        // No operands: nothing to wait for.
        let words = vec![Word::Do(Backward { ends: true, ..Backward::default() }); 80];
        let (_, cycles) = chip.run(&Plan { backward: words, ..Plan::default() }, 80, 0);
        assert!(cycles < 80 + LATENCY, "{cycles}");
    });
}

/// Two banks that share an adder: a word for both every other cycle, as many as gradients of two lines come; words for the second
/// bank alone every cycle, and for the first alone, too, but not behind the second.
#[test]
fn words_take_turns_at_an_adder() {
    on_large_stack(|| {
        let mut chip = OnChip::new(Bench::<2, 1, 2>::steady(10));
        let mut cycles = |banks: fn(u16) -> [bool; 2], ends: bool| {
            let word = |word: u16| {
                let used = banks(word);
                let slots = std::array::from_fn(|bank| used.get(bank).is_some_and(|used| *used).then_some(word % 16));
                Word::Do(Backward { operands: slots, ends: ends || word == 159 })
            };
            let plan = Plan { backward: (0..160).map(word).collect(), ..Plan::default() };
            let gradients = plan.gradients();
            chip.bench.hazards[1] = 0;
            let (end, cycles) = chip.run(&plan, gradients, 0);
            assert_eq!((end.error, end.counters[2]), (0, 160));
            (cycles, chip.bench.hazards[1])
        };
        // A gradient for all words: words wait for the adder alone.
        let (both, hazards) = cycles(|_| [true, true], false);
        assert!((319..319 + LATENCY).contains(&both) && (159..=160).contains(&hazards), "{both}, {hazards}");
        for alone in [|_| [true, false], |_| [false, true]] {
            let (cycles, hazards) = cycles(alone, false);
            assert!(cycles < 160 + LATENCY && hazards == 0, "{cycles}, {hazards}");
        }
        let (turns, hazards) = cycles(|word| [word % 2 == 1, word % 2 == 0], false);
        assert!((239..239 + LATENCY).contains(&turns) && (79..=80).contains(&hazards), "{turns}, {hazards}");
        // A gradient a word: they come as fast as the adder takes them.
        let (both, _) = cycles(|_| [true, true], true);
        assert!((319..319 + LATENCY).contains(&both), "{both}");
    });
}

/// EVs come in, and go out, a beat a cycle.
#[test]
fn vectors_come_and_go_a_beat_a_cycle() {
    on_large_stack(|| {
        let mut chip = OnChip::new(Bench::<2, 1, 2>::steady(20));
        let load = |index: u32| {
            let side = [Side::Forward, Side::Backward][index as usize % 2];
            let to = Place { bank: (index / 2 % 2) as u8, slot: (index / 4) as u16 };
            Word::Do(Load { side, to, vector: index % 16 })
        };
        let plan = Plan { loads: (0..64).map(load).collect(), ..Plan::default() };
        let (end, cycles) = chip.run(&plan, 0, 0);
        assert_eq!(end.counters[0], 64);
        assert!(cycles < 2 * 64 + LATENCY, "{cycles}");
        let store = |index: u32| {
            let place = Place { bank: (index % 2) as u8, slot: (index / 2 % 4) as u16 };
            Word::Do(Move { from: place, store: Some(index % 16), copy: Some(place) })
        };
        let plan = Plan { moves: (0..64).map(store).collect(), ..Plan::default() };
        let (end, cycles) = chip.run(&plan, 0, 0);
        assert_eq!(end.counters[3], 64);
        assert!(cycles < 2 * 64 + LATENCY, "{cycles}");
    });
}

/// What stops a plan, where it was, and how far it came; the next one runs.
#[test]
fn what_cannot_be_done_stops_the_plan() {
    on_large_stack(|| {
        let place = |bank| Place { bank, slot: 0 };
        let load = |bank, vector| Word::Do(Load { side: Side::Backward, to: place(bank), vector });
        let put = |bank, store, copy| Word::Do(Move { from: place(bank), store, copy });
        let bank_of = |bank: usize| {
            let mut word = Forward { first: true, last: true, ..Forward::default() };
            word.operands[bank][1] = Some(0);
            Word::Do(word)
        };
        let fine = pool(0, 0, true, true);
        let mut third = Backward::default();
        third.operands[2] = Some(0);
        let loads = |words: Vec<_>| Plan { loads: words, ..Plan::default() };
        let forward = |words: Vec<_>| Plan { forward: words, ..Plan::default() };
        let backward = |words: Vec<_>| Plan { backward: words, ..Plan::default() };
        let moves = |words: Vec<_>| Plan { moves: words, ..Plan::default() };
        let waits =
            Plan { loads: vec![Word::Wait([0, 1, 0])], backward: vec![Word::Wait([1, 0, 0])], ..Plan::default() };
        use KernelError::{Bag, Bank, Gradient, Stuck, Vector};
        use Program::{Backward as Updates, Forward as Pools, Loads, Moves};
        let cases = [
            (loads(vec![load(0, 3), load(2, 3), load(0, 4)]), Bank, Loads, 1),
            (loads(vec![load(0, 3), load(1, 16)]), Vector, Loads, 1),
            (forward(vec![fine, bank_of(2), fine]), Bank, Pools, 1),
            (forward(vec![fine, pool(0, 1, true, true)]), Bag, Pools, 1),
            (backward(vec![update([0, 0], false), Word::Do(third)]), Bank, Updates, 1),
            (backward(vec![update([0, 0], true), update([1, 1], true), update([2, 2], true)]), Gradient, Updates, 2),
            (moves(vec![put(7, None, Some(place(0)))]), Bank, Moves, 0),
            (moves(vec![put(0, None, Some(place(5)))]), Bank, Moves, 0),
            (moves(vec![put(0, Some(2), None), put(0, Some(99), None)]), Vector, Moves, 1),
            (waits, Stuck, Loads, 0),
        ];
        let mut chip = OnChip::new(Bench::<2, 2, 1>::new(Rate::changing));
        for (plan, error, program, done) in cases {
            let (end, _) = chip.run(&plan, 2, 1);
            assert_eq!((end.error, end.program), (error as u64, program as u64), "{plan:?}");
            assert_eq!(end.counters[program as usize], done, "{plan:?}");
            let (end, _) = chip.run(&forward(vec![fine]), 0, 1);
            assert_eq!(end, End { error: 0, program: 0, counters: [0, 1, 0, 0] }, "after {error:?}");
        }
    });
}

/// Lines that memory cannot read or write stop the plan, and nothing is done with them.
#[test]
fn errors_of_memory_stop_the_plan() {
    on_large_stack(|| {
        let mut chip = OnChip::new(Bench::<2, 1, 2>::new(Rate::changing));
        let load = |vector| Word::Do(Load { side: Side::Forward, to: Place { bank: 0, slot: 9 }, vector });
        let from = Place { bank: 1, slot: 0 };
        let put = Plan { moves: vec![Word::Do(Move { from, store: Some(15), copy: None })], ..Plan::default() };

        // The second beat of EV 1.
        chip.bench.bad_lines = vec![CACHE + 3 * 64];
        let plan = Plan { loads: vec![load(0), load(1), load(2)], ..Plan::default() };
        let (end, _) = chip.run(&plan, 0, 0);
        assert_eq!((end.error, end.program), (KernelError::Read as u64, 0));
        assert!(end.counters[0] <= 1, "{end:?}");
        // A gradient: the EV that it was for is as before.
        chip.bench.bad_lines = vec![GRADIENT_BASE + 3 * 64];
        let words = vec![update([0, 0], true), update([1, 0], true)];
        let (end, _) = chip.run(&Plan { backward: words, ..Plan::default() }, 2, 0);
        assert_eq!((end.error, end.program), (KernelError::Read as u64, 2));
        assert!(end.counters[2] <= 1, "{end:?}");
        let applied = end.counters[2];
        // A program's second line.
        chip.bench.bad_lines = vec![PROGRAMS + PROGRAM_BYTES + 64];
        let words = (0..6).map(|bag| pool(bag, 0, true, true)).collect();
        let (end, _) = chip.run(&Plan { forward: words, ..Plan::default() }, 0, 1);
        assert_eq!((end.error, end.program), (KernelError::Read as u64, 1));
        assert!(end.counters[1] <= 2, "{end:?}");
        chip.bench.bad_lines.clear();
        chip.bench.writes[0].refuses = true;
        let (end, _) = chip.run(&put, 0, 0);
        assert_eq!((end.error, end.program), (KernelError::Write as u64, 3));
        chip.bench.writes[0].refuses = false;
        let (end, _) = chip.run(&put, 0, 0);
        assert_eq!(end.error, 0);
        let held = chip.bench.memory.floats(CACHE + 15 * 128, 32);
        assert_eq!(held, [1.0 - 0.5 * applied as f32; 32], "bank 1 has got {applied} gradients");
    });
}

//! The embedding kernel against the reference: the same plans, the same bits.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Line, Rate, from_bits, number, to_bits};
use crate::memory::{Reads, Writes};
use crate::stack::on_large_stack;
use emberlane_drivers::smartssd::{Bag, BankAssignment, Plan};
use emberlane_reference::smartssd::{KernelMemory, ReferenceKernel};
use emberlane_registers::kernel_plan::{Backward, Forward, KernelError, Load, Move, Place, Program, Side, Word};
use emberlane_rtl::smartssd::kernel::{GRADIENTS, Kernel, STREAMS};
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

struct Bench<const BANKS: usize, const SLICES: usize> {
    block: Box<Kernel<BANKS, SLICES>>,
    memory: Memory,
    streams: [Reads; STREAMS],
    vectors: Reads,
    writes: [Writes; 2],
    /// Lines that cannot be read, and bursts whose write fails.
    bad_lines: Vec<u64>,
    cycle: usize,
    hazards: [usize; 2],
}

impl<const BANKS: usize, const SLICES: usize> Bench<BANKS, SLICES> {
    const LENGTH: usize = 16 * SLICES;

    fn new(rate: fn() -> Rate) -> Self {
        let mut block = ready::<Kernel<BANKS, SLICES>>();
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
            block.bresp[writer].next = 0.into();
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
        loop {
            settle(&mut *self.block);
            let done = self.block.done.val();
            if !self.block.busy.val() {
                break;
            }
            self.cycle(random);
            assert!(
                self.cycle < begin + 20_000,
                "the plan does not end: counters {:?}",
                std::array::from_fn::<_, 4, _>(|program| number(self.block.counter[program].val()))
            );
            let _ = done;
        }
        assert!(self.streams.iter().all(Reads::is_idle) && self.vectors.is_idle(), "a read is under way");
        let end = End {
            error: number(self.block.error.val()),
            program: number(self.block.error_program.val()),
            counters: std::array::from_fn(|program| number(self.block.counter[program].val())),
        };
        (end, self.cycle - begin)
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
fn agrees<const BANKS: usize, const SLICES: usize>(iterations: usize, count: usize, seed: u64) {
    on_large_stack(move || {
        let random = &mut random(&format!("{BANKS} banks, {SLICES} slices"), seed);
        let vectors = 60;
        let length = 16 * SLICES;
        let mut bench = Bench::<BANKS, SLICES>::new(Rate::changing);
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
    agrees::<1, 1>(3, 24, 1);
}

#[test]
fn three_banks_agree_with_the_reference() {
    agrees::<3, 1>(3, 24, 2);
}

#[test]
fn two_slices_agree_with_the_reference() {
    agrees::<2, 2>(2, 16, 3);
}

//! The sixteen lanes that add up, against the same sums in plain Rust.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Line, Rate, Source, from_bits, to_bits};
use crate::stack::on_large_stack;
use emberlane_rtl::cxl_mem::controls::CONTROL_BITS;
use emberlane_rtl::cxl_mem::reducer::{LOG_RESULTS, Reducer};
use emberlane_rtl::fp32::{ADD_LATENCY, MULTIPLY_LATENCY};
use rand::Rng;
use rand_pcg::Pcg64;
use rust_hdl::prelude::*;
use std::collections::VecDeque;

/// What is to be done with a line.
#[derive(Clone, Copy, Debug)]
struct Control {
    /// Walker and line of the vector.
    key: u32,
    first: bool,
    last: bool,
    empty: bool,
    from_memory: bool,
    scale: f32,
    result_scale: f32,
}

impl Control {
    fn bits(&self) -> Bits<CONTROL_BITS> {
        let flags = u32::from(self.first) | u32::from(self.last) << 1 | u32::from(self.empty) << 2;
        let low = self.key | flags << 7 | u32::from(self.from_memory) << 10;
        let factors: Bits<64> = (u64::from(self.scale.to_bits()) | u64::from(self.result_scale.to_bits()) << 32).into();
        bit_cast::<CONTROL_BITS, 32>(u64::from(low).into()) | (bit_cast::<CONTROL_BITS, 64>(factors) << 11)
    }
}

/// Lines to add up, in the order in which they come, and what must come out.
#[derive(Default)]
struct Job {
    is_update: bool,
    rate: f32,
    controls: Vec<Control>,
    operands: Vec<Line>,
    starts: Vec<Line>,
    results: Vec<Line>,
}

fn numbers(random: &mut Pcg64) -> [f32; 16] {
    std::array::from_fn(|_| random.random_range(-4.0..4.0))
}

fn bits(numbers: [f32; 16]) -> Line {
    numbers.map(f32::to_bits)
}

impl Job {
    /// Segments of up to eight walkers at a time, of vectors of `lines` lines.
    fn new(segments: usize, lines: u32, is_update: bool, random: &mut Pcg64) -> Self {
        let mut job = Self { is_update, rate: if is_update { -0.1 } else { 1.0 }, ..Self::default() };
        let factor = |random: &mut Pcg64| [1.0, random.random_range(0.1..2.0)][random.random_range(0..2)];
        let walkers = random.random_range(1..=8);
        // Of each walker: operands left, result scale, sums so far; none left is no segment.
        let mut walks = vec![(0, 1.0, Vec::new()); walkers];
        let mut begun = 0;
        while begun < segments || walks.iter().any(|walk| walk.0 > 0) {
            let walker = random.random_range(0..walkers);
            let (left, result_scale, sums) = &mut walks[walker];
            let first = *left == 0;
            let mut empty = false;
            if first {
                if begun == segments {
                    continue;
                }
                begun += 1;
                empty = !is_update && random.random_ratio(1, 8);
                *left = if empty { 1 } else { random.random_range(1..6) };
                *result_scale = if is_update { 1.0 } else { factor(random) };
                *sums = vec![[0.0_f32; 16]; lines as usize];
            }
            let scale = if is_update { factor(random) } else { 1.0 };
            for line in 0..lines {
                let sum = &mut sums[line as usize];
                if first && is_update {
                    *sum = numbers(random);
                    job.starts.push(bits(*sum));
                }
                if !empty {
                    let operand = numbers(random);
                    job.operands.push(bits(operand));
                    for (sum, operand) in sum.iter_mut().zip(operand) {
                        *sum += job.rate * (scale * operand);
                    }
                }
                let last = *left == 1;
                if last {
                    job.results.push(bits(sum.map(|sum| sum * *result_scale)));
                }
                job.controls.push(Control {
                    key: (walker as u32) << 4 | line,
                    first,
                    last,
                    empty,
                    from_memory: first && is_update,
                    scale,
                    result_scale: *result_scale,
                });
            }
            *left -= 1;
        }
        job
    }
}

/// The reducer at a job.
struct Bench {
    block: Box<Reducer>,
    controls: Source<Control>,
    operands: Source<Line>,
    starts: Source<Line>,
    takes: Rate,
    results: VecDeque<Line>,
    /// The keys of the last cycles' issues, but for the last of a segment.
    recent: VecDeque<Option<u32>>,
    /// Results under way or not taken.
    open: usize,
    cycle: usize,
    issued: Vec<usize>,
    taken: Vec<usize>,
    hazards: usize,
}

impl Bench {
    /// `rate` makes the rate of each input and of the output.
    fn new(job: Job, rate: fn() -> Rate) -> Self {
        let mut block = ready::<Reducer>();
        block.reset.next = true;
        for _ in 0..32 {
            clock_cycle!(block);
        }
        block.reset.next = false;
        block.is_update.next = job.is_update;
        block.rate.next = u64::from(job.rate.to_bits()).into();
        Self {
            block,
            controls: Source::new(job.controls, rate()),
            operands: Source::new(job.operands, rate()),
            starts: Source::new(job.starts, rate()),
            takes: rate(),
            results: job.results.into(),
            recent: vec![None; ADD_LATENCY].into(),
            open: 0,
            cycle: 0,
            issued: Vec::new(),
            taken: Vec::new(),
            hazards: 0,
        }
    }

    fn cycle(&mut self, random: &mut Pcg64) {
        let (block, cycle) = (&mut self.block, self.cycle);
        let control = self.controls.offer(random).copied();
        block.control_valid.next = control.is_some();
        block.control.next = control.map(|control| control.bits()).unwrap_or_default();
        let operand = self.operands.offer(random);
        block.operand_valid.next = operand.is_some();
        block.operand.next = operand.map(|line| to_bits(line)).unwrap_or_default();
        let start = self.starts.offer(random);
        block.start_valid.next = start.is_some();
        block.start.next = start.map(|line| to_bits(line)).unwrap_or_default();
        block.result_ready.next = self.takes.draw(random);
        let (operand, start) = (operand.is_some(), start.is_some());
        settle(&mut **block);

        // A line is taken when what it needs is here, its sum is not in the adder, and its result has room.
        let here = control.filter(|control| (operand || control.empty) && (start || !control.from_memory));
        let waits = here.is_some_and(|control| !control.first && self.recent.contains(&Some(control.key)));
        let issued = here.filter(|control| !waits && (!control.last || self.open < 1 << LOG_RESULTS));
        assert_eq!(block.hazard.val(), waits, "cycle {cycle}: hazard of {control:?}");
        assert_eq!(block.control_ready.val(), issued.is_some(), "cycle {cycle}: {control:?} is taken");
        let (takes_operand, takes_start) =
            issued.map_or((false, false), |control| (!control.empty, control.from_memory));
        assert_eq!(block.operand_ready.val(), takes_operand, "cycle {cycle}: operand of {control:?}");
        assert_eq!(block.start_ready.val(), takes_start, "cycle {cycle}: start of {control:?}");
        assert_eq!(block.idle.val(), self.open == 0, "cycle {cycle}: idle");
        if block.result_valid.val() {
            let expected = self.results.front().expect("a result more than segments");
            assert_eq!(&from_bits(block.result.val()), expected, "cycle {cycle}");
            if block.result_ready.val() {
                self.results.pop_front();
                self.taken.push(cycle);
                self.open -= 1;
            }
        }
        if let Some(control) = issued {
            self.controls.take();
            self.issued.push(cycle);
            if takes_operand {
                self.operands.take();
            }
            if takes_start {
                self.starts.take();
            }
            self.open += usize::from(control.last);
        }
        self.recent.pop_back();
        self.recent.push_front(issued.filter(|control| !control.last).map(|control| control.key));
        self.hazards += usize::from(waits);
        clock_cycle!(self.block);
        self.cycle += 1;
    }

    /// Runs until the last result was taken.
    fn run(&mut self, most_cycles: usize, random: &mut Pcg64) {
        while !self.results.is_empty() {
            assert!(self.cycle < most_cycles, "{} results are missing", self.results.len());
            self.cycle(random);
        }
        assert!(self.controls.items.is_empty() && self.operands.items.is_empty() && self.starts.items.is_empty());
    }
}

fn adds_up(segments: usize, lines: u32, is_update: bool, seed: u64) {
    on_large_stack(move || {
        let random = &mut random(&format!("{segments} segments of {lines} lines, update {is_update}"), seed);
        let job = Job::new(segments, lines, is_update, random);
        let mut bench = Bench::new(job, Rate::changing);
        bench.run(5000, random);
        assert!(lines > 1 || bench.hazards > 0, "an operand waited");
    });
}

#[test]
fn lookups() {
    adds_up(30, 1, false, 1);
    adds_up(3, 16, false, 2);
}

#[test]
fn updates() {
    adds_up(30, 1, true, 3);
    adds_up(6, 3, true, 4);
}

/// Operands of one sum that follow each other: a line a cycle when six lines lie between them, else six cycles each.
#[test]
fn keeps_up_with_vectors_of_six_lines() {
    for lines in [1, 5, 6] {
        on_large_stack(move || {
            let random = &mut random(&format!("one segment of {lines} lines"), 1);
            let one = numbers(random);
            let control = |operand: u32, line: u32| Control {
                key: line,
                first: operand == 0,
                last: operand == 9,
                empty: false,
                from_memory: false,
                scale: 1.0,
                result_scale: 1.0,
            };
            let sum = (0..10).fold([0.0; 16], |sum: [f32; 16], _| std::array::from_fn(|lane| sum[lane] + one[lane]));
            let job = Job {
                is_update: false,
                rate: 1.0,
                controls: (0..10).flat_map(|operand| (0..lines).map(move |line| control(operand, line))).collect(),
                operands: vec![bits(one); 10 * lines as usize],
                starts: Vec::new(),
                results: vec![bits(sum); lines as usize],
            };
            let mut bench = Bench::new(job, Rate::always);
            bench.run(200, random);
            let (turn, lines) = (lines.max(ADD_LATENCY as u32 + 1) as usize, lines as usize);
            let expected: Vec<usize> = (0..10 * lines).map(|issue| issue / lines * turn + issue % lines).collect();
            assert_eq!(bench.issued, expected, "{lines} lines");
            // The pipeline, and two cycles in the queue of results.
            let latency = 2 * MULTIPLY_LATENCY + ADD_LATENCY + MULTIPLY_LATENCY + 2;
            assert_eq!(bench.taken[0], expected[9 * lines] + latency, "{lines} lines");
        });
    }
}

/// Results that nobody takes: as many as there is room for, and the rest once some are taken.
#[test]
fn stops_when_results_are_not_taken() {
    on_large_stack(|| {
        let random = &mut random("results that are not taken", 1);
        let room = 1 << LOG_RESULTS;
        let operands: Vec<_> = (0..room + 10).map(|_| numbers(random)).collect();
        let control = Control {
            key: 3,
            first: true,
            last: true,
            empty: false,
            from_memory: false,
            scale: 1.0,
            result_scale: 0.5,
        };
        let job = Job {
            is_update: false,
            rate: 1.0,
            controls: vec![control; operands.len()],
            operands: operands.iter().copied().map(bits).collect(),
            starts: Vec::new(),
            // From +0.
            results: operands.iter().map(|operand| bits(operand.map(|number| (0.0 + number) * 0.5))).collect(),
        };
        let mut bench = Bench::new(job, Rate::always);
        bench.takes = Rate::never();
        for _ in 0..room + 40 {
            bench.cycle(random);
        }
        assert_eq!(bench.issued.len(), room);
        bench.takes = Rate::always();
        for _ in 0..60 {
            bench.cycle(random);
        }
        assert_eq!((bench.issued.len(), bench.taken.len()), (room + 10, 60), "it goes on as results are taken");
    });
}

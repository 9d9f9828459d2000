//! The embedding kernel as RTL leaves the bits of the reference, and its model takes the cycles of the RTL.

use emberlane_drivers::smartssd::{Bag, BankAssignment, Plan};
use emberlane_models::smartssd::{
    Batch, KernelModel, KernelPorts, KernelRun, KernelShape, MemoryTiming, Offer, RunError, Taken, TimedMemory,
};
use emberlane_reference::smartssd::{KernelMemory, ReferenceKernel};
use emberlane_registers::kernel_plan::{Backward, Forward, KernelError, Load, Move, Place, Program, Side, Word};
use emberlane_verilated::{RtlKernel, RtlKernelError};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

const SMALL: KernelShape = KernelShape { banks: 2, slices: 1 };
const NDREC: KernelShape = KernelShape { banks: 6, slices: 4 };

/// The seed of a random check: `EMBERLANE_SEED` if set, else `default`. Says so on standard error.
fn seed(check: &str, default: u64) -> u64 {
    let given = std::env::var("EMBERLANE_SEED").ok().map(|text| text.parse().expect("a decimal number"));
    let seed = given.unwrap_or(default);
    eprintln!("{check}: EMBERLANE_SEED={seed} replays this run");
    seed
}

/// The kernel three times, and the memory that they work on.
struct Three {
    rtl: RtlKernel,
    model: KernelModel,
    ports: TimedMemory,
    reference: ReferenceKernel,
    cache: Vec<f32>,
}

impl Three {
    fn new(shape: KernelShape, vectors: usize, timing: MemoryTiming, seed: u64) -> Self {
        let builder = RtlKernel::builder().banks(shape.banks).slices(shape.slices).seed(seed).memory(timing);
        Self {
            rtl: builder.build().expect("a design"),
            model: KernelModel::new(shape).expect("a shape"),
            ports: TimedMemory::new(timing),
            reference: ReferenceKernel::new(shape.banks, shape.elements()),
            cache: vec![1.0; vectors * shape.elements()],
        }
    }

    /// Runs a plan on RTL and model, which take the same cycles, and says what they found; on the reference as well, which
    /// leaves the same bits, if the plan is legal.
    fn run(&mut self, plan: &Plan, gradients: &[f32], bags: usize, legal: bool) -> KernelRun {
        let length = self.rtl.shape().elements();
        let mut expected = (self.cache.clone(), vec![0.0; bags * length]);
        if legal {
            let (cache, outputs) = (&mut expected.0, &mut expected.1);
            self.reference.run(plan, &mut KernelMemory { cache, gradients, outputs }, |_| 0).expect("a legal plan");
        }
        // What is not written shows.
        let mut outputs = vec![f32::NAN; bags * length];
        let batch = Batch {
            vectors: (self.cache.len() / length) as u32,
            gradients: (gradients.len() / length) as u32,
            bags: bags as u32,
        };
        let mut memory = KernelMemory { cache: &mut self.cache, gradients, outputs: &mut outputs };
        let found = self.rtl.run(plan, &mut memory).expect("an end");
        let modelled = self.model.run(plan, batch, &mut self.ports).expect("an end");
        assert_eq!(modelled, found, "the model, and the RTL");
        if legal {
            assert_eq!(found.error, None);
            assert!(bits(&self.cache).eq(bits(&expected.0)), "the cache differs");
            assert!(bits(&outputs).eq(bits(&expected.1)), "the outputs differ");
        }
        found
    }
}

fn bits(values: &[f32]) -> impl Iterator<Item = u32> {
    values.iter().map(|value| value.to_bits())
}

fn bags(random: &mut Pcg64Mcg, count: usize, most: usize, vectors: u32) -> Vec<Bag> {
    let bag = |random: &mut Pcg64Mcg| {
        let length = random.random_range(0..=most);
        // Small numbers come often: slots that are used again soon are what hazards are made of.
        let vector = |random: &mut Pcg64Mcg| {
            let most = random.random_range(0..vectors);
            random.random_range(0..=most)
        };
        let scale = [1.0f32, 0.25, -3.5][random.random_range(0..3)];
        Bag { vectors: (0..length).map(|_| vector(random)).collect(), scale: scale.to_bits() }
    };
    (0..count).map(|_| bag(random)).collect()
}

/// Numbers of all kinds: sums of them depend on the order.
fn numbers(random: &mut Pcg64Mcg, count: usize) -> Vec<f32> {
    (0..count).map(|_| random.random_range(-1.0..1.0f32) * 2f32.powi(random.random_range(-20..20))).collect()
}

/// Iterations of random bags on one kernel.
fn iterations(shape: KernelShape, timing: MemoryTiming, count: usize, most_bags: usize, random: &mut Pcg64Mcg) {
    let vectors = random.random_range(40..400);
    let mut three = Three::new(shape, vectors, timing, random.random());
    three.cache = numbers(random, vectors * shape.elements());
    let mut assignment = BankAssignment::new(shape.banks);
    let longest = random.random_range(2..=8 * shape.banks);
    for _ in 0..count {
        let backward_bags = random.random_range(1..=most_bags);
        let backward = bags(random, backward_bags, longest, vectors as u32);
        let forward_bags = random.random_range(1..=most_bags);
        let forward = bags(random, forward_bags, longest, vectors as u32);
        let gradients = numbers(random, backward.len() * shape.elements());
        let plan = assignment.plan(&backward, &forward).expect("room on the chip");
        let run = three.run(&plan, &gradients, forward.len(), true);
        eprintln!("{shape:?}, {timing:?}: {} cycles, {:?}, {:?}", run.cycles, run.counters, run.hazards);
    }
}

#[test]
fn the_model_takes_the_cycles_of_the_rtl() {
    let seed = seed("kernel_model", 41);
    let random = &mut Pcg64Mcg::seed_from_u64(seed);
    for latency in [1, 20, 150] {
        iterations(SMALL, MemoryTiming::Steady { latency }, 4, 60, random);
    }
    for longest in [3, 40, 200] {
        for _ in 0..6 {
            let timing = MemoryTiming::Random { seed: random.random(), longest };
            iterations(SMALL, timing, 3, 60, random);
        }
    }
}

#[test]
fn the_model_takes_the_cycles_of_ndrecs_kernel() {
    let seed = seed("kernel_model", 43);
    let random = &mut Pcg64Mcg::seed_from_u64(seed);
    for latency in [1, 25, 150] {
        iterations(NDREC, MemoryTiming::Steady { latency }, 3, 100, random);
    }
    for longest in [3, 40, 200] {
        for _ in 0..2 {
            let timing = MemoryTiming::Random { seed: random.random(), longest };
            iterations(NDREC, timing, 2, 60, random);
        }
    }
}

/// Two banks whose slots 0 to 3, on both sides, hold EVs 0 to 15.
fn on_chip(timing: MemoryTiming) -> Three {
    let mut three = Three::new(SMALL, 16, timing, 5);
    let load = |index: u32| {
        let side = if index < 8 { Side::Forward } else { Side::Backward };
        let to = Place { bank: (index % 2) as u8, slot: (index / 2 % 4) as u16 };
        Word::Do(Load { side, to, vector: index })
    };
    let plan = Plan { loads: (0..16).map(load).collect(), ..Plan::default() };
    assert_eq!(three.run(&plan, &[], 0, true).counters, [16, 0, 0, 0]);
    three
}

fn pool(bag: u32, first: bool, last: bool) -> Word<Forward> {
    let mut word = Forward { scale: 1.0f32.to_bits(), bag, first, last, ..Forward::default() };
    word.operands[0] = [Some(0), Some(1)];
    word.operands[1] = [Some(2), Some(3)];
    Word::Do(word)
}

fn update(bank: usize, slot: u16, ends: bool) -> Word<Backward> {
    let mut word = Backward { ends, ..Backward::default() };
    word.operands[bank] = Some(slot);
    Word::Do(word)
}

/// Words that wait for each other, and more outputs than there is room for.
#[test]
fn hazards_and_full_queues_are_those_of_the_rtl() {
    let mut three = on_chip(MemoryTiming::Steady { latency: 90 });
    let rounds = 20;
    let forward = (0..rounds).map(|round| pool(0, round == 0, round + 1 == rounds)).collect();
    let run = three.run(&Plan { forward, ..Plan::default() }, &[], 1, true);
    assert_eq!(run.hazards.forward, 5 * 19);
    let forward = (0..200).map(|bag| pool(bag, true, true)).collect();
    three.run(&Plan { forward, ..Plan::default() }, &[], 200, true);
    let gradients = vec![0.5; 80 * 16];
    let backward = (0..80).map(|word| update(0, word % 4, true)).collect();
    let run = three.run(&Plan { backward, ..Plan::default() }, &gradients, 0, true);
    // At times it is the gradient that is waited for.
    assert!(run.hazards.backward > 0, "{run:?}");
    let from = Place { bank: 1, slot: 2 };
    let moves = (0..300).map(|word| {
        let copy = (word % 3 == 0).then_some(Place { bank: 0, slot: (word % 4) as u16 });
        Word::Do(Move { from, store: (word % 2 == 0 || copy.is_none()).then_some(word as u32 % 16), copy })
    });
    three.run(&Plan { moves: moves.collect(), ..Plan::default() }, &[], 0, true);
    // A sum that is added to behind the end of its bag: nothing waits for it.
    let forward = vec![pool(0, true, true), pool(0, false, true)];
    let run = three.run(&Plan { forward, ..Plan::default() }, &[], 1, false);
    assert_eq!(run.hazards.forward, 0);
    // Nothing at all.
    three.run(&Plan::default(), &[], 0, true);
}

/// Loads and copies write forward banks while words read them: who writes keeps the second port, and no other.
#[test]
fn ports_that_write_are_those_of_the_rtl() {
    for latency in [1, 7, 30] {
        let mut three = on_chip(MemoryTiming::Steady { latency });
        let loads = (0..60).map(|index| {
            let to = Place { bank: 1, slot: 4 + index as u16 };
            Word::Do(Load { side: Side::Forward, to, vector: index % 16 })
        });
        let moves = (0..90).map(|index| {
            // In the other cycles a load is written.
            let copy = (index % 3 == 0).then_some(Place { bank: 0, slot: 4 + index });
            Word::Do(Move { from: Place { bank: 1, slot: 2 }, store: None, copy })
        });
        let forward = (0..120).map(|bag| {
            let mut word = Forward { bag, first: true, last: true, ..Forward::default() };
            word.operands[bag as usize / 3 % 2][1] = Some(0);
            Word::Do(word)
        });
        let plan =
            Plan { loads: loads.collect(), forward: forward.collect(), moves: moves.collect(), backward: vec![] };
        three.run(&plan, &[], 120, true);
    }
}

/// What stops a plan stops both, at the same word, and the next plan runs on both.
#[test]
fn plans_that_cannot_be_done_stop_both() {
    let place = |bank| Place { bank, slot: 0 };
    let load = |bank, vector| Word::Do(Load { side: Side::Backward, to: place(bank), vector });
    let put = |bank, store, copy| Word::Do(Move { from: place(bank), store, copy });
    let loads = |words: Vec<_>| Plan { loads: words, ..Plan::default() };
    let forward = |words: Vec<_>| Plan { forward: words, ..Plan::default() };
    let backward = |words: Vec<_>| Plan { backward: words, ..Plan::default() };
    let moves = |words: Vec<_>| Plan { moves: words, ..Plan::default() };
    let mut third = Forward { first: true, last: true, ..Forward::default() };
    third.operands[2][1] = Some(0);
    let waits = Plan { loads: vec![Word::Wait([0, 1, 0])], backward: vec![Word::Wait([1, 0, 0])], ..Plan::default() };
    let cases = [
        (loads(vec![load(0, 3), load(2, 3), load(0, 4)]), KernelError::Bank, Program::Loads),
        (loads(vec![load(0, 3), load(1, 16)]), KernelError::Vector, Program::Loads),
        (forward(vec![pool(0, true, true), Word::Do(third)]), KernelError::Bank, Program::Forward),
        (forward(vec![pool(0, true, true), pool(1, true, true)]), KernelError::Bag, Program::Forward),
        (backward(vec![update(0, 0, true); 3]), KernelError::Gradient, Program::Backward),
        (backward(vec![update(0, 0, true), update(2, 0, true)]), KernelError::Bank, Program::Backward),
        (moves(vec![put(7, None, Some(place(0)))]), KernelError::Bank, Program::Moves),
        (moves(vec![put(0, Some(2), None), put(0, Some(99), None)]), KernelError::Vector, Program::Moves),
        (waits, KernelError::Stuck, Program::Loads),
    ];
    let seed = seed("kernel_model", 47);
    for timing in [MemoryTiming::Steady { latency: 10 }, MemoryTiming::Random { seed, longest: 40 }] {
        let mut three = on_chip(timing);
        for (plan, error, program) in &cases {
            let run = three.run(plan, &[0.5; 2 * 16], 1, false);
            assert_eq!(run.error, Some((*error, *program)), "{plan:?}");
            let run = three.run(&forward(vec![pool(0, true, true)]), &[], 1, false);
            assert_eq!((run.error, run.counters), (None, [0, 1, 0, 0]), "after {error:?}");
        }
    }
    // Two in the same cycle, as memory takes as long for both.
    let mut three = on_chip(MemoryTiming::Steady { latency: 10 });
    let both = Plan { loads: vec![load(0, 16)], forward: vec![Word::Do(third)], ..Plan::default() };
    assert_eq!(three.run(&both, &[], 1, false).error, Some((KernelError::Bank, Program::Forward)));
}

#[test]
fn gradients_that_no_word_takes_are_not_waited_for() {
    let timing = MemoryTiming::Steady { latency: 30 };
    for gradients in [1, 40, 80, 400] {
        let mut three = Three::new(SMALL, 4, timing, 5);
        let plan = Plan { backward: vec![Word::Do(Backward { ends: true, ..Backward::default() })], ..Plan::default() };
        let run = three.run(&plan, &vec![1.0; gradients * SMALL.elements()], 1, false);
        assert_eq!((run.error, run.counters), (None, [0, 0, 1, 0]), "{gradients} gradients");
    }
}

/// Memory that takes nothing and answers nothing.
struct Silence;

impl KernelPorts for Silence {
    fn offer(&mut self) -> Offer {
        Offer::default()
    }

    fn take(&mut self, taken: &Taken) {
        assert_eq!(*taken, Taken::default(), "nothing was ready");
    }
}

#[test]
fn a_memory_that_is_silent_is_given_up() {
    let mut model = KernelModel::new(SMALL).expect("a shape");
    let plan = Plan { forward: vec![pool(0, true, true)], ..Plan::default() };
    let error = model.run(&plan, Batch { vectors: 1, gradients: 0, bags: 1 }, &mut Silence).expect_err("silence");
    assert!(matches!(error, RunError::Silent { counters: [0, 0, 0, 0], .. }), "{error}");
}

#[test]
fn what_there_is_not_is_refused() {
    let error = RtlKernel::builder().banks(3).build().err().expect("no such design");
    assert!(error.to_string().contains("there are designs with 6 and 4, or 2 and 1"), "{error}");
    assert_eq!(
        KernelModel::new(KernelShape { banks: 9, slices: 4 }).err(),
        Some(RunError::Shape { banks: 9, slices: 4 })
    );
    let mut rtl = RtlKernel::builder().banks(2).slices(1).build().expect("a design");
    let mut memory = KernelMemory { cache: &mut [0.0; 17], gradients: &[], outputs: &mut [] };
    let error = rtl.run(&Plan::default(), &mut memory).expect_err("17 elements");
    assert!(matches!(error, RtlKernelError::Memory { part: "EVs", elements: 17, length: 16 }), "{error}");
}

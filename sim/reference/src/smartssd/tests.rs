use std::collections::HashMap;

use emberlane_drivers::smartssd::{Bag, BankAssignment, Plan, Slot};
use emberlane_registers::kernel_plan::{Backward, Forward, Load, Place, Program, Side, Word};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::kernel::{Refused, VectorMemory};
use super::{KernelMemory, PlanError, ReferenceKernel};

const LENGTH: usize = 2;
const VECTORS: usize = 3000;
const ONE: u32 = 0x3f80_0000;

fn bags(random: &mut Pcg64, most: usize, vectors: u32) -> Vec<Bag> {
    let bags = random.random_range(0..40);
    let bag = |random: &mut Pcg64| {
        let length = random.random_range(0..=most);
        // Some EVs come again and again.
        let vector = |random: &mut Pcg64| {
            let most = random.random_range(0..vectors);
            random.random_range(0..=most)
        };
        Bag { vectors: (0..length).map(|_| vector(random)).collect(), scale: ONE }
    };
    (0..bags).map(|_| bag(random)).collect()
}

/// Whole numbers: their sums are exact, whatever the order.
fn numbers(random: &mut Pcg64, count: usize) -> Vec<f32> {
    (0..count).map(|_| random.random_range(-64..64) as f32).collect()
}

/// Iterations with EVs that stay on the chip give what plain sums give, in any order that the waits leave open.
#[test]
fn plans_do_what_their_bags_say_in_any_order() {
    for seed in 0..60 {
        eprintln!("seed {seed}");
        let random = &mut Pcg64::seed_from_u64(seed);
        let banks = random.random_range(1..=8);
        let mut assignment = BankAssignment::new(banks);
        let mut kernel = ReferenceKernel::new(banks, LENGTH);
        let mut cache = numbers(random, VECTORS * LENGTH);
        let mut expected = cache.clone();
        for _ in 0..4 {
            let (backward, forward) = (bags(random, 20, VECTORS as u32), bags(random, 20, VECTORS as u32));
            let gradients = numbers(random, backward.len() * LENGTH);
            for (bag, gradient) in backward.iter().zip(gradients.chunks(LENGTH)) {
                for &vector in &bag.vectors {
                    let at = vector as usize * LENGTH;
                    expected[at..at + LENGTH].iter_mut().zip(gradient).for_each(|(element, step)| *element -= step);
                }
            }
            let mut sums = vec![0.0; forward.len() * LENGTH];
            for (bag, sum) in forward.iter().zip(sums.chunks_mut(LENGTH)) {
                for &vector in &bag.vectors {
                    let at = vector as usize * LENGTH;
                    sum.iter_mut().zip(&expected[at..]).for_each(|(sum, element)| *sum += element);
                }
            }
            let plan = assignment.plan(&backward, &forward).unwrap();
            let mut outputs = vec![f32::NAN; sums.len()];
            let mut memory = KernelMemory { cache: &mut cache, gradients: &gradients, outputs: &mut outputs };
            kernel.run(&plan, &mut memory, |count| random.random_range(0..count)).unwrap();
            assert_eq!(outputs, sums);
            assert_eq!(cache, expected);
        }
    }
}

fn place(bank: u8, slot: u16) -> Place {
    Place { bank, slot }
}

fn run(plan: &Plan) -> Result<(), PlanError> {
    let mut cache = vec![1.0; 4 * LENGTH];
    let mut outputs = vec![0.0; LENGTH];
    let gradients = [1.0; LENGTH];
    let mut memory = KernelMemory { cache: &mut cache, gradients: &gradients, outputs: &mut outputs };
    ReferenceKernel::new(2, LENGTH).run(plan, &mut memory, |_| 0)
}

#[test]
fn what_no_wait_orders_is_a_race() {
    let load = Load { side: Side::Forward, to: place(1, 5), vector: 3 };
    let mut word = Forward { first: true, last: true, ..Forward::default() };
    word.operands[1][1] = Some(5);
    let mut plan = Plan { loads: vec![Word::Do(load)], forward: vec![Word::Do(word)], ..Plan::default() };
    let slot = Slot::Bank(Side::Forward, load.to);
    let race = PlanError::Race { slot, program: Program::Forward, other: Program::Loads, count: 1 };
    assert_eq!(run(&plan), Err(race.clone()));
    assert!(race.to_string().contains("slot 5 of forward bank 1"), "{race}");
    plan.forward.insert(0, Word::Wait([1, 0, 0]));
    assert_eq!(run(&plan), Ok(()));
    // Who loads the slot again has to wait for its reader.
    plan.loads.push(Word::Do(load));
    assert!(matches!(run(&plan), Err(PlanError::Race { .. })));
    plan.loads.insert(1, Word::Wait([1, 0, 0]));
    assert_eq!(run(&plan), Ok(()));
}

#[test]
fn programs_that_wait_for_each_other_are_stuck() {
    let plan = Plan { loads: vec![Word::Wait([1, 0, 0])], forward: vec![Word::Wait([1, 0, 0])], ..Plan::default() };
    let words = vec![(Program::Loads, 0), (Program::Forward, 0)];
    let error = run(&plan).unwrap_err();
    assert_eq!(error, PlanError::Stuck { words, counters: [0; 4] });
    assert!(error.to_string().contains("words 0, 0 of loads, forward"), "{error}");
}

#[test]
fn words_outside_the_kernel_are_refused() {
    let load = |bank, vector| Word::Do(Load { side: Side::Backward, to: place(bank, 0), vector });
    let plan = Plan { loads: vec![load(0, 3), load(2, 0)], ..Plan::default() };
    assert_eq!(run(&plan), Err(PlanError::Bank { program: Program::Loads, word: 1, bank: 2, banks: 2 }));
    let plan = Plan { loads: vec![load(0, 4)], ..Plan::default() };
    assert_eq!(run(&plan), Err(PlanError::Vector { program: Program::Loads, word: 0, vector: 4, vectors: 4 }));
    let bag = |bag, first| Word::Do(Forward { bag, first, last: true, ..Forward::default() });
    let plan = Plan { forward: vec![bag(0, true), bag(1, true)], ..Plan::default() };
    assert_eq!(run(&plan), Err(PlanError::Bag { word: 1, bag: 1, bags: 1 }));
    let plan = Plan { forward: vec![bag(0, false)], ..Plan::default() };
    assert_eq!(run(&plan), Err(PlanError::NotBegun { word: 0, accumulator: 0 }));
    let ends = Word::Do(Backward { ends: true, ..Backward::default() });
    let plan = Plan { backward: vec![ends; 2], ..Plan::default() };
    assert_eq!(run(&plan), Err(PlanError::Gradient { word: 1, gradients: 1 }));
}

/// The order of addition, on numbers of which every order has another sum.
#[test]
fn neighbours_are_added_first() {
    let values = [1.0, 1e8, -1e8, 3.0, 0.25, 1e-3, -7.0, 1e8];
    let mut cache: Vec<f32> = values.to_vec();
    let mut plan = Plan::default();
    let mut word = Forward { first: true, last: true, scale: 0.5f32.to_bits(), ..Forward::default() };
    // Banks 0 and 1 use both ports, bank 2 the second, which is leaf 5.
    let leaves = [0, 1, 2, 3, 5];
    for (vector, leaf) in leaves.into_iter().enumerate() {
        let (bank, slot) = ((leaf / 2) as u8, vector as u16);
        plan.loads.push(Word::Do(Load { side: Side::Forward, to: place(bank, slot), vector: vector as u32 }));
        word.operands[leaf / 2][leaf % 2] = Some(slot);
    }
    plan.forward = vec![Word::Wait([5, 0, 0]), Word::Do(word)];
    let mut outputs = [0.0];
    let mut memory = KernelMemory { cache: &mut cache, gradients: &[], outputs: &mut outputs };
    ReferenceKernel::new(3, 1).run(&plan, &mut memory, |_| 0).unwrap();
    let [a, b, c, d, e, ..] = values;
    assert_eq!(outputs, [(((a + b) + (c + d)) + e) * 0.5]);
}

#[test]
fn vectors_stay_where_they_were_put() {
    let mut kernel = ReferenceKernel::new(2, LENGTH);
    let mut assignment = BankAssignment::new(2);
    let bag = vec![Bag { vectors: vec![1, 2], scale: ONE }];
    let plan = assignment.plan(&[], &bag).unwrap();
    assert_eq!(plan.words(Program::Loads), 2);
    let (mut cache, mut outputs) = (vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0], vec![0.0; LENGTH]);
    let mut memory = KernelMemory { cache: &mut cache, gradients: &[], outputs: &mut outputs };
    kernel.run(&plan, &mut memory, |_| 0).unwrap();
    let held: HashMap<u8, f32> = (0..2).map(|bank| (bank, kernel.vector(Side::Forward, place(bank, 0))[0])).collect();
    assert_eq!(held, HashMap::from([(0, 3.0), (1, 5.0)]));
    assert_eq!(assignment.plan(&[], &bag).unwrap().words(Program::Loads), 0, "they are there");
}

/// Memory whose reads fail now and then.
struct Failing<'m> {
    memory: KernelMemory<'m>,
    random: Pcg64,
}

impl Failing<'_> {
    fn answer(&mut self) -> Result<(), Refused> {
        if self.random.random_range(0..20) == 0 { Err(Refused) } else { Ok(()) }
    }
}

impl VectorMemory for Failing<'_> {
    fn vectors(&self, length: usize) -> usize {
        self.memory.vectors(length)
    }

    fn gradients(&self, length: usize) -> usize {
        self.memory.gradients(length)
    }

    fn bags(&self, length: usize) -> usize {
        self.memory.bags(length)
    }

    fn load(&mut self, vector: u32, into: &mut [f32]) -> Result<(), Refused> {
        self.answer()?;
        self.memory.load(vector, into)
    }

    fn store(&mut self, vector: u32, from: &[f32]) -> Result<(), Refused> {
        self.memory.store(vector, from)
    }

    fn gradient(&mut self, index: usize, into: &mut [f32]) -> Result<(), Refused> {
        self.answer()?;
        self.memory.gradient(index, into)
    }

    fn output(&mut self, bag: u32, from: &[f32]) -> Result<(), Refused> {
        self.memory.output(bag, from)
    }
}

/// However often a plan is stopped: what is left of it goes on from there, with the same bits in any order of addition.
#[test]
fn a_plan_that_is_stopped_goes_on() {
    let mut stops = 0;
    for seed in 0..60 {
        eprintln!("seed {seed}");
        let random = &mut Pcg64::seed_from_u64(seed);
        let banks = random.random_range(1..=4);
        let mut assignment = BankAssignment::new(banks);
        let (mut whole, mut stopped) = (ReferenceKernel::new(banks, LENGTH), ReferenceKernel::new(banks, LENGTH));
        let mut cache: Vec<f32> = (0..VECTORS * LENGTH).map(|_| random.random()).collect();
        let mut other_cache = cache.clone();
        for _ in 0..3 {
            let (backward, forward) = (bags(random, 20, VECTORS as u32), bags(random, 20, VECTORS as u32));
            let gradients: Vec<f32> = (0..backward.len() * LENGTH).map(|_| random.random()).collect();
            let plan = assignment.plan(&backward, &forward).unwrap();
            let mut outputs = vec![f32::NAN; forward.len() * LENGTH];
            let mut memory = KernelMemory { cache: &mut cache, gradients: &gradients, outputs: &mut outputs };
            whole.run(&plan, &mut memory, |_| 0).unwrap();

            let mut other_outputs = vec![f32::NAN; outputs.len()];
            let (mut left, mut used) = (plan, 0);
            loop {
                let memory = KernelMemory {
                    cache: &mut other_cache,
                    gradients: &gradients[used * LENGTH..],
                    outputs: &mut other_outputs,
                };
                let mut failing = Failing { memory, random: Pcg64::seed_from_u64(random.random()) };
                let end = stopped.execute(&left, &mut failing, |count| random.random_range(0..count));
                let Err(error) = end else { break };
                assert!(matches!(error, PlanError::Read { .. }), "{error}");
                let rest = left.rest(&stopped.done()).unwrap();
                (left, used) = (rest.plan, used + rest.gradients);
                stops += 1;
            }
            assert!(outputs.iter().zip(&other_outputs).all(|(one, other)| one.to_bits() == other.to_bits()));
            assert_eq!(cache, other_cache);
        }
    }
    assert!(stops > 1000, "{stops} stops");
}

//! The embedding kernel.

use emberlane_drivers::smartssd::{Plan, Slot};
use emberlane_registers::kernel_plan::{ACCUMULATORS, Load, MAX_BANKS, Move, Place, Program, SLOTS, Side, Word};
use thiserror::Error;

use super::order::Order;
use crate::fp32::{add, multiply};

/// Why a plan cannot be executed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// A bank that the kernel does not have.
    #[error("word {word} of program {}: there is no bank {bank}; the kernel has {banks} a side", .program.name())]
    Bank {
        /// The program.
        program: Program,
        /// Index of its word.
        word: usize,
        /// The bank.
        bank: u8,
        /// Banks of a side.
        banks: usize,
    },
    /// An EV that the cache does not hold.
    #[error("word {word} of program {}: there is no EV {vector}; the cache holds {vectors}", .program.name())]
    Vector {
        /// The program.
        program: Program,
        /// Index of its word.
        word: usize,
        /// The EV.
        vector: u32,
        /// EVs of the cache.
        vectors: usize,
    },
    /// A bag that the batch does not have.
    #[error("word {word} of program forward: there is no bag {bag}; the batch has {bags}")]
    Bag {
        /// Index of the word.
        word: usize,
        /// The bag.
        bag: u32,
        /// Bags of the batch.
        bags: usize,
    },
    /// A word that adds to a bag that has no first word.
    #[error("word {word} of program forward adds to accumulator {accumulator}, where no bag has begun")]
    NotBegun {
        /// Index of the word.
        word: usize,
        /// The accumulator.
        accumulator: u8,
    },
    /// The backward program ends more gradients than there are.
    #[error("word {word} of program backward: it takes a gradient more than the {gradients} that there are")]
    Gradient {
        /// Index of the word.
        word: usize,
        /// Gradients of the batch.
        gradients: usize,
    },
    /// Every program that is not over waits.
    #[error(
        "the plan is stuck: words {} of {} wait for counters that are not reached; the counters are {counters:?} ({})",
        list(.words.iter().map(|(_, word)| word.to_string())),
        list(.words.iter().map(|(program, _)| program.name().to_owned())),
        list(Program::ALL.iter().map(|program| program.name().to_owned()))
    )]
    Stuck {
        /// Programs that wait, and at which word.
        words: Vec<(Program, usize)>,
        /// Words that each program has done.
        counters: [u32; 4],
    },
    /// Two programs use a slot, one writes it, and no wait says who comes first.
    #[error(
        "no wait orders word {count} of program {} (counted without waits, from 1) and a word of program {}, which meet at {slot}",
        .other.name(), .program.name()
    )]
    Race {
        /// Where they meet.
        slot: Slot,
        /// Who comes later in this execution.
        program: Program,
        /// Who came before.
        other: Program,
        /// Which of its words, waits not counted, from 1.
        count: u32,
    },
}

fn list(names: impl Iterator<Item = String>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// The memory that a plan works on.
#[derive(Debug)]
pub struct KernelMemory<'m> {
    /// EVs of the cache, one behind the other.
    pub cache: &'m mut [f32],
    /// Gradients as the optimiser has made them, one behind the other.
    pub gradients: &'m [f32],
    /// EOs, one behind the other.
    pub outputs: &'m mut [f32],
}

/// The embedding kernel: its banks, which keep what they hold from plan to plan.
#[derive(Clone, Debug)]
pub struct ReferenceKernel {
    banks: usize,
    length: usize,
    /// EVs by side, bank and slot.
    vectors: Vec<f32>,
}

impl ReferenceKernel {
    /// A kernel of so many banks a side, for EVs of `length` elements. All slots hold zeros.
    ///
    /// # Panics
    /// If it has no bank, or more than [`MAX_BANKS`].
    #[must_use]
    pub fn new(banks: usize, length: usize) -> Self {
        assert!((1..=MAX_BANKS).contains(&banks), "a side has 1 to {MAX_BANKS} banks, not {banks}");
        Self { banks, length, vectors: vec![0.0; 2 * banks * SLOTS as usize * length] }
    }

    /// The EV of a slot.
    #[must_use]
    pub fn vector(&self, side: Side, place: Place) -> &[f32] {
        let at = self.at(side, place);
        &self.vectors[at..at + self.length]
    }

    fn at(&self, side: Side, place: Place) -> usize {
        let bank = side as usize * self.banks + usize::from(place.bank);
        (bank * SLOTS as usize + usize::from(place.slot)) * self.length
    }

    /// Executes a plan: of the programs that can go on, `choose` picks one, by its index. Which one it picks changes nothing.
    ///
    /// # Errors
    /// A plan that cannot be executed; what was done before the offending word stays done.
    pub fn run(
        &mut self,
        plan: &Plan,
        memory: &mut KernelMemory<'_>,
        mut choose: impl FnMut(usize) -> usize,
    ) -> Result<(), PlanError> {
        let mut run = Run {
            kernel: self,
            plan,
            memory,
            next: [0; 4],
            order: Order::default(),
            sums: Default::default(),
            gradient: 0,
        };
        loop {
            let open: Vec<Program> =
                Program::ALL.into_iter().filter(|program| run.next[*program as usize] < plan.words(*program)).collect();
            let ready: Vec<Program> = open.iter().copied().filter(|program| run.can_go_on(*program)).collect();
            if open.is_empty() {
                return Ok(());
            }
            if ready.is_empty() {
                let words = open.iter().map(|program| (*program, run.next[*program as usize])).collect();
                return Err(PlanError::Stuck { words, counters: run.order.counters() });
            }
            run.step(ready[choose(ready.len())])?;
        }
    }
}

/// A plan under way.
struct Run<'r, 'm> {
    kernel: &'r mut ReferenceKernel,
    plan: &'r Plan,
    memory: &'r mut KernelMemory<'m>,
    /// Words that each program has passed, waits included.
    next: [usize; 4],
    order: Order,
    /// Of the bags that have begun and not ended.
    sums: [Option<Vec<f32>>; ACCUMULATORS],
    gradient: usize,
}

impl Run<'_, '_> {
    fn wait(&self, program: Program) -> Option<[u32; 3]> {
        fn of<T>(word: &Word<T>) -> Option<[u32; 3]> {
            match word {
                Word::Wait(counters) => Some(*counters),
                Word::Do(_) => None,
            }
        }
        let index = self.next[program as usize];
        match program {
            Program::Loads => of(&self.plan.loads[index]),
            Program::Forward => of(&self.plan.forward[index]),
            Program::Backward => of(&self.plan.backward[index]),
            Program::Moves => of(&self.plan.moves[index]),
        }
    }

    fn can_go_on(&self, program: Program) -> bool {
        let counters = self.order.counters();
        let reached = |(other, count): (Program, u32)| counters[other as usize] >= count;
        self.wait(program).is_none_or(|counts| program.others().into_iter().zip(counts).all(reached))
    }

    fn step(&mut self, program: Program) -> Result<(), PlanError> {
        if let Some(counters) = self.wait(program) {
            self.order.waited(program, counters);
        } else {
            let index = self.next[program as usize];
            match program {
                Program::Loads => self.load(index)?,
                Program::Forward => self.forward(index)?,
                Program::Backward => self.backward(index)?,
                Program::Moves => self.move_one(index)?,
            }
            self.order.did(program);
        }
        self.next[program as usize] += 1;
        Ok(())
    }

    fn check_bank(&self, program: Program, word: usize, bank: u8) -> Result<(), PlanError> {
        let banks = self.kernel.banks;
        if usize::from(bank) < banks { Ok(()) } else { Err(PlanError::Bank { program, word, bank, banks }) }
    }

    /// Where an EV of the cache begins.
    fn cached(&self, program: Program, word: usize, vector: u32) -> Result<usize, PlanError> {
        let vectors = self.memory.cache.len() / self.kernel.length;
        if vector as usize >= vectors {
            return Err(PlanError::Vector { program, word, vector, vectors });
        }
        Ok(vector as usize * self.kernel.length)
    }

    fn load(&mut self, index: usize) -> Result<(), PlanError> {
        let Word::Do(Load { side, to, vector }) = self.plan.loads[index] else { return Ok(()) };
        self.check_bank(Program::Loads, index, to.bank)?;
        let from = self.cached(Program::Loads, index, vector)?;
        self.order.reads(Program::Loads, Slot::Cache(vector))?;
        self.order.writes(Program::Loads, Slot::Bank(side, to))?;
        let at = self.kernel.at(side, to);
        let length = self.kernel.length;
        self.kernel.vectors[at..at + length].copy_from_slice(&self.memory.cache[from..from + length]);
        Ok(())
    }

    fn forward(&mut self, index: usize) -> Result<(), PlanError> {
        let Word::Do(word) = self.plan.forward[index] else { return Ok(()) };
        let bags = self.memory.outputs.len() / self.kernel.length;
        if word.last && word.bag as usize >= bags {
            return Err(PlanError::Bag { word: index, bag: word.bag, bags });
        }
        let mut leaves = Vec::with_capacity(2 * self.kernel.banks);
        for (bank, operands) in (0..).zip(word.operands) {
            for slot in operands {
                if let Some(slot) = slot {
                    self.check_bank(Program::Forward, index, bank)?;
                    let place = Place { bank, slot };
                    self.order.reads(Program::Forward, Slot::Bank(Side::Forward, place))?;
                    leaves.push(Some(self.kernel.at(Side::Forward, place)));
                } else {
                    leaves.push(None);
                }
            }
        }
        let length = self.kernel.length;
        let sum = &mut self.sums[usize::from(word.accumulator)];
        if word.first {
            *sum = Some(vec![0.0; length]);
        }
        let Some(open) = sum else {
            return Err(PlanError::NotBegun { word: index, accumulator: word.accumulator });
        };
        for (element, sum) in open.iter_mut().enumerate() {
            let leaf = |at: &Option<usize>| at.map_or(-0.0, |at| self.kernel.vectors[at + element]);
            *sum = add(*sum, tree(leaves.iter().map(leaf).collect()));
        }
        if word.last {
            let at = word.bag as usize * length;
            let outputs = &mut self.memory.outputs[at..at + length];
            for (output, sum) in outputs.iter_mut().zip(&*open) {
                *output = multiply(*sum, f32::from_bits(word.scale));
            }
            *sum = None;
        }
        Ok(())
    }

    fn backward(&mut self, index: usize) -> Result<(), PlanError> {
        let Word::Do(word) = self.plan.backward[index] else { return Ok(()) };
        let length = self.kernel.length;
        let gradients = self.memory.gradients.len() / length;
        if self.gradient >= gradients {
            return Err(PlanError::Gradient { word: index, gradients });
        }
        let gradient = &self.memory.gradients[self.gradient * length..][..length];
        for (bank, slot) in (0..).zip(word.operands) {
            let Some(slot) = slot else { continue };
            self.check_bank(Program::Backward, index, bank)?;
            let place = Place { bank, slot };
            self.order.writes(Program::Backward, Slot::Bank(Side::Backward, place))?;
            let at = self.kernel.at(Side::Backward, place);
            for (element, gradient) in self.kernel.vectors[at..at + length].iter_mut().zip(gradient) {
                *element = add(*element, -gradient);
            }
        }
        self.gradient += usize::from(word.ends);
        Ok(())
    }

    fn move_one(&mut self, index: usize) -> Result<(), PlanError> {
        let Word::Do(Move { from, store, copy }) = self.plan.moves[index] else { return Ok(()) };
        self.check_bank(Program::Moves, index, from.bank)?;
        let stored = store.map(|vector| self.cached(Program::Moves, index, vector)).transpose()?;
        if let Some(copy) = copy {
            self.check_bank(Program::Moves, index, copy.bank)?;
        }
        self.order.reads(Program::Moves, Slot::Bank(Side::Backward, from))?;
        let (at, length) = (self.kernel.at(Side::Backward, from), self.kernel.length);
        if let (Some(vector), Some(to)) = (store, stored) {
            self.order.writes(Program::Moves, Slot::Cache(vector))?;
            self.memory.cache[to..to + length].copy_from_slice(&self.kernel.vectors[at..at + length]);
        }
        if let Some(copy) = copy {
            self.order.writes(Program::Moves, Slot::Bank(Side::Forward, copy))?;
            let to = self.kernel.at(Side::Forward, copy);
            self.kernel.vectors.copy_within(at..at + length, to);
        }
        Ok(())
    }
}

/// The sum of the tree: neighbours, then pairs of them, and so on; one without a neighbour goes up as it is.
fn tree(mut level: Vec<f32>) -> f32 {
    while level.len() > 1 {
        level =
            level.chunks(2).map(|pair| pair.iter().copied().reduce(add).expect("a pair has one at least")).collect();
    }
    level[0]
}

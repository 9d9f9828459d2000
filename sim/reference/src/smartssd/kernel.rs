//! The embedding kernel.

use emberlane_drivers::smartssd::{Plan, Slot};
use emberlane_registers::kernel_plan::{ACCUMULATORS, Load, MAX_BANKS, Move, Place, Program, SLOTS, Side, Word};

use super::order::Order;
use super::plan_error::PlanError;
use crate::fp32::{add, multiply};

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

/// An access that the memory answered with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refused;

/// Memory of vectors of `length` elements. Nothing is asked for that it says it does not have.
pub(super) trait VectorMemory {
    /// EVs of the cache.
    fn vectors(&self, length: usize) -> usize;
    /// Gradients.
    fn gradients(&self, length: usize) -> usize;
    /// Bags whose outputs are made.
    fn bags(&self, length: usize) -> usize;
    /// Reads an EV of the cache.
    fn load(&mut self, vector: u32, into: &mut [f32]) -> Result<(), Refused>;
    /// Writes an EV of the cache.
    fn store(&mut self, vector: u32, from: &[f32]) -> Result<(), Refused>;
    /// Reads a gradient.
    fn gradient(&mut self, index: usize, into: &mut [f32]) -> Result<(), Refused>;
    /// Writes an output.
    fn output(&mut self, bag: u32, from: &[f32]) -> Result<(), Refused>;
}

impl VectorMemory for KernelMemory<'_> {
    fn vectors(&self, length: usize) -> usize {
        self.cache.len() / length
    }

    fn gradients(&self, length: usize) -> usize {
        self.gradients.len() / length
    }

    fn bags(&self, length: usize) -> usize {
        self.outputs.len() / length
    }

    fn load(&mut self, vector: u32, into: &mut [f32]) -> Result<(), Refused> {
        into.copy_from_slice(&self.cache[vector as usize * into.len()..][..into.len()]);
        Ok(())
    }

    fn store(&mut self, vector: u32, from: &[f32]) -> Result<(), Refused> {
        self.cache[vector as usize * from.len()..][..from.len()].copy_from_slice(from);
        Ok(())
    }

    fn gradient(&mut self, index: usize, into: &mut [f32]) -> Result<(), Refused> {
        into.copy_from_slice(&self.gradients[index * into.len()..][..into.len()]);
        Ok(())
    }

    fn output(&mut self, bag: u32, from: &[f32]) -> Result<(), Refused> {
        self.outputs[bag as usize * from.len()..][..from.len()].copy_from_slice(from);
        Ok(())
    }
}

/// The embedding kernel: its banks and open sums, which keep what they hold from plan to plan.
#[derive(Clone, Debug)]
pub struct ReferenceKernel {
    banks: usize,
    length: usize,
    /// EVs by side, bank and slot.
    vectors: Vec<f32>,
    /// Operands of a forward word, by bank and port.
    leaves: Vec<f32>,
    /// The gradient of a backward word.
    gradient: Vec<f32>,
    /// Of the bags that have begun and not ended.
    sums: [Option<Vec<f32>>; ACCUMULATORS],
    /// Words that the programs of the last plan have done.
    done: [u32; 4],
}

impl ReferenceKernel {
    /// A kernel of so many banks a side, for EVs of `length` elements. All slots hold zeros.
    ///
    /// # Panics
    /// If it has no bank, or more than [`MAX_BANKS`].
    #[must_use]
    pub fn new(banks: usize, length: usize) -> Self {
        assert!((1..=MAX_BANKS).contains(&banks), "a side has 1 to {MAX_BANKS} banks, not {banks}");
        let vectors = vec![0.0; 2 * banks * SLOTS as usize * length];
        let leaves = vec![0.0; 2 * MAX_BANKS * length];
        let gradient = vec![0.0; length];
        Self { banks, length, vectors, leaves, gradient, sums: Default::default(), done: [0; 4] }
    }

    /// Words that each program of the last plan has done, waits not counted, by [`Program`]. After an error
    /// [`Plan::rest`] of them is what is left.
    #[must_use]
    pub fn done(&self) -> [u32; 4] {
        self.done
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
    /// A plan that cannot be executed. The offending word is not done; what was done before it stays done, and
    /// [`resume`](Self::resume) goes on from there.
    pub fn run(
        &mut self,
        plan: &Plan,
        memory: &mut KernelMemory<'_>,
        choose: impl FnMut(usize) -> usize,
    ) -> Result<(), PlanError> {
        self.forget_sums();
        self.execute(plan, memory, choose)
    }

    /// Executes the [rest](Plan::rest) of a plan that was stopped: like [`run`](Self::run), but bags that have begun go on.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn resume(
        &mut self,
        rest: &Plan,
        memory: &mut KernelMemory<'_>,
        choose: impl FnMut(usize) -> usize,
    ) -> Result<(), PlanError> {
        self.execute(rest, memory, choose)
    }

    /// Bags that have begun are forgotten.
    pub(super) fn forget_sums(&mut self) {
        self.sums = Default::default();
    }

    /// Executes a plan on any memory. Bags that have begun go on.
    pub(super) fn execute(
        &mut self,
        plan: &Plan,
        memory: &mut impl VectorMemory,
        mut choose: impl FnMut(usize) -> usize,
    ) -> Result<(), PlanError> {
        let mut run = Run { kernel: self, plan, memory, next: [0; 4], order: Order::default(), gradient: 0 };
        let end = loop {
            let is_open = Program::ALL.map(|program| run.next[program as usize] < plan.words(program));
            let can_go_on = Program::ALL.map(|program| is_open[program as usize] && run.can_go_on(program));
            let open = Program::ALL.into_iter().filter(|program| is_open[*program as usize]);
            let mut ready = Program::ALL.into_iter().filter(|program| can_go_on[*program as usize]);
            match ready.clone().count() {
                0 if is_open == [false; 4] => break Ok(()),
                0 => {
                    let words = open.map(|program| (program, run.next[program as usize])).collect();
                    break Err(PlanError::Stuck { words, counters: run.order.counters() });
                }
                count => {
                    let program = ready.nth(choose(count)).expect("one of those that are ready is chosen");
                    if let Err(error) = run.step(program) {
                        break Err(error);
                    }
                }
            }
        };
        let done = run.order.counters();
        self.done = done;
        end
    }
}

/// A plan under way.
struct Run<'r, M> {
    kernel: &'r mut ReferenceKernel,
    plan: &'r Plan,
    memory: &'r mut M,
    /// Words that each program has passed, waits included.
    next: [usize; 4],
    order: Order,
    gradient: usize,
}

impl<M: VectorMemory> Run<'_, M> {
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

    /// Whether the cache has an EV.
    fn check_vector(&self, program: Program, word: usize, vector: u32) -> Result<(), PlanError> {
        let vectors = self.memory.vectors(self.kernel.length);
        if (vector as usize) < vectors { Ok(()) } else { Err(PlanError::Vector { program, word, vector, vectors }) }
    }

    fn load(&mut self, index: usize) -> Result<(), PlanError> {
        let Word::Do(Load { side, to, vector }) = self.plan.loads[index] else { return Ok(()) };
        self.check_bank(Program::Loads, index, to.bank)?;
        self.check_vector(Program::Loads, index, vector)?;
        self.order.reads(Program::Loads, Slot::Cache(vector))?;
        self.order.writes(Program::Loads, Slot::Bank(side, to))?;
        let at = self.kernel.at(side, to);
        let bank = &mut self.kernel.vectors[at..at + self.kernel.length];
        self.memory.load(vector, bank).map_err(|Refused| PlanError::Read { program: Program::Loads, word: index })
    }

    fn forward(&mut self, index: usize) -> Result<(), PlanError> {
        let Word::Do(word) = self.plan.forward[index] else { return Ok(()) };
        let length = self.kernel.length;
        let bags = self.memory.bags(length);
        if word.last && word.bag as usize >= bags {
            return Err(PlanError::Bag { word: index, bag: word.bag, bags });
        }
        for (bank, operands) in word.operands.into_iter().enumerate() {
            for (port, slot) in operands.into_iter().enumerate() {
                let leaf = (2 * bank + port) * length;
                if let Some(slot) = slot {
                    let bank = bank as u8;
                    self.check_bank(Program::Forward, index, bank)?;
                    let place = Place { bank, slot };
                    self.order.reads(Program::Forward, Slot::Bank(Side::Forward, place))?;
                    let at = self.kernel.at(Side::Forward, place);
                    self.kernel.leaves[leaf..leaf + length].copy_from_slice(&self.kernel.vectors[at..at + length]);
                } else {
                    self.kernel.leaves[leaf..leaf + length].fill(-0.0);
                }
            }
        }
        let sum = &mut self.kernel.sums[usize::from(word.accumulator)];
        if word.first {
            *sum = Some(vec![0.0; length]);
        }
        let Some(open) = sum else {
            return Err(PlanError::NotBegun { word: index, accumulator: word.accumulator });
        };
        for (sum, tree) in open.iter_mut().zip(trees(&mut self.kernel.leaves, length)) {
            *sum = add(*sum, *tree);
        }
        if let Some(mut output) = sum.take_if(|_| word.last) {
            output.iter_mut().for_each(|sum| *sum = multiply(*sum, f32::from_bits(word.scale)));
            let refused = |Refused| PlanError::Write { program: Program::Forward, word: index };
            self.memory.output(word.bag, &output).map_err(refused)?;
        }
        Ok(())
    }

    fn backward(&mut self, index: usize) -> Result<(), PlanError> {
        let Word::Do(word) = self.plan.backward[index] else { return Ok(()) };
        let length = self.kernel.length;
        let gradients = self.memory.gradients(length);
        if self.gradient >= gradients {
            return Err(PlanError::Gradient { word: index, gradients });
        }
        // All of the word is looked at before anything of it is done.
        let mut places = [None; MAX_BANKS];
        for ((bank, slot), at) in (0..).zip(word.operands).zip(&mut places) {
            let Some(slot) = slot else { continue };
            self.check_bank(Program::Backward, index, bank)?;
            let place = Place { bank, slot };
            self.order.writes(Program::Backward, Slot::Bank(Side::Backward, place))?;
            *at = Some(self.kernel.at(Side::Backward, place));
        }
        let refused = |Refused| PlanError::Read { program: Program::Backward, word: index };
        let ReferenceKernel { vectors, gradient, .. } = &mut *self.kernel;
        self.memory.gradient(self.gradient, gradient).map_err(refused)?;
        for at in places.into_iter().flatten() {
            for (element, gradient) in vectors[at..at + length].iter_mut().zip(&*gradient) {
                *element = add(*element, -gradient);
            }
        }
        self.gradient += usize::from(word.ends);
        Ok(())
    }

    fn move_one(&mut self, index: usize) -> Result<(), PlanError> {
        let Word::Do(Move { from, store, copy }) = self.plan.moves[index] else { return Ok(()) };
        self.check_bank(Program::Moves, index, from.bank)?;
        if let Some(vector) = store {
            self.check_vector(Program::Moves, index, vector)?;
        }
        if let Some(copy) = copy {
            self.check_bank(Program::Moves, index, copy.bank)?;
        }
        self.order.reads(Program::Moves, Slot::Bank(Side::Backward, from))?;
        let (at, length) = (self.kernel.at(Side::Backward, from), self.kernel.length);
        if let Some(vector) = store {
            self.order.writes(Program::Moves, Slot::Cache(vector))?;
            let refused = |Refused| PlanError::Write { program: Program::Moves, word: index };
            self.memory.store(vector, &self.kernel.vectors[at..at + length]).map_err(refused)?;
        }
        if let Some(copy) = copy {
            self.order.writes(Program::Moves, Slot::Bank(Side::Forward, copy))?;
            let to = self.kernel.at(Side::Forward, copy);
            self.kernel.vectors.copy_within(at..at + length, to);
        }
        Ok(())
    }
}

/// The sums of the trees of all elements, whose leaves are there vector by vector: neighbours, then pairs of them, and so on; one
/// without a neighbour goes up as it is. The leaves are overwritten.
fn trees(leaves: &mut [f32], length: usize) -> &[f32] {
    let mut count = leaves.len() / length;
    while count > 1 {
        for pair in 0..count / 2 {
            let (left, right) = leaves.split_at_mut((2 * pair + 1) * length);
            let (sums, left) = left.split_at_mut(2 * pair * length);
            for (left, right) in left.iter_mut().zip(&*right) {
                *left = add(*left, *right);
            }
            if pair > 0 {
                sums[pair * length..][..length].copy_from_slice(left);
            }
        }
        if count % 2 == 1 {
            leaves.copy_within((count - 1) * length..count * length, count / 2 * length);
        }
        count = count.div_ceil(2);
    }
    &leaves[..length]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_added_then_pairs_of_them() {
        let leaf = |at: u32| (at as f32).exp2() + 1.0 / 3.0;
        for count in 1..=2 * MAX_BANKS as u32 {
            let mut level: Vec<f32> = (0..count).map(leaf).collect();
            while level.len() > 1 {
                level = level.chunks(2).map(|pair| pair.iter().copied().reduce(add).unwrap()).collect();
            }
            let mut leaves: Vec<f32> = (0..count).flat_map(|at| [leaf(at), 2.0 * leaf(at), -0.0]).collect();
            assert_eq!(trees(&mut leaves, 3), [level[0], 2.0 * level[0], -0.0], "{count} leaves");
        }
    }
}

//! The words of a plan, as far as they decide on time.

use emberlane_drivers::smartssd::Plan;
use emberlane_registers::kernel_plan::{
    ACCUMULATORS, Backward, Forward, KernelError, Load, MAX_BANKS, Move, Side, Word,
};

use super::shape::{Batch, KernelShape};

/// What the next word of a program is.
#[derive(Clone, Copy, Debug)]
pub enum Step<T> {
    /// It waits for the counters of the other programs.
    Wait([u32; 3]),
    /// It is done.
    Do(T),
    /// It cannot be done.
    Refused(KernelError),
}

/// An EV of the cache to a bank.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadStep {
    pub side_backward: bool,
    pub bank: u8,
    pub slot: u16,
    pub vector: u32,
}

/// EVs that are added to a bag.
#[derive(Clone, Copy, Debug)]
pub struct ForwardStep {
    /// Banks whose second port it uses, as bits.
    pub second_ports: u8,
    pub accumulator: u8,
    pub first: bool,
    pub last: bool,
    pub bag: u32,
}

/// EVs that are updated.
#[derive(Clone, Copy, Debug)]
pub struct BackwardStep {
    /// Banks that it uses, as bits.
    pub banks: u8,
    pub slots: [u16; MAX_BANKS],
    pub ends: bool,
}

/// An EV of a backward bank, to where it goes.
#[derive(Clone, Copy, Debug, Default)]
pub struct MoveStep {
    /// Bank that it is read from, as a bit.
    pub from_bank: u8,
    /// EV of the cache.
    pub store: Option<u32>,
    /// Forward bank, as a bit; 0: to none.
    pub copy_bank: u8,
}

/// The words of a plan.
#[derive(Debug)]
pub struct Steps {
    pub loads: Vec<Step<LoadStep>>,
    pub forward: Vec<Step<ForwardStep>>,
    pub backward: Vec<Step<BackwardStep>>,
    pub moves: Vec<Step<MoveStep>>,
}

impl Steps {
    pub fn new(plan: &Plan, shape: KernelShape, batch: Batch) -> Self {
        let no_bank = |bank: u8| usize::from(bank) >= shape.banks;
        let no_vector = |vector: u32| vector >= batch.vectors;
        let load = |word: &Load| match word {
            _ if no_bank(word.to.bank) => Step::Refused(KernelError::Bank),
            _ if no_vector(word.vector) => Step::Refused(KernelError::Vector),
            Load { side, to, vector } => Step::Do(LoadStep {
                side_backward: *side == Side::Backward,
                bank: to.bank,
                slot: to.slot,
                vector: *vector,
            }),
        };
        let forward = |word: &Forward| {
            let used = |ports: &[Option<u16>; 2]| ports.iter().any(Option::is_some);
            if word.operands[shape.banks..].iter().any(used) {
                return Step::Refused(KernelError::Bank);
            }
            if word.last && word.bag >= batch.bags {
                return Step::Refused(KernelError::Bag);
            }
            let second_ports = bits(word.operands.iter().map(|ports| ports[1].is_some()));
            let Forward { first, last, bag, .. } = *word;
            let accumulator = word.accumulator % ACCUMULATORS as u8;
            Step::Do(ForwardStep { second_ports, accumulator, first, last, bag })
        };
        let backward = |word: &Backward| {
            if word.operands[shape.banks..].iter().any(Option::is_some) {
                return Step::Refused(KernelError::Bank);
            }
            let banks = bits(word.operands.iter().map(Option::is_some));
            Step::Do(BackwardStep { banks, slots: word.operands.map(Option::unwrap_or_default), ends: word.ends })
        };
        let move_one = |word: &Move| match word {
            Move { from, copy, .. } if no_bank(from.bank) || copy.is_some_and(|to| no_bank(to.bank)) => {
                Step::Refused(KernelError::Bank)
            }
            Move { store: Some(vector), .. } if no_vector(*vector) => Step::Refused(KernelError::Vector),
            Move { from, store, copy } => Step::Do(MoveStep {
                from_bank: 1 << from.bank,
                store: *store,
                copy_bank: copy.map_or(0, |to| 1 << to.bank),
            }),
        };
        Self {
            loads: steps(&plan.loads, load),
            forward: steps(&plan.forward, forward),
            backward: steps(&plan.backward, backward),
            moves: steps(&plan.moves, move_one),
        }
    }
}

fn steps<W, S>(words: &[Word<W>], step: impl Fn(&W) -> Step<S>) -> Vec<Step<S>> {
    let step = |word: &Word<W>| match word {
        Word::Wait(counters) => Step::Wait(*counters),
        Word::Do(word) => step(word),
    };
    words.iter().map(step).collect()
}

fn bits(set: impl Iterator<Item = bool>) -> u8 {
    set.enumerate().fold(0, |bits, (index, set)| bits | u8::from(set) << index)
}

/// What a program does in a cycle with its next word.
#[derive(Clone, Copy, Debug)]
pub enum Next<T> {
    /// There is none, or it waits for something that the block itself knows.
    Nothing,
    /// It waits for counters that are not reached.
    Waits,
    /// It was a wait, and is over.
    Passed,
    /// It is to be done.
    Do(T),
    /// It cannot be done.
    Refused(KernelError),
}

impl<T: Copy> Next<T> {
    /// The word to be done.
    pub fn word(&self) -> Option<T> {
        if let Self::Do(word) = self { Some(*word) } else { None }
    }
}

/// The next word of a program, beside the counters of the others in the order in which a wait names them.
pub fn next<T: Copy>(steps: &[Step<T>], word: Option<usize>, others: [u32; 3]) -> Next<T> {
    let Some(step) = word.and_then(|index| steps.get(index)) else { return Next::Nothing };
    match *step {
        Step::Wait(counts) => {
            let reached = others[0] >= counts[0] && others[1] >= counts[1] && others[2] >= counts[2];
            if reached { Next::Passed } else { Next::Waits }
        }
        Step::Do(word) => Next::Do(word),
        Step::Refused(error) => Next::Refused(error),
    }
}

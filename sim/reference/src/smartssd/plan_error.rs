//! Why a plan cannot be executed.

use emberlane_drivers::smartssd::Slot;
use emberlane_registers::kernel_plan::Program;
use thiserror::Error;

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
    /// The memory cannot be read.
    #[error("word {word} of program {}: the memory answered a read with an error", .program.name())]
    Read {
        /// The program.
        program: Program,
        /// Index of its word.
        word: usize,
    },
    /// The memory cannot be written.
    #[error("word {word} of program {}: the memory answered a write with an error", .program.name())]
    Write {
        /// The program.
        program: Program,
        /// Index of its word.
        word: usize,
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

//! What a kernel is, what a plan works on, and why a kernel cannot run a plan.

use emberlane_drivers::smartssd::Plan;
use emberlane_registers::kernel_plan::{self, MAX_BANKS, Program};
use emberlane_registers::smartssd::{GRADIENTS_BITS, PROGRAM_WORDS_BITS};
use thiserror::Error;

/// Cycles in which nothing happens at all, after which a run is given up.
pub const MOST_SILENT_CYCLES: u64 = 1 << 20;

/// A configuration of the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KernelShape {
    /// Banks of a side: 1 to [`MAX_BANKS`].
    pub banks: usize,
    /// Lines of an EV: 1, 2, 4 or 8.
    pub slices: usize,
}

impl KernelShape {
    /// Elements of an EV.
    #[must_use]
    pub const fn elements(self) -> usize {
        16 * self.slices
    }

    /// Adders of the backward banks.
    #[must_use]
    pub const fn adders(self) -> usize {
        kernel_plan::adders(self.banks, self.slices)
    }

    /// # Errors
    /// [`RunError::Shape`].
    pub fn check(self) -> Result<(), RunError> {
        let Self { banks, slices } = self;
        if (1..=MAX_BANKS).contains(&banks) && matches!(slices, 1 | 2 | 4 | 8) {
            Ok(())
        } else {
            Err(RunError::Shape { banks, slices })
        }
    }
}

/// What a plan works on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// EVs of the cache.
    pub vectors: u32,
    /// Gradients.
    pub gradients: u32,
    /// Bags whose outputs are made.
    pub bags: u32,
}

impl Batch {
    /// Checks that the kernel can count what is in it, and the words of its plan.
    ///
    /// # Errors
    /// [`RunError::Words`], [`RunError::Gradients`].
    pub fn check(self, plan: &Plan) -> Result<(), RunError> {
        for program in Program::ALL {
            let words = plan.words(program);
            if words >> PROGRAM_WORDS_BITS > 0 {
                return Err(RunError::Words { program, words });
            }
        }
        if self.gradients >> GRADIENTS_BITS > 0 {
            return Err(RunError::Gradients { gradients: self.gradients });
        }
        Ok(())
    }
}

/// Why a plan cannot be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RunError {
    /// There is no such kernel.
    #[error("a kernel has 1 to {MAX_BANKS} banks a side, not {banks}, and EVs of 1, 2, 4 or 8 lines, not {slices}")]
    Shape {
        /// Banks asked for.
        banks: usize,
        /// Lines of an EV.
        slices: usize,
    },
    /// The kernel cannot count the words.
    #[error("program {} has {words} words; the kernel counts {} at most", .program.name(), (1 << PROGRAM_WORDS_BITS) - 1)]
    Words {
        /// The program.
        program: Program,
        /// Its words.
        words: usize,
    },
    /// The kernel cannot count the gradients.
    #[error("the batch has {gradients} gradients; the kernel counts {} at most", (1 << GRADIENTS_BITS) - 1)]
    Gradients {
        /// Gradients of the batch.
        gradients: u32,
    },
    /// The plan does not end.
    #[error(
        "nothing has happened for {MOST_SILENT_CYCLES} cycles, in cycle {cycle}; the counters are {counters:?}. Does the plan take \
         all gradients, and does memory answer?"
    )]
    Silent {
        /// Cycle since `start`.
        cycle: u64,
        /// Words that each program has done.
        counters: [u32; 4],
    },
}

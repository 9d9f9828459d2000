//! What can go wrong between a program and a SmartSSD.

use std::fmt;

use emberlane_registers::kernel_plan::{KernelError, Program};
use emberlane_registers::smartssd::{AgentError, Movement};
use thiserror::Error;

use super::movement::MovementError;
use super::synchronisation::Unmet;
use crate::identity::IdentityError;
use crate::transport::TransportError;

/// Why a call of [`SmartSsd`](super::SmartSsd) failed.
#[derive(Debug, Error)]
pub enum SmartSsdError {
    /// The device was not reached, or was late. After [`TransportError::Timeout`] nothing is lost: wait again.
    #[error(transparent)]
    Transport(#[from] TransportError),
    /// Not the device that this driver drives.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// The device describes itself in a way that cannot be.
    #[error("CAPABILITIES reads {value:#x}: {what}, which cannot be; is this a SmartSSD of this version?")]
    Capabilities {
        /// What `CAPABILITIES` reads.
        value: u64,
        /// What that says.
        what: String,
    },
    /// A setting that the device would refuse.
    #[error("{register} would be {value:#x}: {problem}")]
    Setting {
        /// Name of the register.
        register: &'static str,
        /// What would be written there.
        value: u64,
        /// What is wrong with it, and what to do.
        problem: String,
    },
    /// An earlier user has left something under way.
    #[error("the device is in use: {what}; reset it")]
    InUse {
        /// What is under way.
        what: String,
    },
    /// Movements that the device cannot do.
    #[error(transparent)]
    Movement(#[from] MovementError),
    /// A plan that never fits into the mailbox.
    #[error(
        "the plan needs {needed} lines, the whole mailbox has {lines}; make MAILBOX_LINES larger, or the plan smaller"
    )]
    PlanTooLong {
        /// Lines that the plan needs.
        needed: usize,
        /// Lines of the mailbox.
        lines: u32,
    },
    /// A plan that does not fit into the mailbox now. Nothing was written.
    #[error(
        "the plan needs {needed} lines, {free} of the mailbox's {lines} are free; wait for a plan that was posted before, and post again"
    )]
    Full {
        /// Lines that the plan needs.
        needed: usize,
        /// Lines that are free.
        free: u32,
        /// Lines of the mailbox.
        lines: u32,
    },
    /// Plans are numbered from 1 on, and the last number is used up.
    #[error("all {} numbers of plans are used up; reset the device", u32::MAX)]
    PlansUsedUp,
    /// `MAILBOX_HEAD` is not where lines were written.
    #[error(
        "MAILBOX_HEAD reads {head}, but the lines that were posted and not done are {from}..{to}; was the device reset?"
    )]
    MailboxHead {
        /// What it reads.
        head: u32,
        /// The first line that it could be at.
        from: u32,
        /// The line behind the last.
        to: u32,
    },
    /// A plan that nobody has posted.
    #[error("plan {plan} is not posted; the last one is {posted}")]
    NoPlan {
        /// The plan that was asked for.
        plan: u32,
        /// The last plan that was posted; 0: none.
        posted: u32,
    },
    /// A plan that is not done in time. Nothing is lost: wait again.
    #[error("plan {plan} is not done within {cycles} cycles; the last that is done is {done}; wait again")]
    PlanLate {
        /// The plan.
        plan: u32,
        /// The last plan that is done.
        done: u32,
        /// Cycles waited.
        cycles: u64,
    },
    /// The cache agent has stopped.
    #[error(transparent)]
    Agent(#[from] AgentFailure),
    /// An iteration was refused or stopped.
    #[error(transparent)]
    Kernel(#[from] KernelFailure),
    /// What the device has stored is in doubt, so its iteration cannot go on.
    #[error("cannot resume: {0}; what the cache holds is in doubt: reset the device and go back to a checkpoint")]
    InDoubt(KernelFailure),
    /// An iteration cannot begin yet.
    #[error("the iteration cannot begin: {0}")]
    NotSynchronised(Unmet),
    /// A call that needs an iteration.
    #[error("no iteration is under way; `begin` one first")]
    NoIteration,
    /// Nothing stopped the iteration that is to be resumed.
    #[error("the iteration was not stopped; `finish` it")]
    NotStopped,
    /// The counters of a stopped iteration are not of its plan.
    #[error("the programs have done {counters:?} words, more than their plan has; was the device reset?")]
    Counters {
        /// `LOADS_DONE` to `MOVES_DONE`.
        counters: [u32; 4],
    },
    /// Outputs before an iteration has made any.
    #[error("no iteration has ended yet, so there are no outputs")]
    NoOutputs,
    /// EVs that the SSD does not have.
    #[error("EVs {first}..{} of the SSD, which holds {vectors}", u128::from(*first) + u128::from(*count))]
    SsdRange {
        /// First EV asked for.
        first: u64,
        /// EVs asked for.
        count: u64,
        /// EVs of the SSD.
        vectors: u64,
    },
    /// Words that are no whole EVs.
    #[error("{words} words are no whole EVs of {elements}")]
    WholeVectors {
        /// Words given.
        words: usize,
        /// Words of an EV.
        elements: usize,
    },
    /// The device reports an error that this driver does not know.
    #[error("{register} reads {value}, which this driver does not know; use matching hardware and software")]
    UnknownError {
        /// Name of the register.
        register: &'static str,
        /// What it reads.
        value: u64,
    },
}

/// The device's own word on a movement that it could not do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentFailure {
    /// What went wrong.
    pub error: AgentError,
    /// Number of the mailbox line.
    pub line: u32,
    /// Movement of the line; of errors of memory the next one.
    pub movement: u8,
    /// What the line says there, if that is known.
    pub what: Option<Movement>,
}

impl AgentFailure {
    /// Whether the error is found when a movement is under way, so that its position is behind it.
    const fn is_of_memory(&self) -> bool {
        use AgentError::{DramRead, DramWrite, SsdRead, SsdWrite};
        matches!(self.error, SsdRead | SsdWrite | DramRead | DramWrite)
    }
}

impl fmt::Display for AgentFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = if self.is_of_memory() { "before" } else { "at" };
        write!(formatter, "the cache agent has stopped {at} movement {} of mailbox line {}", self.movement, self.line)?;
        if let (Some(what), false) = (self.what, self.is_of_memory()) {
            write!(formatter, " ({})", Described(what))?;
        }
        let (problem, remedy) = match self.error {
            AgentError::Layout => {
                ("TX buffers, cache and DRAM do not fit", "set TX_BYTES, CACHE_BASE and CACHE_VECTORS right")
            }
            AgentError::Overrun => {
                ("MAILBOX_TAIL is too far ahead of MAILBOX_HEAD, or behind it", "let the driver alone write it")
            }
            AgentError::HostRead => ("the line could not be read", "see that MAILBOX_BASE is host memory"),
            AgentError::Torn => ("the line is not written, or not all of it", "it is written again"),
            AgentError::CacheRange => {
                ("it leaves the cache, or moves nothing", "set CACHE_VECTORS as it was when the plan was posted")
            }
            AgentError::SsdRange => ("it leaves the SSD's EVs", "set SSD_VECTORS as it was when the plan was posted"),
            AgentError::Order => ("an eviction stands behind a load", "write plans with `SmartSsd::post` alone"),
            AgentError::PlanOrder => {
                ("the plan's number is not one more than that of the plan before", "it is written again")
            }
            AgentError::SsdRead => ("the SSD answered a read with an error", "look after the SSD"),
            AgentError::SsdWrite => ("the SSD answered a write with an error", "look after the SSD"),
            AgentError::DramRead => ("the DRAM answered a read with an error", "look after the DRAM"),
            AgentError::DramWrite => ("the DRAM answered a write with an error", "look after the DRAM"),
        };
        write!(formatter, ": {problem}; {remedy}, and call `retry_movements`: nothing is lost")
    }
}

impl std::error::Error for AgentFailure {}

/// A movement in words.
struct Described(Movement);

impl fmt::Display for Described {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Movement::Nothing => formatter.write_str("nothing"),
            Movement::Evict(range) => write!(
                formatter,
                "evict {} EVs, from EV {} of the cache to EV {} of the SSD on",
                range.count, range.cached, range.ssd
            ),
            Movement::Load(range) => write!(
                formatter,
                "load {} EVs, from EV {} of the SSD to EV {} of the cache on",
                range.count, range.ssd, range.cached
            ),
            Movement::End { plan } => write!(formatter, "end of plan {plan}"),
        }
    }
}

/// The device's own word on an iteration that it refused or stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelFailure {
    /// What went wrong.
    pub error: KernelError,
    /// At which program.
    pub program: Program,
    /// Index of the word of that program, waits included, if the error is about a word.
    pub word: Option<usize>,
    /// Words that each program has done, waits not counted, since the iteration began or was last resumed.
    pub counters: [u32; 4],
}

impl fmt::Display for KernelFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self.error {
            KernelError::Layout | KernelError::Busy | KernelError::UnknownCommand => "the iteration was refused",
            _ => "the iteration was stopped",
        })?;
        let program = self.program.name();
        match self.word {
            Some(word) => write!(formatter, " at word {word} of program {program}: ")?,
            None if matches!(self.error, KernelError::Read | KernelError::Write) => {
                write!(formatter, " at program {program}: ")?;
            }
            None => formatter.write_str(": ")?,
        }
        formatter.write_str(match self.error {
            KernelError::Bank => "there is no such bank; make the plan for as many banks as CAPABILITIES says",
            KernelError::Vector => "the EV is past the end of the cache; set CACHE_VECTORS right and `resume`",
            KernelError::Bag => "the bag is past the end of the batch; the iteration's bags are too few",
            KernelError::Gradient => "it needs a gradient more than there are; the plan is not what was posted",
            KernelError::Stuck => {
                "every program that is not over waits; make the plan with `PlanBuilder`, whose plans do not get stuck"
            }
            KernelError::Read => {
                "memory answered a read of a program, an EV or a gradient with an error; write it again and `resume`: nothing is lost"
            }
            KernelError::Write => "memory answered a write with an error",
            KernelError::Busy => "another one is under way, which goes on; `finish` it",
            KernelError::UnknownCommand => "the doorbell's value is no command",
            KernelError::Layout => {
                "TX buffers, cache and DRAM do not fit, or the outputs do not fit into a TX buffer; set them right and `resume`"
            }
        })
    }
}

impl std::error::Error for KernelFailure {}

#[cfg(test)]
mod tests {
    use super::*;
    use emberlane_registers::smartssd::Range;

    #[test]
    fn agent_errors_say_where_and_what_to_do() {
        let what = Some(Movement::Load(Range { ssd: 7, cached: 3, count: 2 }));
        let failure = AgentFailure { error: AgentError::CacheRange, line: 12, movement: 1, what };
        let text = failure.to_string();
        assert!(text.contains("at movement 1 of mailbox line 12 (load 2 EVs, from EV 7 of the SSD"), "{text}");
        let text = AgentFailure { error: AgentError::SsdRead, ..failure }.to_string();
        assert!(text.contains("before movement 1 of mailbox line 12: the SSD"), "{text}");
        let mut seen: Vec<String> = Vec::new();
        for &error in AgentError::ALL {
            let text = AgentFailure { error, line: 0, movement: 0, what: None }.to_string();
            assert!(!seen.contains(&text) && text.contains("retry_movements"), "{text}");
            seen.push(text);
        }
    }

    #[test]
    fn kernel_errors_say_where_and_what_to_do() {
        let failure = |error, word| KernelFailure { error, program: Program::Moves, word, counters: [0; 4] };
        let text = failure(KernelError::Vector, Some(9)).to_string();
        assert!(text.starts_with("the iteration was stopped at word 9 of program moves: the EV"), "{text}");
        let text = failure(KernelError::Layout, None).to_string();
        assert!(text.starts_with("the iteration was refused: TX buffers"), "{text}");
        let text = SmartSsdError::InDoubt(failure(KernelError::Write, None)).to_string();
        assert!(text.contains("at program moves") && text.contains("checkpoint"), "{text}");
    }
}

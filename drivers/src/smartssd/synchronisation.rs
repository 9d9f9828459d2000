//! What has to be over before an iteration begins (NDRec, Section IV-E).

use std::fmt;

/// One of NDRec's five conditions, by its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Condition {
    /// The first stage of the lookahead embedding has ended; its outputs are in a TX buffer.
    OutputsWritten = 1,
    /// The GPU's backward pass has ended, and the copy of the gradients that the kernel reads is made.
    GradientsCopied = 2,
    /// The FPGA's backward pass has ended, and its DRAM holds all updates.
    UpdatesStored = 3,
    /// The cache agent has done all movements that the iteration needs.
    MovementsDone = 4,
    /// The planner has written its schedule to the mailbox and told the agent.
    SchedulePosted = 5,
}

impl Condition {
    /// All of them, in order.
    pub const ALL: [Self; 5] =
        [Self::OutputsWritten, Self::GradientsCopied, Self::UpdatesStored, Self::MovementsDone, Self::SchedulePosted];

    const fn bit(self) -> u8 {
        1 << self as u8
    }

    const fn unmet(self) -> &'static str {
        match self {
            Self::OutputsWritten => "the iteration before has not written all its outputs; `finish` it",
            Self::GradientsCopied => "nobody said that the gradients are copied; say so when the GPU has made them",
            Self::UpdatesStored => "the iteration before has not stored all its updates; `finish` it",
            Self::MovementsDone => "the cache agent has not done the plan that the iteration needs; `wait_for_plan`",
            Self::SchedulePosted => "the plan that the iteration needs is not in the mailbox; `post` it",
        }
    }
}

/// Which conditions are met; all must be before an iteration begins.
///
/// [`SmartSsd::synchronise`](super::SmartSsd::synchronise) finds out what device and driver know. That the gradients are
/// there only the caller knows:
///
/// ```no_run
/// use emberlane_drivers::smartssd::{Condition, Iteration, SmartSsd, SmartSsdError, SmartSsdTransport};
///
/// fn begin<T: SmartSsdTransport>(device: &mut SmartSsd<T>, iteration: Iteration) -> Result<(), SmartSsdError> {
///     let synchronisation = device.synchronise(iteration.after)?.with(Condition::GradientsCopied);
///     device.begin(iteration, synchronisation)
/// }
/// ```
///
/// The kernel itself waits for the movements that it needs. Who leaves that to it says that they are
/// [done](Condition::MovementsDone).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Synchronisation {
    met: u8,
}

impl Synchronisation {
    /// No condition is met.
    pub const NONE: Self = Self { met: 0 };

    /// One condition more is met.
    pub const fn with(self, condition: Condition) -> Self {
        Self { met: self.met | condition.bit() }
    }

    /// A condition is met if it was before, and `holds`.
    pub(super) fn only_if(self, condition: Condition, holds: bool) -> Self {
        if holds { self } else { Self { met: self.met & !condition.bit() } }
    }

    /// Nothing, or what is still to be met.
    pub(super) fn check(self) -> Result<(), Unmet> {
        let unmet: Vec<Condition> =
            Condition::ALL.into_iter().filter(|condition| self.met & condition.bit() == 0).collect();
        if unmet.is_empty() { Ok(()) } else { Err(Unmet(unmet)) }
    }
}

/// Conditions that are not met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmet(pub Vec<Condition>);

impl fmt::Display for Unmet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, condition) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(formatter, "{separator}({}) {}", *condition as u8, condition.unmet())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_met_is_named() {
        let all = Condition::ALL.into_iter().fold(Synchronisation::NONE, Synchronisation::with);
        assert_eq!(all.check(), Ok(()));
        let unmet = all.only_if(Condition::SchedulePosted, false).only_if(Condition::UpdatesStored, true).check();
        let unmet = unmet.unwrap_err();
        assert_eq!(unmet, Unmet(vec![Condition::SchedulePosted]));
        assert!(unmet.to_string().starts_with("(5) the plan"), "{unmet}");
        let unmet = Synchronisation::NONE.with(Condition::OutputsWritten).check().unwrap_err();
        assert_eq!(unmet.0, Condition::ALL[1..]);
    }
}

//! Faults that tests have to find.

/// A shard that does one thing wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutant {
    /// A pull does not wait for the batch before.
    PullsEarly,
    /// A push that is repeated is applied once more.
    AppliesTwice,
    /// Pushes are applied in the order in which they came.
    ArrivalOrder,
    /// Messages to a former process are taken.
    IgnoresTerms,
    /// A shard that was started goes on when one rank has said where it is.
    EntersEarly,
    /// It goes on behind what all ranks have used, where one has used more.
    EntersBehind,
}

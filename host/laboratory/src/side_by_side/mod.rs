//! Systems side by side: the same batch, the time and the energy that each takes for it.
//!
//! The systems of a paper are a [`Family`]: it says what steps count as and move; tables, charts and files are the same for every family.
//! TrainingCXL's systems are [rehearsed](emberlane_systems::rehearse). A family that is [`Counted`] has systems of its own: a [`System`]
//! turns a batch into a graph of steps over the resources of [`emberlane_systems::schedule`], whose times are computed from counts of a
//! workload and from numbers that each say where they are from ([`Assumptions`]), and the executor that runs training replays it.

mod comparison;
mod family;
mod measured;
mod replay;
mod system;

pub use comparison::{Comparison, assumption_table};
pub use emberlane_systems::assumptions::{Assumption, AssumptionError, Assumptions};
pub use family::{BatchPart, Counted, Family, Words, part_names};
pub use measured::{Measured, measure};
pub use replay::{Replayed, StepCost, TimedStep};
pub use system::{BatchPlan, System, find};

pub(crate) use comparison::timeline;

//! Systems side by side: the same batch, the time and the energy that each takes for it.
//!
//! A [`System`] turns a batch into a graph of steps over the resources of [`emberlane_systems::schedule`], and the same executor that
//! runs training replays time on it. The arithmetic of training does not depend on the system, so it is not done here:
//! `emberlane train` does it, bit for bit the same for every strict system. What the steps take is computed from the counts of
//! a workload and from numbers that each say where they are from ([`Assumptions`]).
//!
//! The systems of a paper are a [`Family`]: it says what steps count as, move and cost; all else is the same for every family.

mod assumptions;
mod comparison;
mod family;
mod measured;
mod replay;
mod system;

pub use assumptions::{Assumption, AssumptionError, Assumptions};
pub use comparison::{Comparison, assumption_table};
pub use family::{BatchPart, Family, Words, part_names};
pub use measured::{Measured, measure};
pub use replay::{Replayed, StepCost, TimedStep};
pub use system::{BatchPlan, System, find};

pub(crate) use comparison::timeline;

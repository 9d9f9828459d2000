//! Systems side by side: the same batch, the time and the energy that each takes for it.
//!
//! The systems of a paper are a [`Family`]: it says what steps count as and move; tables, charts and files are the same for every family.
//! Systems are [rehearsed](emberlane_systems::rehearse): the graphs that training executes, at full size, without the arithmetic.

mod comparison;
mod family;
mod measured;
mod seen;

pub use comparison::{Comparison, FORMS, assumption_table};
pub use emberlane_systems::assumptions::{Assumption, AssumptionError, Assumptions};
pub use family::{BatchPart, Family, Words, part_names};
pub use measured::Measured;
pub use seen::{TimedStep, seen_ms};

pub(crate) use comparison::timeline;

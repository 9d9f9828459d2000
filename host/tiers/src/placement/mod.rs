//! Which table is in which memory, and which GPU it belongs to (MTrainS, Section 5.6, Equation 6).

mod bound;
mod file;
mod milp;
mod problem;
mod search;
mod solved;
mod solver;

pub use bound::lower_bound;
pub use file::{Expected, PlacedTable, PlacementFile};
pub use problem::{Fill, Memory, Place, Problem, Table, Tier};
pub use solved::{NotPlaced, Solved};
pub use solver::Solver;

//! TrainingCXL's systems side by side: a batch of training, the time and the energy that each takes for it.
//!
//! A system is a file of [`systems`]. What its steps take is computed from the batch's counts ([`Workload`]) and from numbers that
//! each say where they are from ([`ASSUMPTIONS`]); see [`side_by_side`](crate::side_by_side).

mod assumptions;
mod costs;
mod energy;
mod family;
pub mod systems;
mod workload;

pub use assumptions::{ASSUMPTIONS, assumptions};
pub use costs::{Costs, Memory, Part, Traffic};
pub use energy::{Energy, Holdings};
pub use family::TrainingCxl;
pub use systems::SYSTEMS;
pub use workload::{Workload, WorkloadError};

pub(crate) use assumptions::batch_size;

#[cfg(test)]
mod tests;

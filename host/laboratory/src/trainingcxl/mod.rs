//! TrainingCXL's systems side by side: a batch of training, the time and the energy that each takes for it.
//!
//! A system is a file of `emberlane_systems::schedule`, which training runs. Here it is [rehearsed](emberlane_systems::rehearse), and what a
//! batch takes is read from the log.

mod counters;
mod family;
mod parts;
mod rehearsed;
mod workload;

pub use counters::{Access, Counters, Held, Total, accesses, held};
pub use family::TrainingCxl;
pub use parts::{Part, Traffic};
pub use rehearsed::{measure, measure_all, run, with_system};
pub use workload::{Shared, Workload, WorkloadError};

#[cfg(test)]
mod tests;

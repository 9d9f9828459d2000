//! NDRec's systems side by side: an iteration of training, the time and the energy that each takes for it (Section VI).
//!
//! A [`Workload`](workload::Workload) says what a model looks up; [`counts`] run it through the caches of every system, without a
//! number of the tables; an [`Iteration`] is the average of that on a machine ([`Setup`]). A system is a file of [`systems`]. What
//! its steps take is computed from the counts, from the cycles of the SmartSSD's model, and from numbers that each say where they
//! are from ([`ASSUMPTIONS`]); see [`side_by_side`](crate::side_by_side).

mod assumptions;
mod costs;
mod counting;
pub mod counts;
mod energy;
mod family;
mod fits;
pub mod ids;
mod iteration;
mod placement;
pub mod systems;
mod way;
pub mod workload;

pub use assumptions::{ASSUMPTIONS, assumptions};
pub use costs::{Costs, DRAM_RATE, Part, Traffic};
pub use counting::{Counting, cache_bytes, count, devices, iteration, plan_with, shared};
pub use energy::{Energy, Storage};
pub use family::NdRec;
pub use fits::can_run;
pub use iteration::{Device, Iteration, Moved, Setup, Shared, Split};
pub use placement::{Placement, gpu_bytes, place};
pub use systems::SYSTEMS;
pub use way::{Cached, Tables, Use};

#[cfg(test)]
mod tests;

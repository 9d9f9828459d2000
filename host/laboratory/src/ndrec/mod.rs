//! NDRec's systems side by side: an iteration of training, the time and the energy that each takes for it (Section VI).
//!
//! A [`Workload`](workload::Workload) says what a model looks up. A system is the one that [training](emberlane_systems) executes; here it is
//! [rehearsed](measure) at full size, from the middle of an epoch on, without a number of the tables: its caches, planners and kernels run, and
//! what they hold at first is drawn. [`counts`] are of the cache planner alone, for the figures about it.

mod counting;
pub mod counts;
mod energy;
mod family;
pub mod ids;
mod parts;
mod placement;
mod rehearsed;
mod sample;
mod setup;
pub mod workload;

pub use counting::{Counting, plan_with};
pub use energy::Energy;
pub use family::NdRec;
pub use parts::{Part, Traffic};
pub use placement::{Placement, place};
pub use rehearsed::{COUNTED, can_run, experiment, measure, steady};
pub use sample::{SEED, Sample};
pub use setup::Setup;

#[cfg(test)]
mod tests;

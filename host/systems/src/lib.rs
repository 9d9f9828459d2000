//! Training systems: what runs where, what it waits for, and how long it takes.
//!
//! A [`Trainer`] is a DLRM with its tables. [`open`] opens the tables that an experiment asks for: the one place that knows every
//! store. A *system* says which operation of a batch runs where and what it waits for ([`schedule`]); host, device and GPU are then in
//! one simulated CXL fabric ([`machine`]), in whose time batches run. A [`Runner`] trains batches in their order, whatever schedules
//! them.
#![forbid(unsafe_code)]

pub mod assumptions;
#[cfg(test)]
mod both_ways;
pub mod costs;
pub mod energy;
mod error;
mod fits;
pub mod gpu;
pub mod machine;
pub mod open;
mod options;
mod rehearsal;
mod runner;
pub mod schedule;
mod stop;
pub mod tables;
#[cfg(test)]
mod tiers_both_ways;
#[cfg(test)]
mod trained;
mod trainer;

pub use error::TrainError;
pub use fits::check_fits;
pub use open::{
    DiskNeeds, Needs, OnGpus, Opened, Placed, SharedFabric, TooLarge, check_memory, check_settings, disk_needs, needs,
    pool_geometry, rtl_available, simulated_device, tiered_rows,
};
pub use options::{Messages, Steady, StoreOptions, Trace};
pub use rehearsal::{rehearse, rehearse_batches, rehearse_on};
pub use runner::Runner;
pub use stop::Stop;
pub use trainer::{AtRest, Dense, Start, Times, Trainer};

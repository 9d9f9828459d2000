//! What every CXL-MEM has to do, as checks over any [`Transport`].
//!
//! Each check drives a device through [`CxlMem`] and panics where it does not do what `emberlane_registers::cxl_mem` says.
//! What vectors should hold is computed here, operation by operation and bag by bag, apart from any device's code.

mod aside;
mod batches;
mod bus;
mod errors;
mod faults;
mod fuzz;
mod relaxed;
mod snapshot;
mod workload;

pub(crate) use aside::Aside;
pub use batches::random_batches;
pub use bus::bus;
pub use errors::{ErrorChecks, errors};
pub use fuzz::corrupted_jobs;
pub use relaxed::relaxed_lookups;
pub use workload::{Bags, Size, Workload};

use emberlane_drivers::{CxlMem, Transport};

/// The seed of a random check: `EMBERLANE_SEED` if set, else `default`. Says so on standard error.
///
/// # Panics
/// If `EMBERLANE_SEED` is not a number.
#[must_use]
pub fn seed(check: &str, default: u64) -> u64 {
    let seed = match std::env::var("EMBERLANE_SEED") {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("EMBERLANE_SEED is {text:?}, expected a decimal number")),
        Err(_) => default,
    };
    eprintln!("{check}: EMBERLANE_SEED={seed} replays this run");
    seed
}

/// Finds the device behind `transport`.
///
/// # Panics
/// If there is none.
pub fn discover<T: Transport>(transport: T) -> CxlMem<T> {
    CxlMem::discover(transport).unwrap_or_else(|error| panic!("discovery: {error}"))
}

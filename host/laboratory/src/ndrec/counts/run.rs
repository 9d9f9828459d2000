//! Which iterations are counted, and why they cannot be.

use emberlane_data::DataError;
use emberlane_stores::planner::PlanError;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::ndrec::ids::{Ids, Iterations};
use crate::threads::on_threads;

/// Why there are no counts.
#[derive(Debug, Error)]
pub enum CountError {
    /// The data.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The cache cannot hold what iterations need.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The data ends first.
    #[error("the data ends after {read} iterations of {batch} samples; {needed} at least are needed")]
    TooFew {
        /// Iterations that there are.
        read: u64,
        /// Samples of each.
        batch: usize,
        /// Iterations that are needed.
        needed: u64,
    },
}

/// Which iterations are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// Samples trained before: what the caches hold at first is drawn so that it is as likely as after these.
    pub before: u64,
    /// Iterations after that, of which nothing is counted.
    pub warm: u64,
    /// Iterations that are counted.
    pub measured: u64,
    /// Decides what caches hold at first, and what is evicted.
    pub seed: u64,
}

/// Does each iteration of a run; says how many of them before were measured, `None` while it warms up. Gives how many were measured.
///
/// # Errors
/// Those of the iterations and of what is done with them, and no iteration that is measured.
pub(super) fn each_iteration(
    source: &mut dyn Iterations,
    run: &Run,
    mut step: impl FnMut(&Ids, Option<u64>) -> Result<(), CountError>,
) -> Result<u64, CountError> {
    let mut ids = Ids::default();
    for iteration in 0..run.warm + run.measured {
        if !source.next(&mut ids)? {
            let (batch, needed) = (source.shape().batch, run.warm + 1);
            let too_few = CountError::TooFew { read: iteration, batch, needed };
            return if iteration < needed { Err(too_few) } else { Ok(iteration - run.warm) };
        }
        step(&ids, iteration.checked_sub(run.warm))?;
    }
    Ok(run.measured)
}

/// Counts for several devices on so many threads; each is a list of tables. In the order of the devices, whichever is done first.
///
/// # Errors
/// The error of the first device that has one.
///
/// # Panics
/// When counting does.
pub fn each_device<T: Send, E: Send>(
    devices: &[Vec<usize>],
    threads: usize,
    count: impl Fn(usize, &[usize]) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let numbered: Vec<(usize, &Vec<usize>)> = devices.iter().enumerate().collect();
    on_threads(&numbered, threads, |(device, tables)| count(*device, tables)).into_iter().collect()
}

//! What the caches of each system meet in a workload: raw sums over measured iterations.
//!
//! Every count begins in the middle of an epoch, where NDRec's traces are from (Section VI-A). Nobody trains through half an epoch for
//! that: what a cache holds then follows from how likely an iteration uses each row, and is drawn. A few iterations warm up what is not
//! drawn; the measured ones follow. Records of a file have no such law; with them caches begin empty.
//!
//! A function of each module counts for one device, or one GPU, and some tables. Devices do not depend on each other:
//! [`each_device`] counts on several threads, and the counts do not depend on how many.

pub mod kernel;
pub mod lookahead;
pub mod lru;
pub mod overlap;
pub mod planner;
pub mod rank_cache;
mod steady;
pub mod unified;

use crate::threads::on_threads;

use emberlane_drivers::smartssd::AssignmentError;
use emberlane_models::smartssd::RunError;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::ids::{Ids, Iterations};
use emberlane_data::DataError;
use emberlane_stores::planner::PlanError;

/// Why there are no counts.
#[derive(Debug, Error)]
pub enum CountError {
    /// The data.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The cache cannot hold what iterations need.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The banks of the kernel cannot hold what an iteration needs.
    #[error(transparent)]
    Assignment(#[from] AssignmentError),
    /// The kernel cannot run a plan.
    #[error(transparent)]
    Kernel(#[from] RunError),
    /// A cache is too small.
    #[error(
        "an iteration needs {needed} rows at once, the cache holds {capacity}; make the cache larger, or the batch smaller"
    )]
    Small {
        /// Entries that are needed.
        needed: u64,
        /// Entries that fit.
        capacity: u64,
    },
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
fn each_iteration(
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ndrec::ids::{Drawn, Recorded};
    use crate::ndrec::workload::Workload;
    use emberlane_data::access::Column;
    use emberlane_data::{GenerateOptions, generate};
    use emberlane_experiment::OnMalformed;
    use emberlane_stores::planner::Settings;

    const RUN: Run = Run { before: 10_000, warm: 3, measured: 5, seed: 1 };

    #[test]
    fn counts_do_not_depend_on_threads() {
        let columns = (1..=4).map(|table| Column::new(5_000 * table, 1.0)).collect();
        let workload = Workload { columns, ..Workload::criteo_terabyte() };
        let devices = [vec![0, 3], vec![1], vec![2]];
        let counts = |threads| {
            let count = |_, tables: &[usize]| {
                planner::count(&mut Drawn::new(&workload, tables, 100, 1), Settings::new(1_000, 0), &RUN)
            };
            each_device(&devices, threads, count).unwrap()
        };
        assert_eq!(counts(1).len(), 3);
        assert_eq!(counts(1), counts(3));
        let refused = each_device(&devices, 2, |device, _| if device == 0 { Ok(()) } else { Err(device) });
        assert_eq!(refused, Err(1));
    }

    #[test]
    fn records_of_a_file_are_counted_until_it_ends() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("clicks.tsv");
        generate(&path, &GenerateOptions { rows: 60, categories: 1000, skew: 1.0, seed: 1 }).unwrap();
        let workload = Workload::kaggle_dac();
        let count = |batch| {
            let mut source = Recorded::open(&path, &workload, &[2, 3], batch, OnMalformed::Error).unwrap();
            planner::count(&mut source, Settings::new(1_000, 0), &RUN)
        };
        let counts = count(10).unwrap();
        assert_eq!((counts.statistics().iterations, counts.statistics().lookups.total()), (3, 60));
        assert!(counts.filled > 0, "three iterations warm it up");
        let error = count(20).unwrap_err();
        assert_eq!(error.to_string(), "the data ends after 3 iterations of 20 samples; 4 at least are needed");
    }
}

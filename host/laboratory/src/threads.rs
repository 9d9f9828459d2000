//! Independent work on several threads, with results in the order of the work.

use rayon::prelude::*;

/// As many threads as there are processors.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Does each job on one of so many threads, at least one; results in the order of the jobs, whatever the number of threads is.
pub(crate) fn on_threads<J: Sync, R: Send>(jobs: &[J], threads: usize, work: impl Fn(&J) -> R + Sync) -> Vec<R> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.clamp(1, jobs.len().max(1))).build();
    match pool {
        Ok(pool) => pool.install(|| jobs.par_iter().with_max_len(1).map(|job| work(job)).collect()),
        // A machine that gives no thread more still has this one.
        Err(_) => jobs.iter().map(work).collect(),
    }
}

//! Threads that share out rows and columns of products, and tables, never a sum.

use std::sync::LazyLock;

use rayon::prelude::*;

/// As many as `MATMUL_NUM_THREADS` says, or as there are processors. They live as long as the process.
static POOL: LazyLock<Option<rayon::ThreadPool>> = LazyLock::new(|| {
    let asked = std::env::var("MATMUL_NUM_THREADS").ok().and_then(|threads| threads.parse().ok());
    let threads = asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let name = |number| format!("arithmetic-{number}");
    // Without threads of its own, everything is done by whoever asks for it.
    (threads > 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).thread_name(name).build().ok()).flatten()
});

/// How many there are.
#[must_use]
pub fn threads() -> usize {
    POOL.as_ref().map_or(1, rayon::ThreadPool::current_num_threads)
}

/// Does tasks, each by itself.
pub fn run<T: Send>(tasks: impl Iterator<Item = T>, work: impl Fn(T) + Send + Sync) {
    match &*POOL {
        None => tasks.for_each(work),
        Some(pool) => {
            let tasks: Vec<T> = tasks.collect();
            pool.install(|| tasks.into_par_iter().for_each(work));
        }
    }
}

/// Into how large parts so many things are cut for the threads: a multiple of `unit`, `most` units at most.
pub(crate) fn part(things: usize, unit: usize, most: usize) -> usize {
    // Twice as many parts as threads, so that none waits long for the others.
    let even = things.div_ceil(2 * threads()).div_ceil(unit);
    let units = if threads() == 1 { most } else { even.clamp(1, most) };
    units * unit
}

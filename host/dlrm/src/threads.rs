//! Threads that share out rows and columns of products, and tables, never a sum.

use std::cell::Cell;
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

thread_local! {
    /// This thread does its arithmetic itself.
    static ALONE: Cell<bool> = const { Cell::new(false) };
}

/// Does something whose arithmetic this thread does alone, without a pool: for those who have work for every processor beside it.
pub fn alone<R>(work: impl FnOnce() -> R) -> R {
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            ALONE.set(self.0);
        }
    }
    let _before = Before(ALONE.replace(true));
    work()
}

/// Multiply-adds that one thread has done before another one has woken up, and been waited for.
const FEW: usize = 1 << 22;

/// None for whoever does its arithmetic alone, and for so little of it that others are not worth asking.
fn pool(multiply_adds: usize) -> Option<&'static rayon::ThreadPool> {
    if ALONE.get() || multiply_adds < FEW { None } else { POOL.as_ref() }
}

/// How many there are.
#[must_use]
pub fn threads() -> usize {
    threads_for(usize::MAX)
}

fn threads_for(multiply_adds: usize) -> usize {
    pool(multiply_adds).map_or(1, rayon::ThreadPool::current_num_threads)
}

/// Does tasks, each by itself, of so many multiply-adds in all, or of what takes as long.
pub fn run<T: Send>(multiply_adds: usize, tasks: impl Iterator<Item = T>, work: impl Fn(T) + Send + Sync) {
    match pool(multiply_adds) {
        None => tasks.for_each(work),
        Some(pool) => {
            let tasks: Vec<T> = tasks.collect();
            pool.install(|| tasks.into_par_iter().for_each(work));
        }
    }
}

/// Into how large parts so many things, of so many multiply-adds in all, are cut for the threads: a multiple of `unit`, `most` units at most.
pub(crate) fn part(multiply_adds: usize, things: usize, unit: usize, most: usize) -> usize {
    let threads = threads_for(multiply_adds);
    // Twice as many parts as threads, so that none waits long for the others.
    let even = things.div_ceil(2 * threads).div_ceil(unit);
    let units = if threads == 1 { most } else { even.clamp(1, most) };
    units * unit
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Mutex;
    use std::thread::current;

    use super::*;

    fn who_works() -> BTreeSet<Option<String>> {
        who_works_for(usize::MAX)
    }

    fn who_works_for(multiply_adds: usize) -> BTreeSet<Option<String>> {
        let names = Mutex::new(BTreeSet::new());
        run(multiply_adds, 0..64, |_| {
            names.lock().unwrap().insert(current().name().map(str::to_owned));
        });
        names.into_inner().unwrap()
    }

    #[test]
    fn alone_a_thread_does_all_itself_and_afterwards_as_before() {
        let here = BTreeSet::from([current().name().map(str::to_owned)]);
        assert_eq!(alone(|| (who_works(), threads())), (here.clone(), 1));
        assert_eq!(alone(|| alone(threads) + threads()), 2);
        assert_eq!(who_works().is_disjoint(&here), threads() > 1);
        assert_eq!(who_works_for(FEW - 1), here);
        assert_eq!(who_works_for(FEW).is_disjoint(&here), threads() > 1);
    }
}

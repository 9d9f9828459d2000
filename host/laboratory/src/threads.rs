//! Independent work on several threads, with results in the order of the work.

use std::cmp::Reverse;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, available_parallelism, scope};

use emberlane_dlrm::threads::alone;

/// As many threads as there are processors.
pub(crate) fn processors() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// Does each job on one of so many threads, at least one; results in the order of the jobs, whatever the number of threads is.
///
/// A thread ends its job before it takes another, so that only as many jobs hold memory as there are threads. Threads of a rayon pool
/// do not: one that waits for a pool within its job takes the next job meanwhile. As long as there is a job for every thread, each does its
/// arithmetic alone.
///
/// # Panics
/// If a job does.
pub(crate) fn on_threads<J: Sync, R: Send>(jobs: &[J], threads: usize, work: impl Fn(&J) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            match jobs.get(number) {
                Some(job) if threads > 1 && jobs.len() - number >= threads => done.push((number, alone(|| work(job)))),
                Some(job) => done.push((number, work(job))),
                None => return done,
            }
        }
    };
    let mut done = scope(|scope| {
        // A machine that gives no thread more still has this one.
        let others: Vec<_> =
            (1..threads.min(jobs.len())).map_while(|_| Builder::new().spawn_scoped(scope, take).ok()).collect();
        let mut done = take();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// As [`on_threads`], the longest jobs first: a long one that is begun last would keep all threads but one waiting.
pub(crate) fn longest_first<J: Sync, R: Send>(
    jobs: &[J],
    threads: usize,
    length: impl Fn(&J) -> u64,
    work: impl Fn(&J) -> R + Sync,
) -> Vec<R> {
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    order.sort_by_cached_key(|job| Reverse(length(&jobs[*job])));
    let results = on_threads(&order, threads, |job| work(&jobs[*job]));
    let mut results: Vec<(usize, R)> = order.into_iter().zip(results).collect();
    results.sort_unstable_by_key(|(job, _)| *job);
    results.into_iter().map(|(_, result)| result).collect()
}

/// As [`on_threads`], with jobs that the work changes.
pub(crate) fn each_on_threads<J: Send, R: Send>(
    jobs: &mut [J],
    threads: usize,
    work: impl Fn(&mut J) -> R + Sync,
) -> Vec<R> {
    // Each job is taken once, so nobody waits for another.
    let jobs: Vec<Mutex<&mut J>> = jobs.iter_mut().map(Mutex::new).collect();
    on_threads(&jobs, threads, |job| work(&mut job.lock().unwrap_or_else(PoisonError::into_inner)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_jobs() {
        let jobs: Vec<u64> = (0..40).collect();
        for threads in [0, 1, 3, 100] {
            assert_eq!(
                on_threads(&jobs, threads, |job| job * job),
                jobs.iter().map(|job| job * job).collect::<Vec<_>>()
            );
        }
        assert!(on_threads(&[], 4, |job: &u64| *job).is_empty());
    }

    #[test]
    fn the_longest_are_begun_first_and_results_keep_their_order() {
        let (jobs, begun) = ([3u64, 9, 1, 9, 4], Mutex::new(Vec::new()));
        let results = longest_first(
            &jobs,
            1,
            |job| *job,
            |job| {
                begun.lock().unwrap().push(*job);
                job * 10
            },
        );
        assert_eq!((results, begun.into_inner().unwrap()), (vec![30, 90, 10, 90, 40], vec![9, 9, 4, 3, 1]));
    }

    #[test]
    fn jobs_are_changed_once_each() {
        for threads in [1, 3] {
            let mut jobs: Vec<u64> = (0..40).collect();
            let before = each_on_threads(&mut jobs, threads, |job| std::mem::replace(job, *job + 1));
            assert_eq!((before, jobs), ((0..40).collect::<Vec<_>>(), (1..41).collect::<Vec<_>>()));
        }
    }

    #[test]
    fn a_job_that_waits_for_a_pool_holds_its_thread() {
        let (under_way, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        on_threads(&[(); 12], 2, |()| {
            most.fetch_max(under_way.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            pool.install(|| std::thread::sleep(Duration::from_millis(2)));
            under_way.fetch_sub(1, Ordering::SeqCst);
        });
        assert!((1..=2).contains(&most.into_inner()));
    }
}

//! The queue of the lanes, its very source, in every order in which two of them and whoever asks can take turns.

/// In place of the standard library's: every step of them is one where another thread may go on.
mod sync {
    pub(crate) use std::sync::PoisonError;

    pub(crate) use loom::sync::{Condvar, Mutex};
}
#[path = "../src/queue.rs"]
mod queue;

use loom::sync::Arc;
use loom::thread::{self, JoinHandle};
use queue::Queue;

/// All orders in which no more than so many turns end before a thread waits by itself.
fn in_every_order(test: impl Fn() + Sync + Send + 'static) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(test);
}

/// Two lanes that work so.
fn lanes<T: 'static>(queue: &Arc<Queue<usize>>, work: fn(&Queue<usize>) -> T) -> [JoinHandle<T>; 2] {
    [(); 2].map(|()| {
        let queue = Arc::clone(queue);
        thread::spawn(move || work(&queue))
    })
}

/// No lane waits while there is a job, and none is given twice.
#[test]
fn every_job_is_given_to_one_lane() {
    in_every_order(|| {
        let queue = Arc::new(Queue::new());
        let lanes = lanes(&queue, |queue| queue.pop().unwrap());
        queue.push(1);
        queue.push(10);
        let given: usize = lanes.into_iter().map(|lane| lane.join().unwrap()).sum();
        assert_eq!(given, 11);
    });
}

/// Lanes that wait when their store goes end too, whether a job was left or not.
#[test]
fn lanes_end_with_their_store() {
    in_every_order(|| {
        let queue = Arc::new(Queue::new());
        let lanes = lanes(&queue, |queue| {
            let mut given = 0;
            while let Some(job) = queue.pop() {
                given += job;
            }
            given
        });
        queue.push(1);
        queue.close();
        let given: usize = lanes.into_iter().map(|lane| lane.join().unwrap()).sum();
        assert!(given <= 1);
    });
}

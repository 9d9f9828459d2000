//! Work that threads hand over: the oldest first, each to one of them. `tests/hand_over.rs` runs this very file in every order.

use std::collections::VecDeque;

use crate::sync::{Condvar, Mutex, PoisonError};

/// What nobody has begun.
#[derive(Debug)]
pub(crate) struct Queue<T> {
    /// And whether there will be no more.
    jobs: Mutex<(VecDeque<T>, bool)>,
    changed: Condvar,
}

impl<T> Queue<T> {
    pub(crate) fn new() -> Self {
        Self { jobs: Mutex::new((VecDeque::new(), false)), changed: Condvar::new() }
    }

    pub(crate) fn push(&self, job: T) {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner).0.push_back(job);
        self.changed.notify_one();
    }

    /// The oldest job, which is waited for; `None`: there will be no more.
    pub(crate) fn pop(&self) -> Option<T> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(job) = jobs.0.pop_front() {
                return Some(job);
            }
            if jobs.1 {
                return None;
            }
            jobs = self.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Nobody begins anything any more.
    pub(crate) fn close(&self) {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        *jobs = (VecDeque::new(), true);
        self.changed.notify_all();
    }
}

//! Jobs that train, save, fail, load and go on, event by event.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use serde::Serialize;

/// What comes back after a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Recovery {
    /// All nodes load the last checkpoint, and train again what came behind it.
    Full,
    /// The nodes that failed load it; nothing is trained again.
    Partial,
}

/// A job, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Job {
    /// Training without failures and checkpoints.
    pub work: u64,
    /// Training between two saves.
    pub interval: u64,
    /// A save, in which it does not train.
    pub save: u64,
    /// From a failure until it trains again: another node is found, and a checkpoint is loaded.
    pub recover: u64,
    /// What comes back.
    pub recovery: Recovery,
}

/// What a job spends beside its work, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Spent {
    /// Saving, those that a failure ended too.
    pub saving: u64,
    /// Loading and finding nodes.
    pub recovering: u64,
    /// Training what was lost.
    pub lost: u64,
    /// Failures that it met before its end.
    pub failures: u64,
}

impl Spent {
    /// All of it.
    #[must_use]
    pub const fn overhead(&self) -> u64 {
        self.saving + self.recovering + self.lost
    }
}

/// What a job does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doing {
    Training,
    Saving,
    Recovering,
    Nothing,
}

/// What happens to a job. Of what happens at one time, what ends goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// What it began the so-manieth ends, unless a failure came first.
    Ends(u64),
    Fails,
}

/// Where a job is.
#[derive(Clone, Copy, Debug)]
struct State {
    /// Work that is done, and that of the last checkpoint.
    done: u64,
    saved: u64,
    doing: Doing,
    since: u64,
    /// How many things it has begun.
    begun: u64,
    spent: Spent,
}

/// Runs a job once for each list of times at which it fails, from its start on: all side by side, in the order of time.
///
/// A failure in a save leaves the checkpoint before it; one while it recovers makes it begin with that again. Failures behind its end do
/// nothing.
#[must_use]
pub fn simulate(job: &Job, failures: &[Vec<u64>]) -> Vec<Spent> {
    let start = State { done: 0, saved: 0, doing: Doing::Nothing, since: 0, begun: 0, spent: Spent::default() };
    let mut states = vec![start; failures.len()];
    let mut heap = BinaryHeap::new();
    for (number, (state, times)) in states.iter_mut().zip(failures).enumerate() {
        heap.push(Reverse(begin(job, state, number, 0, Doing::Training)));
        heap.extend(times.iter().map(|time| Reverse((*time, number, Event::Fails))));
    }
    while let Some(Reverse((time, number, event))) = heap.pop() {
        let state = &mut states[number];
        let next = match event {
            Event::Ends(begun) if begun == state.begun => end(job, state),
            Event::Fails if state.doing != Doing::Nothing => fail(job, state, time),
            _ => continue,
        };
        if next == Doing::Nothing {
            state.doing = next;
        } else {
            heap.push(Reverse(begin(job, state, number, time, next)));
        }
    }
    states.into_iter().map(|state| state.spent).collect()
}

/// Begins something, and says when it ends.
fn begin(job: &Job, state: &mut State, number: usize, time: u64, doing: Doing) -> (u64, usize, Event) {
    (state.doing, state.since) = (doing, time);
    state.begun += 1;
    let takes = match doing {
        Doing::Training => job.work.min(state.saved + job.interval) - state.done,
        Doing::Saving => job.save,
        Doing::Recovering => job.recover,
        Doing::Nothing => 0,
    };
    (time + takes, number, Event::Ends(state.begun))
}

/// What a job does has ended; says what comes next.
fn end(job: &Job, state: &mut State) -> Doing {
    match state.doing {
        Doing::Training => {
            state.done = job.work.min(state.saved + job.interval);
            if state.done == job.work { Doing::Nothing } else { Doing::Saving }
        }
        Doing::Saving => {
            state.spent.saving += job.save;
            state.saved = state.done;
            Doing::Training
        }
        Doing::Recovering => {
            state.spent.recovering += job.recover;
            Doing::Training
        }
        Doing::Nothing => Doing::Nothing,
    }
}

fn fail(job: &Job, state: &mut State, time: u64) -> Doing {
    let passed = time - state.since;
    match state.doing {
        Doing::Training => state.done += passed,
        Doing::Saving => state.spent.saving += passed,
        Doing::Recovering => state.spent.recovering += passed,
        Doing::Nothing => {}
    }
    if job.recovery == Recovery::Full {
        state.spent.lost += state.done - state.saved;
        state.done = state.saved;
    }
    state.spent.failures += 1;
    Doing::Recovering
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const JOB: Job = Job { work: 100, interval: 30, save: 5, recover: 7, recovery: Recovery::Full };

    fn spent(job: Job, failures: &[u64]) -> [u64; 4] {
        let Spent { saving, recovering, lost, failures } = simulate(&job, &[failures.to_vec()])[0];
        [saving, recovering, lost, failures]
    }

    #[test]
    fn each_overhead_is_counted() {
        let partial = Job { recovery: Recovery::Partial, ..JOB };
        // Saves at 30, 60 and 90, and none at the end.
        assert_eq!(spent(JOB, &[]), [15, 0, 0, 0]);
        // At 45 it has trained 10 since the save that ended at 35.
        assert_eq!(spent(JOB, &[45]), [15, 7, 10, 1]);
        assert_eq!(spent(partial, &[45]), [15, 7, 0, 1]);
        // In the first save, of which 3 are done: nothing was saved.
        assert_eq!(spent(JOB, &[33]), [18, 7, 30, 1]);
        assert_eq!(spent(partial, &[33]), [18, 7, 0, 1]);
        // While it recovers: 4, and all 7 again.
        assert_eq!(spent(JOB, &[45, 49]), [15, 11, 10, 2]);
        // Behind its end.
        assert_eq!(spent(JOB, &[115, 116]), [15, 0, 0, 0]);
        // At the very end of the first training: the save has begun.
        assert_eq!(spent(JOB, &[30]), [15, 7, 30, 1]);
    }

    /// The same, a job at a time, without events.
    fn plain(job: &Job, failures: &[u64]) -> Spent {
        let mut spent = Spent::default();
        let (mut time, mut done, mut saved) = (0, 0, 0);
        let mut failures = failures.iter().copied().peekable();
        // Advances by so much, unless a failure comes first; says how far it came.
        let mut pass = |time: &mut u64, takes: u64| match failures.next_if(|failure| *failure < *time + takes) {
            Some(failure) => {
                let passed = failure - *time;
                *time = failure;
                (passed, true)
            }
            None => {
                *time += takes;
                (takes, false)
            }
        };
        'job: loop {
            let target = job.work.min(saved + job.interval);
            let (passed, mut failed) = pass(&mut time, target - done);
            done += passed;
            if !failed {
                if done == job.work {
                    return spent;
                }
                let (passed, in_save) = pass(&mut time, job.save);
                spent.saving += passed;
                failed = in_save;
                if !failed {
                    saved = done;
                    continue 'job;
                }
            }
            while failed {
                spent.failures += 1;
                if job.recovery == Recovery::Full {
                    spent.lost += done - saved;
                    done = saved;
                }
                let (passed, again) = pass(&mut time, job.recover);
                spent.recovering += passed;
                failed = again;
            }
        }
    }

    proptest! {
        #[test]
        fn events_are_what_plain_code_counts(
            times in prop::collection::vec(prop::collection::btree_set(0u64..400, 0..12), 1..5),
            interval in 1u64..120,
            save in 1u64..20,
            recover in 1u64..30,
            full in any::<bool>(),
        ) {
            let recovery = if full { Recovery::Full } else { Recovery::Partial };
            let job = Job { work: 100, interval, save, recover, recovery };
            let times: Vec<Vec<u64>> = times.into_iter().map(|times| times.into_iter().collect()).collect();
            let found = simulate(&job, &times);
            let expected: Vec<Spent> = times.iter().map(|times| plain(&job, times)).collect();
            prop_assert_eq!(found, expected);
        }
    }
}

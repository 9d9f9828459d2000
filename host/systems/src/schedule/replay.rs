//! A batch whose steps take the time that they say: systems whose times are known, and whose arithmetic is done elsewhere.

use std::collections::BTreeMap;
use std::convert::Infallible;

use serde::Serialize;

use super::{Cost, Ended, Event, EventLog, Executor, Graph, Operation, OperationId, Started, World};

/// A step of a batch that counts as a part of it, and moves something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step<P, T> {
    /// What it counts as.
    pub part: P,
    /// How long it takes.
    pub picoseconds: u64,
    /// What it moves.
    pub traffic: T,
}

impl<P, T: Default> Step<P, T> {
    /// A step of so many seconds, which moves nothing. At most a day, so that no sum of steps is too large for what counts them.
    pub fn new(part: P, seconds: f64) -> Self {
        let picoseconds = (seconds.clamp(0.0, 86_400.0) * 1e12).round() as u64;
        Self { part, picoseconds, traffic: T::default() }
    }

    /// The same step, which moves this.
    #[must_use]
    pub fn carrying(self, traffic: T) -> Self {
        Self { traffic, ..self }
    }
}

/// A step, and when it ran.
#[derive(Clone, Debug, Serialize)]
pub struct TimedStep<P> {
    /// Its name.
    pub name: &'static str,
    /// What it held.
    pub resource: &'static str,
    /// What it counts as.
    pub part: P,
    /// From the start of the batch, milliseconds.
    pub start_ms: f64,
    /// From the start of the batch, milliseconds.
    pub end_ms: f64,
}

/// When the steps of a batch ran.
#[derive(Clone, Debug)]
pub struct Replayed<P, T> {
    /// When each operation ran, and on what.
    pub log: EventLog,
    /// What each operation was and took.
    pub steps: BTreeMap<OperationId, Step<P, T>>,
}

/// Runs the one batch of a graph.
///
/// # Panics
/// At steps that wait for each other.
pub fn replay<P: Copy, T: Copy>(build: impl FnOnce(Graph<Step<P, T>>) -> Graph<Step<P, T>>) -> Replayed<P, T> {
    let mut executor = Executor::default();
    let graph = build(executor.graph(0));
    executor.submit(graph).expect("a system's steps wait for steps before them");
    let mut clock = Clock(BTreeMap::new());
    let Ok(()) = executor.run_batch(0, &mut clock);
    Replayed { log: executor.log().clone(), steps: clock.0 }
}

impl<P: Copy + PartialEq, T> Replayed<P, T> {
    /// From the start of the batch to its end, milliseconds.
    pub fn batch_ms(&self) -> f64 {
        milliseconds(self.log.end_ps())
    }

    /// Every step.
    pub fn timed(&self) -> Vec<TimedStep<P>> {
        let timed = |event: &Event| TimedStep {
            name: event.operation,
            resource: event.resource.name(),
            part: self.steps[&event.id].part,
            start_ms: milliseconds(event.start_ps),
            end_ms: milliseconds(event.end_ps),
        };
        self.log.events().iter().map(timed).collect()
    }

    /// Time by what is seen of it, milliseconds: each moment counts to the first part of `order` that runs then.
    ///
    /// # Panics
    /// At a moment at which no part of `order` runs.
    pub fn seen_ms<const N: usize>(&self, order: [P; N]) -> [f64; N] {
        let events = self.log.events();
        let mut moments: Vec<u64> = events.iter().flat_map(|event| [event.start_ps, event.end_ps]).collect();
        moments.sort_unstable();
        moments.dedup();
        let mut times = [0; N];
        for pair in moments.windows(2) {
            let runs = |wanted: &P| {
                let mut running = events.iter().filter(|event| event.start_ps <= pair[0] && event.end_ps >= pair[1]);
                running.any(|event| self.steps[&event.id].part == *wanted)
            };
            let first = order.iter().position(runs).expect("a step begins as soon as those before it have ended");
            times[first] += pair[1] - pair[0];
        }
        times.map(milliseconds)
    }
}

fn milliseconds(picoseconds: u64) -> f64 {
    picoseconds as f64 * 1e-9
}

/// A world in which steps take what they say.
#[derive(Debug)]
struct Clock<P, T>(BTreeMap<OperationId, Step<P, T>>);

impl<P: Copy, T: Copy> World<Step<P, T>> for Clock<P, T> {
    type Error = Infallible;

    fn start(&mut self, id: OperationId, operation: &Operation<Step<P, T>>, _: u64) -> Result<Started, Infallible> {
        self.0.insert(id, operation.work);
        Ok(Started::Takes(Cost { picoseconds: operation.work.picoseconds, bytes: 0 }))
    }

    fn advance(&mut self, _: Option<u64>) -> Result<Option<Ended>, Infallible> {
        Ok(None)
    }
}

//! Runs any graph: real work when an operation starts, simulated time by what the world says.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};
use std::ops::Range;

use super::log::Access;
use super::{Accessed, Event, EventLog, Graph, GraphError, Operation, OperationId, Resource, Wait};

/// What an operation took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Simulated time, picoseconds.
    pub picoseconds: u64,
    /// Bytes, as in [`Event::bytes`].
    pub bytes: u64,
}

/// What the world says when it starts an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Started {
    /// It takes this.
    Takes(Cost),
    /// It runs, and [`World::advance`] says when it has ended.
    Runs,
}

/// An operation that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Its number.
    pub operation: OperationId,
    /// When, picoseconds: the world's present time.
    pub at_ps: u64,
    /// Bytes, as in [`Event::bytes`].
    pub bytes: u64,
}

/// What operations act on. Its time is the executor's.
pub trait World<W> {
    /// Why it cannot go on.
    type Error;

    /// Does an operation's work at the start of the operation, `now_ps` in picoseconds.
    ///
    /// # Errors
    /// Whatever ends the run.
    fn start(&mut self, id: OperationId, operation: &Operation<W>, now_ps: u64) -> Result<Started, Self::Error>;

    /// What the operation that was started last accesses of the memory that holds the tables.
    fn accessed(&self) -> Accessed {
        Accessed::default()
    }

    /// Lets time pass to the next end of an operation that [runs](Started::Runs), but not past `until_ps`; `None`: as long
    /// as that takes. Says which has ended, or nothing once all that happens until then has happened.
    ///
    /// # Errors
    /// Whatever ends the run.
    fn advance(&mut self, until_ps: Option<u64>) -> Result<Option<Ended>, Self::Error>;
}

/// A world in which all is known when it starts.
impl<W, E, F: FnMut(&Operation<W>, u64) -> Result<Cost, E>> World<W> for F {
    type Error = E;

    fn start(&mut self, _: OperationId, operation: &Operation<W>, now_ps: u64) -> Result<Started, E> {
        self(operation, now_ps).map(Started::Takes)
    }

    fn advance(&mut self, _: Option<u64>) -> Result<Option<Ended>, E> {
        Ok(None)
    }
}

/// Runs operations in simulated time.
///
/// An operation starts when what it waits for has happened and all its resources are free; one that is
/// [shared](Resource::is_shared) is always free. Operations that want the same resource get it in the order in which they
/// were ready, those of the same moment in the order in which they were added. So a run is the same every time.
#[derive(Debug)]
pub struct Executor<W> {
    now: u64,
    /// Operations from the first that has not ended, and how many there were before.
    slots: VecDeque<Slot<W>>,
    ended: usize,
    /// Operations that wait for a resource only: when they were ready, and which.
    ready: BTreeSet<(u64, usize)>,
    /// Operations that run and whose end is known: when, and which.
    running: BinaryHeap<Reverse<(u64, usize)>>,
    busy: BTreeSet<Resource>,
    /// Operations of a batch that have not ended.
    open: BTreeMap<u64, usize>,
    log: EventLog,
}

#[derive(Debug)]
struct Slot<W> {
    /// Gone once the operation has ended.
    operation: Option<Operation<W>>,
    started: bool,
    /// Its events in the log.
    events: Range<usize>,
    /// Waits that are not over.
    waits: usize,
    after_start: Vec<usize>,
    after_end: Vec<usize>,
}

impl<W> Default for Executor<W> {
    fn default() -> Self {
        Self::new(0)
    }
}

impl<W> Executor<W> {
    /// An executor at a time, picoseconds.
    #[must_use]
    pub fn new(now_ps: u64) -> Self {
        Self {
            now: now_ps,
            slots: VecDeque::new(),
            ended: 0,
            ready: BTreeSet::new(),
            running: BinaryHeap::new(),
            busy: BTreeSet::new(),
            open: BTreeMap::new(),
            log: EventLog::default(),
        }
    }

    /// Simulated time, picoseconds.
    #[must_use]
    pub fn now_ps(&self) -> u64 {
        self.now
    }

    /// Lets time pass up to `now_ps`, in which nothing runs.
    pub fn skip_to(&mut self, now_ps: u64) {
        self.now = self.now.max(now_ps);
    }

    /// What ran so far.
    #[must_use]
    pub fn log(&self) -> &EventLog {
        &self.log
    }

    /// What ran.
    #[must_use]
    pub fn into_log(self) -> EventLog {
        self.log
    }

    /// An empty graph for a batch, to be [submitted](Self::submit) before another is asked for.
    #[must_use]
    pub fn graph(&self, batch: u64) -> Graph<W> {
        Graph::new(batch, OperationId((self.ended + self.slots.len()) as u64))
    }

    /// Takes the operations of a batch, which may wait for operations that were submitted before.
    ///
    /// # Errors
    /// A graph that can never end.
    pub fn submit(&mut self, graph: Graph<W>) -> Result<(), GraphError> {
        let operations = graph.checked()?;
        let first = self.ended + self.slots.len();
        let end = first + operations.len();
        for operation in operations {
            *self.open.entry(operation.batch).or_default() += 1;
            let (after_start, after_end) = (Vec::new(), Vec::new());
            let operation = Some(operation);
            self.slots.push_back(Slot { operation, started: false, events: 0..0, waits: 0, after_start, after_end });
        }
        for index in first..end {
            let waits = self.slot(index).operation.iter().flat_map(|operation| operation.waits.clone());
            for wait in waits.collect::<Vec<Wait>>() {
                let input = wait.operation().0 as usize;
                if input < self.ended {
                    continue;
                }
                let input = self.slot(input);
                match wait {
                    Wait::End(_) if input.operation.is_some() => input.after_end.push(index),
                    Wait::Start(_) if !input.started => input.after_start.push(index),
                    _ => continue,
                }
                self.slot(index).waits += 1;
            }
            if self.slot(index).waits == 0 {
                self.ready.insert((self.now, index));
            }
        }
        Ok(())
    }

    /// Runs until every operation of `batch` has ended; operations of other batches run on as far as that takes.
    ///
    /// # Errors
    /// The first error of the world; the run cannot go on after it.
    ///
    /// # Panics
    /// When the world reports the end of an operation that does not run.
    pub fn run_batch<P: World<W>>(&mut self, batch: u64, world: &mut P) -> Result<(), P::Error> {
        while self.open.get(&batch).is_some_and(|open| *open > 0) {
            while let Some(index) = self.next() {
                self.start(index, world)?;
            }
            let known = self.running.peek().map(|Reverse((end, _))| *end);
            let mut ended = world.advance(known)?;
            // Checked graphs have no circle, so what has not ended runs or waits for what runs.
            let Some(now) = ended.map(|ended| ended.at_ps).or(known) else { break };
            self.now = now;
            // All that ends at a moment, before anything starts at it.
            while let Some(Ended { operation, at_ps, bytes }) = ended {
                let index = operation.0 as usize;
                let events = self.slot(index).events.clone();
                self.log.close(events, at_ps, bytes);
                self.end(index);
                ended = world.advance(Some(now))?;
            }
            while let Some(Reverse((end, index))) = self.running.peek().copied() {
                if end > self.now {
                    break;
                }
                self.running.pop();
                self.end(index);
            }
        }
        self.open.remove(&batch);
        while self.slots.front().is_some_and(|slot| slot.operation.is_none()) {
            self.slots.pop_front();
            self.ended += 1;
        }
        Ok(())
    }

    fn slot(&mut self, index: usize) -> &mut Slot<W> {
        &mut self.slots[index - self.ended]
    }

    /// Takes the first operation that can start now. One that cannot keeps its resources from those behind it.
    fn next(&mut self) -> Option<usize> {
        let mut taken = self.busy.clone();
        let found = self.ready.iter().copied().find(|(_, index)| {
            let resources = self.slots[*index - self.ended].operation.iter().flat_map(|operation| &operation.resources);
            let free = resources.clone().all(|resource| !taken.contains(resource));
            taken.extend(resources.filter(|resource| !resource.is_shared()));
            free
        })?;
        self.ready.remove(&found);
        Some(found.1)
    }

    fn start<P: World<W>>(&mut self, index: usize, world: &mut P) -> Result<(), P::Error> {
        let (id, now) = (OperationId(index as u64), self.now);
        let slot = &mut self.slots[index - self.ended];
        slot.started = true;
        let Some(operation) = &slot.operation else { return Ok(()) };
        let started = world.start(id, operation, now)?;
        let first = self.log.events().len();
        self.log.waited(id, &operation.waits);
        self.log.accessed(Access { id, batch: operation.batch, start_ps: now, accessed: world.accessed() });
        for resource in &operation.resources {
            if !resource.is_shared() {
                self.busy.insert(*resource);
            }
            let (batch, operation) = (operation.batch, operation.name);
            self.log.push(Event { resource: *resource, operation, id, batch, start_ps: now, end_ps: now, bytes: 0 });
        }
        slot.events = first..self.log.events().len();
        if let Started::Takes(Cost { picoseconds, bytes }) = started {
            // A store with a large scale may take longer than there are picoseconds.
            let end = now.saturating_add(picoseconds);
            self.log.close(slot.events.clone(), end, bytes);
            self.running.push(Reverse((end, index)));
        }
        for waiting in std::mem::take(&mut slot.after_start) {
            self.release(waiting);
        }
        Ok(())
    }

    fn end(&mut self, index: usize) {
        let Some(operation) = self.slot(index).operation.take() else { return };
        for resource in &operation.resources {
            self.busy.remove(resource);
        }
        if let Some(open) = self.open.get_mut(&operation.batch) {
            *open -= 1;
        }
        for waiting in std::mem::take(&mut self.slot(index).after_end) {
            self.release(waiting);
        }
    }

    /// One of the waits of an operation is over.
    fn release(&mut self, index: usize) {
        let slot = self.slot(index);
        slot.waits -= 1;
        if slot.waits == 0 {
            self.ready.insert((self.now, index));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use proptest::prelude::*;

    use super::*;
    use crate::schedule::Span;
    use Resource::{Gpu, GpuCopyEngine, HostCpu, LinkToGpu};

    /// Runs batches whose work is how long it takes.
    fn run(executor: &mut Executor<u64>, batches: std::ops::Range<u64>) {
        for batch in batches {
            let mut took = |operation: &Operation<u64>, _| {
                Ok::<Cost, Infallible>(Cost { picoseconds: operation.work, ..Cost::default() })
            };
            executor.run_batch(batch, &mut took).unwrap();
        }
    }

    /// Name, start and end of every event.
    fn times(executor: &Executor<u64>) -> Vec<(&'static str, u64, u64)> {
        executor.log().events().iter().map(|event| (event.operation, event.start_ps, event.end_ps)).collect()
    }

    #[test]
    fn independent_operations_overlap_and_an_operation_waits_for_its_inputs() {
        let mut executor = Executor::default();
        let mut graph = executor.graph(0);
        let a = graph.add("a", &[HostCpu], 10, &[]);
        let b = graph.add("b", &[Gpu], 25, &[]);
        graph.add("c", &[GpuCopyEngine], 5, &[a.into(), b.into()]);
        executor.submit(graph).unwrap();
        run(&mut executor, 0..1);
        assert_eq!(times(&executor), [("a", 0, 10), ("b", 0, 25), ("c", 25, 30)]);
        assert_eq!(executor.log().end_ps(), 30);
        assert_eq!(executor.log().batches(), [Span { start_ps: 0, end_ps: 30 }]);
        let gpu = executor.log().usage(Gpu);
        assert_eq!((gpu.operations, gpu.busy_ps), (1, 25));
    }

    #[test]
    fn a_resource_serves_who_was_ready_first_then_who_was_added_first() {
        let mut executor = Executor::default();
        let mut graph = executor.graph(0);
        let a = graph.add("a", &[HostCpu], 10, &[]);
        let b = graph.add("b", &[Gpu], 20, &[]);
        graph.add("added first, ready at 20", &[GpuCopyEngine], 1, &[b.into()]);
        graph.add("ready at 10", &[GpuCopyEngine], 15, &[a.into()]);
        graph.add("ready at 10 too", &[GpuCopyEngine], 2, &[a.into()]);
        executor.submit(graph).unwrap();
        run(&mut executor, 0..1);
        assert_eq!(
            times(&executor)[2..],
            [("ready at 10", 10, 25), ("ready at 10 too", 25, 27), ("added first, ready at 20", 27, 28)]
        );
    }

    #[test]
    fn an_operation_holds_all_its_resources_and_nobody_overtakes_it() {
        let mut executor = Executor::default();
        let mut graph = executor.graph(0);
        graph.add("gpu", &[Gpu], 10, &[]);
        graph.add("both", &[Gpu, GpuCopyEngine], 5, &[]);
        graph.add("copy", &[GpuCopyEngine], 3, &[]);
        executor.submit(graph).unwrap();
        run(&mut executor, 0..1);
        // The copy engine was free all the time, but `both` was there first.
        assert_eq!(times(&executor), [("gpu", 0, 10), ("both", 10, 15), ("both", 10, 15), ("copy", 15, 18)]);
    }

    #[test]
    fn a_stream_starts_with_its_source() {
        let mut executor = Executor::default();
        let mut graph = executor.graph(0);
        let a = graph.add("a", &[Gpu], 4, &[]);
        let source = graph.add("source", &[Gpu], 10, &[a.into()]);
        graph.add("stream", &[GpuCopyEngine], 12, &[Wait::Start(source)]);
        executor.submit(graph).unwrap();
        run(&mut executor, 0..1);
        assert_eq!(times(&executor), [("a", 0, 4), ("source", 4, 14), ("stream", 4, 16)]);
    }

    #[test]
    fn a_batch_may_wait_for_the_one_before_and_start_before_its_end() {
        let mut executor = Executor::default();
        let mut graph = executor.graph(0);
        let forward = graph.add("forward", &[Gpu], 10, &[]);
        graph.add("send", &[GpuCopyEngine], 30, &[forward.into()]);
        executor.submit(graph).unwrap();
        let mut graph = executor.graph(1);
        graph.add("forward", &[Gpu], 10, &[forward.into()]);
        executor.submit(graph).unwrap();
        run(&mut executor, 0..1);
        let mut graph = executor.graph(2);
        graph.add("late", &[Gpu], 1, &[Wait::Start(forward)]);
        executor.submit(graph).unwrap();
        run(&mut executor, 1..3);
        assert_eq!(times(&executor), [("forward", 0, 10), ("send", 10, 40), ("forward", 10, 20), ("late", 40, 41)]);
    }

    #[test]
    fn work_without_time_and_without_resources_is_done() {
        let mut executor = Executor::default();
        let mut graph = executor.graph(0);
        let a = graph.add("a", &[], 0, &[]);
        let b = graph.add("b", &[Gpu], 0, &[a.into()]);
        graph.add("c", &[Gpu], 7, &[b.into()]);
        executor.submit(graph).unwrap();
        run(&mut executor, 0..1);
        assert_eq!(times(&executor), [("b", 0, 0), ("c", 0, 7)]);
    }

    #[test]
    fn an_error_ends_the_run() {
        let mut executor = Executor::default();
        let mut graph = executor.graph(0);
        graph.add("a", &[Gpu], (), &[]);
        executor.submit(graph).unwrap();
        assert_eq!(executor.run_batch(0, &mut |_: &Operation<()>, _| Err::<Cost, _>("no")), Err("no"));
    }

    /// A world that knows of every other operation how long it takes when it starts, and of the others when they end. Its
    /// time is the executor's, or it panics.
    #[derive(Default)]
    struct Clock {
        now: u64,
        running: BTreeSet<(u64, u64)>,
    }

    impl World<u64> for Clock {
        type Error = Infallible;

        fn start(&mut self, id: OperationId, operation: &Operation<u64>, now_ps: u64) -> Result<Started, Infallible> {
            assert_eq!(now_ps, self.now);
            if id.0.is_multiple_of(2) {
                return Ok(Started::Takes(Cost { picoseconds: operation.work, bytes: id.0 }));
            }
            self.running.insert((now_ps + operation.work, id.0));
            Ok(Started::Runs)
        }

        fn advance(&mut self, until_ps: Option<u64>) -> Result<Option<Ended>, Infallible> {
            let next = self.running.first().copied().filter(|(end, _)| until_ps.is_none_or(|until| *end <= until));
            let Some((end, id)) = next else {
                self.now = until_ps.unwrap_or(self.now);
                return Ok(None);
            };
            self.running.pop_first();
            self.now = end;
            Ok(Some(Ended { operation: OperationId(id), at_ps: end, bytes: id }))
        }
    }

    #[test]
    fn an_operation_may_run_until_the_world_says_that_it_has_ended() {
        let mut executor = Executor::new(100);
        let mut graph = executor.graph(0);
        let a = graph.add("a, known", &[Gpu], 10, &[]);
        let b = graph.add("b", &[HostCpu], 25, &[a.into()]);
        let c = graph.add("c, known", &[GpuCopyEngine], 40, &[Wait::Start(b)]);
        graph.add("d", &[HostCpu], 0, &[a.into()]);
        graph.add("e, known", &[Gpu], 5, &[b.into()]);
        graph.add("f", &[Gpu], 5, &[c.into()]);
        executor.submit(graph).unwrap();
        let mut world = Clock { now: 100, ..Clock::default() };
        executor.run_batch(0, &mut world).unwrap();
        assert_eq!(
            times(&executor),
            [
                ("a, known", 100, 110),
                ("b", 110, 135),
                ("c, known", 110, 150),
                ("d", 135, 135),
                ("e, known", 135, 140),
                ("f", 150, 155)
            ]
        );
        let bytes: Vec<u64> = executor.log().events().iter().map(|event| event.bytes).collect();
        assert_eq!(bytes, [0, 1, 2, 3, 4, 5]);
        assert_eq!((executor.log().start_ps(), executor.log().end_ps(), world.now), (100, 155, 155));
    }

    #[test]
    fn a_link_carries_several_operations_and_is_held_once() {
        let mut executor = Executor::default();
        let mut graph = executor.graph(0);
        graph.add("a", &[LinkToGpu], 10, &[]);
        let b = graph.add("b", &[Gpu], 5, &[]);
        graph.add("c", &[LinkToGpu, Gpu], 10, &[b.into()]);
        graph.add("d", &[LinkToGpu], 2, &[b.into()]);
        executor.submit(graph).unwrap();
        run(&mut executor, 0..1);
        assert_eq!(times(&executor), [("a", 0, 10), ("b", 0, 5), ("c", 5, 15), ("c", 5, 15), ("d", 5, 7)]);
        let usage = executor.log().usage(LinkToGpu);
        assert_eq!((usage.operations, usage.busy_ps), (3, 15));
    }

    /// Of an operation: its duration, its resources as bits, and what it waits for, as distances back (0: its start).
    type Drawn = (u64, u8, Vec<(usize, bool)>);

    fn drawn() -> impl Strategy<Value = Vec<Vec<Drawn>>> {
        let operation = (0u64..20, 0u8..=255, prop::collection::vec((1usize..12, any::<bool>()), 0..4));
        prop::collection::vec(prop::collection::vec(operation, 1..15), 1..6)
    }

    fn submit(executor: &mut Executor<u64>, batch: u64, drawn: &[Drawn], waits: &mut Vec<Vec<Wait>>) {
        let mut graph = executor.graph(batch);
        for (duration, bits, back) in drawn {
            let all = Resource::ALL.into_iter().enumerate();
            // One resource mostly, sometimes two.
            let held = all.filter(|(bit, _)| bits % 8 == *bit as u8 || (bits / 8) == *bit as u8);
            let held: Vec<Resource> = held.map(|(_, resource)| resource).collect();
            let input = |(back, start): &(usize, bool)| {
                let id = OperationId(waits.len().checked_sub(*back)? as u64);
                Some(if *start { Wait::Start(id) } else { Wait::End(id) })
            };
            let inputs: Vec<Wait> = back.iter().filter_map(input).collect();
            graph.add("operation", &held, *duration, &inputs);
            waits.push(inputs);
        }
        executor.submit(graph).unwrap();
    }

    proptest! {
        /// Every operation runs once, after what it waits for; no two overlap on a resource; sums add up; and a second
        /// run is the same. `ahead` batches are submitted before the first of them has ended.
        #[test]
        fn any_graph_runs_by_the_rules(batches in drawn(), ahead in 1usize..4, unknown: bool) {
            let play = || {
                let (mut executor, mut clock) = (Executor::default(), Clock::default());
                let mut waits = Vec::new();
                let mut run = |executor: &mut Executor<u64>, batches: std::ops::Range<u64>| {
                    for batch in batches {
                        if unknown {
                            executor.run_batch(batch, &mut clock).unwrap();
                        } else {
                            super::tests::run(executor, batch..batch + 1);
                        }
                    }
                };
                for (number, batch) in batches.iter().enumerate() {
                    submit(&mut executor, number as u64, batch, &mut waits);
                    if let Some(done) = (number + 1).checked_sub(ahead) {
                        run(&mut executor, done as u64..done as u64 + 1);
                    }
                }
                run(&mut executor, 0..batches.len() as u64);
                (executor.into_log(), waits)
            };
            let (log, waits) = play();
            let durations: Vec<u64> = batches.iter().flatten().map(|(duration, ..)| *duration).collect();
            let mut span = vec![None; waits.len()];
            for event in log.events() {
                let index = event.id.0 as usize;
                prop_assert_eq!(event.end_ps - event.start_ps, durations[index]);
                let found = (event.start_ps, event.end_ps);
                prop_assert_eq!(*span[index].get_or_insert(found), found, "all resources of an operation at once");
            }
            for (index, waits) in waits.iter().enumerate() {
                let (start, _) = span[index].expect("every operation ran");
                for wait in waits {
                    let (input_start, input_end) = span[wait.operation().0 as usize].unwrap();
                    let happened = match wait {
                        Wait::End(_) => input_end,
                        Wait::Start(_) => input_start,
                    };
                    prop_assert!(happened <= start);
                }
            }
            for resource in Resource::ALL {
                let mut held: Vec<(u64, u64)> = log.events().iter()
                    .filter(|event| event.resource == resource).map(|event| (event.start_ps, event.end_ps)).collect();
                let usage = log.usage(resource);
                prop_assert_eq!(usage.operations, held.len() as u64);
                prop_assert!(usage.busy_ps <= log.end_ps());
                if resource.is_shared() {
                    continue;
                }
                prop_assert_eq!(usage.busy_ps, held.iter().map(|(start, end)| end - start).sum::<u64>());
                held.sort_unstable();
                prop_assert!(held.windows(2).all(|pair| pair[0].1 <= pair[1].0), "{:?} overlap on {:?}", held, resource);
            }
            prop_assert!(log.events().windows(2).all(|pair| pair[0].start_ps <= pair[1].start_ps));
            let ends = log.batches().iter().map(|span| span.end_ps).max();
            prop_assert_eq!(ends, Some(log.end_ps()));
            prop_assert_eq!(play().0, log);
        }
    }
}

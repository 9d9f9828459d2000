//! What a shard's work takes: batches on the executor.
//!
//! | who | does what of a batch |
//! |---|---|
//! | cores | look up rows: a thread for each GPU's request, or one after the other where all change one list |
//! | persistent memory | loads those that DRAM has not |
//! | links | bring rows to the GPUs once all are there (Section V-A) |
//! | GPUs | train, while cores and persistent memory look after the cache |
//! | links, cores | bring gradients, and update rows, when the cache has those of the batch |
//! | GPUs | what is left until they pull again |
//!
//! One node stands for all of them, as each has its part of every request.

use std::convert::Infallible;

use emberlane_models::media::{MediaPreset, preset};
use emberlane_systems::schedule::Resource::{Gpu, HostCpu, HostScm, HostSsd, LinkFromGpu, LinkToGpu};
use emberlane_systems::schedule::{Cost, EventLog, Executor, Operation, OperationId, Wait};

use super::count::{Moved, Work};
use super::numbers::numbers;
use super::systems::{Cache, DRAM_PS, System};
use crate::side_by_side::Assumptions;

const NUMBER: f64 = 4.0;
const LINE: f64 = 64.0;
/// Picoseconds.
const NANOSECOND: f64 = 1e3;
const MILLISECOND: f64 = 1e9;
/// Batches of which the first is no measure, as nothing was before it.
const BATCHES: usize = 4;

/// A step of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    LookUp,
    LoadMissed,
    ToGpus,
    Train,
    Maintain,
    MoveRows,
    FromGpus,
    Update,
    WriteRows,
    Rest,
}

/// Turns work into time.
#[derive(Clone, Debug)]
pub struct Replay {
    numbers: Assumptions,
    medium: MediaPreset,
}

impl Default for Replay {
    fn default() -> Self {
        Self::with(numbers())
    }
}

impl Replay {
    /// With other numbers.
    ///
    /// # Panics
    /// Never: the medium is there.
    #[must_use]
    pub fn with(numbers: Assumptions) -> Self {
        Self { numbers, medium: preset("openembedding").expect("a preset of media.toml") }
    }

    /// On another medium, as many channels of it.
    #[must_use]
    pub fn on(self, medium: MediaPreset) -> Self {
        Self { medium, ..self }
    }

    /// The numbers that it takes.
    #[must_use]
    pub const fn numbers(&self) -> &Assumptions {
        &self.numbers
    }

    /// Milliseconds from the end of a batch to that of the next, where each is the mean of those that were counted.
    #[must_use]
    pub fn batch_ms(&self, system: &System, gpus: u64, work: &Work) -> f64 {
        let log = self.log(system, gpus, &vec![*work; BATCHES]);
        let spans = log.batches();
        let [first, .., last] = &spans[..] else { return 0.0 };
        (last.end_ps - first.end_ps) as f64 / (spans.len() - 1) as f64 / MILLISECOND
    }

    /// Milliseconds that batches take one after the other.
    #[must_use]
    pub fn all_ms(&self, system: &System, gpus: u64, works: &[Work]) -> f64 {
        self.log(system, gpus, works).end_ps() as f64 / MILLISECOND
    }

    /// Everything that runs when batches come one after the other.
    #[must_use]
    pub fn log(&self, system: &System, gpus: u64, works: &[Work]) -> EventLog {
        let mut executor = Executor::default();
        let mut before = None;
        for (batch, work) in (0..).zip(works) {
            let mut graph = executor.graph(batch);
            let waits: Vec<Wait> = before.into_iter().map(Wait::End).collect();
            let found = graph.add("look up", &[HostCpu], Step::LookUp, &waits);
            let loaded = graph.add("load missed rows", &[HostScm], Step::LoadMissed, &[Wait::Start(found)]);
            let there = graph.add("rows to GPUs", &[LinkToGpu], Step::ToGpus, &[found.into(), loaded.into()]);
            let trained = graph.add("train", &[Gpu], Step::Train, &[there.into()]);
            let maintained = graph.add("maintain", &[HostCpu], Step::Maintain, &[found.into(), loaded.into()]);
            let moved = graph.add("move rows", &[HostScm], Step::MoveRows, &[Wait::Start(maintained)]);
            let back = graph.add("gradients from GPUs", &[LinkFromGpu], Step::FromGpus, &[trained.into()]);
            let waits = [back, maintained, moved].map(Wait::End);
            let updated = graph.add("update", &[HostCpu], Step::Update, &waits);
            let written = graph.add("write rows", &[HostScm], Step::WriteRows, &[Wait::Start(updated)]);
            let rest = graph.add("rest", &[Gpu], Step::Rest, &[updated.into(), written.into()]);
            before = Some::<OperationId>(rest);
            executor.submit(graph).expect("a graph without circles");
            let mut world = |operation: &Operation<Step>, _| {
                let picoseconds = self.takes(system, gpus, work, operation.work) as u64;
                Ok::<_, Infallible>(Cost { picoseconds, bytes: 0 })
            };
            executor.run_batch(batch, &mut world).unwrap_or_else(|never| match never {});
        }
        executor.into_log()
    }

    /// Seconds until a node has all of its rows again, on one thread that takes so many nanoseconds a row: it reads them from a drive first, or
    /// from persistent memory as it goes.
    ///
    /// # Panics
    /// Never: the graph has no circle.
    #[must_use]
    pub fn recovery_s(&self, row_ns: f64, from_drive: bool) -> f64 {
        let rows = self.numbers.get("entries");
        let bytes = rows * (NUMBER * self.numbers.get("dimension") + self.numbers.get("key_bytes"));
        let milliseconds = |seconds: f64| (seconds * 1e3) as u64;
        let read = milliseconds(bytes / (self.numbers.get("ssd_read_gb_per_s") * 1e9));
        let channels = self.numbers.get("channels") * self.medium.read_bandwidth_mb_per_s.value as f64 * 1e6;
        // The unit of this executor's time is a millisecond: a recovery is too long for picoseconds to matter.
        let mut executor: Executor<u64> = Executor::default();
        let mut graph = executor.graph(0);
        let waits: Vec<Wait> =
            from_drive.then(|| graph.add("read the checkpoint", &[HostSsd], read, &[]).into()).into_iter().collect();
        let rows = graph.add("rows", &[HostCpu], milliseconds(rows * row_ns * 1e-9), &waits);
        if !from_drive {
            graph.add("load rows", &[HostScm], milliseconds(bytes / channels), &[Wait::Start(rows)]);
        }
        executor.submit(graph).expect("a graph without circles");
        let mut world =
            |operation: &Operation<u64>, _| Ok::<_, Infallible>(Cost { picoseconds: operation.work, bytes: 0 });
        executor.run_batch(0, &mut world).unwrap_or_else(|never| match never {});
        executor.log().end_ps() as f64 * 1e-3
    }

    /// Picoseconds that a step takes of a batch.
    fn takes(&self, system: &System, gpus: u64, work: &Work, step: Step) -> f64 {
        let get = |name| self.numbers.get(name);
        let (nodes, cores) = (get("nodes"), get("cores"));
        let requests = gpus as f64 * get("requests");
        let factor = requests / work.requests.max(1) as f64;
        let of = |count: u64| count as f64 * factor;
        let waited = |moved: &Moved| factor * self.waits(moved);
        match step {
            Step::LookUp if system.cache == Cache::Pulls => {
                (requests * get("pull_inline_ns") * NANOSECOND + waited(&work.pull)) / nodes
            }
            Step::LookUp => {
                let threads = (gpus as f64).min(cores);
                (requests * get("pull_ns") * NANOSECOND + waited(&work.pull)) / threads / nodes
            }
            Step::LoadMissed => factor * self.moves(&work.pull) / nodes,
            Step::Maintain => {
                let threads = match system.cache {
                    Cache::Pulls => return 0.0,
                    Cache::Maintainers => get("maintainers"),
                    Cache::None => cores,
                };
                (of(work.rows) * get("maintain_ns") * NANOSECOND + waited(&work.maintain)) / threads / nodes
            }
            Step::MoveRows => factor * self.moves(&work.maintain) / nodes,
            Step::Update => (requests * get("apply_ns") * NANOSECOND + waited(&work.apply)) / cores / nodes,
            Step::WriteRows => factor * self.moves(&work.apply) / nodes,
            Step::ToGpus | Step::FromGpus => {
                let bytes = requests * (NUMBER * get("dimension") + get("key_bytes"));
                let ends = nodes.min((gpus as f64 / get("gpus_of_a_machine")).ceil());
                bytes / get("link_gb_per_s") * NANOSECOND / ends
            }
            Step::Train => self.left(get("pull_to_push_ms"), [Step::LookUp, Step::ToGpus]),
            Step::Rest => self.left(get("push_to_pull_ms"), [Step::FromGpus, Step::Update]),
        }
    }

    /// What is left of a time of Fig. 2 without steps of DRAM-PS on one machine.
    fn left(&self, milliseconds: f64, without: [Step; 2]) -> f64 {
        let gpus = self.numbers.get("gpus_of_a_machine") as u64;
        let nothing = Work { requests: 1, ..Work::default() };
        let steps: f64 = without.iter().map(|step| self.takes(&DRAM_PS, gpus, &nothing, *step)).sum();
        (milliseconds * MILLISECOND - steps).max(0.0)
    }

    /// Picoseconds that one thread waits for loads and stores.
    fn waits(&self, moved: &Moved) -> f64 {
        let MediaPreset { read_latency_ps, write_latency_ps, read_bandwidth_mb_per_s, .. } = &self.medium;
        let loads = moved.loads as f64 * read_latency_ps.value as f64;
        let bytes = moved.loaded_bytes as f64 / read_bandwidth_mb_per_s.value as f64 * 1e6;
        loads + bytes + moved.stores as f64 * write_latency_ps.value as f64 + self.written(moved)
    }

    /// Picoseconds that the medium of a node is busy with loads and stores.
    fn moves(&self, moved: &Moved) -> f64 {
        let bytes = moved.loaded_bytes as f64 / self.medium.read_bandwidth_mb_per_s.value as f64 * 1e6;
        (bytes + self.written(moved)) / self.numbers.get("channels")
    }

    /// Picoseconds that one channel takes for lines that are flushed.
    fn written(&self, moved: &Moved) -> f64 {
        moved.flushed_lines as f64 * LINE / self.medium.row_write_bandwidth_mb_per_s.value as f64 * 1e6
    }
}

#[cfg(test)]
mod tests {
    use super::super::systems::{ORI_CACHE, PMEM_OE};
    use super::*;

    /// Work of a batch on 4 GPUs, of whose requests a tenth were loaded in pulls.
    fn work(requests: u64) -> Work {
        let pull = Moved { loads: requests / 10, loaded_bytes: requests / 10 * 288, ..Moved::default() };
        Work { requests, rows: requests / 2, pull, ..Work::default() }
    }

    #[test]
    fn dram_ps_on_one_machine_takes_what_the_bursts_say() {
        let nothing = Work { requests: 100, rows: 50, ..Work::default() };
        let ms = Replay::default().batch_ms(&DRAM_PS, 4, &nothing);
        assert!((ms - 29.0).abs() < 1e-6, "{ms}");
    }

    #[test]
    fn one_lock_lets_one_row_after_the_other_through() {
        let replay = Replay::default();
        let of = |gpus| replay.batch_ms(&ORI_CACHE, gpus, &work(1000)) - replay.batch_ms(&PMEM_OE, gpus, &work(1000));
        let requests = replay.numbers().get("requests");
        // 413 ns a row and a tenth of 305 + 288 / 6.5 ns, of all rows instead of those of one GPU.
        let a_row = 413.0 + 0.1 * (305.0 + 288.0 / 6.5);
        let beside = 157.0 + 0.1 * (305.0 + 288.0 / 6.5);
        for gpus in [4, 16] {
            let expected = requests * (gpus as f64 * a_row - beside) * 1e-6;
            assert!((of(gpus) - expected).abs() < 1e-6, "{gpus}: {} {expected}", of(gpus));
        }
    }

    #[test]
    fn maintenance_is_hidden_until_it_is_longer_than_training() {
        let replay = Replay::default();
        let ms = |rows| replay.batch_ms(&PMEM_OE, 16, &Work { rows, ..work(1000) });
        assert_eq!(ms(100), ms(500));
        let slow = Replay::with(numbers().with("maintain_ns", 5_000.0));
        assert!(slow.batch_ms(&PMEM_OE, 16, &work(1000)) > ms(500) + 1.0);
    }

    #[test]
    fn a_recovery_takes_as_long_as_its_slowest_part() {
        let replay = Replay::default();
        let rows = replay.numbers().get("entries");
        assert!((replay.recovery_s(300.0, false) - rows * 300e-9).abs() < 0.01);
        assert!((replay.recovery_s(1.0, false) - rows * 264.0 / 39e9).abs() < 0.01);
        assert!((replay.recovery_s(300.0, true) - rows * (300e-9 + 264.0 / 2.5e9)).abs() < 0.01);
    }
}

//! The computing logic: a lookup, an update, a stage or an accumulation.

use super::LINE_WORDS;
use super::batch::{Checker, Splitter};
use super::engine::Engine;
use super::lists::ListReader;
use super::port::{Answer, COMPUTING, Port, RoundRobin};
use emberlane_reference::Reduction;
use emberlane_registers::cxl_mem::{DIRECTORY_WORDS, MAX_CHANNELS};

/// Words of a beat, where four are looked at in a cycle.
const BEAT_WORDS: u64 = 4;

/// What works on one job at a time.
#[derive(Clone, Debug)]
pub struct Computing {
    engines: Vec<Engine>,
    /// Engines, one bit each, that take a task.
    free: u32,
    dealer: RoundRobin,
    /// Results were held back in the last cycle.
    was_held: bool,
    /// Entries, rows, and directory and offsets for the checker; directory, offsets and segments for the splitter.
    lists: [ListReader; 4],
    job: Option<(Reduction, Checker, Splitter)>,
}

impl Computing {
    /// So many engines.
    pub fn new(engines: usize) -> Self {
        let list = |(client, lists)| ListReader::new(COMPUTING, client, lists);
        Self {
            engines: (0..engines).map(Engine::new).collect(),
            free: (1 << engines) - 1,
            dealer: RoundRobin::default(),
            was_held: false,
            lists: [(0, 1), (1, 1), (2, 2), (3, 3)].map(list),
            job: None,
        }
    }

    /// Whether no job is here.
    pub fn is_idle(&self) -> bool {
        self.job.is_none()
    }

    /// Whether the batch of a job is checked.
    pub fn checks(&self) -> bool {
        self.job.as_ref().is_some_and(|(_, checker, _)| !checker.is_done())
    }

    /// Begins a job that does nothing.
    pub fn pass(&mut self, now: u64) {
        self.engines.iter_mut().for_each(|engine| engine.rows.begin(now, false));
    }

    /// Begins a job, in which lines of rows that a lookup asks for again are kept or not.
    pub fn start(&mut self, now: u64, job: Reduction, keeps_rows: bool) {
        for engine in &mut self.engines {
            engine.rows.begin(now, keeps_rows && !job.is_update());
        }
        let [entries, rows, offsets, tasks] = &mut self.lists;
        let segments = job.addresses.len() as u64;
        let directory_words = job.tables.len() as u64 * DIRECTORY_WORDS;
        let row_words = if job.is_update() { segments } else { 0 };
        let segment_words = if job.uses_segments() { segments } else { 0 };
        entries.lists[0].start(job.entries, job.operands.len() as u64, LINE_WORDS);
        rows.lists[0].start(job.segments, row_words, LINE_WORDS);
        offsets.lists[0].start(job.directory, directory_words, DIRECTORY_WORDS);
        offsets.lists[1].start(job.offsets, segments + 1, LINE_WORDS);
        tasks.lists[0].start(job.directory, directory_words, DIRECTORY_WORDS);
        tasks.lists[1].start(job.offsets, segments + 1, BEAT_WORDS);
        tasks.lists[2].start(job.segments, segment_words, BEAT_WORDS);
        self.job = Some((job, Checker::new(), Splitter::new()));
    }

    /// Takes the number of lines of rows that engines had kept, by channel.
    pub fn take_hits(&mut self) -> [u64; MAX_CHANNELS as usize] {
        let mut hits = [0; MAX_CHANNELS as usize];
        for engine in &mut self.engines {
            let of_engine = engine.rows.take_hits();
            hits.iter_mut().zip(of_engine).for_each(|(hits, more)| *hits += more);
        }
        hits
    }

    /// A port of the scratchpad, or a channel, has answered.
    pub fn answered(&mut self, port: usize, answer: Answer, is_channel: bool) {
        let number = match answer.client() {
            engine if is_channel => engine,
            list @ 0..4 => {
                self.lists[list].answered(port);
                return;
            }
            client => client / 2 - 2,
        };
        let engine = &mut self.engines[number];
        let wakes = match answer.client() {
            _ if is_channel => engine.rows.reader.answered(port),
            client if client % 2 == 0 => engine.gradients.answered(port),
            _ => engine.lists.answered(port),
        };
        if wakes {
            engine.wake();
        }
    }

    /// A cycle, in which ports have served engines, one bit each; whether the job has ended.
    pub fn cycle(&mut self, now: u64, served: u32, channels: &mut [Port], scratchpad: &mut [Port]) -> bool {
        let Some((job, checker, splitter)) = &mut self.job else { return false };
        let hold = !checker.is_done();
        let ports = if job.writes_tables() { &*channels } else { &*scratchpad };
        if !hold
            && splitter.is_idle()
            && self.lists.iter().all(ListReader::is_idle)
            && self.engines.iter().all(Engine::is_idle)
            && ports.iter().all(|port| port.has_no_result(now))
        {
            self.job = None;
            return true;
        }
        let held_or_freed = self.was_held != hold;
        self.was_held = hold;
        for (number, engine) in self.engines.iter_mut().enumerate() {
            if held_or_freed {
                engine.wake();
            }
            if engine.is_awake(now) {
                engine.cycle(now, job, hold, channels, scratchpad);
                self.free = self.free & !(1 << number) | u32::from(engine.takes_task()) << number;
            }
            if served >> number & 1 == 1 {
                engine.wake();
            }
        }
        if let Some(engine) = self.dealer.choose(self.free)
            && let Some(task) = splitter.task.take()
        {
            self.dealer.advance();
            self.engines[engine].give(job, task);
        }
        let [entries, rows, offsets, tasks] = &mut self.lists;
        let checked = checker.checked;
        if hold {
            let [directory, offsets] = &mut offsets.lists[..] else { unreachable!("two lists") };
            checker.cycle(job, directory, offsets, &mut rows.lists[0], &mut entries.lists[0]);
        }
        if !splitter.is_idle() {
            splitter.cycle(job, checked, &mut tasks.lists);
        }
        for list in &mut self.lists {
            if !list.is_idle() {
                list.cycle(scratchpad);
            }
        }
        false
    }
}

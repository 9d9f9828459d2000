//! All blocks of the kernel together, a cycle at a time.

use std::cmp::Reverse;

use emberlane_drivers::smartssd::Plan;
use emberlane_registers::kernel_plan::{KernelError, Program};

use super::backward::BackwardSequencer;
use super::forward::{self, ForwardSequencer, Progress};
use super::gradients::GradientReader;
use super::loader::Loader;
use super::mover::Mover;
use super::ports::{AddressMap, KernelPorts, Offer, Region, Taken};
use super::shape::{Batch, KernelShape, MOST_SILENT_CYCLES, RunError};
use super::stream::PlanStream;
use super::words::{Next, Steps, next};
use super::writer::VectorWriter;

/// Cycles in which words waited for nothing but a hazard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hazards {
    /// Forward words, for the sum that they add to.
    pub forward: u64,
    /// Backward words, for a slot that was being updated or an adder.
    pub backward: u64,
}

/// What a plan has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelRun {
    /// Cycles, from the one with `start` to the one with `done`.
    pub cycles: u64,
    /// Words that each program has done, waits not counted.
    pub counters: [u32; 4],
    /// Cycles of hazards.
    pub hazards: Hazards,
    /// Why it was stopped, and at which program.
    pub error: Option<(KernelError, Program)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Idle,
    Running,
    Draining,
    /// What the last answer brought is known in this cycle.
    Ended,
}

/// A plan, and how far it is.
#[derive(Debug)]
pub(super) struct Execution {
    steps: Steps,
    words: [u32; 4],
    gradients: u32,
    state: State,
    pub run: KernelRun,
}

impl Execution {
    /// A plan that has not begun.
    pub fn new(plan: &Plan, shape: KernelShape, batch: Batch) -> Result<Self, RunError> {
        batch.check(plan)?;
        let run = KernelRun { cycles: 0, counters: [0; 4], hazards: Hazards::default(), error: None };
        Ok(Self {
            steps: Steps::new(plan, shape, batch),
            words: Program::ALL.map(|program| plan.words(program) as u32),
            gradients: batch.gradients,
            state: State::Idle,
            run,
        })
    }

    /// A cycle of it is to come.
    pub fn is_under_way(&self) -> bool {
        self.state != State::Idle
    }
}

/// What a cycle has done that is seen from outside.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Step {
    /// A line or an answer has come, or a word was taken.
    pub active: bool,
    /// The plan has ended in this cycle.
    pub ended: bool,
    pub forward_hazard: bool,
    pub backward_hazard: bool,
}

/// The control of the kernel. Its banks hold no data; what is still on its way at the end of a plan stays so.
#[derive(Clone, Debug)]
pub struct KernelModel {
    shape: KernelShape,
    /// The words of the programs, by their numbers.
    streams: [PlanStream; 4],
    gradients: GradientReader,
    loader: Loader,
    forward: ForwardSequencer,
    backward: BackwardSequencer,
    mover: Mover,
    ev_writer: VectorWriter,
    eo_writer: VectorWriter,
}

/// What a cycle has done, apart from the state of the blocks.
struct Cycle {
    /// Why the plan cannot go on.
    fault: Option<(KernelError, Program)>,
    forward_hazard: bool,
    backward_hazard: bool,
    /// A line or an answer has come, or a word was taken.
    active: bool,
}

impl KernelModel {
    /// A kernel that has done nothing yet.
    ///
    /// # Errors
    /// [`RunError::Shape`].
    pub fn new(shape: KernelShape) -> Result<Self, RunError> {
        shape.check()?;
        let slices = shape.slices as u32;
        let cache = AddressMap::base(Region::Cache);
        Ok(Self {
            shape,
            streams: Program::ALL.map(|program| PlanStream::new(512 / program.word_bits() as u32)),
            gradients: GradientReader::new(slices),
            loader: Loader::new(slices, cache),
            forward: ForwardSequencer::default(),
            backward: BackwardSequencer::new(shape.adders()),
            mover: Mover::new(slices, cache),
            ev_writer: VectorWriter::new(slices, false),
            eo_writer: VectorWriter::new(slices, true),
        })
    }

    /// Runs a plan to its end, on this memory.
    ///
    /// # Errors
    /// [`RunError`]; the kernel is then of no use any more.
    pub fn run(&mut self, plan: &Plan, batch: Batch, ports: &mut dyn KernelPorts) -> Result<KernelRun, RunError> {
        let mut execution = Execution::new(plan, self.shape, batch)?;
        let mut cycle = |kernel: &mut Self, execution: &mut Execution| {
            let offer = ports.offer();
            let taken = kernel.asks().where_ready(&offer);
            ports.take(&taken);
            kernel.step(execution, &offer, &taken)
        };
        // The cycle with `start`: no word is here yet, but what an earlier plan has left moves on.
        cycle(self, &mut execution);
        self.start(&mut execution);
        let mut active = 0;
        loop {
            let step = cycle(self, &mut execution);
            let cycles = execution.run.cycles;
            if step.active {
                active = cycles;
            } else if cycles - active > MOST_SILENT_CYCLES {
                return Err(RunError::Silent { cycle: cycles, counters: self.counters() });
            }
            if step.ended {
                return Ok(execution.run);
            }
        }
    }

    /// Begins a plan: the cycle that was stepped last was the one with `start`.
    pub(super) fn start(&mut self, execution: &mut Execution) {
        let Execution { words, gradients, .. } = *execution;
        for ((program, stream), words) in Program::ALL.into_iter().zip(&mut self.streams).zip(words) {
            stream.start(AddressMap::base(Region::Program(program)), words);
        }
        self.gradients.start(AddressMap::base(Region::Gradients), gradients);
        self.loader.start();
        self.forward.start();
        self.backward.start();
        self.mover.start();
        execution.state = State::Running;
        execution.run.cycles = 1;
    }

    /// A cycle in which memory does what is offered and takes what is taken.
    pub(super) fn step(&mut self, execution: &mut Execution, offer: &Offer, taken: &Taken) -> Step {
        let (over, drained) = (self.is_over(), self.is_drained());
        let cycle = self.cycle(&execution.steps, offer, taken);
        let Execution { state, run, .. } = execution;
        if *state == State::Idle {
            return Step { active: cycle.active, ..Step::default() };
        }
        run.cycles += 1;
        run.hazards.forward += u64::from(cycle.forward_hazard);
        run.hazards.backward += u64::from(cycle.backward_hazard);
        let mut ended = false;
        match state {
            State::Running if cycle.fault.is_some() => {
                self.streams.iter_mut().for_each(PlanStream::stop);
                self.gradients.lines.stop();
                run.error = cycle.fault;
                *state = State::Draining;
            }
            State::Running if over => {
                // Gradients that no word takes are not waited for.
                self.gradients.lines.stop();
                *state = State::Draining;
            }
            State::Draining if drained => *state = State::Ended,
            State::Ended => {
                *state = State::Idle;
                run.counters = self.counters();
                ended = true;
            }
            State::Idle | State::Running | State::Draining => {}
        }
        let Cycle { forward_hazard, backward_hazard, active, .. } = cycle;
        Step { active, ended, forward_hazard, backward_hazard }
    }

    pub(super) fn counters(&self) -> [u32; 4] {
        [self.loader.done, self.forward.done, self.backward.done, self.mover.done]
    }

    fn is_over(&self) -> bool {
        self.streams.iter().all(PlanStream::is_over)
    }

    /// Nothing is under way between the banks, and from the cache.
    fn is_quiet(&self) -> bool {
        self.loader.is_idle() && self.backward.is_idle() && self.mover.is_idle()
    }

    /// Nothing is under way at all.
    fn is_drained(&self) -> bool {
        self.is_quiet()
            && self.streams.iter().all(|stream| stream.lines.is_idle())
            && self.gradients.lines.is_idle()
            && self.forward.is_idle()
            && self.ev_writer.is_idle()
            && self.eo_writer.is_idle()
    }

    /// What the blocks ask for.
    pub(super) fn asks(&self) -> Taken {
        let mut streams = [None; 5];
        for (asked, stream) in streams.iter_mut().zip(&self.streams) {
            *asked = stream.lines.asks();
        }
        streams[4] = self.gradients.lines.asks();
        let writers = [&self.ev_writer, &self.eo_writer];
        Taken {
            streams,
            read: self.loader.asks(),
            bursts: writers.map(VectorWriter::burst),
            beats: writers.map(VectorWriter::beat),
        }
    }

    /// A cycle: first what all blocks ask for and find in it, then what they become.
    fn cycle(&mut self, steps: &Steps, offer: &Offer, taken: &Taken) -> Cycle {
        let done = self.counters();
        let words = self.streams.each_ref().map(PlanStream::word);
        let load_next = next(&steps.loads, words[0], [done[1], done[2], done[3]]);
        let forward_next = next(&steps.forward, words[1], [done[0], done[2], done[3]]);
        let backward_next = next(&steps.backward, words[2], [done[0], done[1], done[3]]);
        let move_next = next(&steps.moves, words[3], [done[0], done[1], done[2]]);
        let starved = !self.gradients.has_gradient();

        let fault = {
            let refused = [
                refusal(&load_next, Program::Loads),
                refusal(&forward_next, Program::Forward),
                refusal(&backward_next, Program::Backward).or_else(|| {
                    let lacks = matches!(backward_next, Next::Do(_)) && starved && self.gradients.is_over();
                    lacks.then_some((KernelError::Gradient, Program::Backward))
                }),
                refusal(&move_next, Program::Moves),
            ];
            let first = refused.into_iter().flatten().max_by_key(|(error, program)| (rank(*error), Reverse(*program)));
            first.or_else(|| {
                let waits = [
                    matches!(load_next, Next::Waits),
                    matches!(forward_next, Next::Waits),
                    matches!(backward_next, Next::Waits),
                    matches!(move_next, Next::Waits),
                ];
                let still = waits.into_iter().zip(&self.streams).all(|(waits, stream)| waits || stream.is_over());
                (still && !self.is_over() && self.is_quiet()).then_some((KernelError::Stuck, Program::Loads))
            })
        };

        // Who writes to which bank, before who may read.
        let copies = self.mover.copies();
        let loaded = self.loader.writes();
        let loader_writes = loaded.backward != 0 || (loaded.forward != 0 && copies == 0);
        let forward_writing = if copies != 0 { copies } else { loaded.forward };
        let move_taken = self.mover.takes(&move_next);
        let move_word = move_next.word().filter(|_| move_taken);
        let load_taken = self.loader.takes(&load_next);
        let load_word = load_next.word().filter(|_| load_taken);

        let forward_progress = match &forward_next {
            Next::Do(word) => self.forward.progress(word, forward_writing),
            _ => Progress::Held,
        };
        let backward_ports = loaded.backward | move_word.map_or(0, |word| word.from_bank);
        let backward_progress = match &backward_next {
            Next::Do(word) if !starved => self.backward.progress(word, backward_ports),
            _ => Progress::Held,
        };
        let forward_word = forward_next.word().filter(|_| forward_progress == Progress::Done);
        let backward_word = backward_next.word().filter(|_| backward_progress == Progress::Done);

        let write = |writer: &mut VectorWriter, number: usize, vector: Option<u64>| {
            let (burst, beat) = (taken.bursts[number].is_some(), taken.beats[number].is_some());
            writer.cycle(vector, burst, beat, offer.answered[number])
        };
        let stored = write(&mut self.ev_writer, 0, self.mover.stores());
        let output = self
            .forward
            .output()
            .map(|bag| AddressMap::base(Region::Outputs) + u64::from(bag) * self.shape.slices as u64 * 64);
        let output_taken = write(&mut self.eo_writer, 1, output);

        self.mover.cycle(move_word, stored);
        self.loader.cycle(load_word, taken.read.is_some(), offer.read_line.is_some(), loader_writes);
        self.forward.cycle(forward_word, output_taken);
        self.backward.cycle(backward_word.as_ref(), loaded);
        let ends = backward_word.is_some_and(|word| word.ends);
        self.gradients.cycle(taken.streams[4].is_some(), offer.stream_line[4].is_some(), ends);
        let words_taken = [
            load_taken,
            forward::taken(&forward_next, forward_progress),
            forward::taken(&backward_next, backward_progress),
            move_taken,
        ];
        for (program, stream) in self.streams.iter_mut().enumerate() {
            let (asked, line) = (taken.streams[program].is_some(), offer.stream_line[program].is_some());
            stream.cycle(asked, line, words_taken[program]);
        }
        Cycle {
            fault,
            forward_hazard: forward_progress == Progress::Hazard,
            backward_hazard: backward_progress == Progress::Hazard,
            active: words_taken.contains(&true)
                || offer.read_line.is_some()
                || offer.stream_line.iter().any(Option::is_some)
                || offer.answered.contains(&true),
        }
    }
}

fn refusal<T>(next: &Next<T>, program: Program) -> Option<(KernelError, Program)> {
    if let Next::Refused(error) = next { Some((*error, program)) } else { None }
}

/// Which error is told if there are several.
fn rank(error: KernelError) -> u8 {
    match error {
        KernelError::Bank => 3,
        KernelError::Bag => 2,
        KernelError::Vector => 1,
        _ => 0,
    }
}

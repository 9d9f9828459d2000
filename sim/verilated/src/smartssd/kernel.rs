//! The embedding kernel as RTL: a Verilated `embedding_kernel_*`, and the memory around it.

use std::collections::VecDeque;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use emberlane_drivers::smartssd::Plan;
use emberlane_models::smartssd::{
    AddressMap, Batch, Burst, KernelPorts, KernelRun, KernelShape, MOST_SILENT_CYCLES, MemoryTiming, Offer, Region,
    RunError, STREAMS, Taken, TimedMemory,
};
use emberlane_reference::smartssd::KernelMemory;
use emberlane_registers::kernel_plan::{KernelError, Program};
use thiserror::Error;

use super::pins::Pins;
use crate::{Model, ModelError};

/// Designs of the kernel by banks of a side and lines of an EV.
const DESIGNS: &[(usize, usize, &str)] = &[(6, 4, "embedding_kernel_b6_s4"), (2, 1, "embedding_kernel_b2_s1")];
/// Cycles in reset, as the design asks for.
const RESET_CYCLES: usize = 32;
/// 32-bit words of a line.
const LINE_WORDS: usize = 16;

type Line = [u32; LINE_WORDS];

/// Why there is no kernel, or no end of its plan.
#[derive(Debug, Error)]
pub enum RtlKernelError {
    /// No design has this shape.
    #[error(
        "there is no kernel with {banks} banks a side and EVs of {slices} lines; there are designs with {}",
        known()
    )]
    Design {
        /// Banks asked for.
        banks: usize,
        /// Lines of an EV.
        slices: usize,
    },
    /// The design cannot be simulated.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The plan cannot be run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A part of the memory is no number of EVs, or more than the kernel can count.
    #[error("the memory's {part} are {elements} elements, which are no vectors of {length}, or too many")]
    Memory {
        /// Which part.
        part: &'static str,
        /// Its elements.
        elements: usize,
        /// Elements of an EV.
        length: usize,
    },
    /// The kernel reads or writes where nothing is.
    #[error("cycle {cycle}: the kernel {what} {address:#x}, where there is nothing")]
    Address {
        /// Cycle since the start of the simulation.
        cycle: u64,
        /// What it does there.
        what: &'static str,
        /// The address.
        address: u64,
    },
    /// A beat that ends a burst too early or too late.
    #[error("cycle {cycle}: writer {writer} has `wlast` in the wrong beat of the burst at {address:#x}")]
    Last {
        /// Cycle since the start of the simulation.
        cycle: u64,
        /// 0: the EV writer, 1: the EO writer.
        writer: usize,
        /// Where the burst begins.
        address: u64,
    },
    /// `error` is none that there is.
    #[error("the kernel stopped with error {code}, which means nothing")]
    Code {
        /// What it said.
        code: u64,
    },
}

fn known() -> String {
    let shapes: Vec<String> = DESIGNS.iter().map(|(banks, slices, _)| format!("{banks} and {slices}")).collect();
    shapes.join(", or ")
}

/// Settings of an [`RtlKernel`].
#[derive(Clone, Debug)]
pub struct RtlKernelBuilder {
    shape: KernelShape,
    seed: u64,
    timing: MemoryTiming,
    waveform: Option<(PathBuf, Range<u64>)>,
}

impl Default for RtlKernelBuilder {
    fn default() -> Self {
        let shape = KernelShape { banks: 6, slices: 4 };
        Self { shape, seed: 1, timing: MemoryTiming::Steady { latency: 25 }, waveform: None }
    }
}

impl RtlKernelBuilder {
    /// Banks of a side; default 6.
    #[must_use]
    pub fn banks(mut self, banks: usize) -> Self {
        self.shape.banks = banks;
        self
    }

    /// Lines of an EV, of 16 elements each; default 4.
    #[must_use]
    pub fn slices(mut self, slices: usize) -> Self {
        self.shape.slices = slices;
        self
    }

    /// What storage without a value holds at first; default 1.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// How long memory takes; default: steady, 25 cycles.
    #[must_use]
    pub fn memory(mut self, timing: MemoryTiming) -> Self {
        self.timing = timing;
        self
    }

    /// Writes the waveform of these cycles, those of the reset included.
    #[must_use]
    pub fn waveform(mut self, path: &Path, cycles: Range<u64>) -> Self {
        self.waveform = Some((path.into(), cycles));
        self
    }

    /// The kernel, out of its reset.
    ///
    /// # Errors
    /// [`RtlKernelError::Design`], [`RtlKernelError::Model`].
    pub fn build(self) -> Result<RtlKernel, RtlKernelError> {
        RtlKernel::new(self)
    }
}

/// The embedding kernel as RTL, cycle by cycle.
///
/// It executes plans on memory that the caller gives for the time of a run, as the reference does. Its banks keep what they hold from
/// plan to plan. The clock runs in a run only.
pub struct RtlKernel {
    shape: KernelShape,
    model: Model,
    pins: Pins,
    ports: TimedMemory,
    host_time: Duration,
}

impl RtlKernel {
    /// Settings to start from.
    #[must_use]
    pub fn builder() -> RtlKernelBuilder {
        RtlKernelBuilder::default()
    }

    fn new(settings: RtlKernelBuilder) -> Result<Self, RtlKernelError> {
        let RtlKernelBuilder { shape, seed, timing, waveform } = settings;
        let KernelShape { banks, slices } = shape;
        let known = DESIGNS.iter().find(|design| (design.0, design.1) == (banks, slices));
        let (_, _, design) = known.ok_or(RtlKernelError::Design { banks, slices })?;
        let mut model = Model::new(design, seed)?;
        if let Some((path, cycles)) = waveform {
            model.trace(&path, cycles)?;
        }
        let pins = Pins::new(&model)?;
        model.set(pins.reset, 1);
        for _ in 0..RESET_CYCLES {
            model.step()?;
        }
        model.set(pins.reset, 0);
        Ok(Self { shape, model, pins, ports: TimedMemory::new(timing), host_time: Duration::ZERO })
    }

    /// Its banks, and the lines of its EVs.
    #[must_use]
    pub fn shape(&self) -> KernelShape {
        self.shape
    }

    /// Clock cycles since the start, those of the reset included.
    #[must_use]
    pub fn cycles(&self) -> u64 {
        self.model.cycle()
    }

    /// How long runs have taken on the machine that simulates.
    #[must_use]
    pub fn host_time(&self) -> Duration {
        self.host_time
    }

    /// Runs a plan to its end, on memory of the builder's timing.
    ///
    /// # Errors
    /// [`RtlKernelError`]; one in the middle of a plan leaves a kernel that is of no use any more.
    pub fn run(&mut self, plan: &Plan, memory: &mut KernelMemory<'_>) -> Result<KernelRun, RtlKernelError> {
        let mut ports = self.ports.clone();
        let run = self.run_on(plan, memory, &mut ports);
        self.ports = ports;
        run
    }

    /// Runs a plan to its end, on memory whose time is that of `ports`.
    ///
    /// # Errors
    /// [`RtlKernelError`]; one in the middle of a plan leaves a kernel that is of no use any more.
    pub fn run_on(
        &mut self,
        plan: &Plan,
        memory: &mut KernelMemory<'_>,
        ports: &mut dyn KernelPorts,
    ) -> Result<KernelRun, RtlKernelError> {
        let begin = Instant::now();
        let batch = batch(memory, self.shape)?;
        batch.check(plan)?;
        let Self { model, pins, .. } = self;
        for program in Program::ALL {
            let index = program as usize;
            model.set(pins.program_base[index], AddressMap::base(Region::Program(program)));
            model.set(pins.program_words[index], plan.words(program) as u64);
        }
        model.set(pins.cache_base, AddressMap::base(Region::Cache));
        model.set(pins.cache_vectors, batch.vectors.into());
        model.set(pins.output_base, AddressMap::base(Region::Outputs));
        model.set(pins.bags, batch.bags.into());
        model.set(pins.gradient_base, AddressMap::base(Region::Gradients));
        model.set(pins.gradients, batch.gradients.into());
        let programs = Program::ALL.map(|program| plan.encode(program));
        let bench = Bench { memory, programs, writers: Default::default() };
        let run = self.execute(bench, ports);
        self.host_time += begin.elapsed();
        run
    }

    fn execute(&mut self, mut bench: Bench<'_, '_>, ports: &mut dyn KernelPorts) -> Result<KernelRun, RtlKernelError> {
        let mut run = KernelRun { cycles: 0, counters: [0; 4], hazards: Default::default(), error: None };
        let mut active = 0;
        self.model.set(self.pins.start, 1);
        loop {
            let offer = ports.offer();
            bench.drive(&offer, &mut self.model, &self.pins)?;
            self.model.step()?;
            self.model.set(self.pins.start, 0);
            let taken = bench.sample(&offer, &self.model, &self.pins)?;
            ports.take(&taken);
            let Self { model, pins, .. } = self;
            run.cycles += 1;
            run.hazards.forward += u64::from(model.bit(pins.forward_hazard));
            run.hazards.backward += u64::from(model.bit(pins.backward_hazard));
            let counters = pins.counter.map(|counter| model.get(counter) as u32);
            let answers = offer.stream_line.iter().chain([&offer.read_line]).any(Option::is_some)
                || offer.answered.contains(&true);
            if answers || counters != run.counters {
                active = run.cycles;
            } else if run.cycles - active > MOST_SILENT_CYCLES {
                return Err(RunError::Silent { cycle: run.cycles, counters }.into());
            }
            run.counters = counters;
            if model.bit(pins.done) {
                run.error = stop(model.get(pins.error), model.get(pins.error_program))?;
                return Ok(run);
            }
        }
    }
}

/// What the memory holds, in vectors.
fn batch(memory: &KernelMemory<'_>, shape: KernelShape) -> Result<Batch, RtlKernelError> {
    let length = shape.elements();
    let vectors = |part, elements: usize| match u32::try_from(elements / length) {
        Ok(vectors) if elements.is_multiple_of(length) => Ok(vectors),
        _ => Err(RtlKernelError::Memory { part, elements, length }),
    };
    Ok(Batch {
        vectors: vectors("EVs", memory.cache.len())?,
        gradients: vectors("gradients", memory.gradients.len())?,
        bags: vectors("outputs", memory.outputs.len())?,
    })
}

fn stop(code: u64, program: u64) -> Result<Option<(KernelError, Program)>, RtlKernelError> {
    if code == 0 {
        return Ok(None);
    }
    let error = KernelError::from_value(code).ok_or(RtlKernelError::Code { code })?;
    Ok(Some((error, Program::ALL[program as usize % 4])))
}

/// What a writer has sent of bursts that are not whole.
#[derive(Default)]
struct Written {
    bursts: VecDeque<Burst>,
    beats: VecDeque<(Line, bool)>,
}

/// What is around the kernel in a run.
struct Bench<'b, 'm> {
    memory: &'b mut KernelMemory<'m>,
    programs: [Vec<u32>; 4],
    writers: [Written; 2],
}

impl Bench<'_, '_> {
    fn line(&self, address: u64) -> Option<Line> {
        let (region, offset) = AddressMap::region(address)?;
        let at = usize::try_from(offset / 4).ok()?;
        let floats = |part: &[f32]| {
            let line = part.get(at..at.checked_add(LINE_WORDS)?)?;
            Some(std::array::from_fn(|lane| line[lane].to_bits()))
        };
        match region {
            Region::Cache => floats(self.memory.cache),
            Region::Gradients => floats(self.memory.gradients),
            Region::Outputs => floats(self.memory.outputs),
            Region::Program(program) => {
                let words = self.programs[program as usize].get(at..).filter(|words| !words.is_empty())?;
                // Behind the last word of a program there may be anything: here a wait that is never over.
                Some(std::array::from_fn(|word| words.get(word).copied().unwrap_or(u32::MAX)))
            }
        }
    }

    fn write(&mut self, address: u64, line: &Line) -> Option<()> {
        let (region, offset) = AddressMap::region(address)?;
        let part: &mut [f32] = match region {
            Region::Cache => self.memory.cache,
            Region::Outputs => self.memory.outputs,
            Region::Gradients | Region::Program(_) => return None,
        };
        let at = usize::try_from(offset / 4).ok()?;
        let place = part.get_mut(at..at.checked_add(LINE_WORDS)?)?;
        place.iter_mut().zip(line).for_each(|(element, word)| *element = f32::from_bits(*word));
        Some(())
    }

    /// Drives what memory does in this cycle.
    fn drive(&self, offer: &Offer, model: &mut Model, pins: &Pins) -> Result<(), RtlKernelError> {
        let cycle = model.cycle();
        let line = |address| self.line(address).ok_or(RtlKernelError::Address { cycle, what: "reads", address });
        for (stream, pins) in pins.streams.iter().enumerate() {
            model.set(pins.ready, offer.stream_ready[stream].into());
            model.set(pins.line_valid, offer.stream_line[stream].is_some().into());
            if let Some(address) = offer.stream_line[stream] {
                model.set_wide(pins.line, &line(address)?);
            }
        }
        model.set(pins.read_ready, offer.read_ready.into());
        model.set(pins.read_data_valid, offer.read_line.is_some().into());
        if let Some(address) = offer.read_line {
            model.set_wide(pins.read_data, &line(address)?);
        }
        for (writer, pins) in pins.writers.iter().enumerate() {
            model.set(pins.address_ready, offer.address_ready[writer].into());
            model.set(pins.ready, offer.beat_ready[writer].into());
            model.set(pins.answer, offer.answered[writer].into());
        }
        Ok(())
    }

    /// What memory has taken, and writes it.
    fn sample(&mut self, offer: &Offer, model: &Model, pins: &Pins) -> Result<Taken, RtlKernelError> {
        let cycle = model.cycle();
        let stream = |index: usize| {
            let pins = &pins.streams[index];
            (offer.stream_ready[index] && model.bit(pins.valid)).then(|| model.get(pins.address))
        };
        let burst = |address, length| Burst { address: model.get(address), lines: model.get(length) as u32 + 1 };
        let reads = offer.read_ready && model.bit(pins.read_valid);
        let mut taken = Taken {
            streams: std::array::from_fn::<_, STREAMS, _>(stream),
            read: reads.then(|| burst(pins.read_address, pins.read_length)),
            ..Taken::default()
        };
        for (writer, pins) in pins.writers.iter().enumerate() {
            if offer.address_ready[writer] && model.bit(pins.address_valid) {
                let burst = burst(pins.address, pins.length);
                taken.bursts[writer] = Some(burst);
                self.writers[writer].bursts.push_back(burst);
            }
            if offer.beat_ready[writer] && model.bit(pins.valid) {
                let last = model.bit(pins.last);
                taken.beats[writer] = Some(last);
                let line = std::array::from_fn(|word| model.wide(pins.data)[word]);
                self.writers[writer].beats.push_back((line, last));
            }
            self.land(writer, cycle)?;
        }
        Ok(taken)
    }

    /// Writes the bursts that are whole.
    fn land(&mut self, writer: usize, cycle: u64) -> Result<(), RtlKernelError> {
        while let Some(Burst { address, lines }) = self.writers[writer].bursts.front().copied()
            && self.writers[writer].beats.len() >= lines as usize
        {
            self.writers[writer].bursts.pop_front();
            for line in 0..lines {
                let Some((beat, last)) = self.writers[writer].beats.pop_front() else { break };
                if last != (line + 1 == lines) {
                    return Err(RtlKernelError::Last { cycle, writer, address });
                }
                let address = address + 64 * u64::from(line);
                self.write(address, &beat).ok_or(RtlKernelError::Address { cycle, what: "writes", address })?;
            }
        }
        Ok(())
    }
}

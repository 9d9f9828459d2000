//! Programmes of the SmartSSD.
//!
//! They train through the driver, which knows by plain sums what every output and the table have to be, and between its calls the
//! host does what else it may: reads, refused writes, settings of what comes next, faults of every memory, torn mailboxes,
//! doorbells that are no command, or that ring in the cycle in which an iteration ends, resets.

use crate::programmes::{Failure, Reduce, Transcript, compare};
use crate::smartssd::{Bench, Size, Trainer, cases};
use emberlane_models::smartssd::ModelSmartSsd;
use emberlane_reference::smartssd::ReferenceSmartSsd;
#[cfg(feature = "verilated")]
use emberlane_registers::faults::SmartSsdFault;
use emberlane_registers::kernel_plan::KernelError;
use emberlane_registers::smartssd::{
    self as map, AGENT_BUSY, AGENT_FAILED, BUSY, CLEAR_AGENT, CLEAR_COUNTERS, CLEAR_STATUS, CODE, Command, DONE,
    FAILED, NEW_BUFFER, WAITING,
};
use emberlane_registers::{Access, Register};
use rand::{Rng, SeedableRng, seq::IndexedRandom};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use std::ops::Range;

pub use super::cxl_mem::Stalls;

/// Whether settings of an iteration are written over while it runs: they are those of the doorbell.
const SPOILS: bool = false;
/// Cycles within which all that is under way has to end.
const LIMIT: u64 = 1_000_000;
/// Longest time around the end of an iteration at which a doorbell is tried.
const AROUND: i32 = 24;

/// A programme.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Programme {
    /// Decides tables, bags and stalls.
    pub seed: u64,
    /// How the RTL's memories and links stall.
    pub stalls: Stalls,
    /// EVs of the table.
    pub vectors: u64,
    /// EVs of the cache.
    pub cached: u32,
    /// Bags of a batch.
    pub bags: usize,
    /// EVs of a bag at most.
    pub most: usize,
    /// What the host does.
    pub steps: Vec<Step>,
}

/// An operation, and the cycles before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Clock cycles before it.
    pub delay: u32,
    /// What the host does.
    #[serde(flatten)]
    pub operation: Operation,
}

/// A device that programmes run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Device {
    Reference,
    Model,
    #[cfg(feature = "verilated")]
    Rtl,
    /// The test build of the RTL that commits a fault.
    #[cfg(feature = "verilated")]
    Faulty(SmartSsdFault),
}

impl Device {
    /// All that are to do the same.
    pub const ALL: &[Self] = &[
        Self::Reference,
        Self::Model,
        #[cfg(feature = "verilated")]
        Self::Rtl,
    ];

    /// Its name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::Model => "model",
            #[cfg(feature = "verilated")]
            Self::Rtl => "RTL",
            #[cfg(feature = "verilated")]
            Self::Faulty(_) => "RTL with a fault",
        }
    }
}

/// What the host does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Operation {
    /// Moves what an iteration needs, and begins it; the one before it ends.
    Iterate {
        /// Movements are posted while the iteration before is under way.
        ahead: bool,
    },
    /// Ends the iteration under way, brings the table to the SSD, and looks at everything.
    Settle,
    /// A fault of this number of the list of faults, and an iteration that may meet it.
    Fault {
        /// Its number, cut to the list.
        number: u8,
    },
    /// Reads a register at some offset.
    Look {
        /// Offset.
        offset: u64,
    },
    /// A write to the TX buffers, which is refused.
    Refused {
        /// Line, cut to the buffers.
        line: u16,
    },
    /// Rings the doorbell with no command while no iteration is under way.
    Bell {
        /// The value.
        value: u8,
    },
    /// Writes over settings of the iteration that is under way.
    Spoil {
        /// Which setting.
        setting: u8,
        /// Its value.
        value: u64,
    },
    /// An iteration is run, and run again with a second doorbell when it is about to end: that is started or refused.
    RingAtEnd {
        /// Cycles from the end to the doorbell.
        offset: i32,
    },
    /// Resets the device, whatever it does.
    Reset,
}

/// A device that can be reset, and whose time passes.
trait Side: Bench {
    /// Lets time pass, where there is any.
    fn pass(&mut self, cycles: u64);

    /// The device after a reset; memory that the host does not write again may be lost.
    fn reset(self) -> Result<Self, String>
    where
        Self: Sized;
}

/// Banks and elements of the small device.
const KERNEL: (usize, usize) = (2, 16);

fn reference() -> ReferenceSmartSsd {
    ReferenceSmartSsd::new(KERNEL.0, KERNEL.1).expect("a device that there is")
}

fn model(seed: u64) -> ModelSmartSsd {
    let builder = ModelSmartSsd::builder().kernel(KERNEL.0, KERNEL.1).seed(seed).host_latency(20).ssd(None);
    builder.build().expect("a device that there is")
}

impl Side for ReferenceSmartSsd {
    fn pass(&mut self, _cycles: u64) {}

    fn reset(self) -> Result<Self, String> {
        Ok(reference())
    }
}

impl Side for ModelSmartSsd {
    fn pass(&mut self, cycles: u64) {
        self.run(cycles);
    }

    fn reset(self) -> Result<Self, String> {
        Ok(model(self.cycles()))
    }
}

#[cfg(feature = "verilated")]
impl Side for emberlane_verilated::smartssd::RtlSmartSsd {
    fn pass(&mut self, cycles: u64) {
        self.run(cycles).unwrap_or_else(|error| panic!("{error}"));
    }

    fn reset(mut self) -> Result<Self, String> {
        Self::reset(&mut self).map_err(|error| error.to_string())?;
        Ok(self)
    }
}

/// Settings of an iteration that are those of its doorbell.
const LATCHED: [&Register; 11] = [
    &map::LOADS_BASE,
    &map::FORWARD_BASE,
    &map::BACKWARD_BASE,
    &map::MOVES_BASE,
    &map::LOADS_WORDS,
    &map::FORWARD_WORDS,
    &map::BACKWARD_WORDS,
    &map::MOVES_WORDS,
    &map::GRADIENT_BASE,
    &map::GRADIENTS,
    &map::BAGS,
];

struct Runner<'p, T> {
    programme: &'p Programme,
    /// None while the device is taken out.
    trainer: Option<Trainer<T>>,
    transcript: Transcript,
    step: usize,
    /// Trainings that were begun.
    trainings: u64,
    /// Work may have been done twice since the counters were cleared.
    counters_unknown: bool,
}

impl<T: Side> Runner<'_, T> {
    fn trainer(&mut self) -> &mut Trainer<T> {
        self.trainer.as_mut().expect("a training")
    }

    fn read(&mut self, register: &Register) -> u64 {
        self.trainer().bench().mmio_read(register.offset).unwrap_or_else(|error| panic!("{error}"))
    }

    fn write(&mut self, register: &Register, value: u64) {
        let written = self.trainer().bench().mmio_write(register.offset, value);
        written.unwrap_or_else(|error| panic!("{error}"));
    }

    fn begin(&mut self, device: T) {
        let Programme { seed, vectors, cached, bags, most, .. } = *self.programme;
        let size = Size { vectors, cached, bags, most, iterations: 0, mailbox_lines: 64 };
        self.trainer = Some(Trainer::new(device, seed.wrapping_add(self.trainings), size));
        self.trainings += 1;
    }

    fn operation(&mut self, operation: Operation) -> Result<(), String> {
        match operation {
            Operation::Iterate { ahead } => {
                self.trainer().lookahead = ahead;
                self.trainer().iterate();
            }
            Operation::Settle => self.settle()?,
            Operation::Fault { number } => {
                let cases = cases::<T>();
                let case = &cases[usize::from(number) % cases.len()];
                let trainer = self.trainer();
                trainer.end_iteration();
                // Settings that are tampered with are to meet nothing else.
                trainer.lookahead = false;
                (case.commit)(trainer);
                trainer.train(1);
                trainer.end_iteration();
                trainer.device.transport_mut().leave_alone();
                trainer.repair();
                self.counters_unknown = true;
            }
            Operation::Look { offset } => self.look(offset)?,
            Operation::Refused { line } => {
                let address = u64::from(line) * 64 % (2 * self.read(&map::TX_BYTES));
                let bench = self.trainer().bench();
                bench.memory_write(address, &[0xee; 64]).map_err(|error| error.to_string())?;
            }
            Operation::Bell { value } => self.bell(value)?,
            Operation::Spoil { setting, value } => {
                if BUSY.get(self.read(&map::STATUS)) == 1 {
                    let register = LATCHED[usize::from(setting) % LATCHED.len()];
                    self.write(register, value & register.mask());
                }
            }
            Operation::RingAtEnd { offset } => self.ring_at_end(offset)?,
            Operation::Reset => {
                let device = self.trainer.take().expect("a training").into_bench().reset()?;
                self.begin(device);
                self.counters_unknown = false;
                self.write(&map::CLEAR, CLEAR_COUNTERS.place(1));
            }
        }
        Ok(())
    }

    /// A doorbell that is no command fails, and changes nothing.
    fn bell(&mut self, value: u8) -> Result<(), String> {
        if Command::from_value(value.into()).is_some() {
            return Ok(());
        }
        self.trainer().end_iteration();
        self.write(&map::DOORBELL, value.into());
        let (status, error) = (self.read(&map::STATUS), self.read(&map::ERROR));
        if FAILED.get(status) != 1 || CODE.get(error) != KernelError::UnknownCommand as u64 {
            return Err(format!("behind doorbell {value:#x} STATUS is {status:#x}, ERROR {error:#x}"));
        }
        self.write(&map::CLEAR, CLEAR_STATUS.place(1));
        Ok(())
    }

    /// Waits for the end of an iteration, or of its refusal; `STATUS` then.
    fn wait_for_end(&mut self) -> Result<u64, String> {
        for _ in 0..LIMIT / 16 {
            let status = self.read(&map::STATUS);
            if BUSY.get(status) == 0 {
                return Ok(status);
            }
            self.trainer().bench().pass(16);
        }
        Err(format!("an iteration does not end in {LIMIT} cycles"))
    }

    /// Runs the last iteration again, to know how long it takes, and again with a second doorbell at about that time.
    fn ring_at_end(&mut self, offset: i32) -> Result<(), String> {
        self.trainer().iterate();
        self.trainer().end_iteration();
        let ring = |runner: &mut Self| runner.write(&map::DOORBELL, Command::Iterate as u64);
        self.write(&map::CLEAR, CLEAR_STATUS.place(1));
        ring(self);
        let start = self.trainer().bench().time();
        let ended = self.trainer().bench().wait_interrupt(LIMIT);
        ended.map_err(|error| format!("an iteration that ended well before: {error}"))?;
        let cycles = (self.trainer().bench().time() - start) / emberlane_registers::cxl_mem::CLOCK_PERIOD_PS;
        self.write(&map::CLEAR, CLEAR_STATUS.place(1));
        let before = self.read(&map::ITERATIONS);
        ring(self);
        let until = i64::try_from(cycles).unwrap_or(0) + i64::from(offset.clamp(-AROUND, AROUND));
        self.trainer().bench().pass(u64::try_from(until).unwrap_or(0));
        ring(self);
        // An iteration that has just begun is not BUSY in the same cycle.
        self.trainer().bench().pass(64);
        let status = self.wait_for_end()?;
        let (error, done) = (self.read(&map::ERROR), self.read(&map::ITERATIONS) - before);
        let refused = FAILED.get(status) == 1 && CODE.get(error) == KernelError::Busy as u64;
        let started = FAILED.get(status) == 0 && DONE.get(status) == 1 && done == 2;
        if !(started || refused && done == 1) {
            return Err(format!(
                "a second doorbell {offset} cycles from the end of an iteration is neither started nor refused: \
                 STATUS {status:#x}, ERROR {error:#x}, {done} iterations"
            ));
        }
        self.write(&map::CLEAR, CLEAR_STATUS.place(1));
        // What was applied twice is no training: a new one begins.
        let device = self.trainer.take().expect("a training").into_bench();
        self.begin(device);
        self.write(&map::CLEAR, CLEAR_COUNTERS.place(1));
        self.counters_unknown = false;
        // Which of the buffers is the new one follows from what was started.
        self.even_buffers()
    }

    /// Runs an iteration more if the number of those that were started is odd, so that buffers are the same everywhere.
    fn even_buffers(&mut self) -> Result<(), String> {
        if NEW_BUFFER.get(self.read(&map::STATUS)) == 1 {
            return Ok(());
        }
        for register in LATCHED {
            self.write(register, 0);
        }
        self.write(&map::PLAN, 0);
        self.write(&map::DOORBELL, Command::Iterate as u64);
        let status = self.wait_for_end()?;
        if DONE.get(status) != 1 || NEW_BUFFER.get(status) != 1 {
            return Err(format!("an iteration without work ends with STATUS {status:#x}"));
        }
        self.write(&map::CLEAR, CLEAR_STATUS.place(1) | CLEAR_COUNTERS.place(1));
        Ok(())
    }

    /// Reads at an offset; what is there is known but for what moves.
    fn look(&mut self, offset: u64) -> Result<(), String> {
        let offset = offset % map::MAP.bytes;
        let found = self.trainer().bench().mmio_read(offset);
        match map::MAP.at(offset) {
            None if found.is_ok() => Err(format!("register {offset:#x} reads {found:?}, and is none")),
            Some(register) if found.is_err() => Err(format!("{} reads {found:?}", register.name)),
            Some(register) if register.access == Access::WriteOnly && found.as_ref().is_ok_and(|value| *value != 0) => {
                Err(format!("{} reads {found:?}, and starts an action", register.name))
            }
            _ => Ok(()),
        }
    }

    /// Ends what is under way, compares the table, and writes down what software can see.
    fn settle(&mut self) -> Result<(), String> {
        let step = self.step;
        self.trainer().check();
        let status = self.read(&map::STATUS);
        for field in [BUSY, FAILED, WAITING, AGENT_BUSY, AGENT_FAILED] {
            if field.get(status) == 1 {
                return Err(format!("STATUS is {status:#x} where nothing is under way and nothing has failed"));
            }
        }
        self.transcript.number(step, "STATUS", status);
        for register in [&map::ERROR, &map::AGENT_ERROR, &map::PLANS_DONE] {
            let value = self.read(register);
            self.transcript.number(step, register.name, value);
        }
        if self.read(&map::MAILBOX_HEAD) != self.read(&map::MAILBOX_TAIL) {
            return Err("the mailbox holds lines where nothing is under way".into());
        }
        let counters = [
            &map::ITERATIONS,
            &map::VECTORS_EVICTED,
            &map::VECTORS_LOADED,
            &map::VECTORS_READ,
            &map::VECTORS_WRITTEN,
            &map::OUTPUTS_WRITTEN,
            &map::WRITES_REFUSED,
        ];
        if !self.counters_unknown {
            for register in counters {
                let value = self.read(register);
                self.transcript.number(step, register.name, value);
            }
        }
        self.write(&map::CLEAR, CLEAR_COUNTERS.place(1) | CLEAR_STATUS.place(1) | CLEAR_AGENT.place(1));
        self.counters_unknown = false;
        Ok(())
    }
}

fn run<T: Side>(programme: &Programme, device: T) -> Result<Transcript, (usize, String)> {
    let transcript = Transcript::default();
    let mut runner = Runner { programme, trainer: None, transcript, step: 0, trainings: 0, counters_unknown: false };
    let result = runner.run(device);
    let Runner { step, transcript, .. } = runner;
    result.map(|()| transcript).map_err(|message| (step, message))
}

impl<T: Side> Runner<'_, T> {
    fn run(&mut self, device: T) -> Result<(), String> {
        self.begin(device);
        for (step, each) in self.programme.steps.iter().enumerate() {
            self.step = step;
            self.trainer().bench().pass(each.delay.into());
            self.operation(each.operation)?;
        }
        self.step = self.programme.steps.len();
        self.settle()?;
        self.transcript.cycles = self.trainer().bench().time() / emberlane_registers::cxl_mem::CLOCK_PERIOD_PS;
        Ok(())
    }
}

impl Programme {
    /// The programme of a seed, of at most so many operations.
    #[must_use]
    pub fn random(seed: u64, most: usize) -> Self {
        let random = &mut Pcg64Mcg::seed_from_u64(seed);
        let steps = (0..random.random_range(1..=most)).map(|_| {
            let delay = match random.random_range(0..4) {
                0 | 1 => 0,
                2 => random.random_range(0..50),
                _ => random.random_range(0..1500),
            };
            Step { delay, operation: operation(random) }
        });
        let steps = steps.collect();
        let bags = random.random_range(1..=6);
        let most = random.random_range(1..=4);
        Self {
            seed,
            stalls: *[Stalls::None, Stalls::Random, Stalls::Heavy].choose(random).expect("three"),
            vectors: random.random_range(1..300),
            cached: random.random_range(72..140),
            bags,
            most,
            steps,
        }
    }

    /// Runs it on one device.
    ///
    /// # Errors
    /// What the device does that no device may.
    ///
    /// # Panics
    /// Where bits differ from plain sums.
    pub fn run_on(&self, device: Device) -> Result<Transcript, Failure> {
        let result = match device {
            Device::Reference => run(self, reference()),
            Device::Model => run(self, model(self.seed)),
            #[cfg(feature = "verilated")]
            Device::Rtl | Device::Faulty(_) => {
                use emberlane_verilated::smartssd::RtlSmartSsd;
                let builder = RtlSmartSsd::builder().kernel(KERNEL.0, KERNEL.1).stalls(self.stalls.profile());
                let builder = if let Device::Faulty(fault) = device { builder.fault(fault) } else { builder };
                let built = builder.seed(self.seed).host_latency(20).ssd(None).build();
                run(self, built.unwrap_or_else(|error| panic!("{error}")))
            }
        };
        result.map_err(|(step, message)| Failure { step, device: device.name().into(), message })
    }

    /// Runs it on several devices and compares what they have shown; the cycles of all.
    ///
    /// # Errors
    /// The first thing that one does and none may, or that two do differently.
    pub fn run(&self, devices: &[Device]) -> Result<u64, Failure> {
        let mut first: Option<(Device, Transcript)> = None;
        let mut cycles = 0;
        for &device in devices {
            let transcript = self.run_on(device)?;
            cycles += transcript.cycles;
            match &first {
                Some((other, expected)) => compare((device.name(), &transcript), (other.name(), expected))?,
                None => first = Some((device, transcript)),
            }
        }
        Ok(cycles)
    }
}

fn operation(random: &mut Pcg64Mcg) -> Operation {
    match random.random_range(0..40) {
        0..16 => Operation::Iterate { ahead: random.random() },
        16..20 => Operation::Settle,
        20..25 => Operation::Fault { number: random.random() },
        25..28 => Operation::Look { offset: map::REGISTERS.choose(random).expect("there are registers").offset },
        28 => Operation::Look { offset: random.random_range(0..map::MAP.bytes / 8) * 8 },
        29 | 30 => Operation::Refused { line: random.random() },
        31 | 32 => Operation::Bell { value: random.random() },
        33 => Operation::Reset,
        34..37 if SPOILS => Operation::Spoil { setting: random.random(), value: random.random() },
        34 => Operation::Reset,
        _ => Operation::RingAtEnd { offset: random.random_range(-AROUND..=AROUND) },
    }
}

impl Reduce for Programme {
    fn length(&self) -> usize {
        self.steps.len()
    }

    fn without(&self, operations: Range<usize>) -> Self {
        let mut shorter = self.clone();
        shorter.steps.drain(operations);
        shorter
    }

    fn simpler(&self) -> Vec<Self> {
        let mut all = vec![
            Self { stalls: Stalls::None, ..self.clone() },
            Self { bags: 1, ..self.clone() },
            Self { most: 1, ..self.clone() },
            Self { vectors: self.vectors.div_ceil(2), ..self.clone() },
        ];
        for at in 0..self.steps.len() {
            let mut simpler = self.clone();
            simpler.steps[at].delay = 0;
            all.push(simpler);
        }
        all.retain(|simpler| simpler != self);
        all
    }
}

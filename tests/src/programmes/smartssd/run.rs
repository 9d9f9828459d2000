//! Runs a programme on a device.

use super::programme::{AROUND, Operation, Programme};
use super::side::Side;
use crate::programmes::transcript::Transcript;
use crate::smartssd::{Size, Trainer, cases};
use emberlane_registers::cxl_mem::CLOCK_PERIOD_PS;
use emberlane_registers::kernel_plan::KernelError;
use emberlane_registers::smartssd::{
    self as map, AGENT_BUSY, AGENT_FAILED, BUSY, CLEAR_AGENT, CLEAR_COUNTERS, CLEAR_STATUS, CODE, Command, DONE,
    FAILED, NEW_BUFFER, WAITING,
};
use emberlane_registers::{Access, Register};
use std::{cell::RefCell, rc::Rc};

/// Cycles within which all that is under way has to end.
const LIMIT: u64 = 1_000_000;
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
            Operation::Reset { alone } => {
                let device = self.trainer.take().expect("a training").into_bench().reset(alone)?;
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
        let taken: Rc<RefCell<Vec<u64>>> = Rc::default();
        let settings = Rc::clone(&taken);
        self.trainer().device.transport_mut().before_write(&map::DOORBELL, move |bench, _| {
            let read = |register: &Register| bench.mmio_read(register.offset).expect("a setting");
            *settings.borrow_mut() = LATCHED.into_iter().chain([&map::PLAN]).map(read).collect();
        });
        self.trainer().iterate();
        self.trainer().end_iteration();
        // Settings may be others by now.
        for (register, value) in LATCHED.into_iter().chain([&map::PLAN]).zip(taken.take()) {
            self.write(register, value);
        }
        let ring = |runner: &mut Self| runner.write(&map::DOORBELL, Command::Iterate as u64);
        self.write(&map::CLEAR, CLEAR_STATUS.place(1));
        ring(self);
        let start = self.trainer().bench().time();
        let ended = self.trainer().bench().wait_interrupt(LIMIT);
        ended.map_err(|error| format!("an iteration that ended well before: {error}"))?;
        let cycles = (self.trainer().bench().time() - start) / CLOCK_PERIOD_PS;
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
            None if !matches!(found, Ok(0)) => {
                Err(format!("register {offset:#x} reads {found:?}, and is none: it is zero"))
            }
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

/// Runs a programme; what the device has shown.
///
/// # Errors
/// The operation, and what the device does that none may.
pub fn run<T: Side>(programme: &Programme, device: T) -> Result<Transcript, (usize, String)> {
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
        self.transcript.cycles = self.trainer().bench().time() / CLOCK_PERIOD_PS;
        Ok(())
    }
}

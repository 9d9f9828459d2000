//! The driver of the SmartSSD.

use emberlane_registers::kernel_plan::{KernelError, MAX_BANKS, Program};
use emberlane_registers::smartssd::{
    self as registers, AGENT_BUSY, AGENT_FAILED, AgentError, BANKS, BUSY, CLEAR_AGENT, CLEAR_COUNTERS, CLEAR_STATUS,
    CODE, COUNT_CYCLES, COUNTED_VECTORS, Command, DONE, ELEMENTS, FAILED, IDENTITY_VALUE, LINE, MOVEMENT, NEW_BUFFER,
    PROGRAM, VERSION_VALUE, WAITING,
};
use emberlane_registers::{Access, Register};

use super::configuration::wrong;
use super::{
    AgentFailure, Capabilities, Condition, Configuration, Iteration, KernelFailure, Mailbox, MovementPlan,
    SmartSsdError, SmartSsdTransport, Synchronisation,
};
use crate::{Counters, TransportError};

/// Cycles between two looks at what raises no interrupt.
const POLL_CYCLES: u64 = 64;

/// An iteration that has begun.
#[derive(Clone, Debug)]
struct UnderWay {
    /// What is left of it since it began or was resumed.
    iteration: Iteration,
    /// Words of each program that were done before, waits included.
    dropped: [usize; 4],
    /// Why it was stopped, if it was.
    stopped: Option<KernelFailure>,
}

/// A SmartSSD behind a [`SmartSsdTransport`].
///
/// [`open`](Self::open) it, then for each iteration [`post`](Self::post) the movements that it needs,
/// [`wait_for_plan`](Self::wait_for_plan), [`synchronise`](Self::synchronise), [`begin`](Self::begin) and
/// [`finish`](Self::finish). Between `begin` and `finish` the movements of the next iteration may be posted, if they touch
/// no EV of the cache that this one uses, and [`outputs`](Self::outputs) reads those of the iteration before.
///
/// An error loses nothing: what was late is waited for again, [`retry_movements`](Self::retry_movements) lets the cache agent
/// go on, and [`resume`](Self::resume) an iteration that was stopped.
#[derive(Debug)]
pub struct SmartSsd<T> {
    transport: T,
    capabilities: Capabilities,
    configuration: Configuration,
    mailbox: Mailbox,
    /// Number of the last plan that was posted.
    posted: u32,
    under_way: Option<UnderWay>,
    /// The TX buffer of the iteration that ended last, and its outputs.
    outputs: Option<(u64, u32)>,
}

fn read<T: SmartSsdTransport>(transport: &mut T, register: &Register) -> Result<u64, TransportError> {
    Ok(transport.mmio_read(register.offset)? & register.mask())
}

impl<T: SmartSsdTransport> SmartSsd<T> {
    /// Finds a SmartSSD behind `transport`, and tells it where things lie. Plans go on from the last one that is done.
    ///
    /// # Errors
    /// Something else than a SmartSSD, or one that this driver does not know; settings that it cannot take; something that
    /// an earlier user has left under way; those of the transport.
    pub fn open(mut transport: T, configuration: Configuration) -> Result<Self, SmartSsdError> {
        let capabilities = discover(&mut transport)?;
        let settings = configuration.settings(&capabilities)?;
        let in_use = |what: String| Err(SmartSsdError::InUse { what });
        let status = read(&mut transport, &registers::STATUS)?;
        if BUSY.get(status) == 1 {
            return in_use("an iteration is under way".to_owned());
        }
        let [head, tail] =
            [&registers::MAILBOX_HEAD, &registers::MAILBOX_TAIL].map(|register| read(&mut transport, register));
        let (head, tail) = (head? as u32, tail? as u32);
        if head != tail || AGENT_BUSY.get(status) == 1 || AGENT_FAILED.get(status) == 1 {
            return in_use(format!("{} lines of its mailbox are not done", tail.wrapping_sub(head)));
        }
        let of_mailbox = [registers::MAILBOX_BASE.offset, registers::MAILBOX_LINES.offset];
        for (register, value) in settings.into_iter().filter(|(register, _)| of_mailbox.contains(&register.offset)) {
            if tail != 0 && read(&mut transport, register)? != value {
                return in_use(format!("its mailbox has begun, so {} stays as it is", register.name));
            }
        }
        for (register, value) in settings {
            transport.mmio_write(register.offset, value)?;
        }
        transport.mmio_write(registers::CLEAR.offset, CLEAR_STATUS.place(1))?;
        let posted = read(&mut transport, &registers::PLANS_DONE)? as u32;
        let mailbox = Mailbox::new(configuration.mailbox_base, configuration.mailbox_lines, tail);
        Ok(Self { transport, capabilities, configuration, mailbox, posted, under_way: None, outputs: None })
    }

    /// What the device was built with.
    #[must_use]
    pub fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    /// Where things lie.
    #[must_use]
    pub fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// What the device is reached through.
    #[must_use]
    pub fn transport(&self) -> &T {
        &self.transport
    }

    /// What the device is reached through, to be used beside the driver.
    pub fn transport_mut(&mut self) -> &mut T {
        &mut self.transport
    }

    /// Gives the transport back.
    pub fn into_transport(self) -> T {
        self.transport
    }

    /// Writes a plan of movements to the mailbox, and tells the cache agent. Gives its number; neighbours become one movement.
    ///
    /// # Errors
    /// Movements that cannot be done, [`SmartSsdError::Full`] and [`SmartSsdError::PlanTooLong`], and those of the transport.
    /// After any of them nothing is posted.
    pub fn post(&mut self, plan: &MovementPlan) -> Result<u32, SmartSsdError> {
        plan.check(self.configuration.cache_vectors, self.configuration.ssd_vectors)?;
        let number = self.posted.checked_add(1).ok_or(SmartSsdError::PlansUsedUp)?;
        self.mailbox.post(&mut self.transport, &plan.movements(number))?;
        self.posted = number;
        Ok(number)
    }

    /// Number of the last plan that was posted; 0: none.
    #[must_use]
    pub fn posted(&self) -> u32 {
        self.posted
    }

    /// Number of the last plan that the cache agent has done; 0: none.
    ///
    /// # Errors
    /// Those of the transport.
    pub fn plans_done(&mut self) -> Result<u32, SmartSsdError> {
        Ok(read(&mut self.transport, &registers::PLANS_DONE)? as u32)
    }

    /// Waits until a plan is done, for about as many cycles at most.
    ///
    /// # Errors
    /// [`SmartSsdError::PlanLate`], after which it may be called again; [`SmartSsdError::Agent`], after which the agent wants
    /// [`retry_movements`](Self::retry_movements); a plan that is not posted; those of the transport.
    pub fn wait_for_plan(&mut self, plan: u32, cycles: u64) -> Result<(), SmartSsdError> {
        if plan > self.posted {
            return Err(SmartSsdError::NoPlan { plan, posted: self.posted });
        }
        let mut left = cycles;
        loop {
            // Status first: a plan may be done and the one behind it fail in between.
            let status = read(&mut self.transport, &registers::STATUS)?;
            let done = self.plans_done()?;
            if done >= plan {
                return Ok(());
            }
            if AGENT_FAILED.get(status) == 1 {
                return Err(self.agent_failure()?);
            }
            if left == 0 {
                return Err(SmartSsdError::PlanLate { plan, done, cycles });
            }
            // The end of a plan raises no interrupt. One that is there already ends the wait at once.
            let step = left.min(POLL_CYCLES);
            left -= step;
            match self.transport.wait_interrupt(step) {
                Ok(()) | Err(TransportError::Timeout { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Lets the cache agent go on after an error, from where it stopped. The lines that it still needs are written again.
    /// If it was not stopped, it goes on as before.
    ///
    /// # Errors
    /// Those of the transport; the call may be made again.
    pub fn retry_movements(&mut self) -> Result<(), SmartSsdError> {
        let status = read(&mut self.transport, &registers::STATUS)?;
        if AGENT_FAILED.get(status) == 1 {
            self.mailbox.rewrite(&mut self.transport)?;
            self.transport.mmio_write(registers::CLEAR.offset, CLEAR_AGENT.place(1))?;
        }
        Ok(())
    }

    /// Which of the conditions for the next iteration are met, of those that device and driver know: all but
    /// [`Condition::GradientsCopied`]. `after` is the plan of movements that the iteration needs.
    ///
    /// # Errors
    /// Those of the transport.
    pub fn synchronise(&mut self, after: u32) -> Result<Synchronisation, SmartSsdError> {
        let known =
            [Condition::OutputsWritten, Condition::UpdatesStored, Condition::MovementsDone, Condition::SchedulePosted];
        let all = known.into_iter().fold(Synchronisation::NONE, Synchronisation::with);
        let done = self.plans_done()? >= after;
        Ok(self.known(all, after).only_if(Condition::MovementsDone, done))
    }

    /// Takes back what the driver knows better.
    fn known(&self, synchronisation: Synchronisation, after: u32) -> Synchronisation {
        let ended = self.under_way.is_none();
        synchronisation
            .only_if(Condition::OutputsWritten, ended)
            .only_if(Condition::UpdatesStored, ended)
            .only_if(Condition::SchedulePosted, after <= self.posted)
    }

    /// Writes the programs of an iteration to host memory, and begins it. The kernel starts when the plan of movements that
    /// it needs is done.
    ///
    /// # Errors
    /// [`SmartSsdError::NotSynchronised`], an iteration that the device cannot do, and those of the transport. After any of them the
    /// iteration has not begun.
    pub fn begin(&mut self, iteration: Iteration, synchronisation: Synchronisation) -> Result<(), SmartSsdError> {
        self.known(synchronisation, iteration.after).check().map_err(SmartSsdError::NotSynchronised)?;
        self.start(&iteration, Command::Iterate)?;
        self.under_way = Some(UnderWay { iteration, dropped: [0; 4], stopped: None });
        Ok(())
    }

    /// Writes what an iteration needs, and rings the doorbell.
    fn start(&mut self, iteration: &Iteration, command: Command) -> Result<(), SmartSsdError> {
        let settings = iteration.settings(self.configuration.tx_bytes / self.capabilities.vector_bytes())?;
        for (address, program) in iteration.images() {
            if !program.is_empty() {
                self.transport.host_write(address, &program)?;
            }
        }
        for (register, value) in settings {
            self.transport.mmio_write(register.offset, value)?;
        }
        self.transport.mmio_write(registers::CLEAR.offset, CLEAR_STATUS.place(1))?;
        Ok(self.transport.mmio_write(registers::DOORBELL.offset, command as u64)?)
    }

    /// Waits until the iteration has ended, for at most as many cycles.
    ///
    /// # Errors
    /// [`TransportError::Timeout`], after which it may be called again; [`SmartSsdError::Kernel`], after which the iteration wants
    /// [`resume`](Self::resume); [`SmartSsdError::Agent`] if it waits for movements that the agent could not do, and which want
    /// [`retry_movements`](Self::retry_movements) before it is called again; those of the transport.
    pub fn finish(&mut self, cycles: u64) -> Result<(), SmartSsdError> {
        let under_way = self.under_way.as_ref().ok_or(SmartSsdError::NoIteration)?;
        if let Some(failure) = &under_way.stopped {
            return Err(failure.clone().into());
        }
        let bags = under_way.iteration.bags;
        let mut left = cycles;
        loop {
            let status = read(&mut self.transport, &registers::STATUS)?;
            if FAILED.get(status) == 1 {
                return Err(self.kernel_failure()?);
            }
            if DONE.get(status) == 1 {
                self.transport.mmio_write(registers::CLEAR.offset, CLEAR_STATUS.place(1))?;
                self.outputs = Some((NEW_BUFFER.get(status), bags));
                self.under_way = None;
                return Ok(());
            }
            let agent_failed = AGENT_FAILED.get(status) == 1;
            if agent_failed && WAITING.get(status) == 1 {
                return Err(self.agent_failure()?);
            }
            if left == 0 {
                let device = registers::MAP.name.to_owned();
                return Err(TransportError::Timeout { device, cycles }.into());
            }
            self.transport.wait_interrupt(left)?;
            // The agent's error keeps the interrupt high while the kernel works: then only looking again helps.
            left = left.saturating_sub(POLL_CYCLES);
        }
    }

    /// Lets an iteration that was stopped go on with what it has not done.
    ///
    /// # Errors
    /// [`SmartSsdError::InDoubt`] after [`KernelError::Write`]: what was stored may be lost; an iteration that was not
    /// stopped; those of the transport, after which the call may be made again.
    pub fn resume(&mut self) -> Result<(), SmartSsdError> {
        let UnderWay { iteration, dropped, stopped } = self.under_way.as_ref().ok_or(SmartSsdError::NoIteration)?;
        let failure = stopped.as_ref().ok_or(SmartSsdError::NotStopped)?;
        if failure.error == KernelError::Write {
            return Err(SmartSsdError::InDoubt(failure.clone()));
        }
        // One that was refused has done nothing, and swapped no buffers.
        let (iteration, dropped, command) = if failure.error == KernelError::Layout {
            (iteration.clone(), *dropped, Command::Iterate)
        } else {
            let counters = failure.counters;
            let rest = iteration.plan.rest(&counters).ok_or(SmartSsdError::Counters { counters })?;
            let used = rest.gradients as u64 * self.capabilities.vector_bytes();
            let left = Iteration { plan: rest.plan, gradients: iteration.gradients + used, ..*iteration };
            let total = std::array::from_fn(|program| dropped[program] + rest.dropped[program]);
            (left, total, Command::Continue)
        };
        self.start(&iteration, command)?;
        self.under_way = Some(UnderWay { iteration, dropped, stopped: None });
        Ok(())
    }

    /// The outputs of the iteration that ended last: a vector a bag, FP32 bits. While the next one is under way they are in the old
    /// TX buffer.
    ///
    /// # Errors
    /// [`SmartSsdError::NoOutputs`], and those of the transport.
    pub fn outputs(&mut self) -> Result<Vec<u32>, SmartSsdError> {
        let (buffer, bags) = self.outputs.ok_or(SmartSsdError::NoOutputs)?;
        let mut bytes = vec![0; bags as usize * self.capabilities.vector_bytes() as usize];
        if !bytes.is_empty() {
            self.transport.memory_read(buffer * self.configuration.tx_bytes, &mut bytes)?;
        }
        let (words, _) = bytes.as_chunks();
        Ok(words.iter().map(|word| u32::from_le_bytes(*word)).collect())
    }

    /// Reads every counter, but for those of single EVs.
    ///
    /// # Errors
    /// Those of the transport.
    pub fn counters(&mut self) -> Result<Counters, SmartSsdError> {
        let counters = registers::REGISTERS.iter().filter(|register| {
            (registers::CYCLES.offset..registers::VECTOR_USES.offset).contains(&register.offset)
                && register.access == Access::ReadOnly
        });
        let mut values = Vec::new();
        for register in counters {
            values.push((register, read(&mut self.transport, register)?));
        }
        Ok(Counters::new(values))
    }

    /// Sets every counter to zero.
    ///
    /// # Errors
    /// Those of the transport.
    pub fn clear_counters(&mut self) -> Result<(), SmartSsdError> {
        Ok(self.transport.mmio_write(registers::CLEAR.offset, CLEAR_COUNTERS.place(1))?)
    }

    /// How often the kernel has read or written an EV of the cache since it was loaded, at most 65,535. `None` if it is not counted:
    /// only the first [`COUNTED_VECTORS`] are.
    ///
    /// # Errors
    /// Those of the transport.
    pub fn uses(&mut self, vector: u32) -> Result<Option<u16>, SmartSsdError> {
        if u64::from(vector) >= COUNTED_VECTORS {
            return Ok(None);
        }
        self.transport.mmio_write(registers::COUNT_INDEX.offset, vector.into())?;
        match self.transport.wait_interrupt(COUNT_CYCLES) {
            // It was there already, and nothing was waited for: accesses take time, too.
            Ok(()) => {
                for _ in 0..COUNT_CYCLES {
                    read(&mut self.transport, &registers::STATUS)?;
                }
            }
            Err(TransportError::Timeout { .. }) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(Some(read(&mut self.transport, &registers::VECTOR_USES)? as u16))
    }

    /// Device time in picoseconds; 0 for a device that has no time.
    #[must_use]
    pub fn time(&self) -> u64 {
        self.transport.time()
    }

    /// Why the cache agent has stopped.
    fn agent_failure(&mut self) -> Result<SmartSsdError, SmartSsdError> {
        let value = read(&mut self.transport, &registers::AGENT_ERROR)?;
        let position = read(&mut self.transport, &registers::AGENT_ERROR_POSITION)?;
        let (line, movement) = (LINE.get(position) as u32, MOVEMENT.get(position) as u8);
        let Some(error) = AgentError::from_value(value) else {
            return Ok(SmartSsdError::UnknownError { register: registers::AGENT_ERROR.name, value });
        };
        let what = self.mailbox.movement(line, movement.into());
        Ok(AgentFailure { error, line, movement, what }.into())
    }

    /// Why the iteration has stopped. Keeps that, so that it can be resumed.
    fn kernel_failure(&mut self) -> Result<SmartSsdError, SmartSsdError> {
        let value = read(&mut self.transport, &registers::ERROR)?;
        let mut counters = [0; 4];
        for (counter, register) in counters.iter_mut().zip([
            &registers::LOADS_DONE,
            &registers::FORWARD_DONE,
            &registers::BACKWARD_DONE,
            &registers::MOVES_DONE,
        ]) {
            *counter = read(&mut self.transport, register)? as u32;
        }
        let Some(error) = KernelError::from_value(CODE.get(value)) else {
            return Ok(SmartSsdError::UnknownError { register: registers::ERROR.name, value });
        };
        let program = Program::ALL[PROGRAM.get(value) as usize];
        let is_about_a_word =
            matches!(error, KernelError::Bank | KernelError::Vector | KernelError::Bag | KernelError::Gradient);
        let under_way = self.under_way.as_mut().ok_or(SmartSsdError::NoIteration)?;
        let word = under_way.iteration.plan.word_behind(program, counters[program as usize]);
        let word = word.filter(|_| is_about_a_word).map(|word| under_way.dropped[program as usize] + word);
        let failure = KernelFailure { error, program, word, counters };
        under_way.stopped = Some(failure.clone());
        Ok(failure.into())
    }
}

/// What the device was built with, if it is one that this driver can work with.
fn discover<T: SmartSsdTransport>(transport: &mut T) -> Result<Capabilities, SmartSsdError> {
    let found = read(transport, &registers::IDENTITY)?;
    if found != IDENTITY_VALUE {
        return Err(SmartSsdError::Identity { found });
    }
    let found = read(transport, &registers::VERSION)?;
    if found >> 16 != VERSION_VALUE >> 16 || found < VERSION_VALUE {
        return Err(SmartSsdError::Version { found });
    }
    let value = read(transport, &registers::CAPABILITIES)?;
    let (banks, elements) = (BANKS.get(value) as usize, ELEMENTS.get(value) as usize);
    if !(1..=MAX_BANKS).contains(&banks) {
        return Err(SmartSsdError::Capabilities { value, what: format!("{banks} banks") });
    }
    // An EV is whole lines, and a power of two of them.
    if elements < 16 || !elements.is_power_of_two() {
        return Err(SmartSsdError::Capabilities { value, what: format!("EVs of {elements} elements") });
    }
    let dram_bytes = read(transport, &registers::DRAM_SIZE)?;
    if dram_bytes == 0 {
        return Err(wrong(&registers::DRAM_SIZE, 0, "the device reports no DRAM"));
    }
    Ok(Capabilities { banks, elements, dram_bytes })
}

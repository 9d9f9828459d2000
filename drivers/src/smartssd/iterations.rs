//! Iterations of the kernel: begun, ended, and resumed.

use emberlane_registers::kernel_plan::{KernelError, Program};
use emberlane_registers::smartssd::{
    self as registers, AGENT_FAILED, CLEAR_STATUS, CODE, Command, DONE, FAILED, NEW_BUFFER, PROGRAM, WAITING,
};

use super::device::{POLL_CYCLES, SmartSsd, UnderWay};
use super::error::{KernelFailure, SmartSsdError};
use super::iteration::Iteration;
use super::synchronisation::{Condition, Synchronisation};
use super::transport::{SmartSsdTransport, read};
use super::vectors::words;
use crate::transport::TransportError;

impl<T: SmartSsdTransport> SmartSsd<T> {
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
        if bags == 0 {
            return Ok(Vec::new());
        }
        let address = buffer * self.configuration.tx_bytes;
        Ok(words(bags as usize * self.capabilities.elements, |bytes| self.transport.memory_read(address, bytes))?)
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

//! Movements between SSD and cache, which the cache agent does beside the kernel.

use emberlane_registers::smartssd::{self as registers, AGENT_FAILED, AgentError, CLEAR_AGENT, LINE, MOVEMENT};

use super::device::{POLL_CYCLES, SmartSsd};
use super::error::{AgentFailure, SmartSsdError};
use super::movement::MovementPlan;
use super::transport::{SmartSsdTransport, read};
use crate::transport::TransportError;

impl<T: SmartSsdTransport> SmartSsd<T> {
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

    /// Why the cache agent has stopped.
    pub(super) fn agent_failure(&mut self) -> Result<SmartSsdError, SmartSsdError> {
        let value = read(&mut self.transport, &registers::AGENT_ERROR)?;
        let position = read(&mut self.transport, &registers::AGENT_ERROR_POSITION)?;
        let (line, movement) = (LINE.get(position) as u32, MOVEMENT.get(position) as u8);
        let Some(error) = AgentError::from_value(value) else {
            return Ok(SmartSsdError::UnknownError { register: registers::AGENT_ERROR.name, value });
        };
        let what = self.mailbox.movement(line, movement.into());
        Ok(AgentFailure { error, line, movement, what }.into())
    }
}

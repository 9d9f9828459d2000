//! Checkpoints: what the device logs before a batch changes anything, and how to get back there.
//!
//! Order of calls: [`configure`](CxlMem::configure), [`configure_log`](CxlMem::configure_log), then
//! [`clear_log`](CxlMem::clear_log) for a training that begins, or [`recover`](CxlMem::recover) for one that goes on; then for
//! each batch [`post_log`](CxlMem::post_log) between the lookup and the update.

mod error;
mod plan;
mod record;
mod recovery;
mod scan;

pub use error::LogError;
pub use plan::{LogConfiguration, LogMode, LogPlan};
pub use record::{HeaderError, HeaderLine, RecordHeader};
pub use recovery::{Discarded, Reason, Recovered};

use super::{Configured, CxlMem, CxlMemError, Posted};
use crate::Transport;
use emberlane_registers::{
    cxl_mem::{self as registers, AFTER_PARAMETERS, AFTER_ROWS, Command, LINE_BYTES},
    log::{HEADER_BYTES, RecordKind},
};

/// Parameters of a batch, at a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// HPA of the first line.
    pub source: u64,
    /// Bytes, whole lines.
    pub bytes: u64,
}

/// A configured log.
#[derive(Debug)]
pub(super) struct Logging {
    configuration: LogConfiguration,
    plan: LogPlan,
    /// `None` while it is not known what the slots hold.
    slots: Option<Slots>,
}

impl Logging {
    /// A job has failed: which records were written is not known.
    pub(super) fn forget(&mut self) {
        self.slots = None;
    }
}

/// What is known of the slots.
#[derive(Debug)]
struct Slots {
    /// Where the next records of rows and of parameters go.
    next: [usize; 2],
    /// DPA of headers that have to go before the next log: they are of batches that a recovery has gone back behind, and will come
    /// again with other records.
    stale: Vec<u64>,
}

impl<T: Transport> CxlMem<T> {
    /// Lays the log out behind the tables. What it holds is not touched, and not known before [`recover`](Self::recover) or
    /// [`clear_log`](Self::clear_log).
    ///
    /// # Errors
    /// [`CxlMemError::NotConfigured`]; [`LogError::Sizes`] and [`LogError::TooLarge`].
    pub fn configure_log(&mut self, configuration: LogConfiguration) -> Result<&LogPlan, CxlMemError> {
        let Configured { plan: data, .. } = self.configured.as_ref().ok_or(CxlMemError::NotConfigured)?;
        let plan = LogPlan::new(&configuration, data, &self.capabilities)?;
        let logging = &*self.logging.insert(Logging { configuration, plan, slots: None });
        Ok(&logging.plan)
    }

    /// Where the records lie.
    #[must_use]
    pub fn log_plan(&self) -> Option<&LogPlan> {
        self.logging.as_ref().map(|logging| &logging.plan)
    }

    /// Leaves a channel so many cycles between two lines of a record: bandwidth for the jobs beside it. No record changes, only time.
    ///
    /// # Errors
    /// Those of the transport.
    pub fn set_log_gap(&mut self, cycles: u16) -> Result<(), CxlMemError> {
        self.set(&registers::LOG_GAP, cycles.into())
    }

    /// Gives up what the log holds, for a training that begins: an older checkpoint would be newer than those that come.
    ///
    /// # Errors
    /// [`LogError::NotConfigured`], those of jobs that are still under way, and those of the transport.
    pub fn clear_log(&mut self) -> Result<(), CxlMemError> {
        self.wait()?;
        let plan = self.log_plan().ok_or(LogError::NotConfigured)?;
        let headers = plan.rows.iter().chain(&plan.parameters).map(|slot| slot.base).collect();
        self.begin_log(Slots { next: [0, 0], stale: headers })
    }

    /// Clears stale headers; from then on logs can be posted.
    fn begin_log(&mut self, slots: Slots) -> Result<(), CxlMemError> {
        for header in slots.stale {
            self.transport.memory_write(header, &[0; HEADER_BYTES as usize])?;
        }
        if let Some(logging) = &mut self.logging {
            logging.slots = Some(Slots { next: slots.next, stale: Vec::new() });
        }
        Ok(())
    }

    /// Posts the logs of the posted batch: of its rows, and of its parameters if there are some. The update that is posted next
    /// waits for them; of a relaxed log, for the rows. A batch without a row has no update and nothing to log: `false`.
    ///
    /// Numbers of batches must ascend, but for the one that a [`recover`](Self::recover) went back to. After a failure of the
    /// device, recover.
    ///
    /// # Errors
    /// [`LogError`] if there is no log, nothing is known of what it holds, or the batch is larger than what was configured;
    /// as [`prepare`](Self::prepare) and [`post_job`](Self::post_job).
    pub fn post_log(&mut self, batch: u64, parameters: Option<Parameters>) -> Result<bool, CxlMemError> {
        self.prepare()?;
        let rows = self.posted.as_ref().map_or(0, |Posted { rows, .. }| *rows as u64);
        let vector_bytes = self.configured.as_ref().ok_or(CxlMemError::NotConfigured)?.plan.vector_bytes;
        let logging = self.logging.as_mut().ok_or(LogError::NotConfigured)?;
        let bytes = HEADER_BYTES + plan::row_payload_bytes(rows, vector_bytes);
        let [available, largest] = [logging.plan.rows[0].bytes, logging.configuration.parameter_bytes];
        if bytes > available {
            return Err(LogError::Rows { rows, bytes, available }.into());
        }
        match parameters {
            Some(Parameters { bytes, .. }) if bytes == 0 || !bytes.is_multiple_of(LINE_BYTES) || bytes > largest => {
                return Err(LogError::Parameters { bytes, largest }.into());
            }
            None if logging.configuration.mode == LogMode::Undo => return Err(LogError::NoParameters.into()),
            _ => {}
        }
        if self.failed {
            return Err(CxlMemError::NotCleared);
        }
        if rows == 0 {
            return Ok(false);
        }
        // Taken out: whatever goes wrong from here on leaves slots of which nothing is known.
        let slots = logging.slots.take().ok_or(LogError::NotStarted)?;
        let [row_slot, parameter_slot] = slots.next;
        let next = [1 - row_slot, if parameters.is_some() { 1 - parameter_slot } else { parameter_slot }];
        let (plan, configuration) = (logging.plan.clone(), logging.configuration);
        self.begin_log(slots)?;
        self.set_log(&plan, &configuration, [row_slot, parameter_slot], batch)?;
        self.post_job(Command::LogRows as u64)?;
        if let Some(Parameters { source, bytes }) = parameters {
            self.set(&registers::PARAMETER_SOURCE, source)?;
            self.set(&registers::PARAMETER_BYTES, bytes)?;
            self.post_job(Command::LogParameters as u64)?;
        }
        if let Some(logging) = &mut self.logging {
            logging.slots = Some(Slots { next, stale: Vec::new() });
        }
        Ok(true)
    }

    fn set_log(
        &mut self,
        plan: &LogPlan,
        configuration: &LogConfiguration,
        [row_slot, parameter_slot]: [usize; 2],
        batch: u64,
    ) -> Result<(), CxlMemError> {
        let checkpoint = match configuration.mode {
            LogMode::Undo => AFTER_ROWS.place(1) | AFTER_PARAMETERS.place(1),
            LogMode::Relaxed => AFTER_ROWS.place(1),
        };
        for (register, value) in [
            (&registers::LOG_BASE, plan.log.base),
            (&registers::LOG_BYTES, plan.log.bytes),
            (&registers::ROW_LOG, plan.slots(RecordKind::Rows)[row_slot].base),
            (&registers::PARAMETER_LOG, plan.slots(RecordKind::Parameters)[parameter_slot].base),
            (&registers::BATCH, batch),
            (&registers::CONFIGURATION, configuration.configuration.into()),
            (&registers::CHECKPOINT, checkpoint),
        ] {
            self.set(register, value)?;
        }
        Ok(())
    }
}

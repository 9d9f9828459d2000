//! Checkpoints: what the device logs before a batch changes anything, and how to get back there.
//!
//! Order of calls: [`configure`](CxlMem::configure), [`configure_log`](CxlMem::configure_log), then
//! [`begin_log`](CxlMem::begin_log) for a training that begins, or [`recover`](CxlMem::recover) for one that goes on; then for
//! each batch [`post_log`](CxlMem::post_log) between the lookup and the update.

mod error;
mod plan;
mod record;
mod recovery;
mod scan;
mod superblock;

pub use error::LogError;
pub use plan::{LogConfiguration, LogMode, LogPlan};
pub use record::{HeaderError, HeaderLine, RecordHeader};
pub use recovery::{Discarded, Reason, Recovered};

use super::{Configured, CxlMem, CxlMemError};
use crate::Transport;
use emberlane_registers::{
    cxl_mem::{self as registers, AFTER_PARAMETERS, AFTER_ROWS, Command, IN_WINDOW, LAG, LINE_BYTES, STAGED},
    log::{HEADER_BYTES, PARTS, RecordKind, SUPERBLOCK_BYTES},
};

/// Parameters of a batch, at a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// HPA of the first line.
    pub source: u64,
    /// Bytes, whole lines.
    pub bytes: u64,
}

/// What was posted of a batch's log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Logged {
    /// Its rows; false if it has none, and then there is no update to post.
    pub rows: bool,
    /// The parameters.
    pub parameters: bool,
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

    /// Whether a batch's new rows are made in the scratchpad before they come into the tables.
    pub(super) fn stages(&self) -> bool {
        self.configuration.mode == LogMode::Redo
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
    /// The batch whose parameters were logged last since the device has power.
    parameters: Option<u64>,
}

impl<T: Transport> CxlMem<T> {
    /// Lays the log out behind the tables. What it holds is not touched, and not known before [`recover`](Self::recover) or
    /// [`begin_log`](Self::begin_log).
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

    /// Gives up what the log holds, whose records would otherwise be written into tables that are not theirs: to be called before
    /// tables are loaded. From here on to [`begin_log`](Self::begin_log) there is no checkpoint.
    ///
    /// # Errors
    /// As [`begin_log`](Self::begin_log), but for parameters.
    pub fn give_up_log(&mut self) -> Result<(), CxlMemError> {
        self.quiesce()?;
        let Logging { plan, slots, .. } = self.logging.as_mut().ok_or(LogError::NotConfigured)?;
        *slots = None;
        let headers: Vec<u64> = plan.rows.iter().chain(&plan.parameters).map(|slot| slot.base).collect();
        self.clear_headers(&headers)
    }

    /// Begins a log: the tables as they are, and these parameters, are its first checkpoint, from before `batch`. What the log
    /// held is given up; [before the tables were loaded](Self::give_up_log), if there was a log that power could bring back.
    ///
    /// # Errors
    /// [`LogError::NotConfigured`], [`LogError::Parameters`], those of jobs that are still under way, and those of the
    /// transport.
    pub fn begin_log(&mut self, batch: u64, parameters: &[u8]) -> Result<(), CxlMemError> {
        let Logging { configuration, plan, .. } = self.logging.as_ref().ok_or(LogError::NotConfigured)?;
        let vector_length = self.configured.as_ref().ok_or(CxlMemError::NotConfigured)?.configuration.vector_length;
        let (configuration, plan) = (*configuration, plan.clone());
        configuration.check_parameters(parameters.len() as u64)?;
        let header = |kind, payload: &[u8]| RecordHeader {
            kind,
            configuration: configuration.configuration,
            batch,
            payload_lines: (payload.len() as u64 / LINE_BYTES) as u32,
            rows: 0,
            vector_length: if kind == RecordKind::Rows { vector_length } else { 0 },
            part_crcs: std::array::from_fn::<_, PARTS, _>(|part| if part == 0 { crc32c::crc32c(payload) } else { 0 }),
        };
        // No older record may count any more; the record of rows, which has none, comes last, and makes the checkpoint.
        self.give_up_log()?;
        let superblock = superblock::encode(configuration.configuration);
        self.transport.memory_write(self.capabilities.persistent_bytes - SUPERBLOCK_BYTES, &superblock)?;
        let [_, slot] = plan.parameters;
        self.transport.memory_write(slot.base + HEADER_BYTES, parameters)?;
        self.transport.memory_write(slot.base, &header(RecordKind::Parameters, parameters).encode())?;
        self.transport.memory_write(plan.rows[1].base, &header(RecordKind::Rows, &[]).encode())?;
        self.set_slots(Slots { next: [0, 0], stale: Vec::new(), parameters: None });
        Ok(())
    }

    fn clear_headers(&mut self, headers: &[u64]) -> Result<(), CxlMemError> {
        for header in headers {
            self.transport.memory_write(*header, &[0; HEADER_BYTES as usize])?;
        }
        Ok(())
    }

    fn set_slots(&mut self, slots: Slots) {
        if let Some(logging) = &mut self.logging {
            logging.slots = Some(slots);
        }
    }

    /// Posts the log of the posted batch, as the configured mode has it, with `parameters` if they are due. The update that is
    /// posted next waits for it. `batch` is the number of the batch.
    ///
    /// * [`LogMode::Undo`]: rows and parameters, as they are before the batch.
    /// * [`LogMode::Relaxed`]: rows as they are before the batch; now and then parameters.
    /// * [`LogMode::Redo`]: makes the new rows first, which takes the gradients, and logs them and the parameters as they are
    ///   after the batch: before `batch + 1`.
    ///
    /// A batch without a row has no update and nothing to log.
    ///
    /// Numbers of batches must ascend, but for the one that a [`recover`](Self::recover) went back to. After a failure of the
    /// device, recover.
    ///
    /// # Errors
    /// [`LogError`] if there is no log, nothing is known of what it holds, or the batch is larger than what was configured;
    /// as [`prepare`](Self::prepare) and [`post_job`](Self::post_job).
    pub fn post_log(&mut self, batch: u64, parameters: Parameters) -> Result<Logged, CxlMemError> {
        self.prepare()?;
        let (rows, staged) =
            self.posted.as_ref().map_or((0, 0), |posted| (posted.rows as u64, posted.plan.staged.base));
        let vector_bytes = self.configured.as_ref().ok_or(CxlMemError::NotConfigured)?.plan.vector_bytes;
        let logging = self.logging.as_mut().ok_or(LogError::NotConfigured)?;
        let bytes = HEADER_BYTES + plan::row_payload_bytes(rows, vector_bytes);
        let available = logging.plan.rows[0].bytes;
        if bytes > available {
            return Err(LogError::Rows { rows, bytes, available }.into());
        }
        logging.configuration.check_parameters(parameters.bytes)?;
        if self.failed {
            return Err(CxlMemError::NotCleared);
        }
        if rows == 0 {
            return Ok(Logged::default());
        }
        // Taken out: whatever goes wrong from here on leaves slots of which nothing is known.
        let mut slots = logging.slots.take().ok_or(LogError::NotStarted)?;
        let (plan, configuration) = (logging.plan.clone(), logging.configuration);
        self.clear_headers(&std::mem::take(&mut slots.stale))?;
        let before = match configuration.mode {
            LogMode::Redo => {
                self.set(&registers::STAGED_BASE, staged)?;
                self.post_job(Command::Stage as u64)?;
                // It has taken the gradients; the update uses them again.
                self.set(&registers::GRADIENT_LINES, 0)?;
                batch + 1
            }
            LogMode::Undo | LogMode::Relaxed { .. } => batch,
        };
        self.set_log(&plan, &configuration, slots.next, before)?;
        self.post_job(Command::LogRows as u64)?;
        slots.next[0] = 1 - slots.next[0];
        let is_due = configuration.mode.is_due(batch, slots.parameters);
        if is_due {
            self.set(&registers::PARAMETER_SOURCE, parameters.source)?;
            self.set(&registers::PARAMETER_BYTES, parameters.bytes)?;
            self.post_job(Command::LogParameters as u64)?;
            slots.next[1] = 1 - slots.next[1];
            slots.parameters = Some(batch);
        }
        self.set_slots(slots);
        Ok(Logged { rows: true, parameters: is_due })
    }

    fn set_log(
        &mut self,
        plan: &LogPlan,
        configuration: &LogConfiguration,
        [row_slot, parameter_slot]: [usize; 2],
        batch: u64,
    ) -> Result<(), CxlMemError> {
        let both = AFTER_ROWS.place(1) | AFTER_PARAMETERS.place(1);
        let checkpoint = match configuration.mode {
            LogMode::Redo => both | STAGED.place(1),
            LogMode::Undo => both,
            LogMode::Relaxed { .. } => both | IN_WINDOW.place(1) | LAG.place(configuration.mode.lag()),
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

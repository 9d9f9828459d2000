//! The log of a batch, as jobs of the device.

use emberlane_registers::{
    Register,
    cxl_mem::{self as registers, AFTER_PARAMETERS, AFTER_ROWS, Command, IN_WINDOW, LAG, STAGED},
    log::{HEADER_BYTES, RecordKind},
};

use super::{
    super::{device::CxlMem, error::CxlMemError, write_list::WriteList},
    error::LogError,
    logging::{Logged, Parameters},
    mode::LogMode,
    plan::{LogConfiguration, LogPlan},
};
use crate::transport::Transport;

impl<T> CxlMem<T> {
    /// Posts the log of the posted batch, as the configured mode has it, with `parameters` if they are due. The update that is
    /// posted next waits for it. `batch` is the number of the batch.
    ///
    /// * [`LogMode::Undo`]: rows and parameters, as they are before the batch.
    /// * [`LogMode::Relaxed`]: rows as they are before the batch; parameters if the last log of them
    ///   [has ended](Self::parameters_ended) or is old enough.
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
    /// [`CxlMemError::NotPosted`] and [`CxlMemError::NotCleared`].
    pub fn log_writes(&mut self, batch: u64, parameters: Parameters) -> Result<(WriteList, Logged), CxlMemError> {
        let settings = self.batch_settings()?;
        let posted = self.posted()?;
        let (rows, staged) = (posted.rows(), posted.plan.staged.base);
        let vector_bytes = self.configured()?.plan.vector_bytes;
        let logging = self.logging.as_ref().ok_or(LogError::NotConfigured)?;
        logging.check(rows, vector_bytes, parameters.bytes)?;
        self.check_cleared()?;
        let mut list = WriteList::default();
        if rows == 0 {
            self.write_settings(&mut list, settings);
            return Ok((list, Logged::default()));
        }
        let (plan, configuration) = (logging.plan.clone(), logging.configuration);
        let slots = self.logging.as_mut().and_then(|logging| logging.slots.take());
        let mut slots = slots.ok_or(LogError::NotStarted)?;
        self.write_settings(&mut list, settings);
        for header in std::mem::take(&mut slots.stale) {
            list.store(header, vec![0; HEADER_BYTES as usize]);
        }
        let before = match configuration.mode {
            LogMode::Redo => {
                self.write_setting(&mut list, &registers::STAGED_BASE, staged);
                self.ring(&mut list, Command::Stage as u64);
                // It has taken the gradients; the update uses them again.
                self.write_setting(&mut list, &registers::GRADIENT_LINES, 0);
                batch.saturating_add(1)
            }
            LogMode::Undo | LogMode::Relaxed { .. } => batch,
        };
        self.write_settings(&mut list, log_settings(&plan, &configuration, slots.next, before));
        self.ring(&mut list, Command::LogRows as u64);
        slots.next[0] = 1 - slots.next[0];
        let is_due = configuration.mode.is_due(batch, slots.parameters);
        if is_due {
            self.write_setting(&mut list, &registers::PARAMETER_SOURCE, parameters.source);
            self.write_setting(&mut list, &registers::PARAMETER_BYTES, parameters.bytes);
            self.ring(&mut list, Command::LogParameters as u64);
            slots.next[1] = 1 - slots.next[1];
            slots.parameters = Some(batch);
        }
        self.set_slots(slots);
        Ok((list, Logged { rows: true, parameters: is_due }))
    }

    /// The device has ended every log of parameters that was posted, as `PARAMETER_RECORDS` tells: with [`LogMode::Relaxed`] the
    /// next batch's log has some again. In the other modes every log has.
    pub fn parameters_ended(&mut self) {
        if let Some(slots) = self.logging.as_mut().and_then(|logging| logging.slots.as_mut()) {
            slots.parameters = None;
        }
    }
}

impl<T: Transport> CxlMem<T> {
    /// Does what [`log_writes`](Self::log_writes) says, at once.
    ///
    /// # Errors
    /// Its errors, and those of the transport.
    pub fn post_log(&mut self, batch: u64, parameters: Parameters) -> Result<Logged, CxlMemError> {
        let (list, logged) = self.log_writes(batch, parameters)?;
        self.run(list)?;
        Ok(logged)
    }
}

/// What the jobs of a log set, with records of rows and of parameters in these slots.
fn log_settings(
    plan: &LogPlan,
    configuration: &LogConfiguration,
    [row_slot, parameter_slot]: [usize; 2],
    batch: u64,
) -> [(&'static Register, u64); 7] {
    let both = AFTER_ROWS.place(1) | AFTER_PARAMETERS.place(1);
    let checkpoint = match configuration.mode {
        LogMode::Redo => both | STAGED.place(1),
        LogMode::Undo => both,
        LogMode::Relaxed { .. } => both | IN_WINDOW.place(1) | LAG.place(configuration.mode.lag()),
    };
    [
        (&registers::LOG_BASE, plan.log.base),
        (&registers::LOG_BYTES, plan.log.bytes),
        (&registers::ROW_LOG, plan.slots(RecordKind::Rows)[row_slot].base),
        (&registers::PARAMETER_LOG, plan.slots(RecordKind::Parameters)[parameter_slot].base),
        (&registers::BATCH, batch),
        (&registers::CONFIGURATION, configuration.configuration.into()),
        (&registers::CHECKPOINT, checkpoint),
    ]
}

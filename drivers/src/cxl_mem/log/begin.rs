//! The begin of a log.

use emberlane_registers::{
    cxl_mem::{self as registers, LINE_BYTES},
    log::{HEADER_BYTES, PARTS, RecordKind, SUPERBLOCK_BYTES},
};

use super::{
    super::{device::CxlMem, error::CxlMemError},
    error::LogError,
    logging::{Logging, Slots},
    plan::{LogConfiguration, LogPlan},
    record::RecordHeader,
    superblock,
};
use crate::transport::Transport;

impl<T> CxlMem<T> {
    /// Lays the log out behind the tables. What it holds is not touched, and not known before [`recover`](Self::recover) or
    /// [`begin_log`](Self::begin_log).
    ///
    /// # Errors
    /// [`CxlMemError::NotConfigured`]; [`LogError::Sizes`] and [`LogError::TooLarge`].
    pub fn configure_log(&mut self, configuration: LogConfiguration) -> Result<&LogPlan, CxlMemError> {
        let plan = LogPlan::new(&configuration, &self.configured()?.plan, &self.capabilities)?;
        let logging = &*self.logging.insert(Logging { configuration, plan, slots: None });
        Ok(&logging.plan)
    }

    pub(super) fn set_slots(&mut self, slots: Slots) {
        if let Some(logging) = &mut self.logging {
            logging.slots = Some(slots);
        }
    }
}

impl<T: Transport> CxlMem<T> {
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
        for header in headers {
            self.transport.memory_write(header, &[0; HEADER_BYTES as usize])?;
        }
        Ok(())
    }

    /// Begins a log: the tables as they are, and these parameters, are its first checkpoint, from before `batch`. What the log
    /// held is given up; [before the tables were loaded](Self::give_up_log), if there was a log that power could bring back.
    ///
    /// # Errors
    /// [`LogError::NotConfigured`], [`LogError::Parameters`], those of jobs that are still under way, and those of the
    /// transport.
    pub fn begin_log(&mut self, batch: u64, parameters: &[u8]) -> Result<(), CxlMemError> {
        let Logging { configuration, plan, .. } = self.logging.as_ref().ok_or(LogError::NotConfigured)?;
        let vector_length = self.configured()?.configuration.vector_length;
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
}

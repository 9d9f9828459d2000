//! Jobs, one by one: settings, doorbells, and the wait for their end.

use emberlane_registers::{
    Register,
    cxl_mem::{self as registers, BUSY, CLEAR_STATUS, Command, DONE, ErrorCode, FAILED},
};

use super::{
    device::CxlMem,
    device_error::{self, DeviceError},
    error::CxlMemError,
    jobs::Jobs,
    log::Logging,
    words::WORD_BYTES,
    write_list::{HostWrite, WriteList},
};
use crate::transport::Transport;

/// What posting adds to a list. None of it reaches the device.
impl<T> CxlMem<T> {
    /// Writes a setting, unless it holds `value`.
    pub(super) fn write_setting(&mut self, list: &mut WriteList, register: &Register, value: u64) {
        self.jobs.settings_changed |= self.settings.set(register, value, list);
    }

    /// Writes settings, those that do not hold their values.
    pub(super) fn write_settings<'r>(
        &mut self,
        list: &mut WriteList,
        settings: impl IntoIterator<Item = (&'r Register, u64)>,
    ) {
        settings.into_iter().for_each(|(register, value)| self.write_setting(list, register, value));
    }

    /// Posts a job of the settings as they are.
    pub(super) fn ring(&mut self, list: &mut WriteList, command: u64) {
        list.register(&registers::DOORBELL, command);
        self.jobs.push(command, &self.settings);
        self.in_use = true;
    }

    /// A job would be ignored while the device holds a failure.
    pub(super) fn check_cleared(&self) -> Result<(), CxlMemError> {
        if self.failed { Err(CxlMemError::NotCleared) } else { Ok(()) }
    }

    /// A write of a list was not done: the device is not as the driver thought.
    fn forget(&mut self, write: &HostWrite) {
        match write {
            HostWrite::Memory { .. } => (self.posted, self.before, self.is_open) = (None, None, false),
            HostWrite::Register { offset: WriteList::DOORBELL, value } => {
                self.jobs.commands.pop();
                if matches!(Command::from_value(*value), Some(Command::LogRows | Command::LogParameters)) {
                    self.logging.iter_mut().for_each(Logging::forget);
                }
            }
            HostWrite::Register { offset, .. } => self.settings.forget(*offset),
        }
    }
}

impl<T: Transport> CxlMem<T> {
    /// Does what a list says, at once. It must be the one that the driver has made last, or be done before those that came
    /// after it.
    ///
    /// # Errors
    /// Those of the transport; what was not done then, the driver takes back.
    pub fn run(&mut self, list: WriteList) -> Result<(), CxlMemError> {
        list.run(&mut self.transport).map_err(|(error, rest)| {
            rest.iter().for_each(|write| self.forget(write));
            error.into()
        })
    }

    pub(super) fn set_all(
        &mut self,
        settings: impl IntoIterator<Item = (&'static Register, u64)>,
    ) -> Result<(), CxlMemError> {
        let mut list = WriteList::default();
        self.write_settings(&mut list, settings);
        self.run(list)
    }

    /// Writes a setting, unless it already holds `value`. For programs that make their own jobs; a later
    /// [`prepare`](Self::prepare) sets it back to what the posted batch needs.
    ///
    /// # Errors
    /// Those of the transport.
    pub fn set(&mut self, register: &Register, value: u64) -> Result<(), CxlMemError> {
        let mut list = WriteList::default();
        self.write_setting(&mut list, register, value);
        self.run(list)
    }

    /// Rings the doorbell with `command` as the registers are, waits for the end of the job and acknowledges it. For
    /// programs that make their own jobs; nothing is checked before the device does.
    ///
    /// # Errors
    /// As [`post_job`](Self::post_job) and [`wait`](Self::wait).
    pub fn submit(&mut self, command: u64) -> Result<(), CxlMemError> {
        self.post_job(command)?;
        self.wait()
    }

    /// Rings the doorbell with `command` as the registers are, and goes on. The device takes the settings over: they may be
    /// changed for the next job at once.
    ///
    /// # Errors
    /// [`CxlMemError::NotCleared`] if the device is known to have refused a job, and those of the transport.
    pub fn post_job(&mut self, command: u64) -> Result<(), CxlMemError> {
        self.check_cleared()?;
        let mut list = WriteList::default();
        self.ring(&mut list, command);
        self.run(list)
    }

    /// Waits for the end of all posted jobs, also of those of which a [`clear`](Self::clear) knows no more: nothing writes memory
    /// any longer.
    pub(super) fn quiesce(&mut self) -> Result<(), CxlMemError> {
        self.wait()?;
        let status = self.transport.mmio_read(registers::STATUS.offset)?;
        if BUSY.get(status) == 1 { Err(CxlMemError::Spurious { status }) } else { Ok(()) }
    }

    /// Waits for the end of all posted jobs, and acknowledges it. Without any, it returns at once.
    ///
    /// # Errors
    /// [`CxlMemError::Device`] if the device refuses one of them, those behind which it has dropped then, and those of the
    /// transport. After [`TransportError::Timeout`](crate::TransportError::Timeout) it can be called again.
    pub fn wait(&mut self) -> Result<(), CxlMemError> {
        if self.jobs.commands.is_empty() {
            return Ok(());
        }
        self.transport.wait_interrupt(self.jobs.cycles)?;
        let status = self.transport.mmio_read(registers::STATUS.offset)?;
        let jobs = std::mem::take(&mut self.jobs);
        self.in_use = false;
        if BUSY.get(status) == 1 {
            return Err(CxlMemError::Spurious { status });
        }
        if FAILED.get(status) == 1 {
            self.failed = true;
            self.logging.iter_mut().for_each(Logging::forget);
            return Err(self.failure(&jobs)?);
        }
        if DONE.get(status) == 0 {
            return Err(CxlMemError::Spurious { status });
        }
        // The interrupt line stays high while DONE is set, and the next job's end has to be seen.
        self.transport.mmio_write(registers::CLEAR.offset, CLEAR_STATUS.place(1))?;
        Ok(())
    }

    /// The device's error, with the word that it stumbled over.
    fn failure(&mut self, jobs: &Jobs) -> Result<CxlMemError, CxlMemError> {
        let value = self.transport.mmio_read(registers::ERROR.offset)?;
        let position = self.transport.mmio_read(registers::ERROR_POSITION.offset)?;
        let Some(code) = ErrorCode::from_value(value) else {
            return Ok(CxlMemError::UnknownError { value, position });
        };
        let command = device_error::command_of(&jobs.commands, code, position);
        let in_words = matches!(code, ErrorCode::Index | ErrorCode::Row | ErrorCode::EmptyRow);
        let word = if in_words && !jobs.settings_changed { self.list_word(command, code, position) } else { None };
        Ok(CxlMemError::Device(DeviceError::new(command, code, position, word)))
    }

    /// The word of a job's list at `position`, read back from the device. `None` where it cannot be had: it only makes
    /// an explanation richer, so a failure here must not hide the error that is being explained.
    fn list_word(&mut self, command: u64, code: ErrorCode, position: u64) -> Option<u32> {
        let register = device_error::list_of(command, code)?.register();
        let base = self.transport.mmio_read(register.offset).ok()?;
        let address = position.checked_mul(WORD_BYTES).and_then(|offset| base.checked_add(offset))?;
        let mut bytes = [0; WORD_BYTES as usize];
        self.transport.memory_read(address, &mut bytes).ok()?;
        Some(u32::from_le_bytes(bytes))
    }
}

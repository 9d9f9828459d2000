//! The device: found, configured and asked.

use emberlane_registers::{
    Register,
    cxl_mem::{
        self as registers, CHANNELS, CLEAR_COUNTERS, CLEAR_POISON, CLEAR_STATUS, FAILED, IDENTITY_VALUE, MAX_LENGTH,
        VERSION_VALUE,
    },
};

use super::{
    batch_plan::BatchPlan,
    capabilities::Capabilities,
    configuration::Configuration,
    data_plan::DataPlan,
    error::CxlMemError,
    jobs::Jobs,
    log::{LogPlan, Logging},
    media::Media,
    posted::{Configured, Posted},
    settings::Settings,
};
use crate::{counters::Counters, identity, transport::Transport};

/// A CXL-MEM behind a [`Transport`].
///
/// Order of calls: [`discover`](Self::discover), [`configure`](Self::configure), [`load_table`](Self::load_table); then for
/// each batch [`post`](Self::post), [`lookup`](Self::lookup), [`update`](Self::update). After a [`CxlMemError::Device`]
/// the device ignores jobs until [`clear`](Self::clear).
///
/// Jobs can be posted ahead instead, of whole batches at a time: [`lookup_writes`](Self::lookup_writes),
/// [`ahead_writes`](Self::ahead_writes), [`log_writes`](Self::log_writes) and [`update_writes`](Self::update_writes) give the stores
/// and register writes that post them, as a [`WriteList`](super::WriteList) that is done [at once](Self::run) or by somebody else;
/// [`wait`](Self::wait) waits for all jobs, [`settle`](Self::settle) ends a training. These calls need no `T: Transport`: they know
/// what the device was told, and never reach it.
///
/// Programs that make their own jobs write settings and doorbells one by one: [`post`](Self::post), [`prepare`](Self::prepare),
/// [`set`](Self::set), [`post_job`](Self::post_job), [`wait`](Self::wait).
///
/// The batch that is posted while jobs of the last one are under way goes to the other half of the scratchpad, so two can be
/// there at once; a third takes the place of the first.
///
/// A batch can be looked up before the gradients of the batch in front of it are there:
/// [`post_ahead`](Self::post_ahead) has the order of calls.
#[derive(Debug)]
pub struct CxlMem<T> {
    pub(super) transport: T,
    pub(super) capabilities: Capabilities,
    pub(super) settings: Settings,
    pub(super) configured: Option<Configured>,
    /// The batch whose lists were written to the scratchpad last.
    pub(super) posted: Option<Posted>,
    /// The batch before it, if it was posted ahead.
    pub(super) before: Option<Posted>,
    /// The batch was looked up by [`ahead_writes`](Self::ahead_writes), and its update is not posted.
    pub(super) is_open: bool,
    pub(super) logging: Option<Logging>,
    /// The last batch lies in the upper half of the scratchpad.
    pub(super) upper: bool,
    /// Jobs were posted since, which may be of it.
    pub(super) in_use: bool,
    pub(super) jobs: Jobs,
    /// The device holds a failure, and ignores jobs.
    pub(super) failed: bool,
}

impl<T> CxlMem<T> {
    /// What the device was built with.
    #[must_use]
    pub fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    /// What the device is reached through.
    #[must_use]
    pub fn transport(&self) -> &T {
        &self.transport
    }

    /// What the device is reached through, to be used beside the driver. Registers that are written this way, instead of
    /// with [`set`](Self::set), are not known to the driver.
    pub fn transport_mut(&mut self) -> &mut T {
        &mut self.transport
    }

    /// Gives the transport back.
    pub fn into_transport(self) -> T {
        self.transport
    }

    /// Lays the tables out and makes vector length, pooling and learning rate those of all later jobs. Table contents are
    /// not touched; a batch that was posted before is forgotten, and so is the log.
    ///
    /// # Errors
    /// A vector length that the device does not have, and tables that are empty or do not fit.
    pub fn configure(&mut self, configuration: Configuration) -> Result<&DataPlan, CxlMemError> {
        let plan = DataPlan::new(&configuration, &self.capabilities)?;
        (self.posted, self.before, self.is_open, self.logging) = (None, None, false, None);
        let configured = &*self.configured.insert(Configured { configuration, plan });
        Ok(&configured.plan)
    }

    /// Changes the learning rate (FP32 bits) of later jobs.
    ///
    /// # Errors
    /// [`CxlMemError::NotConfigured`].
    pub fn set_learning_rate(&mut self, bits: u32) -> Result<(), CxlMemError> {
        self.configured.as_mut().ok_or(CxlMemError::NotConfigured)?.configuration.learning_rate = bits;
        Ok(())
    }

    /// What was configured, if anything.
    #[must_use]
    pub fn configuration(&self) -> Option<&Configuration> {
        self.configured.as_ref().map(|configured| &configured.configuration)
    }

    /// Where the tables lie.
    #[must_use]
    pub fn data_plan(&self) -> Option<&DataPlan> {
        self.configured.as_ref().map(|configured| &configured.plan)
    }

    /// Where the lists and vectors of the batch that was posted last lie.
    #[must_use]
    pub fn batch_plan(&self) -> Option<&BatchPlan> {
        self.posted.as_ref().map(|posted| &posted.plan)
    }

    /// Where the records of the log lie.
    #[must_use]
    pub fn log_plan(&self) -> Option<&LogPlan> {
        self.logging.as_ref().map(|logging| &logging.plan)
    }

    pub(super) fn configured(&self) -> Result<&Configured, CxlMemError> {
        self.configured.as_ref().ok_or(CxlMemError::NotConfigured)
    }

    pub(super) fn posted(&self) -> Result<&Posted, CxlMemError> {
        self.posted.as_ref().ok_or(CxlMemError::NotPosted)
    }

    pub(super) fn before(&self) -> Result<&Posted, CxlMemError> {
        self.before.as_ref().ok_or(CxlMemError::NotAhead)
    }
}

impl<T: Transport> CxlMem<T> {
    /// Finds a CXL-MEM behind `transport` and reads what it was built with. Clears a failure that an earlier user left.
    ///
    /// # Errors
    /// [`CxlMemError::Identity`] or [`CxlMemError::Capabilities`] if it is not a device that this
    /// driver can work with, and those of the transport.
    pub fn discover(mut transport: T) -> Result<Self, CxlMemError> {
        let (identity, version) = ((&registers::IDENTITY, IDENTITY_VALUE), (&registers::VERSION, VERSION_VALUE));
        let found = identity::check::<_, CxlMemError>(&mut transport, "CXL-MEM", identity, version)?;
        let mut read = |register: &Register| transport.mmio_read(register.offset).map(|value| value & register.mask());
        let built = read(&registers::CAPABILITIES)?;
        let capabilities = Capabilities {
            version: ((found >> 16) as u32, (found & 0xffff) as u32),
            channels: CHANNELS.get(built) as u32,
            longest_vector: MAX_LENGTH.get(built) as u32,
            persistent_bytes: read(&registers::PERSISTENT_BYTES)?,
            scratchpad_base: read(&registers::SCRATCHPAD)?,
            scratchpad_bytes: read(&registers::SCRATCHPAD_SIZE)?,
        };
        capabilities.check().map_err(|what| CxlMemError::Capabilities { what })?;
        let mut device = Self {
            transport,
            capabilities,
            settings: Settings::unknown(),
            configured: None,
            posted: None,
            before: None,
            is_open: false,
            logging: None,
            upper: false,
            in_use: false,
            jobs: Jobs::default(),
            failed: true,
        };
        device.clear()?;
        Ok(device)
    }

    /// Makes the memory controllers emulate a medium. No result changes, only time.
    ///
    /// # Errors
    /// Those of the transport.
    pub fn set_media(&mut self, media: &Media) -> Result<(), CxlMemError> {
        self.set_all(media.settings())
    }

    /// Lets engines keep lines of rows that a lookup asks for again, or not. No result changes, only time.
    ///
    /// # Errors
    /// Those of the transport.
    pub fn set_row_cache(&mut self, enabled: bool) -> Result<(), CxlMemError> {
        self.set(&registers::ROW_CACHE, registers::ROW_CACHE_ENABLED.place(enabled.into()))
    }

    /// Clears a failure, and those that it has hidden; the device takes jobs again. Posted lists and tables stay as they are. Jobs that were posted are not
    /// waited for any more.
    ///
    /// # Errors
    /// Those of the transport.
    pub fn clear(&mut self) -> Result<(), CxlMemError> {
        // One that is shown, one of a job and one of a record behind it.
        for _ in 0..3 {
            self.transport.mmio_write(registers::CLEAR.offset, CLEAR_STATUS.place(1))?;
            if !self.failed || FAILED.get(self.transport.mmio_read(registers::STATUS.offset)?) == 0 {
                break;
            }
        }
        if !self.jobs.commands.is_empty() {
            self.logging.iter_mut().for_each(Logging::forget);
        }
        self.failed = false;
        self.jobs = Jobs::default();
        self.in_use = false;
        Ok(())
    }

    /// Reads every counter.
    ///
    /// # Errors
    /// Those of the transport.
    pub fn counters(&mut self) -> Result<Counters, CxlMemError> {
        let mut values = Vec::new();
        for register in counters(&self.capabilities) {
            values.push((register, self.transport.mmio_read(register.offset)?));
        }
        Ok(Counters::new(values))
    }

    /// Lines of rows that engines had kept, of what was counted since the counters were cleared.
    ///
    /// # Errors
    /// Those of the transport.
    pub fn row_cache_hits(&mut self) -> Result<u64, CxlMemError> {
        Ok(self.transport.mmio_read(registers::ROW_CACHE_HITS.offset)?)
    }

    /// Sets every counter to zero.
    ///
    /// # Errors
    /// Those of the transport.
    pub fn clear_counters(&mut self) -> Result<(), CxlMemError> {
        Ok(self.transport.mmio_write(registers::CLEAR.offset, CLEAR_COUNTERS.place(1))?)
    }

    /// Forgets which lines are poisoned, all of them: for a host that has written them anew, or gives them up. What they hold then passes
    /// for good. A line that a host writes as a whole is good again without this, unless it lies in the range of `POISON_OVERFLOW`.
    ///
    /// # Errors
    /// Those of the transport.
    pub fn clear_poison(&mut self) -> Result<(), CxlMemError> {
        Ok(self.transport.mmio_write(registers::CLEAR.offset, CLEAR_POISON.place(1))?)
    }

    /// Device time in picoseconds; 0 for a device that has no time.
    #[must_use]
    pub fn time(&self) -> u64 {
        self.transport.time()
    }
}

/// The counters of a device: the end of the register table, from `CYCLES` on, without channels that it does not have.
pub(super) fn counters(capabilities: &Capabilities) -> impl Iterator<Item = &'static Register> {
    let first_absent = registers::channel_reads(u64::from(capabilities.channels));
    registers::REGISTERS
        .iter()
        .filter(move |register| register.offset >= registers::CYCLES.offset && register.offset < first_absent)
}

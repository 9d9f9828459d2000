//! The driver of CXL-MEM: tables, batches and jobs over the registers of [`emberlane_registers::cxl_mem`].

mod batch;
mod counters;
mod error;
mod log;
mod overlap;
mod plan;
mod relaxed;

pub use batch::{Batch, BatchBuilder, BatchError, Transpose};
pub use counters::Counters;
pub use error::{CxlMemError, DeviceError};
pub use log::{
    Discarded, HeaderError, HeaderLine, LogConfiguration, LogError, LogMode, LogPlan, Logged, Parameters, Reason,
    RecordHeader, Recovered,
};
pub use overlap::Overlap;
pub use plan::{AccumulationPlan, BatchPlan, DataPlan, List, Region, TableRegion};

use crate::Transport;
use emberlane_registers::{
    REGISTER_BYTES, Register,
    cxl_mem::{
        self as registers, BUSY, CHANNELS, CLEAR_COUNTERS, CLEAR_STATUS, Command, DONE, ErrorCode, FAILED,
        IDENTITY_VALUE, LINE_BYTES, LINE_ELEMENTS, MAX_CHANNELS, MAX_LENGTH, MAX_VECTOR_LENGTH, MIN_VECTOR_LENGTH,
        Pooling, VERSION_VALUE,
    },
};
use plan::WORD_BYTES;

/// Bytes that vectors are moved in between words and device memory.
const COPY_BYTES: usize = 1 << 16;
/// Cycles granted to any job before it is given up as hung.
const WAIT_CYCLES: u64 = 1_000_000;
/// Cycles granted to a job for each line that it moves; slow media answer within a few hundred.
const WAIT_CYCLES_PER_LINE: u64 = 1024;

/// What a device was built with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// Interface version: major, minor.
    pub version: (u32, u32),
    /// Memory channels.
    pub channels: u32,
    /// Longest vector, FP32 elements.
    pub longest_vector: u32,
    /// Bytes of persistent memory, from DPA 0.
    pub persistent_bytes: u64,
    /// DPA of the scratchpad.
    pub scratchpad_base: u64,
    /// Bytes of scratchpad.
    pub scratchpad_bytes: u64,
}

/// The medium that the device's memory controllers emulate; all 0: none. Rates are answers a cycle and channel in 1/65536
/// line of 64 bytes, 0 for no bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Media {
    /// Cycles from a read to its earliest answer.
    pub read_latency: u16,
    /// Cycles from a write to its earliest answer.
    pub write_latency: u16,
    /// Rate of reads.
    pub read_rate: u32,
    /// Rate of row-sized writes.
    pub row_write_rate: u32,
    /// Rate of streaming writes.
    pub stream_write_rate: u32,
    /// Cycles after the answer of a write in which reads of its 256 bytes wait.
    pub read_after_write: u16,
}

/// What stays the same from batch to batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// FP32 elements of a vector: a multiple of 16 in 16..=256.
    pub vector_length: u32,
    /// How a bag's rows become one vector.
    pub pooling: Pooling,
    /// Learning rate, FP32 bits.
    pub learning_rate: u32,
    /// Rows of each table.
    pub rows: Vec<u32>,
    /// DPA of the first table; a multiple of 64.
    pub data_base: u64,
}

impl Configuration {
    /// Tables from DPA 0 on. `learning_rate` is a bit pattern (`f32::to_bits`), `rows` has one number a table.
    #[must_use]
    pub fn new(vector_length: u32, pooling: Pooling, learning_rate: u32, rows: Vec<u32>) -> Self {
        Self { vector_length, pooling, learning_rate, rows, data_base: 0 }
    }
}

/// A configured device's tables.
#[derive(Debug)]
struct Configured {
    configuration: Configuration,
    plan: DataPlan,
}

/// The batch whose lists were written to the scratchpad last.
#[derive(Debug)]
struct Posted {
    plan: BatchPlan,
    bags: usize,
    entries: usize,
    rows: usize,
}

impl Posted {
    /// What a lookup or an update of the batch sets.
    fn settings(&self, configured: &Configured) -> impl Iterator<Item = (&'static Register, u64)> + use<> {
        let Configured { configuration, plan: data } = configured;
        let Self { plan, bags, entries, rows } = self;
        let settings = [
            (&registers::VECTOR_LENGTH, u64::from(configuration.vector_length)),
            (&registers::LEARNING_RATE, u64::from(configuration.learning_rate)),
            (&registers::POOLING, configuration.pooling as u64),
            (&registers::DATA_BASE, data.data.base),
            (&registers::DATA_BYTES, data.data.bytes),
            (&registers::DESCRIPTOR_BASE, plan.descriptors.base),
            (&registers::DESCRIPTOR_BYTES, plan.descriptors.bytes),
            (&registers::POOLED_BASE, plan.pooled.base),
            (&registers::POOLED_BYTES, plan.pooled.bytes),
            (&registers::GRADIENT_BASE, plan.gradients.base),
            (&registers::GRADIENT_BYTES, plan.gradients.bytes),
            (&registers::TABLE_COUNT, data.tables.len() as u64),
            (&registers::BAG_COUNT, *bags as u64),
            (&registers::ENTRY_COUNT, *entries as u64),
            (&registers::ROW_COUNT, *rows as u64),
        ];
        let lists = List::ALL.map(|list| (list.register(), plan.list(list)));
        settings.into_iter().chain(lists)
    }

    /// Where so many words of gradients go.
    fn gradient_base(&self, gradients: &[u32]) -> Result<u64, CxlMemError> {
        let expected = self.plan.gradients.bytes / WORD_BYTES;
        if gradients.len() as u64 != expected {
            let expected = format!("{expected} ({} bags)", self.bags);
            return Err(CxlMemError::WordCount { what: "gradients", found: gradients.len(), expected });
        }
        Ok(self.plan.gradients.base)
    }
}

/// Jobs under way.
#[derive(Debug, Default)]
struct Jobs {
    /// Values of their doorbells, in order.
    commands: Vec<u64>,
    /// More cycles than they can take.
    cycles: u64,
    /// A setting was changed since the first: lists of theirs may be elsewhere than the registers say.
    settings_changed: bool,
}

/// A CXL-MEM behind a [`Transport`].
///
/// Order of calls: [`discover`](Self::discover), [`configure`](Self::configure), [`load_table`](Self::load_table); then for
/// each batch [`post`](Self::post), [`lookup`](Self::lookup), [`update`](Self::update). After a [`CxlMemError::Device`]
/// the device ignores jobs until [`clear`](Self::clear).
///
/// Jobs can be posted ahead instead: for each batch [`post`](Self::post), [`prepare`](Self::prepare),
/// [`post_job`](Self::post_job) for each of its jobs; [`wait`](Self::wait) waits for all of them. The batch that is posted
/// while jobs of the last one are under way goes to the other half of the scratchpad, so two can be there at once; a third
/// takes the place of the first.
///
/// A batch can be looked up before the gradients of the batch in front of it are there:
/// [`post_ahead`](Self::post_ahead) has the order of calls.
#[derive(Debug)]
pub struct CxlMem<T> {
    transport: T,
    capabilities: Capabilities,
    /// What each register was last written with, so that a job writes only what changed.
    written: Vec<Option<u64>>,
    configured: Option<Configured>,
    posted: Option<Posted>,
    /// The batch before it, if it was posted ahead.
    before: Option<Posted>,
    logging: Option<log::Logging>,
    /// The last batch lies in the upper half of the scratchpad.
    upper: bool,
    /// Jobs were posted since, which may be of it.
    in_use: bool,
    /// Jobs that were posted and not waited for.
    jobs: Jobs,
    failed: bool,
    /// Kept from batch to batch, so that each does not allocate anew.
    image: Vec<u8>,
}

impl<T: Transport> CxlMem<T> {
    /// Finds a CXL-MEM behind `transport` and reads what it was built with. Clears a failure that an earlier user left.
    ///
    /// # Errors
    /// [`CxlMemError::Identity`], [`CxlMemError::Version`] or [`CxlMemError::Capabilities`] if it is not a device that this
    /// driver can work with, and those of the transport.
    pub fn discover(mut transport: T) -> Result<Self, CxlMemError> {
        let mut read = |register: &Register| transport.mmio_read(register.offset).map(|value| value & register.mask());
        let found = read(&registers::IDENTITY)?;
        if found != IDENTITY_VALUE {
            return Err(CxlMemError::Identity { found });
        }
        let found = read(&registers::VERSION)?;
        if found >> 16 != VERSION_VALUE >> 16 || found < VERSION_VALUE {
            return Err(CxlMemError::Version { found });
        }
        let built = read(&registers::CAPABILITIES)?;
        let capabilities = Capabilities {
            version: ((found >> 16) as u32, (found & 0xffff) as u32),
            channels: CHANNELS.get(built) as u32,
            longest_vector: MAX_LENGTH.get(built) as u32,
            persistent_bytes: read(&registers::PERSISTENT_BYTES)?,
            scratchpad_base: read(&registers::SCRATCHPAD)?,
            scratchpad_bytes: read(&registers::SCRATCHPAD_SIZE)?,
        };
        plausible(&capabilities).map_err(|what| CxlMemError::Capabilities { what })?;
        let mut device = Self {
            transport,
            capabilities,
            written: vec![None; (registers::MAP.bytes / REGISTER_BYTES) as usize],
            configured: None,
            posted: None,
            before: None,
            logging: None,
            upper: false,
            in_use: false,
            jobs: Jobs::default(),
            failed: false,
            image: Vec::new(),
        };
        device.clear()?;
        Ok(device)
    }

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
    /// A vector length that the device does not have, tables that are empty or do not fit, and those of the transport.
    pub fn configure(&mut self, configuration: Configuration) -> Result<&DataPlan, CxlMemError> {
        let plan = DataPlan::new(&configuration, &self.capabilities)?;
        (self.posted, self.before, self.logging) = (None, None, None);
        let configured = &*self.configured.insert(Configured { configuration, plan });
        Ok(&configured.plan)
    }

    /// Makes the memory controllers emulate a medium. No result changes, only time.
    ///
    /// # Errors
    /// Those of the transport.
    pub fn set_media(&mut self, media: &Media) -> Result<(), CxlMemError> {
        for (register, value) in [
            (&registers::MEDIA_READ_LATENCY, media.read_latency.into()),
            (&registers::MEDIA_WRITE_LATENCY, media.write_latency.into()),
            (&registers::MEDIA_READ_RATE, media.read_rate.into()),
            (&registers::MEDIA_ROW_WRITE_RATE, media.row_write_rate.into()),
            (&registers::MEDIA_STREAM_WRITE_RATE, media.stream_write_rate.into()),
            (&registers::MEDIA_READ_AFTER_WRITE, media.read_after_write.into()),
        ] {
            self.set(register, value)?;
        }
        Ok(())
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

    /// Writes a whole table: `rows * vector_length` words, row after row.
    ///
    /// # Errors
    /// A table that does not exist, the wrong number of words, and those of the transport.
    pub fn load_table(&mut self, table: usize, words: &[u32]) -> Result<(), CxlMemError> {
        let (rows, vector_length) = self.table_shape(table)?;
        let expected = u64::from(rows) * u64::from(vector_length);
        if words.len() as u64 != expected {
            let expected = format!("{expected} ({rows} rows of {vector_length})");
            return Err(CxlMemError::WordCount { what: "table", found: words.len(), expected });
        }
        self.write_rows(table, 0, words)
    }

    /// Writes consecutive rows of a table, from `first_row` on.
    ///
    /// # Errors
    /// A table or rows that do not exist, words that are not whole rows, and those of the transport.
    pub fn write_rows(&mut self, table: usize, first_row: u64, words: &[u32]) -> Result<(), CxlMemError> {
        let (_, vector_length) = self.table_shape(table)?;
        if !words.len().is_multiple_of(vector_length as usize) {
            let expected = format!("a multiple of {vector_length}");
            return Err(CxlMemError::WordCount { what: "rows", found: words.len(), expected });
        }
        let address = self.row_address(table, first_row, (words.len() / vector_length as usize) as u64)?;
        self.write_words(address, words)
    }

    /// Reads `count` consecutive rows of a table, from `first_row` on: `count * vector_length` words.
    ///
    /// # Errors
    /// A table or rows that do not exist, and those of the transport.
    pub fn read_rows(&mut self, table: usize, first_row: u64, count: u64) -> Result<Vec<u32>, CxlMemError> {
        let (_, vector_length) = self.table_shape(table)?;
        let address = self.row_address(table, first_row, count)?;
        let mut words = vec![0; count as usize * vector_length as usize];
        self.read_words(address, &mut words)?;
        Ok(words)
    }

    /// Reads a whole table: `rows * vector_length` words.
    ///
    /// # Errors
    /// A table that does not exist, and those of the transport.
    pub fn read_table(&mut self, table: usize) -> Result<Vec<u32>, CxlMemError> {
        let (rows, _) = self.table_shape(table)?;
        self.read_rows(table, 0, u64::from(rows))
    }

    /// Checks a batch and writes its lists, for a lookup and for an update, into a half of the scratchpad: in place of the
    /// batch before, or, while jobs of that one are under way, beside it.
    ///
    /// # Errors
    /// A batch that does not match the tables, asks for a row that does not exist, lacks scales for mean pooling or does not
    /// fit into half of the scratchpad, and those of the transport.
    pub fn post(&mut self, batch: &Batch) -> Result<(), CxlMemError> {
        let configured = self.configured.as_ref().ok_or(CxlMemError::NotConfigured)?;
        check_indices(batch, &configured.plan.tables)?;
        self.post_unchecked(batch)
    }

    /// Like [`post`](Self::post), but leaves it to the device to find rows that do not exist.
    ///
    /// # Errors
    /// As [`post`](Self::post), but for rows.
    pub fn post_unchecked(&mut self, batch: &Batch) -> Result<(), CxlMemError> {
        (self.posted, self.before) = (None, None);
        self.place(batch, None, self.upper != self.in_use)
    }

    /// Writes the lists of a batch into a half of the scratchpad.
    fn place(&mut self, batch: &Batch, overlap: Option<&Overlap>, upper: bool) -> Result<(), CxlMemError> {
        let Configured { configuration, plan: data } = self.configured.as_ref().ok_or(CxlMemError::NotConfigured)?;
        if batch.tables() != data.tables.len() {
            return Err(CxlMemError::TableCount { found: batch.tables(), configured: data.tables.len() });
        }
        let place = plan::half(&self.capabilities, upper);
        let stages = self.logging.as_ref().is_some_and(log::Logging::stages);
        let plan = BatchPlan::new(batch, overlap, configuration.pooling, data.vector_bytes, stages, place)?;
        plan.image(batch, &data.tables, &mut self.image);
        if configuration.pooling == Pooling::Mean {
            plan.scales(batch, batch.scales().ok_or(CxlMemError::NoScales)?, &mut self.image);
        }
        if let Some(overlap) = overlap {
            if configuration.pooling == Pooling::Mean && !overlap.has_scales() {
                return Err(CxlMemError::NoScales);
            }
            plan.overlap(overlap, &mut self.image);
        }
        self.transport.memory_write(plan.descriptors.base, &self.image)?;
        let rows = batch.transpose().rows().len();
        (self.upper, self.in_use) = (upper, false);
        self.posted = Some(Posted { plan, bags: batch.bags(), entries: batch.entries(), rows });
        Ok(())
    }

    /// Pools every bag of the posted batch and reads the pooled vectors: `bags * vector_length` words.
    ///
    /// # Errors
    /// [`CxlMemError::Device`] if the device refuses the job, and those of the transport.
    pub fn lookup(&mut self) -> Result<Vec<u32>, CxlMemError> {
        self.prepare()?;
        self.submit(Command::Lookup as u64)?;
        self.read_pooled()
    }

    /// Reads the pooled vectors of the posted batch as they are: `bags * vector_length` words.
    ///
    /// # Errors
    /// [`CxlMemError::NotPosted`], and those of the transport.
    pub fn read_pooled(&mut self) -> Result<Vec<u32>, CxlMemError> {
        let (base, words) = {
            let posted = self.posted.as_ref().ok_or(CxlMemError::NotPosted)?;
            (posted.plan.pooled.base, (posted.plan.pooled.bytes / WORD_BYTES) as usize)
        };
        let mut pooled = vec![0; words];
        self.read_words(base, &mut pooled)?;
        Ok(pooled)
    }

    /// Applies one gradient a bag (`bags * vector_length` words) to the rows of the posted batch. A batch whose bags are
    /// all empty changes nothing and is not sent to the device.
    ///
    /// # Errors
    /// The wrong number of words, [`CxlMemError::Device`] if the device refuses the job, and those of the transport.
    pub fn update(&mut self, gradients: &[u32]) -> Result<(), CxlMemError> {
        self.write_gradients(gradients)?;
        if self.posted.as_ref().is_some_and(|posted| posted.entries == 0) {
            return Ok(());
        }
        self.prepare()?;
        self.submit(Command::Update as u64)
    }

    /// Writes the gradients of the posted batch without starting the update.
    ///
    /// # Errors
    /// [`CxlMemError::NotPosted`], the wrong number of words, and those of the transport.
    pub fn write_gradients(&mut self, gradients: &[u32]) -> Result<(), CxlMemError> {
        let base = self.posted.as_ref().ok_or(CxlMemError::NotPosted)?.gradient_base(gradients)?;
        self.write_words(base, gradients)
    }

    /// Writes the registers of the posted batch, those that changed; what [`lookup`](Self::lookup) and
    /// [`update`](Self::update) do before they submit. What peers do for a job (`FLUSH_TARGET`, `GRADIENT_LINES`,
    /// `PARAMETER_*`) stays as it was [set](Self::set).
    ///
    /// # Errors
    /// [`CxlMemError::NotPosted`], and those of the transport.
    pub fn prepare(&mut self) -> Result<(), CxlMemError> {
        let configured = self.configured.as_ref().ok_or(CxlMemError::NotConfigured)?;
        let settings = self.posted.as_ref().ok_or(CxlMemError::NotPosted)?.settings(configured);
        self.set_all(settings)
    }

    fn set_all(&mut self, settings: impl IntoIterator<Item = (&'static Register, u64)>) -> Result<(), CxlMemError> {
        settings.into_iter().try_for_each(|(register, value)| self.set(register, value))
    }

    /// Writes a setting, unless it already holds `value`. For programs that make their own jobs; a later
    /// [`prepare`](Self::prepare) sets it back to what the posted batch needs.
    ///
    /// # Errors
    /// Those of the transport.
    pub fn set(&mut self, register: &Register, value: u64) -> Result<(), CxlMemError> {
        let slot = (register.offset / REGISTER_BYTES) as usize;
        if self.written.get(slot).copied().flatten() == Some(value) {
            return Ok(());
        }
        self.transport.mmio_write(register.offset, value)?;
        self.jobs.settings_changed = true;
        if let Some(written) = self.written.get_mut(slot) {
            *written = Some(value);
        }
        Ok(())
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
        if self.failed {
            return Err(CxlMemError::NotCleared);
        }
        self.transport.mmio_write(registers::DOORBELL.offset, command)?;
        let limit = self.wait_limit();
        if self.jobs.commands.is_empty() {
            self.jobs.settings_changed = false;
        }
        self.jobs.commands.push(command & registers::DOORBELL.mask());
        self.jobs.cycles = self.jobs.cycles.saturating_add(limit);
        self.in_use = true;
        Ok(())
    }

    /// Waits for the end of all posted jobs, also of those of which a [`clear`](Self::clear) knows no more: nothing writes memory
    /// any longer.
    fn quiesce(&mut self) -> Result<(), CxlMemError> {
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
            self.logging.iter_mut().for_each(log::Logging::forget);
            return Err(self.failure(&jobs)?);
        }
        if DONE.get(status) == 0 {
            return Err(CxlMemError::Spurious { status });
        }
        // The interrupt line stays high while DONE is set, and the next job's end has to be seen.
        self.transport.mmio_write(registers::CLEAR.offset, CLEAR_STATUS.place(1))?;
        Ok(())
    }

    /// Clears a failure; the device takes jobs again. Posted lists and tables stay as they are. Jobs that were posted are not
    /// waited for any more.
    ///
    /// # Errors
    /// Those of the transport.
    pub fn clear(&mut self) -> Result<(), CxlMemError> {
        self.transport.mmio_write(registers::CLEAR.offset, CLEAR_STATUS.place(1))?;
        if !self.jobs.commands.is_empty() {
            self.logging.iter_mut().for_each(log::Logging::forget);
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
        for register in Counters::registers(&self.capabilities) {
            values.push((register, self.transport.mmio_read(register.offset)?));
        }
        Ok(Counters::new(values))
    }

    /// Sets every counter to zero.
    ///
    /// # Errors
    /// Those of the transport.
    pub fn clear_counters(&mut self) -> Result<(), CxlMemError> {
        Ok(self.transport.mmio_write(registers::CLEAR.offset, CLEAR_COUNTERS.place(1))?)
    }

    /// Device time in picoseconds; 0 for a device that has no time.
    #[must_use]
    pub fn time(&self) -> u64 {
        self.transport.time()
    }

    /// Rows of a table, and elements of a row.
    fn table_shape(&self, table: usize) -> Result<(u32, u32), CxlMemError> {
        let Configured { configuration, .. } = self.configured.as_ref().ok_or(CxlMemError::NotConfigured)?;
        match configuration.rows.get(table) {
            Some(&rows) => Ok((rows, configuration.vector_length)),
            None => Err(CxlMemError::NoTable { table, tables: configuration.rows.len() }),
        }
    }

    fn row_address(&self, table: usize, first: u64, count: u64) -> Result<u64, CxlMemError> {
        let Configured { plan, .. } = self.configured.as_ref().ok_or(CxlMemError::NotConfigured)?;
        let TableRegion { base, rows } = plan.tables[table];
        if first.checked_add(count).is_none_or(|end| end > u64::from(rows)) {
            return Err(CxlMemError::RowRange { table, first, count, rows });
        }
        Ok(base + first * plan.vector_bytes)
    }

    fn write_words(&mut self, mut address: u64, words: &[u32]) -> Result<(), CxlMemError> {
        let mut buffer = Vec::with_capacity(COPY_BYTES);
        for chunk in words.chunks(COPY_BYTES / WORD_BYTES as usize) {
            buffer.clear();
            buffer.extend(chunk.iter().flat_map(|word| word.to_le_bytes()));
            self.transport.memory_write(address, &buffer)?;
            address += buffer.len() as u64;
        }
        Ok(())
    }

    fn read_words(&mut self, mut address: u64, words: &mut [u32]) -> Result<(), CxlMemError> {
        let mut buffer = [0; COPY_BYTES];
        for chunk in words.chunks_mut(COPY_BYTES / WORD_BYTES as usize) {
            let bytes = &mut buffer[..chunk.len() * WORD_BYTES as usize];
            self.transport.memory_read(address, bytes)?;
            address += bytes.len() as u64;
            let (read, _) = bytes.as_chunks();
            for (word, bytes) in chunk.iter_mut().zip(read) {
                *word = u32::from_le_bytes(*bytes);
            }
        }
        Ok(())
    }

    /// The device's error, with the word that it stumbled over.
    fn failure(&mut self, jobs: &Jobs) -> Result<CxlMemError, CxlMemError> {
        let value = self.transport.mmio_read(registers::ERROR.offset)?;
        let position = self.transport.mmio_read(registers::ERROR_POSITION.offset)?;
        let Some(code) = ErrorCode::from_value(value) else {
            return Ok(CxlMemError::UnknownError { value, position });
        };
        let command = error::command_of(&jobs.commands, code, position);
        let in_words = matches!(code, ErrorCode::Index | ErrorCode::Row | ErrorCode::EmptyRow);
        let word = if in_words && !jobs.settings_changed { self.list_word(command, code, position) } else { None };
        Ok(CxlMemError::Device(DeviceError::new(command, code, position, word)))
    }

    /// The word of a job's list at `position`, read back from the device. `None` where it cannot be had: it only makes
    /// an explanation richer, so a failure here must not hide the error that is being explained.
    fn list_word(&mut self, command: u64, code: ErrorCode, position: u64) -> Option<u32> {
        let register = error::list_of(command, code)?.register();
        let base = self.transport.mmio_read(register.offset).ok()?;
        let address = position.checked_mul(WORD_BYTES).and_then(|offset| base.checked_add(offset))?;
        let mut bytes = [0; WORD_BYTES as usize];
        self.transport.memory_read(address, &mut bytes).ok()?;
        Some(u32::from_le_bytes(bytes))
    }

    /// More cycles than a job of what was last written into the registers can take; a log may be under way beside it.
    fn wait_limit(&self) -> u64 {
        let last = |register: &Register| {
            self.written.get((register.offset / REGISTER_BYTES) as usize).copied().flatten().unwrap_or(0)
        };
        let lines_per_vector = (last(&registers::VECTOR_LENGTH) / LINE_ELEMENTS).max(1);
        // Each is at most one row and one gradient or pooled vector, and a few words of lists.
        let vectors = [&registers::TABLE_COUNT, &registers::BAG_COUNT, &registers::ENTRY_COUNT, &registers::ROW_COUNT]
            .iter()
            .fold(0u64, |sum, register| sum.saturating_add(last(register)));
        let parameters = last(&registers::PARAMETER_BYTES) / LINE_BYTES;
        let lines = vectors.saturating_mul(2 * lines_per_vector + 8).saturating_add(parameters);
        lines.saturating_mul(WAIT_CYCLES_PER_LINE + last(&registers::LOG_GAP)).saturating_add(WAIT_CYCLES)
    }
}

/// Says what cannot be about a device's description of itself.
fn plausible(capabilities: &Capabilities) -> Result<(), String> {
    let Capabilities { channels, longest_vector, persistent_bytes, scratchpad_base, scratchpad_bytes, .. } =
        *capabilities;
    if channels == 0 || u64::from(channels) > MAX_CHANNELS {
        return Err(format!("{channels} memory channels"));
    }
    let length = u64::from(longest_vector);
    if !length.is_multiple_of(LINE_ELEMENTS) || !(MIN_VECTOR_LENGTH..=MAX_VECTOR_LENGTH).contains(&length) {
        return Err(format!("a longest vector of {longest_vector} elements"));
    }
    let end = scratchpad_base.checked_add(scratchpad_bytes);
    if !scratchpad_base.is_multiple_of(LINE_BYTES) || scratchpad_base < persistent_bytes || end.is_none() {
        return Err(format!(
            "{persistent_bytes} bytes of persistent memory and {scratchpad_bytes} bytes of scratchpad at DPA {scratchpad_base:#x}"
        ));
    }
    Ok(())
}

/// Finds the first entry whose row its table does not have.
fn check_indices(batch: &Batch, tables: &[TableRegion]) -> Result<(), CxlMemError> {
    let mut first_bag = 0;
    for (table, (&bags, &TableRegion { rows, .. })) in batch.table_bags().iter().zip(tables).enumerate() {
        let bags = first_bag..first_bag + bags as usize;
        let entries = batch.offsets()[bags.start] as usize..batch.offsets()[bags.end] as usize;
        if let Some(position) = batch.indices()[entries.clone()].iter().position(|&index| index >= rows) {
            let entry = entries.start + position;
            let bag = batch.offsets().partition_point(|&offset| offset as usize <= entry) - 1;
            return Err(CxlMemError::Index { table, bag, entry, index: batch.indices()[entry], rows });
        }
        first_bag = bags.end;
    }
    Ok(())
}

#[cfg(test)]
mod tests;

//! Tables in a CXL-MEM, which looks them up and updates them.

use emberlane_data::Bags;
use emberlane_drivers::{
    Batch, BatchError, Command, Configuration, CxlMem, CxlMemError, LogConfiguration, LogError, Logged, Media, Overlap,
    Parameters, Pooling, Recovered, Region, Transport,
};
use emberlane_models::memory_controller::Settings;
use emberlane_registers::cxl_mem::{COUNT_ONLY, FLUSH_TARGET, GRADIENT_LINES, KEEP, LINE_BYTES, LINES};

use crate::{
    Device, DeviceReport, Durable, EmbeddingError, EmbeddingStore, Jobs, Lookahead, Posted, RecoveryError, device_batch,
};

/// Tables in a CXL-MEM behind any [`Transport`]. The device applies SGD; no other optimiser.
pub struct CxlMemStore<T> {
    device: CxlMem<T>,
    mean: bool,
    /// The batch that was posted last.
    posted: Option<Batch>,
    /// Its update is posted behind the lookup of the next one.
    is_open: bool,
}

impl<T: Transport> CxlMemStore<T> {
    /// Lays tables of `rows` rows of `dimension` elements out in the device behind `transport`.
    ///
    /// # Errors
    /// A device that is no CXL-MEM, or whose memory the tables do not fit.
    pub fn new(
        transport: T,
        rows: &[u32],
        dimension: usize,
        pooling: emberlane_experiment::Pooling,
        learning_rate: f32,
    ) -> Result<Self, EmbeddingError> {
        let mut device = CxlMem::discover(transport)?;
        let mean = pooling == emberlane_experiment::Pooling::Mean;
        let pooling = if mean { Pooling::Mean } else { Pooling::Sum };
        device.configure(Configuration::new(dimension as u32, pooling, learning_rate.to_bits(), rows.to_vec()))?;
        Ok(Self { device, mean, posted: None, is_open: false })
    }

    /// Makes the device's memory controllers emulate a medium.
    ///
    /// # Errors
    /// A device that cannot be reached.
    pub fn set_media(&mut self, settings: &Settings) -> Result<(), EmbeddingError> {
        Ok(self.device.set_media(&media(settings))?)
    }

    /// Lays a log of checkpoints out behind the tables.
    ///
    /// # Errors
    /// A log that does not fit.
    pub fn configure_log(&mut self, configuration: LogConfiguration) -> Result<(), EmbeddingError> {
        self.device.configure_log(configuration)?;
        Ok(())
    }

    /// Writes the lists of a batch.
    fn post(&mut self, bags: &Bags) -> Result<(), EmbeddingError> {
        let batch = device_batch(bags, self.mean)?;
        self.device.post(&batch)?;
        self.posted = Some(batch);
        Ok(())
    }

    /// Writes the lists of a batch beside those of the batch before, whose gradients are not there yet.
    fn place_ahead(&mut self, before: &Batch, batch: Batch) -> Result<(), EmbeddingError> {
        self.device.post_ahead(&batch, &Overlap::new(before, &batch))?;
        self.posted = Some(batch);
        Ok(())
    }

    /// Posts the lookup of the batch that was placed ahead, what waits for the gradients of the batch before, and the update of
    /// that one.
    fn post_ahead_of(&mut self, before: &Batch, peer: u64) -> Result<(), EmbeddingError> {
        let (taken, counted) = (self.gradient_lines(before), self.posted_gradient_lines());
        let device = &mut self.device;
        device.set(&FLUSH_TARGET, 0)?;
        device.set(&GRADIENT_LINES, KEEP.place(1))?;
        device.prepare()?;
        device.post_job(Command::Lookup as u64)?;
        device.set(&GRADIENT_LINES, LINES.place(taken))?;
        device.prepare_deltas()?;
        device.post_job(Command::Accumulate as u64)?;
        device.set(&FLUSH_TARGET, peer | 1)?;
        device.set(&GRADIENT_LINES, LINES.place(counted) | COUNT_ONLY.place(1))?;
        device.prepare_corrections()?;
        device.post_job(Command::Accumulate as u64)?;
        // The gradients of the batch ahead come while the one before is applied, and while logs are written.
        device.set(&GRADIENT_LINES, KEEP.place(1))?;
        if before.entries() > 0 {
            device.prepare_update_before()?;
            device.post_job(Command::Update as u64)?;
        }
        Ok(())
    }

    /// Where the device has the vectors of the batch that was posted last.
    fn regions(&self) -> Posted {
        let plan = self.device.batch_plan().expect("it was posted");
        Posted { pooled: plan.pooled, gradients: plan.gradients }
    }

    /// Lines of the gradients of a batch.
    fn gradient_lines(&self, batch: &Batch) -> u64 {
        let vector_bytes = self.device.data_plan().map_or(0, |plan| plan.vector_bytes);
        batch.bags() as u64 * vector_bytes / LINE_BYTES
    }

    fn posted_gradient_lines(&self) -> u64 {
        self.regions().gradients.bytes / LINE_BYTES
    }

    /// Whether the batch that was posted last has a row to update.
    fn has_entries(&self) -> bool {
        self.posted.as_ref().is_some_and(|batch| batch.entries() > 0)
    }

    /// The driver.
    pub fn driver_mut(&mut self) -> &mut CxlMem<T> {
        &mut self.device
    }
}

impl<T: Transport> EmbeddingStore for CxlMemStore<T> {
    fn name(&self) -> &'static str {
        "cxl-mem"
    }

    fn write_rows(&mut self, table: usize, first: u64, values: &[f32]) -> Result<(), EmbeddingError> {
        Ok(self.device.write_rows(table, first, &words(values))?)
    }

    fn read_rows(&mut self, table: usize, first: u64, count: u64) -> Result<Vec<f32>, EmbeddingError> {
        Ok(floats(&self.device.read_rows(table, first, count)?))
    }

    fn lookup(&mut self, bags: &Bags) -> Result<Vec<f32>, EmbeddingError> {
        self.post(bags)?;
        Ok(floats(&self.device.lookup()?))
    }

    fn update(&mut self, gradients: &[f32]) -> Result<(), EmbeddingError> {
        Ok(self.device.update(&words(gradients))?)
    }

    fn settle(&mut self) -> Result<(), EmbeddingError> {
        self.is_open = false;
        self.device.wait()?;
        self.device.set(&FLUSH_TARGET, 0)?;
        Ok(self.device.set(&GRADIENT_LINES, 0)?)
    }

    fn device(&mut self) -> Option<&mut dyn Device> {
        Some(self)
    }

    fn lookahead(&mut self) -> Option<&mut dyn Lookahead> {
        Some(self)
    }

    fn jobs(&mut self) -> Option<&mut dyn Jobs> {
        Some(self)
    }

    fn durable(&mut self) -> Option<&mut dyn Durable> {
        Some(self)
    }
}

impl<T: Transport> Device for CxlMemStore<T> {
    fn report(&mut self) -> Result<DeviceReport, EmbeddingError> {
        Ok(DeviceReport {
            channels: self.device.capabilities().channels,
            counters: self.device.counters()?.iter().collect(),
            picoseconds: self.device.time(),
        })
    }

    fn clear_counters(&mut self) -> Result<(), EmbeddingError> {
        Ok(self.device.clear_counters()?)
    }
}

impl<T: Transport> Lookahead for CxlMemStore<T> {
    fn look_ahead(&mut self, bags: &Bags) -> Result<(), EmbeddingError> {
        let batch = device_batch(bags, self.mean)?;
        let before = self.posted.take().ok_or(CxlMemError::NotPosted)?;
        self.place_ahead(&before, batch)?;
        self.device.prepare()?;
        Ok(self.device.post_job(Command::Lookup as u64)?)
    }

    fn catch_up(&mut self, gradients: &[f32]) -> Result<Vec<f32>, EmbeddingError> {
        Ok(floats(&self.device.catch_up(&words(gradients))?))
    }
}

impl<T: Transport> Jobs for CxlMemStore<T> {
    fn post_lookup(&mut self, bags: &Bags, peer: Option<u64>) -> Result<Posted, EmbeddingError> {
        self.post(bags)?;
        let posted = self.regions();
        // Gradients of a batch without rows come, too, and no update takes them.
        let counts = peer.is_some() && self.has_entries();
        self.device.set(&FLUSH_TARGET, peer.map_or(0, |peer| peer | 1))?;
        self.device.set(&GRADIENT_LINES, if counts { posted.gradients.bytes / LINE_BYTES } else { 0 })?;
        self.device.prepare()?;
        self.device.post_job(Command::Lookup as u64)?;
        Ok(posted)
    }

    fn post_ahead(&mut self, bags: &Bags, peer: u64) -> Result<Posted, EmbeddingError> {
        let before = self.posted.take().filter(|_| self.is_open);
        if let Some(before) = before {
            self.place_ahead(&before, device_batch(bags, self.mean)?)?;
            self.post_ahead_of(&before, peer)?;
        } else {
            self.post(bags)?;
            self.device.set(&FLUSH_TARGET, peer | 1)?;
            // Those of a batch without rows are taken, too: by the deltas of the next one.
            self.device.set(&GRADIENT_LINES, LINES.place(self.posted_gradient_lines()))?;
            self.device.prepare()?;
            self.device.post_job(Command::Lookup as u64)?;
        }
        self.is_open = true;
        Ok(self.regions())
    }

    fn post_update(&mut self) -> Result<(), EmbeddingError> {
        if std::mem::take(&mut self.is_open) {
            // Jobs of the batch before were posted behind its lookup.
            self.device.set(&GRADIENT_LINES, LINES.place(self.posted_gradient_lines()))?;
            self.device.prepare()?;
        }
        if self.has_entries() {
            self.device.post_job(Command::Update as u64)?;
        }
        Ok(())
    }

    fn post_log(&mut self, batch: u64, parameters: Parameters) -> Result<Logged, EmbeddingError> {
        Ok(self.device.post_log(batch, parameters)?)
    }
}

impl<T: Transport> Durable for CxlMemStore<T> {
    fn begin_log(&mut self, batch: u64, parameters: &[u8]) -> Result<(), EmbeddingError> {
        Ok(self.device.begin_log(batch, parameters)?)
    }

    fn give_up_log(&mut self) -> Result<(), EmbeddingError> {
        Ok(self.device.give_up_log()?)
    }

    fn recover(&mut self) -> Result<Recovered, RecoveryError> {
        self.device.recover().map_err(|error| match error {
            CxlMemError::Log(LogError::OtherExperiment { .. }) => RecoveryError::OtherExperiment,
            CxlMemError::Log(LogError::NoCheckpoint { discarded, .. }) => {
                RecoveryError::NoCheckpoint { discarded: discarded.iter().map(ToString::to_string).collect() }
            }
            error => EmbeddingError::from(error).into(),
        })
    }

    fn tables(&self) -> Option<Region> {
        self.device.data_plan().map(|plan| plan.data)
    }
}

impl From<CxlMemError> for EmbeddingError {
    fn from(error: CxlMemError) -> Self {
        match error {
            CxlMemError::Device(_) => Self::Refused(Box::new(error)),
            error => Self::store(error),
        }
    }
}

impl From<BatchError> for EmbeddingError {
    fn from(error: BatchError) -> Self {
        Self::store(error)
    }
}

/// The settings of the memory controller's model, as the driver takes them.
#[must_use]
pub fn media(settings: &Settings) -> Media {
    Media {
        read_latency: settings.read_latency,
        write_latency: settings.write_latency,
        read_rate: settings.read_rate,
        row_write_rate: settings.row_write_rate,
        stream_write_rate: settings.stream_write_rate,
        read_after_write: settings.read_after_write_window,
    }
}

fn words(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

fn floats(words: &[u32]) -> Vec<f32> {
    words.iter().map(|word| f32::from_bits(*word)).collect()
}

//! Tables in a CXL-MEM, which looks them up and updates them.

use emberlane_data::Bags;
use emberlane_drivers::{
    BatchError, Configuration, CxlMem, CxlMemError, LogConfiguration, LogError, Logged, Media, Parameters, Pooling,
    Recovered, Region, Transport, WriteList,
};
use emberlane_models::memory_controller::Settings;

use crate::{
    Device, DeviceReport, Durable, EmbeddingError, EmbeddingStore, Jobs, Lookahead, Posted, RecoveryError, device_batch,
};

/// Tables in a CXL-MEM behind any [`Transport`]. The device applies SGD; no other optimiser.
pub struct CxlMemStore<T> {
    device: CxlMem<T>,
    mean: bool,
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
        Ok(Self { device, mean })
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

    /// Where the device has the vectors of the batch that was posted last.
    fn regions(&self) -> Result<Posted, EmbeddingError> {
        let plan = self.device.batch_plan().ok_or(CxlMemError::NotPosted)?;
        Ok(Posted { pooled: plan.pooled, gradients: plan.gradients })
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
        Ok(self.device.write_rows(table, first, words(values))?)
    }

    fn read_rows(&mut self, table: usize, first: u64, count: u64) -> Result<Vec<f32>, EmbeddingError> {
        Ok(floats(self.device.read_rows(table, first, count)?))
    }

    fn lookup(&mut self, bags: &Bags) -> Result<Vec<f32>, EmbeddingError> {
        self.device.post(&device_batch(bags, self.mean)?)?;
        Ok(floats(self.device.lookup()?))
    }

    fn update(&mut self, gradients: &[f32]) -> Result<(), EmbeddingError> {
        Ok(self.device.update(words(gradients))?)
    }

    fn settle(&mut self) -> Result<(), EmbeddingError> {
        Ok(self.device.settle()?)
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
        Ok(self.device.look_ahead(&device_batch(bags, self.mean)?)?)
    }

    fn catch_up(&mut self, gradients: &[f32]) -> Result<Vec<f32>, EmbeddingError> {
        Ok(floats(self.device.catch_up(words(gradients))?))
    }
}

impl<T: Transport> Jobs for CxlMemStore<T> {
    fn lookup_writes(&mut self, bags: &Bags, peer: Option<u64>) -> Result<(WriteList, Posted), EmbeddingError> {
        let writes = self.device.lookup_writes(&device_batch(bags, self.mean)?, peer)?;
        Ok((writes, self.regions()?))
    }

    fn ahead_writes(&mut self, bags: &Bags, peer: u64) -> Result<(WriteList, Posted), EmbeddingError> {
        let writes = self.device.ahead_writes(&device_batch(bags, self.mean)?, peer)?;
        Ok((writes, self.regions()?))
    }

    fn update_writes(&mut self) -> Result<WriteList, EmbeddingError> {
        Ok(self.device.update_writes()?)
    }

    fn log_writes(&mut self, batch: u64, parameters: Parameters) -> Result<(WriteList, Logged), EmbeddingError> {
        Ok(self.device.log_writes(batch, parameters)?)
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

/// Bit patterns, as drivers take them.
pub(crate) fn words(values: &[f32]) -> &[u32] {
    bytemuck::cast_slice(values)
}

/// What bit patterns of a driver say.
pub(crate) fn floats(words: Vec<u32>) -> Vec<f32> {
    bytemuck::cast_vec(words)
}

//! Where embedding tables live, and who looks them up and updates them.

mod cxl_mem;
mod fits;
mod host_memory;
pub mod lookahead;
mod open;
pub mod relaxed;
mod smartssd;
mod smartssds;

use emberlane_drivers::smartssd::{AssignmentError, SmartSsdError};
use emberlane_drivers::{BatchError, CxlMemError, Logged, Parameters, Recovered, Region};
use thiserror::Error;

pub use cxl_mem::{CxlMemStore, media};
pub(crate) use fits::check as check_fits;
pub use host_memory::HostMemory;
pub(crate) use open::{Opened, open, step, store};
pub use open::{StoreOptions, Trace, rtl_available};
pub use smartssd::{SmartSsdStore, Tables};

use crate::data::{Bags, DataError};
use crate::machine::MachineError;
use crate::planner::{LayoutError, OutboxError, PlanError};

/// Why an embedding operation failed.
#[derive(Debug, Error)]
pub enum EmbeddingError {
    /// The device refused, or could not be reached.
    #[error(transparent)]
    Device(#[from] CxlMemError),
    /// The batch cannot be given to a device.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// The SmartSSD refused, or could not be reached.
    #[error(transparent)]
    SmartSsd(#[from] SmartSsdError),
    /// The batch has no plan for the SmartSSD's kernel.
    #[error(transparent)]
    Assignment(#[from] AssignmentError),
    /// The batch has no plan for the SmartSSD's cache.
    #[error(transparent)]
    Planner(#[from] PlanError),
    /// The planner's thread.
    #[error("the cache planner has no thread: {0}")]
    PlannerThread(std::io::Error),
    /// Batches that are looked up in another order than they were announced in.
    #[error("the batch that is looked up is not the one that was announced")]
    NotAnnounced,
    /// A batch whose EVs do not fit the SmartSSD's kernel.
    #[error("batch {batch}: {source}")]
    Kernel {
        /// The batch, from 0.
        batch: u64,
        /// What does not fit.
        source: AssignmentError,
    },
    /// The data that tells which tables go on which SmartSSD.
    #[error(transparent)]
    Data(#[from] DataError),
    /// Movements of the SmartSSD's cache that do not fit what it holds.
    #[error(transparent)]
    Outbox(#[from] OutboxError),
    /// The batch and the tables on the SmartSSD do not fit.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A row that the table does not have.
    #[error("table {table} has {rows} rows; there is no row {row}")]
    NoRow {
        /// The table.
        table: usize,
        /// Its rows.
        rows: u32,
        /// The row asked for.
        row: u64,
    },
    /// There is no such device here.
    #[error("{0}")]
    NoDevice(String),
    /// The simulated fabric in which the device is.
    #[error(transparent)]
    Machine(#[from] MachineError),
}

impl EmbeddingError {
    /// Whether a device has refused a job.
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(self, Self::Device(CxlMemError::Device(_)))
    }
}

/// Where a device has the vectors of a batch that was posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posted {
    /// Pooled vectors.
    pub pooled: Region,
    /// Gradients.
    pub gradients: Region,
}

/// How long a SmartSSD has worked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worked {
    /// In which its embedding kernel executed plans, picoseconds.
    pub kernel_ps: u64,
    /// In which its cache agent had movements to do, picoseconds.
    pub agent_ps: u64,
    /// EVs that the agent has moved either way, bytes.
    pub moved_bytes: u64,
}

/// What a device says of itself.
#[derive(Clone, Debug, PartialEq)]
pub struct DeviceReport {
    /// Memory channels.
    pub channels: u32,
    /// Hardware counters by name, since the tables were loaded.
    pub counters: Vec<(String, u64)>,
    /// Device time since reset in picoseconds, in a fabric the fabric's; 0 for a device that has no time.
    pub picoseconds: u64,
}

impl DeviceReport {
    /// The counter of this name; 0 when there is none.
    #[must_use]
    pub fn counter(&self, name: &str) -> u64 {
        self.counters.iter().find(|(each, _)| each == name).map_or(0, |(_, value)| *value)
    }
}

/// Embedding tables that can be looked up and trained.
///
/// Pooled vectors and gradients come one a bag, in the order of the bags, `dimension` elements each.
pub trait EmbeddingStore {
    /// Where the tables live, in a word or two.
    fn name(&self) -> &'static str;

    /// Writes whole rows of a table, from `first` on.
    ///
    /// # Errors
    /// Rows that do not exist, and a device that fails.
    fn write_rows(&mut self, table: usize, first: u64, values: &[f32]) -> Result<(), EmbeddingError>;

    /// Reads whole rows of a table, from `first` on.
    ///
    /// # Errors
    /// Rows that do not exist, and a device that fails.
    fn read_rows(&mut self, table: usize, first: u64, count: u64) -> Result<Vec<f32>, EmbeddingError>;

    /// Pools every bag.
    ///
    /// # Errors
    /// Rows that do not exist, and a device that fails.
    fn lookup(&mut self, bags: &Bags) -> Result<Vec<f32>, EmbeddingError>;

    /// Updates the rows of the bags that were looked up last, from one gradient a bag (dL/dpooled).
    ///
    /// # Errors
    /// A device that fails.
    fn update(&mut self, gradients: &[f32]) -> Result<(), EmbeddingError>;

    /// Says which batch comes behind those that were looked up or announced before, so that what it needs can be planned and moved
    /// while others are trained. Who does not plan ahead has no use for it.
    ///
    /// # Errors
    /// Rows that do not exist.
    fn announce(&mut self, _bags: &Bags) -> Result<(), EmbeddingError> {
        Ok(())
    }

    /// Posts a lookup of the batch behind the one that was looked up last, before the gradients of that one are known: with
    /// the tables as they are.
    ///
    /// # Errors
    /// Tables that are on no device, no batch that was looked up, rows that do not exist, and a device that fails.
    fn look_ahead(&mut self, _bags: &Bags) -> Result<(), EmbeddingError> {
        Err(no_jobs(self.name()))
    }

    /// Updates the rows of the bags that were looked up last, from one gradient a bag, as [`update`](Self::update) does, and
    /// returns the pooled vectors of the batch behind, which it brings up to date. They are as those of a lookup now, but for
    /// rounding ([`relaxed`]).
    ///
    /// # Errors
    /// Tables that are on no device, no batch that was looked up ahead, and a device that fails.
    fn catch_up(&mut self, _gradients: &[f32]) -> Result<Vec<f32>, EmbeddingError> {
        Err(no_jobs(self.name()))
    }

    /// Waits until a SmartSSD has done all that was posted, as NDRec's synchronisation does at the end of an iteration
    /// (Section IV-E). Says how long it has worked since it was asked last.
    ///
    /// # Errors
    /// Tables that are on no SmartSSD, and one that fails.
    fn synchronise(&mut self) -> Result<Worked, EmbeddingError> {
        Err(EmbeddingError::NoDevice(format!("{} is no SmartSSD", self.name())))
    }

    /// What the device behind the tables says; `None` when there is none.
    ///
    /// # Errors
    /// A device that fails.
    fn device(&mut self) -> Result<Option<DeviceReport>, EmbeddingError>;

    /// Posts the lists of a batch and a lookup, and does not wait for it. With `peer`, the device flushes the pooled vectors
    /// to that host physical address, and an update waits until the gradients have come over the link.
    ///
    /// # Errors
    /// Tables that are on no device, rows that do not exist, and a device that cannot be reached.
    fn post_lookup(&mut self, _bags: &Bags, _peer: Option<u64>) -> Result<Posted, EmbeddingError> {
        Err(no_jobs(self.name()))
    }

    /// Posts the lists of a batch and a lookup, whose pooled vectors the device flushes to `peer`, and does not wait for it. If
    /// the batch before was posted so, too, the lookup takes the tables as that one has found them, and these are posted behind
    /// it: what brings its vectors up to date when the gradients of the batch before have come over the link, and then the
    /// update of that batch. The last batch has its update from [`post_update`](Self::post_update).
    ///
    /// # Errors
    /// As [`post_lookup`](Self::post_lookup).
    fn post_ahead(&mut self, _bags: &Bags, _peer: u64) -> Result<Posted, EmbeddingError> {
        Err(no_jobs(self.name()))
    }

    /// Posts an update of the batch that was posted last, unless there is no row to update, and does not wait for it.
    ///
    /// # Errors
    /// As [`post_lookup`](Self::post_lookup).
    fn post_update(&mut self) -> Result<(), EmbeddingError> {
        Err(no_jobs(self.name()))
    }

    /// Begins a log of checkpoints: the tables as they are, and these parameters of the MLPs, from before `batch`.
    ///
    /// # Errors
    /// Tables that are on no device, and a device that fails or was opened without a log.
    fn begin_log(&mut self, _batch: u64, _parameters: &[u8]) -> Result<(), EmbeddingError> {
        Err(no_jobs(self.name()))
    }

    /// Gives up what the log holds: to be called before tables are loaded.
    ///
    /// # Errors
    /// As [`begin_log`](Self::begin_log).
    fn give_up_log(&mut self) -> Result<(), EmbeddingError> {
        Err(no_jobs(self.name()))
    }

    /// Posts the log of the batch that was posted last, and does not wait for it; its update does. The parameters of the MLPs
    /// come from a peer.
    ///
    /// # Errors
    /// As [`begin_log`](Self::begin_log).
    fn post_log(&mut self, _batch: u64, _parameters: Parameters) -> Result<Logged, EmbeddingError> {
        Err(no_jobs(self.name()))
    }

    /// Brings tables and parameters back to the newest checkpoint of the log.
    ///
    /// # Errors
    /// As [`begin_log`](Self::begin_log), and a log without a checkpoint.
    fn recover(&mut self) -> Result<Recovered, EmbeddingError> {
        Err(no_jobs(self.name()))
    }

    /// Waits for all that was posted, and applies all gradients that are known.
    ///
    /// # Errors
    /// A device that has refused a job, and one that fails.
    fn settle(&mut self) -> Result<(), EmbeddingError> {
        Ok(())
    }

    /// Where the tables lie in a device's persistent memory; `None`: in none.
    fn tables(&self) -> Option<Region> {
        None
    }

    /// Sets the device's counters to zero.
    ///
    /// # Errors
    /// A device that fails.
    fn clear_counters(&mut self) -> Result<(), EmbeddingError> {
        Ok(())
    }
}

fn no_jobs(name: &str) -> EmbeddingError {
    EmbeddingError::NoDevice(format!("{name} is no device that jobs can be posted to"))
}

/// The lists of a batch as devices take them; with the scale 1/n of every bag if `mean`.
///
/// # Errors
/// Bags that are no lists of rows.
pub fn device_batch(bags: &Bags, mean: bool) -> Result<emberlane_drivers::Batch, EmbeddingError> {
    let mut builder = emberlane_drivers::BatchBuilder::new();
    for table in 0..bags.tables {
        let offsets = &bags.offsets[table * bags.samples..=(table + 1) * bags.samples];
        let start = offsets[0];
        let relative: Vec<u32> = offsets.iter().map(|offset| offset - start).collect();
        let indices = &bags.indices[start as usize..offsets[bags.samples] as usize];
        builder = builder.table(&relative, indices)?;
    }
    let batch = builder.build()?;
    if !mean {
        return Ok(batch);
    }
    let scales = (0..bags.count()).map(|bag| mean_scale(bags.bag(bag).len()).to_bits()).collect();
    Ok(batch.with_scales(scales)?)
}

/// What a sum of `n` rows is multiplied by for their mean: f32(1/n), and 1 for none.
pub(crate) fn mean_scale(n: usize) -> f32 {
    1.0 / n.max(1) as f32
}

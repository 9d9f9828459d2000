//! Where embedding tables live, and who looks them up and updates them.
//!
//! [`EmbeddingStore`] is what every store can do. What only some can is a trait of its own, which a store hands out when it is asked:
//! [`Device`], [`Lookahead`], [`Iterations`], [`Jobs`], [`Durable`], [`Tiers`] and [`Peers`].

use emberlane_data::Bags;
use emberlane_drivers::{Logged, Parameters, Recovered, Region, WriteList};

use crate::{DrawnRows, EmbeddingError, PartialRecoveries, Peers, RecoveryError, RowCacheWork, ShardWaits, Tiers};

/// Embedding tables that can be looked up and trained.
///
/// Pooled vectors and gradients come one a bag, in the order of the bags, `dimension` elements each.
pub trait EmbeddingStore {
    /// Where the tables live, in a word or two.
    fn name(&self) -> &'static str;

    /// Writes whole rows of a table, from `first` on.
    ///
    /// # Errors
    /// Rows that do not exist, and a store that fails.
    fn write_rows(&mut self, table: usize, first: u64, values: &[f32]) -> Result<(), EmbeddingError>;

    /// Takes every row for what it is when drawn, and writes none of them; false if the store wants them written instead.
    ///
    /// # Errors
    /// A store that fails.
    fn begin_drawn(&mut self, _drawn: &DrawnRows) -> Result<bool, EmbeddingError> {
        Ok(false)
    }

    /// Reads whole rows of a table, from `first` on.
    ///
    /// # Errors
    /// Rows that do not exist, and a store that fails.
    fn read_rows(&mut self, table: usize, first: u64, count: u64) -> Result<Vec<f32>, EmbeddingError>;

    /// Pools every bag.
    ///
    /// # Errors
    /// Rows that do not exist, and a store that fails.
    fn lookup(&mut self, bags: &Bags) -> Result<Vec<f32>, EmbeddingError>;

    /// Pools every bag of a batch that is not trained: a store with caches changes nothing in them.
    ///
    /// # Errors
    /// As [`lookup`](Self::lookup).
    fn pool(&mut self, bags: &Bags) -> Result<Vec<f32>, EmbeddingError> {
        self.lookup(bags)
    }

    /// Says which batch comes behind those that were looked up or announced before, so that its rows can be fetched while others are
    /// trained. A store that does not fetch ahead ignores it.
    ///
    /// # Errors
    /// Rows that do not exist, more batches than the store fetches ahead, and a store that fails.
    fn fetch_ahead(&mut self, _bags: &Bags) -> Result<(), EmbeddingError> {
        Ok(())
    }

    /// Updates the rows of the bags that were looked up last, from one gradient a bag (dL/dpooled).
    ///
    /// # Errors
    /// Gradients of another length, and a store that fails.
    fn update(&mut self, gradients: &[f32]) -> Result<(), EmbeddingError>;

    /// Waits until everything that was begun is done and every gradient that is known is applied.
    ///
    /// # Errors
    /// A store that has refused something, and one that fails.
    fn settle(&mut self) -> Result<(), EmbeddingError>;

    /// Settles, and forgets what lookups have left behind, as a cache's contents: what comes next depends on the tables alone, bit for
    /// bit.
    ///
    /// # Errors
    /// As [`settle`](Self::settle).
    fn rest(&mut self) -> Result<(), EmbeddingError> {
        self.settle()
    }

    /// FP32 numbers that the optimiser keeps of each row beside its elements; 0: none.
    fn state_width(&self) -> usize {
        0
    }

    /// Reads what the optimiser keeps of rows of a table, from `first` on: [`state_width`](Self::state_width) numbers each.
    ///
    /// # Errors
    /// Rows that do not exist, and a store that fails.
    fn read_state(&mut self, _table: usize, _first: u64, _count: u64) -> Result<Vec<f32>, EmbeddingError> {
        Ok(Vec::new())
    }

    /// Writes what the optimiser keeps of rows of a table, from `first` on.
    ///
    /// # Errors
    /// Rows that do not exist, another length, and a store that fails.
    fn write_state(&mut self, _table: usize, _first: u64, values: &[f32]) -> Result<(), EmbeddingError> {
        match values.len() {
            0 => Ok(()),
            found => Err(EmbeddingError::Length { what: "state of rows to write", expected: 0, found }),
        }
    }

    /// The device that executes lookups and updates; `None`: the host's own memory and processor.
    fn device(&mut self) -> Option<&mut dyn Device> {
        None
    }

    /// Lookups of a batch before the one in front of it is applied; `None`: the store cannot do it.
    fn lookahead(&mut self) -> Option<&mut dyn Lookahead> {
        None
    }

    /// Iterations of a device whose time is measured; `None`: the store has none.
    fn iterations(&mut self) -> Option<&mut dyn Iterations> {
        None
    }

    /// Jobs that are posted and not waited for; `None`: the store cannot do it.
    fn jobs(&mut self) -> Option<&mut dyn Jobs> {
        None
    }

    /// What survives a loss of power; `None`: nothing does.
    fn durable(&mut self) -> Option<&mut dyn Durable> {
        None
    }

    /// What the batch that was looked up last has met in a cache of rows; `None`: there is none.
    fn cache_work(&self) -> Option<RowCacheWork> {
        None
    }

    /// Tables over several memories; `None`: they are in one.
    fn tiers(&mut self) -> Option<&mut dyn Tiers> {
        None
    }

    /// Other workers, with whom batches are shared; `None`: this one trains alone.
    fn peers(&mut self) -> Option<&mut dyn Peers> {
        None
    }

    /// What was lost with shards that died; `None`: none can.
    fn recoveries(&self) -> Option<PartialRecoveries> {
        None
    }

    /// How long rows of shards were waited for; `None`: there are none.
    fn waits(&self) -> Option<ShardWaits> {
        None
    }
}

/// A device that executes lookups and updates, as an observer sees it.
pub trait Device {
    /// What the device says of itself.
    ///
    /// # Errors
    /// A device that fails.
    fn report(&mut self) -> Result<DeviceReport, EmbeddingError>;

    /// Sets the device's counters to zero.
    ///
    /// # Errors
    /// A device that fails.
    fn clear_counters(&mut self) -> Result<(), EmbeddingError>;
}

/// Lookups of a batch before the one in front of it is applied.
pub trait Lookahead {
    /// Says which batch comes behind those that were looked up or announced before, so that what it needs can be planned and moved
    /// while others are trained. A store that does not plan ahead ignores it.
    ///
    /// # Errors
    /// Rows that do not exist.
    fn announce(&mut self, _bags: &Bags) -> Result<(), EmbeddingError> {
        Ok(())
    }

    /// Begins the lookup of the batch behind the one that was looked up last, before the gradients of that one are known: with
    /// the tables as they are.
    ///
    /// # Errors
    /// No batch that was looked up, rows that do not exist, and a store that fails.
    fn look_ahead(&mut self, bags: &Bags) -> Result<(), EmbeddingError>;

    /// Updates the rows of the bags that were looked up last, from one gradient a bag, as
    /// [`update`](EmbeddingStore::update) does, and returns the pooled vectors of the batch behind, which it brings up to date.
    /// They are as those of a lookup now, but for rounding ([`relaxed`](crate::relaxed)).
    ///
    /// # Errors
    /// No batch that was looked up ahead, and a store that fails.
    fn catch_up(&mut self, gradients: &[f32]) -> Result<Vec<f32>, EmbeddingError>;
}

/// A device that works in iterations, as NDRec's SmartSSD does (Section IV-E).
pub trait Iterations {
    /// Waits until the device has done all that was posted, as NDRec's synchronisation does at the end of an iteration. Says how
    /// long it has worked since it was asked last.
    ///
    /// # Errors
    /// A device that fails.
    fn synchronise(&mut self) -> Result<Worked, EmbeddingError>;

    /// The same of each of several devices.
    ///
    /// # Errors
    /// A device that fails.
    fn synchronise_each(&mut self) -> Result<Vec<Worked>, EmbeddingError> {
        Ok(vec![self.synchronise()?])
    }
}

impl Worked {
    /// What devices have done side by side: the longest time, and the sums of bytes.
    #[must_use]
    pub fn beside(self, other: Self) -> Self {
        Self {
            kernel_ps: self.kernel_ps.max(other.kernel_ps),
            agent_ps: self.agent_ps.max(other.agent_ps),
            evicted_bytes: self.evicted_bytes + other.evicted_bytes,
            loaded_bytes: self.loaded_bytes + other.loaded_bytes,
            kernel_bytes: self.kernel_bytes + other.kernel_bytes,
        }
    }
}

/// Jobs that a device is given and nobody waits for; a machine in simulated time says when they end.
///
/// Each method makes the writes of the host that post jobs, and does none of them: the caller does them, all and in order, before it
/// asks for the next ones ([`WriteList`]).
pub trait Jobs {
    /// The lists of a batch and a lookup. With `peer`, the device flushes the pooled vectors to that host physical address, and an
    /// update waits until the gradients have come over the link. Also says where the device has its vectors.
    ///
    /// # Errors
    /// Rows that do not exist, and a batch that does not fit the device.
    fn lookup_writes(&mut self, bags: &Bags, peer: Option<u64>) -> Result<(WriteList, Posted), EmbeddingError>;

    /// The lists of a batch and a lookup, whose pooled vectors the device flushes to `peer`. If the batch before was posted so, too,
    /// the lookup takes the tables as that one has found them, and these are behind it: what brings its vectors up to date when the
    /// gradients of the batch before have come over the link, and then the update of that batch. The last batch has its update from
    /// [`update_writes`](Self::update_writes).
    ///
    /// # Errors
    /// As [`lookup_writes`](Self::lookup_writes).
    fn ahead_writes(&mut self, bags: &Bags, peer: u64) -> Result<(WriteList, Posted), EmbeddingError>;

    /// An update of the batch that was posted last; nothing if it has no row to update.
    ///
    /// # Errors
    /// No batch that was posted.
    fn update_writes(&mut self) -> Result<WriteList, EmbeddingError>;

    /// The log of the batch that was posted last; its update waits for it. The parameters of the MLPs come from a peer.
    ///
    /// # Errors
    /// No batch that was posted, and a device that was opened without a log.
    fn log_writes(&mut self, batch: u64, parameters: Parameters) -> Result<(WriteList, Logged), EmbeddingError>;
}

/// What survives a loss of power: checkpoints of the tables, with the parameters of the MLPs beside them.
pub trait Durable {
    /// Begins a log of checkpoints: the tables as they are, and these parameters of the MLPs, from before `batch`.
    ///
    /// # Errors
    /// A store that fails, or that was opened without a log.
    fn begin_log(&mut self, batch: u64, parameters: &[u8]) -> Result<(), EmbeddingError>;

    /// Gives up what the log holds: to be called before tables are loaded.
    ///
    /// # Errors
    /// As [`begin_log`](Self::begin_log).
    fn give_up_log(&mut self) -> Result<(), EmbeddingError>;

    /// Brings tables and parameters back to the newest checkpoint of the log.
    ///
    /// # Errors
    /// A log of another experiment, a log without a checkpoint, and a store that fails.
    fn recover(&mut self) -> Result<Recovered, RecoveryError>;

    /// Where the tables lie in persistent memory; `None`: they have no place yet.
    fn tables(&self) -> Option<Region>;
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
    /// EVs that its agent has written to the SSD, bytes.
    pub evicted_bytes: u64,
    /// EVs that its agent has read from the SSD, bytes.
    pub loaded_bytes: u64,
    /// EVs that its kernel has read from the cache or written there, and outputs that it has written, bytes.
    pub kernel_bytes: u64,
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

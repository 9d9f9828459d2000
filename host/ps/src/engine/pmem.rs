//! A shard over a pool, and what its partitions do side by side.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use emberlane_models::power_loss::Image;
use emberlane_pmem::{Durability, InMemory, Recorded};
use rayon::prelude::*;

use super::faults::Fault;
use super::partition::{Context, Partition};
use super::settings::Settings;
use super::sync::RwLock;
use crate::pool::file::{self, Use};
use crate::pool::{Geometry, HEAD_BYTES, Identity, Line, Moment, Pool, PoolError, Run, Slots, Superblock, format};
use crate::{Key, Recovered, ShardStore, StoreError, Tables, Target};

/// A shard whose rows are in a pool, behind a cache in DRAM.
///
/// It begins at the newest checkpoint of its pool.
pub struct Pmem {
    pub(super) tables: Tables,
    pub(super) settings: Settings,
    pub(super) partitions: Vec<RwLock<Partition>>,
    pub(super) pool: Pool,
    pub(super) durability: Durability,
    pub(super) applied: u64,
    pub(super) maintained: u64,
    /// Checkpoints that were asked for and are not done, ascending.
    pub(super) pending: Vec<u64>,
    /// Those that are done, from the one that was committed on, ascending.
    pub(super) retained: Vec<u64>,
    /// Both, ascending.
    pub(super) wanted: Vec<u64>,
    pub(super) committed: u64,
    pub(super) completed: u64,
    /// The run of the training that batches are of, if somebody has said it.
    pub(super) run: Option<Run>,
    /// The last batch has written rows of a state.
    pub(super) is_writing: bool,
    /// Which moments the checkpoints are that were asked for and are not done.
    pub(super) moments: BTreeMap<u64, Moment>,
    /// Pushes that were looked at, whether they were applied or refused.
    pub(super) pushes: u64,
    pub(super) found: Recovered,
    pub(super) fault: Option<Fault>,
    /// Holds the lock of the pool's file.
    _file: Option<File>,
}

impl std::fmt::Debug for Pmem {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Pmem")
            .field("pool", &self.pool.name())
            .field("applied", &self.applied)
            .finish_non_exhaustive()
    }
}

impl Pmem {
    /// Opens the pool in a file, which has to be of this identity, and goes back to its newest checkpoint.
    ///
    /// # Errors
    /// A pool that is in use, of something else, or damaged; a system that fails.
    pub fn open(
        path: &Path,
        identity: &Identity,
        tables: Tables,
        settings: Settings,
        how: &Use,
    ) -> Result<Self, StoreError> {
        Self::open_at(path, identity, tables, settings, how, Target::Newest)
    }

    /// The same, and goes back to what is said.
    ///
    /// # Errors
    /// As [`open`](Self::open), and a checkpoint that there is not.
    pub fn open_at(
        path: &Path,
        identity: &Identity,
        tables: Tables,
        settings: Settings,
        how: &Use,
        target: Target,
    ) -> Result<Self, StoreError> {
        Self::over_file(file::open(path, Some(identity), how)?, tables, settings, target)
    }

    /// The same; a pool that is not there is made, of this geometry, and is this process' from then on.
    ///
    /// # Errors
    /// As [`open_at`](Self::open_at), and no room for a new pool.
    pub fn open_or_create(
        path: &Path,
        (identity, geometry): (&Identity, Geometry),
        tables: Tables,
        settings: Settings,
        how: &Use,
        target: Target,
    ) -> Result<Self, StoreError> {
        Self::over_file(file::open_or_create(path, identity, geometry, how)?, tables, settings, target)
    }

    fn over_file(opened: file::Opened, tables: Tables, settings: Settings, target: Target) -> Result<Self, StoreError> {
        let file::Opened { pool, slots, durability, file } = opened;
        let mut opened = Self::over(pool, slots, durability, Some(file), tables, settings, None)?;
        opened.recover(target)?;
        Ok(opened)
    }

    /// A shard over a pool in the memory of this process, which nothing survives: for whoever counts what is done to it. It has one
    /// partition, with so many slots.
    ///
    /// # Errors
    /// More slots than can be.
    pub fn in_memory(tables: Tables, settings: Settings, slots: u64) -> Result<Self, StoreError> {
        const NAME: &str = "in memory";
        let identity = Identity { job: 0, tables: tables.fingerprint(), shard: 0, shards: 1 };
        let geometry = Geometry { shape: tables.shape(), partitions: 1, slots };
        let bytes = geometry.bytes().ok_or(PoolError::TooLarge { slots, partitions: 1 })?;
        let failed = |source| PoolError::Io { pool: NAME.into(), what: "formatting it", source };
        let recorded = Recorded::from(Image::default(), bytes);
        let witness = recorded.witness();
        format(recorded, identity, geometry, 0).map_err(failed)?;
        let mut whole = vec![0; bytes as usize];
        let (head, _) = whole.split_at_mut(HEAD_BYTES as usize);
        witness.whole().read(0, head);
        let head = head.to_vec();
        Self::open_medium(InMemory::holding(whole), &head, &identity, tables, settings, None)
    }

    /// Opens a pool that is not in a file: one that was [formatted](crate::pool::format).
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub(crate) fn open_medium(
        medium: impl emberlane_pmem::Parts,
        head: &[u8],
        identity: &Identity,
        tables: Tables,
        settings: Settings,
        fault: Option<Fault>,
    ) -> Result<Self, StoreError> {
        let (superblock, unreadable) = crate::pool::superblock("in memory", head)?;
        let (pool, slots) = Pool::open("in memory", medium, superblock, unreadable, identity)?;
        let mut opened = Self::over(pool, slots, Durability::Process, None, tables, settings, fault)?;
        opened.recover(Target::Newest)?;
        Ok(opened)
    }

    fn over(
        mut pool: Pool,
        slots: Vec<Slots>,
        durability: Durability,
        file: Option<File>,
        tables: Tables,
        settings: Settings,
        fault: Option<Fault>,
    ) -> Result<Self, StoreError> {
        if pool.superblock().geometry.shape != tables.shape()
            || pool.superblock().identity.tables != tables.fingerprint()
        {
            return Err(StoreError::Pool(PoolError::Other {
                pool: pool.name().into(),
                what: "tables",
                found: format!("{:016x}", pool.superblock().identity.tables),
                expected: format!("{:016x}", tables.fingerprint()),
            }));
        }
        pool.begin_incarnation()?;
        let shape = tables.shape();
        let partitions = slots.into_iter().map(|slots| RwLock::new(Partition::new(slots, shape))).collect();
        Ok(Self {
            tables,
            settings,
            partitions,
            pool,
            durability,
            applied: 0,
            maintained: 0,
            pending: Vec::new(),
            retained: Vec::new(),
            wanted: Vec::new(),
            committed: 0,
            completed: 0,
            run: None,
            is_writing: false,
            moments: BTreeMap::new(),
            pushes: 0,
            found: Recovered::default(),
            fault,
            _file: file,
        })
    }

    /// What was found when it was opened, or went back last.
    #[must_use]
    pub const fn found(&self) -> &Recovered {
        &self.found
    }

    /// What a fence of its pool is worth.
    #[must_use]
    pub const fn durability(&self) -> Durability {
        self.durability
    }

    /// What its pool says of itself.
    #[must_use]
    pub const fn superblock(&self) -> &Superblock {
        self.pool.superblock()
    }

    /// Whether a batch was maintained and is not applied.
    #[must_use]
    pub const fn is_maintained(&self) -> bool {
        self.maintained > self.applied
    }

    /// The checkpoints that its pool has done, ascending.
    #[must_use]
    pub fn lines(&self) -> Vec<Line> {
        self.pool.lines()
    }

    /// How it works.
    #[must_use]
    pub const fn settings(&self) -> Settings {
        self.settings
    }

    /// What partitions are told.
    pub(super) fn context(&self) -> Context<'_> {
        self.context_of(self.partitions.len())
    }

    fn context_of(&self, partitions: usize) -> Context<'_> {
        Context {
            tables: &self.tables,
            settings: self.settings,
            pool: self.pool.name(),
            capacity: self.settings.cache_rows.map_or(usize::MAX, |rows| rows / partitions),
            pending: &self.pending,
            wanted: &self.wanted,
            fault: self.fault,
        }
    }

    /// Does something in every partition, each by one thread at a time; the first error, in the order of partitions.
    pub(super) fn every<T: Send>(
        &mut self,
        act: impl Fn(&mut Partition, &Context) -> Result<T, StoreError> + Sync,
    ) -> Result<Vec<T>, StoreError> {
        let none = vec![(); self.partitions.len()];
        self.every_with(none, |partition, context, ()| act(partition, context))
    }

    /// As [`every`](Self::every), with something for each.
    pub(super) fn every_with<W: Send, T: Send>(
        &mut self,
        with: Vec<W>,
        act: impl Fn(&mut Partition, &Context, W) -> Result<T, StoreError> + Sync,
    ) -> Result<Vec<T>, StoreError> {
        let mut partitions = std::mem::take(&mut self.partitions);
        let context = self.context_of(partitions.len());
        let act = |(partition, with): (&mut RwLock<Partition>, W)| act(owned(partition), &context, with);
        let done: Vec<Result<T, StoreError>> = if partitions.len() == 1 {
            partitions.iter_mut().zip(with).map(act).collect()
        } else {
            partitions.par_iter_mut().zip(with).map(act).collect()
        };
        self.partitions = partitions;
        done.into_iter().collect()
    }

    /// The numbers of the keys of each partition.
    pub(super) fn grouped(&self, keys: &[Key]) -> Vec<Vec<u32>> {
        let count = self.partitions.len() as u32;
        if count == 1 {
            return vec![(0..keys.len() as u32).collect()];
        }
        let mut groups = vec![Vec::new(); count as usize];
        for (number, key) in (0..).zip(keys) {
            groups[key.partition(count) as usize].push(number);
        }
        groups
    }
}

pub(super) fn owned(partition: &mut RwLock<Partition>) -> &mut Partition {
    partition.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner())
}

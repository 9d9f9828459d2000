//! A shard whose rows are in a CXL-MEM, which updates them itself and keeps an undo log: no batch but the last can be lost.

mod bags;
mod device;
mod file;
mod layout;
mod places;
mod thread;

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard};

use emberlane_data::Bags;
use emberlane_drivers::{CxlMemError, LogError, Parameters, Reason, RecordKind};
#[cfg(test)]
use emberlane_reference::ReferenceCxlMem;
use emberlane_stores::{CxlMemStore, Durable, EmbeddingError, EmbeddingStore, RecoveryError};

use crate::apply::named;
use crate::store::{length, turn};
use crate::{Checkpoints, Counters, Key, Maintained, Push, Recovered, ShardStore, StoreError, Tables, Target};
use device::PARAMETER_BYTES;
pub use device::{PARAMETERS_AT, ShardDevice};
pub use file::{DeviceFile, device_in_file};
use layout::laid_out;
use places::Places;
pub use thread::OnThread;

/// Rows that are drawn at a time when a device begins.
const DRAWN_AT_A_TIME: usize = 4096;

/// Rows in a CXL-MEM, for SGD: those of one shard, in the order of their numbers.
///
/// A batch is logged before it is applied: its rows, as they were. So a recovery goes back to the state before the newest batch that was
/// logged, and every batch is a checkpoint as soon as the next one is logged. Who keeps the pushes of two batches loses nothing and makes
/// nobody else go back.
pub struct CxlMemShard<D> {
    tables: Tables,
    places: Places,
    device: Mutex<CxlMemStore<D>>,
    pulled: Mutex<BTreeSet<Key>>,
    applied: u64,
    maintained: u64,
    /// The newest checkpoint that a recovery finds.
    done: u64,
    counters: Counters,
    /// Records of the log that the last recovery could not use, each with its reason.
    unused: Vec<String>,
}

impl<D> std::fmt::Debug for CxlMemShard<D> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("CxlMemShard").field("applied", &self.applied).finish_non_exhaustive()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl<D: ShardDevice> CxlMemShard<D> {
    /// The rows of shard `shard` of `shards` in the memory of this device: those of the newest checkpoint of its log, or as they are
    /// drawn if nothing was ever there.
    ///
    /// # Errors
    /// Another optimiser than SGD, tables that do not fit, a log of other tables, one that is damaged, and a device that fails.
    pub fn open(device: D, tables: Tables, shard: u32, shards: u32) -> Result<Self, StoreError> {
        let places = Places::new(&tables, shard, shards);
        let device = Mutex::new(laid_out(device, &tables, &places)?);
        let (pulled, counters, unused) = <_>::default();
        let mut shard = Self { tables, places, device, pulled, applied: 0, maintained: 0, done: 0, counters, unused };
        match shard.go_back() {
            Ok(_) => {}
            Err(RecoveryError::NoCheckpoint { .. }) if shard.is_new()? => shard.begin()?,
            Err(error) => return Err(StoreError::Recovery(error)),
        }
        Ok(shard)
    }

    /// Records of the log that the last recovery could not use, each with its reason.
    #[must_use]
    pub fn unused(&self) -> &[String] {
        &self.unused
    }

    fn device(&mut self) -> &mut CxlMemStore<D> {
        self.device.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Whether no log was ever begun, or its begin was cut off: no record of rows is there, whole or damaged. The first one is the last
    /// thing that is written when a log begins, and may be torn.
    fn is_new(&mut self) -> Result<bool, StoreError> {
        match self.device().driver_mut().recover() {
            Err(CxlMemError::Log(LogError::NoCheckpoint { discarded, .. })) => {
                let mut rows = discarded.iter().filter(|each| each.kind == RecordKind::Rows).map(|each| &each.reason);
                let torn = rows.clone().filter(|reason| **reason == Reason::TornHeader).count();
                Ok(torn <= 1 && rows.all(|reason| matches!(reason, Reason::Empty | Reason::TornHeader)))
            }
            Ok(_) | Err(CxlMemError::Log(_)) => Ok(false),
            Err(error) => Err(EmbeddingError::from(error).into()),
        }
    }

    /// Draws all rows, and begins a log.
    fn begin(&mut self) -> Result<(), StoreError> {
        let Self { tables, places, device, .. } = self;
        let device = device.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
        let dimension = tables.shape().dimension;
        device.give_up_log()?;
        for table in 0..tables.rows().len() {
            let keys: Vec<Key> = places.of_table(table as u32).collect();
            for (number, keys) in (0..).zip(keys.chunks(DRAWN_AT_A_TIME)) {
                let mut values = vec![0.0; keys.len() * dimension];
                for (key, values) in keys.iter().zip(values.chunks_exact_mut(dimension)) {
                    tables.begin(*key, values);
                }
                device.write_rows(table, number * DRAWN_AT_A_TIME as u64, &values)?;
            }
        }
        device.begin_log(1, &[0; PARAMETER_BYTES as usize])?;
        self.at(0);
        Ok(())
    }

    fn at(&mut self, checkpoint: u64) {
        (self.applied, self.maintained, self.done) = (checkpoint, checkpoint, checkpoint);
        locked(&self.pulled).clear();
    }

    /// Undoes the newest batch that was logged.
    fn go_back(&mut self) -> Result<Recovered, RecoveryError> {
        let found = Durable::recover(self.device())?;
        let unused: Vec<String> = found.discarded.iter().map(ToString::to_string).collect();
        if !found.exact {
            return Err(RecoveryError::NoCheckpoint { discarded: unused });
        }
        let checkpoint = found.batch - 1;
        self.at(checkpoint);
        // A slot that was never written is no news.
        let written = found.discarded.iter().filter(|each| each.reason != Reason::Empty);
        self.unused = written.map(ToString::to_string).collect();
        Ok(Recovered { checkpoint, rows: self.places.total(), discarded: found.rows, unused })
    }

    fn turn(&self, what: &'static str, batch: u64, is_maintained: bool) -> Result<(), StoreError> {
        turn((self.applied, self.maintained), what, batch, is_maintained)
    }

    /// Refuses a push to a row that the batch has not pulled.
    fn check_pulled(&self, batch: u64, mut keys: impl Iterator<Item = Key>) -> Result<(), StoreError> {
        let pulled = locked(&self.pulled);
        match keys.find(|key| !pulled.contains(key)) {
            Some(key) => Err(StoreError::NotPulled { key, batch }),
            None => Ok(()),
        }
    }

    /// Lets the device log the rows of a batch as they are, and then update them.
    fn update(&mut self, batch: u64, bags: &Bags, gradients: &[f32]) -> Result<(), StoreError> {
        let device = self.device();
        device.lookup(bags)?;
        let parameters = Parameters { source: PARAMETERS_AT, bytes: PARAMETER_BYTES };
        device.driver_mut().post_log(batch, parameters).map_err(EmbeddingError::from)?;
        device.driver_mut().transport_mut().give_parameters().map_err(EmbeddingError::store)?;
        device.update(gradients)?;
        device.settle()?;
        // What is logged now is the state before this batch.
        self.done = self.applied;
        self.counters.completed += 1;
        Ok(())
    }

    /// The batch is over.
    fn end(&mut self, batch: u64) {
        self.counters.updated += std::mem::take(&mut *locked(&self.pulled)).len() as u64;
        self.applied = batch;
    }
}

#[cfg(test)]
impl CxlMemShard<ReferenceCxlMem> {
    /// The device, when the shard is not needed any more: its memory is what power leaves.
    pub(crate) fn into_device(mut self) -> ReferenceCxlMem {
        self.transport(|device| device.clone())
    }

    /// Where the records of rows and of parameters are.
    pub(crate) fn log_slots(&mut self) -> Vec<u64> {
        let plan = self.device().driver_mut().log_plan().expect("it is laid out");
        plan.rows.iter().chain(&plan.parameters).map(|slot| slot.base).collect()
    }

    /// Does something with the device itself.
    pub(crate) fn transport<T>(&mut self, act: impl FnOnce(&mut ReferenceCxlMem) -> T) -> T {
        act(self.device().driver_mut().transport_mut())
    }
}

impl<D: ShardDevice + Send> ShardStore for CxlMemShard<D> {
    fn name(&self) -> &'static str {
        "cxl-mem"
    }

    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn applied(&self) -> u64 {
        self.applied
    }

    fn pull(&self, batch: u64, keys: &[Key], out: &mut [f32]) -> Result<(), StoreError> {
        self.turn("a pull", batch, false)?;
        self.read(keys, out)?;
        locked(&self.pulled).extend(keys);
        Ok(())
    }

    /// SGD keeps no state.
    fn pull_rows(&self, batch: u64, keys: &[Key], out: &mut [f32]) -> Result<(), StoreError> {
        self.pull(batch, keys, out)
    }

    fn read(&self, keys: &[Key], out: &mut [f32]) -> Result<(), StoreError> {
        self.tables.check(keys)?;
        let dimension = self.tables.shape().dimension;
        length("rows to read", keys.len() * dimension, out.len())?;
        let mut device = locked(&self.device);
        for (key, out) in keys.iter().zip(out.chunks_exact_mut(dimension)) {
            let place = self.places.of(*key)?;
            out.copy_from_slice(&device.read_rows(key.table() as usize, place.into(), 1)?);
        }
        Ok(())
    }

    fn maintain(&mut self, batch: u64) -> Result<Maintained, StoreError> {
        self.turn("maintenance", batch, false)?;
        self.maintained = batch;
        let rows = locked(&self.pulled).len() as u64;
        self.counters.pulled += rows;
        Ok(Maintained { rows, ..Maintained::default() })
    }

    fn apply(&mut self, batch: u64, pushes: &[Push], _: bool) -> Result<(), StoreError> {
        self.turn("a push", batch, true)?;
        let dimension = self.tables.shape().dimension;
        pushes.iter().try_for_each(|push| push.check(dimension))?;
        named(pushes)?;
        self.check_pulled(batch, pushes.iter().flat_map(|push| push.keys).copied())?;
        let (bags, gradients) = bags::of_pushes(self.tables.rows().len(), dimension, pushes, &self.places)?;
        if !bags.indices.is_empty() {
            self.update(batch, &bags, &gradients)?;
        }
        self.end(batch);
        Ok(())
    }

    /// The device logs the rows, and updates them by nothing; then the host writes them.
    fn replace(&mut self, batch: u64, keys: &[Key], rows: &[f32], _: bool) -> Result<(), StoreError> {
        self.turn("a push", batch, true)?;
        let dimension = self.tables.shape().dimension;
        length("rows to replace", keys.len() * dimension, rows.len())?;
        self.check_pulled(batch, keys.iter().copied())?;
        let bags = bags::of_rows(self.tables.rows().len(), keys, &self.places)?;
        if !keys.is_empty() {
            self.update(batch, &bags, &vec![0.0; bags.count() * dimension])?;
        }
        for (key, row) in keys.iter().zip(rows.chunks_exact(dimension)) {
            let place = self.places.of(*key)?;
            self.device().write_rows(key.table() as usize, place.into(), row)?;
        }
        self.end(batch);
        Ok(())
    }

    /// Every batch is one.
    fn checkpoint(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    fn begin_anew(&mut self) -> Result<(), StoreError> {
        self.begin()
    }

    fn drain(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    fn checkpoints(&self) -> Checkpoints {
        Checkpoints { pending: Vec::new(), retained: vec![self.done], committed: self.done }
    }

    fn commit(&mut self, global: u64) -> Result<(), StoreError> {
        if global > self.done { Err(StoreError::NotDone { global, done: self.done }) } else { Ok(()) }
    }

    fn recover(&mut self, target: Target) -> Result<Recovered, StoreError> {
        match target {
            Target::At(target) if target != self.done => {
                Err(StoreError::NoCheckpoint { target, there_are: format!("the log has {}", self.done) })
            }
            _ => self.go_back().map_err(StoreError::Recovery),
        }
    }

    fn go_on(&mut self, _: u64) -> Result<(), StoreError> {
        let text = "a CXL-MEM's log numbers its batches: it loses none that has to be left out";
        Err(StoreError::Unavailable(text.to_owned()))
    }

    fn counters(&self) -> Counters {
        Counters { rows: self.places.total(), ..self.counters }
    }
}

//! A shard whose rows are in a CXL-MEM, which updates them itself and keeps an undo log: no batch but the last can be lost.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard};

use emberlane_data::Bags;
use emberlane_drivers::{LogConfiguration, LogMode, Parameters, Transport};
use emberlane_experiment::{Optimizer, Pooling};
use emberlane_reference::ReferenceCxlMem;
use emberlane_stores::{CxlMemStore, Durable, EmbeddingStore, RecoveryError};

use crate::apply::named;
use crate::store::length;
use crate::{Checkpoints, Counters, Key, Maintained, Push, Recovered, ShardStore, StoreError, Tables, Target};

/// Bytes of the dense parameters that a log has beside the rows. A shard has none: one line of zeros.
const PARAMETER_BYTES: u64 = 64;
/// Where the device asks its peer for them.
const PARAMETER_SOURCE: u64 = 1 << 40;

/// Rows in a CXL-MEM, for SGD.
///
/// A batch is logged before it is applied: its rows, as they were. So a recovery goes back to the state before the newest batch that was
/// logged, and every batch is a checkpoint as soon as the next one is logged. Who keeps the pushes of two batches loses nothing and makes
/// nobody else go back.
pub struct CxlMemShard {
    tables: Tables,
    device: Mutex<CxlMemStore<ReferenceCxlMem>>,
    pulled: Mutex<BTreeSet<Key>>,
    applied: u64,
    maintained: u64,
    /// The newest checkpoint that a recovery finds.
    done: u64,
    counters: Counters,
}

impl std::fmt::Debug for CxlMemShard {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("CxlMemShard").field("applied", &self.applied).finish_non_exhaustive()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl CxlMemShard {
    /// The rows in the memory of this device: those of the newest checkpoint of its log, or as they are drawn if it has none.
    ///
    /// # Errors
    /// Another optimiser than SGD, tables that do not fit, a log of other tables, one that is damaged, and a device that fails.
    pub fn open(device: ReferenceCxlMem, tables: Tables) -> Result<Self, StoreError> {
        let step = tables.step();
        if step.optimizer != Optimizer::Sgd {
            return Err(StoreError::Unavailable(format!(
                "cxl-mem updates rows with sgd alone: use train.optimizer = \"sgd\", or other storage than {:?}'s",
                step.optimizer.name()
            )));
        }
        let dimension = tables.shape().dimension;
        let mut store = CxlMemStore::new(device, tables.rows(), dimension, Pooling::Sum, step.learning_rate)?;
        let rows = tables.rows().iter().map(|rows| u64::from(*rows)).sum::<u64>();
        store.configure_log(LogConfiguration {
            configuration: tables.fingerprint() as u32,
            mode: LogMode::Undo,
            largest_rows: u32::try_from(rows).unwrap_or(u32::MAX),
            parameter_bytes: PARAMETER_BYTES,
        })?;
        let (pulled, counters) = <_>::default();
        let mut shard =
            Self { tables, device: Mutex::new(store), pulled, applied: 0, maintained: 0, done: 0, counters };
        match shard.go_back() {
            Ok(_) => {}
            Err(RecoveryError::NoCheckpoint { .. }) => shard.begin()?,
            Err(error) => return Err(StoreError::Recovery(error)),
        }
        Ok(shard)
    }

    /// The device, when the shard is not needed any more: its memory is what power leaves.
    #[must_use]
    pub fn into_device(self) -> ReferenceCxlMem {
        let mut store = self.device.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        store.driver_mut().transport_mut().clone()
    }

    /// Does something with the device itself.
    #[cfg(test)]
    pub(crate) fn transport<T>(&mut self, act: impl FnOnce(&mut ReferenceCxlMem) -> T) -> T {
        let device = self.device.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
        act(device.driver_mut().transport_mut())
    }

    /// Draws all rows, and begins a log.
    fn begin(&mut self) -> Result<(), StoreError> {
        let device = self.device.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
        let dimension = self.tables.shape().dimension;
        device.give_up_log()?;
        for (table, rows) in (0u32..).zip(self.tables.rows()) {
            let mut values = vec![0.0; *rows as usize * dimension];
            for (row, values) in (0..).zip(values.chunks_exact_mut(dimension)) {
                self.tables.begin(Key::new(table, row), values);
            }
            device.write_rows(table as usize, 0, &values)?;
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
        let device = self.device.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
        let found = Durable::recover(device)?;
        let unused: Vec<String> = found.discarded.iter().map(ToString::to_string).collect();
        if !found.exact {
            return Err(RecoveryError::NoCheckpoint { discarded: unused });
        }
        let checkpoint = found.batch - 1;
        self.at(checkpoint);
        Ok(Recovered { checkpoint, rows: self.rows(), discarded: found.rows, unused })
    }

    fn rows(&self) -> u64 {
        self.tables.rows().iter().map(|rows| u64::from(*rows)).sum()
    }

    fn turn(&self, what: &'static str, batch: u64, is_maintained: bool) -> Result<(), StoreError> {
        let expected = self.applied + 1;
        let is_turn = batch == expected && (self.maintained == expected) == is_maintained;
        if is_turn { Ok(()) } else { Err(StoreError::Turn { what, batch, expected }) }
    }
}

/// The pushes as a batch of the device: a bag for each gradient and table, in the order of ranks, and of a rank in that of its bags;
/// with the gradients, each times its scale, which the device would multiply next.
fn bags_of(tables: usize, dimension: usize, pushes: &[Push]) -> Result<(Bags, Vec<f32>), StoreError> {
    // Rows of each bag of each table; bags ascend by push and number.
    let mut lists: Vec<BTreeMap<(usize, u32), Vec<u32>>> = vec![BTreeMap::new(); tables];
    for (number, push) in pushes.iter().enumerate() {
        for (row, key) in push.keys.iter().enumerate() {
            let bags = &push.bags[push.offsets[row] as usize..push.offsets[row + 1] as usize];
            if !bags.is_sorted() {
                return Err(StoreError::Push { what: "bags of a row that do not ascend".to_owned() });
            }
            for bag in bags {
                lists[key.table() as usize].entry((number, *bag)).or_default().push(key.row());
            }
        }
    }
    let samples = lists.iter().map(BTreeMap::len).max().unwrap_or(0);
    let (mut offsets, mut indices, mut gradients) = (vec![0], Vec::new(), Vec::new());
    for list in &lists {
        for ((push, bag), rows) in list {
            indices.extend(rows);
            offsets.push(indices.len() as u32);
            let (push, bag) = (&pushes[*push], *bag as usize);
            let numbers = &push.gradients[bag * dimension..(bag + 1) * dimension];
            gradients.extend(numbers.iter().map(|number| push.scales[bag] * number));
        }
        for _ in list.len()..samples {
            offsets.push(indices.len() as u32);
            gradients.extend(std::iter::repeat_n(0.0, dimension));
        }
    }
    Ok((Bags { tables, samples, offsets, indices }, gradients))
}

impl ShardStore for CxlMemShard {
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
            out.copy_from_slice(&device.read_rows(key.table() as usize, key.row().into(), 1)?);
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
        let pulled = std::mem::take(&mut *locked(&self.pulled));
        if let Some(key) = pushes.iter().flat_map(|push| push.keys).find(|key| !pulled.contains(key)) {
            let key = *key;
            *locked(&self.pulled) = pulled;
            return Err(StoreError::NotPulled { key, batch });
        }
        let (bags, gradients) = bags_of(self.tables.rows().len(), dimension, pushes)?;
        let device = self.device.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
        if !bags.indices.is_empty() {
            device.lookup(&bags)?;
            let parameters = Parameters { source: PARAMETER_SOURCE, bytes: PARAMETER_BYTES };
            device.driver_mut().post_log(batch, parameters).map_err(emberlane_stores::EmbeddingError::from)?;
            give_parameters(device.driver_mut().transport_mut())?;
            device.update(&gradients)?;
            device.settle()?;
            // What is logged now is the state before this batch.
            self.done = self.applied;
            self.counters.completed += 1;
        }
        self.counters.updated += pulled.len() as u64;
        self.applied = batch;
        Ok(())
    }

    fn replace(&mut self, _: u64, _: &[Key], _: &[f32], _: bool) -> Result<(), StoreError> {
        Err(StoreError::Unavailable("cxl-mem updates rows itself, and takes none that were updated".to_owned()))
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

    fn counters(&self) -> Counters {
        Counters { rows: self.rows(), ..self.counters }
    }
}

/// Plays the peer that has the dense parameters, and gives what the device logs of them.
fn give_parameters(device: &mut ReferenceCxlMem) -> Result<(), StoreError> {
    if let Some(log) = device.parameter_log() {
        let given = device.memory_write(log.target, &[0; PARAMETER_BYTES as usize]);
        given.map_err(emberlane_stores::EmbeddingError::store)?;
        device.parameters_logged(true);
    }
    Ok(())
}

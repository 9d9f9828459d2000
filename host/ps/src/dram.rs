//! All rows in DRAM (the paper's DRAM-PS): nothing survives the process. Its checkpoints are copies of what changed.

use std::collections::{BTreeMap, VecDeque};
use std::sync::RwLock;
use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::apply::{named, update};
use crate::store::{forward, length, turn};
use crate::{Checkpoints, Counters, Key, Maintained, Push, Recovered, ShardStore, StoreError, Tables, Target};

/// Rows in DRAM.
///
/// A checkpoint is done at once, as a copy of the rows that have changed since the one before, kept in DRAM, too.
#[derive(Debug)]
pub struct Dram {
    tables: Tables,
    rows: RwLock<Rows>,
    applied: u64,
    /// The batch that was maintained last.
    maintained: u64,
    /// Rows as they were before they were changed since a checkpoint, one for each checkpoint that can be gone back to.
    undo: VecDeque<(u64, Undo)>,
    committed: u64,
    pulled: AtomicU64,
    counters: Counters,
}

/// Rows as they were; `None`: not yet made.
type Undo = BTreeMap<Key, Option<Vec<f32>>>;

#[derive(Debug, Default)]
struct Rows {
    places: FxHashMap<Key, usize>,
    /// `width` numbers each.
    numbers: Vec<f32>,
    /// Rows of the batch.
    pulled: FxHashSet<Key>,
    made: Vec<Key>,
}

impl Dram {
    /// A shard of these tables.
    #[must_use]
    pub fn new(tables: Tables) -> Self {
        Self {
            tables,
            rows: RwLock::default(),
            applied: 0,
            maintained: 0,
            undo: [(0, BTreeMap::new())].into(),
            committed: 0,
            pulled: AtomicU64::new(0),
            counters: Counters::default(),
        }
    }

    fn turn(&self, what: &'static str, batch: u64, is_maintained: bool) -> Result<(), StoreError> {
        turn((self.applied, self.maintained), what, batch, is_maintained)
    }

    fn pull_width(&self, batch: u64, keys: &[Key], out: &mut [f32], width: usize) -> Result<(), StoreError> {
        self.turn("a pull", batch, false)?;
        self.tables.check(keys)?;
        let shape = self.tables.shape();
        length("rows to pull", keys.len() * width, out.len())?;
        let mut rows = self.rows.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        for (key, out) in keys.iter().zip(out.chunks_exact_mut(width)) {
            let place = rows.places.get(key).copied().unwrap_or_else(|| {
                let place = rows.places.len();
                rows.places.insert(*key, place);
                rows.made.push(*key);
                let first = rows.numbers.len();
                rows.numbers.resize(first + shape.width(), 0.0);
                self.tables.begin(*key, &mut rows.numbers[first..]);
                place
            });
            out.copy_from_slice(&rows.numbers[place * shape.width()..][..width]);
            rows.pulled.insert(*key);
        }
        self.pulled.fetch_add(keys.len() as u64, Ordering::Relaxed);
        Ok(())
    }

    /// Changes rows that the batch has pulled, and ends the batch.
    fn change(
        &mut self,
        keys: impl Iterator<Item = Key> + Clone,
        checkpoint: bool,
        mut change: impl FnMut(usize, &mut [f32]),
    ) -> Result<(), StoreError> {
        let width = self.tables.shape().width();
        let rows = self.rows.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(key) = keys.clone().find(|key| !rows.pulled.contains(key)) {
            return Err(StoreError::NotPulled { key, batch: self.applied + 1 });
        }
        let (_, undo) = self.undo.back_mut().expect("there is always a checkpoint to go back to");
        for key in rows.made.drain(..) {
            undo.entry(key).or_insert(None);
        }
        for (number, key) in keys.enumerate() {
            let row = &mut rows.numbers[rows.places[&key] * width..][..width];
            undo.entry(key).or_insert_with(|| Some(row.to_vec()));
            change(number, row);
            self.counters.updated += 1;
        }
        rows.pulled.clear();
        self.applied += 1;
        if checkpoint { self.checkpoint() } else { Ok(()) }
    }
}

impl ShardStore for Dram {
    fn name(&self) -> &'static str {
        "DRAM"
    }

    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn applied(&self) -> u64 {
        self.applied
    }

    fn pull(&self, batch: u64, keys: &[Key], out: &mut [f32]) -> Result<(), StoreError> {
        self.pull_width(batch, keys, out, self.tables.shape().dimension)
    }

    fn pull_rows(&self, batch: u64, keys: &[Key], out: &mut [f32]) -> Result<(), StoreError> {
        self.pull_width(batch, keys, out, self.tables.shape().width())
    }

    fn read(&self, keys: &[Key], out: &mut [f32]) -> Result<(), StoreError> {
        self.tables.check(keys)?;
        let width = self.tables.shape().width();
        length("rows to read", keys.len() * width, out.len())?;
        let rows = self.rows.read().unwrap_or_else(|poisoned| poisoned.into_inner());
        for (key, out) in keys.iter().zip(out.chunks_exact_mut(width)) {
            match rows.places.get(key) {
                Some(place) => out.copy_from_slice(&rows.numbers[place * width..][..width]),
                None => self.tables.begin(*key, out),
            }
        }
        Ok(())
    }

    fn maintain(&mut self, batch: u64) -> Result<Maintained, StoreError> {
        self.turn("maintenance", batch, false)?;
        self.maintained = batch;
        let rows = self.rows.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
        Ok(Maintained { rows: rows.pulled.len() as u64, ..Maintained::default() })
    }

    fn apply(&mut self, batch: u64, pushes: &[Push], checkpoint: bool) -> Result<(), StoreError> {
        self.turn("a push", batch, true)?;
        let dimension = self.tables.shape().dimension;
        pushes.iter().try_for_each(|push| push.check(dimension))?;
        let places = named(pushes)?;
        let (tables, mut sum) = (self.tables.clone(), vec![0.0; dimension]);
        self.change(places.iter().map(|(key, _)| *key), checkpoint, |number, row| {
            update(&tables, pushes, places[number].1.iter().copied(), row, &mut sum);
        })
    }

    fn replace(&mut self, batch: u64, keys: &[Key], rows: &[f32], checkpoint: bool) -> Result<(), StoreError> {
        self.turn("a push", batch, true)?;
        let width = self.tables.shape().width();
        length("rows to replace", keys.len() * width, rows.len())?;
        self.change(keys.iter().copied(), checkpoint, |number, row| {
            row.copy_from_slice(&rows[number * width..(number + 1) * width]);
        })
    }

    fn checkpoint(&mut self) -> Result<(), StoreError> {
        if self.maintained > self.applied {
            return Err(StoreError::MidBatch { what: "a checkpoint", batch: self.maintained });
        }
        if self.undo.back().is_none_or(|(newest, _)| *newest < self.applied) {
            self.undo.push_back((self.applied, BTreeMap::new()));
            self.counters.completed += 1;
        }
        Ok(())
    }

    fn begin_anew(&mut self) -> Result<(), StoreError> {
        *self = Self::new(self.tables.clone());
        Ok(())
    }

    fn drain(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    fn checkpoints(&self) -> Checkpoints {
        let retained = self.undo.iter().map(|(checkpoint, _)| *checkpoint).collect();
        Checkpoints { pending: Vec::new(), retained, committed: self.committed }
    }

    fn commit(&mut self, global: u64) -> Result<(), StoreError> {
        let Checkpoints { retained, .. } = self.checkpoints();
        if !retained.contains(&global) {
            return Err(StoreError::NotDone { global, done: retained.last().copied().unwrap_or(0) });
        }
        self.undo.retain(|(checkpoint, _)| *checkpoint >= global);
        self.committed = global;
        Ok(())
    }

    fn recover(&mut self, target: Target) -> Result<Recovered, StoreError> {
        let Checkpoints { retained, .. } = self.checkpoints();
        let checkpoint = match target {
            // Rows that no checkpoint has are gone with the process.
            Target::Newest | Target::EachNewest => retained.last().copied().unwrap_or(0),
            Target::At(checkpoint) => checkpoint,
        };
        if !retained.contains(&checkpoint) {
            let there_are = format!("there are {retained:?}");
            return Err(StoreError::NoCheckpoint { target: checkpoint, there_are });
        }
        let width = self.tables.shape().width();
        let rows = self.rows.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut discarded = 0;
        while let Some((first, undo)) = self.undo.pop_back() {
            for (key, before) in undo {
                let Some(place) = rows.places.get(&key).copied() else { continue };
                let row = &mut rows.numbers[place * width..][..width];
                match before {
                    Some(before) => row.copy_from_slice(&before),
                    // It stays, as it begins.
                    None => self.tables.begin(key, row),
                }
                discarded += 1;
            }
            if first == checkpoint {
                break;
            }
        }
        rows.pulled.clear();
        rows.made.clear();
        self.undo.push_back((checkpoint, BTreeMap::new()));
        (self.applied, self.maintained) = (checkpoint, checkpoint);
        let rows = rows.places.len() as u64;
        Ok(Recovered { checkpoint, rows, discarded, unused: Vec::new() })
    }

    fn go_on(&mut self, batch: u64) -> Result<(), StoreError> {
        forward(self.applied, self.maintained, batch)?;
        (self.applied, self.maintained) = (batch, batch);
        Ok(())
    }

    fn counters(&self) -> Counters {
        let rows = self.rows.read().unwrap_or_else(|poisoned| poisoned.into_inner());
        let (count, pulled) = (rows.places.len() as u64, self.pulled.load(Ordering::Relaxed));
        Counters { rows: count, cached: count, pulled, hits: pulled - count, made: count, ..self.counters }
    }
}

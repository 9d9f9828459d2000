//! The turns of a batch: pulls, maintenance, pushes, and checkpoints that are done meanwhile.

use super::faults::Fault;
use super::partition::{AHEAD, Pull, Scratch, Sum};
use super::pmem::{Pmem, owned};
use super::settings::Caching;
use crate::apply::update;
use crate::pool::{Line, Run};
use crate::store::{forward, length, turn};
use crate::{Checkpoints, Counters, Key, Maintained, Push, Recovered, ShardStore, StoreError, Tables, Target};

impl Pmem {
    fn pull_width(&self, batch: u64, keys: &[Key], out: &mut [f32], width: usize) -> Result<(), StoreError> {
        self.turn("a pull", batch, false)?;
        self.tables.check(keys)?;
        length("rows to pull", keys.len() * width, out.len())?;
        let context = self.context();
        let mut scratch = Scratch::default();
        for (group, partition) in self.grouped(keys).iter().zip(&self.partitions) {
            let mut part = Pull { batch, keys, out: &mut *out, width, scratch: &mut scratch };
            if self.settings.caching == Caching::Inline {
                partition
                    .write()
                    .unwrap_or_else(|poisoned| poisoned.into_inner())
                    .pull_inline(&context, group, &mut part)?;
            } else {
                let readers = partition.read().unwrap_or_else(|poisoned| poisoned.into_inner());
                let missing = readers.pull(&context, group, &mut part)?;
                // Whoever asks for the other lock while it holds this one waits for everybody who does the same.
                drop(readers);
                if !missing.is_empty() {
                    partition
                        .write()
                        .unwrap_or_else(|poisoned| poisoned.into_inner())
                        .pull_new(&context, &missing, &mut part)?;
                }
            }
        }
        Ok(())
    }

    fn turn(&self, what: &'static str, batch: u64, is_maintained: bool) -> Result<(), StoreError> {
        if self.fault == Some(Fault::NoDedup) && batch == self.applied && is_maintained {
            return Ok(());
        }
        turn((self.applied, self.maintained), what, batch, is_maintained)
    }

    /// Completes what is pending and all of whose rows were written.
    fn complete(&mut self) -> Result<u64, StoreError> {
        let mut done = 0;
        while let Some(checkpoint) = self.pending.first().copied() {
            let written = self.every(|partition, context| Ok(partition.has_written(context, checkpoint)))?;
            if !written.into_iter().all(|written| written) || !self.pool.has_room() {
                break;
            }
            let fault = self.fault;
            let sums = self.every(|partition, context| {
                if fault != Some(Fault::MissingFence) {
                    partition.fence(context)?;
                }
                Ok(partition.first_pending())
            })?;
            let sum = sums.into_iter().fold(Sum::default(), Sum::and);
            let committed = self.committed;
            let incarnation = self.superblock().incarnation;
            let moment = self.moments.get(&checkpoint).copied();
            let line = Line { checkpoint, committed, rows: sum.rows, digest: sum.digest, moment, incarnation };
            self.pool.complete(line)?;
            self.every(|partition, _| {
                partition.complete();
                Ok(())
            })?;
            self.pending.remove(0);
            self.moments.remove(&checkpoint);
            self.retained.push(checkpoint);
            self.completed += 1;
            done += 1;
            if fault == Some(Fault::EarlyCommit) {
                let wanted = std::mem::replace(&mut self.wanted, vec![checkpoint]);
                self.every(|partition, context| {
                    partition.give_up(context);
                    partition.fence(context)
                })?;
                self.wanted = wanted;
            }
        }
        Ok(done)
    }

    /// Slots that no checkpoint needs any more are free.
    fn keep(&mut self, from: u64) -> Result<(), StoreError> {
        self.retained.retain(|checkpoint| *checkpoint >= from);
        self.wanted = self.retained.iter().chain(&self.pending).copied().collect();
        self.every(|partition, context| {
            partition.give_up(context);
            Ok(())
        })?;
        Ok(())
    }

    /// Ends a batch, after its rows were changed.
    fn end(&mut self, batch: u64, checkpoint: bool) -> Result<(), StoreError> {
        self.every(|partition, context| partition.end(context))?;
        self.applied = batch;
        if !checkpoint {
            return Ok(());
        }
        let name = if self.fault == Some(Fault::MidBatchRequest) { batch - 1 } else { batch };
        self.request(name)
    }

    fn request(&mut self, checkpoint: u64) -> Result<(), StoreError> {
        if self.wanted.last() >= Some(&checkpoint) {
            return Ok(());
        }
        self.every(|partition, context| {
            partition.request(context, checkpoint);
            Ok(())
        })?;
        self.pending.push(checkpoint);
        self.wanted.push(checkpoint);
        // It may be done when another run has begun.
        let moment = self.run.and_then(|run| run.moment(checkpoint, self.is_writing));
        self.moments.extend(moment.map(|moment| (checkpoint, moment)));
        Ok(())
    }

    /// Refuses what is for batch ends alone.
    fn at_rest(&self, what: &'static str) -> Result<(), StoreError> {
        if self.maintained > self.applied {
            return Err(StoreError::MidBatch { what, batch: self.maintained });
        }
        Ok(())
    }
}

impl ShardStore for Pmem {
    fn name(&self) -> &'static str {
        self.settings.name()
    }

    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn applied(&self) -> u64 {
        self.applied
    }

    /// Algorithm 1. What is there is copied under a lock that readers share. That lock is let go before the other one is asked for, and
    /// a row that was missing is looked for again under that: Algorithm 1 asks for it in line 7 while it holds the first.
    fn pull(&self, batch: u64, keys: &[Key], out: &mut [f32]) -> Result<(), StoreError> {
        self.pull_width(batch, keys, out, self.tables.shape().dimension)
    }

    fn pull_rows(&self, batch: u64, keys: &[Key], out: &mut [f32]) -> Result<(), StoreError> {
        self.pull_width(batch, keys, out, self.tables.shape().width())
    }

    fn prefetch(&self, keys: &[Key]) -> Result<(), StoreError> {
        self.tables.check(keys)?;
        let context = self.context();
        let mut scratch = Scratch::default();
        for (group, partition) in self.grouped(keys).iter().zip(&self.partitions) {
            let keys: Vec<Key> = group.iter().map(|number| keys[*number as usize]).collect();
            let mut partition = partition.write().unwrap_or_else(|poisoned| poisoned.into_inner());
            partition.prefetch(&context, &keys, &mut scratch)?;
        }
        Ok(())
    }

    fn read(&self, keys: &[Key], out: &mut [f32]) -> Result<(), StoreError> {
        self.tables.check(keys)?;
        let width = self.tables.shape().width();
        length("rows to read", keys.len() * width, out.len())?;
        let context = self.context();
        let mut scratch = Scratch::default();
        for (group, partition) in self.grouped(keys).iter().zip(&self.partitions) {
            let partition = partition.read().unwrap_or_else(|poisoned| poisoned.into_inner());
            for number in group {
                let (key, out) = (keys[*number as usize], &mut out[*number as usize * width..][..width]);
                if !partition.peek(&context, key, out, &mut scratch)? {
                    self.tables.begin(key, out);
                }
            }
        }
        Ok(())
    }

    fn maintain(&mut self, batch: u64) -> Result<Maintained, StoreError> {
        self.turn("maintenance", batch, false)?;
        let done = self.every(|partition, context| partition.maintain(context, batch))?;
        self.maintained = batch;
        let mut sum = done.into_iter().fold(Maintained::default(), |sum, done| Maintained {
            rows: sum.rows + done.rows,
            loaded: sum.loaded + done.loaded,
            flushed: sum.flushed + done.flushed,
            evicted: sum.evicted + done.evicted,
            completed: 0,
        });
        sum.completed = self.complete()?;
        Ok(sum)
    }

    fn apply(&mut self, batch: u64, pushes: &[Push], checkpoint: bool) -> Result<(), StoreError> {
        self.turn("a push", batch, true)?;
        let dimension = self.tables.shape().dimension;
        pushes.iter().try_for_each(|push| push.check(dimension))?;
        let groups: Vec<Vec<Vec<u32>>> = pushes.iter().map(|push| self.grouped(push.keys)).collect();
        let numbered = self.pushes + 1;
        self.pushes += pushes.len() as u64;
        // Every row is found before one is changed.
        let mut found = Vec::with_capacity(self.partitions.len());
        for (number, partition) in self.partitions.iter_mut().enumerate() {
            let partition = owned(partition);
            let mut places: Vec<(u32, u32, u32)> = Vec::new();
            for (push, of) in (0u32..).zip(pushes) {
                let rows = &groups[push as usize][number];
                let found = partition.pushed(batch, numbered + u64::from(push), of.keys, rows)?;
                places.extend(found.into_iter().zip(rows).map(|(place, row)| (place, push, *row)));
            }
            if pushes.len() > 1 {
                // Of each row by ranks.
                places.sort_unstable();
            }
            found.push(places);
        }
        self.every_with(found, |partition, context, places| {
            let mut sum = vec![0.0; dimension];
            let (mut done, mut near) = (0, 0);
            for of_row in places.chunk_by(|one, other| one.0 == other.0) {
                if done >= near {
                    near = (done + AHEAD).min(places.len());
                    partition.bring_near(places[done..near].iter().map(|(place, ..)| *place));
                }
                done += of_row.len();
                let named = of_row.iter().map(|(_, push, row)| (*push, *row));
                update(context.tables, pushes, named, partition.change(of_row[0].0), &mut sum);
            }
            Ok(())
        })?;
        // A batch that writes rows pushes nothing, also where none of them is this shard's.
        self.is_writing &= pushes.is_empty();
        self.end(batch, checkpoint)
    }

    fn replace(&mut self, batch: u64, keys: &[Key], rows: &[f32], checkpoint: bool) -> Result<(), StoreError> {
        self.turn("a push", batch, true)?;
        let width = self.tables.shape().width();
        length("rows to replace", keys.len() * width, rows.len())?;
        self.pushes += 1;
        let groups = self.grouped(keys);
        let mut found = Vec::with_capacity(keys.len());
        for (group, partition) in groups.iter().zip(&mut self.partitions) {
            let partition = owned(partition);
            found.extend(partition.pushed(batch, self.pushes, keys, group)?);
        }
        let mut found = found.into_iter();
        for (group, partition) in groups.iter().zip(&mut self.partitions) {
            let partition = owned(partition);
            for (number, place) in group.iter().zip(&mut found) {
                partition.change(place).copy_from_slice(&rows[*number as usize * width..][..width]);
            }
        }
        self.is_writing = true;
        self.end(batch, checkpoint)
    }

    fn checkpoint(&mut self) -> Result<(), StoreError> {
        self.at_rest("a checkpoint")?;
        self.request(self.applied)
    }

    /// A line of checkpoint 0 comes before all others go.
    fn begin_anew(&mut self) -> Result<(), StoreError> {
        if self.pool.lines().iter().all(|line| line.checkpoint > 0) {
            let newest = self.retained.last().copied().unwrap_or(0);
            self.pool.give_up(|line| line.checkpoint < newest)?;
            self.pool.complete(Line { incarnation: self.superblock().incarnation, ..Line::default() })?;
        }
        self.go_back(Target::At(0))?;
        Ok(())
    }

    fn drain(&mut self) -> Result<(), StoreError> {
        self.at_rest("draining")?;
        self.every(|partition, context| partition.drain_all(context))?;
        self.complete()?;
        Ok(())
    }

    fn checkpoints(&self) -> Checkpoints {
        let pending = self.pending.clone();
        Checkpoints { pending, retained: self.retained.clone(), committed: self.committed }
    }

    /// The lines of earlier checkpoints are emptied before a slot of theirs is given free: what is lost then is not gone back to.
    fn commit(&mut self, global: u64) -> Result<(), StoreError> {
        if global <= self.committed && self.retained.first() >= Some(&global) {
            return Ok(());
        }
        if !self.retained.contains(&global) {
            return Err(StoreError::NotDone { global, done: self.retained.last().copied().unwrap_or(0) });
        }
        self.pool.give_up(|line| line.checkpoint < global)?;
        self.committed = global;
        self.keep(global)?;
        self.complete()?;
        Ok(())
    }

    fn recover(&mut self, target: Target) -> Result<Recovered, StoreError> {
        self.go_back(target)
    }

    fn go_on(&mut self, batch: u64) -> Result<(), StoreError> {
        forward(self.applied, self.maintained, batch)?;
        (self.applied, self.maintained) = (batch, batch);
        Ok(())
    }

    fn run(&self) -> Option<Run> {
        self.run
    }

    fn set_run(&mut self, run: Option<Run>) {
        self.run = run;
    }

    fn counters(&self) -> Counters {
        let mut sum = Counters { completed: self.completed, medium: self.pool.counts(), ..Counters::default() };
        for partition in &self.partitions {
            partition.read().unwrap_or_else(|poisoned| poisoned.into_inner()).count(&mut sum);
        }
        sum
    }
}

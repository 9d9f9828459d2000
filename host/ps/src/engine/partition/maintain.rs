//! What happens to cache and checkpoints behind all pulls of a batch (Algorithm 2).

use super::{AHEAD, Context, Copied, NOWHERE, Partition, Scratch};
use crate::engine::faults::Fault;
use crate::engine::settings::{Caching, Checkpointing};
use crate::{Key, Maintained, StoreError};

impl Partition {
    /// A row is used by batch `batch`: what it was is written if a checkpoint needs it, and it stays in the cache until the push.
    pub(super) fn touch(
        &mut self,
        context: &Context,
        batch: u64,
        key: Key,
        scratch: &mut Scratch,
        done: &mut Maintained,
    ) -> Result<(), StoreError> {
        let place = *self.index.get(&key).expect("rows that were pulled are known");
        let mut cached = place.cached;
        if cached == NOWHERE {
            self.load(context, key, place, scratch)?;
            cached = self.cache.insert(key, batch, |row| row.copy_from_slice(&scratch.row));
            self.index.get_mut(&key).expect("known").cached = cached;
            done.loaded += 1;
        } else if self.cache.cached(cached).is_pinned {
            return Ok(());
        } else {
            let row = *self.cache.cached(cached);
            let is_batch_aware = matches!(context.settings.checkpointing, Checkpointing::BatchAware { .. });
            let newest = context.newest_pending().filter(|_| is_batch_aware);
            if row.is_dirty && newest.is_some_and(|checkpoint| row.version <= checkpoint) {
                self.flush(context, cached)?;
                done.flushed += 1;
            }
            self.cache.use_row(cached);
            self.cache.cached_mut(cached).version = batch;
        }
        if self.cache.cached(cached).is_dirty {
            // It is of the newest version now.
            self.cache.set_dirty(cached);
        } else {
            self.cache.expect(cached);
        }
        if context.settings.writes_ahead() {
            self.cache.rank(cached);
        }
        self.cache.cached_mut(cached).is_pinned = context.fault != Some(Fault::NoPins);
        self.pinned.push(cached);
        done.rows += 1;
        Ok(())
    }

    /// Evicts rows until no more than the cache's size are left, or only those that the batch uses.
    pub(super) fn evict(&mut self, context: &Context, done: &mut Maintained) -> Result<(), StoreError> {
        while self.cache.len() > context.capacity {
            let Some(victim) = self.cache.oldest() else { break };
            self.evict_row(context, victim, done)?;
        }
        let overflow = self.cache.len().saturating_sub(context.capacity) as u64;
        self.tally.overflow = self.tally.overflow.max(overflow);
        Ok(())
    }

    fn evict_row(&mut self, context: &Context, victim: u32, done: &mut Maintained) -> Result<(), StoreError> {
        let row = *self.cache.cached(victim);
        if row.copied > 0 {
            self.write_copies(context, usize::MAX, done)?;
        }
        if row.is_dirty {
            self.flush(context, victim)?;
            done.flushed += 1;
        }
        self.cache.remove(victim);
        self.index.get_mut(&row.key).expect("a row in the cache is known").cached = NOWHERE;
        self.tally.evicted += 1;
        done.evicted += 1;
        Ok(())
    }

    /// Behind all pulls of a batch: Algorithm 2.
    pub(in crate::engine) fn maintain(&mut self, context: &Context, batch: u64) -> Result<Maintained, StoreError> {
        let mut done = Maintained::default();
        let mut scratch = Scratch::default();
        self.write_ahead(context, &mut done)?;
        let pulled = std::mem::take(&mut *self.pulled.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner()));
        for keys in pulled.chunks(AHEAD) {
            let place = |key: &Key| self.index.get(key).map(|place| place.cached).filter(|cached| *cached != NOWHERE);
            self.cache.bring_order_near(&keys.iter().filter_map(place).collect::<Vec<_>>());
            for key in keys {
                self.touch(context, batch, *key, &mut scratch, &mut done)?;
            }
        }
        if context.settings.caching == Caching::Inline {
            // They were touched when they were pulled.
            done.rows = self.pinned.len() as u64;
        }
        self.evict(context, &mut done)?;
        self.write_behind(context, &mut done)?;
        Ok(done)
    }

    /// Writes some rows that no checkpoint waits for: those that have changed most since they were written, so that fewest changes are lost
    /// with this process. No row is pinned yet, so all are as after the batch of their version. A slot is left for each row of
    /// the cache, so that those find one when they leave it.
    fn write_ahead(&mut self, context: &Context, done: &mut Maintained) -> Result<(), StoreError> {
        let rows = if context.settings.writes_ahead() { context.settings.ahead_rows } else { 0 };
        for _ in 0..rows {
            if self.free.len() <= self.cache.len() {
                if self.free.len() + self.freed.len() <= self.cache.len() {
                    break;
                }
                self.fence(context)?;
            }
            let Some(changed) = self.cache.most_changed() else { break };
            self.flush(context, changed)?;
            done.flushed += 1;
        }
        Ok(())
    }

    /// Writes some of what pending checkpoints wait for.
    fn write_behind(&mut self, context: &Context, done: &mut Maintained) -> Result<(), StoreError> {
        match context.settings.checkpointing {
            Checkpointing::BatchAware { drain_rows } => self.drain(context, drain_rows, done),
            Checkpointing::Incremental { write_rows } => self.write_copies(context, write_rows, done),
        }
    }

    /// Writes up to so many rows that pending checkpoints wait for; they stay in the cache.
    fn drain(&mut self, context: &Context, most: usize, done: &mut Maintained) -> Result<(), StoreError> {
        let Some(newest) = context.newest_pending() else { return Ok(()) };
        for _ in 0..most {
            let Some(oldest) = self.cache.oldest_dirty().filter(|place| self.cache.cached(*place).version <= newest)
            else {
                break;
            };
            self.flush(context, oldest)?;
            done.flushed += 1;
        }
        Ok(())
    }

    fn write_copies(&mut self, context: &Context, most: usize, done: &mut Maintained) -> Result<(), StoreError> {
        for _ in 0..most {
            let Some(Copied { key, version, changes, row }) = self.copies.pop_front() else { break };
            self.write(context, key, version, &row)?;
            self.cache.wrote(changes);
            done.flushed += 1;
            let cached = self.index[&key].cached;
            if cached != NOWHERE && self.cache.cached(cached).copied == version {
                self.cache.cached_mut(cached).copied = 0;
            }
        }
        Ok(())
    }

    /// Writes all that pending checkpoints wait for.
    pub(in crate::engine) fn drain_all(&mut self, context: &Context) -> Result<(), StoreError> {
        let mut done = Maintained::default();
        match context.settings.checkpointing {
            Checkpointing::BatchAware { .. } => self.drain(context, usize::MAX, &mut done),
            Checkpointing::Incremental { .. } => self.write_copies(context, usize::MAX, &mut done),
        }
    }

    /// Whether all rows of a checkpoint were written.
    pub(in crate::engine) fn has_written(&self, context: &Context, checkpoint: u64) -> bool {
        match context.settings.checkpointing {
            Checkpointing::BatchAware { .. } => {
                self.cache.oldest_dirty().is_none_or(|place| self.cache.cached(place).version > checkpoint)
            }
            Checkpointing::Incremental { .. } => self.copies.front().is_none_or(|copied| copied.version > checkpoint),
        }
    }
}

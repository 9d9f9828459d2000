//! Pulls (Algorithm 1), and rows that are brought near.

use super::{AHEAD, Context, NOWHERE, Partition, Place, Scratch};
use crate::engine::settings::Caching;
use crate::engine::sync::Ordering;
use crate::{Key, Maintained, StoreError};

/// A pull, as far as one partition answers it.
pub(in crate::engine) struct Pull<'p> {
    pub(in crate::engine) batch: u64,
    pub(in crate::engine) keys: &'p [Key],
    pub(in crate::engine) out: &'p mut [f32],
    /// Numbers of each row that are asked for.
    pub(in crate::engine) width: usize,
    pub(in crate::engine) scratch: &'p mut Scratch,
}

impl Pull<'_> {
    /// A row's key, where it is copied to, and room to read it.
    fn row(&mut self, number: u32) -> (Key, &mut [f32], &mut Scratch) {
        let number = number as usize;
        (self.keys[number], &mut self.out[number * self.width..][..self.width], self.scratch)
    }
}

/// Where a row was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Where {
    Cache,
    Pool,
    Nowhere,
}

impl Partition {
    /// Copies a row as it is.
    fn copy(&self, context: &Context, key: Key, out: &mut [f32], scratch: &mut Scratch) -> Result<Where, StoreError> {
        self.copy_from(context, key, self.index.get(&key).copied(), out, scratch)
    }

    /// Copies a row that is there.
    fn copy_from(
        &self,
        context: &Context,
        key: Key,
        place: Option<Place>,
        out: &mut [f32],
        scratch: &mut Scratch,
    ) -> Result<Where, StoreError> {
        let Some(place) = place else { return Ok(Where::Nowhere) };
        let length = out.len();
        if place.cached != NOWHERE {
            out.copy_from_slice(&self.cache.row(place.cached)[..length]);
            return Ok(Where::Cache);
        }
        self.load(context, key, place, scratch)?;
        out.copy_from_slice(&scratch.row[..length]);
        Ok(Where::Pool)
    }

    /// Copies a row as it is for whoever does not train; `Ok(false)`: there is none yet.
    pub(in crate::engine) fn peek(
        &self,
        context: &Context,
        key: Key,
        out: &mut [f32],
        scratch: &mut Scratch,
    ) -> Result<bool, StoreError> {
        Ok(self.copy(context, key, out, scratch)? != Where::Nowhere)
    }

    /// Copies the rows there are for a pull, and returns the numbers of the others.
    pub(in crate::engine) fn pull(
        &self,
        context: &Context,
        group: &[u32],
        pull: &mut Pull,
    ) -> Result<Vec<u32>, StoreError> {
        let (mut missing, mut hits, mut misses) = (Vec::new(), 0, 0);
        // Looking all of them up first lets the processor wait for many at a time.
        let places: Vec<Option<Place>> =
            group.iter().map(|number| self.index.get(&pull.keys[*number as usize]).copied()).collect();
        for (at, (number, place)) in group.iter().zip(&places).enumerate() {
            if at.is_multiple_of(AHEAD) {
                let near = || places[at..].iter().take(AHEAD).flatten();
                self.cache.bring_near(near().map(|place| place.cached).filter(|cached| *cached != NOWHERE));
                near().filter(|place| place.cached == NOWHERE).for_each(|place| self.slots.bring_near(place.slot));
            }
            let (key, out, scratch) = pull.row(*number);
            match self.copy_from(context, key, *place, out, scratch)? {
                Where::Cache => hits += 1,
                Where::Pool => misses += 1,
                Where::Nowhere => missing.push(*number),
            }
        }
        self.tally.hits.fetch_add(hits, Ordering::Relaxed);
        self.tally.misses.fetch_add(misses, Ordering::Relaxed);
        if missing.is_empty() {
            self.note(group, pull.keys);
            return Ok(missing);
        }
        let found: Vec<u32> = group.iter().filter(|number| missing.binary_search(number).is_err()).copied().collect();
        self.note(&found, pull.keys);
        Ok(missing)
    }

    /// Makes rows for a pull that no other has made meanwhile.
    pub(in crate::engine) fn pull_new(
        &mut self,
        context: &Context,
        group: &[u32],
        pull: &mut Pull,
    ) -> Result<(), StoreError> {
        let batch = pull.batch;
        for number in group {
            let (key, out, scratch) = pull.row(*number);
            if !self.make(context, batch, key)? {
                self.tally.hits.fetch_add(1, Ordering::Relaxed);
            }
            self.copy(context, key, out, scratch)?;
        }
        self.note(group, pull.keys);
        Ok(())
    }

    /// Copies rows for a pull, makes those that there are not, and looks after the cache at once.
    pub(in crate::engine) fn pull_inline(
        &mut self,
        context: &Context,
        group: &[u32],
        pull: &mut Pull,
    ) -> Result<(), StoreError> {
        let (mut done, batch) = (Maintained::default(), pull.batch);
        for number in group {
            let (key, out, scratch) = pull.row(*number);
            if !self.make(context, batch, key)? {
                let is_cached = self.index[&key].cached != NOWHERE;
                let tally = if is_cached { &self.tally.hits } else { &self.tally.misses };
                tally.fetch_add(1, Ordering::Relaxed);
            }
            self.touch(context, batch, key, scratch, &mut done)?;
            self.copy(context, key, out, scratch)?;
            self.evict(context, &mut done)?;
        }
        self.tally.pulled.fetch_add(group.len() as u64, Ordering::Relaxed);
        Ok(())
    }

    /// The batch uses these rows.
    fn note(&self, group: &[u32], keys: &[Key]) {
        let mut pulled = self.pulled.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        pulled.extend(group.iter().map(|number| keys[*number as usize]));
        self.tally.pulled.fetch_add(group.len() as u64, Ordering::Relaxed);
    }

    /// Makes a row for batch `batch`; `Ok(false)`: there is one.
    fn make(&mut self, context: &Context, batch: u64, key: Key) -> Result<bool, StoreError> {
        if self.index.contains_key(&key) {
            return Ok(false);
        }
        // Every row needs a slot of its own, whatever else slots are held for.
        let taken = self.index.len() + self.held.len();
        if taken >= self.slots.count() as usize {
            return Err(self.full(context));
        }
        let cached = self.cache.insert(key, batch, |row| context.tables.begin(key, row));
        self.cache.set_dirty(cached);
        self.index.insert(key, Place { cached, slot: NOWHERE, version: 0 });
        self.tally.made += 1;
        Ok(true)
    }

    /// Loads rows that a later batch will pull, as far as clean ones can make room for them.
    pub(in crate::engine) fn prefetch(
        &mut self,
        context: &Context,
        keys: &[Key],
        scratch: &mut Scratch,
    ) -> Result<(), StoreError> {
        /// So many old rows are looked at for one that is clean.
        const LOOKED_AT: usize = 8;
        if context.settings.caching != Caching::Pipelined {
            return Ok(());
        }
        for key in keys {
            let Some(place) = self.index.get(key).copied().filter(|place| place.cached == NOWHERE) else { continue };
            if self.cache.len() >= context.capacity {
                let Some(victim) = self.cache.oldest_clean(LOOKED_AT) else { break };
                let key = self.cache.cached(victim).key;
                self.cache.remove(victim);
                self.index.get_mut(&key).expect("a row in the cache is known").cached = NOWHERE;
                self.tally.evicted += 1;
            }
            self.load(context, *key, place, scratch)?;
            let cached = self.cache.insert(*key, place.version, |row| row.copy_from_slice(&scratch.row));
            self.index.get_mut(key).expect("known").cached = cached;
        }
        Ok(())
    }
}

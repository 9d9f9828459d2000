//! Pushes, and the checkpoint at the end of a batch.

use super::{Context, Copied, NOWHERE, Partition, Sum};
use crate::engine::settings::{Caching, Checkpointing};
use crate::{Key, Maintained, StoreError};

impl Partition {
    /// Finds the rows `group` of push `push`, all of which the batch has pulled: their places in the cache. Every push has another number.
    pub(in crate::engine) fn pushed(
        &mut self,
        batch: u64,
        push: u64,
        keys: &[Key],
        group: &[u32],
    ) -> Result<Vec<u32>, StoreError> {
        // Looking all of them up first lets the processor wait for many at a time.
        let place = |number: &u32| self.index.get(&keys[*number as usize]).map_or(NOWHERE, |place| place.cached);
        let places: Vec<u32> = group.iter().map(place).collect();
        for (number, cached) in group.iter().zip(&places) {
            let key = keys[*number as usize];
            if *cached == NOWHERE || self.cache.cached(*cached).version != batch {
                return Err(StoreError::NotPulled { key, batch });
            }
            let row = self.cache.cached_mut(*cached);
            if row.named == push {
                return Err(StoreError::twice(key));
            }
            row.named = push;
        }
        Ok(places)
    }

    /// Rows that will change soon.
    pub(in crate::engine) fn bring_near(&self, places: impl IntoIterator<Item = u32>) {
        self.cache.bring_near(places);
    }

    /// A row that changes.
    pub(in crate::engine) fn change(&mut self, place: u32) -> &mut [f32] {
        self.cache.change(place);
        self.tally.updated += 1;
        self.cache.row_mut(place)
    }

    /// All pushes of a batch were applied.
    pub(in crate::engine) fn end(&mut self, context: &Context) -> Result<(), StoreError> {
        for place in self.pinned.drain(..) {
            self.cache.let_go(place);
        }
        if context.settings.caching == Caching::None {
            self.evict(context, &mut Maintained::default())?;
        }
        Ok(())
    }

    /// The state as it is is to become a checkpoint. Rows that a later batch has made already are none of it.
    pub(in crate::engine) fn request(&mut self, context: &Context, checkpoint: u64) {
        if let Checkpointing::Incremental { .. } = context.settings.checkpointing {
            let is_before = |place: &u32| self.cache.cached(*place).version <= checkpoint;
            let dirty: Vec<u32> = self.cache.dirty().take_while(is_before).collect();
            for place in dirty {
                let (cached, row) = (*self.cache.cached(place), self.cache.row(place).to_vec());
                let changes = self.cache.take_changes(place);
                self.copies.push_back(Copied { key: cached.key, version: cached.version, changes, row });
                self.cache.set_clean(place);
                self.cache.cached_mut(place).copied = cached.version;
            }
        }
        self.pending.push_back((checkpoint, self.now));
    }

    /// The first pending checkpoint is done.
    pub(in crate::engine) fn complete(&mut self) {
        self.pending.pop_front();
    }

    /// What the first pending checkpoint consists of here.
    pub(in crate::engine) fn first_pending(&self) -> Sum {
        self.pending.front().map_or(Sum::default(), |(_, sum)| *sum)
    }

    /// Gives free what no wanted checkpoint needs any more.
    pub(in crate::engine) fn give_up(&mut self, context: &Context) {
        let freed = &mut self.freed;
        self.held.retain(|held| {
            let is_wanted = context.is_wanted(held.from, held.until);
            if !is_wanted {
                freed.push(held.slot);
            }
            is_wanted
        });
    }
}

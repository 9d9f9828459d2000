//! What a shard that was started knows of where the ranks are, until it goes on there.

use std::collections::BTreeMap;

use crate::wire::{Enter, Entered, Header};

/// What ranks have said to a shard that waits for all of them.
pub(super) struct Entry<T> {
    /// Of each rank: the newest batch that it has used, if it has not only begun, and what it knows of losses.
    pub(super) said: BTreeMap<u16, (Option<u64>, Enter)>,
    pub(super) waits: BTreeMap<u16, (T, Header)>,
    /// Behind which batch it goes on, and with what, when all have said it.
    pub(super) done: Option<(u64, Entered)>,
    /// Batches that the shard has lost, those of processes before this one included, as far as ranks know.
    pub(super) lost: u64,
}

impl<T> Default for Entry<T> {
    fn default() -> Self {
        Self { said: BTreeMap::new(), waits: BTreeMap::new(), done: None, lost: 0 }
    }
}

impl<T> Entry<T> {
    /// Whether rows of a batch that is lost are asked for by a rank that has not seen it, as another has.
    pub fn has_to_show(&self, batch: u64) -> bool {
        self.done.is_some_and(|(until, Entered { agreed, .. })| until == batch && !agreed)
    }

    /// Another process has come in place of one that has said something.
    pub fn forget(&mut self, rank: u16) {
        self.said.remove(&rank);
        self.waits.remove(&rank);
    }

    /// What is done with it depends on this.
    #[cfg(test)]
    pub fn outlook(&self) -> String {
        format!("{:?} {:?} {:?} {}", self.said, self.waits.keys(), self.done, self.lost)
    }

    pub const fn lost(&self) -> u64 {
        self.lost
    }
}

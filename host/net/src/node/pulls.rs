//! Rows that ranks ask for: to train a batch, or to look at.

use std::ops::Range;

use bytes::Bytes;
use emberlane_ps::{Key, StoreError};

#[cfg(test)]
use super::Mutant;
use super::{Held, Node};
use crate::wire::{HEADER_BYTES, Header, LONGEST_MESSAGE, Refusal};

/// Bytes of rows that are written into an answer before their checksum is taken: few enough to be near then.
const NEAR: usize = 128 << 10;

impl<T> Node<T> {
    /// Why rows are too many for one answer, of so many numbers each.
    fn too_many(rows: usize, width: usize) -> Option<String> {
        let most = (LONGEST_MESSAGE - HEADER_BYTES) / (4 * width);
        (rows > most).then(|| format!("{rows} rows are asked for in one message, and an answer holds {most}"))
    }

    pub(super) fn pull(&mut self, token: T, header: Header, keys: Vec<u64>) {
        if let Some(text) = Self::too_many(keys.len(), self.store.tables().shape().dimension) {
            return self.refuse(token, header, Refusal::Malformed, text);
        }
        let next = self.store.applied() + 1;
        #[cfg(test)]
        let next = if self.mutant == Some(Mutant::PullsEarly) { header.batch } else { next };
        if header.batch == self.store.applied()
            && self.entry.as_ref().is_some_and(|entry| entry.has_to_show(header.batch))
        {
            return self.show(token, header, keys);
        }
        if header.batch < next {
            let text = format!("batch {} was applied: its rows are gone", header.batch);
            return self.refuse(token, header, Refusal::Applied, text);
        }
        if header.batch == next + 1 {
            let held: usize = self.held.values().map(|held| held.keys.len() * 8).sum();
            if held + keys.len() * 8 > self.most_bytes {
                return self.refuse(token, header, Refusal::Busy, format!("pulls with {held} bytes wait"));
            }
            self.counts.held += 1;
            // Who asks again has given up the answer to what it asked before.
            self.held.insert((header.rank, header.part), Held { token, header, keys });
            return;
        }
        if header.batch > next {
            let text = format!("batch {} comes after batch {next}, which is not there", header.batch);
            return self.refuse(token, header, Refusal::Ahead, text);
        }
        if self.batch.pulls_behind_its_push(&header) {
            let Header { rank, part, batch, .. } = header;
            let text = format!("rank {rank} pulls part {part} of batch {batch} behind its push");
            return self.refuse(token, header, Refusal::Malformed, text);
        }
        let keys: Vec<Key> = keys.into_iter().map(Key).collect();
        let is_new = !self.batch.has_pulled(&header);
        if is_new && self.batch.pulled_bytes() + size_of_val(&keys[..]) > self.most_bytes {
            let text = format!(
                "the rows that are pulled in batch {} have keys of more than {} bytes: take smaller batches, or more shards",
                header.batch, self.most_bytes
            );
            return self.refuse(token, header, Refusal::Failed, text);
        }
        // What is pulled again, or behind the maintenance, is the same; the store need not note once more that the batch uses it.
        let weights = |rows: Range<usize>, to: &mut [f32]| match is_new && !self.batch.is_maintained {
            true => self.store.pull(self.store.applied() + 1, &keys[rows], to),
            false => self.read_weights(&keys[rows], to),
        };
        match self.rows(header, &keys, self.store.tables().shape().dimension, weights) {
            Ok(message) => {
                self.counts.pulled += keys.len() as u64;
                self.batch.pulled(&header, keys);
                self.answers.push((token, message));
            }
            Err(error) => self.refuse(token, header, Refusal::Failed, error.to_string()),
        }
    }

    /// The answer with these rows, of `width` numbers each, which `fill` copies to where the network takes them.
    fn rows(
        &self,
        to: Header,
        keys: &[Key],
        width: usize,
        fill: impl FnMut(Range<usize>, &mut [f32]) -> Result<(), StoreError>,
    ) -> Result<Bytes, StoreError> {
        // Before some of them are copied.
        self.store.tables().check(keys)?;
        self.rooms.message(&self.header_to(to), [keys.len(), width, (NEAR / (4 * width)).max(1)], fill)
    }

    /// Rows of a batch that is lost here, for a rank that has not seen them as they were.
    fn show(&mut self, token: T, header: Header, keys: Vec<u64>) {
        let keys: Vec<Key> = keys.into_iter().map(Key).collect();
        let weights = |rows: Range<usize>, to: &mut [f32]| self.read_weights(&keys[rows], to);
        match self.rows(header, &keys, self.store.tables().shape().dimension, weights) {
            Ok(message) => self.answers.push((token, message)),
            Err(error) => self.refuse(token, header, Refusal::Failed, error.to_string()),
        }
    }

    fn read_weights(&self, keys: &[Key], rows: &mut [f32]) -> Result<(), StoreError> {
        let shape = self.store.tables().shape();
        let (dimension, width) = (shape.dimension, shape.width());
        let mut whole = vec![0.0; keys.len() * width];
        self.store.read(keys, &mut whole)?;
        for (row, whole) in rows.chunks_exact_mut(dimension).zip(whole.chunks_exact(width)) {
            row.copy_from_slice(&whole[..dimension]);
        }
        Ok(())
    }

    pub(super) fn read(&mut self, token: T, header: Header, keys: &[u64]) {
        if let Some(text) = Self::too_many(keys.len(), self.store.tables().shape().width()) {
            return self.refuse(token, header, Refusal::Malformed, text);
        }
        let applied = self.store.applied();
        if header.batch != applied {
            let text = format!("rows after batch {} are asked for, and {applied} are applied", header.batch);
            return self.refuse(token, header, Refusal::Ahead, text);
        }
        let keys: Vec<Key> = keys.iter().copied().map(Key).collect();
        let whole = |rows: Range<usize>, to: &mut [f32]| self.store.read(&keys[rows], to);
        match self.rows(header, &keys, self.store.tables().shape().width(), whole) {
            Ok(message) => {
                self.counts.read += keys.len() as u64;
                self.answers.push((token, message));
            }
            Err(error) => self.refuse(token, header, Refusal::Failed, error.to_string()),
        }
    }
}

//! Pushes of a batch, which is applied when all of them are there.

use emberlane_ps::ShardStore;
use emberlane_ps::pool::Run;

#[cfg(test)]
use super::Mutant;
#[cfg(test)]
use super::batch::Batch;
use super::batch::Pushed;
use super::{Held, Node};
use crate::wire::{Body, HEADER_BYTES, Header, Refusal};

impl<T> Node<T> {
    pub(super) fn push(&mut self, token: T, header: Header, pushed: Pushed, bytes: &[u8]) {
        let applied = self.store.applied();
        let (identity, checksum) = ((header.rank, header.part), crc32c::crc32c(&bytes[HEADER_BYTES..]));
        #[cfg(test)]
        if self.mutant == Some(Mutant::AppliesTwice) && header.batch == applied && applied > 0 {
            return self.apply_again(token, header, pushed);
        }
        if header.batch <= applied {
            self.counts.repeated += 1;
            let same = header.batch < applied || self.last.get(&identity).is_none_or(|last| *last == checksum);
            return if same { self.answer(token, header, Body::Done) } else { self.conflict(token, header) };
        }
        if header.batch > applied + 1 {
            let text = format!("batch {} comes after batch {}, which is not there", header.batch, applied + 1);
            return self.refuse(token, header, Refusal::Ahead, text);
        }
        if self.batch.checksum(identity).is_some_and(|other| other != checksum) {
            return self.conflict(token, header);
        }
        if let Err(text) = pushed.check(&*self.store) {
            return self.refuse(token, header, Refusal::Malformed, text);
        }
        if let Some(text) = self.batch.not_pulled(&header, &pushed) {
            self.events.push(format!("refused: {text}"));
            return self.refuse(token, header, Refusal::Malformed, text);
        }
        let waits = self.batch.bytes();
        if waits + bytes.len() > self.most_bytes && self.batch.checksum(identity).is_none() {
            let text = format!(
                "the pushes of batch {} have more than {} bytes: take smaller batches, or more shards",
                header.batch, self.most_bytes
            );
            return self.refuse(token, header, Refusal::Failed, text);
        }
        self.counts.repeated += u64::from(self.batch.checksum(identity).is_some());
        self.batch.pushed(token, header, pushed, checksum, bytes.len());
        if self.batch.is_pushed(self.about.ranks) {
            self.apply();
        }
    }

    /// Every push of the batch is here.
    fn apply(&mut self) {
        let mut batch = std::mem::take(&mut self.batch);
        let number = self.store.applied() + 1;
        self.know_run(number - 1);
        #[cfg(test)]
        if self.mutant == Some(Mutant::ArrivalOrder) {
            batch.order_of_arrival();
        }
        // Nobody keeps rows that were written, to write them again.
        let is_final = self.entry.is_some() && batch.writes();
        let is_checkpoint = is_final || self.about.has_checkpoint_after(number);
        let is_waited_for = is_checkpoint && (is_final || self.about.waits);
        let mut apply = |store: &mut dyn ShardStore| {
            let rows = batch.apply(store, is_checkpoint)?;
            if is_waited_for { store.drain().map(|()| rows) } else { Ok(rows) }
        };
        let applied = if is_checkpoint { self.saves(apply) } else { apply(&mut *self.store) };
        match applied {
            Ok(rows) => {
                self.counts.batches += 1;
                self.counts.updated += rows;
                self.last = batch.checksums();
                for (token, header) in batch.take_pushes() {
                    self.answer(token, header, Body::Done);
                }
                for Held { token, header, keys } in std::mem::take(&mut self.held).into_values() {
                    self.pull(token, header, keys);
                }
            }
            Err(error) => {
                let text = format!("batch {number}: {error}");
                self.events.push(format!("failed: {text}"));
                let pushes = batch.take_pushes();
                if self.store.applied() == number {
                    // The rows are updated: it is the checkpoint that could not be made.
                    self.last = batch.checksums();
                } else {
                    self.batch = batch;
                }
                for (token, header) in pushes {
                    self.refuse(token, header, Refusal::Failed, text.clone());
                }
            }
        }
    }

    /// The first batch that the shard applies of a process of rank 0 comes behind `began`; a shard that was started again knows it from its
    /// checkpoint, or applies that batch once more.
    pub(super) fn know_run(&mut self, began: u64) {
        let Some(first) = self.peers.first() else { return };
        if self.store.run().is_none_or(|run| !run.is_of(first.session)) {
            self.store.set_run(Some(Run::new(first.session, began)));
        }
    }

    /// A mutant: a push that is repeated is applied once more.
    #[cfg(test)]
    fn apply_again(&mut self, token: T, header: Header, pushed: Pushed) {
        let mut batch = Batch::default();
        batch.pushed(token, header, pushed, 0, 0);
        let _ = batch.apply(&mut *self.store, false);
        for (token, header) in batch.take_pushes() {
            self.answer(token, header, Body::Done);
        }
    }

    fn conflict(&mut self, token: T, header: Header) {
        self.counts.conflicts += 1;
        let Header { batch, rank, part, .. } = header;
        let text = format!("rank {rank} has pushed part {part} of batch {batch} twice, with different gradients");
        self.events.push(format!("conflict: {text}"));
        self.refuse(token, header, Refusal::Conflict, text);
    }
}

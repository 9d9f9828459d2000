//! How a shard that was started goes on where the ranks are, with the rows that it has (CPR's partial recovery).
//!
//! A batch whose rows a rank has used before the shard was killed is lost there with all before it: its gradients belong to rows that are
//! gone. So the shard goes on behind the newest batch that any rank has used, which only all of them together know. It pulls, pushes and reads
//! nothing before.

#[cfg(test)]
use super::Mutant;
use super::Node;
use super::entry::Entry;
use crate::wire::{Body, Enter, Entered, Header, MOST_BATCHES, Refusal};

impl<T> Node<T> {
    /// Whether it still waits until every rank has said where it is.
    pub(super) fn is_entering(&self) -> bool {
        self.entry.as_ref().is_some_and(|entry| entry.done.is_none())
    }

    /// Batches that were lost in partial recoveries.
    pub(crate) fn lost(&self) -> u64 {
        self.entry.as_ref().map_or(0, Entry::lost)
    }

    /// Behind which batch it has gone on, and with what.
    #[cfg(test)]
    pub(crate) fn entered(&self) -> Option<(u64, Entered)> {
        self.entry.as_ref().and_then(|entry| entry.done)
    }

    /// A rank says where it is.
    pub(super) fn enter(&mut self, token: T, header: Header, said: Enter) {
        let Some(entry) = &mut self.entry else {
            let text = "this shard recovers whole, and is entered by nobody".to_owned();
            return self.refuse(token, header, Refusal::Malformed, text);
        };
        if let Some((until, mut entered)) = entry.done {
            // Whoever begins now, and has not when the shard went on, begins with what there is.
            let applied = self.store.applied();
            if header.batch == u64::MAX && (applied > until || !entry.said.contains_key(&header.rank)) {
                entered.began = applied;
            }
            return self.answer(token, header, Body::Entered(entered));
        }
        if header.batch != u64::MAX && header.batch > MOST_BATCHES {
            let text = format!("batch {} is more than anybody trains", header.batch);
            return self.refuse(token, header, Refusal::Malformed, text);
        }
        let used = Some(header.batch).filter(|batch| *batch != u64::MAX);
        entry.said.insert(header.rank, (used, said));
        entry.waits.insert(header.rank, (token, header));
        let all = usize::from(self.about.ranks);
        #[cfg(test)]
        let all = if self.mutant == Some(Mutant::EntersEarly) { 1 } else { all };
        if entry.said.len() >= all {
            self.go_on();
        }
    }

    /// All have said where they are.
    fn go_on(&mut self) {
        let Some(mut entry) = self.entry.take() else { return };
        let used = || entry.said.values().filter_map(|(used, _)| *used);
        let newest = used().max();
        #[cfg(test)]
        let newest = if self.mutant == Some(Mutant::EntersBehind) { used().min() } else { newest };
        let (found, applied) = (self.durable(), self.store.applied());
        let until = newest.map_or(applied, |newest| newest.max(applied));
        let waits = std::mem::take(&mut entry.waits).into_values();
        if let Err(error) = self.saves(|store| store.go_on(until)) {
            let text = format!("going on behind batch {until}: {error}");
            self.entry = Some(Entry { lost: entry.lost, ..Entry::default() });
            return waits.for_each(|(token, header)| self.refuse(token, header, Refusal::Failed, text.clone()));
        }
        let began = entry.said.values().filter(|(used, _)| used.is_some()).map(|(_, said)| said.began).min();
        let entered = Entered {
            began: began.unwrap_or(until),
            agreed: entry.said.values().all(|(used, _)| *used == newest),
            found,
            updates: entry.said.values().fold(0, |sum, (_, said)| sum.saturating_add(said.updates)),
        };
        if newest.is_some() {
            self.know_run(entered.began);
            let before = entry.said.values().map(|(_, said)| said.lost).max().unwrap_or(0);
            entry.lost = before.saturating_add(until.saturating_sub(found));
            self.events.push(format!(
                "goes on behind batch {until} with the rows of checkpoint {found}: {} batches are lost here",
                until.saturating_sub(found)
            ));
        }
        entry.done = Some((until, entered));
        self.entry = Some(entry);
        waits.for_each(|(token, header)| self.answer(token, header, Body::Entered(entered)));
    }
}

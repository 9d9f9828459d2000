//! Who a message is from: ranks say hello, and a process that is not the rank any more is refused.

use emberlane_ps::StoreError;

#[cfg(test)]
use super::Mutant;
use super::{Node, Peer};
use crate::terms::MOST_TERMS;
use crate::wire::{Body, Header, Refusal, Welcome};

/// Terms that a process may say of itself, where the shard has given none so large. Whatever it says, as many are left for those that come
/// behind it.
const MOST_SAID: u32 = MOST_TERMS / 2;

impl<T> Node<T> {
    /// Why a message is not from a rank that this process has welcomed.
    pub(super) fn stranger(&self, header: &Header) -> Option<(Refusal, String)> {
        if header.job != self.about.job() {
            return Some((Refusal::OtherJob, "this shard is of another job".to_owned()));
        }
        let Some(peer) = self.peers.get(usize::from(header.rank)) else {
            let text = format!("there are {} ranks, and no rank {}", self.about.ranks, header.rank);
            return Some((Refusal::OtherJob, text));
        };
        #[cfg(test)]
        if self.mutant == Some(Mutant::IgnoresTerms) {
            return None;
        }
        if header.incarnation != self.incarnation {
            return Some((Refusal::OtherIncarnation, "the shard was started again: say hello".to_owned()));
        }
        if header.term != peer.term {
            let text = format!("another process is rank {} now", header.rank);
            return Some((Refusal::OtherTerm, text));
        }
        None
    }

    pub(super) fn hello(&mut self, token: T, header: Header, settings: &str) {
        let Some(peer) = self.peers.get_mut(usize::from(header.rank)) else {
            let text = format!("there are {} ranks, and no rank {}", self.about.ranks, header.rank);
            return self.refuse(token, header, Refusal::OtherJob, text);
        };
        if header.job != self.about.job() || settings != self.about.settings() {
            let (why, text) = self.about.otherwise(settings);
            self.events.push(format!("refused rank {}: {text}", header.rank));
            return self.refuse(token, header, why, text);
        }
        if header.incarnation == 0 {
            let text = format!("a process of rank {} says hello without its number", header.rank);
            return self.refuse(token, header, Refusal::Malformed, text);
        }
        if header.term >= MOST_SAID && header.term > peer.term {
            let text = format!("term {} is more than processes can have been rank {}", header.term, header.rank);
            return self.refuse(token, header, Refusal::Malformed, text);
        }
        // A rank that begins says so; one that goes on says how far it was.
        let begins = header.batch == u64::MAX;
        if peer.session != header.incarnation {
            // To a shard that was started again a former process may say hello first; the one that took its place has a later term.
            let is_known = peer.session == 0 && header.term == peer.term;
            if !begins && !is_known && header.term <= peer.term {
                let text = format!("another process is rank {} now", header.rank);
                return self.refuse(token, header, Refusal::OtherTerm, text);
            }
            // A shard that was started again has heard of none: whoever is there has its place, until it says hello.
            let has_place = |session: u64| session == peer.session || begins && peer.session == 0;
            let is_other = |(rank, session): &&(u16, u64)| *rank == header.rank && *session != header.incarnation;
            if let Some((_, other)) = self.present.iter().filter(is_other).find(|(_, session)| has_place(*session)) {
                let text = format!("rank {} trains already, as process {other:016x}", header.rank);
                return self.refuse(token, header, Refusal::Taken, text);
            }
            // One that goes on keeps its term, or it would be refused by a shard that dies before it has heard of another one.
            let term = if begins { header.term.max(peer.term.saturating_add(1)) } else { header.term };
            if term >= MOST_TERMS {
                let text = format!(
                    "{MOST_TERMS} processes were rank {}: remove the file of terms beside the pool when no worker runs, and start the shard again",
                    header.rank
                );
                return self.refuse(token, header, Refusal::Failed, text);
            }
            if let Err(error) = self.keep_term(header.rank, term) {
                let text = format!("the terms of ranks could not be kept: {error}");
                self.events.push(format!("failed: {text}"));
                return self.refuse(token, header, Refusal::Failed, text);
            }
            let peer = &mut self.peers[usize::from(header.rank)];
            *peer = Peer { session: header.incarnation, term, mark: 0 };
            self.entry.iter_mut().for_each(|entry| entry.forget(header.rank));
            let how = if begins { "begins" } else { "goes on" };
            let applied = self.store.applied();
            self.events.push(format!("rank {} {how}; {applied} batches are applied", header.rank));
            if begins && let Err(error) = self.give_up(header.rank) {
                return self.refuse(token, header, Refusal::Failed, error.to_string());
            }
        }
        let welcome = Welcome { keeps: self.about.keeps, storage: self.about.storage().to_owned() };
        self.answer(token, header, Body::Welcome(welcome));
    }

    /// Whoever has this rank and an earlier term is refused from now on, also by processes of the shard that come later.
    fn keep_term(&mut self, rank: u16, term: u32) -> std::io::Result<()> {
        let mut terms: Vec<u32> = self.peers.iter().map(|peer| peer.term).collect();
        if std::mem::replace(&mut terms[usize::from(rank)], term) == term {
            return Ok(());
        }
        self.terms.keep(&terms)
    }

    /// A rank has begun anew: what its former process had under way is given up.
    fn give_up(&mut self, rank: u16) -> Result<(), StoreError> {
        self.held.retain(|(of, _), _| *of != rank);
        self.last.retain(|(of, _), _| *of != rank);
        if !self.batch.has(rank) && !self.batch.is_maintained {
            return Ok(());
        }
        let maintained = std::mem::take(&mut self.batch).is_maintained;
        if maintained {
            // Its rows are there and cannot be pulled by another batch: it ends without changing one.
            // So it is none of a run.
            let batch = self.store.applied() + 1;
            self.store.set_run(None);
            let is_checkpoint = self.about.has_checkpoint_after(batch);
            self.saves(|store| store.apply(batch, &[], is_checkpoint))?;
        }
        Ok(())
    }
}

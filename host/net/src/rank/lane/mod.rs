//! What a rank knows of one shard, and what is between the two.

mod answers;
mod sending;

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use rand_pcg::Pcg64;

use super::{Identity, Loss, Pace, Ticket};
use crate::node::{fingerprint, recovery};
use crate::wire::{Body, Rows};

/// What rows are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// To be trained.
    Pull,
    /// To be looked at.
    Read,
}

/// What a message that is under way is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Hello,
    Enter,
    Part(usize),
    Push(usize),
    Prefetch,
    /// Nothing is wanted but that it is answered.
    Look,
}

/// The process that is the shard.
#[derive(Clone, Copy, Debug)]
struct Known {
    incarnation: u64,
    term: u32,
}

#[derive(Debug)]
struct Ask {
    question: Question,
    batch: u64,
    parts: Vec<(Vec<u64>, Option<Rows>)>,
    /// Parts whose rows have come and were not given yet.
    fresh: Vec<usize>,
}

/// A batch's pushes, until they survive.
#[derive(Debug)]
struct Kept {
    batch: u64,
    parts: Vec<Body>,
    bytes: usize,
}

impl Kept {
    /// Whether it replaces rows. They belong to no rows that were seen before, so they are as good when those are lost.
    fn writes(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Body::Write { .. }))
    }

    /// Whether it has rows that were written for this shard.
    fn has_written(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Body::Write { keys, .. } if !keys.is_empty()))
    }
}

/// One shard, as a rank sees it. Batches are counted as the shard counts them.
#[derive(Debug)]
pub(super) struct Lane {
    settings: String,
    job: u64,
    rank: u16,
    shard: u16,
    session: u64,
    pace: Pace,
    random: Pcg64,
    known: Option<Known>,
    /// The term that the shard has given last, whatever process it was.
    term: u32,
    /// Batches that the shard had when this rank began; `None`: it has not yet.
    began: Option<u64>,
    keeps: bool,
    /// Batches that were pushed, that the shard has applied, and that survive there. The second may be one more than the first: a batch that
    /// is computed, and is lost on the shard already.
    pushed: u64,
    acknowledged: u64,
    durable: u64,
    /// Whether a shard that was started again goes on with the rows that it has, and the process that has begun to.
    recovers_in_part: bool,
    entered: Option<u64>,
    /// The newest batch whose rows were used.
    used: u64,
    /// Rows of batches that were used and may be lost.
    updated: VecDeque<(u64, u64)>,
    /// What the shard has lost, and batches of all of it.
    losses: Vec<Loss>,
    lost: u64,
    kept: VecDeque<Kept>,
    ask: Option<Ask>,
    prefetches: Vec<Vec<u64>>,
    looks: bool,
    /// Messages under way.
    open: BTreeMap<Ticket, What>,
    tickets: u64,
    /// Nothing is sent before.
    pause: Duration,
    tries: u32,
    /// When the shard was heard last, while there was something to hear.
    heard: Option<Duration>,
    is_silent: bool,
    events: Vec<String>,
    /// The shard's process that was known last.
    seen: Option<u64>,
    /// Times that it was another one then.
    returns: u64,
}

impl Lane {
    pub fn new(identity: &Identity, shard: u16, pace: Pace) -> Self {
        Self {
            settings: identity.settings.clone(),
            job: fingerprint(&identity.settings),
            rank: identity.rank,
            shard,
            session: identity.session,
            pace,
            random: Pcg64::new(u128::from(pace.seed), u128::from(identity.rank) << 16 | u128::from(shard)),
            known: None,
            term: 0,
            began: None,
            keeps: false,
            pushed: 0,
            acknowledged: 0,
            durable: 0,
            recovers_in_part: recovery(&identity.settings).is_partial(),
            entered: None,
            used: 0,
            updated: VecDeque::new(),
            losses: Vec::new(),
            lost: 0,
            kept: VecDeque::new(),
            ask: None,
            prefetches: Vec::new(),
            looks: false,
            open: BTreeMap::new(),
            tickets: 0,
            pause: Duration::ZERO,
            tries: 0,
            heard: None,
            is_silent: false,
            events: Vec::new(),
            seen: None,
            returns: 0,
        }
    }

    /// It asks the shard once more how many batches it has.
    pub fn begin_again(&mut self) {
        (self.known, self.began, self.ask, self.entered) = (None, None, None, None);
        self.open.clear();
    }

    pub const fn returns(&self) -> u64 {
        self.returns
    }

    /// What has happened since this was asked last.
    pub fn events(&mut self) -> Vec<String> {
        std::mem::take(&mut self.events)
    }

    /// What all that it will do depends on, but time and numbers of messages.
    #[cfg(test)]
    pub fn outlook(&self) -> String {
        let kept: Vec<u64> = self.kept.iter().map(|kept| kept.batch).collect();
        let mut open: Vec<What> = self.open.values().copied().collect();
        open.sort_unstable();
        let known = (self.known, self.term, self.began, self.entered, self.looks);
        let batches = (self.pushed, self.acknowledged, self.durable, self.used, &self.updated);
        format!("{known:?} {batches:?} {:?} {} {kept:?} {:?} {open:?}", self.losses, self.lost, self.ask)
    }

    pub fn is_welcome(&self) -> bool {
        self.known.is_some() && !self.is_entering()
    }

    /// Whether the shard was started, and does not go on yet.
    fn is_entering(&self) -> bool {
        self.recovers_in_part && self.known.map(|known| known.incarnation) != self.entered
    }

    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }

    pub fn began(&self) -> u64 {
        self.began.unwrap_or(0)
    }

    pub fn is_answered(&self) -> bool {
        self.ask.as_ref().is_none_or(|ask| ask.parts.iter().all(|(_, rows)| rows.is_some()))
    }

    /// Parts that have come since this was asked last, with their rows.
    pub fn arrived(&mut self) -> Vec<(usize, Rows)> {
        let Some(ask) = &mut self.ask else { return Vec::new() };
        let fresh = std::mem::take(&mut ask.fresh);
        fresh.into_iter().filter_map(|part| Some((part, ask.parts.get(part)?.1.clone()?))).collect()
    }

    pub fn answers(&mut self) -> Vec<Rows> {
        let ask = self.ask.take();
        if let Some(Ask { question: Question::Pull, batch, parts, .. }) = &ask {
            self.used = *batch;
            self.updated.push_back((*batch, parts.iter().map(|(keys, _)| keys.len() as u64).sum()));
        }
        let parts = ask.map(|ask| ask.parts).unwrap_or_default();
        parts.into_iter().map(|(_, rows)| rows.unwrap_or_default()).collect()
    }

    pub const fn shard(&self) -> u16 {
        self.shard
    }

    /// It is waited for, and does not answer.
    pub const fn is_silent(&self) -> bool {
        self.is_silent
    }

    pub fn is_settled(&self) -> bool {
        self.acknowledged >= self.pushed
    }

    /// The newest batch that a shard cannot take from this rank any more without rows that it has used: one that it has pulled, or has pushed
    /// gradients of, or has pushed and knows to be applied. Rows that are written and not acknowledged are written again instead.
    fn has_used(&self) -> u64 {
        let gradients = self.kept.iter().filter(|kept| !kept.writes()).map(|kept| kept.batch).max();
        // A batch that was lost before this rank came to it is acknowledged, too, and its rows are still to be shown.
        self.used.max(self.acknowledged.min(self.pushed)).max(gradients.unwrap_or(0))
    }

    pub fn kept(&self) -> usize {
        self.kept.iter().map(|kept| kept.bytes).sum()
    }

    pub fn ask(&mut self, question: Question, parts: Vec<Vec<u64>>) {
        let batch = match question {
            Question::Pull => self.pushed + 1,
            Question::Read => self.pushed.max(self.acknowledged),
        };
        // Only what was asked last is waited for.
        self.open.retain(|_, what| !matches!(what, What::Part(_)));
        let parts = parts.into_iter().map(|keys| (keys, None)).collect();
        self.ask = Some(Ask { question, batch, parts, fresh: Vec::new() });
    }

    pub fn prefetch(&mut self, parts: Vec<Vec<u64>>) {
        self.prefetches = parts;
        self.prefetches.retain(|keys| !keys.is_empty());
    }

    /// Makes sure that the shard is there, and still has what it had.
    pub fn look(&mut self) {
        // Whatever is under way finds it, too.
        self.looks = self.open.is_empty();
    }

    pub fn push(&mut self, parts: Vec<Body>) {
        // What was asked for is here, or is not waited for.
        self.open.retain(|_, what| !matches!(what, What::Part(_)));
        self.ask = None;
        self.pushed += 1;
        let bytes = parts.iter().map(Body::bytes).sum();
        if self.pushed > self.acknowledged {
            self.kept.push_back(Kept { batch: self.pushed, parts, bytes });
        }
    }

    fn is_free(&self, what: What) -> bool {
        self.open.values().all(|open| *open != what)
    }
}

//! What a rank knows of one shard, and what is between the two.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use rand::Rng;
use rand_pcg::Pcg64;

use super::{Identity, Loss, Outgoing, Pace, RankError, Ticket};
use crate::network::{Address, Arrived};
use crate::node::{fingerprint, recovery};
use crate::wire::{Body, Enter, Entered, Header, Message, Refusal, Rows, Welcome};

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

    /// A process of the shard has said what it has.
    fn saw(&mut self, incarnation: u64) {
        self.returns += u64::from(self.seen.is_some_and(|seen| seen != incarnation));
        self.seen = Some(incarnation);
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

    /// Batches that this rank has pushed or used.
    fn has_used(&self) -> u64 {
        self.used.max(self.pushed)
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

    /// Whether there is something that an answer is waited for.
    fn waits(&self) -> bool {
        !self.is_welcome() || !self.is_settled() || !self.is_answered() || self.looks || !self.is_free(What::Look)
    }

    pub fn wakes(&self, now: Duration) -> Option<Duration> {
        self.waits().then(|| if self.pause > now { self.pause } else { now + self.pace.deadline })
    }

    pub fn poll(&mut self, now: Duration, out: &mut Vec<Outgoing>) -> Result<(), RankError> {
        if !self.waits() {
            self.heard = None;
            return Ok(());
        }
        let heard = *self.heard.get_or_insert(now);
        let silent = now.saturating_sub(heard);
        if silent > self.pace.patience {
            return Err(RankError::Silent { shard: self.shard, seconds: silent.as_secs() });
        }
        if silent > self.pace.deadline && !self.is_silent {
            self.is_silent = true;
            self.events.push(format!("shard {} does not answer: waiting for it", self.shard));
        }
        if now < self.pause {
            return Ok(());
        }
        let Some(known) = self.known else {
            if self.open.values().all(|what| *what != What::Hello) {
                let batch = self.began.map_or(u64::MAX, |_| self.acknowledged);
                let header =
                    Header { job: self.job, incarnation: self.session, batch, term: self.term, ..self.header() };
                self.send(
                    out,
                    What::Hello,
                    Address::Shard(self.shard),
                    Message { header, body: Body::Hello(self.settings.clone()) },
                );
            }
            return Ok(());
        };
        let to = Address::Process { job: self.job, shard: self.shard, incarnation: known.incarnation };
        let header = Header { incarnation: known.incarnation, term: known.term, ..self.header() };
        if self.is_entering() {
            if self.is_free(What::Enter) {
                let batch = self.began.map_or(u64::MAX, |_| self.has_used());
                let began = self.began.unwrap_or(u64::MAX);
                let body = Body::Enter(Enter { began, lost: self.lost, updates: self.updates_behind(self.durable) });
                self.send(out, What::Enter, to, Message { header: Header { batch, ..header }, body });
            }
            return Ok(());
        }
        let next = self.acknowledged + 1;
        if let Some(at) = self.kept.iter().position(|kept| kept.batch == next) {
            let parts = self.kept[at].parts.len();
            // All of them: none is acknowledged before all are there.
            for part in 0..parts {
                if self.is_free(What::Push(part)) {
                    let header = Header { batch: next, part: part as u16, parts: parts as u16, ..header };
                    let body = self.kept[at].parts[part].clone();
                    self.send(out, What::Push(part), to, Message { header, body });
                }
            }
        }
        if let Some(ask) = &self.ask {
            let may = match ask.question {
                Question::Pull => ask.batch <= self.acknowledged + 2,
                Question::Read => ask.batch == self.acknowledged,
            };
            let (parts, batch, question) = (ask.parts.len(), ask.batch, ask.question);
            for part in (0..parts).filter(|_| may) {
                let Some((keys, None)) = self.ask.as_ref().map(|ask| &ask.parts[part]) else { continue };
                if self.is_free(What::Part(part)) {
                    let header = Header { batch, part: part as u16, parts: parts as u16, ..header };
                    let body = match question {
                        Question::Pull => Body::Pull(keys.clone()),
                        Question::Read => Body::Read(keys.clone()),
                    };
                    self.send(out, What::Part(part), to, Message { header, body });
                }
            }
        }
        if std::mem::take(&mut self.looks) && self.open.is_empty() {
            self.send(out, What::Look, to, Message { header, body: Body::Prefetch(Vec::new()) });
        }
        for keys in std::mem::take(&mut self.prefetches) {
            self.send(out, What::Prefetch, to, Message { header, body: Body::Prefetch(keys) });
        }
        Ok(())
    }

    fn header(&self) -> Header {
        // The shard may give up older checkpoints when the rank knows of a newer one.
        Header { job: self.job, mark: self.durable, rank: self.rank, shard: self.shard, ..Header::default() }
    }

    fn is_free(&self, what: What) -> bool {
        self.open.values().all(|open| *open != what)
    }

    fn send(&mut self, out: &mut Vec<Outgoing>, what: What, to: Address, message: Message) {
        self.tickets += 1;
        let ticket = Ticket(u64::from(self.shard) << 48 | self.tickets);
        self.open.insert(ticket, what);
        out.push(Outgoing { ticket, to, bytes: message.encode() });
    }

    /// Waits before the next message, longer each time.
    fn back_off(&mut self, now: Duration) {
        let longest = self.pace.longest_wait.min(self.pace.first_wait * (1 << self.tries.min(16)));
        self.tries += 1;
        self.pause = now + longest.mul_f64(self.random.random_range(0.5..1.0));
    }

    /// The process that it knew is perhaps another now.
    fn forget(&mut self, now: Duration) {
        self.known = None;
        self.open.clear();
        self.back_off(now);
    }

    pub fn answer(&mut self, now: Duration, ticket: Ticket, answer: Option<Arrived>) -> Result<(), RankError> {
        // What nobody waits for any more was asked of another process, or once more.
        let Some(what) = self.open.remove(&ticket) else { return Ok(()) };
        let message = answer.map(Message::of);
        let Some(Ok(Message { header, body })) = message else {
            if let Some(Err(error)) = message {
                self.events.push(format!("shard {}: {error}", self.shard));
            }
            if what != What::Prefetch {
                self.forget(now);
            }
            return Ok(());
        };
        self.heard = Some(now);
        if std::mem::take(&mut self.is_silent) {
            self.events.push(format!("shard {} answers again", self.shard));
        }
        if let Body::Refused { why, text } = body {
            return self.refused(now, why, text, what);
        }
        self.tries = 0;
        match (what, body) {
            (What::Hello, Body::Welcome(welcome)) => self.welcome(&header, &welcome)?,
            (What::Enter, Body::Entered(entered)) => self.enter(&header, entered)?,
            (What::Part(part), Body::Rows(rows)) => self.rows(part, rows)?,
            (What::Push(_), Body::Done) => self.progress(&header)?,
            (What::Prefetch | What::Look, Body::Done) => {}
            (_, body) => {
                return Err(RankError::Senseless { shard: self.shard, text: format!("{:?} to {what:?}", body.kind()) });
            }
        }
        self.forget_durable();
        Ok(())
    }

    fn refused(&mut self, now: Duration, why: Refusal, text: String, what: What) -> Result<(), RankError> {
        match why {
            _ if what == What::Prefetch => {}
            Refusal::Busy | Refusal::Ahead if what == What::Look => {}
            Refusal::Busy | Refusal::Ahead => self.back_off(now),
            Refusal::OtherIncarnation => self.forget(now),
            why => return Err(RankError::Refused { shard: self.shard, why, text }),
        }
        Ok(())
    }

    fn welcome(&mut self, header: &Header, welcome: &Welcome) -> Result<(), RankError> {
        let found = header.batch;
        self.keeps = welcome.keeps;
        self.term = header.term;
        self.saw(header.incarnation);
        if self.recovers_in_part {
            self.known = Some(Known { incarnation: header.incarnation, term: header.term });
            if !self.is_entering() {
                return self.progress(header);
            }
            // Rows of the process before are gone, where they are not used yet.
            self.ask.iter_mut().flat_map(|ask| &mut ask.parts).for_each(|(_, rows)| *rows = None);
            self.durable = header.mark;
            return Ok(());
        }
        if self.began.is_none() {
            self.began = Some(found);
            (self.pushed, self.acknowledged) = (found, found);
        } else if found < self.acknowledged {
            let done = self.acknowledged;
            let is_kept = found == self.pushed || self.kept.front().is_some_and(|kept| kept.batch <= found + 1);
            if !is_kept {
                return Err(RankError::Lost { shard: self.shard, found, done, keeps: self.keeps });
            }
            self.events.push(format!(
                "shard {} is back after batch {found}: batches to {} are pushed again",
                self.shard, self.pushed
            ));
            self.acknowledged = found;
        }
        self.known = Some(Known { incarnation: header.incarnation, term: header.term });
        self.progress(header)
    }

    /// Rows of batches that may be lost, behind a checkpoint; those behind an earlier loss alone, where there was one.
    fn updates_behind(&self, checkpoint: u64) -> u64 {
        let counted = self.losses.last().map_or(0, |loss| loss.until);
        let lost = self.updated.iter().filter(|(batch, _)| *batch > checkpoint.max(counted));
        lost.map(|(_, rows)| rows).sum()
    }

    /// A shard that was started goes on, behind what any rank has used.
    fn enter(&mut self, header: &Header, entered: Entered) -> Result<(), RankError> {
        let (until, Entered { agreed, began, found, updates }) = (header.batch, entered);
        self.entered = Some(header.incarnation);
        if self.began.is_none() {
            self.began = Some(began);
            (self.pushed, self.acknowledged, self.used) = (began, began, began);
            self.updated.clear();
            if until == began {
                return self.progress(header);
            }
            // Another rank that has begun has used a batch already.
        }
        if until < self.has_used() || until > self.pushed + 1 {
            let text = format!("it goes on behind batch {until}, and this rank has used {}", self.has_used());
            return Err(RankError::Senseless { shard: self.shard, text });
        }
        self.lost += until.saturating_sub(found);
        self.losses.push(Loss { shard: self.shard, from: found, until, updates, agreed });
        self.events.push(match until.saturating_sub(found) {
            0 => format!("shard {} is back after batch {until}: nothing is lost", self.shard),
            lost => format!(
                "shard {} is back with the rows of checkpoint {found}: {lost} batches are lost there, it goes on behind batch {until}",
                self.shard
            ),
        });
        self.acknowledged = until;
        self.open.retain(|_, what| !matches!(what, What::Push(_)));
        if let Some(ask) = self.ask.as_mut().filter(|ask| ask.question == Question::Read) {
            ask.batch = until;
        }
        self.progress(header)
    }

    fn rows(&mut self, part: usize, rows: Rows) -> Result<(), RankError> {
        let Some(ask) = &mut self.ask else { return Ok(()) };
        let Some((keys, place)) = ask.parts.get_mut(part) else { return Ok(()) };
        let whole = if keys.is_empty() { rows.is_empty() } else { rows.len().is_multiple_of(keys.len()) };
        if !whole {
            let text = format!("{} numbers for {} rows", rows.len(), keys.len());
            return Err(RankError::Senseless { shard: self.shard, text });
        }
        *place = Some(rows);
        ask.fresh.push(part);
        Ok(())
    }

    fn progress(&mut self, header: &Header) -> Result<(), RankError> {
        let (found, done) = (header.batch, self.pushed.max(self.acknowledged));
        if found > done {
            return Err(RankError::Further { shard: self.shard, found, done });
        }
        self.durable = header.mark;
        if found > self.acknowledged {
            self.acknowledged = found;
            // Answers of other parts of the batch may be lost: that it is applied says it all.
            self.open.retain(|_, what| !matches!(what, What::Push(_)));
        }
        Ok(())
    }

    fn forget_durable(&mut self) {
        let pushes_again = self.keeps && !self.recovers_in_part;
        let safe = if pushes_again { self.durable.min(self.acknowledged) } else { self.acknowledged };
        while self.updated.front().is_some_and(|(batch, _)| *batch <= self.durable || !self.recovers_in_part) {
            self.updated.pop_front();
        }
        while self.kept.front().is_some_and(|kept| kept.batch <= safe) {
            self.kept.pop_front();
        }
    }
}

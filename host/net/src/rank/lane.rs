//! What a rank knows of one shard, and what is between the two.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use rand::Rng;
use rand_pcg::Pcg64;

use super::{Identity, Outgoing, Pace, RankError, Ticket};
use crate::network::Address;
use crate::node::fingerprint;
use crate::wire::{Body, Header, Message, Refusal, Welcome};

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
    Part(usize),
    Push(usize),
    Prefetch,
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
    parts: Vec<(Vec<u64>, Option<Vec<f32>>)>,
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
    /// Batches that the shard had when this rank began; `None`: it has not yet.
    began: Option<u64>,
    keeps: bool,
    /// Batches that were pushed, that the shard has applied, and that survive there.
    pushed: u64,
    acknowledged: u64,
    durable: u64,
    kept: VecDeque<Kept>,
    ask: Option<Ask>,
    prefetches: Vec<Vec<u64>>,
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
            began: None,
            keeps: false,
            pushed: 0,
            acknowledged: 0,
            durable: 0,
            kept: VecDeque::new(),
            ask: None,
            prefetches: Vec::new(),
            open: BTreeMap::new(),
            tickets: 0,
            pause: Duration::ZERO,
            tries: 0,
            heard: None,
            is_silent: false,
            events: Vec::new(),
        }
    }

    /// It asks the shard once more how many batches it has.
    pub fn begin_again(&mut self) {
        (self.known, self.began, self.ask) = (None, None, None);
        self.open.clear();
    }

    pub fn events(&mut self) -> Vec<String> {
        std::mem::take(&mut self.events)
    }

    pub fn is_welcome(&self) -> bool {
        self.known.is_some()
    }

    pub fn began(&self) -> u64 {
        self.began.unwrap_or(0)
    }

    pub fn is_answered(&self) -> bool {
        self.ask.as_ref().is_none_or(|ask| ask.parts.iter().all(|(_, rows)| rows.is_some()))
    }

    pub fn answers(&mut self) -> Vec<Vec<f32>> {
        let parts = self.ask.take().map(|ask| ask.parts).unwrap_or_default();
        parts.into_iter().map(|(_, rows)| rows.unwrap_or_default()).collect()
    }

    pub fn is_settled(&self) -> bool {
        self.acknowledged == self.pushed
    }

    pub fn kept(&self) -> usize {
        self.kept.iter().map(|kept| kept.bytes).sum()
    }

    pub fn ask(&mut self, question: Question, parts: Vec<Vec<u64>>) {
        let batch = match question {
            Question::Pull => self.pushed + 1,
            Question::Read => self.pushed,
        };
        // Only what was asked last is waited for.
        self.open.retain(|_, what| !matches!(what, What::Part(_)));
        self.ask = Some(Ask { question, batch, parts: parts.into_iter().map(|keys| (keys, None)).collect() });
    }

    pub fn prefetch(&mut self, parts: Vec<Vec<u64>>) {
        self.prefetches = parts;
        self.prefetches.retain(|keys| !keys.is_empty());
    }

    /// Makes sure that the shard is there, and still has what it had.
    pub fn look(&mut self) {
        if self.is_answered() {
            self.ask(Question::Read, vec![Vec::new()]);
        }
    }

    pub fn push(&mut self, parts: Vec<Body>) {
        // Whoever goes on looks no more.
        self.open.retain(|_, what| !matches!(what, What::Part(_)));
        self.ask = None;
        self.pushed += 1;
        let bytes = parts.iter().map(Body::bytes).sum();
        self.kept.push_back(Kept { batch: self.pushed, parts, bytes });
    }

    /// Whether there is something that an answer is waited for.
    fn waits(&self) -> bool {
        self.known.is_none() || !self.is_settled() || !self.is_answered()
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
                let header = Header { job: self.job, incarnation: self.session, batch, ..self.header() };
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

    pub fn answer(&mut self, now: Duration, ticket: Ticket, answer: Option<&[u8]>) -> Result<(), RankError> {
        // What nobody waits for any more was asked of another process, or once more.
        let Some(what) = self.open.remove(&ticket) else { return Ok(()) };
        let message = answer.map(Message::decode);
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
            (What::Part(part), Body::Rows(rows)) => self.rows(part, rows)?,
            (What::Push(_), Body::Done) => self.progress(&header)?,
            (What::Prefetch, Body::Done) => {}
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
            Refusal::Busy | Refusal::Ahead => self.back_off(now),
            Refusal::OtherIncarnation => self.forget(now),
            why => return Err(RankError::Refused { shard: self.shard, why, text }),
        }
        Ok(())
    }

    fn welcome(&mut self, header: &Header, welcome: &Welcome) -> Result<(), RankError> {
        let found = header.batch;
        self.keeps = welcome.keeps;
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

    fn rows(&mut self, part: usize, rows: Vec<f32>) -> Result<(), RankError> {
        let Some((keys, place)) = self.ask.as_mut().and_then(|ask| ask.parts.get_mut(part)) else { return Ok(()) };
        let whole = if keys.is_empty() { rows.is_empty() } else { rows.len().is_multiple_of(keys.len()) };
        if !whole {
            let text = format!("{} numbers for {} rows", rows.len(), keys.len());
            return Err(RankError::Senseless { shard: self.shard, text });
        }
        *place = Some(rows);
        Ok(())
    }

    fn progress(&mut self, header: &Header) -> Result<(), RankError> {
        let (found, done) = (header.batch, self.pushed);
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
        let safe = if self.keeps { self.durable.min(self.acknowledged) } else { self.acknowledged };
        while self.kept.front().is_some_and(|kept| kept.batch <= safe) {
            self.kept.pop_front();
        }
    }
}

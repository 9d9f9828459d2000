//! What a rank knows of the others, and what it asks and answers.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use emberlane_stores::{Sum, Summand};

use super::error::CircleError;
use super::questions::Questions;
use super::sums;
use crate::network::Address;
use crate::node::{differences, fingerprint, in_words};
use crate::rank::{Identity, Outgoing, Pace, Ticket};
use crate::wire::{Body, HEADER_BYTES, Header, LONGEST_MESSAGE, Message, Refusal};

/// How far a rank is, as the part of a `Meet` says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u16)]
pub enum Stage {
    /// It is there.
    Here,
    /// Every shard has welcomed it.
    Welcome,
    /// It has trained all batches, and needs nobody any more.
    Done,
}

const STAGES: u16 = 3;
/// Batches whose sums are shown: others may ask for the one before, none for an older.
const SHOWN: usize = 2;
/// Numbers of a message.
const MOST_WORDS: usize = (LONGEST_MESSAGE - HEADER_BYTES) / 4;

/// What is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waits {
    Nothing,
    /// Others are as far as this.
    Meeting(Stage),
    /// What the ranks before have summed.
    Before,
    /// What all have.
    All,
}

/// A question of another rank that is not answered yet.
struct Held<T> {
    token: T,
    header: Header,
}

/// The ranks of a training, as one of them sees them. `T` is what an answer is sent with.
pub struct Circle<T> {
    identity: Identity,
    job: u64,
    ranks: u16,
    /// The batch that training begins with.
    first: u64,
    batch: u64,
    stage: Option<Stage>,
    /// Processes of the others.
    sessions: Vec<Option<u64>>,
    shown: VecDeque<(u64, Vec<u32>)>,
    held: BTreeMap<(u16, bool, u16), Held<T>>,
    questions: Questions,
    waits: Waits,
    own: Summand,
    sum: Option<Sum>,
    asks_to_stop: bool,
    is_stopping: bool,
    /// Another process that wants to be a rank that was met.
    strangers: BTreeSet<u16>,
    /// It has ended early.
    has_left: bool,
    /// Who was told that it has ended.
    told: BTreeSet<u16>,
    answers: Vec<(T, Vec<u8>)>,
    most_words: usize,
}

impl<T> Circle<T> {
    /// A rank of so many that has met nobody, and begins with batch `first`.
    #[must_use]
    pub fn new(identity: &Identity, ranks: u16, first: u64, pace: Pace) -> Self {
        Self {
            job: fingerprint(&identity.settings),
            questions: Questions::new(pace, identity.rank),
            identity: identity.clone(),
            ranks,
            first,
            batch: first,
            stage: None,
            sessions: vec![None; ranks.into()],
            shown: VecDeque::new(),
            held: BTreeMap::new(),
            waits: Waits::Nothing,
            own: Summand::default(),
            sum: None,
            asks_to_stop: false,
            is_stopping: false,
            strangers: BTreeSet::new(),
            has_left: false,
            told: BTreeSet::new(),
            answers: Vec::new(),
            most_words: MOST_WORDS,
        }
    }

    /// Sends what it shows in smaller parts.
    #[cfg(test)]
    pub(crate) fn in_parts_of(mut self, words: usize) -> Self {
        self.most_words = words;
        self
    }

    /// The process of a rank that was met.
    #[must_use]
    pub fn session_of(&self, rank: u16) -> Option<u64> {
        self.sessions.get(usize::from(rank)).copied().flatten()
    }

    /// The other ranks.
    pub fn others(&self) -> impl Iterator<Item = u16> + use<T> {
        let me = self.identity.rank;
        (0..self.ranks).filter(move |rank| *rank != me)
    }

    /// Ranks of which another process has come since they were met.
    pub fn strangers(&mut self) -> BTreeSet<u16> {
        std::mem::take(&mut self.strangers)
    }

    /// Who was told that this one has ended.
    #[must_use]
    pub fn told(&self) -> &BTreeSet<u16> {
        &self.told
    }

    /// This rank is so far, and waits until the others are, or at the end until the first is.
    pub fn meet(&mut self, stage: Stage) -> Vec<(T, Vec<u8>)> {
        self.stage = Some(stage);
        self.waits = Waits::Meeting(stage);
        for rank in self.others().filter(|rank| stage != Stage::Done || *rank == 0) {
            let to = match (stage, self.session_of(rank)) {
                (Stage::Here, _) | (_, None) => Address::Rank(rank),
                (_, Some(session)) => Address::RankProcess { job: self.job, rank, session },
            };
            let header = Header { batch: self.first, part: stage as u16, parts: STAGES, ..self.header(rank) };
            // A process of its own says who it is.
            let header = Header { incarnation: self.identity.session, ..header };
            self.questions.ask(rank, to, Message { header, body: Body::Meet(self.identity.settings.clone()) });
        }
        if self.questions.unanswered().is_none() {
            self.waits = Waits::Nothing;
        }
        self.release()
    }

    /// Whether the others are as far as it was asked.
    #[must_use]
    pub const fn has_met(&self) -> bool {
        !matches!(self.waits, Waits::Meeting(_))
    }

    /// Sums the next batch. It waits until [`sum`](Self::sum) has it.
    pub fn begin(&mut self, own: Summand) -> Result<Vec<(T, Vec<u8>)>, CircleError> {
        self.own = own;
        self.sum = None;
        if self.identity.rank == 0 {
            self.add(None)?;
        } else {
            self.waits = Waits::Before;
            self.ask_for_sum(self.identity.rank - 1);
        }
        Ok(self.release())
    }

    /// What all have of the batch, once.
    pub fn sum(&mut self) -> Option<Sum> {
        self.sum.take()
    }

    /// Asks all to stop behind a batch.
    pub fn ask_to_stop(&mut self) {
        self.asks_to_stop = true;
    }

    /// Whether somebody has asked to stop behind the batch that was summed last.
    #[must_use]
    pub const fn is_stopping(&self) -> bool {
        self.is_stopping
    }

    /// Whether it has trained all batches.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.stage == Some(Stage::Done)
    }

    /// Whether this rank has asked to stop.
    #[must_use]
    pub const fn has_asked_to_stop(&self) -> bool {
        self.asks_to_stop
    }

    /// It ends early: whoever asks is told so.
    pub fn leave(&mut self) -> Vec<(T, Vec<u8>)> {
        self.has_left = true;
        self.release()
    }

    /// Who of those that are waited for was not heard for longest, and for how long. A rank that says that it is not so far yet is heard.
    #[must_use]
    pub fn silent(&self, now: Duration) -> Option<(u16, Duration)> {
        self.questions.silent(now)
    }

    /// What is to be sent now.
    pub fn poll(&mut self, now: Duration) -> Vec<Outgoing> {
        self.questions.poll(now)
    }

    /// When there may be something to send, if no answer comes before.
    #[must_use]
    pub fn wakes(&self, now: Duration) -> Option<Duration> {
        self.questions.wakes(now)
    }

    /// Takes the answer of a message; gives answers that are due now.
    ///
    /// # Errors
    /// What it was told that is final.
    pub fn answer(
        &mut self,
        now: Duration,
        ticket: Ticket,
        bytes: Option<&[u8]>,
    ) -> Result<Vec<(T, Vec<u8>)>, CircleError> {
        let Some((rank, message)) = self.questions.answer(now, ticket, bytes)? else { return Ok(Vec::new()) };
        match (self.waits, &message.body) {
            (Waits::Meeting(stage), Body::Done) => self.met(rank, stage, &message.header)?,
            (Waits::Before | Waits::All, Body::Words(_)) => {
                let Header { part, parts, .. } = message.header;
                if part == 0 {
                    (1..parts).for_each(|part| self.questions.ask_for_part(part, parts));
                }
                self.take_words()?;
            }
            (_, body) => {
                return Err(CircleError::Senseless { rank, text: format!("{:?} to {:?}", body.kind(), self.waits) });
            }
        }
        Ok(self.release())
    }

    fn met(&mut self, rank: u16, stage: Stage, header: &Header) -> Result<(), CircleError> {
        if stage == Stage::Here {
            let (here, there) = (self.first, header.batch);
            if here != there {
                return Err(CircleError::Refused { rank, text: self.other_beginning(rank, there) });
            }
            self.sessions[usize::from(rank)] = Some(header.incarnation);
        }
        if self.questions.answers().is_some() {
            self.waits = Waits::Nothing;
        }
        Ok(())
    }

    fn other_beginning(&self, rank: u16, there: u64) -> String {
        let (me, here) = (self.identity.rank, self.first);
        format!(
            "rank {me} begins with batch {here}, and rank {rank} with batch {there}: give all of them the same --resume, or none"
        )
    }

    /// All parts of what was asked for may be here.
    fn take_words(&mut self) -> Result<(), CircleError> {
        let Some(answers) = self.questions.answers() else { return Ok(()) };
        let rank = answers.first().map_or(0, |(rank, _)| *rank);
        let words = answers.into_iter().flat_map(|(_, message)| match message.body {
            Body::Words(words) => words,
            _ => Vec::new(),
        });
        let words: Vec<u32> = words.collect();
        match self.waits {
            Waits::Before => self.add(Some((rank, &words))),
            _ => self.end(rank, &words),
        }
    }

    /// Adds its own slices behind those of the ranks before, and shows that.
    fn add(&mut self, before: Option<(u16, &[u32])>) -> Result<(), CircleError> {
        let (rank, batch) = (before.map_or(self.identity.rank, |(rank, _)| rank), self.batch);
        let words = sums::add(before.map(|(_, words)| words), &self.own, self.asks_to_stop);
        let words = words.ok_or(CircleError::OtherData { rank, batch })?;
        let last = self.ranks - 1;
        if self.shown.len() == SHOWN {
            self.shown.pop_front();
        }
        if self.identity.rank == last {
            self.end(last, &words)?;
        } else {
            self.waits = Waits::All;
            self.ask_for_sum(last);
        }
        self.shown.push_back((batch, words));
        Ok(())
    }

    fn end(&mut self, rank: u16, words: &[u32]) -> Result<(), CircleError> {
        let whole = sums::whole(words, self.own.data);
        let (sum, stops) = whole.ok_or(CircleError::OtherData { rank, batch: self.batch })?;
        self.is_stopping = stops;
        self.sum = Some(sum);
        self.waits = Waits::Nothing;
        self.batch += 1;
        Ok(())
    }

    fn ask_for_sum(&mut self, rank: u16) {
        let session = self.session_of(rank).unwrap_or(0);
        let to = Address::RankProcess { job: self.job, rank, session };
        let header = Header { incarnation: session, batch: self.batch, ..self.header(rank) };
        self.questions.ask(rank, to, Message { header, body: Body::Sum });
    }

    fn header(&self, to: u16) -> Header {
        Header { job: self.job, rank: self.identity.rank, shard: to, ..Header::default() }
    }

    /// Takes a question of another rank; gives the answers that are due now.
    pub fn handle(&mut self, token: T, bytes: &[u8]) -> Vec<(T, Vec<u8>)> {
        match Message::decode(bytes) {
            Ok(Message { header, body }) => match body {
                Body::Meet(settings) => self.is_met(token, header, &settings),
                Body::Sum => self.hold(token, header, false),
                body => self.refuse(
                    token,
                    header,
                    Refusal::Malformed,
                    format!("{:?} is no question to a rank", body.kind()),
                ),
            },
            Err(error) => self.refuse(token, Header::default(), Refusal::Malformed, error.to_string()),
        }
        self.release()
    }

    fn is_met(&mut self, token: T, header: Header, settings: &str) {
        let rank = header.rank;
        let me = self.identity.rank;
        if header.job != self.job || settings != self.identity.settings {
            let names = [format!("on rank {me}"), format!("on rank {rank}")];
            let found = in_words(&differences(&self.identity.settings, settings, &names));
            let text = format!("another training: {found}: give all ranks the same experiment");
            return self.refuse(token, header, Refusal::OtherJob, text);
        }
        if rank >= self.ranks || rank == me {
            let text = format!("this is rank {me} of {}", self.ranks);
            return self.refuse(token, header, Refusal::OtherJob, text);
        }
        if header.incarnation == 0 {
            let text = format!("a process of rank {rank} comes without its number");
            return self.refuse(token, header, Refusal::Malformed, text);
        }
        if header.part >= STAGES {
            return self.refuse(token, header, Refusal::Malformed, "a rank is nowhere beyond done".to_owned());
        }
        if header.batch != self.first {
            let text = self.other_beginning(rank, header.batch);
            return self.refuse(token, header, Refusal::OtherJob, text);
        }
        let known = &mut self.sessions[usize::from(rank)];
        // Until all have met, who comes last is who stays.
        let is_open = self.stage.is_none() || self.waits == Waits::Meeting(Stage::Here);
        if known.is_none() || is_open {
            *known = Some(header.incarnation);
        }
        if *known != Some(header.incarnation) {
            self.strangers.insert(rank);
            let text = format!("rank {me} trains with another process of rank {rank}");
            return self.refuse(token, header, Refusal::Ahead, text);
        }
        self.hold(token, header, true);
    }

    fn hold(&mut self, token: T, header: Header, meets: bool) {
        if header.job != self.job {
            return self.refuse(token, header, Refusal::OtherJob, "this rank is of another job".to_owned());
        }
        if header.rank >= self.ranks {
            let text = format!("there are {} ranks, and no rank {}", self.ranks, header.rank);
            return self.refuse(token, header, Refusal::OtherJob, text);
        }
        if !meets && header.incarnation != self.identity.session {
            let text = format!("another process is rank {}", self.identity.rank);
            return self.refuse(token, header, Refusal::OtherIncarnation, text);
        }
        let key = (header.rank, meets, header.part);
        // Who asks again has given up the answer to what it asked before, and hears now that somebody is there, however long it takes.
        let before = self.held.remove(&key).map(|held| (held.header.batch, held.header.incarnation));
        if before == Some((header.batch, header.incarnation)) {
            let text = format!("rank {} is not so far yet", self.identity.rank);
            return self.refuse(token, header, Refusal::Busy, text);
        }
        self.held.insert(key, Held { token, header });
    }

    /// Answers everything that can be answered now.
    fn release(&mut self) -> Vec<(T, Vec<u8>)> {
        for (key, Held { token, header }) in std::mem::take(&mut self.held) {
            let (rank, meets, part) = key;
            if self.has_left {
                self.told.insert(rank);
                let text = format!("rank {} has ended", self.identity.rank);
                self.refuse(token, header, Refusal::Failed, text);
            } else if meets {
                if self.stage.is_some_and(|stage| stage as u16 >= part) {
                    if part == Stage::Done as u16 {
                        self.told.insert(rank);
                    }
                    let header = Header { batch: self.first, ..header };
                    self.reply(token, header, Body::Done);
                } else {
                    self.held.insert(key, Held { token, header });
                }
            } else {
                self.show(key, token, header);
            }
        }
        std::mem::take(&mut self.answers)
    }

    fn show(&mut self, key: (u16, bool, u16), token: T, header: Header) {
        let Some((_, words)) = self.shown.iter().find(|(batch, _)| *batch == header.batch) else {
            if header.batch < self.batch {
                let text = format!("the sums of batch {} are gone", header.batch);
                return self.refuse(token, header, Refusal::Applied, text);
            }
            self.held.insert(key, Held { token, header });
            return;
        };
        let parts: Vec<&[u32]> = words.chunks(self.most_words).collect();
        match parts.get(usize::from(header.part)) {
            Some(part) => {
                let (part, parts) = (part.to_vec(), parts.len() as u16);
                self.reply(token, Header { parts, ..header }, Body::Words(part));
            }
            None => self.refuse(token, header, Refusal::Malformed, "there is no such part".to_owned()),
        }
    }

    fn reply(&mut self, token: T, to: Header, body: Body) {
        let header = Header { job: self.job, incarnation: self.identity.session, shard: self.identity.rank, ..to };
        self.answers.push((token, Message { header, body }.encode()));
    }

    fn refuse(&mut self, token: T, to: Header, why: Refusal, text: String) {
        self.reply(token, to, Body::refused(why, text));
    }
}

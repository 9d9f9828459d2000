//! A shard's side of the protocol, without a network, a clock or a thread: messages go in, messages come out.

mod about;
mod batch;
mod counts;
mod entering;
mod entry;
#[cfg(test)]
mod mutant;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::ops::Range;

use bytes::Bytes;
use emberlane_ps::{Key, ShardStore, StoreError};

pub use about::{About, RECOVERY, STORAGE, fingerprint};
pub(crate) use about::{differences, recovery};
use batch::{Batch, Pushed};
pub use counts::NodeCounts;
use entry::Entry;
#[cfg(test)]
pub use mutant::Mutant;

use crate::wire::{Body, HEADER_BYTES, Header, LONGEST_MESSAGE, Message, Refusal, Rooms, Welcome, WireError};

/// What a rank is to a shard.
#[derive(Clone, Copy, Debug, Default)]
struct Peer {
    /// The rank's process.
    session: u64,
    /// Counts them.
    term: u32,
    /// Batches that it knows to survive.
    mark: u64,
}

/// A pull that waits until the batch before is applied.
struct Held<T> {
    token: T,
    header: Header,
    keys: Vec<u64>,
}

/// Bytes of messages that a shard keeps at most: pulls that wait, and pushes of one batch, of each.
const MOST_BYTES: usize = 1 << 30;

/// Bytes of rows that are written into an answer before their checksum is taken: few enough to be near then.
const NEAR: usize = 128 << 10;

/// Processes that were a rank, at most: more than are ever started.
const MOST_TERMS: u32 = 1 << 30;

/// A shard. `T` is what an answer is sent with.
///
/// A batch is pulled by every rank, then maintained, pushed by every rank and applied; a push is acknowledged when it is applied. What
/// is repeated is answered again and done once.
pub struct Node<T> {
    about: About,
    incarnation: u64,
    store: Box<dyn ShardStore>,
    peers: Vec<Peer>,
    batch: Batch<T>,
    held: BTreeMap<(u16, u16), Held<T>>,
    /// Checksums of the pushes of the batch that was applied last.
    last: BTreeMap<(u16, u16), u32>,
    /// How it goes on where ranks are, if it recovers in part.
    entry: Option<Entry<T>>,
    counts: NodeCounts,
    /// Ranks that are there, as the network says: number and process.
    present: Vec<(u16, u64)>,
    events: Vec<String>,
    answers: Vec<(T, Bytes)>,
    /// Where answers with rows are written.
    rooms: Rooms,
    #[cfg(test)]
    pub(crate) mutant: Option<Mutant>,
}

impl<T> Node<T> {
    /// A shard that begins where its store is.
    #[must_use]
    pub fn new(about: About, incarnation: u64, store: Box<dyn ShardStore>) -> Self {
        let peers = vec![Peer::default(); about.ranks.into()];
        let entry = about.recovery().is_partial().then(Entry::default);
        Self {
            about,
            incarnation,
            store,
            peers,
            batch: Batch::default(),
            held: BTreeMap::new(),
            last: BTreeMap::new(),
            entry,
            counts: NodeCounts::default(),
            present: Vec::new(),
            events: Vec::new(),
            answers: Vec::new(),
            rooms: Rooms::default(),
            #[cfg(test)]
            mutant: None,
        }
    }

    /// Which shard of what it is.
    #[must_use]
    pub const fn about(&self) -> &About {
        &self.about
    }

    /// Tells this process from others of the shard.
    #[must_use]
    pub const fn incarnation(&self) -> u64 {
        self.incarnation
    }

    /// The rows.
    #[must_use]
    pub fn store(&self) -> &dyn ShardStore {
        &*self.store
    }

    /// The rows alone.
    #[must_use]
    pub fn into_store(self) -> Box<dyn ShardStore> {
        self.store
    }

    /// What it has counted.
    #[must_use]
    pub const fn counts(&self) -> &NodeCounts {
        &self.counts
    }

    /// Batches that survive this process.
    #[must_use]
    pub fn durable(&self) -> u64 {
        if self.about.keeps { self.store.checkpoints().done() } else { 0 }
    }

    /// Makes a checkpoint of all batches that were applied, and completes it; nothing within a batch, and where nothing is kept.
    ///
    /// # Errors
    /// A store that is full or fails.
    pub fn keep(&mut self) -> Result<(), StoreError> {
        if !self.about.keeps || self.durable() == self.store.applied() {
            return Ok(());
        }
        match self.store.checkpoint().and_then(|()| self.store.drain()) {
            Err(StoreError::MidBatch { .. }) => Ok(()),
            done => done,
        }
    }

    /// Which ranks are there: one that is keeps its place when another process wants it.
    pub fn saw(&mut self, ranks: Vec<(u16, u64)>) {
        self.present = ranks;
    }

    /// What all that it will do depends on, but its rows and numbers of messages.
    #[cfg(test)]
    pub(crate) fn outlook(&self) -> String {
        let held: Vec<_> = self.held.values().map(|held| held.header).collect();
        let batches = (self.incarnation, self.store.applied(), self.durable());
        let entry = self.entry.as_ref().map(Entry::outlook);
        format!("{batches:?} {:?} {held:?} {} {:?} {entry:?}", self.peers, self.batch.outlook(), self.last)
    }

    /// A process of a rank was there before.
    #[cfg(test)]
    pub(crate) fn knew(&mut self, rank: u16, session: u64) {
        self.peers[usize::from(rank)] = Peer { session, term: 1, mark: 0 };
    }

    /// What happened that is worth a line.
    pub fn events(&mut self) -> Vec<String> {
        std::mem::take(&mut self.events)
    }

    /// Takes a message; gives the answers that are due now, also those of messages before.
    pub fn handle(&mut self, token: T, bytes: &[u8]) -> Vec<(T, Bytes)> {
        self.counts.requests += 1;
        match Message::decode(bytes) {
            Ok(Message { header, body }) => self.take(token, header, body, bytes),
            Err(error) => {
                let why = if matches!(error, WireError::OtherVersion { .. }) {
                    Refusal::OtherVersion
                } else {
                    Refusal::Malformed
                };
                self.refuse(token, Header::default(), why, error.to_string());
            }
        }
        std::mem::take(&mut self.answers)
    }

    /// Does what answers need not wait for: cache and checkpoints, when every rank has pulled a batch. To be called when the answers of
    /// a message are sent.
    ///
    /// # Errors
    /// A store that fails.
    pub fn work(&mut self) -> Result<(), StoreError> {
        if !self.batch.is_maintained && self.batch.is_pulled(self.about.ranks) {
            self.store.maintain(self.store.applied() + 1)?;
            self.batch.is_maintained = true;
        }
        let known = self.peers.iter().map(|peer| peer.mark).min().unwrap_or(0);
        let checkpoints = self.store.checkpoints();
        // In part it goes back to the newest, whatever ranks know.
        let is_needed = self.about.keeps && self.entry.is_none();
        let survives = if is_needed { known } else { checkpoints.done() };
        if survives > checkpoints.committed && checkpoints.retained.contains(&survives) {
            self.store.commit(survives)?;
        }
        Ok(())
    }

    fn take(&mut self, token: T, header: Header, body: Body, bytes: &[u8]) {
        if header.shard != self.about.shard {
            let text = format!("this is shard {}, not shard {}", self.about.shard, header.shard);
            return self.refuse(token, header, Refusal::OtherShard, text);
        }
        match body {
            Body::Status => {
                let text = self.status().to_string();
                return self.answer(token, header, Body::Text(text));
            }
            Body::Hello(settings) => return self.hello(token, header, &settings),
            _ => {}
        }
        if let Some((why, text)) = self.stranger(&header) {
            return self.refuse(token, header, why, text);
        }
        self.peers[usize::from(header.rank)].mark = header.mark;
        if self.is_entering() && !matches!(body, Body::Enter(_)) {
            let text = "the shard was started, and waits until every rank has said where it is".to_owned();
            return self.refuse(token, header, Refusal::Ahead, text);
        }
        match body {
            Body::Pull(keys) => self.pull(token, header, keys),
            Body::Prefetch(keys) => {
                let keys: Vec<Key> = keys.into_iter().map(Key).collect();
                match self.store.prefetch(&keys) {
                    Ok(()) => self.answer(token, header, Body::Done),
                    Err(error) => {
                        // Whoever told of rows ahead does not look at the answer.
                        self.events.push(format!("failed: rows that were told of ahead: {error}"));
                        self.refuse(token, header, Refusal::Failed, error.to_string());
                    }
                }
            }
            Body::Push(push) => self.push(token, header, Pushed::gradients(push), bytes),
            Body::Write { keys, rows } => self.push(token, header, Pushed::rows(keys, rows), bytes),
            Body::Read(keys) => self.read(token, header, &keys),
            Body::Enter(said) => self.enter(token, header, said),
            Body::Hello(_) | Body::Status => {}
            Body::Meet(_) | Body::Sum => {
                self.refuse(token, header, Refusal::Malformed, "a rank is asked as a shard".to_owned());
            }
            Body::Welcome(_)
            | Body::Rows(_)
            | Body::Done
            | Body::Text(_)
            | Body::Words(_)
            | Body::Entered(_)
            | Body::Refused { .. } => {
                self.refuse(token, header, Refusal::Malformed, "an answer was sent as a request".to_owned());
            }
        }
    }

    /// Why a message is not from a rank that this process has welcomed.
    fn stranger(&self, header: &Header) -> Option<(Refusal, String)> {
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

    fn hello(&mut self, token: T, header: Header, settings: &str) {
        let Some(peer) = self.peers.get_mut(usize::from(header.rank)) else {
            let text = format!("there are {} ranks, and no rank {}", self.about.ranks, header.rank);
            return self.refuse(token, header, Refusal::OtherJob, text);
        };
        if header.job != self.about.job() || settings != self.about.settings() {
            let (why, text) = self.about.otherwise(settings);
            self.events.push(format!("refused rank {}: {text}", header.rank));
            return self.refuse(token, header, why, text);
        }
        if header.term > MOST_TERMS {
            let text = format!("term {} is more than processes can have been rank {}", header.term, header.rank);
            return self.refuse(token, header, Refusal::Malformed, text);
        }
        // A rank that begins says so; one that goes on says how far it was.
        let begins = header.batch == u64::MAX;
        if peer.session != header.incarnation {
            // To a shard that was started again a former process may say hello first; the other one has a later term.
            if !begins && peer.session != 0 && header.term <= peer.term {
                let text = format!("another process is rank {} now", header.rank);
                return self.refuse(token, header, Refusal::OtherTerm, text);
            }
            if self.present.contains(&(header.rank, peer.session)) {
                let text = format!("rank {} trains already, as process {:016x}", header.rank, peer.session);
                return self.refuse(token, header, Refusal::Taken, text);
            }
            let term = header.term.max(peer.term.saturating_add(1));
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
            let batch = self.store.applied() + 1;
            self.store.apply(batch, &[], self.about.has_checkpoint_after(batch))?;
        }
        Ok(())
    }

    /// Why rows are too many for one answer, of so many numbers each.
    fn too_many(rows: usize, width: usize) -> Option<String> {
        let most = (LONGEST_MESSAGE - HEADER_BYTES) / (4 * width);
        (rows > most).then(|| format!("{rows} rows are asked for in one message, and an answer holds {most}"))
    }

    fn pull(&mut self, token: T, header: Header, keys: Vec<u64>) {
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
            if held + keys.len() * 8 > MOST_BYTES {
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
        // What is pulled again behind the maintenance is the same.
        let weights = |rows: Range<usize>, to: &mut [f32]| match self.batch.is_maintained {
            false => self.store.pull(self.store.applied() + 1, &keys[rows], to),
            true => self.read_weights(&keys[rows], to),
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

    fn read(&mut self, token: T, header: Header, keys: &[u64]) {
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

    fn push(&mut self, token: T, header: Header, pushed: Pushed, bytes: &[u8]) {
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
        if waits + bytes.len() > MOST_BYTES && self.batch.checksum(identity).is_none() {
            let text = format!(
                "the pushes of batch {} have more than {MOST_BYTES} bytes: take smaller batches, or more shards",
                header.batch
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
        #[cfg(test)]
        if self.mutant == Some(Mutant::ArrivalOrder) {
            batch.order_of_arrival();
        }
        // Nobody keeps rows that were written, to write them again.
        let is_final = self.entry.is_some() && batch.writes();
        let is_checkpoint = is_final || self.about.has_checkpoint_after(number);
        let mut applied = batch.apply(&mut *self.store, is_checkpoint);
        if is_checkpoint && (is_final || self.about.waits) {
            applied = applied.and_then(|rows| self.store.drain().map(|()| rows));
        }
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

    /// What answers to a message begin with.
    fn header_to(&self, to: Header) -> Header {
        let term = self.peers.get(usize::from(to.rank)).map_or(0, |peer| peer.term);
        Header {
            job: self.about.job(),
            incarnation: self.incarnation,
            batch: self.store.applied(),
            mark: self.durable(),
            term,
            shard: self.about.shard,
            ..to
        }
    }

    fn answer(&mut self, token: T, to: Header, body: Body) {
        let header = self.header_to(to);
        self.answers.push((token, Message { header, body }.encode().into()));
    }

    fn refuse(&mut self, token: T, to: Header, why: Refusal, text: String) {
        self.counts.refused += 1;
        self.answer(token, to, Body::Refused { why, text });
    }

    /// How it is, for people and their tools.
    #[must_use]
    pub fn status(&self) -> serde_json::Value {
        let (counters, checkpoints) = (self.store.counters(), self.store.checkpoints());
        serde_json::json!({
            "shard": self.about.shard,
            "shards": self.about.shards,
            "storage": self.about.storage(),
            "keeps": self.about.keeps,
            "job": format!("{:016x}", self.about.job()),
            "settings": self.about.settings(),
            "incarnation": format!("{:016x}", self.incarnation),
            "applied": self.store.applied(),
            "durable": self.durable(),
            "committed": checkpoints.committed,
            "pending": checkpoints.pending,
            "recovery": self.about.recovery().name(),
            "lost": self.lost(),
            "ranks": self.peers.iter().map(|peer| peer.term).collect::<Vec<_>>(),
            "present": self.present.iter().map(|(rank, _)| rank).collect::<Vec<_>>(),
            "rows": counters.rows,
            "cached": counters.cached,
            "counts": self.counts.json(),
        })
    }
}

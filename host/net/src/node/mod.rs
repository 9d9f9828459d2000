//! A shard's side of the protocol, without a network, a clock or a thread: messages go in, messages come out.

mod about;
mod batch;
mod counts;
mod entering;
mod entry;
mod greeting;
#[cfg(test)]
mod mutant;
mod pulls;
mod pushes;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use bytes::Bytes;
use emberlane_ps::{Key, ShardStore, StoreError};

pub use about::{About, RECOVERY, STORAGE, fingerprint};
pub(crate) use about::{differences, in_words, recovery};
use batch::{Batch, Pushed};
pub use counts::NodeCounts;
use entry::Entry;
#[cfg(test)]
pub use mutant::Mutant;

use crate::terms::{NoTerms, Terms};
use crate::wire::{Body, Header, LONGEST_TEXT, Message, Refusal, Rooms, WireError};

/// What a rank is to a shard.
#[derive(Clone, Copy, Debug, Default)]
struct Peer {
    /// The rank's process; 0: none has come yet.
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

/// Bytes of messages that a shard keeps at most: pulls that wait, keys that one batch has pulled, and pushes of one batch, of each.
const MOST_BYTES: usize = 1 << 30;

/// A shard. `T` is what an answer is sent with.
///
/// A batch is pulled by every rank, then maintained, pushed by every rank and applied; a push is acknowledged when it is applied. What
/// is repeated is answered again and done once.
pub struct Node<T> {
    about: About,
    incarnation: u64,
    store: Box<dyn ShardStore>,
    peers: Vec<Peer>,
    terms: Box<dyn Terms>,
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
    most_bytes: usize,
    /// Told before and behind what may take long.
    saving: Box<dyn Fn(bool) + Send>,
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
            terms: Box::new(NoTerms),
            batch: Batch::default(),
            held: BTreeMap::new(),
            last: BTreeMap::new(),
            entry,
            counts: NodeCounts::default(),
            present: Vec::new(),
            events: Vec::new(),
            answers: Vec::new(),
            rooms: Rooms::default(),
            most_bytes: MOST_BYTES,
            saving: Box::new(|_| {}),
            #[cfg(test)]
            mutant: None,
        }
    }

    /// The same, which knows the newest process of each rank, whatever process of the shard it said hello to.
    #[must_use]
    pub fn remembering(mut self, terms: Box<dyn Terms>) -> Self {
        for (peer, term) in self.peers.iter_mut().zip(terms.kept()) {
            peer.term = term;
        }
        self.terms = terms;
        self
    }

    /// The same, which calls `saving` with true before it makes or gives up a checkpoint, and with false behind that: whatever a storage does then
    /// takes as long as its rows need, and no message is taken meanwhile.
    #[must_use]
    pub fn telling(self, saving: Box<dyn Fn(bool) + Send>) -> Self {
        Self { saving, ..self }
    }

    /// Does to the store what may take long.
    fn saves<R>(&mut self, what: impl FnOnce(&mut dyn ShardStore) -> R) -> R {
        (self.saving)(true);
        let done = what(&mut *self.store);
        (self.saving)(false);
        done
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
        match self.saves(|store| store.checkpoint().and_then(|()| store.drain())) {
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
            self.saves(|store| store.commit(survives))?;
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
                let mut status = self.status();
                if status.to_string().len() > LONGEST_TEXT {
                    // Whoever has the experiment has them, too.
                    status["settings"] = serde_json::Value::Null;
                }
                return self.answer(token, header, Body::Text(status.to_string()));
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
        self.answer(token, to, Body::refused(why, text));
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

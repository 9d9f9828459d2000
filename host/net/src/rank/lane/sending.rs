//! What is sent to the shard next.

use std::time::Duration;

use super::{Lane, Question, What};
use crate::network::Address;
use crate::rank::{Outgoing, RankError, Ticket};
use crate::wire::{Body, Enter, Header, Message};

impl Lane {
    pub fn wakes(&self, now: Duration) -> Option<Duration> {
        self.waits().then(|| if self.pause > now { self.pause } else { now + self.pace.deadline })
    }

    /// Whether there is something that an answer is waited for.
    fn waits(&self) -> bool {
        !self.is_welcome() || !self.is_settled() || !self.is_answered() || self.looks || !self.is_free(What::Look)
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

    fn send(&mut self, out: &mut Vec<Outgoing>, what: What, to: Address, message: Message) {
        self.tickets += 1;
        let ticket = Ticket(u64::from(self.shard) << 48 | self.tickets);
        self.open.insert(ticket, what);
        out.push(Outgoing { ticket, to, bytes: message.encode() });
    }
}

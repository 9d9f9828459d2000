//! What the shard's answers mean.

use std::time::Duration;

use rand::Rng;

use super::{Kept, Known, Lane, Question, What};
use crate::network::Arrived;
use crate::rank::{Loss, RankError, Ticket};
use crate::wire::{Body, Entered, Header, MOST_BATCHES, Message, Refusal, Rows, Welcome};

impl Lane {
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
        let entered =
            if let Body::Entered(entered) = &body { [entered.began, entered.found, entered.updates] } else { [0; 3] };
        if let Some(many) = entered.into_iter().chain([header.batch]).find(|number| *number > MOST_BATCHES) {
            let text = format!("{many} is more than anybody trains");
            return Err(RankError::Senseless { shard: self.shard, text });
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

    /// A process of the shard has said what it has.
    fn saw(&mut self, incarnation: u64) {
        self.returns += u64::from(self.seen.is_some_and(|seen| seen != incarnation));
        self.seen = Some(incarnation);
    }

    /// Rows of batches that may be lost, behind a checkpoint; those behind an earlier loss alone, where there was one.
    pub(super) fn updates_behind(&self, checkpoint: u64) -> u64 {
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
        // Nobody goes on behind rows that are written before they are durable. Were they lost, nobody would write them again.
        let is_lost = |kept: &&Kept| kept.has_written() && kept.batch <= until && kept.batch > found;
        if let Some(Kept { batch, .. }) = self.kept.iter().find(is_lost) {
            let text = format!(
                "it goes on behind batch {until} with the rows of checkpoint {found}, and those that were written in batch {batch} are lost"
            );
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
            ask.batch = until.max(self.pushed);
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

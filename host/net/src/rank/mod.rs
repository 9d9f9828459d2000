//! A rank's side of the protocol, without a network, a clock or a thread: it says what to send and when, and takes what came back.

mod error;
mod identity;
mod lane;
mod loss;
mod outgoing;
mod pace;

use std::time::Duration;

pub use error::RankError;
pub use identity::Identity;
use lane::{Lane, Question};
pub use loss::Loss;
pub use outgoing::{Outgoing, Ticket};
pub use pace::Pace;

use crate::network::Arrived;
use crate::wire::{Body, Push, Rows};

/// A rank, and what it knows of each shard.
///
/// One batch after the other: [`pull`](Self::pull), then [`push`](Self::push). Pushes are kept until they survive on their shard, so that
/// one that was killed gets again what it has lost.
#[derive(Debug)]
pub struct Rank {
    lanes: Vec<Lane>,
    pace: Pace,
    error: Option<RankError>,
}

impl Rank {
    /// A rank that has said nothing yet. `pace` says how it waits.
    #[must_use]
    pub fn new(identity: &Identity, pace: Pace) -> Self {
        let lanes = (0..identity.shards).map(|shard| Lane::new(identity, shard, pace)).collect();
        Self { lanes, pace, error: None }
    }

    /// What is to be sent now.
    pub fn poll(&mut self, now: Duration) -> Vec<Outgoing> {
        let mut out = Vec::new();
        for lane in &mut self.lanes {
            if let Err(error) = lane.poll(now, &mut out) {
                self.error.get_or_insert(error);
            }
        }
        out
    }

    /// When there may be something to send, if no answer comes before.
    #[must_use]
    pub fn wakes(&self, now: Duration) -> Duration {
        let soon = self.lanes.iter().filter_map(|lane| lane.wakes(now)).min();
        soon.unwrap_or(now + self.pace.deadline)
    }

    /// Takes the answer of a message; `None`: there was none.
    pub fn answer(&mut self, now: Duration, ticket: Ticket, answer: Option<Arrived>) {
        let Some(lane) = self.lanes.get_mut((ticket.0 >> 48) as usize) else { return };
        if let Err(error) = lane.answer(now, ticket, answer) {
            self.error.get_or_insert(error);
        }
    }

    /// What happened that is worth a line.
    pub fn events(&mut self) -> Vec<String> {
        self.lanes.iter_mut().flat_map(Lane::events).collect()
    }

    /// Why it cannot go on.
    ///
    /// # Errors
    /// What it was told that is final.
    pub fn check(&mut self) -> Result<(), RankError> {
        self.error.take().map_or(Ok(()), Err)
    }

    /// Asks every shard once more how many batches it has. To be called before anything else is asked or pushed.
    pub fn begin_again(&mut self) {
        self.lanes.iter_mut().for_each(Lane::begin_again);
    }

    /// Makes sure that every shard is there: one that was started again gets what it has lost. To be called again and again by whoever
    /// waits for others, who may wait for that shard.
    pub fn look(&mut self) {
        self.lanes.iter_mut().for_each(Lane::look);
    }

    /// Whether every shard has welcomed it.
    #[must_use]
    pub fn is_welcome(&self) -> bool {
        self.lanes.iter().all(Lane::is_welcome)
    }

    /// A shard that is waited for, and does not answer.
    #[must_use]
    pub fn silent(&self) -> Option<u16> {
        self.lanes.iter().find(|lane| lane.is_silent()).map(Lane::shard)
    }

    /// Batches that each shard had applied when this rank began.
    #[must_use]
    pub fn began(&self) -> Vec<u64> {
        self.lanes.iter().map(Lane::began).collect()
    }

    /// What all that it will do depends on, but time and numbers of messages.
    #[cfg(test)]
    pub(crate) fn outlook(&self) -> Vec<String> {
        self.lanes.iter().map(Lane::outlook).collect()
    }

    /// What was lost with shards that went on in part, of one shard after the other.
    #[must_use]
    pub fn losses(&self) -> Vec<Loss> {
        self.lanes.iter().flat_map(Lane::losses).copied().collect()
    }

    /// Times that a shard died and came back.
    #[must_use]
    pub fn returns(&self) -> u64 {
        self.lanes.iter().map(Lane::returns).sum()
    }

    /// Asks for the weights of rows of the next batch: for each shard its parts, each a list of ascending keys.
    pub fn pull(&mut self, parts: Vec<Vec<Vec<u64>>>) {
        for (lane, parts) in self.lanes.iter_mut().zip(parts) {
            lane.ask(Question::Pull, parts);
        }
    }

    /// Asks for whole rows as they are now, and changes nothing.
    pub fn read(&mut self, parts: Vec<Vec<Vec<u64>>>) {
        for (lane, parts) in self.lanes.iter_mut().zip(parts) {
            lane.ask(Question::Read, parts);
        }
    }

    /// Whether all that was asked for is here.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        self.lanes.iter().all(Lane::is_answered)
    }

    /// What has come of what was asked for since this was asked last: shard and part, and their rows. A part may come once more, with other
    /// rows, when a shard has lost those that nobody has used.
    pub fn arrived(&mut self) -> Vec<([usize; 2], Rows)> {
        let lanes = self.lanes.iter_mut().enumerate();
        lanes
            .flat_map(|(shard, lane)| lane.arrived().into_iter().map(move |(part, rows)| ([shard, part], rows)))
            .collect()
    }

    /// What was asked for: of each shard its parts.
    pub fn answers(&mut self) -> Vec<Vec<Rows>> {
        self.lanes.iter_mut().map(Lane::answers).collect()
    }

    /// Says which rows the next batch will pull. It may be lost.
    pub fn prefetch(&mut self, parts: Vec<Vec<Vec<u64>>>) {
        for (lane, parts) in self.lanes.iter_mut().zip(parts) {
            lane.prefetch(parts);
        }
    }

    /// Gives every shard its gradients of the batch that was pulled.
    pub fn push(&mut self, parts: Vec<Vec<Push>>) {
        for (lane, parts) in self.lanes.iter_mut().zip(parts) {
            lane.push(parts.into_iter().map(Body::Push).collect());
        }
    }

    /// Gives every shard whole rows, which replace what was there: a batch of its own.
    pub fn write(&mut self, parts: Vec<Vec<(Vec<u64>, Vec<f32>)>>) {
        for (lane, parts) in self.lanes.iter_mut().zip(parts) {
            lane.push(parts.into_iter().map(|(keys, rows)| Body::Write { keys, rows }).collect());
        }
    }

    /// Whether every push is applied.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.lanes.iter().all(Lane::is_settled)
    }

    /// Bytes of pushes that are kept because a shard could lose them.
    #[must_use]
    pub fn kept(&self) -> usize {
        self.lanes.iter().map(Lane::kept).sum()
    }
}

//! What a rank asks others, again and again until it is answered.

use std::time::Duration;

use rand::Rng;
use rand_pcg::Pcg64;

use super::error::CircleError;
use crate::network::Address;
use crate::rank::{Outgoing, Pace, Ticket};
use crate::wire::{Body, Header, Message, Refusal};

/// A question to a rank.
#[derive(Debug)]
struct Question {
    rank: u16,
    to: Address,
    message: Message,
    answer: Option<Message>,
    /// Asked, and not answered yet.
    open: Option<Ticket>,
    /// It is not asked before.
    pause: Duration,
    tries: u32,
    /// When the other was heard last, or when it was asked first.
    heard: Option<Duration>,
}

/// Questions that are asked side by side.
#[derive(Debug)]
pub(super) struct Questions {
    questions: Vec<Question>,
    tickets: u64,
    pace: Pace,
    random: Pcg64,
}

impl Questions {
    pub fn new(pace: Pace, rank: u16) -> Self {
        let random = Pcg64::new(u128::from(pace.seed), 1 << 40 | u128::from(rank));
        Self { questions: Vec::new(), tickets: 0, pace, random }
    }

    pub fn ask(&mut self, rank: u16, to: Address, message: Message) {
        let (answer, open, pause, heard) = (None, None, Duration::ZERO, None);
        self.questions.push(Question { rank, to, message, answer, open, pause, tries: 0, heard });
    }

    /// The answers of all questions, in their order, when all are there.
    pub fn answers(&mut self) -> Option<Vec<(u16, Message)>> {
        if self.unanswered().is_some() {
            return None;
        }
        let answered = self.questions.drain(..).filter_map(|question| Some((question.rank, question.answer?)));
        Some(answered.collect())
    }

    /// Somebody who has not answered.
    pub fn unanswered(&self) -> Option<u16> {
        self.questions.iter().find(|question| question.answer.is_none()).map(|question| question.rank)
    }

    /// Who of those that have not answered was not heard for longest, and for how long.
    pub fn silent(&self, now: Duration) -> Option<(u16, Duration)> {
        let waiting = self.questions.iter().filter(|question| question.answer.is_none());
        let silent = waiting.map(|question| (question.rank, now.saturating_sub(question.heard.unwrap_or(now))));
        silent.max_by_key(|(_, silent)| *silent)
    }

    pub fn wakes(&self, now: Duration) -> Option<Duration> {
        let waiting = self.questions.iter().filter(|question| question.answer.is_none());
        waiting.map(|question| if question.open.is_none() { question.pause } else { now + self.pace.deadline }).min()
    }

    pub fn poll(&mut self, now: Duration) -> Vec<Outgoing> {
        let mut out = Vec::new();
        for question in &mut self.questions {
            if question.answer.is_none() && question.open.is_none() && question.pause <= now {
                self.tickets += 1;
                let ticket = Ticket(self.tickets);
                question.open = Some(ticket);
                question.heard.get_or_insert(now);
                out.push(Outgoing { ticket, to: question.to, bytes: question.message.encode() });
            }
        }
        out
    }

    /// Takes what came back for a message; gives the rank and what it says, if that is an answer.
    pub fn answer(
        &mut self,
        now: Duration,
        ticket: Ticket,
        bytes: Option<&[u8]>,
    ) -> Result<Option<(u16, Message)>, CircleError> {
        // What was asked before comes late.
        let Some(question) = self.questions.iter_mut().find(|question| question.open == Some(ticket)) else {
            return Ok(None);
        };
        question.open = None;
        let rank = question.rank;
        let message = bytes.and_then(|bytes| Message::decode(bytes).ok());
        let again = match &message {
            None => true,
            Some(Message { body: Body::Refused { why, text }, .. }) => match why {
                // It is there, and will be so far: that takes as long as it takes.
                Refusal::Busy => {
                    question.heard = Some(now);
                    true
                }
                // It is there for another process of this rank. Nobody waits for ever until that is gone.
                Refusal::Ahead => true,
                Refusal::OtherIncarnation => return Err(CircleError::Restarted { rank }),
                Refusal::Failed => return Err(CircleError::Ended { rank }),
                _ => return Err(CircleError::Refused { rank, text: text.clone() }),
            },
            Some(_) => false,
        };
        if again {
            let longest = self.pace.longest_wait.min(self.pace.first_wait * (1 << question.tries.min(16)));
            question.tries += 1;
            question.pause = now + longest.mul_f64(self.random.random_range(0.5..1.0));
            return Ok(None);
        }
        question.answer.clone_from(&message);
        Ok(message.map(|message| (rank, message)))
    }

    /// A message to the same rank about another part.
    pub fn ask_for_part(&mut self, part: u16, parts: u16) {
        let Some(first) = self.questions.first() else { return };
        let header = Header { part, parts, ..first.message.header };
        let message = Message { header, body: first.message.body.clone() };
        self.ask(first.rank, first.to, message);
    }
}

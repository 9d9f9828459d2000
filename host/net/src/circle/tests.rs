//! Two ranks, and the time that goes by while one of them works.

use std::time::Duration;

use super::{Circle, Stage};
use crate::rank::{Identity, Outgoing, Pace, Ticket};
use crate::wire::{Body, Header, Message, Refusal};

const SETTINGS: &str = "train.seed = 1\n";
const PATIENCE: Duration = Duration::from_secs(2);

fn pace() -> Pace {
    Pace::of(PATIENCE, 1)
}

fn circle(rank: u16) -> Circle<Ticket> {
    let identity = Identity { settings: SETTINGS.to_owned(), rank, shards: 1, session: 10 + u64::from(rank) };
    Circle::new(&identity, 2, 0, pace())
}

/// Rank 1 with its questions that are under way, each until when.
struct Asker {
    circle: Circle<Ticket>,
    open: Vec<(Duration, Ticket)>,
}

impl Asker {
    /// Asks what it has to ask, of whoever is there.
    fn asks(&mut self, now: Duration, other: Option<&mut Circle<Ticket>>) {
        let asked: Vec<Outgoing> = self.circle.poll(now);
        self.open.extend(asked.iter().map(|outgoing| (now + pace().deadline, outgoing.ticket)));
        if let Some(other) = other {
            for Outgoing { ticket, bytes, .. } in asked {
                let answers = other.handle(ticket, &bytes);
                self.hears(now, answers);
            }
        }
        let late: Vec<Ticket> =
            self.open.extract_if(.., |(until, _)| *until <= now).map(|(_, ticket)| ticket).collect();
        for ticket in late {
            self.circle.answer(now, ticket, None).unwrap();
        }
    }

    fn hears(&mut self, now: Duration, answers: Vec<(Ticket, Vec<u8>)>) {
        for (ticket, bytes) in answers {
            // What was given up is not heard.
            if let Some(at) = self.open.iter().position(|(_, open)| *open == ticket) {
                self.open.remove(at);
                self.circle.answer(now, ticket, Some(&bytes)).unwrap();
            }
        }
    }

    fn silence(&self, now: Duration) -> Duration {
        self.circle.silent(now).map_or(Duration::ZERO, |(_, silent)| silent)
    }
}

/// Rank 0, and rank 1 which has met it and is done.
fn done() -> (Circle<Ticket>, Asker) {
    let (mut first, mut second) = (circle(0), Asker { circle: circle(1), open: Vec::new() });
    let answers = first.meet(Stage::Here);
    assert!(answers.is_empty());
    second.circle.meet(Stage::Here);
    second.asks(Duration::ZERO, Some(&mut first));
    assert!(second.circle.has_met());
    for Outgoing { ticket, bytes, .. } in first.poll(Duration::ZERO) {
        for (ticket, bytes) in second.circle.handle(ticket, &bytes) {
            first.answer(Duration::ZERO, ticket, Some(&bytes)).unwrap();
        }
    }
    assert!(first.has_met());
    second.circle.meet(Stage::Done);
    (first, second)
}

const STEP: Duration = Duration::from_millis(20);

#[test]
fn a_rank_that_works_for_long_is_heard_and_one_that_is_gone_is_not() {
    let (mut first, mut second) = done();
    let mut now = Duration::ZERO;
    while now < 20 * PATIENCE {
        second.asks(now, Some(&mut first));
        assert!(second.silence(now) < PATIENCE, "after {now:?}");
        now += STEP;
    }
    assert!(!second.circle.has_met());
    let since = now;
    while second.silence(now) <= PATIENCE {
        second.asks(now, None);
        now += STEP;
        assert!(now < since + 2 * PATIENCE, "nobody is there, and is heard");
    }
}

#[test]
fn what_is_asked_again_is_answered_when_it_can_be() {
    let (mut first, mut second) = done();
    let mut now = Duration::ZERO;
    while now < 3 * PATIENCE {
        second.asks(now, Some(&mut first));
        now += STEP;
    }
    let answers = first.meet(Stage::Done);
    second.hears(now, answers);
    while !second.circle.has_met() {
        second.asks(now, Some(&mut first));
        now += STEP;
        assert!(now < 5 * PATIENCE, "it never hears that the other is done");
    }
}

#[test]
fn a_process_without_a_number_is_no_rank() {
    let mut first = circle(0);
    first.meet(Stage::Here);
    let job = crate::node::fingerprint(SETTINGS);
    let header = Header { job, rank: 1, parts: 3, ..Header::default() };
    let answers = first.handle(Ticket(1), &Message { header, body: Body::Meet(SETTINGS.to_owned()) }.encode());
    let [(_, answer)] = &answers[..] else { panic!("it is answered") };
    let answer = Message::decode(answer).unwrap().body;
    assert!(matches!(answer, Body::Refused { why: Refusal::Malformed, .. }), "{answer:?}");
}

//! A rank among others, with its network and its time.

use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use emberlane_stores::{Sum, Summand};

use super::error::CircleError;
use super::machine::{Circle, Stage};
use crate::client::Log;
use crate::network::{Address, Arrived, Guard, Member, Network, Presence, Reply, Request};
use crate::node::fingerprint;
use crate::rank::{Identity, Pace, RankError, Ticket};

/// How long it waits before it looks around: shards may have to be looked after.
const IDLE: Duration = Duration::from_millis(50);
/// How long it waits before it looks who is there.
const LOOKS_AFTER: Duration = Duration::from_millis(300);
/// How long that may take.
const WITHIN: Duration = Duration::from_millis(300);
/// How long the others and the first wait for one another at the end, where nothing is left to be done.
const PARTS: Duration = Duration::from_secs(20);
/// How long a rank that ends early waits until others know.
const LINGERS: Duration = Duration::from_secs(1);

/// What is done while a rank waits for others.
pub type Meanwhile<'a> = &'a mut dyn FnMut() -> Result<(), RankError>;

type Shared = Arc<Mutex<Circle<Reply>>>;

/// A rank among others, with its network and its time.
pub struct Together {
    circle: Shared,
    network: Arc<dyn Network>,
    rank: u16,
    ranks: u16,
    pace: Pace,
    begun: Instant,
    sender: Sender<(Ticket, Option<Arrived>)>,
    answers: Receiver<(Ticket, Option<Arrived>)>,
    absent: BTreeSet<u16>,
    /// Since when somebody is not there.
    absent_since: Instant,
    looked: Instant,
    has_parted: bool,
    /// A batch was summed, or is.
    has_begun: bool,
    /// Whether the user has asked to stop.
    stops: Box<dyn Fn() -> bool + Send>,
    log: Log,
    /// Served as long as these are there.
    _guards: Vec<Guard>,
}

fn locked(circle: &Shared) -> MutexGuard<'_, Circle<Reply>> {
    circle.lock().unwrap_or_else(PoisonError::into_inner)
}

fn send(answers: Vec<(Reply, Vec<u8>)>) {
    answers.into_iter().for_each(|(reply, bytes)| reply(bytes.into()));
}

impl Together {
    /// Answers other ranks from now on. It is rank `identity.rank` of `ranks`, and begins with batch `first`.
    ///
    /// # Errors
    /// A network that cannot be had.
    pub fn begin(
        network: Arc<dyn Network>,
        identity: &Identity,
        ranks: u16,
        first: u64,
        pace: Pace,
        log: Log,
    ) -> Result<Self, CircleError> {
        let circle = Arc::new(Mutex::new(Circle::new(identity, ranks, first, pace)));
        let Identity { rank, session, .. } = *identity;
        let process = Address::RankProcess { job: fingerprint(&identity.settings), rank, session };
        let serve = |address| {
            let circle = circle.clone();
            let handler = move |Request { bytes, reply }: Request| {
                let answers = locked(&circle).handle(reply, &bytes);
                send(answers);
            };
            network.serve(address, Box::new(handler))
        };
        let guards = [Address::Rank(rank), process].map(serve).into_iter().collect::<Result<_, _>>()?;
        let (sender, answers) = channel();
        let (begun, absent) = (Instant::now(), BTreeSet::new());
        Ok(Self {
            circle,
            network,
            rank,
            ranks,
            pace,
            begun,
            sender,
            answers,
            absent,
            absent_since: begun,
            looked: begun,
            has_parted: false,
            has_begun: false,
            stops: Box::new(|| false),
            log,
            _guards: guards,
        })
    }

    /// Does not wait for a rank that is not there once this says so.
    #[must_use]
    pub fn stopping(mut self, stops: Box<dyn Fn() -> bool + Send>) -> Self {
        self.stops = stops;
        self
    }

    /// Which rank this is, and how many there are.
    #[must_use]
    pub fn share(&self) -> (usize, usize) {
        (self.rank.into(), self.ranks.into())
    }

    /// Is so far, and waits until the others are.
    ///
    /// # Errors
    /// A rank that refuses, or is silent for too long.
    pub fn meet(&mut self, stage: Stage, meanwhile: Meanwhile<'_>) -> Result<(), CircleError> {
        let answers = locked(&self.circle).meet(stage);
        send(answers);
        self.until(|circle| circle.has_met().then_some(()), meanwhile)
    }

    /// Gives what this rank has of the next batch, and waits for what all have.
    ///
    /// # Errors
    /// A rank that is gone, and one that trains something else.
    pub fn sum(&mut self, own: Summand, meanwhile: Meanwhile<'_>) -> Result<Sum, CircleError> {
        self.has_begun = true;
        let answers = locked(&self.circle).begin(own)?;
        send(answers);
        self.until(Circle::sum, meanwhile)
    }

    /// Asks all to stop behind a batch that all train.
    pub fn ask_to_stop(&mut self) {
        locked(&self.circle).ask_to_stop();
    }

    /// Whether somebody has asked to stop behind the batch that was summed last.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        locked(&self.circle).is_stopping()
    }

    /// This rank is done. The others wait until the first is, which reads all rows, and the first until they know.
    ///
    /// # Errors
    /// The first is gone.
    pub fn part(&mut self, meanwhile: Meanwhile<'_>) -> Result<(), CircleError> {
        self.meet(Stage::Done, meanwhile)?;
        self.has_parted = true;
        if self.rank == 0 {
            self.linger((1..self.ranks).collect(), PARTS);
        }
        Ok(())
    }

    /// Waits until these know that it has ended, or are not there, but not for long.
    fn linger(&mut self, whom: BTreeSet<u16>, patience: Duration) {
        let begun = Instant::now();
        let mut looked = begun;
        while begun.elapsed() < patience && !whom.is_subset(locked(&self.circle).told()) {
            if looked.elapsed() > LOOKS_AFTER {
                let gone = self.gone();
                if whom.iter().all(|rank| gone.contains(rank) || locked(&self.circle).told().contains(rank)) {
                    return;
                }
                looked = Instant::now();
            }
            std::thread::sleep(IDLE / 10);
        }
    }

    /// Who is not there.
    fn gone(&self) -> BTreeSet<u16> {
        let present = self.network.present(WITHIN).unwrap_or_default();
        let circle = locked(&self.circle);
        let is_there = |rank: &u16| match circle.session_of(*rank) {
            Some(incarnation) => present.contains(&Presence { member: Member::Rank(*rank), incarnation }),
            None => present.iter().any(|presence| presence.member == Member::Rank(*rank)),
        };
        circle.others().filter(|rank| !is_there(rank)).collect()
    }

    fn until<R>(
        &mut self,
        so: impl Fn(&mut Circle<Reply>) -> Option<R>,
        meanwhile: Meanwhile<'_>,
    ) -> Result<R, CircleError> {
        self.begin_to_watch();
        loop {
            self.send()?;
            if let Some(found) = so(&mut locked(&self.circle)) {
                if !std::mem::take(&mut self.absent).is_empty() {
                    (self.log)("all ranks are there again");
                }
                return Ok(found);
            }
            meanwhile()?;
            let now = self.begun.elapsed();
            let wakes = locked(&self.circle).wakes(now).map_or(IDLE, |at| at.saturating_sub(now).min(IDLE));
            match self.answers.recv_timeout(wakes) {
                Ok((ticket, answer)) => self.take(ticket, answer)?,
                // It has a sender itself.
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
            self.watch()?;
            let silent = locked(&self.circle).silent(self.begun.elapsed());
            if let Some((rank, silent)) = silent.filter(|(_, silent)| *silent > self.pace.patience) {
                // Who is not there keeps others from answering.
                let rank = self.absent.first().copied().unwrap_or(rank);
                return Err(CircleError::Silent { rank, seconds: silent.as_secs() });
            }
        }
    }

    /// Looks who is there, unless it did so a moment ago. To be called again and again by whoever waits for shards, which may wait for a
    /// rank that is gone.
    ///
    /// # Errors
    /// A rank that was started again, one that is gone for too long, and one that is not there when somebody has asked to stop.
    pub fn watch(&mut self) -> Result<(), CircleError> {
        if self.looked.elapsed() > LOOKS_AFTER {
            self.look_around()?;
            self.looked = Instant::now();
        }
        Ok(())
    }

    /// What comes next has only begun to be waited for.
    pub fn begin_to_watch(&mut self) {
        self.looked = Instant::now();
    }

    /// Who is gone, and who came again.
    fn look_around(&mut self) -> Result<(), CircleError> {
        let mut gone = self.gone();
        let (strangers, stops, is_done) = {
            let mut circle = locked(&self.circle);
            (circle.strangers(), circle.has_asked_to_stop(), circle.is_done())
        };
        if let Some(rank) = gone.iter().find(|rank| strangers.contains(rank)) {
            return Err(CircleError::Restarted { rank: *rank });
        }
        std::mem::swap(&mut gone, &mut self.absent);
        // Now `gone` is who was not there before.
        for rank in self.absent.difference(&gone) {
            (self.log)(&format!("rank {rank} is not there: waiting for it"));
        }
        if gone.is_empty() {
            self.absent_since = Instant::now();
        }
        // At the end only the first is needed, and nobody comes in its place.
        if is_done && self.absent.contains(&0) && self.absent_since.elapsed() > PARTS {
            return Err(CircleError::Ended { rank: 0 });
        }
        if let Some(rank) = self.absent.first()
            && self.absent_since.elapsed() > self.pace.patience
        {
            return Err(CircleError::Silent { rank: *rank, seconds: self.absent_since.elapsed().as_secs() });
        }
        // Nobody stops behind a batch that is never done. Behind the last one others may be gone.
        match self.absent.first() {
            Some(rank) if !is_done && (stops || (self.stops)()) => Err(match self.has_begun {
                true => CircleError::Stopped { rank: *rank },
                false => CircleError::NotBegun { rank: *rank },
            }),
            _ => Ok(()),
        }
    }

    fn send(&mut self) -> Result<(), CircleError> {
        while let Ok((ticket, answer)) = self.answers.try_recv() {
            self.take(ticket, answer)?;
        }
        let outgoing = locked(&self.circle).poll(self.begun.elapsed());
        for outgoing in outgoing {
            let (sender, ticket) = (self.sender.clone(), outgoing.ticket);
            // Whoever has ended waits for nothing.
            let answer = move |answer| drop(sender.send((ticket, answer)));
            self.network.request(outgoing.to, outgoing.bytes, self.pace.deadline, Box::new(answer));
        }
        Ok(())
    }

    fn take(&mut self, ticket: Ticket, answer: Option<Arrived>) -> Result<(), CircleError> {
        let answers = locked(&self.circle).answer(
            self.begun.elapsed(),
            ticket,
            answer.as_ref().map(Arrived::whole).as_deref(),
        )?;
        send(answers);
        Ok(())
    }
}

impl Drop for Together {
    /// Whoever waits for this rank does not wait for ever.
    fn drop(&mut self) {
        if self.has_parted {
            return;
        }
        let answers = locked(&self.circle).leave();
        send(answers);
        let next = self.rank + 1;
        let whom = if next < self.ranks { [next].into() } else { (0..self.rank).collect() };
        self.linger(whom, LINGERS);
    }
}

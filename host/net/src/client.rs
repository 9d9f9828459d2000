//! A rank with its network and its time: it waits until what it asked for is here.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use crate::network::{Arrived, Network};
use crate::parts::Spread;
use crate::rank::{Identity, Loss, Pace, Rank, RankError, Ticket};
use crate::wire::Rows;

/// How long whoever waits for others does not look at the shards.
const LOOKS_EVERY: Duration = Duration::from_millis(200);

/// Takes a line about what happens.
pub type Log = Box<dyn FnMut(&str) + Send>;

/// Whether the user has asked to stop.
pub type Stops = Box<dyn Fn() -> bool + Send>;

/// A rank with its network and its time.
pub struct Client {
    rank: Rank,
    network: Arc<dyn Network>,
    deadline: Duration,
    begun: Instant,
    looked: Duration,
    sender: Sender<(Ticket, Option<Arrived>)>,
    answers: Receiver<(Ticket, Option<Arrived>)>,
    log: Log,
    stops: Stops,
}

impl Client {
    /// Says hello to every shard, and waits until all have answered.
    ///
    /// # Errors
    /// A shard that refuses, or is silent for too long.
    pub fn connect(network: Arc<dyn Network>, identity: &Identity, pace: Pace, log: Log) -> Result<Self, RankError> {
        let (sender, answers) = channel();
        let rank = Rank::new(identity, pace);
        let (begun, looked) = (Instant::now(), Duration::ZERO);
        let stops = Box::new(|| false);
        let mut client = Self { rank, network, deadline: pace.deadline, begun, looked, sender, answers, log, stops };
        client.until(Rank::is_welcome)?;
        Ok(client)
    }

    /// The same, that gives up waiting for a shard that does not answer when somebody asks to stop.
    #[must_use]
    pub fn stopping(self, stops: Stops) -> Self {
        Self { stops, ..self }
    }

    /// Batches that each shard had when this rank began.
    #[must_use]
    pub fn began(&self) -> Vec<u64> {
        self.rank.began()
    }

    /// Bytes of pushes that are kept because a shard could lose them.
    #[must_use]
    pub fn kept(&self) -> usize {
        self.rank.kept()
    }

    /// What was lost with shards that went on in part.
    #[must_use]
    pub fn losses(&self) -> Vec<Loss> {
        self.rank.losses()
    }

    /// Times that a shard died and came back.
    #[must_use]
    pub fn returns(&self) -> u64 {
        self.rank.returns()
    }

    /// Lets the rank say something, without waiting for an answer.
    ///
    /// # Errors
    /// What it was told that is final.
    pub fn tell<T>(&mut self, what: impl FnOnce(&mut Rank) -> T) -> Result<T, RankError> {
        let said = what(&mut self.rank);
        self.send()?;
        Ok(said)
    }

    /// Says hello to every shard once more, and takes the batches that they have now for those that it begins with.
    ///
    /// # Errors
    /// As [`connect`](Self::connect).
    pub fn begin_again(&mut self) -> Result<(), RankError> {
        self.tell(Rank::begin_again)?;
        self.until(Rank::is_welcome)
    }

    /// Makes sure that every shard is there, without waiting. To be called again and again by whoever waits for other ranks.
    ///
    /// # Errors
    /// What it was told that is final, and a shard that is silent for too long.
    pub fn look(&mut self) -> Result<(), RankError> {
        let now = self.begun.elapsed();
        if now.saturating_sub(self.looked) >= LOOKS_EVERY {
            self.looked = now;
            self.rank.look();
        }
        self.send()
    }

    /// Waits until something is so.
    ///
    /// # Errors
    /// What it was told that is final, and a shard that is silent for too long.
    pub fn until(&mut self, so: impl Fn(&Rank) -> bool) -> Result<(), RankError> {
        self.until_while(so, || Ok(()))
    }

    /// The same, doing something else again and again meanwhile.
    ///
    /// # Errors
    /// The same, and what that ends with.
    pub fn until_while<E: From<RankError>>(
        &mut self,
        so: impl Fn(&Rank) -> bool,
        meanwhile: impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        self.wait(|rank| so(rank), meanwhile)
    }

    fn wait<E: From<RankError>>(
        &mut self,
        mut so: impl FnMut(&mut Rank) -> bool,
        mut meanwhile: impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        loop {
            // A shard that has answered may be started again while another one is waited for, and needs what this rank has pushed.
            self.look()?;
            if so(&mut self.rank) {
                return Ok(());
            }
            meanwhile()?;
            if (self.stops)()
                && let Some(shard) = self.rank.silent()
            {
                return Err(RankError::Stopped { shard }.into());
            }
            let now = self.begun.elapsed();
            match self.answers.recv_timeout(self.rank.wakes(now).saturating_sub(now).min(LOOKS_EVERY)) {
                Ok((ticket, answer)) => self.rank.answer(self.begun.elapsed(), ticket, answer),
                // The client itself has a sender.
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
        }
    }

    /// Waits until what was asked for is here: of each shard its parts.
    ///
    /// # Errors
    /// As [`until`](Self::until).
    pub fn answers(&mut self) -> Result<Vec<Vec<Rows>>, RankError> {
        self.until(Rank::is_answered)?;
        Ok(self.rank.answers())
    }

    /// Copies what was asked for to `all`, in the order of the rows, which have `width` numbers each: what has come is copied while the rest is
    /// waited for.
    ///
    /// # Errors
    /// As [`until`](Self::until), a shard that gives other rows, and what `meanwhile` ends with, which is done again and again.
    pub fn gather<E: From<RankError>>(
        &mut self,
        spread: &Spread,
        width: usize,
        all: &mut Vec<f32>,
        meanwhile: impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        all.resize(spread.len() * width, 0.0);
        let mut senseless = None;
        let take = |rank: &mut Rank| {
            for (which, rows) in rank.arrived() {
                if !spread.place(which, &rows, width, all) {
                    senseless.get_or_insert(which[0] as u16);
                }
            }
            rank.is_answered()
        };
        self.wait(take, meanwhile)?;
        self.rank.answers();
        match senseless {
            None => Ok(()),
            Some(shard) => Err(RankError::Senseless { shard, text: "rows of another width".to_owned() }.into()),
        }
    }

    fn send(&mut self) -> Result<(), RankError> {
        let now = self.begun.elapsed();
        while let Ok((ticket, answer)) = self.answers.try_recv() {
            self.rank.answer(now, ticket, answer);
        }
        for outgoing in self.rank.poll(now) {
            let (sender, ticket) = (self.sender.clone(), outgoing.ticket);
            // Whoever has ended waits for nothing.
            let answer = move |answer| drop(sender.send((ticket, answer)));
            self.network.request(outgoing.to, outgoing.bytes, self.deadline, Box::new(answer));
        }
        self.rank.events().iter().for_each(|event| (self.log)(event));
        self.rank.check()
    }
}

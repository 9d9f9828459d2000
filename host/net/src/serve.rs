//! A shard as a process: takes messages from the network, one after the other, until it is told to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};

use emberlane_ps::{ShardStore, StoreError};
use thiserror::Error;

use crate::metrics::Metrics;
use crate::network::{Address, Guard, Member, Network, NetworkError, Presence, Reply, Request};
use crate::node::{About, Node};
use crate::terms::Terms;
use crate::wire::{Body, Header, Kind, LONGEST_MESSAGE, Message, Refusal, WireError, glance};

/// Messages that wait at most; who comes then is told to come again.
const QUEUE: usize = 256;
/// How long it sleeps when nobody asks: then it looks whether it is to stop.
const IDLE: Duration = Duration::from_millis(50);
/// How long it waits for another message before it looks after its cache: whoever was just answered needs the processor more.
const MOMENT: Duration = Duration::from_millis(1);
/// How long it looks for others of its name.
const LOOKS_AROUND: Duration = Duration::from_secs(1);

/// Why a shard ended.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The network.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// Somebody else is this shard.
    #[error("shard {shard} is there already, as process {incarnation:016x}: stop it first, or start another shard")]
    Twice {
        /// The shard.
        shard: u16,
        /// The other's process.
        incarnation: u64,
    },
    /// The storage.
    #[error("the storage of shard {shard}: {error}")]
    Store {
        /// The shard.
        shard: u16,
        /// What it says.
        error: StoreError,
    },
}

/// A shard that serves.
pub struct Server {
    node: Node<Reply>,
    requests: Receiver<Request>,
    busy: Arc<AtomicU64>,
    metrics: Metrics,
    /// Served and announced as long as these are there.
    _guards: Vec<Guard>,
}

impl Server {
    /// Begins to serve, unless somebody else is this shard. `terms` are kept where the rows are.
    ///
    /// # Errors
    /// A network that cannot be had, and another process of this name.
    pub fn begin(
        network: &dyn Network,
        about: About,
        incarnation: u64,
        store: Box<dyn ShardStore>,
        terms: Box<dyn Terms>,
    ) -> Result<Self, ServeError> {
        let (job, shard) = (about.job(), about.shard);
        let me = Presence { member: Member::Shard(shard), incarnation };
        // Of two that come at once both are seen by both, and neither stays.
        let mut guards = vec![network.announce(me)?];
        let others = network.present(LOOKS_AROUND)?;
        if let Some(other) = others.iter().find(|other| other.member == me.member && other.incarnation != incarnation) {
            return Err(ServeError::Twice { shard, incarnation: other.incarnation });
        }
        let (sender, requests) = sync_channel(QUEUE);
        let busy = Arc::new(AtomicU64::new(0));
        for address in [Address::Process { job, shard, incarnation }, Address::Shard(shard)] {
            let (sender, busy, header) =
                (sender.clone(), busy.clone(), Header { job, incarnation, shard, ..Header::default() });
            guards.push(network.serve(address, Box::new(move |request| take(&sender, &busy, header, request)))?);
        }
        let node = Node::new(about, incarnation, store).remembering(terms);
        Ok(Self { node, requests, busy, metrics: Metrics::default(), _guards: guards })
    }

    /// The same, which says when a checkpoint begins (true) and when it is over (false): it answers nobody meanwhile, and is not stuck.
    #[must_use]
    pub fn telling(self, saving: impl Fn(bool) + Send + 'static) -> Self {
        Self { node: self.node.telling(Box::new(saving)), ..self }
    }

    /// What it counts, to be shown to others.
    #[must_use]
    pub fn metrics(&self) -> Metrics {
        self.metrics.clone()
    }

    /// The shard.
    #[must_use]
    pub const fn node(&self) -> &Node<Reply> {
        &self.node
    }

    /// Answers until it is told to stop; gives a line for each thing that happens.
    ///
    /// # Errors
    /// A storage that fails.
    pub fn run(
        &mut self,
        network: &dyn Network,
        stops: impl Fn() -> bool,
        mut log: impl FnMut(&str),
    ) -> Result<(), ServeError> {
        self.metrics.show(&self.node, self.busy.load(Ordering::Relaxed));
        // Since when something may be left to be done.
        let mut since: Option<Instant> = None;
        while !stops() {
            match self.requests.recv_timeout(if since.is_some() { MOMENT } else { IDLE }) {
                Ok(request) => {
                    // Messages that come again and again put it off no longer than that, and a push needs it done.
                    let waits = since.is_some_and(|since| since.elapsed() >= MOMENT);
                    if waits || since.is_some() && is_one_of(&request.bytes, &[Kind::Push, Kind::Write]) {
                        self.work()?;
                        since = None;
                    }
                    if is_one_of(&request.bytes, &[Kind::Hello, Kind::Status]) {
                        self.node.saw(ranks(network));
                    }
                    for (reply, bytes) in self.node.handle(request.reply, &request.bytes) {
                        reply(bytes);
                    }
                    since.get_or_insert_with(Instant::now);
                }
                Err(RecvTimeoutError::Timeout) if since.take().is_some() => self.work()?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.node.events().iter().for_each(|event| log(event));
            self.metrics.show(&self.node, self.busy.load(Ordering::Relaxed));
        }
        Ok(())
    }

    /// Lets all that was applied survive this process, where anything does: for one that ends in order. Within a batch only earlier
    /// checkpoints can.
    ///
    /// # Errors
    /// A storage that fails.
    pub fn keep(&mut self) -> Result<(), ServeError> {
        let shard = self.node.about().shard;
        self.node.keep().map_err(|error| ServeError::Store { shard, error })
    }

    fn work(&mut self) -> Result<(), ServeError> {
        let shard = self.node.about().shard;
        self.node.work().map_err(|error| ServeError::Store { shard, error })
    }
}

fn is_one_of(bytes: &[u8], kinds: &[Kind]) -> bool {
    glance(bytes).is_some_and(|(found, _)| kinds.iter().any(|kind| *kind as u16 == found))
}

/// Ranks that are there; none where the network does not know.
fn ranks(network: &dyn Network) -> Vec<(u16, u64)> {
    let present = network.present(LOOKS_AROUND).unwrap_or_default();
    let rank = |presence: Presence| match presence.member {
        Member::Rank(rank) => Some((rank, presence.incarnation)),
        Member::Shard(_) => None,
    };
    present.into_iter().filter_map(rank).collect()
}

/// Puts a request where the shard takes it, or says that there are too many, or that it is too long to wait there.
fn take(sender: &SyncSender<Request>, busy: &AtomicU64, header: Header, request: Request) {
    let found = request.bytes.len();
    if found > LONGEST_MESSAGE {
        return refuse(header, request, Refusal::Malformed, WireError::Long { found }.to_string());
    }
    if let Err(TrySendError::Full(request)) = sender.try_send(request) {
        busy.fetch_add(1, Ordering::Relaxed);
        refuse(header, request, Refusal::Busy, format!("{QUEUE} messages wait"));
    }
}

fn refuse(header: Header, request: Request, why: Refusal, text: String) {
    (request.reply)(Message { header, body: Body::refused(why, text) }.encode().into());
}

/// A number for a process that none had before, as far as chance goes; never 0.
#[must_use]
pub fn new_incarnation() -> u64 {
    rand::random::<u64>().max(1)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::network::Bytes;

    #[test]
    fn what_is_longer_than_a_message_does_not_wait() {
        let (sender, requests) = sync_channel(1);
        let answered: Arc<Mutex<Vec<Bytes>>> = Arc::default();
        let ask = |bytes: usize| {
            let answers = answered.clone();
            let reply: Reply = Box::new(move |bytes| answers.lock().unwrap().push(bytes));
            take(&sender, &AtomicU64::new(0), Header::default(), Request { bytes: vec![0; bytes], reply });
            let answer = answered.lock().unwrap().pop();
            answer.map(|bytes| Message::decode(&bytes).unwrap().body)
        };
        let long = ask(LONGEST_MESSAGE + 1);
        assert!(matches!(long, Some(Body::Refused { why: Refusal::Malformed, .. })), "{long:?}");
        assert!(requests.try_recv().is_err(), "it waits");
        assert_eq!(ask(LONGEST_MESSAGE), None);
        let second = ask(1);
        assert!(matches!(second, Some(Body::Refused { why: Refusal::Busy, .. })), "{second:?}");
    }
}

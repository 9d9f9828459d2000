//! What shards and ranks need of a network: a request that is answered or not, and who is there.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

pub use bytes::Bytes;
use thiserror::Error;

/// Where a request goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Address {
    /// Whoever is this shard of any job: for those who do not know its process yet.
    Shard(u16),
    /// This process of a shard of this job.
    Process {
        /// The job's fingerprint.
        job: u64,
        /// The shard.
        shard: u16,
        /// Its process.
        incarnation: u64,
    },
    /// Whoever is this rank of any job.
    Rank(u16),
    /// This process of a rank of this job.
    RankProcess {
        /// The job's fingerprint.
        job: u64,
        /// The rank.
        rank: u16,
        /// Its process.
        session: u64,
    },
}

/// Somebody in the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Member {
    /// A shard.
    Shard(u16),
    /// A rank.
    Rank(u16),
}

/// A process that is a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Presence {
    /// Who it is.
    pub member: Member,
    /// Tells processes apart that are the same member.
    pub incarnation: u64,
}

/// Bytes that lie in pieces, as a network has received them.
pub trait Pieces: Send + Sync {
    /// The pieces, in their order.
    fn pieces(&self) -> Vec<&[u8]>;
}

impl Pieces for Vec<u8> {
    fn pieces(&self) -> Vec<&[u8]> {
        vec![self]
    }
}

impl Pieces for Vec<Vec<u8>> {
    fn pieces(&self) -> Vec<&[u8]> {
        self.iter().map(Vec::as_slice).collect()
    }
}

/// A message as it came. Rows are copied from there to where they are wanted, and nowhere between.
#[derive(Clone)]
pub struct Arrived(Arc<dyn Pieces>);

impl Arrived {
    /// A message in such pieces.
    #[must_use]
    pub fn new(pieces: impl Pieces + 'static) -> Self {
        Self(Arc::new(pieces))
    }

    /// Its pieces, in their order.
    #[must_use]
    pub fn pieces(&self) -> Vec<&[u8]> {
        self.0.pieces()
    }

    /// All of it in one piece.
    #[must_use]
    pub fn whole(&self) -> Cow<'_, [u8]> {
        let pieces = self.pieces();
        if let [piece] = pieces[..] { Cow::Borrowed(piece) } else { Cow::Owned(pieces.concat()) }
    }
}

impl From<Vec<u8>> for Arrived {
    fn from(bytes: Vec<u8>) -> Self {
        Self::new(bytes)
    }
}

/// Takes the answer of a request; `None`: there was none before the deadline, or nobody to ask.
pub type Answer = Box<dyn FnOnce(Option<Arrived>) + Send>;

/// Takes requests. It must not block: it is called by the threads that move messages.
pub type Handler = Box<dyn Fn(Request) + Send + Sync>;

/// A request, to be answered once.
pub struct Request {
    /// The message.
    pub bytes: Vec<u8>,
    /// Sends the answer.
    pub reply: Reply,
}

/// Sends the answer of a request; without it there is none.
pub type Reply = Box<dyn FnOnce(Bytes) + Send>;

/// Something that ends when it is dropped: serving, being there.
pub type Guard = Box<dyn Send>;

/// Why the network cannot be had.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// The library says no.
    #[error("{what}: {message}")]
    Library {
        /// What was tried.
        what: String,
        /// Why not.
        message: String,
    },
}

/// A network that loses, repeats and delays messages as it likes, and damages none unseen.
pub trait Network: Send + Sync {
    /// Asks, and calls `answer` once: with the answer, or without, at the latest after `deadline`.
    fn request(&self, to: Address, bytes: Vec<u8>, deadline: Duration, answer: Answer);

    /// Takes requests to an address until the guard is dropped.
    ///
    /// # Errors
    /// A network that cannot do it.
    fn serve(&self, at: Address, handler: Handler) -> Result<Guard, NetworkError>;

    /// Says that it is there, until the guard is dropped or the process ends.
    ///
    /// # Errors
    /// A network that cannot do it.
    fn announce(&self, presence: Presence) -> Result<Guard, NetworkError>;

    /// Who is there, this process included.
    ///
    /// # Errors
    /// A network that cannot do it.
    fn present(&self, within: Duration) -> Result<Vec<Presence>, NetworkError>;
}

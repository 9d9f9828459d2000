//! What shards and ranks need of a network: a request that is answered or not, and who is there.

use std::time::Duration;

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

/// Takes the answer of a request; `None`: there was none before the deadline, or nobody to ask.
pub type Answer = Box<dyn FnOnce(Option<Vec<u8>>) + Send>;

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
pub type Reply = Box<dyn FnOnce(Vec<u8>) + Send>;

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

//! Why ranks cannot go on together.

use thiserror::Error;

use crate::network::NetworkError;
use crate::rank::RankError;

/// Why ranks cannot go on together.
#[derive(Debug, Error)]
pub enum CircleError {
    /// Another rank refuses.
    #[error("rank {rank} refuses: {text}")]
    Refused {
        /// The rank.
        rank: u16,
        /// In its words.
        text: String,
    },
    /// Another rank has ended, and says so.
    #[error(
        "rank {rank} has ended before its training had: what it said says why; start all ranks again, from a state (--resume) or anew"
    )]
    Ended {
        /// The rank.
        rank: u16,
    },
    /// Another process is a rank now.
    #[error(
        "rank {rank} was started again, and what it had of this batch is lost: start all ranks again, from a state that rank 0 has saved \
         (--resume) or, with shards that hold nothing, anew"
    )]
    Restarted {
        /// The rank.
        rank: u16,
    },
    /// Another rank is silent.
    #[error(
        "rank {rank} has not answered for {seconds} s: start it with `emberlane train EXPERIMENT.toml --rank {rank}`; if it had begun, start \
         all ranks again, from a state that rank 0 has saved (--resume)"
    )]
    Silent {
        /// The rank.
        rank: u16,
        /// For how long.
        seconds: u64,
    },
    /// Somebody has asked to stop, and a rank without which no batch ends is not there.
    #[error(
        "stopped while rank {rank} is not there, in the middle of a batch: go on from a state that rank 0 has saved (--resume)"
    )]
    Stopped {
        /// The rank.
        rank: u16,
    },
    /// Somebody has asked to stop before all ranks were there.
    #[error("stopped while rank {rank} was waited for; nothing was trained")]
    NotBegun {
        /// The rank.
        rank: u16,
    },
    /// Another rank has other samples.
    #[error(
        "ranks up to {rank} have other samples of batch {batch}: give all of them the same experiment and the same data"
    )]
    OtherData {
        /// The rank.
        rank: u16,
        /// The batch.
        batch: u64,
    },
    /// An answer makes no sense.
    #[error("rank {rank} answers what was not asked: {text}")]
    Senseless {
        /// The rank.
        rank: u16,
        /// What.
        text: String,
    },
    /// A shard.
    #[error(transparent)]
    Shard(#[from] RankError),
    /// The network.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

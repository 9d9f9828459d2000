//! How a rank comes to its shards: when they are there, and as the only one of its name.

use std::time::{Duration, Instant};

use thiserror::Error;

use crate::network::{Guard, Member, Network, NetworkError, Presence};
use crate::rank::RankError;
use crate::status;

/// How long a question about others takes at most.
const LOOKS_AROUND: Duration = Duration::from_secs(1);
/// How long it waits before it asks again who is there.
const WAITS: Duration = Duration::from_millis(100);

/// Why a rank cannot join.
#[derive(Debug, Error)]
pub enum JoinError {
    /// The network.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// A shard that is not there.
    #[error(transparent)]
    Rank(#[from] RankError),
    /// Somebody else is this rank.
    #[error(
        "rank {rank} trains already, as process {incarnation:016x}: one training at a time; stop it first, or wait for its end"
    )]
    Twice {
        /// The rank.
        rank: u16,
        /// The other's process.
        incarnation: u64,
    },
}

/// Waits until every shard answers, and says that the rank is there, unless somebody else is this rank.
///
/// # Errors
/// Shards that are not there within `patience`, and another process of this name.
pub fn join(
    network: &dyn Network,
    rank: u16,
    session: u64,
    shards: u16,
    patience: Duration,
    mut log: impl FnMut(&str),
) -> Result<Guard, JoinError> {
    let begun = Instant::now();
    let mut is_said = false;
    loop {
        let silent = status(network, shards, LOOKS_AROUND).iter().position(Result::is_err);
        let Some(shard) = silent else { break };
        if begun.elapsed() > patience {
            return Err(RankError::Silent { shard: shard as u16, seconds: begun.elapsed().as_secs() }.into());
        }
        if !std::mem::replace(&mut is_said, true) {
            log(&format!("shard {shard} is not there: waiting for it"));
        }
        std::thread::sleep(WAITS);
    }
    let me = Presence { member: Member::Rank(rank), incarnation: session };
    // Of two that come at once both are seen by both, and neither stays.
    let guard = network.announce(me)?;
    let others = network.present(LOOKS_AROUND)?;
    match others.iter().find(|other| other.member == me.member && other.incarnation != session) {
        Some(other) => Err(JoinError::Twice { rank, incarnation: other.incarnation }),
        None => Ok(guard),
    }
}

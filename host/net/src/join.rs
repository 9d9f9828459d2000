//! How a rank comes to its shards.

use std::time::{Duration, Instant};

use thiserror::Error;

use crate::network::{Guard, Member, Network, NetworkError, Presence};
use crate::rank::RankError;
use crate::status;

/// How long a shard may take to answer.
const DEADLINE: Duration = Duration::from_secs(1);
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
    /// The user has asked to stop.
    #[error("stopped while shard {shard} was waited for; nothing was trained")]
    Stopped {
        /// The shard.
        shard: u16,
    },
}

/// Waits until every shard answers, and says that the rank is there.
///
/// # Errors
/// Shards that are not there within `patience`, or when somebody asks to stop.
pub fn join(
    network: &dyn Network,
    rank: u16,
    session: u64,
    shards: u16,
    patience: Duration,
    mut log: impl FnMut(&str),
    stops: impl Fn() -> bool,
) -> Result<Guard, JoinError> {
    let begun = Instant::now();
    let mut is_said = false;
    loop {
        let silent = status(network, shards, DEADLINE).iter().position(Result::is_err);
        let Some(shard) = silent else { break };
        if begun.elapsed() > patience {
            return Err(RankError::Silent { shard: shard as u16, seconds: begun.elapsed().as_secs() }.into());
        }
        if stops() {
            return Err(JoinError::Stopped { shard: shard as u16 });
        }
        if !std::mem::replace(&mut is_said, true) {
            log(&format!("shard {shard} is not there: waiting for it"));
        }
        std::thread::sleep(WAITS);
    }
    // Shards see it, and keep the place for it.
    Ok(network.announce(Presence { member: Member::Rank(rank), incarnation: session })?)
}

//! How a rank waits and asks again.

use std::time::Duration;

/// How a rank waits and asks again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// How long an answer may take before it is asked for again: pulls are held on the shard.
    pub deadline: Duration,
    /// How long to wait before asking again, the first time; it doubles, with a random part.
    pub first_wait: Duration,
    /// The longest wait.
    pub longest_wait: Duration,
    /// How long a shard may be silent before the rank gives up.
    pub patience: Duration,
    /// What random parts are drawn from.
    pub seed: u64,
}

impl Pace {
    /// Of a local network.
    #[must_use]
    pub const fn of(patience: Duration, seed: u64) -> Self {
        Self {
            deadline: Duration::from_secs(2),
            first_wait: Duration::from_millis(5),
            longest_wait: Duration::from_millis(500),
            patience,
            seed,
        }
    }
}

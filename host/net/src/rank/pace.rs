//! How a rank waits and asks again.

use std::time::Duration;

/// How a rank waits and asks again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// How long an answer may take before it is asked for again: pulls are held on the shard, and questions of ranks on another rank.
    pub deadline: Duration,
    /// How long to wait before asking again, the first time; it doubles, with a random part.
    pub first_wait: Duration,
    /// The longest wait.
    pub longest_wait: Duration,
    /// How long a shard, or another rank, may be silent before the rank gives up.
    pub patience: Duration,
    /// What random parts are drawn from.
    pub seed: u64,
}

/// The longest that an answer may take before it is asked for again.
const LONGEST_DEADLINE: Duration = Duration::from_secs(2);
/// Who holds a question says so when it comes again, so it has to come again well before patience ends.
const DEADLINES_OF_PATIENCE: u32 = 4;

impl Pace {
    /// Of a local network.
    #[must_use]
    pub fn of(patience: Duration, seed: u64) -> Self {
        Self {
            deadline: LONGEST_DEADLINE.min(patience / DEADLINES_OF_PATIENCE),
            first_wait: Duration::from_millis(5),
            longest_wait: Duration::from_millis(500),
            patience,
            seed,
        }
    }
}

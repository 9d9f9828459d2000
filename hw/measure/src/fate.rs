//! What becomes of mutants.

use serde::{Deserialize, Serialize};

/// What became of a mutant.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Its block's output differs.
    KilledByBlock(Sign),
    /// This test of the devices fails.
    KilledByTest(String),
    /// Proved to be no change.
    Equivalent,
    /// Inputs exist that tell it apart, and no test drives them.
    Missed,
    /// It lives, and no proof says why.
    Open,
}

impl Fate {
    /// Whether it is neither noticed nor proved to be no change.
    pub fn is_alive(&self) -> bool {
        matches!(self, Self::Missed | Self::Open)
    }
}

/// Where a mutant showed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sign {
    /// The stimulus.
    pub run: String,
    /// The first cycle that differs.
    pub cycle: u64,
    /// The first output that differs.
    pub port: String,
}

//! What is counted of rows in caches.

use serde::{Deserialize, Serialize};

/// What happened to the rows of a cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Counts {
    pub(crate) hits: u64,
    pub(crate) from_below: u64,
    pub(crate) from_above: u64,
    pub(crate) evicted: u64,
}

/// What happened in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AllCounts {
    pub(crate) rows: u64,
    pub(crate) dram: Counts,
    pub(crate) scm: Counts,
    pub(crate) beside: u64,
    pub(crate) most_beside: u64,
    /// Rows of batches that were found there. Old states do not say it.
    #[serde(default)]
    pub(crate) beside_hits: u64,
}

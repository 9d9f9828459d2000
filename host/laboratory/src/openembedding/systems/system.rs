//! What makes a parameter server.

use emberlane_ps::Settings;

/// How rows are saved (Table IV).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saves {
    /// As the cache lets them go: the batch-aware checkpoint.
    BatchAware,
    /// All that have changed since the last time are copied to another place, while training waits.
    Incremental,
}

/// Who looks after a cache. Rows are in one list by their last use, which whoever changes it holds alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cache {
    /// There is none.
    None,
    /// Threads that do nothing else, behind the pulls of a batch.
    Maintainers,
    /// Each pull, so that these go one by one.
    Pulls,
}

/// A parameter server.
#[derive(Clone, Copy, Debug)]
pub struct System {
    /// Its name in files.
    pub name: &'static str,
    /// Its name in the paper.
    pub title: &'static str,
    /// How its shard works, with a cache of so many rows.
    pub settings: fn(usize) -> Settings,
    /// Who looks after its cache.
    pub cache: Cache,
    /// How it saves rows by default (Table III).
    pub saves: Saves,
}

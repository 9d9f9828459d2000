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

/// A parameter server.
#[derive(Clone, Copy, Debug)]
pub struct System {
    /// Its name in files.
    pub name: &'static str,
    /// Its name in the paper.
    pub title: &'static str,
    /// How its shard works, with a cache of so many rows.
    pub settings: fn(usize) -> Settings,
    /// Whether all pulls of a batch change one list under one lock, and so go one by one.
    pub one_lock: bool,
    /// How it saves rows by default (Table III).
    pub saves: Saves,
}

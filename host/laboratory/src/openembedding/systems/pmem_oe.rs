//! PMem-OE: rows in persistent memory behind a cache that is looked after while the GPUs compute.

use emberlane_ps::Settings;

use super::system::{Cache, Saves, System};

/// OpenEmbedding: pulls read side by side, and the cache is changed behind them. A maintainer holds the lock for writing from the first row of
/// what it takes from the queue to the last (Algorithm 2, lines 9 to 34), so that one works at a time, however many there are.
pub const PMEM_OE: System = System {
    name: "pmem-oe",
    title: "PMem-OE",
    settings: Settings::pmem,
    cache: Cache::Maintainers,
    saves: Saves::BatchAware,
};

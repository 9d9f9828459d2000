//! PMem-OE: rows in persistent memory behind a cache that is looked after while the GPUs compute.

use emberlane_ps::Settings;

use super::system::{Saves, System};

/// OpenEmbedding: pulls read side by side, and the cache is changed behind them.
pub const PMEM_OE: System =
    System { name: "pmem-oe", title: "PMem-OE", settings: Settings::pmem, one_lock: false, saves: Saves::BatchAware };

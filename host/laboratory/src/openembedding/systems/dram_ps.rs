//! DRAM-PS: all rows in DRAM.

use emberlane_ps::Settings;

use super::system::{Cache, Saves, System};

/// All rows in DRAM; pulls read side by side.
pub const DRAM_PS: System = System {
    name: "dram-ps",
    title: "DRAM-PS",
    settings: |_| Settings::dram(),
    cache: Cache::None,
    saves: Saves::Incremental,
};

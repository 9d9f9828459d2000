//! Ori-Cache: the same memories, with a cache that each pull looks after.

use emberlane_ps::Settings;

use super::system::{Cache, Saves, System};

/// A concurrent map and one list of what was used last, which is no concurrent one (Section III-B): whoever moves a row in it holds its
/// lock. Also what PMem-OE is without its pipeline (Fig. 9).
pub const ORI_CACHE: System = System {
    name: "ori-cache",
    title: "Ori-Cache",
    settings: Settings::ori_cache,
    cache: Cache::Pulls,
    saves: Saves::Incremental,
};

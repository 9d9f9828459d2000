//! PMem-Hash: rows in persistent memory alone.

use emberlane_ps::Settings;

use super::system::{Cache, Saves, System};

/// Every row is read and written where it is. Also what PMem-OE is without cache and pipeline (Fig. 9). The paper's own PMem-Hash is
/// libpmemobj's map, whose transactions this has not.
pub const PMEM_HASH: System = System {
    name: "pmem-hash",
    title: "PMem-Hash",
    settings: |_| Settings::pmem_hash(),
    cache: Cache::None,
    saves: Saves::BatchAware,
};

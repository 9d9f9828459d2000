//! What a shard keeps its rows in.

use anyhow::Context;
use emberlane_experiment::{ClusterConfig, Experiment, Storage};
use emberlane_net::job;
use emberlane_ps::pool::file::{self, Use};
use emberlane_ps::pool::{Geometry, Identity};
use emberlane_ps::{Dram, Pmem, Settings, ShardStore, Tables};

/// Parts of a pool, each with its own slots.
const PARTITIONS: u32 = 4;
/// Slots for each row: as it is, and as the committed and the next checkpoint need it.
const SLOTS_A_ROW: u64 = 3;
/// Slots of a part beyond its share: hashes do not spread evenly.
const SPARE_SLOTS: u64 = 1024;
/// Bytes of a cached row beside its numbers.
const CACHED_BYTES: u64 = 64;

/// A storage, and what it says of itself.
pub(super) struct Opened {
    pub store: Box<dyn ShardStore>,
    /// What survives what.
    pub durability: String,
}

/// Opens what the experiment keeps a shard's rows in. A pool that is not there is made.
pub(super) fn open(experiment: &Experiment, cluster: &ClusterConfig, shard: u16) -> anyhow::Result<Opened> {
    let tables = job::tables(experiment);
    let (Storage::Pmem, Some(path)) = (cluster.storage, cluster.pool_of(shard)) else {
        let durability = "nothing survives this process".to_owned();
        return Ok(Opened { store: Box::new(Dram::new(tables)), durability });
    };
    let job = job::about(experiment, cluster, shard).job();
    let (shard, shards) = (u32::from(shard), u32::from(cluster.shards));
    let identity = Identity { job, tables: tables.fingerprint(), shard, shards };
    if !path.exists() {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        file::create(&path, identity, geometry(&tables, shards))?;
    }
    let row = 4 * tables.shape().width() as u64 + CACHED_BYTES;
    let cached = usize::try_from(cluster.cache / row).unwrap_or(usize::MAX).max(1);
    let store = Pmem::open(&path, &identity, tables, Settings::pmem(cached), &Use::default())?;
    let durability = format!("{} ({})", path.display(), store.durability().meaning());
    Ok(Opened { store: Box::new(store), durability })
}

fn geometry(tables: &Tables, shards: u32) -> Geometry {
    let rows: u64 = tables.rows().iter().map(|rows| u64::from(*rows)).sum();
    let share = rows.div_ceil(u64::from(shards) * u64::from(PARTITIONS));
    let slots = SLOTS_A_ROW * (share + share / 8) + SPARE_SLOTS;
    Geometry { shape: tables.shape(), partitions: PARTITIONS, slots }
}

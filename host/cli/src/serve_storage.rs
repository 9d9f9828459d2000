//! What a shard keeps its rows in.

use std::path::Path;

use anyhow::Context;
use emberlane_experiment::{ClusterConfig, DeviceKind, Experiment, PoolCheckpoint, PoolDurability, Recovery, Storage};
use emberlane_files::is_in_memory;
use emberlane_net::{NoTerms, Terms, TermsFile, job};
use emberlane_ps::pool::file::{self, Use};
use emberlane_ps::pool::{Geometry, Identity};
use emberlane_ps::{
    Checkpointing, CxlMemShard, DeviceFile, Dram, Folder, Pmem, Settings, ShardDevice, ShardStore, Tables, Target,
    TieredShard, device_in_file,
};
use emberlane_reference::ReferenceCxlMem;
use emberlane_systems::{simulated_device, tiered_rows};

/// Parts of a pool, each with its own slots.
const PARTITIONS: u32 = 4;
/// Slots for each row: as it is, and as the committed and the next checkpoint need it.
const SLOTS_A_ROW: u64 = 3;
/// Slots of a part beyond its share: hashes do not spread evenly.
const SPARE_SLOTS: u64 = 1024;
/// Bytes of a cached row beside its numbers.
const CACHED_BYTES: u64 = 80;
/// What a shard without a file says of itself.
const NOTHING: &str = "nothing survives this process";

/// A storage, and what it says of itself.
pub(super) struct Opened {
    pub store: Box<dyn ShardStore>,
    /// What survives what.
    pub durability: String,
    /// What was found that is not as it was left, and is not used.
    pub unused: Vec<String>,
    /// What whoever serves it should know.
    pub warning: Option<String>,
}

/// Opens what the experiment keeps a shard's rows in. A file that is not there is made.
pub(super) fn open(experiment: &Experiment, cluster: &ClusterConfig, shard: u16) -> anyhow::Result<Opened> {
    let tables = job::tables(experiment);
    let identity = identity(experiment, cluster, &tables, shard);
    let path = cluster.pool_of(shard);
    if let Some(folder) = path.as_deref().and_then(Path::parent) {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    match (cluster.storage, path) {
        (Storage::CxlMem, path) => device(experiment, cluster, tables, identity, path.as_deref()),
        (Storage::Tiers, Some(path)) => tiers(experiment, tables, identity, &path),
        (_, Some(path)) => pool(cluster, tables, identity, &path),
        (_, None) => {
            let (store, durability) = (Box::new(Dram::new(tables)), NOTHING.to_owned());
            Ok(Opened { store, durability, unused: Vec::new(), warning: None })
        }
    }
}

/// What remembers which process of each worker was the last: a file beside what survives the shard.
pub(super) fn terms(cluster: &ClusterConfig, shard: u16) -> anyhow::Result<Box<dyn Terms>> {
    let Some(pool) = cluster.pool_of(shard) else { return Ok(Box::new(NoTerms)) };
    let terms = TermsFile::open(&pool).with_context(|| TermsFile::beside(&pool).display().to_string())?;
    Ok(Box::new(terms))
}

/// Whose rows the pool of a shard holds.
pub(super) fn identity(experiment: &Experiment, cluster: &ClusterConfig, tables: &Tables, shard: u16) -> Identity {
    let job = job::about(experiment, cluster, shard).job();
    Identity { job, tables: tables.fingerprint(), shard: shard.into(), shards: cluster.shards.into() }
}

fn pool(cluster: &ClusterConfig, tables: Tables, identity: Identity, path: &Path) -> anyhow::Result<Opened> {
    let target = if cluster.recovery == Recovery::PartialNewest { Target::EachNewest } else { Target::Newest };
    let geometry = geometry(&tables, identity.shards);
    let settings = settings(cluster, &tables);
    let how = Use::worth(worth(cluster));
    let store = Pmem::open_or_create(path, (&identity, geometry), tables, settings, &how, target)?;
    let durability = format!("{} ({})", path.display(), store.durability().meaning());
    let unused = store.found().unused.clone();
    let warning = warning(cluster, path, store.durability().name(), "\"power\" writes it back at every checkpoint");
    Ok(Opened { store: Box::new(store), durability, unused, warning })
}

/// What a fence of a file is worth that is not on DAX.
fn worth(cluster: &ClusterConfig) -> PoolDurability {
    cluster.durability.unwrap_or(PoolDurability::Process)
}

/// What is said of a file that a loss of power would take, though its disk would not, where nobody has said that it may.
fn warning(cluster: &ClusterConfig, path: &Path, durability: &str, instead: &str) -> Option<String> {
    let is_taken = durability == PoolDurability::Process.name() && !is_in_memory(path).unwrap_or(true);
    (is_taken && cluster.durability.is_none()).then(|| {
        format!(
            "{} is on a disk, but checkpoints in it are in the page cache: a loss of power loses or damages them; cluster.durability = \
             {instead}, and \"process\" says that it is to be so",
            path.display()
        )
    })
}

fn settings(cluster: &ClusterConfig, tables: &Tables) -> Settings {
    let cached = usize::try_from(cached_rows(tables, cluster)).unwrap_or(usize::MAX);
    let settings = match cluster.storage {
        Storage::Dram => Settings::dram(),
        Storage::OriCache => Settings::ori_cache(cached),
        Storage::PmemHash => Settings::pmem_hash(),
        Storage::Pmem | Storage::CxlMem | Storage::Tiers => Settings::pmem(cached),
    };
    let checkpointing = match (cluster.checkpoint, settings.checkpointing) {
        (PoolCheckpoint::BatchAware, Checkpointing::Incremental { .. }) => Settings::pmem(cached).checkpointing,
        (PoolCheckpoint::Incremental, Checkpointing::BatchAware { .. }) => Settings::ori_cache(cached).checkpointing,
        (_, checkpointing) => checkpointing,
    };
    let ahead_rows = cluster.ahead_rows.div_ceil(PARTITIONS.into()) as usize;
    Settings { checkpointing, ahead_rows, ..settings }
}

/// How large the pool of each of so many shards is.
pub(super) fn geometry(tables: &Tables, shards: u32) -> Geometry {
    let rows: u64 = tables.rows().iter().map(|rows| u64::from(*rows)).sum();
    let share = rows.div_ceil(u64::from(shards) * u64::from(PARTITIONS));
    let slots = SLOTS_A_ROW * (share + share / 8) + SPARE_SLOTS;
    Geometry { shape: tables.shape(), partitions: PARTITIONS, slots }
}

/// Bytes of the pool of each shard, if its rows are in one; `Some(None)`: more than a pool can have.
pub(super) fn pool_bytes(tables: &Tables, cluster: &ClusterConfig) -> Option<Option<u64>> {
    let in_pool = cluster.pool.is_some() && !matches!(cluster.storage, Storage::CxlMem | Storage::Tiers);
    in_pool.then(|| geometry(tables, cluster.shards.into()).bytes())
}

/// Rows that the cache of a shard has room for.
pub(super) fn cached_rows(tables: &Tables, cluster: &ClusterConfig) -> u64 {
    let row = 4 * tables.shape().width() as u64 + CACHED_BYTES;
    (cluster.cache / row).max(1)
}

/// Rows in files behind caches.
fn tiers(experiment: &Experiment, tables: Tables, identity: Identity, path: &Path) -> anyhow::Result<Opened> {
    let folder = Folder::take(path, &identity)?;
    let open = tiered_rows(experiment, &folder.rows())?;
    let store = TieredShard::open(folder, tables, open)?;
    let durability = format!("{} (a checkpoint survives a loss of power)", path.display());
    let unused = store.unused().to_vec();
    Ok(Opened { store: Box::new(store), durability, unused, warning: None })
}

/// Whose rows are in the pool or folder of a shard; `None`: nobody's, or it cannot be said.
pub(super) fn owner(storage: Storage, path: &Path) -> Option<Identity> {
    match storage {
        Storage::Tiers => Folder::look(path).ok()?,
        _ => file::look(path).ok().map(|(superblock, _)| superblock.identity),
    }
}

/// Rows in a CXL-MEM, whose memory is in a file if there is one.
fn device(
    experiment: &Experiment,
    cluster: &ClusterConfig,
    tables: Tables,
    identity: Identity,
    path: Option<&Path>,
) -> anyhow::Result<Opened> {
    let channels = experiment.device.channels;
    let mut said = None;
    let (device, durability) = match path {
        Some(path) => {
            let DeviceFile { device, durability } = device_in_file(path, &identity, &tables, channels, worth(cluster))?;
            said = warning(cluster, path, durability.name(), "\"dax\" takes persistent memory alone");
            (device, format!("its memory is {} ({})", path.display(), durability.meaning()))
        }
        None => {
            let device = ReferenceCxlMem::new(channels);
            (
                device.with_context(|| format!("there is no CXL-MEM with {channels} memory channels"))?,
                NOTHING.to_owned(),
            )
        }
    };
    let store = match cluster.device {
        DeviceKind::Reference => on(device, tables, &identity),
        kind => on(simulated_device(experiment, kind, device)?, tables, &identity),
    };
    let (store, unused) =
        store.with_context(|| path.map_or_else(|| "cxl-mem".to_owned(), |path| path.display().to_string()))?;
    let durability = format!("device {:?}, {durability}", cluster.device.name());
    Ok(Opened { store, durability, unused, warning: said })
}

fn on<D: ShardDevice + Send + 'static>(
    device: D,
    tables: Tables,
    identity: &Identity,
) -> Result<(Box<dyn ShardStore>, Vec<String>), emberlane_ps::StoreError> {
    let store = CxlMemShard::open(device, tables, identity.shard, identity.shards)?;
    let unused = store.unused().to_vec();
    Ok((Box::new(store), unused))
}

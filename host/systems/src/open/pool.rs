//! Tables in a pool of persistent memory, for every optimiser.

use emberlane_data::DataMemory;
use emberlane_dlrm::UpdateRule;
use emberlane_experiment::{Experiment, PoolConfig, PoolStorage, SystemKind};
use emberlane_memory::{Need, Part};
use emberlane_ps::pool::file::Use;
use emberlane_ps::pool::{Geometry, Identity, PoolError};
use emberlane_ps::{Pmem, PoolRows, Settings, StoreError, Tables, Target};
use emberlane_stores::{EmbeddingError, Pooled, RowShape};

use super::buffers::{Buffers, table_rows, words};
use super::opened::OpenedStore;
use super::refusals::Keeper;
use crate::StoreOptions;
use crate::gpu::Gpu;

/// A row of the index: key, places, version, and what a hash table leaves empty.
const INDEX_BYTES: u64 = 48;
/// What a cache keeps of a row beside its numbers.
const CACHED_BYTES: u64 = 64;

pub(super) fn wanted(experiment: &Experiment) -> bool {
    experiment.pool.is_some()
}

const KEEPER: Keeper = Keeper {
    section: "pool",
    place: "in a pool",
    saves: "use --checkpoint none, and [save]",
    systems: &[SystemKind::None],
};

/// Refuses what options ask of a pool that is for a device, and more states than it keeps.
pub(super) fn check(experiment: &Experiment) -> Result<(), EmbeddingError> {
    if experiment.pool.is_none() {
        return Ok(());
    }
    KEEPER.check(experiment)?;
    let (keep, most) = (experiment.save.keep, PoolRows::MOST_KEPT);
    if keep > most {
        return Err(KEEPER.refuses(&format!("save.keep = {keep}"), &format!("a pool keeps {most} states at most")));
    }
    Ok(())
}

pub(super) fn open(experiment: &Experiment, _: &StoreOptions, _: Option<&Gpu>) -> Result<OpenedStore, EmbeddingError> {
    let Some(config) = &experiment.pool else {
        return Err(EmbeddingError::Unavailable("the experiment has no [pool]".to_owned()));
    };
    let rows = open_pool(experiment, config)?;
    let pooled = Pooled::over(rows, experiment.model.pooling, UpdateRule::from(&experiment.train));
    Ok(OpenedStore::Alone(Box::new(pooled)))
}

/// Opens the pool, which is made if it is not there.
fn open_pool(experiment: &Experiment, config: &PoolConfig) -> Result<PoolRows, StoreError> {
    let model = &experiment.model;
    let tables = Tables::new(experiment.train.seed, &model.rows, model.dimension, UpdateRule::from(&experiment.train));
    let identity = Identity { job: 0, tables: tables.fingerprint(), shard: 0, shards: 1 };
    let geometry = geometry(experiment, config);
    let settings = settings(config, tables.shape());
    let store =
        Pmem::open_or_create(&config.path, (&identity, geometry), tables, settings, &how(config), Target::Newest)?;
    let found = store.superblock().geometry;
    if found != geometry {
        let pool = config.path.display().to_string();
        return Err(StoreError::Pool(PoolError::Slots { pool, found, expected: geometry }));
    }
    Ok(PoolRows::new(store, experiment.save.keep))
}

/// What the pool of an experiment consists of. A row may be in any partition, so each has some slots more than its share.
#[must_use]
pub fn geometry(experiment: &Experiment, config: &PoolConfig) -> Geometry {
    let shape = shape(experiment);
    let share = table_rows(experiment) as f64 / f64::from(config.partitions);
    // Rows are spread by a hash: six deviations of a binomial distribution above the mean.
    let most = share + 6.0 * share.sqrt() + 8.0;
    let slots = most * config.slots_a_row(experiment.save.keep);
    Geometry { shape, partitions: config.partitions, slots: slots.ceil() as u64 }
}

fn shape(experiment: &Experiment) -> RowShape {
    let dimension = experiment.model.dimension;
    RowShape { dimension, state: experiment.train.optimizer.state_of(dimension) }
}

fn settings(config: &PoolConfig, shape: RowShape) -> Settings {
    let cache_rows = (config.cache / words(shape.width() as u64)) as usize;
    match config.storage {
        PoolStorage::Pmem => Settings::pmem(cache_rows),
        PoolStorage::Dram => Settings::dram(),
        PoolStorage::OriCache => Settings::ori_cache(cache_rows),
        PoolStorage::PmemHash => Settings::pmem_hash(),
    }
}

fn how(config: &PoolConfig) -> Use {
    let emulated = config.media.clone().map(|media| (media, config.channels));
    Use { emulated, ..Use::worth(config.durability) }
}

/// The cache, the index, and the buffers of a batch. The pool itself is a file.
pub(super) fn memory(experiment: &Experiment, data: &DataMemory) -> Vec<Need> {
    let Some(config) = &experiment.pool else { return Vec::new() };
    let row = words(shape(experiment).width() as u64);
    let rows = table_rows(experiment);
    let cached = match config.storage {
        PoolStorage::Dram => rows,
        PoolStorage::PmemHash => 0,
        PoolStorage::Pmem | PoolStorage::OriCache => rows.min(config.cache / row),
    };
    let Buffers { batch, lists, sorted, vectors, rows: unique } = Buffers::of(experiment, data);
    vec![
        Need::new(Part::Tables, "rows in the cache of the pool", cached.saturating_mul(row + CACHED_BYTES)),
        Need::new(Part::Tables, "where rows are in the pool", rows.saturating_mul(INDEX_BYTES)),
        Need::new(Part::Batches, "batches as they come from the data", batch),
        Need::new(Part::Batches, "lists of rows and bags", lists.saturating_add(sorted)),
        // Those of the batch, and those of the cache beyond its size.
        Need::new(Part::Batches, "unique rows", row.saturating_mul(unique).saturating_mul(2)),
        Need::new(Part::Batches, "pooled vectors and gradients", vectors.saturating_mul(2)),
    ]
}

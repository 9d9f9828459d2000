//! Tables in files behind caches of rows, for every optimiser.

use std::path::Path;

use emberlane_data::DataMemory;
use emberlane_dlrm::UpdateRule;
use emberlane_experiment::{Experiment, StoreCache, StoreConfig, StoreTime, SystemKind};
use emberlane_memory::{Need, Part};
use emberlane_ps::OpenTiers;
use emberlane_stores::{EmbeddingError, Pooled, RowShape};
use emberlane_tiers::placement::{Expected, PlacementFile};
use emberlane_tiers::{PlacedRows, RehearsedRows, Settings, TierError, TieredRows, Variant};

use super::buffers::{Buffers, words};
use super::opened::OpenedStore;
use super::refusals::Keeper;
use crate::StoreOptions;
use crate::gpu::Gpu;

pub(super) fn wanted(experiment: &Experiment) -> bool {
    experiment.own_store().is_some()
}

const KEEPER: Keeper = Keeper {
    section: "store",
    place: "in files",
    saves: "use --checkpoint none, and [save]",
    systems: &[SystemKind::None, SystemKind::MTrains],
};

/// Refuses what options ask of tables in files that is for a device, and a placement of another model.
pub(super) fn check(experiment: &Experiment, options: &StoreOptions) -> Result<(), EmbeddingError> {
    let Some(config) = experiment.own_store() else {
        if experiment.system.kind == SystemKind::MTrains {
            let text = "system \"mtrains\" has the tables in files of this process: add [store], without [cluster], or use --system none";
            return Err(EmbeddingError::Unavailable(text.to_owned()));
        }
        return Ok(());
    };
    settings(experiment, config)?.check_backend()?;
    let is_rehearsed = options.rehearses && experiment.system.kind == SystemKind::MTrains;
    let key = match (config.cache, config.pin) {
        _ if is_rehearsed => None,
        (StoreCache::Row, true) => None,
        (StoreCache::Row, false) => Some("pin = false".to_owned()),
        (cache, _) => Some(format!("cache = {:?}", cache.name())),
    };
    if let Some(key) = key {
        let text =
            format!("store.{key} is rehearsed alone, by `emberlane reproduce`: rows have values here; remove it");
        return Err(EmbeddingError::Unavailable(text));
    }
    if experiment.system.kind == SystemKind::MTrains && config.time == StoreTime::Paced {
        let text =
            "system \"mtrains\" has a time of its own, for which nobody waits: remove store.time, or use --system none";
        return Err(EmbeddingError::Unavailable(text.to_owned()));
    }
    KEEPER.check(experiment)
}

pub(super) fn open(
    experiment: &Experiment,
    options: &StoreOptions,
    _: Option<&Gpu>,
) -> Result<OpenedStore, EmbeddingError> {
    let Some(config) = &experiment.store else {
        return Err(EmbeddingError::Unavailable("the experiment has no [store]".to_owned()));
    };
    let settings = settings(experiment, config)?;
    if options.rehearses {
        let variant = Variant { cache: config.cache, pin: config.pin };
        return Ok(OpenedStore::Alone(Box::new(RehearsedRows::new(settings, variant))));
    }
    let rows = PlacedRows::open(settings)?;
    let pooled = Pooled::over(rows, experiment.model.pooling, UpdateRule::from(&experiment.train));
    Ok(OpenedStore::Alone(Box::new(pooled)))
}

/// What opens the rows of a shard of a cluster, with their files in `directory`.
///
/// # Errors
/// An experiment without `[store]`, and a backend that this build has not.
pub fn tiered_rows(experiment: &Experiment, directory: &Path) -> Result<OpenTiers, EmbeddingError> {
    let Some(config) = &experiment.store else {
        return Err(EmbeddingError::Unavailable("the experiment has no [store]".to_owned()));
    };
    // Each worker pulls its rows of a batch, and tells of those of the next one: as many times is the store asked for rows before the
    // batch is pushed, and the first of them still have to be in the caches then.
    let workers = experiment.cluster.as_ref().map_or(1, |cluster| usize::from(cluster.workers));
    let (directory, prefetch) = (directory.to_path_buf(), 2 * workers - 1);
    let settings = Settings { directory, prefetch, ..settings(experiment, config)? };
    settings.check_backend()?;
    Ok(Box::new(move || Ok(Box::new(TieredRows::open(settings.clone())?))))
}

fn settings(experiment: &Experiment, config: &StoreConfig) -> Result<Settings, TierError> {
    let dimension = experiment.model.dimension;
    let shape = RowShape { dimension, state: experiment.train.optimizer.state_of(dimension) };
    let mut settings = Settings::of(config, &experiment.model.rows, shape);
    if let Some(file) = &config.placement {
        let placement = PlacementFile::read(file, &expected(experiment, config))?;
        settings.placement = placement.tables.iter().map(|table| table.tier).collect();
    }
    Ok(settings)
}

/// What the placement of an experiment has to fit.
pub(crate) fn expected<'a>(experiment: &'a Experiment, config: &StoreConfig) -> Expected<'a> {
    let StoreConfig { gpus, hbm, dram, .. } = config;
    let dimension = experiment.model.dimension;
    let row_bytes = 4 * (dimension + experiment.train.optimizer.state_of(dimension)) as u64;
    Expected { rows: &experiment.model.rows, row_bytes, gpus: *gpus, hbm: hbm.bytes, dram: dram.bytes }
}

/// Bytes that a saved state of an experiment's store takes for itself, and those of its files: when every row was written once, and at most.
pub(super) fn disk(experiment: &Experiment) -> Option<(u64, [u64; 2])> {
    // What is wrong with its placement `check` has said.
    let settings = settings(experiment, experiment.own_store()?).ok()?;
    let memory = settings.memory();
    let of_state = memory.caches.saturating_add(memory.tables).saturating_add(memory.segments);
    Some((of_state, settings.file_bytes()))
}

/// Caches with their tags, where rows are in the files, and the buffers of the batches in flight.
pub(super) fn memory(experiment: &Experiment, data: &DataMemory) -> Vec<Need> {
    let Some(config) = experiment.own_store() else { return Vec::new() };
    // What is wrong with its placement `check` has said.
    let Ok(settings) = settings(experiment, config) else { return Vec::new() };
    let memory = settings.memory();
    let Buffers { batch, lists, sorted, vectors, rows } = Buffers::of(experiment, data);
    let row = words(settings.shape.width() as u64);
    let in_flight = config.prefetch as u64 + 1;
    vec![
        Need::new(Part::Tables, "tables that are whole in memory", memory.tables),
        Need::new(Part::Tables, "rows in the caches of the store", memory.caches),
        Need::new(Part::Tables, "tags and states of the caches", memory.tags),
        Need::new(Part::Tables, "where rows are in the files", memory.index),
        Need::new(Part::Tables, "files that are filled", memory.segments),
        Need::new(Part::Batches, "batches as they come from the data", batch.saturating_mul(in_flight)),
        Need::new(Part::Batches, "lists of rows and bags", lists.saturating_mul(in_flight).saturating_add(sorted)),
        // Those of the batch, those that come from the files, and those that go there or are kept beside the caches.
        Need::new(Part::Batches, "unique rows", row.saturating_mul(rows).saturating_mul(2 + in_flight)),
        Need::new(Part::Batches, "pooled vectors and gradients", vectors.saturating_mul(2)),
    ]
}

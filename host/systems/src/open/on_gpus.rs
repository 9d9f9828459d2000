//! Tables in host memory, or in that of GPUs, for NDRec's baselines: some behind a cache of rows on the GPUs.

use emberlane_dlrm::UpdateRule;
use emberlane_experiment::{DeviceDesign, Experiment, Movement, SystemKind};
use emberlane_stores::{
    CachedRows, EmbeddingError, EmbeddingStore, HostMemory, HostRows, Pooled, Replacement, RowCache, RowCacheConfig,
    RowShape, Sharing,
};

use super::no_rows::NoRows;
use super::opened::{OpenedStore, Placed};
use super::refusals::check_system;
use crate::StoreOptions;
use crate::assumptions::Assumptions;
use crate::gpu::Gpu;

/// Ways of FBGEMM's cache: a warp compares the tags of a set.
const FBGEMM_WAYS: usize = 32;

pub(super) fn wanted(experiment: &Experiment) -> bool {
    experiment.system.kind.movement() == Movement::OnGpus
}

pub(super) fn open(
    experiment: &Experiment,
    options: &StoreOptions,
    _: Option<&Gpu>,
) -> Result<OpenedStore, EmbeddingError> {
    let (model, costs) = (&experiment.model, options.ndrec_costs());
    let mut cache = cache_of(experiment, &costs).map(|config| RowCache::new(config, &model.rows)).transpose()?;
    let store: Box<dyn EmbeddingStore> = if options.rehearses {
        if let (Some(cache), Some(steady)) = (&mut cache, &options.steady) {
            let samples = experiment.train.batch_size.unwrap_or(emberlane_experiment::TrainConfig::DEFAULT_BATCH_SIZE);
            cache.fill_steady(&steady.law, samples, steady.before)?;
        }
        Box::new(NoRows { dimension: model.dimension, cache })
    } else {
        let step = UpdateRule::from(&experiment.train);
        match cache {
            None => Box::new(HostMemory::new(&model.rows, model.dimension, model.pooling, step)?),
            Some(cache) => {
                let shape = RowShape { dimension: model.dimension, state: 0 };
                let rows = CachedRows::new(HostRows::new(&model.rows, shape)?, cache);
                Box::new(Pooled::over(rows, model.pooling, step))
            }
        }
    };
    Ok(OpenedStore::OnGpus(Box::new((store, Placed::default(), None))))
}

pub(super) fn check_wanted(experiment: &Experiment, options: &StoreOptions) -> Result<(), EmbeddingError> {
    check_system(experiment, options, "in the host or on GPUs")?;
    if experiment.system.kind == SystemKind::TableWise {
        check_room(experiment, &options.ndrec_costs())?;
    }
    Ok(())
}

/// Bytes of GPUs' memories that tables and caches may take.
fn gpu_bytes(experiment: &Experiment, costs: &Assumptions) -> f64 {
    experiment.system.gpus as f64 * (costs.get("gpu_memory_gb") - costs.get("gpu_reserved_gb")) * 1e9
}

/// Sharding needs all tables in the GPUs' memories.
fn check_room(experiment: &Experiment, costs: &Assumptions) -> Result<(), EmbeddingError> {
    let model = &experiment.model;
    let rows: u64 = model.rows.iter().map(|rows| u64::from(*rows)).sum();
    let (needed, there) = (rows as f64 * 4.0 * model.dimension as f64, gpu_bytes(experiment, costs));
    if needed <= there {
        return Ok(());
    }
    Err(EmbeddingError::Unavailable(format!(
        "system.kind = \"table-wise\" needs all tables in the GPUs' memories: {:.2} GB, and system.gpus = {} have {:.2} GB for them",
        needed * 1e-9,
        experiment.system.gpus,
        there * 1e-9
    )))
}

/// The cache of rows that a system has on its GPUs.
fn cache_of(experiment: &Experiment, costs: &Assumptions) -> Option<RowCacheConfig> {
    let model = &experiment.model;
    let rows: u64 = model.rows.iter().map(|rows| u64::from(*rows)).sum();
    let seed = experiment.train.seed;
    match experiment.system.kind {
        SystemKind::UvmCaching => {
            let room = gpu_bytes(experiment, costs) / (4.0 * model.dimension as f64);
            let cached = (rows as f64 * costs.get("caching_rows_share")).min(room);
            let sets = (cached / FBGEMM_WAYS as f64).ceil() as u64;
            let (sharing, replacement) = (Sharing::Together, Replacement::Lru);
            Some(RowCacheConfig { sharing, sets, ways: FBGEMM_WAYS, replacement, seed })
        }
        SystemKind::Cdlrm => {
            let (sets, ways) = (costs.get("cdlrm_sets") as u64, costs.get("cdlrm_ways") as usize);
            let (sharing, replacement) = (Sharing::Apart, Replacement::Random);
            Some(RowCacheConfig { sharing, sets, ways: ways.max(1), replacement, seed })
        }
        _ => None,
    }
}

/// Refuses what only systems of several GPUs have, in others.
pub(super) fn check(experiment: &Experiment) -> Result<(), EmbeddingError> {
    let (system, kind) = (&experiment.system, experiment.system.kind.name());
    let refused = |text: String| Err(EmbeddingError::Unavailable(text));
    let of_ndrec = SystemKind::NDREC.contains(&system.kind);
    if system.kind == SystemKind::MTrains && (system.gpus > 1 || system.switch_levels > 0) {
        return refused(format!(
            "system.kind = {kind:?} has the GPUs of its tables, store.gpus, and one link each: remove system.gpus and system.switch_levels, \
             and set store.gpus"
        ));
    }
    if !of_ndrec && (system.gpus > 1 || system.switch_levels > 0) {
        return refused(format!(
            "system.kind = {kind:?} has one GPU and the switches of its link: remove system.gpus and system.switch_levels, or use a \
             system of NDRec"
        ));
    }
    let has_smartssds = experiment.device.design == DeviceDesign::SmartSsd;
    if system.small_tables_on_gpus && !has_smartssds {
        return refused("system.small_tables = \"gpu\" is for device.design = \"smartssd\": remove it".to_owned());
    }
    let (slices, samples) = (experiment.slices(), experiment.train.batch_size);
    if !slices.is_multiple_of(system.gpus) {
        return refused(format!("train.slices = {slices} is not a multiple of system.gpus = {}", system.gpus));
    }
    if samples.is_some_and(|samples| samples < slices) {
        return refused(format!("train.slices = {slices}: a batch has {} samples", samples.unwrap_or_default()));
    }
    Ok(())
}

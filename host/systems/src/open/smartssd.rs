//! Tables on NDRec's SmartSSDs.

use std::cell::RefCell;
use std::rc::Rc;

use emberlane_data::DataMemory;
use emberlane_dlrm::UpdateRule;
use emberlane_drivers::smartssd::SmartSsdTransport;
use emberlane_experiment::{DeviceDesign, DeviceKind, Experiment, Movement, SystemKind};
use emberlane_fabric::fabric::FabricConfig;
use emberlane_memory::{Need, Part};
use emberlane_models::smartssd::ModelSmartSsd;
use emberlane_models::smartssd::in_fabric::{Linked, OverFabric, SmartSsdEndpoint, SmartSsdFabric, WithoutLink};
use emberlane_models::storage::SsdConfig;
use emberlane_reference::smartssd::ReferenceSmartSsd;
use emberlane_stores::planner::HOT_VECTORS;
use emberlane_stores::{
    EmbeddingError, EmbeddingStore, HostMemory, Member, NearTables, OneSmartSsd, SmartSsdStore, SmartSsds, Tables,
    banks, in_flight,
};

use super::buffers::{Buffers, table_bytes, table_rows, words};
use super::opened::{OpenedStore, SharedFabric};
use super::placed::placed;
use super::rtl;
use crate::StoreOptions;
use crate::gpu::Gpu;

pub(super) fn wanted(experiment: &Experiment) -> bool {
    experiment.device.design == DeviceDesign::SmartSsd
}

pub(super) fn check(experiment: &Experiment, options: &StoreOptions) -> Result<(), EmbeddingError> {
    let refused = |what: &str| {
        let text = format!("device.design = \"smartssd\" {what}; or use design = \"cxl-mem\"");
        Err(EmbeddingError::Unavailable(text))
    };
    let kind = experiment.system.kind;
    if kind != SystemKind::None && kind.movement() != Movement::Iterations {
        return refused("has systems of its own: use system.kind = \"ndrec\" or \"none\"");
    }
    if options.image.is_some() || options.fault.is_some() {
        return refused("has neither images of its memory nor faults");
    }
    let kernel = kernel_of(experiment);
    match experiment.device.kind {
        DeviceKind::Rtl => rtl::check_smartssd(kernel),
        DeviceKind::Reference | DeviceKind::Model if ReferenceSmartSsd::is_kernel(kernel.0, kernel.1) => Ok(()),
        DeviceKind::Reference | DeviceKind::Model => Err(no_kernel(kernel)),
    }
}

fn no_kernel((_, elements): (usize, usize)) -> EmbeddingError {
    let text = format!(
        "a SmartSSD has embedding vectors of 16, 32, 64 or 128 elements, not {elements}: change model.dimension"
    );
    EmbeddingError::Unavailable(text)
}

/// Banks a side, and elements.
fn kernel_of(experiment: &Experiment) -> (usize, usize) {
    let dimension = experiment.model.dimension;
    (banks(dimension), dimension)
}

pub(super) fn open(
    experiment: &Experiment,
    options: &StoreOptions,
    _: Option<&Gpu>,
) -> Result<OpenedStore, EmbeddingError> {
    let kind = experiment.system.kind;
    let kernel = kernel_of(experiment);
    let fabric = options.in_fabric.then(|| in_fabric(experiment)).transpose()?;
    let placed = placed(experiment, options.steady.as_deref()).map_err(EmbeddingError::store)?;
    let ssd = SsdConfig::samsung_983_dct().programming(options.ndrec_costs().get("ssd_programs_per_s") as u64);
    let mut members = Vec::new();
    for (number, tables) in placed.far.clone().into_iter().enumerate() {
        let seed = experiment.train.seed.wrapping_add(number as u64);
        let place = Place { number, fabric: fabric.as_ref() };
        let store = match experiment.device.kind {
            DeviceKind::Reference => {
                let device = ReferenceSmartSsd::new(kernel.0, kernel.1).ok_or_else(|| no_kernel(kernel))?;
                store_in(place, experiment, options, &tables, device)?
            }
            DeviceKind::Model => {
                let builder = ModelSmartSsd::builder().kernel(kernel.0, kernel.1).seed(seed).ssd(Some(ssd));
                store_in(place, experiment, options, &tables, builder.build().map_err(|_| no_kernel(kernel))?)?
            }
            DeviceKind::Rtl => {
                // The waveform is that of the first.
                let trace = options.trace.as_ref().filter(|_| number == 0);
                let device = rtl::smartssd(experiment, trace, kernel, seed, ssd)?;
                match place.fabric {
                    None => smartssd_store(place, experiment, options, &tables, device)?,
                    Some(fabric) => {
                        let endpoint = |bar| rtl::smartssd_endpoint(device, experiment.model.dimension, bar);
                        let device = linked(place, experiment, fabric, endpoint)?;
                        smartssd_store(place, experiment, options, &tables, device)?
                    }
                }
            }
        };
        members.push(Member { tables, store });
    }
    let model = &experiment.model;
    if !placed.near.is_empty() {
        let rows: Vec<u32> = placed.near.iter().map(|table| model.rows[*table]).collect();
        let rows = HostMemory::new(&rows, model.dimension, model.pooling, UpdateRule::from(&experiment.train))?;
        let store = Box::new(NearTables::new(rows, placed.near.clone()));
        members.push(Member { tables: placed.near.clone(), store });
    }
    let store: Box<dyn EmbeddingStore> = match members.len() {
        1 => members.remove(0).store,
        _ => Box::new(SmartSsds::new(members, model.tables(), model.dimension)),
    };
    Ok(match kind {
        SystemKind::None => OpenedStore::Alone(store),
        _ => OpenedStore::OnGpus(Box::new((store, placed, fabric))),
    })
}

/// A host and a GPU for SmartSSDs, behind the links of the experiment.
fn in_fabric(experiment: &Experiment) -> Result<SharedFabric, EmbeddingError> {
    if experiment.system.gpus > 1 {
        let text = "messages are those of one GPU: set system.gpus = 1, or leave --messages out";
        return Err(EmbeddingError::Unavailable(text.to_owned()));
    }
    let mut link = experiment.system.link.config().map_err(EmbeddingError::store)?;
    link.switch_hops += experiment.system.switch_levels as u32;
    let fabric = SmartSsdFabric::new(FabricConfig::default(), &link).map_err(EmbeddingError::store)?;
    Ok(Rc::new(RefCell::new(fabric)))
}

/// Which SmartSSD it is, and where.
#[derive(Clone, Copy)]
struct Place<'a> {
    number: usize,
    fabric: Option<&'a SharedFabric>,
}

/// A SmartSSD at the end of a link.
fn linked<E: Linked>(
    place: Place<'_>,
    experiment: &Experiment,
    fabric: &SharedFabric,
    endpoint: impl FnOnce(u64) -> E,
) -> Result<OverFabric<E>, EmbeddingError> {
    let name =
        if experiment.device.smartssds == 1 { "smartssd".to_owned() } else { format!("smartssd-{}", place.number) };
    OverFabric::new(fabric, &name, endpoint).map_err(EmbeddingError::store)
}

/// Some tables of an experiment on a SmartSSD without a link of its own, at the end of one if there is a fabric.
fn store_in<D: WithoutLink>(
    place: Place<'_>,
    experiment: &Experiment,
    options: &StoreOptions,
    tables: &[usize],
    device: D,
) -> Result<Box<dyn OneSmartSsd>, EmbeddingError> {
    let Some(fabric) = place.fabric else { return smartssd_store(place, experiment, options, tables, device) };
    let endpoint = |bar| SmartSsdEndpoint::new(device, experiment.model.dimension, bar);
    smartssd_store(place, experiment, options, tables, linked(place, experiment, fabric, endpoint)?)
}

/// Some tables of an experiment on the SmartSSD behind a transport.
fn smartssd_store<T: SmartSsdTransport + 'static>(
    place: Place<'_>,
    experiment: &Experiment,
    options: &StoreOptions,
    tables: &[usize],
    transport: T,
) -> Result<Box<dyn OneSmartSsd>, EmbeddingError> {
    let (model, train) = (&experiment.model, &experiment.train);
    let samples = train.batch_size.unwrap_or(4096);
    let cache = cache_of(experiment, options, tables);
    let tables: Vec<(usize, u32)> = tables.iter().map(|table| (*table, model.rows[*table])).collect();
    let tables = Tables {
        number: place.number as u64,
        tables: &tables,
        dimension: model.dimension,
        pooling: model.pooling,
        rate: train.learning_rate,
        // Tensors say themselves how large their batches are; a TX buffer that is too small says so.
        samples,
        cache_vectors: cache.vectors,
        hot_vectors: cache.hot_vectors,
        lookup: train.lookup,
    };
    let mut store = SmartSsdStore::new(transport, &tables)?;
    if options.rehearses
        && let Some(steady) = &options.steady
    {
        store.fill_steady(&steady.law, samples, steady.before)?;
    }
    Ok(Box::new(store))
}

/// The cache of a SmartSSD.
struct Cache {
    vectors: u32,
    hot_vectors: u32,
}

/// That of an experiment; of the ablations one for a share of the vectors, or for what is in flight, in which nothing stays.
fn cache_of(experiment: &Experiment, options: &StoreOptions, tables: &[usize]) -> Cache {
    let vectors = experiment.device.cache_vectors;
    if !matches!(experiment.system.kind, SystemKind::NoCache | SystemKind::NaiveOffload) {
        return Cache { vectors, hot_vectors: HOT_VECTORS };
    }
    let (model, train) = (&experiment.model, &experiment.train);
    let of_batch = train.batch_size.unwrap_or(4096) as u64 * model.lookups as u64;
    let in_flight = u64::from(in_flight(train.lookup));
    let (mut rows, mut needed) = (0, 0);
    for table in tables {
        let of_table = u64::from(model.rows[*table]);
        rows += of_table;
        needed += (in_flight * of_batch).min(of_table);
    }
    let share = (rows as f64 * options.ndrec_costs().get("static_cache_share")) as u64;
    Cache { vectors: (share.max(needed) as u32).clamp(1, vectors), hot_vectors: 0 }
}

/// Bytes of one SmartSSD's registers, counters, kernel and queues, and of its planner's thread.
const EACH_BYTES: u64 = 4 << 20;
/// Bytes of what plans them all before the first batch.
const DRY_RUN_BYTES: u64 = 10 << 20;
/// Bytes of what the planner knows of an embedding vector in the cache.
const PLANNED_BYTES: u64 = 64;

/// Tables on the SSDs, vectors in their caches, and what the planners know of these; plans and vectors of the batches in flight.
pub(super) fn memory(experiment: &Experiment, data: &DataMemory) -> Vec<Need> {
    let Buffers { batch, lists, sorted, vectors, .. } = Buffers::of(experiment, data);
    let devices = experiment.device.smartssds as u64;
    let cached = (u64::from(experiment.device.cache_vectors) * devices).min(table_rows(experiment));
    let of_cache = words(experiment.model.dimension as u64) + PLANNED_BYTES;
    let of_all = |bytes: u64| bytes.saturating_mul(in_flight(experiment.train.lookup).into());
    vec![
        Need::new(Part::Tables, "rows on the SSDs", table_bytes(experiment)),
        Need::new(Part::Device, "caches and what the planners know of them", of_cache.saturating_mul(cached)),
        Need::new(Part::Device, "SmartSSDs and the trial of their plans", EACH_BYTES * devices + DRY_RUN_BYTES),
        Need::new(Part::Batches, "batches as they come from the data", of_all(batch)),
        Need::new(
            Part::Batches,
            "plans of movements and of the kernel",
            of_all(lists.saturating_mul(4)).saturating_add(sorted),
        ),
        Need::new(Part::Batches, "pooled vectors and gradients", of_all(vectors.saturating_mul(2))),
    ]
}

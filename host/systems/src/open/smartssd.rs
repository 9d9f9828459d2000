//! Tables on NDRec's SmartSSDs.

use emberlane_data::DataMemory;
use emberlane_drivers::smartssd::SmartSsdTransport;
use emberlane_experiment::{DeviceDesign, DeviceKind, Experiment, SystemKind};
use emberlane_memory::{Need, Part};
use emberlane_models::smartssd::ModelSmartSsd;
use emberlane_reference::smartssd::ReferenceSmartSsd;
use emberlane_stores::{
    EmbeddingError, Member, OneSmartSsd, SmartSsdStore, SmartSsds, Tables, banks, in_flight, placement,
};

use super::buffers::{Buffers, table_bytes, table_rows, words};
use super::opened::OpenedStore;
use super::rtl;
use crate::StoreOptions;
use crate::gpu::Gpu;

pub(super) fn wanted(experiment: &Experiment) -> bool {
    experiment.device.design == DeviceDesign::SmartSsd
}

pub(super) fn open(
    experiment: &Experiment,
    options: &StoreOptions,
    _: Option<&Gpu>,
) -> Result<OpenedStore, EmbeddingError> {
    let refused = |what: &str| {
        let text = format!("device.design = \"smartssd\" {what}; or use design = \"cxl-mem\"");
        Err(EmbeddingError::Unavailable(text))
    };
    if !matches!(experiment.system.kind, SystemKind::None | SystemKind::NdRec) {
        return refused("has systems of its own: use system.kind = \"ndrec\" or \"none\"");
    }
    if options.image.is_some() || options.fault.is_some() {
        return refused("has neither images of its memory nor faults");
    }
    let dimension = experiment.model.dimension;
    let kernel = (banks(dimension), dimension);
    let no_kernel = || {
        EmbeddingError::Unavailable(format!(
            "a SmartSSD has embedding vectors of 16, 32, 64 or 128 elements, not {dimension}: change model.dimension"
        ))
    };
    let mut members = Vec::new();
    for (number, tables) in placement::on_smartssds(experiment)?.into_iter().enumerate() {
        let seed = experiment.train.seed.wrapping_add(number as u64);
        let store = match experiment.device.kind {
            DeviceKind::Reference => {
                let device = ReferenceSmartSsd::new(kernel.0, kernel.1).ok_or_else(no_kernel)?;
                smartssd_store(experiment, &tables, device)?
            }
            DeviceKind::Model => {
                let builder = ModelSmartSsd::builder().kernel(kernel.0, kernel.1).seed(seed);
                smartssd_store(experiment, &tables, builder.build().map_err(|_| no_kernel())?)?
            }
            // The waveform is that of the first.
            DeviceKind::Rtl => {
                let trace = options.trace.as_ref().filter(|_| number == 0);
                rtl::smartssd(experiment, trace, kernel, seed, |device| smartssd_store(experiment, &tables, device))?
            }
        };
        members.push(Member { tables, store });
    }
    let model = &experiment.model;
    Ok(OpenedStore::Alone(match members.len() {
        1 => members.remove(0).store,
        _ => Box::new(SmartSsds::new(members, model.tables(), model.dimension)),
    }))
}

/// Some tables of an experiment on the SmartSSD behind a transport.
fn smartssd_store<T: SmartSsdTransport + 'static>(
    experiment: &Experiment,
    tables: &[usize],
    transport: T,
) -> Result<Box<dyn OneSmartSsd>, EmbeddingError> {
    let (model, train) = (&experiment.model, &experiment.train);
    let tables: Vec<(usize, u32)> = tables.iter().map(|table| (*table, model.rows[*table])).collect();
    let tables = Tables {
        tables: &tables,
        dimension: model.dimension,
        pooling: model.pooling,
        rate: train.learning_rate,
        // Tensors say themselves how large their batches are; a TX buffer that is too small says so.
        samples: train.batch_size.unwrap_or(4096),
        cache_vectors: experiment.device.cache_vectors,
        lookup: train.lookup,
    };
    Ok(Box::new(SmartSsdStore::new(transport, &tables)?))
}

/// Bytes of one SmartSSD's registers, counters, kernel and queues, and of its planner's thread.
const EACH_BYTES: u64 = 16 << 20;
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
        Need::new(Part::Device, "SmartSSDs", EACH_BYTES * devices),
        Need::new(Part::Batches, "batches as they come from the data", of_all(batch)),
        Need::new(
            Part::Batches,
            "plans of movements and of the kernel",
            of_all(lists.saturating_mul(4)).saturating_add(sorted),
        ),
        Need::new(Part::Batches, "pooled vectors and gradients", of_all(vectors.saturating_mul(2))),
    ]
}

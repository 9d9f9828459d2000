//! Tables in host memory, for every optimiser that no device applies.

use emberlane_data::DataMemory;
use emberlane_dlrm::UpdateRule;
use emberlane_experiment::{DeviceKind, Experiment, Movement, Optimizer};
use emberlane_memory::{Need, Part};
use emberlane_stores::{EmbeddingError, EmbeddingStore, HostMemory};

use super::buffers::{Buffers, table_bytes, table_rows, words};
use super::device::{MACHINE_BYTES, without_device};
use super::no_rows::NoRows;
use super::opened::OpenedStore;
use super::refusals::check_system;
use crate::StoreOptions;
use crate::gpu::Gpu;
use crate::tables::TableMemory;

pub(super) fn wanted(experiment: &Experiment) -> bool {
    experiment.train.optimizer != Optimizer::Sgd || on_host(experiment)
}

/// Whether a system's host looks rows up and updates them.
fn on_host(experiment: &Experiment) -> bool {
    experiment.system.kind.movement() == Movement::OnHost
}

pub(super) fn open(
    experiment: &Experiment,
    options: &StoreOptions,
    gpu: Option<&Gpu>,
) -> Result<OpenedStore, EmbeddingError> {
    let model = &experiment.model;
    let open = || HostMemory::new(&model.rows, model.dimension, model.pooling, UpdateRule::from(&experiment.train));
    if let Some(tables) = TableMemory::of(experiment, &options.costs()) {
        let store: Box<dyn EmbeddingStore> = match options.rehearses {
            true => Box::new(NoRows { dimension: model.dimension, cache: None }),
            false => Box::new(open()?),
        };
        return Ok(OpenedStore::OnHost(Box::new((store, without_device(experiment, gpu)?, tables))));
    }
    Ok(OpenedStore::Alone(Box::new(open()?)))
}

pub(super) fn check(experiment: &Experiment, options: &StoreOptions) -> Result<(), EmbeddingError> {
    if on_host(experiment) {
        return check_system(experiment, options, "in the host");
    }
    let kind = experiment.device.kind;
    if kind != DeviceKind::Reference {
        return Err(EmbeddingError::Unavailable(format!(
            "device {:?} updates embeddings with sgd only; optimizer {:?} keeps them in host memory: use --device reference, or \
             train.optimizer = \"sgd\"",
            kind.name(),
            experiment.train.optimizer.name()
        )));
    }
    Ok(())
}

/// Tables with their state, and the buffers of one batch: what came from the data, lists, unique rows, pooled vectors and gradients.
pub(super) fn memory(experiment: &Experiment, data: &DataMemory) -> Vec<Need> {
    let dimension = experiment.model.dimension;
    let state = experiment.train.optimizer.state_of(dimension) as u64;
    let Buffers { batch, lists, sorted, vectors, rows } = Buffers::of(experiment, data);
    let mut needs = vec![
        Need::new(Part::Tables, "rows in host memory", table_bytes(experiment)),
        Need::new(Part::TableState, "state of the optimizer", words(state).saturating_mul(table_rows(experiment))),
        Need::new(Part::Batches, "batches as they come from the data", batch),
        Need::new(Part::Batches, "lists of rows and bags", lists.saturating_add(sorted)),
        Need::new(Part::Batches, "unique rows", words(dimension as u64 + state).saturating_mul(rows)),
        Need::new(Part::Batches, "pooled vectors and gradients", vectors.saturating_mul(2)),
    ];
    if on_host(experiment) {
        needs.push(Need::new(Part::Device, "host, GPU and fabric", MACHINE_BYTES));
    }
    needs
}

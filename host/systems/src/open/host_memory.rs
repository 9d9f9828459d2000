//! Tables in host memory, for every optimiser that no device applies.

use emberlane_data::DataMemory;
use emberlane_dlrm::UpdateRule;
use emberlane_experiment::{DeviceKind, Experiment, Optimizer};
use emberlane_memory::{Need, Part};
use emberlane_stores::{EmbeddingError, HostMemory, state_of};

use super::buffers::{Buffers, table_bytes, table_rows, words};
use super::opened::OpenedStore;
use crate::StoreOptions;
use crate::gpu::Gpu;

pub(super) fn wanted(experiment: &Experiment) -> bool {
    experiment.train.optimizer != Optimizer::Sgd
}

pub(super) fn open(experiment: &Experiment, _: &StoreOptions, _: Option<&Gpu>) -> Result<OpenedStore, EmbeddingError> {
    let kind = experiment.device.kind;
    if kind != DeviceKind::Reference {
        return Err(EmbeddingError::Unavailable(format!(
            "device {:?} updates embeddings with sgd only; optimizer {:?} keeps them in host memory: use --device reference, or \
             train.optimizer = \"sgd\"",
            kind.name(),
            experiment.train.optimizer.name()
        )));
    }
    let model = &experiment.model;
    let store = HostMemory::new(&model.rows, model.dimension, model.pooling, UpdateRule::from(&experiment.train))?;
    Ok(OpenedStore::Alone(Box::new(store)))
}

/// Tables with their state, and the buffers of one batch: what came from the data, lists, unique rows, pooled vectors and gradients.
pub(super) fn memory(experiment: &Experiment, data: &DataMemory) -> Vec<Need> {
    let dimension = experiment.model.dimension;
    let state = state_of(experiment.train.optimizer, dimension) as u64;
    let Buffers { batch, lists, sorted, vectors, rows } = Buffers::of(experiment, data);
    vec![
        Need::new(Part::Tables, "rows in host memory", table_bytes(experiment)),
        Need::new(Part::TableState, "state of the optimizer", words(state).saturating_mul(table_rows(experiment))),
        Need::new(Part::Batches, "batches as they come from the data", batch),
        Need::new(Part::Batches, "lists of rows and bags", lists.saturating_add(sorted)),
        Need::new(Part::Batches, "unique rows", words(dimension as u64 + state).saturating_mul(rows)),
        Need::new(Part::Batches, "pooled vectors and gradients", vectors.saturating_mul(2)),
    ]
}

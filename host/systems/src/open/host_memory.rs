//! Tables in host memory, for every optimiser that no device applies.

use emberlane_dlrm::UpdateRule;
use emberlane_experiment::{DeviceKind, Experiment, Optimizer};
use emberlane_stores::{EmbeddingError, HostMemory};

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
    let store = HostMemory::new(&model.rows, model.dimension, model.pooling, UpdateRule::from(&experiment.train));
    Ok(OpenedStore::Alone(Box::new(store)))
}

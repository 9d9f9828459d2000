//! Tables in host memory, for every optimiser that no device applies.

use emberlane_data::{Bags, DataMemory};
use emberlane_dlrm::UpdateRule;
use emberlane_experiment::{DeviceDesign, DeviceKind, Experiment, Movement, Optimizer};
use emberlane_memory::{Need, Part};
use emberlane_stores::{EmbeddingError, EmbeddingStore, HostMemory};

use super::buffers::{Buffers, table_bytes, table_rows, words};
use super::device::{MACHINE_BYTES, without_device};
use super::opened::OpenedStore;
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
            true => Box::new(NoRows { dimension: model.dimension }),
            false => Box::new(open()?),
        };
        return Ok(OpenedStore::OnHost(Box::new((store, without_device(experiment, gpu)?, tables))));
    }
    Ok(OpenedStore::Alone(Box::new(open()?)))
}

pub(super) fn check(experiment: &Experiment, options: &StoreOptions) -> Result<(), EmbeddingError> {
    if on_host(experiment) {
        return check_system(experiment, options);
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

/// Refuses what a system whose host does the embedding operations has not.
fn check_system(experiment: &Experiment, options: &StoreOptions) -> Result<(), EmbeddingError> {
    let system = experiment.system.kind.name();
    let refused = |text: String| Err(EmbeddingError::Unavailable(format!("system.kind = {system:?} {text}")));
    if experiment.train.optimizer != Optimizer::Sgd {
        return refused("is timed for sgd alone: use train.optimizer = \"sgd\", or system.kind = \"none\"".to_owned());
    }
    let design = experiment.device.design;
    if design != DeviceDesign::CxlMem {
        return refused(format!(
            "keeps the tables in the host, without a device: remove device.design = {:?}, or use system.kind = \"ndrec\"",
            design.name()
        ));
    }
    if options.trace.is_some() {
        return refused("keeps the tables in the host: there is no waveform, so leave --trace out".to_owned());
    }
    Ok(())
}

/// Tables of a rehearsal: rows of zeros, which take no room.
struct NoRows {
    dimension: usize,
}

impl EmbeddingStore for NoRows {
    fn name(&self) -> &'static str {
        "host memory"
    }

    fn write_rows(&mut self, _: usize, _: u64, _: &[f32]) -> Result<(), EmbeddingError> {
        Ok(())
    }

    fn read_rows(&mut self, _: usize, _: u64, count: u64) -> Result<Vec<f32>, EmbeddingError> {
        Ok(vec![0.0; count as usize * self.dimension])
    }

    fn lookup(&mut self, bags: &Bags) -> Result<Vec<f32>, EmbeddingError> {
        Ok(vec![0.0; bags.count() * self.dimension])
    }

    fn update(&mut self, _: &[f32]) -> Result<(), EmbeddingError> {
        Ok(())
    }

    fn settle(&mut self) -> Result<(), EmbeddingError> {
        Ok(())
    }
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

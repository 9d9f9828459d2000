//! What is done with a CXL-MEM whatever it is made of: its image is loaded, it is put into a machine, tables are laid out in it.

use emberlane_drivers::Transport;
use emberlane_experiment::Experiment;
use emberlane_fabric::fabric::FabricConfig;
use emberlane_fabric::link::LinkConfig;
use emberlane_models::cxl::CxlMemEndpoint;
use emberlane_registers::cxl_mem::CLOCK_PERIOD_PS;
use emberlane_stores::{CxlMemStore, EmbeddingError};

use super::opened::OpenedStore;
use crate::StoreOptions;
use crate::gpu::Gpu;
use crate::machine::Machine;

/// Bytes of host, GPU and fabric of a system.
pub(super) const MACHINE_BYTES: u64 = 6 << 20;

/// Puts a device into a machine of its own.
pub(super) fn in_machine<E: CxlMemEndpoint>(
    experiment: &Experiment,
    endpoint: E,
    config: FabricConfig,
    gpu: Option<&Gpu>,
) -> Result<OpenedStore, EmbeddingError> {
    let (link, port) = links(experiment, gpu)?;
    let machine = Machine::new(endpoint, config, &link, port).map_err(EmbeddingError::store)?;
    Ok(OpenedStore::InMachine(Box::new(cxl_mem_store(experiment, machine)?)))
}

/// A machine whose host does the embedding operations.
pub(super) fn without_device(experiment: &Experiment, gpu: Option<&Gpu>) -> Result<Machine, EmbeddingError> {
    let (link, port) = links(experiment, gpu)?;
    Machine::without_device(FabricConfig::default(), &link, port).map_err(EmbeddingError::store)
}

/// The link of each device, and what the GPU's port carries at most: what its specification says.
fn links(experiment: &Experiment, gpu: Option<&Gpu>) -> Result<(LinkConfig, Option<u64>), EmbeddingError> {
    let link = experiment.system.link.config().map_err(EmbeddingError::store)?;
    Ok((link, gpu.and_then(Gpu::pcie_mb_per_s).map(|megabytes| megabytes * 1_000_000)))
}

/// Loads the image that the options name, if they do.
pub(super) fn load(options: &StoreOptions, device: &mut dyn Transport) -> Result<(), EmbeddingError> {
    let loaded = options.image.as_ref().map_or(Ok(()), |image| image.load(device));
    loaded.map_err(|error| EmbeddingError::Unavailable(format!("the device image: {error}")))
}

/// The tables of an experiment, and its log, in the device behind a transport.
///
/// # Errors
/// Media that cannot be emulated, and a device that fails or does not hold the tables.
pub fn cxl_mem_store<T: Transport>(experiment: &Experiment, transport: T) -> Result<CxlMemStore<T>, EmbeddingError> {
    let model = &experiment.model;
    let rate = experiment.train.learning_rate;
    let media = experiment.device.media.settings(CLOCK_PERIOD_PS);
    let media = media.map_err(|error| EmbeddingError::Unavailable(error.to_string()))?;
    let mut store = CxlMemStore::new(transport, &model.rows, model.dimension, model.pooling, rate)?;
    store.set_media(&media)?;
    store.driver_mut().set_row_cache(experiment.device.row_cache)?;
    if let Some(configuration) = emberlane_checkpoints::log_configuration(experiment) {
        store.configure_log(configuration)?;
        store.driver_mut().set_log_gap(experiment.checkpoint.gap)?;
    }
    Ok(store)
}

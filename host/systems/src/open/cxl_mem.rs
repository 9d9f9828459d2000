//! Tables on CXL-MEM: alone, or, with a system, in a machine.

use emberlane_drivers::Transport;
use emberlane_experiment::{DeviceKind, Experiment, SystemKind};
use emberlane_fabric::fabric::FabricConfig;
use emberlane_fabric::time::Time;
use emberlane_models::cxl::{BAR_BASE, CxlMemEndpoint, ReferenceEndpoint};
use emberlane_models::cxl_mem::ModelCxlMem;
use emberlane_models::job_time::JobTime;
use emberlane_reference::ReferenceCxlMem;
use emberlane_registers::cxl_mem::CLOCK_PERIOD_PS;
use emberlane_stores::{CxlMemStore, EmbeddingError, EmbeddingStore};

use super::opened::OpenedStore;
use super::rtl;
use crate::StoreOptions;
use crate::gpu::Gpu;
use crate::machine::Machine;

pub(super) fn open(
    experiment: &Experiment,
    options: &StoreOptions,
    gpu: Option<&Gpu>,
) -> Result<OpenedStore, EmbeddingError> {
    if experiment.system.kind == SystemKind::NdRec {
        let text = "system.kind = \"ndrec\" schedules a SmartSSD: use device.design = \"smartssd\"";
        return Err(EmbeddingError::Unavailable(text.to_owned()));
    }
    let kind = experiment.device.kind;
    match kind {
        DeviceKind::Reference | DeviceKind::Model => {
            let channels = experiment.device.channels;
            let mut device = ReferenceCxlMem::new(channels).ok_or_else(|| {
                EmbeddingError::Unavailable(format!("there is no {} device with {channels} channels", kind.name()))
            })?;
            load(options, &mut device)?;
            let is_model = kind == DeviceKind::Model;
            if experiment.system.kind == SystemKind::None {
                return Ok(OpenedStore::Alone(match is_model {
                    true => boxed(cxl_mem_store(experiment, ModelCxlMem::of(device))?),
                    false => boxed(cxl_mem_store(experiment, device)?),
                }));
            }
            let endpoint = match is_model {
                true => ReferenceEndpoint::with_model(device, BAR_BASE),
                false => {
                    let time = JobTime::new(channels, experiment.device.media.clone());
                    ReferenceEndpoint::new(device, BAR_BASE, time)
                }
            };
            // A job is one event of the fabric, however long: it says nothing meanwhile, and is not stuck.
            let config = FabricConfig { patience: Time::us(3_600_000_000), ..FabricConfig::default() };
            in_machine(experiment, endpoint, config, gpu)
        }
        DeviceKind::Rtl => rtl::cxl_mem(experiment, options, gpu),
    }
}

/// Puts a device into a machine of its own.
pub(super) fn in_machine<E: CxlMemEndpoint>(
    experiment: &Experiment,
    endpoint: E,
    config: FabricConfig,
    gpu: Option<&Gpu>,
) -> Result<OpenedStore, EmbeddingError> {
    let link = experiment.system.link.config().map_err(EmbeddingError::store)?;
    // The GPU's port carries what its specification says at most.
    let port = gpu.and_then(Gpu::pcie_mb_per_s).map(|megabytes| megabytes * 1_000_000);
    let machine = Machine::new(endpoint, config, &link, port).map_err(EmbeddingError::store)?;
    Ok(OpenedStore::InMachine(Box::new(cxl_mem_store(experiment, machine)?)))
}

pub(super) fn load(options: &StoreOptions, device: &mut dyn Transport) -> Result<(), EmbeddingError> {
    let loaded = options.image.as_ref().map_or(Ok(()), |image| image.load(device));
    loaded.map_err(|error| EmbeddingError::Unavailable(format!("the device image: {error}")))
}

fn boxed<T: Transport + 'static>(store: CxlMemStore<T>) -> Box<dyn EmbeddingStore> {
    Box::new(store)
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
    if let Some(configuration) = emberlane_checkpoints::log_configuration(experiment) {
        store.configure_log(configuration)?;
        store.driver_mut().set_log_gap(experiment.checkpoint.gap)?;
    }
    Ok(store)
}

//! What is done with a CXL-MEM whatever it is made of: its image is loaded, it is put into a machine, tables are laid out in it.

use emberlane_drivers::{Transport, TransportError};
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
    loaded.map_err(|error| {
        EmbeddingError::Unavailable(match error {
            // The log's superblock is at the end of what the channels have.
            TransportError::NoMemory { address, .. } => format!(
                "the device image holds memory at {address:#x}, which this device does not have: set device.channels to what it was \
                 when the image was made, or to more"
            ),
            error => format!("the device image: {error}"),
        })
    })
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

#[cfg(test)]
mod tests {
    use emberlane_models::power_loss::Image;
    use emberlane_reference::ReferenceCxlMem;

    use super::*;

    #[test]
    fn an_image_of_more_channels_says_which_key_it_needs() {
        let mut image = Image::default();
        // Each channel has 1 TiB.
        image.write(3 << 40, &[1; 64]);
        let options = StoreOptions { image: Some(image), ..StoreOptions::default() };
        let load = |channels| load(&options, &mut ReferenceCxlMem::new(channels).unwrap());
        load(4).unwrap();
        let error = load(3).unwrap_err().to_string();
        assert!(error.contains("0x30000000000") && error.contains("device.channels"), "{error}");
    }
}

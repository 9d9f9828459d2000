//! Tables on CXL-MEM: alone, or, with a system, in a machine.

use emberlane_drivers::Transport;
use emberlane_experiment::{DeviceKind, Experiment, SystemKind};
use emberlane_fabric::fabric::FabricConfig;
use emberlane_fabric::time::Time;
use emberlane_models::cxl::{BAR_BASE, ReferenceEndpoint};
use emberlane_models::cxl_mem::ModelCxlMem;
use emberlane_models::job_time::JobTime;
use emberlane_reference::ReferenceCxlMem;
use emberlane_stores::{CxlMemStore, EmbeddingError, EmbeddingStore};

use super::device::{cxl_mem_store, in_machine, load};
use super::opened::OpenedStore;
use super::rtl;
use crate::StoreOptions;
use crate::gpu::Gpu;

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

fn boxed<T: Transport + 'static>(store: CxlMemStore<T>) -> Box<dyn EmbeddingStore> {
    Box::new(store)
}

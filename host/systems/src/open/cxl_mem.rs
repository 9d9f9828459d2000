//! Tables on CXL-MEM: alone, or, with a system, in a machine.

use emberlane_checkpoints::log_configuration;
use emberlane_data::DataMemory;
use emberlane_drivers::Transport;
use emberlane_experiment::{DeviceKind, Experiment, Lookup, Movement, SystemKind};
use emberlane_fabric::fabric::FabricConfig;
use emberlane_fabric::time::Time;
use emberlane_memory::{Need, Part};
use emberlane_models::cxl::{BAR_BASE, ReferenceEndpoint};
use emberlane_models::cxl_mem::ModelCxlMem;
use emberlane_models::job_time::JobTime;
use emberlane_reference::ReferenceCxlMem;
use emberlane_stores::{CxlMemStore, EmbeddingError, EmbeddingStore};

use super::buffers::{Buffers, table_bytes, words};
use super::device::{MACHINE_BYTES, cxl_mem_store, in_machine, load};
use super::opened::OpenedStore;
use super::rtl;
use crate::StoreOptions;
use crate::gpu::Gpu;

/// Refuses a device that there is no design of.
pub(super) fn check(experiment: &Experiment, _: &StoreOptions) -> Result<(), EmbeddingError> {
    if experiment.system.kind.movement() == Movement::Iterations {
        let text = "system.kind = \"ndrec\" schedules a SmartSSD: use device.design = \"smartssd\"";
        return Err(EmbeddingError::Unavailable(text.to_owned()));
    }
    match experiment.device.kind {
        DeviceKind::Rtl => rtl::check_cxl_mem(experiment.device.channels),
        DeviceKind::Reference | DeviceKind::Model => Ok(()),
    }
}

pub(super) fn open(
    experiment: &Experiment,
    options: &StoreOptions,
    gpu: Option<&Gpu>,
) -> Result<OpenedStore, EmbeddingError> {
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

/// Bytes of the Verilated design and the buses around it.
const RTL_BYTES: u64 = 64 << 20;

/// Tables and log in the device's memory, whose scratchpad has the lists and vectors of a batch, which the host has, too; two batches at
/// once with a system or with relaxed lookup. With checkpoints the image of the memory is made in the end.
pub(super) fn memory(experiment: &Experiment, data: &DataMemory) -> Vec<Need> {
    let Buffers { batch, lists, sorted, vectors, rows } = Buffers::of(experiment, data);
    let has_system = experiment.system.kind != SystemKind::None;
    let at_once = if has_system || experiment.train.lookup == Lookup::Relaxed { 2 } else { 1 };
    let of_all = |bytes: u64| bytes.saturating_mul(at_once);
    let tables = table_bytes(experiment);
    let mut needs = vec![
        Need::new(Part::Tables, "rows in the device's memory", tables),
        Need::new(Part::Batches, "batches as they come from the data", of_all(batch)),
        Need::new(Part::Batches, "lists of rows and bags", of_all(lists.saturating_mul(2)).saturating_add(sorted)),
        Need::new(Part::Batches, "pooled vectors and gradients", of_all(vectors.saturating_mul(2))),
        Need::new(
            Part::Device,
            "lists and vectors in the scratchpad",
            of_all(lists.saturating_add(vectors.saturating_mul(2))),
        ),
    ];
    if let Some(log) = log_configuration(experiment) {
        // Two slots of rows, each of which with its number, and two of parameters.
        let of_row = words(experiment.model.dimension as u64 + 4);
        let slots = of_row.saturating_mul(rows.min(log.largest_rows.into())).saturating_add(log.parameter_bytes);
        let log = slots.saturating_mul(2);
        needs.push(Need::new(Part::Device, "log of checkpoints", log));
        needs.push(Need::new(Part::Device, "image of the device's memory", tables.saturating_add(log)));
    }
    if has_system {
        needs.push(Need::new(Part::Device, "host, GPU and fabric", MACHINE_BYTES));
    }
    if experiment.device.kind == DeviceKind::Rtl {
        needs.push(Need::new(Part::Device, "Verilated design", RTL_BYTES));
    }
    needs
}

#[cfg(test)]
mod tests {
    use emberlane_data::Purpose;

    use crate::{StoreOptions, Trainer};
    use emberlane_experiment::Experiment;

    /// Whatever the number of channels that rows are spread over; of RTL there are two.
    #[test]
    fn any_number_of_channels_leaves_the_same_bits() {
        let trained = |kind: &str, channels: u32| {
            let text = format!(
                "[model]\nbottom = [13, 16]\ntop = [8, 1]\ntables = 3\nrows = [300, 7, 64]\ndimension = 16\nlookups = 3\n\
                 [data]\nkind = \"synthetic\"\nbatches = 4\n[train]\nbatch_size = 16\n[device]\nkind = {kind:?}\nchannels = {channels}\n"
            );
            let experiment = Experiment::parse("experiment.toml".as_ref(), &text).unwrap();
            let mut trainer = Trainer::new(&experiment, &StoreOptions::default()).unwrap();
            let size = experiment.train.batch_size;
            let source = emberlane_data::open(&experiment.data, &experiment.model, size, 0, Purpose::Training);
            let mut source = source.unwrap();
            while let Some(batch) = source.next_batch().unwrap() {
                trainer.train(&batch).unwrap();
            }
            let rows = experiment.model.rows.iter().enumerate();
            let rows = rows.flat_map(|(table, rows)| trainer.store.read_rows(table, 0, (*rows).into()).unwrap());
            rows.map(f32::to_bits).collect::<Vec<_>>()
        };
        let expected = trained("reference", 4);
        for (kind, channels) in [("reference", 1), ("reference", 3), ("model", 2), ("model", 3), ("model", 4)] {
            assert_eq!(trained(kind, channels), expected, "{kind} with {channels}");
        }
    }
}

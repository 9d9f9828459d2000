//! Opens the tables of an experiment on the device that it asks for.

use std::cell::RefCell;
use std::ops::Range;
use std::path::PathBuf;
use std::rc::Rc;

use emberlane_drivers::Transport;
use emberlane_drivers::smartssd::SmartSsdTransport;
use emberlane_fabric::fabric::FabricConfig;
use emberlane_fabric::time::Time;
use emberlane_models::cxl::{BAR_BASE, CxlMemEndpoint, ReferenceEndpoint};
use emberlane_models::cxl_mem::ModelCxlMem;
use emberlane_models::job_time::JobTime;
use emberlane_models::power_loss::Image;
use emberlane_models::smartssd::ModelSmartSsd;
use emberlane_reference::ReferenceCxlMem;
use emberlane_reference::smartssd::ReferenceSmartSsd;
use emberlane_registers::cxl_mem::CLOCK_PERIOD_PS;
use emberlane_registers::faults::Fault;

use super::smartssd::{SmartSsdStore, Tables, banks};
use super::smartssds::{Member, SmartSsds};
use super::{CxlMemStore, EmbeddingError, EmbeddingStore, HostMemory};
use emberlane_experiment::{DeviceDesign, DeviceKind, Experiment, Optimizer, SystemKind};
use emberlane_dlrm::Step;
use crate::machine::{Machine, MachineError, MachinePort};
use emberlane_stores::placement;

/// A waveform to record; only RTL has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The FST file.
    pub path: PathBuf,
    /// Clock cycles since reset.
    pub cycles: Range<u64>,
}

/// How to open a device.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoreOptions {
    /// Record a waveform.
    pub trace: Option<Trace>,
    /// What its persistent memory holds when it gets power; `None`: nothing.
    pub image: Option<Image>,
    /// A fault that the RTL commits, in its test build with one channel; `None`: none.
    pub fault: Option<Fault>,
}

/// Whether this build has the RTL device.
#[must_use]
pub fn rtl_available() -> bool {
    cfg!(feature = "rtl")
}

/// The tables of an experiment.
pub(crate) struct Opened {
    /// The tables.
    pub(crate) store: Box<dyn EmbeddingStore>,
    /// The machine that the device is in, where a system schedules it.
    pub(crate) machine: Option<Rc<RefCell<Machine>>>,
}

impl From<Box<dyn EmbeddingStore>> for Opened {
    fn from(store: Box<dyn EmbeddingStore>) -> Self {
        Self { store, machine: None }
    }
}

/// Opens empty tables for an experiment: on its device for SGD, in host memory for other optimisers. With a system, the
/// device is in a fabric with a GPU, whose port carries `gpu_bytes_per_second` at most.
///
/// # Errors
/// A combination that does not exist, a build without the device, and a device that fails.
pub(crate) fn open(
    experiment: &Experiment,
    options: &StoreOptions,
    gpu_bytes_per_second: Option<u64>,
) -> Result<Opened, EmbeddingError> {
    let kind = experiment.device.kind;
    if options.trace.is_some() && kind != DeviceKind::Rtl {
        return Err(EmbeddingError::NoDevice(format!(
            "device {:?} has no waveform; --trace needs --device rtl",
            kind.name()
        )));
    }
    let optimizer = experiment.train.optimizer;
    if optimizer != Optimizer::Sgd {
        if kind != DeviceKind::Reference {
            return Err(EmbeddingError::NoDevice(format!(
                "device {:?} updates embeddings with sgd only; optimizer {:?} keeps them in host memory: use --device \
                 reference, or train.optimizer = \"sgd\"",
                kind.name(),
                optimizer.name()
            )));
        }
        let model = &experiment.model;
        let store = HostMemory::new(&model.rows, model.dimension, model.pooling, step(experiment));
        return Ok(Opened { store: Box::new(store), machine: None });
    }
    if experiment.device.design == DeviceDesign::SmartSsd {
        return open_smartssd(experiment, options);
    }
    if experiment.system.kind == SystemKind::NdRec {
        let text = "system.kind = \"ndrec\" schedules a SmartSSD: use device.design = \"smartssd\"";
        return Err(EmbeddingError::NoDevice(text.to_owned()));
    }
    match kind {
        DeviceKind::Reference | DeviceKind::Model => {
            let channels = experiment.device.channels;
            let mut device = ReferenceCxlMem::new(channels).ok_or_else(|| {
                EmbeddingError::NoDevice(format!("there is no {} device with {channels} channels", kind.name()))
            })?;
            load(options, &mut device)?;
            let is_model = kind == DeviceKind::Model;
            if experiment.system.kind == SystemKind::None {
                return Ok(Opened::from(match is_model {
                    true => boxed(store(experiment, ModelCxlMem::of(device))?),
                    false => boxed(store(experiment, device)?),
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
            in_machine(experiment, endpoint, config, gpu_bytes_per_second)
        }
        DeviceKind::Rtl => open_rtl(experiment, options, gpu_bytes_per_second),
    }
}

/// Opens the tables of an experiment on a SmartSSD.
fn open_smartssd(experiment: &Experiment, options: &StoreOptions) -> Result<Opened, EmbeddingError> {
    let refused = |what: &str| {
        let text = format!("device.design = \"smartssd\" {what}; or use design = \"cxl-mem\"");
        Err(EmbeddingError::NoDevice(text))
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
        EmbeddingError::NoDevice(format!(
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
                rtl_smartssd_store(experiment, &tables, trace, kernel, seed)?
            }
        };
        members.push(Member { tables, store });
    }
    let model = &experiment.model;
    Ok(Opened::from(match members.len() {
        1 => members.remove(0).store,
        _ => Box::new(SmartSsds::new(members, model.tables(), model.dimension)),
    }))
}

/// Some tables of an experiment on the SmartSSD behind a transport.
fn smartssd_store<T: SmartSsdTransport + 'static>(
    experiment: &Experiment,
    tables: &[usize],
    transport: T,
) -> Result<Box<dyn EmbeddingStore>, EmbeddingError> {
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

/// Puts a device into a machine of its own.
fn in_machine<E: CxlMemEndpoint>(
    experiment: &Experiment,
    endpoint: E,
    config: FabricConfig,
    gpu_bytes_per_second: Option<u64>,
) -> Result<Opened, EmbeddingError> {
    let link = experiment.system.link.config().map_err(MachineError::from)?;
    let machine = Rc::new(RefCell::new(Machine::new(endpoint, config, &link, gpu_bytes_per_second)?));
    let store = boxed(store(experiment, MachinePort(machine.clone()))?);
    Ok(Opened { store, machine: Some(machine) })
}

pub(crate) fn step(experiment: &Experiment) -> Step {
    Step { optimizer: experiment.train.optimizer, learning_rate: experiment.train.learning_rate }
}

fn load(options: &StoreOptions, device: &mut dyn Transport) -> Result<(), EmbeddingError> {
    let loaded = options.image.as_ref().map_or(Ok(()), |image| image.load(device));
    loaded.map_err(|error| EmbeddingError::NoDevice(format!("the device image: {error}")))
}

fn boxed<T: Transport + 'static>(store: CxlMemStore<T>) -> Box<dyn EmbeddingStore> {
    Box::new(store)
}

/// The tables of an experiment, and its log, in the device behind a transport.
pub(crate) fn store<T: Transport>(experiment: &Experiment, transport: T) -> Result<CxlMemStore<T>, EmbeddingError> {
    let model = &experiment.model;
    let rate = experiment.train.learning_rate;
    let media = experiment.device.media.settings(CLOCK_PERIOD_PS);
    let media = media.map_err(|error| EmbeddingError::NoDevice(error.to_string()))?;
    let mut store = CxlMemStore::new(transport, &model.rows, model.dimension, model.pooling, rate)?;
    store.set_media(&media)?;
    if let Some(configuration) = emberlane_checkpoints::log_configuration(experiment) {
        store.configure_log(configuration)?;
        store.driver_mut().set_log_gap(experiment.checkpoint.gap)?;
    }
    Ok(store)
}

#[cfg(feature = "rtl")]
fn stalls(experiment: &Experiment) -> emberlane_verilated::axi::StallProfile {
    use emberlane_verilated::axi::StallProfile;

    use emberlane_experiment::Stalls;

    match experiment.device.stalls {
        Stalls::None => StallProfile::None,
        Stalls::Random => StallProfile::Random,
        Stalls::Heavy => StallProfile::Heavy,
    }
}

#[cfg(feature = "rtl")]
fn rtl_smartssd_store(
    experiment: &Experiment,
    tables: &[usize],
    trace: Option<&Trace>,
    (banks, elements): (usize, usize),
    seed: u64,
) -> Result<Box<dyn EmbeddingStore>, EmbeddingError> {
    use emberlane_verilated::smartssd::RtlSmartSsd;

    let mut builder = RtlSmartSsd::builder().kernel(banks, elements).stalls(stalls(experiment)).seed(seed);
    if let Some(trace) = trace {
        builder = builder.waveform(&trace.path, trace.cycles.clone());
    }
    let device = builder.build().map_err(|error| EmbeddingError::NoDevice(error.to_string()))?;
    smartssd_store(experiment, tables, device)
}

#[cfg(feature = "rtl")]
fn open_rtl(
    experiment: &Experiment,
    options: &StoreOptions,
    gpu_bytes_per_second: Option<u64>,
) -> Result<Opened, EmbeddingError> {
    use emberlane_verilated::{RtlCxlMem, RtlEndpoint};

    let channels = experiment.device.channels as usize;
    let mut builder = RtlCxlMem::builder().channels(channels).stalls(stalls(experiment)).seed(experiment.train.seed);
    if let Some(fault) = options.fault {
        builder = builder.fault(fault);
    }
    if let Some(trace) = &options.trace {
        builder = builder.waveform(&trace.path, trace.cycles.clone());
    }
    let mut device = builder.build().map_err(|error| EmbeddingError::NoDevice(error.to_string()))?;
    load(options, &mut device)?;
    if experiment.system.kind == SystemKind::None {
        return Ok(Opened::from(boxed(store(experiment, device)?)));
    }
    in_machine(experiment, RtlEndpoint::new(device, BAR_BASE), FabricConfig::default(), gpu_bytes_per_second)
}

#[cfg(not(feature = "rtl"))]
fn open_rtl(_: &Experiment, _: &StoreOptions, _: Option<u64>) -> Result<Opened, EmbeddingError> {
    Err(no_rtl())
}

#[cfg(not(feature = "rtl"))]
fn rtl_smartssd_store(
    _: &Experiment,
    _: &[usize],
    _: Option<&Trace>,
    _: (usize, usize),
    _: u64,
) -> Result<Box<dyn EmbeddingStore>, EmbeddingError> {
    Err(no_rtl())
}

#[cfg(not(feature = "rtl"))]
fn no_rtl() -> EmbeddingError {
    EmbeddingError::NoDevice(
        "this emberlane was built without the RTL devices; build it with the feature `rtl` (the default: leave \
         --no-default-features out), which needs Verilator and a C++ compiler (`emberlane doctor`)"
            .into(),
    )
}

//! Opens the tables of an experiment on the device that it asks for.

use std::ops::Range;
use std::path::PathBuf;

use emberlane_drivers::Transport;
use emberlane_reference::ReferenceCxlMem;
use emberlane_registers::cxl_mem::CLOCK_PERIOD_PS;

use super::{CxlMemStore, EmbeddingError, EmbeddingStore, HostMemory};
use crate::config::{DeviceKind, Experiment, Optimizer};
use crate::dlrm::Step;

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
}

/// Whether this build has the RTL device.
#[must_use]
pub fn rtl_available() -> bool {
    cfg!(feature = "rtl")
}

/// Opens empty tables for an experiment: on its device for SGD, in host memory for other optimisers.
///
/// # Errors
/// A combination that does not exist, a build without the device, and a device that fails.
pub fn open(experiment: &Experiment, options: &StoreOptions) -> Result<Box<dyn EmbeddingStore>, EmbeddingError> {
    let kind = experiment.device.kind;
    if options.trace.is_some() && kind != DeviceKind::Rtl {
        return Err(EmbeddingError::NoDevice(format!(
            "device {:?} has no waveform; --trace needs --device rtl",
            kind.name()
        )));
    }
    let optimizer = experiment.train.optimizer;
    if optimizer != Optimizer::Sgd {
        if kind == DeviceKind::Rtl {
            return Err(EmbeddingError::NoDevice(format!(
                "device \"rtl\" updates embeddings with sgd only; optimizer {:?} keeps them in host memory: use --device \
                 reference, or train.optimizer = \"sgd\"",
                optimizer.name()
            )));
        }
        let model = &experiment.model;
        return Ok(Box::new(HostMemory::new(&model.rows, model.dimension, model.pooling, step(experiment))));
    }
    match kind {
        DeviceKind::Reference => {
            let channels = experiment.device.channels;
            let device = ReferenceCxlMem::new(channels).ok_or_else(|| {
                EmbeddingError::NoDevice(format!("there is no reference device with {channels} channels"))
            })?;
            store(experiment, device)
        }
        DeviceKind::Rtl => open_rtl(experiment, options),
    }
}

pub(crate) fn step(experiment: &Experiment) -> Step {
    Step { optimizer: experiment.train.optimizer, learning_rate: experiment.train.learning_rate }
}

fn store<T: Transport + 'static>(
    experiment: &Experiment,
    transport: T,
) -> Result<Box<dyn EmbeddingStore>, EmbeddingError> {
    let model = &experiment.model;
    let rate = experiment.train.learning_rate;
    let media = experiment.device.media.settings(CLOCK_PERIOD_PS);
    let media = media.map_err(|error| EmbeddingError::NoDevice(error.to_string()))?;
    let mut store = CxlMemStore::new(transport, &model.rows, model.dimension, model.pooling, rate)?;
    store.set_media(&media)?;
    Ok(Box::new(store))
}

#[cfg(feature = "rtl")]
fn open_rtl(experiment: &Experiment, options: &StoreOptions) -> Result<Box<dyn EmbeddingStore>, EmbeddingError> {
    use emberlane_verilated::RtlCxlMem;
    use emberlane_verilated::axi::StallProfile;

    use crate::config::Stalls;

    let stalls = match experiment.device.stalls {
        Stalls::None => StallProfile::None,
        Stalls::Random => StallProfile::Random,
        Stalls::Heavy => StallProfile::Heavy,
    };
    let mut builder =
        RtlCxlMem::builder().channels(experiment.device.channels as usize).stalls(stalls).seed(experiment.train.seed);
    if let Some(trace) = &options.trace {
        builder = builder.waveform(&trace.path, trace.cycles.clone());
    }
    let device = builder.build().map_err(|error| EmbeddingError::NoDevice(error.to_string()))?;
    store(experiment, device)
}

#[cfg(not(feature = "rtl"))]
fn open_rtl(_: &Experiment, _: &StoreOptions) -> Result<Box<dyn EmbeddingStore>, EmbeddingError> {
    Err(EmbeddingError::NoDevice(
        "this emberlane was built without the RTL devices; build it with the feature `rtl` (the default: leave \
         --no-default-features out), which needs Verilator and a C++ compiler (`emberlane doctor`)"
            .into(),
    ))
}

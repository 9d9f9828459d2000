//! Opens the tables that an experiment asks for: the registry of stores.
//!
//! A store has a file here and a line in `STORES`; the file says which experiments want it, and opens it.

mod buffers;
mod cluster;
mod cxl_mem;
mod device;
mod disk;
mod failures;
mod host_memory;
mod needs;
mod no_rows;
mod on_gpus;
mod opened;
mod placed;
mod pool;
mod refusals;
mod rtl;
mod shard_device;
mod smartssd;
mod tiers;

use emberlane_data::DataMemory;
use emberlane_experiment::{CheckpointMode, DeviceKind, Experiment, Lookup, Movement, Optimizer, SystemKind};
use emberlane_memory::Need;
use emberlane_stores::EmbeddingError;

pub use device::cxl_mem_store;
pub use disk::DiskNeeds;
pub use needs::{Needs, PARTS, TooLarge, words_of};
use opened::OpenedStore;
pub use opened::{OnGpus, Opened, Placed, SharedFabric};
pub(crate) use placed::placed;
pub use pool::geometry as pool_geometry;
pub use shard_device::simulated_device;
pub(crate) use tiers::expected;
pub use tiers::tiered_rows;

use crate::gpu::Gpu;
use crate::{Start, StoreOptions, TrainError, Trainer};

/// A kind of store.
struct StoreKind {
    /// Whether an experiment wants it.
    wanted: fn(&Experiment) -> bool,
    /// Refuses what the store cannot be, for an experiment that wants it, before anything is opened.
    check: fn(&Experiment, &StoreOptions) -> Result<(), EmbeddingError>,
    /// Opens empty tables.
    open: fn(&Experiment, &StoreOptions, Option<&Gpu>) -> Result<OpenedStore, EmbeddingError>,
    /// What the tables and their batches will take.
    memory: fn(&Experiment, &DataMemory) -> Vec<Need>,
}

/// Every kind of store. The first that an experiment wants is opened; the last is wanted by all.
const STORES: &[StoreKind] = &[
    StoreKind { wanted: failures::wanted, check: any, open: failures::open, memory: failures::memory },
    StoreKind { wanted: cluster::wanted, check: any, open: cluster::open, memory: cluster::memory },
    StoreKind { wanted: pool::wanted, check: any, open: pool::open, memory: pool::memory },
    StoreKind { wanted: tiers::wanted, check: any, open: tiers::open, memory: tiers::memory },
    StoreKind {
        wanted: on_gpus::wanted,
        check: on_gpus::check_wanted,
        open: on_gpus::open,
        memory: host_memory::memory,
    },
    StoreKind {
        wanted: host_memory::wanted,
        check: host_memory::check,
        open: host_memory::open,
        memory: host_memory::memory,
    },
    StoreKind { wanted: smartssd::wanted, check: smartssd::check, open: smartssd::open, memory: smartssd::memory },
    StoreKind { wanted: |_| true, check: cxl_mem::check, open: cxl_mem::open, memory: cxl_mem::memory },
];

/// Of a store that says what it cannot be to all experiments, or when it is opened.
fn any(_: &Experiment, _: &StoreOptions) -> Result<(), EmbeddingError> {
    Ok(())
}

/// Whether this build has the RTL devices.
#[must_use]
pub fn rtl_available() -> bool {
    cfg!(feature = "rtl")
}

/// Opens the tables that an experiment asks for, and sets the initial parameters, or those of the newest checkpoint in
/// `options.image`.
///
/// # Errors
/// A combination that does not exist, a build without the device, and a device, a GPU or parameters that cannot be had.
pub fn open(experiment: &Experiment, options: &StoreOptions) -> Result<Opened, TrainError> {
    check(experiment, options)?;
    if !options.rehearses {
        check_memory(experiment)?;
    }
    let scheduled = experiment.system.kind != SystemKind::None;
    let gpu = scheduled.then(|| Gpu::open(&experiment.system.gpu)).transpose()?;
    let start = match (&options.image, &options.state) {
        _ if options.rehearses => Start::Rehearsal,
        (Some(_), _) => Start::Checkpoint,
        (None, Some(state)) => Start::State(state),
        (None, None) => Start::Anew,
    };
    Ok(match open_store(experiment, options, gpu.as_ref())? {
        OpenedStore::Alone(store) => Opened::Alone(Box::new(Trainer::begin(experiment, store, start)?)),
        OpenedStore::InMachine(store) => {
            let trainer = Trainer::begin(experiment, store, start)?;
            let gpu = gpu.ok_or_else(|| EmbeddingError::Unavailable("a machine has a GPU".to_owned()))?;
            Opened::InMachine(Box::new((trainer, gpu)))
        }
        OpenedStore::OnHost(all) => {
            let (store, machine, tables) = *all;
            let trainer = Trainer::begin(experiment, store, start)?;
            let gpu = gpu.ok_or_else(|| EmbeddingError::Unavailable("a machine has a GPU".to_owned()))?;
            Opened::OnHost(Box::new((trainer, machine, tables, gpu)))
        }
        OpenedStore::OnGpus(both) => {
            let (store, placed, fabric) = *both;
            let trainer = Trainer::begin(experiment, store, start)?;
            let gpu = gpu.ok_or_else(|| EmbeddingError::Unavailable("iterations are of GPUs".to_owned()))?;
            let costs = (*options.ndrec_costs()).clone();
            Opened::OnGpus(Box::new(OnGpus { trainer, gpu, placed, costs, fabric }))
        }
    })
}

impl Trainer {
    /// Opens what an experiment asks for, to train without simulated time.
    ///
    /// # Errors
    /// As [`open`].
    pub fn new(experiment: &Experiment, options: &StoreOptions) -> Result<Self, TrainError> {
        Ok(open(experiment, options)?.into_trainer())
    }
}

/// What an experiment needs, before anything of it is opened.
///
/// # Errors
/// Data that do not say how large their batches are.
pub fn needs(experiment: &Experiment) -> Result<Needs, TrainError> {
    let Experiment { data, model, train, .. } = experiment;
    let data = DataMemory::of(data, model, train)?;
    let store = (store_of(experiment)?.memory)(experiment, &data);
    Ok(Needs::of(experiment, data, store, disk_needs(experiment)))
}

/// What an experiment takes on the disk.
#[must_use]
pub fn disk_needs(experiment: &Experiment) -> DiskNeeds {
    DiskNeeds::of(experiment, tiers::disk(experiment))
}

/// Refuses an experiment that needs more memory than there is.
///
/// # Errors
/// What it needs, what there is, and which keys to change.
pub fn check_memory(experiment: &Experiment) -> Result<(), TrainError> {
    Ok(needs(experiment)?.check(emberlane_memory::available())?)
}

/// Refuses what no system or store can do, as [`open`] does, before anything is opened.
///
/// # Errors
/// Which settings do not go together, and what to change.
pub fn check_settings(experiment: &Experiment) -> Result<(), TrainError> {
    check(experiment, &StoreOptions::default())
}

/// The store that an experiment wants.
fn store_of(experiment: &Experiment) -> Result<&'static StoreKind, EmbeddingError> {
    let wanted = STORES.iter().find(|store| (store.wanted)(experiment));
    wanted.ok_or_else(|| EmbeddingError::Unavailable("there is no store for this experiment".to_owned()))
}

/// Opens empty tables; a system's are in a machine with this GPU.
fn open_store(
    experiment: &Experiment,
    options: &StoreOptions,
    gpu: Option<&Gpu>,
) -> Result<OpenedStore, EmbeddingError> {
    let kind = experiment.device.kind;
    if options.trace.is_some() && kind != DeviceKind::Rtl {
        let text = format!("device {:?} has no waveform; --trace needs --device rtl", kind.name());
        return Err(EmbeddingError::Unavailable(text));
    }
    (store_of(experiment)?.open)(experiment, options, gpu)
}

/// Refuses what no system or store can do, before anything is opened.
fn check(experiment: &Experiment, options: &StoreOptions) -> Result<(), TrainError> {
    tiers::check(experiment, options)?;
    failures::check(experiment)?;
    cluster::check(experiment)?;
    pool::check(experiment)?;
    on_gpus::check(experiment)?;
    (store_of(experiment)?.check)(experiment, options)?;
    check_relaxed_lookup(experiment)?;
    let (mode, system) = (experiment.checkpoint.mode, experiment.system.kind);
    match system.checkpoint() {
        Some(expected) if expected != mode => {
            let (system, expected, found) = (system.name(), expected.name(), mode.name());
            return Err(TrainError::OtherMode { system, expected, found });
        }
        None if mode != CheckpointMode::None && system != SystemKind::Automatic => {
            return Err(TrainError::NoCheckpoints { mode: mode.name(), system: system.name() });
        }
        _ => {}
    }
    if system.checkpoint().is_some() && experiment.train.lookup != system.lookup() {
        let (system, expected, found) = (system.name(), system.lookup().name(), experiment.train.lookup.name());
        return Err(TrainError::OtherLookup { system, expected, found });
    }
    if matches!(system.movement(), Movement::OnHost | Movement::OnGpus) && options.image.is_some() {
        return Err(TrainError::NoRecovery { system: system.name() });
    }
    if mode == CheckpointMode::None && options.image.is_some() {
        return Err(TrainError::NoMode);
    }
    Ok(())
}

/// Refuses what relaxed lookup cannot do.
fn check_relaxed_lookup(experiment: &Experiment) -> Result<(), TrainError> {
    let (optimizer, mode, system) = (experiment.train.optimizer, experiment.checkpoint.mode, experiment.system.kind);
    let (needed, found) = match (optimizer, mode, system) {
        _ if experiment.train.lookup == Lookup::Strict => return Ok(()),
        // What it does not schedule is refused whatever the lookup is.
        (_, _, system) if system.movement() == Movement::Iterations => return Ok(()),
        (_, _, system) if system.movement() == Movement::OnGpus => {
            ("system.kind = \"ndrec\" or \"none\"", system.name())
        }
        _ if optimizer != Optimizer::Sgd => ("train.optimizer = \"sgd\"", optimizer.name()),
        (_, _, SystemKind::SoftwareCopy) => ("system.kind = \"automatic\" or \"none\"", system.name()),
        (_, CheckpointMode::Redo, _) => ("checkpoint.mode = \"undo\", \"relaxed\" or \"none\"", mode.name()),
        _ => return Ok(()),
    };
    Err(TrainError::NoRelaxedLookup { needed, found })
}

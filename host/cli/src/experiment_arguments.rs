//! The experiment of a command, and the options that override what its file says.

use std::path::PathBuf;

use clap::Args;
use emberlane_experiment::{CheckpointMode, ConfigError, DeviceKind, Experiment, Lookup, SystemKind};

use crate::named::named;
use crate::places::file;

// No doc comment, which would become the description of every command that has these arguments.
#[derive(Debug, Args)]
pub(crate) struct ExperimentArguments {
    /// The experiment (TOML); paths in it are relative to it.
    #[arg(value_name = "EXPERIMENT", value_parser = file())]
    pub(crate) experiment: PathBuf,
    /// Device to run embedding lookups and updates on, instead of the experiment's.
    #[arg(long, value_parser = named(DeviceKind::NAMES, device))]
    device: Option<DeviceKind>,
    /// System to schedule batches with, instead of the experiment's.
    #[arg(long, value_parser = named(SystemKind::NAMES, system))]
    system: Option<SystemKind>,
    /// When a batch is looked up, instead of the experiment's.
    #[arg(long, value_parser = named(Lookup::NAMES, lookup))]
    lookup: Option<Lookup>,
    /// Checkpoints to make, instead of the experiment's.
    #[arg(long, value_name = "MODE", value_parser = named(CheckpointMode::NAMES, checkpoint))]
    checkpoint: Option<CheckpointMode>,
    /// Train this many batches at most.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) batches: Option<u64>,
    /// Seed, instead of the experiment's.
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,
}

impl ExperimentArguments {
    /// The experiment of the file, with what the options override.
    pub(crate) fn read(&self) -> Result<Experiment, ConfigError> {
        let mut experiment = Experiment::read(&self.experiment)?;
        if let Some(device) = self.device {
            experiment.device.kind = device;
        }
        if let Some(system) = self.system {
            experiment.set_system(system);
        }
        if let Some(lookup) = self.lookup {
            experiment.train.lookup = lookup;
        }
        if let Some(seed) = self.seed {
            experiment.train.seed = seed;
        }
        if let Some(checkpoint) = self.checkpoint {
            experiment.checkpoint.mode = checkpoint;
        }
        Ok(experiment)
    }
}

/// What the help says of a device.
pub(crate) fn device(kind: DeviceKind) -> &'static str {
    match kind {
        DeviceKind::Reference => "CXL-MEM in plain Rust arithmetic, without time",
        DeviceKind::Model => "The same arithmetic with the cycles of the hardware, from the fast model",
        DeviceKind::Rtl => "CXL-MEM's RTL, Verilated",
    }
}

/// What it says of a system.
fn system(kind: SystemKind) -> &'static str {
    match kind {
        SystemKind::None => "No schedule, no simulated time",
        SystemKind::SoftwareCopy => "Software on the host synchronises, copies and launches",
        SystemKind::Automatic => "TrainingCXL's automatic data movement",
        SystemKind::NdRec => "NDRec's iterations of GPU, SmartSSD, cache agent and planner",
        SystemKind::Ssd => "Tables on an NVMe drive, embedding operations on the host",
        SystemKind::Pmem => "Tables in the host's PMEM, embedding operations on the host",
        SystemKind::Pcie => "CXL-MEM's logic, data moved by software, a redo log",
        SystemKind::CxlD => "Automatic data movement, a redo log",
        SystemKind::CxlB => "Automatic data movement, an undo log beside the GPU's work",
        SystemKind::Cxl => "Relaxed lookup and relaxed log",
        SystemKind::Dram => "Tables in the host's DRAM, no checkpoint",
        SystemKind::TableWise => "Tables in the GPUs' memories, each GPU with some of them",
        SystemKind::Uvm => "Tables in host memory, read in place by the GPUs",
        SystemKind::UvmCaching => "The same behind a cache of rows on the GPUs",
        SystemKind::Cdlrm => "Tables in host memory, a cache on each GPU that is filled ahead",
        SystemKind::NmpCxl => "Memory modules that pool, as one CXL device",
        SystemKind::NaiveOffload => "SmartSSDs without lookahead, CXL and planned cache",
        SystemKind::NoLookahead => "NDRec without lookahead embedding",
        SystemKind::NoCxl => "NDRec with copies by software",
        SystemKind::NoCache => "NDRec without its embedding cache",
        SystemKind::MTrains => "MTrainS: tables in files behind row caches, for experiments with [store]",
    }
}

/// What it says of when a batch is looked up.
pub(crate) fn lookup(order: Lookup) -> &'static str {
    match order {
        Lookup::Strict => "When the batch before has been applied",
        Lookup::Relaxed => "Before the gradients of the batch before are known",
    }
}

/// What it says of checkpoints, of which each mode logs something else.
pub(crate) fn checkpoint(mode: CheckpointMode) -> &'static str {
    match mode {
        CheckpointMode::None => "Nothing",
        CheckpointMode::Redo => "New rows and parameters, before they come into the tables",
        CheckpointMode::Undo => "Rows and parameters as they were before every batch",
        CheckpointMode::Relaxed => "Rows as they were before every batch, parameters over several batches",
    }
}

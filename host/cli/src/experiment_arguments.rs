//! The experiment of a command, and the options that override what its file says.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use emberlane_experiment::{CheckpointMode, ConfigError, DeviceKind, Experiment, Lookup, SystemKind};

use crate::places::file;

// No doc comment, which would become the description of every command that has these arguments.
#[derive(Debug, Args)]
pub(crate) struct ExperimentArguments {
    /// The experiment (TOML); paths in it are relative to it.
    #[arg(value_name = "EXPERIMENT", value_parser = file())]
    pub(crate) experiment: PathBuf,
    /// Device to run embedding lookups and updates on, instead of the experiment's.
    #[arg(long)]
    device: Option<Device>,
    /// System to schedule batches with, instead of the experiment's.
    #[arg(long)]
    system: Option<System>,
    /// When a batch is looked up, instead of the experiment's.
    #[arg(long)]
    lookup: Option<LookupOrder>,
    /// Checkpoints to make, instead of the experiment's.
    #[arg(long, value_enum, value_name = "MODE")]
    checkpoint: Option<Checkpoint>,
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
            experiment.device.kind = device.into();
        }
        if let Some(system) = self.system {
            experiment.set_system(system.into());
        }
        if let Some(lookup) = self.lookup {
            experiment.train.lookup = lookup.into();
        }
        if let Some(seed) = self.seed {
            experiment.train.seed = seed;
        }
        if let Some(checkpoint) = self.checkpoint {
            experiment.checkpoint.mode = checkpoint.into();
        }
        Ok(experiment)
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Device {
    /// CXL-MEM in plain Rust arithmetic, without time.
    Reference,
    /// The same arithmetic with the cycles of the hardware, from the fast model.
    Model,
    /// CXL-MEM's RTL, Verilated.
    Rtl,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum System {
    /// No schedule, no simulated time.
    None,
    /// Software on the host synchronises, copies and launches.
    SoftwareCopy,
    /// TrainingCXL's automatic data movement.
    Automatic,
    /// NDRec's iterations of GPU, SmartSSD, cache agent and planner.
    Ndrec,
    /// Tables on an NVMe drive, embedding operations on the host.
    Ssd,
    /// Tables in the host's PMEM, embedding operations on the host.
    Pmem,
    /// CXL-MEM's logic, data moved by software, a redo log.
    Pcie,
    /// Automatic data movement, a redo log.
    CxlD,
    /// Automatic data movement, an undo log beside the GPU's work.
    CxlB,
    /// Relaxed lookup and relaxed log.
    Cxl,
    /// Tables in the host's DRAM, no checkpoint.
    Dram,
    /// Tables in the GPUs' memories, each GPU with some of them.
    TableWise,
    /// Tables in host memory, read in place by the GPUs.
    Uvm,
    /// The same behind a cache of rows on the GPUs.
    UvmCaching,
    /// Tables in host memory, a cache on each GPU that is filled ahead.
    Cdlrm,
    /// Memory modules that pool, as one CXL device.
    NmpCxl,
    /// SmartSSDs without lookahead, CXL and planned cache.
    NaiveOffload,
    /// NDRec without lookahead embedding.
    NoLookahead,
    /// NDRec with copies by software.
    NoCxl,
    /// NDRec without its embedding cache.
    NoCache,
    /// MTrainS: tables in files behind row caches, for experiments with [store].
    Mtrains,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum LookupOrder {
    /// When the batch before has been applied.
    Strict,
    /// Before the gradients of the batch before are known.
    Relaxed,
}

/// What the device logs.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Checkpoint {
    /// Nothing.
    None,
    /// New rows and parameters, before they come into the tables.
    Redo,
    /// Rows and parameters as they were before every batch.
    Undo,
    /// Rows as they were before every batch, parameters over several batches.
    Relaxed,
}

impl From<Device> for DeviceKind {
    fn from(device: Device) -> Self {
        match device {
            Device::Reference => Self::Reference,
            Device::Model => Self::Model,
            Device::Rtl => Self::Rtl,
        }
    }
}

impl From<System> for SystemKind {
    fn from(system: System) -> Self {
        match system {
            System::None => Self::None,
            System::SoftwareCopy => Self::SoftwareCopy,
            System::Automatic => Self::Automatic,
            System::Ndrec => Self::NdRec,
            System::Ssd => Self::Ssd,
            System::Pmem => Self::Pmem,
            System::Pcie => Self::Pcie,
            System::CxlD => Self::CxlD,
            System::CxlB => Self::CxlB,
            System::Cxl => Self::Cxl,
            System::Dram => Self::Dram,
            System::TableWise => Self::TableWise,
            System::Uvm => Self::Uvm,
            System::UvmCaching => Self::UvmCaching,
            System::Cdlrm => Self::Cdlrm,
            System::NmpCxl => Self::NmpCxl,
            System::NaiveOffload => Self::NaiveOffload,
            System::NoLookahead => Self::NoLookahead,
            System::NoCxl => Self::NoCxl,
            System::NoCache => Self::NoCache,
            System::Mtrains => Self::MTrains,
        }
    }
}

impl From<LookupOrder> for Lookup {
    fn from(order: LookupOrder) -> Self {
        match order {
            LookupOrder::Strict => Self::Strict,
            LookupOrder::Relaxed => Self::Relaxed,
        }
    }
}

impl From<Checkpoint> for CheckpointMode {
    fn from(checkpoint: Checkpoint) -> Self {
        match checkpoint {
            Checkpoint::None => Self::None,
            Checkpoint::Redo => Self::Redo,
            Checkpoint::Undo => Self::Undo,
            Checkpoint::Relaxed => Self::Relaxed,
        }
    }
}

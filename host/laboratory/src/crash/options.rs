//! What a campaign is.

use std::ops::Range;
use std::path::PathBuf;

use emberlane_models::power_loss::Engine;
use emberlane_registers::faults::Fault;

/// When power is cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// So many cuts: half of them in any cycle, half where something comes to the medium or is answered.
    Random(u64),
    /// In every one of these cycles of the device.
    Cycles(Range<u64>),
    /// In every cycle of these batches.
    Batches(Range<u64>),
}

/// What is cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum During {
    /// The training.
    Training,
    /// The training, and then its recovery.
    Recovery,
    /// The recovery of every other cut, too.
    Both,
}

impl During {
    /// Every value with its name.
    pub const NAMES: &[(&'static str, Self)] =
        &[("training", Self::Training), ("recovery", Self::Recovery), ("both", Self::Both)];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, during)| *during == self).map_or("", |(name, _)| name)
    }

    pub(super) fn cuts_recovery(self, cut: u64) -> bool {
        match self {
            Self::Training => false,
            Self::Recovery => true,
            Self::Both => !cut.is_multiple_of(2),
        }
    }
}

/// A fault that a campaign has to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrashFault {
    /// The device that is recorded commits it: the RTL of the test build, which has one channel.
    Device(Fault),
    /// The recovery takes every CRC for right.
    CrcIgnored,
}

impl CrashFault {
    /// Every fault with its name.
    pub const NAMES: &[(&'static str, Self)] = &[
        ("flag-before-data", Self::Device(Fault::EarlyHeader)),
        ("no-interlock", Self::Device(Fault::NoInterlock)),
        ("one-slot", Self::Device(Fault::OneSlot)),
        ("early-delete", Self::Device(Fault::EarlyDelete)),
        ("crc-ignored", Self::CrcIgnored),
    ];

    pub(super) fn of_device(fault: Option<Self>) -> Option<Fault> {
        match fault {
            Some(Self::Device(fault)) => Some(fault),
            _ => None,
        }
    }
}

/// A campaign.
#[derive(Clone, Debug)]
pub struct Options {
    /// Batches of the training; `None`: all of the data.
    pub batches: Option<u64>,
    /// When power is cut.
    pub when: When,
    /// Decides everything that is random.
    pub seed: u64,
    /// Which images are tried.
    pub engine: Engine,
    /// What is cut off.
    pub during: During,
    /// Flips a bit of every image, in the log or in the tables.
    pub corrupt: bool,
    /// This cut alone.
    pub only: Option<u64>,
    /// With `only`: a waveform of the cycles before the cut (RTL).
    pub trace: Option<PathBuf>,
    /// A fault, to see that the test finds it.
    pub fault: Option<CrashFault>,
    /// Where to leave the image, the recovered parameters and the batch of one cut for each distinct recovered state. Cuts
    /// that an earlier run has left there are removed.
    pub dump: Option<PathBuf>,
}

/// Is told how a campaign goes.
pub trait Progress: Sync {
    /// Something begins that takes so many steps.
    fn begin(&self, _what: &'static str, _steps: u64) {}
    /// A step is done.
    fn step(&self) {}
}

impl Progress for () {}

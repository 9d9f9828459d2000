//! Programmes of CXL-MEM.
//!
//! The host is played message by message: registers over CXL.io, memory over CXL.mem, and a peer's memory over CXL.cache, which
//! takes flushed vectors and gives parameters. Jobs have places of their own in memory, so what one leaves does not depend on
//! when the next begins.

mod generate;
mod host;
mod jobs;
mod peer;
mod run;
mod side;

use crate::programmes::{Failure, Reduce, Transcript, compare};
use emberlane_models::{cxl::ReferenceEndpoint, job_time::JobTime, media};
use emberlane_reference::ReferenceCxlMem;
#[cfg(feature = "verilated")]
use emberlane_registers::faults::Fault;
use serde::{Deserialize, Serialize};
use std::ops::Range;

pub use jobs::{Job, Kind, Peer, Wrong};
pub use side::Side;

/// A programme.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Programme {
    /// Decides tables, stalls and the peer's delays.
    pub seed: u64,
    /// Memory channels: 1 or 4.
    pub channels: u32,
    /// How the RTL's memories and links stall.
    pub stalls: Stalls,
    /// Lines of a vector: 1 to 16.
    pub lines: u32,
    /// Pooling is mean.
    pub mean: bool,
    /// Rows of each table.
    pub rows: Vec<u32>,
    /// What the host does.
    pub steps: Vec<Step>,
}

/// How the RTL's memories and links stall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Stalls {
    None,
    Random,
    Heavy,
}

#[cfg(feature = "verilated")]
impl Stalls {
    /// The same for the memories and links around a Verilated device.
    pub(super) const fn profile(self) -> emberlane_verilated::axi::StallProfile {
        use emberlane_verilated::axi::StallProfile;
        match self {
            Self::None => StallProfile::None,
            Self::Random => StallProfile::Random,
            Self::Heavy => StallProfile::Heavy,
        }
    }
}

/// An operation, and the cycles before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Clock cycles before it.
    pub delay: u32,
    /// What the host does.
    #[serde(flatten)]
    pub operation: Operation,
}

/// What the host does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Operation {
    /// Writes a job's lists, settings and doorbell.
    Post(Job),
    /// Rings the doorbell with a value that is no command. While jobs are under way it races with them.
    Bell {
        /// Its low eight bits are no command.
        value: u64,
    },
    /// Rings more jobs than the queue holds, the first of which waits for gradients that never come.
    Overflow,
    /// Writes `CLEAR`. While jobs are under way it races with them.
    Clear {
        /// The value.
        value: u64,
    },
    /// Writes a setting of jobs that are not posted yet.
    Set {
        /// Name of the register.
        register: String,
        /// The value.
        value: u64,
    },
    /// Reads a register at some offset, which need not have one.
    Look {
        /// Offset.
        offset: u64,
    },
    /// A transaction of CXL.mem with one of the host's own lines.
    Memory(Access),
    /// A snoop of CXL.cache.
    Snoop {
        /// Number of the line.
        line: u64,
        /// What of the device's copy is asked: 0 `SnpData`, 1 `SnpInv`, 2 `SnpCur`.
        kind: u8,
    },
    /// Waits until nothing is under way, and looks at everything.
    Settle,
    /// Resets the device. While jobs are under way it races with them.
    Reset,
    /// A memory fails until the next quiet point; of the RTL's alone, for others have none that can. It races with jobs.
    Fault {
        /// DPA of the first byte.
        address: u64,
        /// Bytes.
        bytes: u64,
        /// Writes fail, not reads.
        writes: bool,
    },
    /// The host writes over a word of the lists of a job that may be running. It races with the job.
    Scribble {
        /// Which of the jobs since the last quiet point, counted from the last.
        job: u32,
        /// Which list.
        list: u8,
        /// Which word, cut to the room that the list has.
        at: u16,
        /// The word.
        word: u32,
    },
    /// Makes the channels emulate a slower medium.
    Medium {
        /// Cycles of a read.
        latency: u16,
        /// Lines a cycle, in 1/65536; 0: no bound.
        rate: u32,
    },
}

/// A transaction of CXL.mem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Access {
    /// What is asked.
    pub what: Asked,
    /// Whose memory: 0 persistent, 1 the scratchpad's, else where nothing is.
    pub place: u8,
    /// Which line there.
    pub line: u8,
    /// Decides data, byte enables and snoop types.
    pub seed: u64,
}

/// What a transaction of CXL.mem asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Asked {
    Read,
    Write,
    Partial,
    Poison,
    Invalidate,
    Hint,
}

/// A device that programmes run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Device {
    Reference,
    Model,
    #[cfg(feature = "verilated")]
    Rtl,
    /// The test build of the RTL, with one channel, that commits a fault.
    #[cfg(feature = "verilated")]
    Faulty(Fault),
}

impl Device {
    /// All that are to do the same.
    pub const ALL: &[Self] = &[
        Self::Reference,
        Self::Model,
        #[cfg(feature = "verilated")]
        Self::Rtl,
    ];

    /// Its name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::Model => "model",
            #[cfg(feature = "verilated")]
            Self::Rtl => "RTL",
            #[cfg(feature = "verilated")]
            Self::Faulty(_) => "RTL with a fault",
        }
    }
}

impl Programme {
    /// Runs it on one device.
    ///
    /// # Errors
    /// What the device does that no device may.
    ///
    /// # Panics
    /// If the device cannot be built.
    pub fn run_on(&self, device: Device) -> Result<Transcript, Failure> {
        let fresh = || ReferenceCxlMem::new(self.channels).expect("1 to 4 channels");
        let bar = emberlane_models::cxl::BAR_BASE;
        let result = match device {
            Device::Reference => {
                let medium = media::preset("trainingcxl").expect("a preset");
                run::run(self, ReferenceEndpoint::new(fresh(), bar, JobTime::new(self.channels, medium)))
            }
            Device::Model => run::run(self, ReferenceEndpoint::with_model(fresh(), bar)),
            #[cfg(feature = "verilated")]
            Device::Rtl | Device::Faulty(_) => {
                use emberlane_verilated::{RtlCxlMem, RtlEndpoint};
                let builder = RtlCxlMem::builder().channels(self.channels as usize).stalls(self.stalls.profile());
                let builder = if let Device::Faulty(fault) = device { builder.fault(fault) } else { builder };
                let built = builder.seed(self.seed).build().unwrap_or_else(|error| panic!("{error}"));
                run::run(self, RtlEndpoint::new(built, bar))
            }
        };
        result.map_err(|(step, message)| Failure { step, device: device.name().into(), message })
    }

    /// Runs it on several devices and compares what they have shown; the cycles of all.
    ///
    /// # Errors
    /// The first thing that one does and none may, or that two do differently.
    pub fn run(&self, devices: &[Device]) -> Result<u64, Failure> {
        let mut first: Option<(Device, Transcript)> = None;
        let mut cycles = 0;
        for &device in devices {
            let transcript = self.run_on(device)?;
            cycles += transcript.cycles;
            match &first {
                Some((other, expected)) => compare((device.name(), &transcript), (other.name(), expected))?,
                None => first = Some((device, transcript)),
            }
        }
        Ok(cycles)
    }
}

impl Reduce for Programme {
    fn length(&self) -> usize {
        self.steps.len()
    }

    fn without(&self, operations: Range<usize>) -> Self {
        let mut shorter = self.clone();
        shorter.steps.drain(operations);
        shorter
    }

    fn simpler(&self) -> Vec<Self> {
        let mut all = Vec::new();
        let mut push = |change: &dyn Fn(&mut Self)| {
            let mut simpler = self.clone();
            change(&mut simpler);
            if simpler != *self {
                all.push(simpler);
            }
        };
        push(&|programme| programme.stalls = Stalls::None);
        push(&|programme| programme.channels = 1);
        push(&|programme| programme.mean = false);
        push(&|programme| programme.lines = 1);
        push(&|programme| programme.rows.truncate(1));
        push(&|programme| programme.steps.iter_mut().for_each(|step| step.delay = 0));
        for at in 0..self.steps.len() {
            push(&|programme| programme.steps[at].delay = 0);
            if let Operation::Post(job) = &self.steps[at].operation {
                for job in job.simpler() {
                    push(&|programme| programme.steps[at].operation = Operation::Post(job.clone()));
                }
            }
        }
        all
    }
}

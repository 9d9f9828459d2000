//! The devices that a programme runs on.

use super::{programme::Programme, run};
use crate::programmes::transcript::{Failure, Transcript, all_alike};
use emberlane_models::{cxl::ReferenceEndpoint, job_time::JobTime, media};
use emberlane_reference::ReferenceCxlMem;
#[cfg(feature = "verilated")]
use emberlane_registers::faults::Fault;

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
        all_alike(devices, Device::name, |device| self.run_on(device))
    }
}

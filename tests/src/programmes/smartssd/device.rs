//! The devices that a programme runs on.

use super::programme::Programme;
use super::run::run;
#[cfg(feature = "verilated")]
use super::side::KERNEL;
use super::side::{model, reference};
use crate::programmes::transcript::{Failure, Transcript, all_alike};
#[cfg(feature = "verilated")]
use emberlane_registers::faults::SmartSsdFault;

/// A device that programmes run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Device {
    Reference,
    Model,
    #[cfg(feature = "verilated")]
    Rtl,
    /// The test build of the RTL that commits a fault.
    #[cfg(feature = "verilated")]
    Faulty(SmartSsdFault),
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
    /// Where bits differ from plain sums.
    pub fn run_on(&self, device: Device) -> Result<Transcript, Failure> {
        let result = match device {
            Device::Reference => run(self, reference()),
            Device::Model => run(self, model(self.seed)),
            #[cfg(feature = "verilated")]
            Device::Rtl | Device::Faulty(_) => {
                use emberlane_verilated::smartssd::RtlSmartSsd;
                let builder = RtlSmartSsd::builder().kernel(KERNEL.0, KERNEL.1).stalls(self.stalls.profile());
                let builder = if let Device::Faulty(fault) = device { builder.fault(fault) } else { builder };
                let built = builder.seed(self.seed).host_latency(20).ssd(None).build();
                run(self, built.unwrap_or_else(|error| panic!("{error}")))
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

//! What a programme needs of a device besides its registers and memories.

use crate::smartssd::Bench;
use emberlane_models::smartssd::ModelSmartSsd;
use emberlane_reference::smartssd::ReferenceSmartSsd;

/// A device that can be reset, and whose time passes.
pub trait Side: Bench {
    /// Lets time pass, where there is any.
    fn pass(&mut self, cycles: u64);

    /// The device after a reset; memory that the host does not write again may be lost. `alone`: DRAM and SSD answer what they were asked
    /// before, if they can.
    fn reset(self, alone: bool) -> Result<Self, String>
    where
        Self: Sized;
}

/// Banks and elements of the small device.
pub const KERNEL: (usize, usize) = (2, 16);

pub fn reference() -> ReferenceSmartSsd {
    ReferenceSmartSsd::new(KERNEL.0, KERNEL.1).expect("a device that there is")
}

pub fn model(seed: u64) -> ModelSmartSsd {
    let builder = ModelSmartSsd::builder().kernel(KERNEL.0, KERNEL.1).seed(seed).host_latency(20).ssd(None);
    builder.build().expect("a device that there is")
}

impl Side for ReferenceSmartSsd {
    fn pass(&mut self, _cycles: u64) {}

    fn reset(self, _alone: bool) -> Result<Self, String> {
        Ok(reference())
    }
}

impl Side for ModelSmartSsd {
    fn pass(&mut self, cycles: u64) {
        self.run(cycles);
    }

    fn reset(self, _alone: bool) -> Result<Self, String> {
        Ok(model(self.cycles()))
    }
}

#[cfg(feature = "verilated")]
impl Side for emberlane_verilated::smartssd::RtlSmartSsd {
    fn pass(&mut self, cycles: u64) {
        self.run(cycles).unwrap_or_else(|error| panic!("{error}"));
    }

    fn reset(mut self, alone: bool) -> Result<Self, String> {
        let done = if alone { self.reset_alone() } else { Self::reset(&mut self) };
        done.map_err(|error| error.to_string())?;
        Ok(self)
    }
}

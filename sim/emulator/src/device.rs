//! The devices that can be behind the files.

use std::sync::{Arc, Mutex, PoisonError};

use emberlane_card::{Mapping, Space};
use emberlane_drivers::Transport;
use emberlane_models::cxl_mem::ModelCxlMem;
use emberlane_reference::smartssd::{Reached, ReferenceSmartSsd};
use emberlane_reference::{ReferenceCxlMem, SharedMemory};

/// What plays the device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Plays {
    /// Plain arithmetic: a job is over before its doorbell is.
    #[default]
    Reference,
    /// The fast model: a job takes the cycles of the hardware, at the clock that was asked for.
    Model,
}

/// The device that is emulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// CXL-MEM, with so many memory channels.
    CxlMem {
        /// Memory channels, 1 to 4.
        channels: u32,
        /// What plays it.
        plays: Plays,
    },
    /// The SmartSSD, by the reference.
    SmartSsd {
        /// Banks of a side of the kernel, 1 to 8.
        banks: usize,
        /// FP32 elements of an EV: 16, 32, 64 or 128.
        elements: usize,
    },
}

/// A window that the device shares with the driver.
#[derive(Clone, Debug)]
pub(crate) struct Share {
    pub(crate) space: Space,
    pub(crate) address: u64,
    pub(crate) bytes: u64,
    pub(crate) memory: Arc<Window>,
}

/// A mapped window as a device reaches it.
#[derive(Debug)]
pub(crate) struct Window(pub(crate) Mutex<Mapping>);

impl SharedMemory for Window {
    fn read(&self, offset: u64, bytes: &mut [u8]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).read_bytes(offset, bytes);
    }

    fn write(&self, offset: u64, bytes: &[u8]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write_bytes(offset, bytes);
    }
}

impl Device {
    /// The device, fresh from reset, over the windows. `None` if there is no such device.
    pub(crate) fn make(self, shares: &[Share]) -> Option<Box<dyn Transport>> {
        match self {
            Self::CxlMem { channels, plays } => {
                let mut device = ReferenceCxlMem::new(channels)?;
                shares.iter().for_each(|share| device.share(share.address, share.bytes, share.memory.clone()));
                Some(match plays {
                    Plays::Reference => Box::new(device),
                    Plays::Model => Box::new(ModelCxlMem::of(device)),
                })
            }
            Self::SmartSsd { banks, elements } => {
                let mut device = ReferenceSmartSsd::new(banks, elements)?;
                for share in shares {
                    let reached = match share.space {
                        Space::Memory => Reached::Dram,
                        Space::Host => Reached::Host,
                        Space::Ssd => Reached::Ssd,
                    };
                    device.share(reached, share.address, share.bytes, share.memory.clone());
                }
                Some(Box::new(device))
            }
        }
    }
}

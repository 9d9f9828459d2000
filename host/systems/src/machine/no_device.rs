//! A fabric with a GPU alone: the host does by itself what CXL-MEM would do.

use emberlane_drivers::{Transport, TransportError};
use emberlane_fabric::fabric::{Fabric, FabricConfig};
use emberlane_models::cxl::Finished;
use emberlane_models::power_loss::{Image, RecordedWrite};

use super::attached::{Attached, Jobs, Probe};

const NAME: &str = "a host without CXL-MEM";

/// A fabric without CXL-MEM.
pub(super) struct NoDevice {
    fabric: Fabric,
}

impl NoDevice {
    pub(super) fn new(config: FabricConfig) -> Self {
        Self { fabric: Fabric::new(config) }
    }
}

impl Attached for NoDevice {
    fn fabric(&mut self) -> &mut Fabric {
        &mut self.fabric
    }

    /// That of the GPU, which is the first device then.
    fn index(&self) -> usize {
        0
    }

    fn link(&mut self) -> &mut dyn Transport {
        self
    }

    fn device(&mut self) -> &mut dyn Transport {
        self
    }

    fn host_address(&self, address: u64, length: u64) -> Result<u64, TransportError> {
        Err(TransportError::NoMemory { device: NAME.to_owned(), address, length })
    }

    fn time(&self) -> u64 {
        self.fabric.now().as_ps()
    }

    fn probe(&self) -> Probe {
        Box::new(|_| Jobs { finished: Finished::default(), interrupt: false })
    }

    fn cycle(&mut self) -> u64 {
        0
    }

    fn record_writes(&mut self) {}

    fn recorded_writes(&mut self) -> Vec<RecordedWrite> {
        Vec::new()
    }

    fn persistent_image(&mut self) -> Result<Image, TransportError> {
        Err(TransportError::NoMemory { device: NAME.to_owned(), address: 0, length: 0 })
    }
}

/// Nobody has registers or memory here.
impl Transport for NoDevice {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        Err(TransportError::NoRegister { device: NAME.to_owned(), offset, limit: 0 })
    }

    fn mmio_write(&mut self, offset: u64, _: u64) -> Result<(), TransportError> {
        Err(TransportError::NoRegister { device: NAME.to_owned(), offset, limit: 0 })
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        Err(TransportError::NoMemory { device: NAME.to_owned(), address, length: bytes.len() as u64 })
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        Err(TransportError::NoMemory { device: NAME.to_owned(), address, length: bytes.len() as u64 })
    }

    fn wait_interrupt(&mut self, _: u64) -> Result<(), TransportError> {
        Err(TransportError::NoRegister { device: NAME.to_owned(), offset: 0, limit: 0 })
    }

    fn time(&self) -> u64 {
        self.fabric.now().as_ps()
    }
}

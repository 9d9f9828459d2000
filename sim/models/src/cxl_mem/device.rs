//! The reference with the time of the hardware.

use super::clock::Clock;
use emberlane_drivers::{Transport, TransportError};
use emberlane_reference::ReferenceCxlMem;
use emberlane_registers::cxl_mem::CLOCK_PERIOD_PS;

/// Cycles of an access to a register, over AXI4-Lite.
const MMIO_CYCLES: u64 = 4;

/// CXL-MEM in plain arithmetic, with the cycles of the hardware.
///
/// What it does is what [`ReferenceCxlMem`] does, when it ends is what the [`Machine`](super::Machine) says. The clock runs inside an access of
/// a register and inside a wait, as that of the RTL does; memory is read and written past it.
#[derive(Clone, Debug)]
pub struct ModelCxlMem {
    device: ReferenceCxlMem,
    clock: Clock,
    name: String,
}

impl ModelCxlMem {
    /// A device with so many memory channels, fresh from reset; `None` unless there are 1 to 4.
    #[must_use]
    pub fn new(channels: u32) -> Option<Self> {
        Some(Self::of(ReferenceCxlMem::new(channels)?))
    }

    /// A device with what another has in its memory.
    #[must_use]
    pub fn of(mut device: ReferenceCxlMem) -> Self {
        Self { clock: Clock::new(&mut device), name: name(&device), device }
    }

    /// The device without time.
    #[must_use]
    pub fn reference(&self) -> &ReferenceCxlMem {
        &self.device
    }

    /// Clock cycles since the start.
    #[must_use]
    pub fn cycles(&self) -> u64 {
        self.clock.now()
    }

    fn run(&mut self, cycles: u64) {
        let until = self.clock.now() + cycles;
        while self.clock.now() < until {
            self.clock.run(&mut self.device, until);
        }
    }

    /// Errors name this device.
    fn named<T>(&self, result: Result<T, TransportError>) -> Result<T, TransportError> {
        let name = || self.name.clone();
        result.map_err(|error| match error {
            TransportError::NoRegister { offset, limit, .. } => {
                TransportError::NoRegister { device: name(), offset, limit }
            }
            TransportError::NoMemory { address, length, .. } => {
                TransportError::NoMemory { device: name(), address, length }
            }
            TransportError::Timeout { cycles, .. } => TransportError::Timeout { device: name(), cycles },
            TransportError::Protocol { message, .. } => TransportError::Protocol { device: name(), message },
        })
    }
}

/// Name of a device with the time of the model.
pub fn name(device: &ReferenceCxlMem) -> String {
    device.name().replace("reference", "model")
}

impl Transport for ModelCxlMem {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        self.run(MMIO_CYCLES);
        let value = self.device.mmio_read(offset);
        self.named(value)
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        self.run(MMIO_CYCLES);
        let written = self.device.mmio_write(offset, value);
        self.clock.begin(&mut self.device);
        self.named(written)
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        let read = self.device.memory_read(address, bytes);
        self.named(read)
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        let written = self.device.memory_write(address, bytes);
        self.named(written)
    }

    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        let until = self.clock.now().saturating_add(cycles);
        while !self.device.interrupt() {
            // Without a peer nothing will happen any more, however long the wait.
            if self.clock.now() >= until || self.clock.is_idle() {
                return Err(TransportError::Timeout { device: self.name.clone(), cycles });
            }
            self.clock.run(&mut self.device, until);
        }
        Ok(())
    }

    fn time(&self) -> u64 {
        self.clock.now() * CLOCK_PERIOD_PS
    }
}

//! A device that writes down how long iterations and movements take.

use emberlane_drivers::smartssd::SmartSsdTransport;
use emberlane_drivers::{Transport, TransportError};
use emberlane_reference::smartssd::Fault;
use emberlane_registers::smartssd::{self as registers, AGENT_BUSY, BUSY, CLEAR_STATUS, DONE};
use emberlane_registers::{Access, Register};

use super::Bench;

/// Passes everything on. Reads of counters in between take time, on every device as much.
pub struct Logged<T> {
    /// The device.
    pub inner: T,
    /// Cycles that the kernel has worked, by iteration.
    pub iterations: Vec<u64>,
    /// Cycles that the agent has worked, by plan; plans that ran into one another are one.
    pub plans: Vec<u64>,
    counted: [u64; 2],
}

impl<T: SmartSsdTransport> Logged<T> {
    /// Around a device.
    pub fn new(inner: T) -> Self {
        Self { inner, iterations: Vec::new(), plans: Vec::new(), counted: [0; 2] }
    }

    /// Every counter of work and of cycles, with its name.
    ///
    /// # Errors
    /// Those of the device.
    pub fn counters(&mut self) -> Result<Vec<(&'static str, u64)>, TransportError> {
        let range = registers::CYCLES.offset..registers::VECTOR_USES.offset;
        let counters = registers::REGISTERS.iter().filter(|register| range.contains(&register.offset));
        counters
            .filter(|register| register.access == Access::ReadOnly)
            .map(|register| Ok((register.name, self.inner.mmio_read(register.offset)?)))
            .collect()
    }

    fn counted_since(&mut self, which: usize, register: &Register) -> Result<u64, TransportError> {
        let counted = self.inner.mmio_read(register.offset)?;
        let before = std::mem::replace(&mut self.counted[which], counted);
        Ok(counted - before)
    }

    fn note(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        let acknowledges = offset == registers::CLEAR.offset && CLEAR_STATUS.get(value) == 1;
        if !acknowledges && offset != registers::MAILBOX_TAIL.offset {
            return Ok(());
        }
        let status = self.inner.mmio_read(registers::STATUS.offset)?;
        if acknowledges && BUSY.get(status) == 0 && DONE.get(status) == 1 {
            let cycles = self.counted_since(0, &registers::KERNEL_CYCLES)?;
            self.iterations.push(cycles);
        } else if !acknowledges && AGENT_BUSY.get(status) == 0 {
            let cycles = self.counted_since(1, &registers::AGENT_CYCLES)?;
            self.plans.push(cycles);
        }
        Ok(())
    }
}

impl<T: SmartSsdTransport> Transport for Logged<T> {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        self.inner.mmio_read(offset)
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        self.note(offset, value)?;
        self.inner.mmio_write(offset, value)
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.inner.memory_read(address, bytes)
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.inner.memory_write(address, bytes)
    }

    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        self.inner.wait_interrupt(cycles)
    }

    fn time(&self) -> u64 {
        self.inner.time()
    }
}

impl<T: SmartSsdTransport> SmartSsdTransport for Logged<T> {
    fn host_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.inner.host_read(address, bytes)
    }

    fn host_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.inner.host_write(address, bytes)
    }

    fn ssd_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.inner.ssd_read(address, bytes)
    }

    fn ssd_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.inner.ssd_write(address, bytes)
    }
}

impl<T: Bench> Bench for Logged<T> {
    fn inject(&mut self, fault: Fault) {
        self.inner.inject(fault);
    }

    fn poison(&mut self, address: u64) {
        self.inner.poison(address);
    }

    fn heal(&mut self) {
        self.inner.heal();
    }

    fn hazards(&self) -> Vec<String> {
        self.inner.hazards()
    }
}

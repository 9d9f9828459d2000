//! A device between which and its driver a test can step.

use emberlane_drivers::smartssd::SmartSsdTransport;
use emberlane_drivers::{Transport, TransportError};
use emberlane_registers::Register;
use emberlane_registers::smartssd::{self as registers, BUSY, DONE};

type Hook<T> = Box<dyn FnOnce(&mut T, u64)>;

/// Passes everything on, but for what a test has asked it to do.
pub struct Tampered<T> {
    /// The device.
    pub inner: T,
    hooks: Vec<(u64, Hook<T>)>,
    /// Waits that are still to be in vain, and the last plan until then.
    late: Option<(u32, u64)>,
}

impl<T: SmartSsdTransport> Tampered<T> {
    /// Around a device.
    pub fn new(inner: T) -> Self {
        Self { inner, hooks: Vec::new(), late: None }
    }

    /// Before the next write to a register, something happens; it is told the value.
    pub fn before_write(&mut self, register: &Register, hook: impl FnOnce(&mut T, u64) + 'static) {
        self.hooks.push((register.offset, Box::new(hook)));
    }

    /// What has not happened yet will not.
    pub fn leave_alone(&mut self) {
        self.hooks.clear();
    }

    /// So many waits are in vain: until then neither the end of an iteration nor that of a plan is seen.
    ///
    /// # Panics
    /// If the device is not reached.
    pub fn be_late(&mut self, waits: u32) {
        let plans = self.inner.mmio_read(registers::PLANS_DONE.offset).expect("a register");
        self.late = Some((waits, plans));
    }
}

impl<T: SmartSsdTransport> Transport for Tampered<T> {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        let value = self.inner.mmio_read(offset)?;
        Ok(match self.late {
            Some(_) if offset == registers::STATUS.offset && DONE.get(value) == 1 => {
                value & !DONE.place(1) | BUSY.place(1)
            }
            Some((_, plans)) if offset == registers::PLANS_DONE.offset => plans,
            _ => value,
        })
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        if let Some(index) = self.hooks.iter().position(|(register, _)| *register == offset) {
            let (_, hook) = self.hooks.remove(index);
            hook(&mut self.inner, value);
        }
        self.inner.mmio_write(offset, value)
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.inner.memory_read(address, bytes)
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.inner.memory_write(address, bytes)
    }

    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        if let Some((left, plans)) = self.late {
            self.late = left.checked_sub(1).map(|left| (left, plans));
            return Err(TransportError::Timeout { device: "late".to_owned(), cycles });
        }
        self.inner.wait_interrupt(cycles)
    }

    fn time(&self) -> u64 {
        self.inner.time()
    }
}

impl<T: SmartSsdTransport> SmartSsdTransport for Tampered<T> {
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

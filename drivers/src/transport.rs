//! How a driver reaches a device, whatever the device is.

use thiserror::Error;

/// Why an access did not reach the device, or what the device answered.
#[derive(Debug, Error)]
pub enum TransportError {
    /// MMIO access where the device has no register, or a write to one that is read only.
    #[error(
        "{device}: no register at MMIO offset {offset:#x} that allows this access (64-bit registers, aligned, below {limit:#x})"
    )]
    NoRegister {
        /// Device name.
        device: String,
        /// Offset asked for.
        offset: u64,
        /// Bytes of the MMIO region.
        limit: u64,
    },
    /// Memory access that leaves the device's memory.
    #[error("{device}: no memory at {address:#x}, {length} bytes")]
    NoMemory {
        /// Device name.
        device: String,
        /// First byte asked for.
        address: u64,
        /// Bytes asked for.
        length: u64,
    },
    /// A simulated device whose memory the machine cannot hold.
    #[error("{device}: this machine has no memory left for {length} bytes of the device's memory at {address:#x}")]
    NoRoom {
        /// Device name.
        device: String,
        /// First byte.
        address: u64,
        /// Bytes.
        length: u64,
    },
    /// The device raised no interrupt within the limit.
    #[error("{device}: no interrupt within {cycles} cycles")]
    Timeout {
        /// Device name.
        device: String,
        /// Cycles waited.
        cycles: u64,
    },
    /// The device broke a rule of its interface.
    #[error("{device}: {message}")]
    Protocol {
        /// Device name.
        device: String,
        /// The rule, and how it was broken.
        message: String,
    },
}

/// MMIO, device memory, interrupt and time of one device.
///
/// Register offsets are relative to the device's MMIO region; memory addresses are device physical addresses (DPA).
pub trait Transport {
    /// Reads the 64-bit register at `offset`.
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError>;

    /// Writes the 64-bit register at `offset`.
    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError>;

    /// Fills `bytes` from device memory.
    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError>;

    /// Stores `bytes` to device memory.
    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError>;

    /// Waits until the device's interrupt line is high, for at most `cycles` device clock cycles.
    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError>;

    /// Device time in picoseconds; 0 for a device that has no time.
    fn time(&self) -> u64;
}

impl<T: Transport + ?Sized> Transport for &mut T {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        (**self).mmio_read(offset)
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        (**self).mmio_write(offset, value)
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        (**self).memory_read(address, bytes)
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        (**self).memory_write(address, bytes)
    }

    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        (**self).wait_interrupt(cycles)
    }

    fn time(&self) -> u64 {
        (**self).time()
    }
}

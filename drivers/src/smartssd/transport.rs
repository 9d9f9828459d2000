//! How a driver reaches a SmartSSD, and the memories that it shares with it.

use emberlane_registers::Register;

use crate::transport::{Transport, TransportError};

/// A SmartSSD with the memories beside it: that of the host and its peers, and the SSD.
///
/// [`Transport::memory_read`] reaches the TX buffers alone, at device physical addresses below `2 * TX_BYTES`. Writes to them
/// are answered and not done. The embedding cache is private: there is [no memory](TransportError::NoMemory) for the host.
pub trait SmartSsdTransport: Transport {
    /// Fills `bytes` from the memory of the host or of a peer, such as the GPU, at a host physical address (HPA).
    fn host_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError>;

    /// Stores `bytes` to the memory of the host or of a peer, at a host physical address (HPA).
    fn host_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError>;

    /// Fills `bytes` from the SSD, the Type-3 memory that it is.
    fn ssd_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError>;

    /// Stores `bytes` to the SSD.
    fn ssd_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError>;
}

impl<T: SmartSsdTransport + ?Sized> SmartSsdTransport for &mut T {
    fn host_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        (**self).host_read(address, bytes)
    }

    fn host_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        (**self).host_write(address, bytes)
    }

    fn ssd_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        (**self).ssd_read(address, bytes)
    }

    fn ssd_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        (**self).ssd_write(address, bytes)
    }
}

/// Reads a register.
pub(super) fn read<T: SmartSsdTransport>(transport: &mut T, register: &Register) -> Result<u64, TransportError> {
    Ok(transport.mmio_read(register.offset)? & register.mask())
}

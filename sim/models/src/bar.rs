//! Registers of a device behind a link, as its driver reaches them: CXL.io messages of a fabric.

use emberlane_drivers::TransportError;
use emberlane_fabric::fabric::{Fabric, FabricError};
use emberlane_registers::{REGISTER_BYTES, RegisterMap};

/// The registers of a device in a fabric.
#[derive(Clone, Debug)]
pub(crate) struct Bar {
    /// The device's name, for errors.
    pub(crate) name: String,
    /// Host physical address of register 0.
    pub(crate) base: u64,
    /// The registers.
    pub(crate) map: RegisterMap,
}

impl Bar {
    /// The host physical address of the register at an offset.
    fn address(&self, offset: u64) -> Result<u64, TransportError> {
        if self.map.has_place(offset) {
            return Ok(self.base + offset);
        }
        Err(self.no_register(offset))
    }

    fn no_register(&self, offset: u64) -> TransportError {
        TransportError::NoRegister { device: self.name.clone(), offset, limit: self.map.bytes }
    }

    /// What a driver is told of a fabric that fails.
    pub(crate) fn error(&self, error: &FabricError) -> TransportError {
        TransportError::Protocol { device: self.name.clone(), message: error.to_string() }
    }

    /// Reads the register at an offset.
    pub(crate) fn read(&self, fabric: &mut Fabric, offset: u64) -> Result<u64, TransportError> {
        let address = self.address(offset)?;
        fabric.mmio_read(address, REGISTER_BYTES as u8).map_err(|error| match error {
            FabricError::Access { poison: false, .. } => self.no_register(offset),
            error => self.error(&error),
        })
    }

    /// Writes the register at an offset. Posted: a write to where no register is has no effect and no error.
    pub(crate) fn write(&self, fabric: &mut Fabric, offset: u64, value: u64) -> Result<(), TransportError> {
        let address = self.address(offset)?;
        fabric.mmio_write(address, REGISTER_BYTES as u8, value).map_err(|error| self.error(&error))
    }
}

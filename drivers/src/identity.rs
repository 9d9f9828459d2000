//! Whether a device is the one that a driver drives.

use emberlane_registers::Register;
use thiserror::Error;

use crate::transport::{Transport, TransportError};

/// Why what is at a device's MMIO region is not the device that a driver drives.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum IdentityError {
    /// Something else answers there.
    #[error("no {device} here: IDENTITY reads {found:#018x}, a {device} reads {expected:#018x}")]
    Other {
        /// The device that was looked for.
        device: &'static str,
        /// What `IDENTITY` reads.
        found: u64,
        /// What it would read.
        expected: u64,
    },
    /// The device's interface is not the one that this driver was made for. Major version in the upper half, minor in the lower 16 bits.
    #[error(
        "the device has interface version {}.{}, this driver needs {}.{} or a later minor version; use matching hardware and software",
        found >> 16, found & 0xffff, needed >> 16, needed & 0xffff
    )]
    Version {
        /// What `VERSION` reads.
        found: u64,
        /// The version that the driver was made for.
        needed: u64,
    },
}

/// A register, and what it reads of the right device.
pub(crate) type Expected = (&'static Register, u64);

/// Checks `IDENTITY` and `VERSION`, and gives the version.
pub(crate) fn check<T: Transport, E: From<TransportError> + From<IdentityError>>(
    transport: &mut T,
    device: &'static str,
    (identity, expected): Expected,
    (version, needed): Expected,
) -> Result<u64, E> {
    let mut read = |register: &Register| transport.mmio_read(register.offset).map(|value| value & register.mask());
    let found = read(identity)?;
    if found != expected {
        return Err(IdentityError::Other { device, found, expected }.into());
    }
    let found = read(version)?;
    if found >> 16 != needed >> 16 || found < needed {
        return Err(IdentityError::Version { found, needed }.into());
    }
    Ok(found)
}

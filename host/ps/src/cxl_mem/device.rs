//! What a shard asks of its device.

use emberlane_drivers::{Transport, TransportError};
use emberlane_models::cxl::{CxlMemEndpoint, OverCxl};
use emberlane_reference::ReferenceCxlMem;

/// Bytes of the dense parameters that a log has beside the rows. A shard has none: one line of zeros.
pub(super) const PARAMETER_BYTES: u64 = 64;
/// Where a device in a fabric asks for them: a line of host memory, which nobody writes.
pub const PARAMETERS_AT: u64 = 1 << 40;

/// A CXL-MEM, with the peer that it asks for dense parameters when it logs.
pub trait ShardDevice: Transport {
    /// Lets the peer give a line of zeros for the log that was posted.
    ///
    /// # Errors
    /// A device that fails.
    fn give_parameters(&mut self) -> Result<(), TransportError>;
}

/// Without a fabric there is no peer: it is played.
impl ShardDevice for ReferenceCxlMem {
    fn give_parameters(&mut self) -> Result<(), TransportError> {
        if let Some(log) = self.parameter_log() {
            self.memory_write(log.target, &[0; PARAMETER_BYTES as usize])?;
            self.parameters_logged(true);
        }
        Ok(())
    }
}

/// In a fabric whose host has memory at [`PARAMETERS_AT`], the device gets them itself.
impl<E: CxlMemEndpoint> ShardDevice for OverCxl<E> {
    fn give_parameters(&mut self) -> Result<(), TransportError> {
        Ok(())
    }
}

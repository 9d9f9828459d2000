//! What a CXL-MEM offers besides its messages.

use emberlane_drivers::{Transport, TransportError};
use emberlane_fabric::port::Endpoint;
use emberlane_reference::Finished;

use crate::power_loss::{Image, RecordedWrite};

/// A CXL-MEM at the end of a link.
pub trait CxlMemEndpoint: Endpoint + 'static {
    /// The device itself, past the link.
    type Device: Transport;

    /// Name of the device.
    fn name(&self) -> &str;

    /// Host physical address of register 0.
    fn bar(&self) -> u64;

    /// Bytes of persistent memory.
    fn persistent_bytes(&self) -> u64;

    /// The device, past the link: to look at its memory, without time and without a message.
    fn device(&mut self) -> &mut Self::Device;

    /// Whether the interrupt line is high.
    fn interrupt(&self) -> bool;

    /// Jobs that ended well. A simulation sees here that one has, without an access of the host.
    fn finished(&self) -> Finished;

    /// The cycle by which writes are recorded: of a device without cycles, the number of writes so far.
    fn cycle(&self) -> u64;

    /// Forgets the writes to persistent memory so far, and records those that come.
    fn record_writes(&mut self);

    /// The writes since then, by the cycle in which they came to the medium.
    fn recorded_writes(&mut self) -> Vec<RecordedWrite>;

    /// What persistent memory holds, all that is under way included.
    ///
    /// # Errors
    /// A device that has failed.
    fn persistent_image(&mut self) -> Result<Image, TransportError>;
}

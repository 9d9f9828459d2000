//! What a driver's side of a fabric asks of the endpoint that a SmartSSD is.

use emberlane_drivers::TransportError;
use emberlane_drivers::smartssd::SmartSsdTransport;
use emberlane_fabric::fabric::{Fabric, FabricError, Handle};
use emberlane_fabric::port::Endpoint;
use emberlane_fabric::time::Time;

/// A SmartSSD at the end of a link.
pub trait Linked: Endpoint + Sized + 'static {
    /// The device itself.
    type Device: SmartSsdTransport;

    /// The device, past the link.
    fn device(&mut self) -> &mut Self::Device;

    /// HPA and bytes of the TX buffers, once the host sees them.
    fn tx_buffers(&self) -> Option<(u64, u64)>;

    /// Runs until what the driver has posted has come to the device, whose registers begin at the HPA `bar`.
    ///
    /// # Errors
    /// If the protocol breaks.
    fn settle(fabric: &mut Fabric, device: Handle<Self>, bar: u64) -> Result<(), FabricError>;

    /// Runs until the interrupt line is high, for at most so many cycles of the device, and says what its driver is to be told.
    ///
    /// # Errors
    /// If the protocol breaks.
    fn wait_interrupt(
        fabric: &mut Fabric,
        device: Handle<Self>,
        cycles: u64,
    ) -> Result<Result<(), TransportError>, FabricError>;

    /// The host is about to load a range of the TX buffers, by device addresses. A device that works only while it is waited for ends what
    /// these lines wait for.
    ///
    /// # Errors
    /// [`TransportError::NoMemory`], and those of the device.
    fn about_to_load(&mut self, address: u64, length: u64) -> Result<(), TransportError>;

    /// The host is about to store to the TX buffers, by device addresses.
    ///
    /// # Errors
    /// [`TransportError::NoMemory`], and those of the device.
    fn about_to_store(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError>;

    /// What the TX buffers hold, past the link and without a wait.
    fn look_at_outputs(&self, address: u64, bytes: &mut [u8]);

    /// Device time in picoseconds, when the fabric has that time.
    fn time(&self, now: Time) -> u64;
}

//! The SmartSSD's RTL as a device of the fabric.

use emberlane_drivers::TransportError;
use emberlane_fabric::fabric::{Fabric, FabricError, Handle};
use emberlane_fabric::port::{Endpoint, EndpointError, Port};
use emberlane_fabric::time::Time;
use emberlane_models::smartssd::in_fabric::Linked;
use emberlane_registers::smartssd::STATUS;

use super::RtlSmartSsd;
use crate::CLOCK_PERIOD_PS;
use crate::at_link::AtLink;

/// The SmartSSD's RTL at the end of a link, clocked by the fabric's time.
///
/// The design's own channels are those of the link. It fetches, works, snoops and writes at once, so that latencies of messages are those that
/// hardware would have; and how long an iteration takes depends on the link. A line of a TX buffer that the host was given to keep may not
/// be written before it is given up, or the run ends with an error.
///
/// The clock stands while nothing is under way: when the design is idle, and nothing has come for a while.
pub struct RtlSmartSsdEndpoint(AtLink<RtlSmartSsd>);

impl RtlSmartSsdEndpoint {
    /// A device, after its reset, whose registers begin at the host physical address `bar`.
    #[must_use]
    pub fn new(mut device: RtlSmartSsd, bar: u64) -> Self {
        device.link();
        Self(AtLink::new(device, bar))
    }
}

impl Linked for RtlSmartSsdEndpoint {
    type Device = RtlSmartSsd;

    /// The device. Its memories can be looked at; letting its clock run here takes it out of the fabric's time.
    fn device(&mut self) -> &mut RtlSmartSsd {
        &mut self.0.device
    }

    fn tx_buffers(&self) -> Option<(u64, u64)> {
        self.0.device.tx_buffers()
    }

    /// A read pushes posted writes.
    fn settle(fabric: &mut Fabric, _: Handle<Self>, bar: u64) -> Result<(), FabricError> {
        fabric.mmio_read(bar + STATUS.offset, 8).map(drop)
    }

    fn wait_interrupt(
        fabric: &mut Fabric,
        device: Handle<Self>,
        cycles: u64,
    ) -> Result<Result<(), TransportError>, FabricError> {
        let end = Time(fabric.now().as_ps().saturating_add(cycles.saturating_mul(CLOCK_PERIOD_PS)));
        let is_high = fabric.run_until_or(end, |fabric| fabric.device(device).0.device.interrupt())?;
        Ok(if is_high { Ok(()) } else { Err(fabric.device(device).0.device.timeout(cycles)) })
    }

    fn about_to_load(&mut self, address: u64, length: u64) -> Result<(), TransportError> {
        self.0.device.host_address(address, length).map(drop)
    }

    fn about_to_store(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.0.device.host_address(address, bytes.len() as u64).map(drop)
    }

    fn look_at_outputs(&self, address: u64, bytes: &mut [u8]) {
        self.0.device.look_at_outputs(address, bytes);
    }

    /// The fabric's, by which the device is clocked.
    fn time(&self, now: Time) -> u64 {
        now.as_ps()
    }
}

impl Endpoint for RtlSmartSsdEndpoint {
    fn next_tick(&self) -> Option<Time> {
        self.0.next_tick()
    }

    fn tick(&mut self, now: Time, port: &mut Port) -> Result<(), EndpointError> {
        self.0.tick(now, port)
    }
}

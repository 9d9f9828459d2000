//! CXL-MEM's RTL as a device of the fabric.

use emberlane_drivers::TransportError;
use emberlane_fabric::port::{Endpoint, EndpointError, Port};
use emberlane_fabric::time::Time;
use emberlane_models::cxl::{CxlMemEndpoint, Finished, OverCxl};
use emberlane_models::power_loss::{Image, RecordedWrite};

use crate::RtlCxlMem;
use crate::at_link::AtLink;

/// CXL-MEM's RTL at the end of a link, clocked by the fabric's time.
///
/// Messages go to the design's channels as they come, one a cycle and channel; what the design does not take keeps its credit. The clock
/// stands while only the host or a peer can bring the device further: a job that waits for its gradients costs no simulation, and counters
/// of cycles do not count that time.
pub struct RtlEndpoint(AtLink<RtlCxlMem>);

/// CXL-MEM's RTL in a fabric: the host's accesses are CXL.io and CXL.mem transactions over a link, and take its time.
pub type RtlOverCxl = OverCxl<RtlEndpoint>;

impl RtlEndpoint {
    /// A device whose registers begin at the host physical address `bar`.
    #[must_use]
    pub fn new(device: RtlCxlMem, bar: u64) -> Self {
        Self(AtLink::new(device, bar))
    }

    /// The device, taken off the link; what is under way is forgotten when it is reset.
    #[must_use]
    pub fn into_device(self) -> RtlCxlMem {
        self.0.device
    }
}

impl CxlMemEndpoint for RtlEndpoint {
    type Device = RtlCxlMem;

    fn name(&self) -> &str {
        self.0.device.name()
    }

    fn bar(&self) -> u64 {
        self.0.bar
    }

    fn persistent_bytes(&self) -> u64 {
        self.0.device.persistent_bytes()
    }

    /// The device. Its memory can be looked at; letting its clock run here takes it out of the fabric's time.
    fn device(&mut self) -> &mut RtlCxlMem {
        &mut self.0.device
    }

    fn interrupt(&self) -> bool {
        self.0.device.interrupt()
    }

    fn finished(&self) -> Finished {
        self.0.device.finished()
    }

    fn cycle(&self) -> u64 {
        self.0.device.cycles()
    }

    fn record_writes(&mut self) {
        self.0.device.record_writes();
    }

    fn recorded_writes(&mut self) -> Vec<RecordedWrite> {
        self.0.device.recorded_writes().to_vec()
    }

    fn persistent_image(&mut self) -> Result<Image, TransportError> {
        Ok(self.0.device.persistent_image())
    }
}

impl Endpoint for RtlEndpoint {
    fn next_tick(&self) -> Option<Time> {
        self.0.next_tick()
    }

    fn tick(&mut self, now: Time, port: &mut Port) -> Result<(), EndpointError> {
        self.0.tick(now, port)
    }
}

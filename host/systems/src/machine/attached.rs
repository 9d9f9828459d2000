//! A CXL-MEM in its fabric, whichever it is.

use emberlane_drivers::{Transport, TransportError};
use emberlane_fabric::fabric::Fabric;
use emberlane_models::cxl::{CxlMemEndpoint, Finished, OverCxl};
use emberlane_models::power_loss::{Image, RecordedWrite};

/// What a device says of its jobs without an access of the host.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jobs {
    /// Jobs that ended well.
    pub(super) finished: Finished,
    /// The interrupt line is high.
    pub(super) interrupt: bool,
}

/// Asks the device in a fabric.
pub(super) type Probe = Box<dyn Fn(&Fabric) -> Jobs>;

/// A CXL-MEM in its fabric.
pub(super) trait Attached {
    /// The fabric.
    fn fabric(&mut self) -> &mut Fabric;

    /// The device's number in the fabric.
    fn index(&self) -> usize;

    /// The device, reached by messages, which take time.
    fn link(&mut self) -> &mut dyn Transport;

    /// The device, past the link, without time.
    fn device(&mut self) -> &mut dyn Transport;

    /// The host physical address of device memory.
    fn host_address(&self, address: u64, length: u64) -> Result<u64, TransportError>;

    /// The fabric's time, picoseconds.
    fn time(&self) -> u64;

    /// What asks the device for its jobs.
    fn probe(&self) -> Probe;

    /// The cycle by which writes are recorded.
    fn cycle(&mut self) -> u64;

    /// Records the writes to persistent memory from now on.
    fn record_writes(&mut self);

    /// The writes since then.
    fn recorded_writes(&mut self) -> Vec<RecordedWrite>;

    /// What persistent memory holds.
    fn persistent_image(&mut self) -> Result<Image, TransportError>;
}

impl<E: CxlMemEndpoint> Attached for OverCxl<E> {
    fn fabric(&mut self) -> &mut Fabric {
        OverCxl::fabric(self)
    }

    fn index(&self) -> usize {
        OverCxl::device(self).index()
    }

    fn link(&mut self) -> &mut dyn Transport {
        self
    }

    fn device(&mut self) -> &mut dyn Transport {
        let handle = OverCxl::device(self);
        OverCxl::fabric(self).device_mut(handle).device()
    }

    fn host_address(&self, address: u64, length: u64) -> Result<u64, TransportError> {
        OverCxl::host_address(self, address, length)
    }

    fn time(&self) -> u64 {
        Transport::time(self)
    }

    fn probe(&self) -> Probe {
        let handle = OverCxl::device(self);
        Box::new(move |fabric| {
            let device = fabric.device(handle);
            Jobs { finished: device.finished(), interrupt: device.interrupt() }
        })
    }

    fn cycle(&mut self) -> u64 {
        let handle = OverCxl::device(self);
        OverCxl::fabric(self).device(handle).cycle()
    }

    fn record_writes(&mut self) {
        let handle = OverCxl::device(self);
        OverCxl::fabric(self).device_mut(handle).record_writes();
    }

    fn recorded_writes(&mut self) -> Vec<RecordedWrite> {
        let handle = OverCxl::device(self);
        OverCxl::fabric(self).device_mut(handle).recorded_writes()
    }

    fn persistent_image(&mut self) -> Result<Image, TransportError> {
        let handle = OverCxl::device(self);
        OverCxl::fabric(self).device_mut(handle).persistent_image()
    }
}

//! A device behind a CXL link, as a driver sees it.

use emberlane_drivers::{Transport, TransportError};
use emberlane_fabric::fabric::{Fabric, FabricConfig, FabricError, Handle};
use emberlane_fabric::hdm::{Coherence, Target};
use emberlane_fabric::link::LinkConfig;
use emberlane_fabric::time::Time;
use emberlane_registers::cxl_mem::{
    CLOCK_PERIOD_PS, HDM_BASE_0, HDM_BASE_1, MAP, SCRATCHPAD_BASE, SCRATCHPAD_BYTES, STATUS,
};

use super::endpoint::CxlMemEndpoint;
use crate::bar::Bar;

/// Host physical address for the registers, where nothing else is.
pub const BAR_BASE: u64 = 0xf000_0000;
/// Host physical address of the scratchpad.
pub const SCRATCHPAD_HPA: u64 = 1 << 36;
/// Host physical address of persistent memory.
pub const PERSISTENT_HPA: u64 = 1 << 44;

/// A CXL-MEM in a fabric: the host's accesses are CXL.io and CXL.mem transactions over a link, and take its time.
///
/// Other devices may be added to the fabric; what they send to the device's memory goes through the home agent.
pub struct OverCxl<E> {
    fabric: Fabric,
    device: Handle<E>,
    bar: Bar,
    persistent_bytes: u64,
}

impl<E: CxlMemEndpoint> OverCxl<E> {
    /// Puts a device behind `link` into a fabric of its own, and maps and commits its memory.
    ///
    /// # Errors
    /// [`FabricError`] if its registers cannot be reached.
    pub fn new(endpoint: E, config: FabricConfig, link: &LinkConfig) -> Result<Self, FabricError> {
        let mut fabric = Fabric::new(config);
        let bar = Bar { name: endpoint.name().to_owned(), base: endpoint.bar(), map: MAP };
        let persistent_bytes = endpoint.persistent_bytes();
        let device = fabric.add("cxl-mem", endpoint, link);
        let (index, coherence) = (device.index(), Coherence::HostOnly);
        fabric.map(bar.base, MAP.bytes, Target::Bar { device: index, bar: 0 })?;
        fabric.map(PERSISTENT_HPA, persistent_bytes, Target::Hdm { device: index, coherence })?;
        fabric.map(SCRATCHPAD_HPA, SCRATCHPAD_BYTES, Target::Hdm { device: index, coherence })?;
        for (decoder, base) in [(HDM_BASE_0, PERSISTENT_HPA), (HDM_BASE_1, SCRATCHPAD_HPA)] {
            fabric.mmio_write(bar.base + decoder.offset, 8, base | 1)?;
        }
        Ok(Self { fabric, device, bar, persistent_bytes })
    }

    /// The fabric.
    pub fn fabric(&mut self) -> &mut Fabric {
        &mut self.fabric
    }

    /// The device in it.
    #[must_use]
    pub fn device(&self) -> Handle<E> {
        self.device
    }

    /// The host physical address of `length` bytes at a device physical address.
    ///
    /// # Errors
    /// [`TransportError::NoMemory`].
    pub fn host_address(&self, address: u64, length: u64) -> Result<u64, TransportError> {
        let regions = [(0, self.persistent_bytes, PERSISTENT_HPA), (SCRATCHPAD_BASE, SCRATCHPAD_BYTES, SCRATCHPAD_HPA)];
        let inside = |&(base, bytes, _): &(u64, u64, u64)| {
            address >= base && address - base <= bytes && length <= bytes - (address - base)
        };
        let found = regions.into_iter().find(inside).map(|(base, _, host)| host + (address - base));
        found.ok_or_else(|| TransportError::NoMemory { device: self.bar.name.clone(), address, length })
    }
}

impl<E: CxlMemEndpoint> Transport for OverCxl<E> {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        self.bar.read(&mut self.fabric, offset)
    }

    /// Posted: a write to where no register is has no effect and no error.
    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        self.bar.write(&mut self.fabric, offset, value)
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        let address = self.host_address(address, bytes.len() as u64)?;
        self.fabric.load(address, bytes).map_err(|error| self.bar.error(&error))
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        let address = self.host_address(address, bytes.len() as u64)?;
        self.fabric.store(address, bytes).map_err(|error| self.bar.error(&error))
    }

    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        // A read pushes posted writes: after it the doorbell has rung, and a status that was cleared is clear.
        self.mmio_read(STATUS.offset)?;
        let span = cycles.saturating_mul(CLOCK_PERIOD_PS);
        let (device, end) = (self.device, Time(self.time().saturating_add(span)));
        let waited = self.fabric.run_until(|fabric| fabric.device(device).interrupt() || fabric.now() > end);
        match waited {
            // Nobody waits for an answer: nothing is left to happen that raises it, however long the wait.
            Err(FabricError::Stuck { .. }) if self.fabric.waits().is_empty() => {}
            waited => waited.map_err(|error| self.bar.error(&error))?,
        }
        if self.fabric.device(device).interrupt() {
            return Ok(());
        }
        Err(TransportError::Timeout { device: self.bar.name.clone(), cycles })
    }

    fn time(&self) -> u64 {
        self.fabric.now().as_ps()
    }
}

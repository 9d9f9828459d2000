//! SmartSSDs in a fabric, as their drivers see them.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use emberlane_drivers::smartssd::SmartSsdTransport;
use emberlane_drivers::{Transport, TransportError};
use emberlane_fabric::fabric::{Fabric, FabricConfig, FabricError, Handle};
use emberlane_fabric::hdm::{Coherence, Target};
use emberlane_fabric::link::LinkConfig;
use emberlane_fabric::memory::Chunks;
use emberlane_fabric::time::Time;
use emberlane_registers::cxl::LINE_BYTES;
use emberlane_registers::smartssd::MAP;

use super::addresses::{GPU_BYTES, GPU_HPA, HOST, bar};
use super::gpu::CachingGpu;
use super::linked::Linked;
use crate::bar::Bar;

/// Lines that the GPU asks for at a time: more than the credits of a link.
const LOADS: usize = 256;

/// A host, a GPU, and SmartSSDs, each behind a link of its own.
pub struct SmartSsdFabric {
    fabric: Fabric,
    gpu: Handle<CachingGpu>,
    link: LinkConfig,
    smartssds: u64,
}

impl SmartSsdFabric {
    /// A host and a GPU behind such a link.
    ///
    /// # Errors
    /// [`FabricError::Map`], which none of these addresses is.
    pub fn new(config: FabricConfig, link: &LinkConfig) -> Result<Self, FabricError> {
        let mut fabric = Fabric::new(config);
        let gpu = fabric.add("gpu", CachingGpu::default(), link);
        for (base, bytes) in HOST {
            fabric.map(base, bytes, Target::HostMemory)?;
        }
        let coherence = Coherence::Device;
        fabric.map(GPU_HPA, GPU_BYTES, Target::Hdm { device: gpu.index(), coherence })?;
        Ok(Self { fabric, gpu, link: link.clone(), smartssds: 0 })
    }

    /// The fabric.
    pub fn fabric(&mut self) -> &mut Fabric {
        &mut self.fabric
    }

    /// The GPU.
    #[must_use]
    pub fn gpu(&self) -> &CachingGpu {
        self.fabric.device(self.gpu)
    }

    /// Lets time pass up to one, if it is not later already.
    ///
    /// # Errors
    /// [`FabricError`] if the protocol breaks.
    pub fn pass_to(&mut self, time: Time) -> Result<(), FabricError> {
        self.fabric.run_until_or(time, |_| false).map(drop)
    }

    /// Loads lines into the GPU, and says what came.
    fn load(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), FabricError> {
        let mut chunks = Chunks::new(address, bytes.len() as u64);
        let (mut loads, mut at) = (VecDeque::new(), 0);
        loop {
            while loads.len() < LOADS
                && let Some(chunk) = chunks.next()
            {
                loads.push_back((chunk, self.fabric.device_mut(self.gpu).load(chunk.line)));
            }
            let Some((chunk, load)) = loads.pop_front() else { return Ok(()) };
            self.fabric.run_until(|fabric| fabric.device(self.gpu).is_done(load))?;
            let done = self.fabric.device_mut(self.gpu).take(load).expect("it is done");
            if done.failed || done.poison {
                return Err(FabricError::Access { address: chunk.line, poison: done.poison });
            }
            bytes[at..at + chunk.length].copy_from_slice(&done.data[chunk.start..chunk.start + chunk.length]);
            at += chunk.length;
        }
    }
}

/// A SmartSSD in a fabric: each access of its driver is CXL.io and CXL.mem messages, and the device's own are CXL.cache and back-invalidation.
///
/// [`memory_read`](Transport::memory_read) is the GPU that loads outputs. What is put into memory of host and GPU, for the device to read,
/// takes no message; nor does the SSD, which tables are put on past the link.
///
/// Whose [`time`](Transport::time) it is, [the endpoint](Linked) says.
pub struct OverFabric<E> {
    shared: Rc<RefCell<SmartSsdFabric>>,
    device: Handle<E>,
    bar: Bar,
    is_mapped: bool,
    /// Lines of host and GPU.
    poisoned: Vec<u64>,
}

impl<E: Linked> OverFabric<E> {
    /// Puts a SmartSSD of that name behind a link of its own. `endpoint` is told where its registers begin.
    ///
    /// # Errors
    /// [`FabricError::Map`].
    pub fn new(
        shared: &Rc<RefCell<SmartSsdFabric>>,
        name: &str,
        endpoint: impl FnOnce(u64) -> E,
    ) -> Result<Self, FabricError> {
        let mut fabric = shared.borrow_mut();
        let bar = Bar { name: name.to_owned(), base: bar(fabric.smartssds), map: MAP };
        let link = fabric.link.clone();
        let device = fabric.fabric.add(name, endpoint(bar.base), &link);
        fabric.fabric.map(bar.base, MAP.bytes, Target::Bar { device: device.index(), bar: 0 })?;
        fabric.smartssds += 1;
        Ok(Self { shared: Rc::clone(shared), device, bar, is_mapped: false, poisoned: Vec::new() })
    }

    /// The device in the fabric.
    #[must_use]
    pub fn device(&self) -> Handle<E> {
        self.device
    }

    /// The line at an address of host or GPU is known to be wrong, until it is [healed](Self::heal_memory) or written as a whole.
    ///
    /// # Errors
    /// [`TransportError::NoMemory`].
    pub fn poison(&mut self, address: u64) -> Result<(), TransportError> {
        let owner = self.memory_of(address, 1)?;
        self.poisoned.push(address / LINE_BYTES * LINE_BYTES);
        let mut shared = self.shared.borrow_mut();
        let gpu = shared.gpu;
        match owner {
            Owner::Host => shared.fabric.host_memory_mut().poison(address),
            Owner::Gpu(at) => shared.fabric.device_mut(gpu).memory_mut().poison(at),
        }
        Ok(())
    }

    /// What was poisoned is good as it is.
    ///
    /// # Errors
    /// None: where there was poison there is memory.
    pub fn heal_memory(&mut self) -> Result<(), TransportError> {
        for address in std::mem::take(&mut self.poisoned) {
            let mut line = [0; LINE_BYTES as usize];
            self.host_read(address, &mut line)?;
            self.host_write(address, &line)?;
        }
        Ok(())
    }

    /// Does something with the device, past the link and without a message.
    pub fn inside<T>(&self, what: impl FnOnce(&mut E::Device) -> T) -> T {
        what(self.shared.borrow_mut().fabric.device_mut(self.device).device())
    }

    /// What the driver has posted has come to the device.
    fn settle(&self) -> Result<(), TransportError> {
        self.within(|fabric| E::settle(fabric, self.device, self.bar.base))
    }

    /// Does something with the fabric.
    fn within<T>(&self, what: impl FnOnce(&mut Fabric) -> Result<T, FabricError>) -> Result<T, TransportError> {
        what(&mut self.shared.borrow_mut().fabric).map_err(|error| self.bar.error(&error))
    }

    /// Once the device serves its TX buffers, the host sees them.
    fn map_buffers(&mut self) -> Result<(), TransportError> {
        self.settle()?;
        let device = self.device;
        let found = self.within(|fabric| {
            let found = fabric.device(device).tx_buffers().filter(|(_, bytes)| *bytes > 0 && !self.is_mapped);
            if let Some((base, bytes)) = found {
                let coherence = Coherence::DeviceBackInvalidate;
                fabric.map(base, bytes, Target::Hdm { device: device.index(), coherence })?;
            }
            Ok(found.is_some())
        })?;
        self.is_mapped |= found;
        Ok(())
    }

    /// Memory of the host or the GPU: of the latter, where it begins there.
    fn memory_of(&self, address: u64, length: u64) -> Result<Owner, TransportError> {
        let inside =
            |base: u64, size: u64| address.checked_sub(base).is_some_and(|at| at <= size && length <= size - at);
        if HOST.iter().any(|(base, size)| inside(*base, *size)) {
            Ok(Owner::Host)
        } else if inside(GPU_HPA, GPU_BYTES) {
            Ok(Owner::Gpu(address - GPU_HPA))
        } else {
            Err(TransportError::NoMemory { device: self.bar.name.clone(), address, length })
        }
    }
}

/// Who has an address.
enum Owner {
    Host,
    Gpu(u64),
}

impl<E: Linked> Transport for OverFabric<E> {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        self.bar.read(&mut self.shared.borrow_mut().fabric, offset)
    }

    /// Posted: a write to where no register is has no effect and no error.
    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        self.bar.write(&mut self.shared.borrow_mut().fabric, offset, value)?;
        if self.is_mapped { Ok(()) } else { self.map_buffers() }
    }

    /// The GPU loads lines, behind the writes of registers that were posted. They are compared with what the device holds, so that no message can have lost a bit.
    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.settle()?;
        let mut shared = self.shared.borrow_mut();
        let device = shared.fabric.device_mut(self.device);
        device.about_to_load(address, bytes.len() as u64)?;
        let (base, _) = device.tx_buffers().expect("the device has given it");
        shared.load(base + address, bytes).map_err(|error| self.bar.error(&error))?;
        let mut expected = vec![0; bytes.len()];
        shared.fabric.device(self.device).look_at_outputs(address, &mut expected);
        if bytes == expected {
            return Ok(());
        }
        let at = bytes.iter().zip(&expected).position(|(came, is)| came != is).unwrap_or(0) as u64;
        let line = (address + at) / LINE_BYTES * LINE_BYTES;
        let message = format!("the line of a TX buffer at {line:#x} came as it was before");
        Err(TransportError::Protocol { device: self.bar.name.clone(), message })
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.settle()?;
        let device = self.device;
        let base = {
            let mut shared = self.shared.borrow_mut();
            let device = shared.fabric.device_mut(device);
            device.about_to_store(address, bytes)?;
            device.tx_buffers().expect("the device has taken it").0
        };
        self.within(|fabric| fabric.store(base + address, bytes))
    }

    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        // The doorbell has rung, and a status that was cleared is clear.
        self.settle()?;
        self.within(|fabric| E::wait_interrupt(fabric, self.device, cycles))?
    }

    fn time(&self) -> u64 {
        let shared = self.shared.borrow();
        shared.fabric.device(self.device).time(shared.fabric.now())
    }
}

impl<E: Linked> SmartSsdTransport for OverFabric<E> {
    fn host_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        let owner = self.memory_of(address, bytes.len() as u64)?;
        let shared = self.shared.borrow();
        match owner {
            Owner::Host => shared.fabric.host_memory().read_bytes(address, bytes),
            Owner::Gpu(at) => shared.gpu().memory().read_bytes(at, bytes),
        }
        Ok(())
    }

    fn host_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        let owner = self.memory_of(address, bytes.len() as u64)?;
        let mut shared = self.shared.borrow_mut();
        let gpu = shared.gpu;
        match owner {
            Owner::Host => shared.fabric.host_memory_mut().write_bytes(address, bytes),
            Owner::Gpu(at) => shared.fabric.device_mut(gpu).memory_mut().write_bytes(at, bytes),
        }
        Ok(())
    }

    fn ssd_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.inside(|device| device.ssd_read(address, bytes))
    }

    fn ssd_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.inside(|device| device.ssd_write(address, bytes))
    }
}

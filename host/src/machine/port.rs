//! How the driver reaches the device in the machine.

use std::cell::RefCell;
use std::rc::Rc;

use emberlane_drivers::{Transport, TransportError};

use emberlane_models::cxl::BAR_BASE;

use super::Machine;

/// The driver's way into a machine.
///
/// Registers are reached over the link, in the fabric's time; memory directly, without time: so tables are loaded, and a
/// trained model is evaluated and read. While the machine [records](Machine::record), what is written goes into a script
/// instead, and nothing can be read.
#[derive(Clone)]
pub(crate) struct MachinePort(pub(crate) Rc<RefCell<Machine>>);

impl MachinePort {
    fn direct<T>(
        &self,
        what: &str,
        access: impl FnOnce(&mut Machine) -> Result<T, TransportError>,
    ) -> Result<T, TransportError> {
        let mut machine = self.0.borrow_mut();
        if machine.script.is_some() {
            let message = format!("{what} while jobs are posted, which nobody waits for");
            return Err(TransportError::Protocol { device: "cxl_mem".into(), message });
        }
        access(&mut *machine)
    }
}

/// More cycles than any job takes, and few enough to be counted in picoseconds.
const LONGEST_WAIT: u64 = 1 << 50;

impl Transport for MachinePort {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        self.direct("a register is read", |machine| machine.attached.link().mmio_read(offset))
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        if let Some(script) = &mut self.0.borrow_mut().script {
            script.writes.push((BAR_BASE + offset, value));
            return Ok(());
        }
        self.direct("a register is written", |machine| machine.attached.link().mmio_write(offset, value))
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.direct("memory is read", |machine| machine.attached.device().memory_read(address, bytes))
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        let machine = &mut *self.0.borrow_mut();
        let Some(script) = &mut machine.script else { return machine.attached.device().memory_write(address, bytes) };
        script.stores.push((machine.attached.host_address(address, bytes.len() as u64)?, bytes.to_vec()));
        Ok(())
    }

    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        self.direct("the interrupt is waited for", |machine| {
            machine.attached.link().wait_interrupt(cycles.min(LONGEST_WAIT))
        })
    }

    fn time(&self) -> u64 {
        self.0.borrow_mut().now().as_ps()
    }
}

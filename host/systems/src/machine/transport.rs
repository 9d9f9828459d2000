//! How the driver reaches the device in the machine.

use emberlane_drivers::{Transport, TransportError};
use emberlane_models::cxl::BAR_BASE;

use super::Machine;

/// More cycles than any job takes, and few enough to be counted in picoseconds.
const LONGEST_WAIT: u64 = 1 << 50;

impl Machine {
    /// The device, unless jobs are posted, which nobody waits for.
    fn direct(&mut self, what: &str) -> Result<&mut dyn crate::machine::attached::Attached, TransportError> {
        if self.script.is_some() {
            let message = format!("{what} while jobs are posted, which nobody waits for");
            return Err(TransportError::Protocol { device: "cxl_mem".into(), message });
        }
        Ok(&mut *self.attached)
    }
}

impl Transport for Machine {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        self.direct("a register is read")?.link().mmio_read(offset)
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        if let Some(script) = &mut self.script {
            script.writes.push((BAR_BASE + offset, value));
            return Ok(());
        }
        self.attached.link().mmio_write(offset, value)
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.direct("memory is read")?.device().memory_read(address, bytes)
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        let Some(script) = &mut self.script else { return self.attached.device().memory_write(address, bytes) };
        script.stores.push((self.attached.host_address(address, bytes.len() as u64)?, bytes.to_vec()));
        Ok(())
    }

    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        self.direct("the interrupt is waited for")?.link().wait_interrupt(cycles.min(LONGEST_WAIT))
    }

    fn time(&self) -> u64 {
        self.attached.time()
    }
}

#[cfg(test)]
mod tests {
    use emberlane_fabric::fabric::FabricConfig;
    use emberlane_fabric::link;
    use emberlane_fabric::time::Time;
    use emberlane_models::cxl::{ReferenceEndpoint, SCRATCHPAD_HPA};
    use emberlane_models::{job_time::JobTime, media};
    use emberlane_reference::ReferenceCxlMem;
    use emberlane_registers::Register;
    use emberlane_registers::cxl_mem::{
        Command, DOORBELL, FLUSH_TARGET, GRADIENT_LINES, LEARNING_RATE, POOLING, SCRATCHPAD_BASE,
    };

    use super::*;
    use emberlane_experiment::Pooling;
    use emberlane_data::Bags;
    use emberlane_stores::{CxlMemStore, EmbeddingStore};
    use crate::schedule::OperationId;

    fn port() -> MachinePort {
        let time = JobTime::new(4, media::preset("trainingcxl").unwrap());
        let device = ReferenceEndpoint::new(ReferenceCxlMem::new(4).unwrap(), BAR_BASE, time);
        let link = link::preset("trainingcxl").unwrap().config().unwrap();
        MachinePort(Rc::new(RefCell::new(Machine::new(device, FabricConfig::default(), &link, None).unwrap())))
    }

    #[test]
    fn what_is_recorded_is_played_in_its_own_time() {
        let mut port = port();
        port.memory_write(SCRATCHPAD_BASE, &[1; 640]).unwrap();
        port.mmio_write(POOLING.offset, 1).unwrap();
        let now = port.0.borrow_mut().begin();

        port.0.borrow_mut().record();
        port.mmio_write(LEARNING_RATE.offset, 7).unwrap();
        port.memory_write(SCRATCHPAD_BASE + 64, &[2; 200]).unwrap();
        port.mmio_write(POOLING.offset, 0).unwrap();
        let error = port.mmio_read(POOLING.offset).unwrap_err().to_string();
        assert!(error.contains("a register is read while jobs are posted"), "{error}");
        let memory = |port: &MachinePort| {
            let mut bytes = [0; 320];
            port.0.borrow_mut().attached.device().memory_read(SCRATCHPAD_BASE, &mut bytes).unwrap();
            bytes
        };
        assert_eq!(memory(&port), [1; 320], "nothing has moved");

        let begin = now + Time::ns(500);
        port.0.borrow_mut().play(OperationId(3), begin, 2);
        assert_eq!(port.0.borrow_mut().advance(Some(begin + Time::ns(100))).unwrap(), None);
        assert_eq!(port.0.borrow_mut().now(), begin + Time::ns(100));
        assert_eq!(memory(&port), [1; 320], "the link takes longer");
        let moved = port.0.borrow_mut().advance(None).unwrap().unwrap();
        assert_eq!((moved.operation, moved.bytes), (OperationId(3), 200));
        assert!(
            port.0.borrow_mut().now() > begin + Time::ns(4 * 90),
            "four stores were answered, two at a time, before registers are written"
        );
        assert_eq!(port.0.borrow_mut().advance(None).unwrap(), None);
        port.0.borrow_mut().drain().unwrap();
        assert_eq!((port.mmio_read(POOLING.offset).unwrap(), port.mmio_read(LEARNING_RATE.offset).unwrap()), (0, 7));
        let stored = memory(&port);
        assert!(stored[..64] == [1; 64] && stored[64..264] == [2; 200] && stored[264..] == [1; 56]);
    }

    #[test]
    fn addresses_of_scripts_are_those_of_the_host() {
        let mut port = port();
        port.0.borrow_mut().record();
        port.memory_write(SCRATCHPAD_BASE + 128, &[2; 64]).unwrap();
        port.mmio_write(POOLING.offset, 1).unwrap();
        let script = port.0.borrow_mut().script.take().unwrap();
        assert_eq!(script.stores, [(SCRATCHPAD_HPA + 128, vec![2; 64])]);
        assert_eq!(script.writes, [(BAR_BASE + POOLING.offset, 1)]);
        port.0.borrow_mut().record();
        assert!(port.memory_write(u64::MAX - 63, &[2; 64]).is_err());
    }

    /// A lookup of a batch with rows makes the device count gradients; of one without, nobody would take them off the count.
    #[test]
    fn gradients_are_counted_where_an_update_takes_them() {
        let port = port();
        let mut store = CxlMemStore::new(port.clone(), &[9], 16, Pooling::Sum, 0.1).unwrap();
        let peer = 1 << 40;
        for (offsets, indices, lines) in [(vec![0, 1, 3], vec![4, 0, 8], 2), (vec![0, 0, 0], vec![], 0)] {
            let bags = Bags { tables: 1, samples: 2, offsets, indices };
            port.0.borrow_mut().record();
            store.post_lookup(&bags, Some(peer)).unwrap();
            store.post_update().unwrap();
            let script = port.0.borrow_mut().script.take().unwrap();
            let last = |register: Register| {
                let of_register = |(address, _): &&(u64, u64)| *address == BAR_BASE + register.offset;
                script.writes.iter().rev().find(of_register).map(|(_, value)| *value)
            };
            assert_eq!(last(GRADIENT_LINES), Some(lines));
            let doorbells = script.writes.iter().filter(|(address, _)| *address == BAR_BASE + DOORBELL.offset);
            let commands: Vec<u64> = doorbells.map(|(_, command)| *command).collect();
            let expected = if lines > 0 { vec![Command::Lookup, Command::Update] } else { vec![Command::Lookup] };
            assert_eq!(commands, expected.into_iter().map(|command| command as u64).collect::<Vec<_>>());
            assert!(last(FLUSH_TARGET).is_none_or(|target| target == peer | 1), "written once");
        }
    }
}

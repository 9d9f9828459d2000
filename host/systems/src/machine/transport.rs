//! How the driver reaches the device in the machine at once: registers over the link, in the fabric's time; memory directly, without
//! time. So tables are loaded, and a trained model is evaluated and read. What posts jobs is [played](Machine::play) instead.

use emberlane_drivers::{Transport, TransportError};

use super::Machine;

/// More cycles than any job takes, and few enough to be counted in picoseconds.
const LONGEST_WAIT: u64 = 1 << 50;

impl Transport for Machine {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        self.attached.link().mmio_read(offset)
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        self.attached.link().mmio_write(offset, value)
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.attached.device().memory_read(address, bytes)
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.attached.device().memory_write(address, bytes)
    }

    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        self.attached.link().wait_interrupt(cycles.min(LONGEST_WAIT))
    }

    fn time(&self) -> u64 {
        self.attached.time()
    }
}

#[cfg(test)]
mod tests {
    use emberlane_data::Bags;
    use emberlane_drivers::{HostWrite, WriteList};
    use emberlane_experiment::Pooling;
    use emberlane_fabric::fabric::FabricConfig;
    use emberlane_fabric::link;
    use emberlane_fabric::time::Time;
    use emberlane_models::cxl::{BAR_BASE, ReferenceEndpoint, SCRATCHPAD_HPA};
    use emberlane_models::{job_time::JobTime, media};
    use emberlane_reference::ReferenceCxlMem;
    use emberlane_registers::Register;
    use emberlane_registers::cxl_mem::{Command, DOORBELL, FLUSH_TARGET, GRADIENT_LINES, SCRATCHPAD_BASE};
    use emberlane_stores::{CxlMemStore, Jobs};

    use super::super::Tag;
    use super::super::script::Script;
    use super::*;

    fn machine() -> Machine {
        let time = JobTime::new(4, media::preset("trainingcxl").unwrap());
        let device = ReferenceEndpoint::new(ReferenceCxlMem::new(4).unwrap(), BAR_BASE, time);
        let link = link::preset("trainingcxl").unwrap().config().unwrap();
        Machine::new(device, FabricConfig::default(), &link, None).unwrap()
    }

    fn store() -> CxlMemStore<Machine> {
        CxlMemStore::new(machine(), &[9], 16, Pooling::Sum, 0.1).unwrap()
    }

    fn scratchpad(machine: &mut Machine) -> Vec<u8> {
        let mut bytes = vec![0; 4096];
        machine.memory_read(SCRATCHPAD_BASE, &mut bytes).unwrap();
        bytes
    }

    #[test]
    fn writes_are_played_in_their_own_time() {
        let mut store = store();
        let bags = Bags { tables: 1, samples: 2, offsets: vec![0, 1, 3], indices: vec![4, 0, 8] };
        let (writes, _) = store.lookup_writes(&bags, None).unwrap();
        let bytes = writes.stored_bytes();
        let jobs = |machine: &mut Machine| machine.mmio_read(emberlane_registers::cxl_mem::STATUS.offset).unwrap();
        let machine = store.driver_mut().transport_mut();
        let idle = jobs(machine);
        let before = scratchpad(machine);
        let begin = machine.begin() + Time::ns(500);
        machine.play(Tag(3), writes, begin, 2).unwrap();
        assert_eq!(machine.advance(Some(begin + Time::ns(100))).unwrap(), None);
        assert_eq!(machine.now(), begin + Time::ns(100));
        assert!(scratchpad(machine) == before, "the link takes longer");
        let moved = machine.advance(None).unwrap().unwrap();
        assert_eq!((moved.tag, moved.bytes), (Tag(3), bytes));
        assert!(
            machine.now() > begin + Time::ns(2 * 90),
            "stores were answered, two at a time, before registers are written"
        );
        assert!(scratchpad(machine) != before);
        assert_eq!(machine.advance(None).unwrap(), None);
        machine.drain().unwrap();
        assert_ne!(jobs(machine), idle, "the doorbell has rung");
    }

    #[test]
    fn addresses_of_scripts_are_those_of_the_host() {
        let mut store = store();
        let bags = Bags { tables: 1, samples: 1, offsets: vec![0, 1], indices: vec![4] };
        let (writes, _) = store.lookup_writes(&bags, None).unwrap();
        let first = writes.iter().find_map(|write| match write {
            HostWrite::Memory { address, .. } => Some(*address),
            HostWrite::Register { .. } => None,
        });
        let machine = store.driver_mut().transport_mut();
        let script = Script::new(writes, |address, bytes| machine.attached.host_address(address, bytes)).unwrap();
        assert_eq!(script.stores[0].0, first.unwrap() - SCRATCHPAD_BASE + SCRATCHPAD_HPA);
        assert!(script.writes.iter().any(|(address, _)| *address == BAR_BASE + WriteList::DOORBELL));
        assert!(machine.attached.host_address(u64::MAX - 63, 64).is_err());
    }

    /// A lookup of a batch with rows makes the device count gradients; of one without, nobody would take them off the count.
    #[test]
    fn gradients_are_counted_where_an_update_takes_them() {
        let peer = 1 << 40;
        for (offsets, indices, lines) in [(vec![0, 1, 3], vec![4, 0, 8], 2), (vec![0, 0, 0], vec![], 0)] {
            let mut store = store();
            let bags = Bags { tables: 1, samples: 2, offsets, indices };
            let (mut writes, _) = store.lookup_writes(&bags, Some(peer)).unwrap();
            writes.append(store.update_writes().unwrap());
            let registers: Vec<(u64, u64)> = writes
                .iter()
                .filter_map(|write| match write {
                    HostWrite::Register { offset, value } => Some((*offset, *value)),
                    HostWrite::Memory { .. } => None,
                })
                .collect();
            let last = |register: Register| {
                registers.iter().rev().find(|(offset, _)| *offset == register.offset).map(|(_, value)| *value)
            };
            assert_eq!(last(GRADIENT_LINES), Some(lines));
            let doorbells = registers.iter().filter(|(offset, _)| *offset == DOORBELL.offset);
            let commands: Vec<u64> = doorbells.map(|(_, command)| *command).collect();
            let expected = if lines > 0 { vec![Command::Lookup, Command::Update] } else { vec![Command::Lookup] };
            assert_eq!(commands, expected.into_iter().map(|command| command as u64).collect::<Vec<_>>());
            assert!(last(FLUSH_TARGET).is_none_or(|target| target == peer | 1), "written once");
        }
    }
}

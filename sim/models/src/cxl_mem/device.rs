//! The reference with the time of the hardware.

use super::clock::Clock;
use emberlane_drivers::{Transport, TransportError};
use emberlane_reference::ReferenceCxlMem;
use emberlane_registers::cxl_mem::CLOCK_PERIOD_PS;

/// Cycles of an access to a register, over AXI4-Lite.
const MMIO_CYCLES: u64 = 4;

/// CXL-MEM in plain arithmetic, with the cycles of the hardware.
///
/// What it does is what [`ReferenceCxlMem`] does, when it ends is what the [`Machine`](super::Machine) says. The clock runs inside an access of
/// a register and inside a wait, as that of the RTL does; memory is read and written past it.
#[derive(Clone, Debug)]
pub struct ModelCxlMem {
    device: ReferenceCxlMem,
    clock: Clock,
    name: String,
}

impl ModelCxlMem {
    /// A device with so many memory channels, fresh from reset; `None` unless there are 1 to 4.
    #[must_use]
    pub fn new(channels: u32) -> Option<Self> {
        Some(Self::of(ReferenceCxlMem::new(channels)?))
    }

    /// A device with what another has in its memory.
    #[must_use]
    pub fn of(mut device: ReferenceCxlMem) -> Self {
        Self { clock: Clock::new(&mut device), name: name(&device), device }
    }

    /// The device without time.
    #[must_use]
    pub fn reference(&self) -> &ReferenceCxlMem {
        &self.device
    }

    /// Clock cycles since the start.
    #[must_use]
    pub fn cycles(&self) -> u64 {
        self.clock.now()
    }

    fn run(&mut self, cycles: u64) {
        let until = self.clock.now() + cycles;
        while self.clock.now() < until {
            self.clock.run(&mut self.device, until);
        }
    }

    /// Errors name this device.
    fn named<T>(&self, result: Result<T, TransportError>) -> Result<T, TransportError> {
        let name = || self.name.clone();
        result.map_err(|error| match error {
            TransportError::NoRegister { offset, limit, .. } => {
                TransportError::NoRegister { device: name(), offset, limit }
            }
            TransportError::NoMemory { address, length, .. } => {
                TransportError::NoMemory { device: name(), address, length }
            }
            TransportError::NoRoom { address, length, .. } => {
                TransportError::NoRoom { device: name(), address, length }
            }
            TransportError::Timeout { cycles, .. } => TransportError::Timeout { device: name(), cycles },
            TransportError::Protocol { message, .. } => TransportError::Protocol { device: name(), message },
        })
    }
}

/// Name of a device with the time of the model.
pub fn name(device: &ReferenceCxlMem) -> String {
    device.name().replace("reference", "model")
}

impl Transport for ModelCxlMem {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        self.run(MMIO_CYCLES);
        let value = self.device.mmio_read(offset);
        self.named(value)
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        self.run(MMIO_CYCLES);
        let written = self.device.mmio_write(offset, value);
        self.clock.begin(&mut self.device);
        self.named(written)
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        let read = self.device.memory_read(address, bytes);
        self.named(read)
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        let written = self.device.memory_write(address, bytes);
        self.named(written)
    }

    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        let until = self.clock.now().saturating_add(cycles);
        while !self.device.interrupt() {
            // Without a peer nothing will happen any more, however long the wait.
            if self.clock.now() >= until || self.clock.is_idle() {
                return Err(TransportError::Timeout { device: self.name.clone(), cycles });
            }
            self.clock.run(&mut self.device, until);
        }
        Ok(())
    }

    fn time(&self) -> u64 {
        self.clock.now() * CLOCK_PERIOD_PS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use emberlane_drivers::{BatchBuilder, Command, Configuration, CxlMem, Media, Pooling};
    use emberlane_registers::cxl_mem::{
        AFTER_ROWS, BUSY_CYCLES, CHECKPOINT, DOORBELL, LINE_BYTES, LOG_BASE, LOG_BYTES, ROW_LOG,
    };

    /// A device with a batch of 16 bags of 8 rows in each of two tables, and room for a record behind them.
    fn device(media: &Media) -> CxlMem<ModelCxlMem> {
        let mut device = CxlMem::discover(ModelCxlMem::new(4).unwrap()).unwrap();
        device.set_media(media).unwrap();
        device.configure(Configuration::new(32, Pooling::Sum, 0.5f32.to_bits(), vec![1000; 2])).unwrap();
        let offsets: Vec<u32> = (0..=16).map(|bag| bag * 8).collect();
        let mut batch = BatchBuilder::new();
        for table in 0..2 {
            let indices: Vec<u32> = (0..128).map(|entry| (entry * 389 + table) % 1000).collect();
            batch = batch.table(&offsets, &indices).unwrap();
        }
        let batch = batch.build().unwrap();
        device.post(&batch).unwrap();
        device.write_gradients(&vec![1.0f32.to_bits(); 32 * 32]).unwrap();
        device.prepare().unwrap();
        let data = device.data_plan().unwrap().data;
        let log = (data.base + data.bytes).next_multiple_of(LINE_BYTES);
        for (register, value) in [(&LOG_BASE, log), (&LOG_BYTES, 1 << 20), (&ROW_LOG, log)] {
            device.set(register, value).unwrap();
        }
        device
    }

    fn busy(device: &mut CxlMem<ModelCxlMem>, commands: &[Command]) -> u64 {
        let before = device.counters().unwrap();
        commands.iter().for_each(|command| device.post_job(*command as u64).unwrap());
        device.wait().unwrap();
        device.counters().unwrap().since(&before).get(&BUSY_CYCLES).unwrap()
    }

    #[test]
    fn a_slower_medium_takes_longer_and_says_so_by_its_rate() {
        let slow = Media { read_latency: 77, read_rate: 1 << 14, ..Media::default() };
        let [off, slow] = [Media::default(), slow].map(|media| busy(&mut device(&media), &[Command::Lookup]));
        // 512 lines at a quarter line a cycle and channel, less what the buckets hold.
        assert!(slow >= 512 - 16, "{slow} cycles");
        assert!(off < slow, "{off} and {slow} cycles");
    }

    #[test]
    fn a_log_of_rows_runs_beside_a_lookup_and_an_update_waits_for_it() {
        let media = Media { stream_write_rate: 1 << 12, ..Media::default() };
        let alone = |command| busy(&mut device(&media), &[command]);
        let (log, lookup, update) = (alone(Command::LogRows), alone(Command::Lookup), alone(Command::Update));
        let both = busy(&mut device(&media), &[Command::LogRows, Command::Lookup]);
        assert!((log..log + lookup).contains(&both), "{both} cycles; log {log}, lookup {lookup}");
        let mut device = device(&media);
        device.set(&CHECKPOINT, AFTER_ROWS.place(1)).unwrap();
        let all = busy(&mut device, &[Command::LogRows, Command::Update]);
        // The settings of the update are checked beside the log.
        assert!(all > log && all + 40 > log + update, "{all} cycles; log {log}, update {update}");
    }

    #[test]
    fn a_wait_for_what_will_never_come_ends() {
        let mut model = ModelCxlMem::new(1).unwrap();
        assert!(matches!(model.wait_interrupt(u64::MAX), Err(TransportError::Timeout { .. })));
        model.mmio_write(DOORBELL.offset, Command::Lookup as u64).unwrap();
        model.wait_interrupt(u64::MAX).expect("a job without settings fails");
        assert!(model.cycles() > 0 && model.time() == model.cycles() * CLOCK_PERIOD_PS);
    }
}

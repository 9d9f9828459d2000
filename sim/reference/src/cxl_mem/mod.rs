//! CXL-MEM: registers, memory map and jobs.

mod job;
mod lists;
mod log;
mod queue;
mod reduce;
mod region;
mod walk;
mod work;

pub use job::JobLines;
pub use log::ParameterLog;
pub use queue::{Finished, Flush};
pub use work::{Reduction, RowRecord};

use crate::memory::{Memory, Write};
use emberlane_drivers::{Transport, TransportError};
use emberlane_registers::{
    Access, REGISTER_BYTES, Register,
    cxl_mem::{
        self as map, BUSY, CHANNEL_BYTES, CHANNELS, CLEAR_COUNTERS, CLEAR_STATUS, ErrorCode, MAX_CHANNELS, MAX_LENGTH,
        MAX_VECTOR_LENGTH, SCRATCHPAD_BASE, SCRATCHPAD_BYTES,
    },
};
use queue::Queue;
use std::ops::Range;

/// Why a job stops: what `ERROR` and `ERROR_POSITION` will read.
type Failure = (ErrorCode, u64);

/// CXL-MEM in plain Rust arithmetic.
///
/// A job that has all it needs is done when the doorbell's write returns, so [`Transport::wait_interrupt`] never waits,
/// [`Transport::time`] is 0, and the counters of cycles and of list lines stay 0; all others count as the hardware does.
///
/// Some jobs need a peer: one that flushes, one whose gradients come over CXL.mem, a log of parameters. They and the jobs behind
/// them wait until whoever plays the fabric says what has happened:
///
/// | a job waits for | asked with | answered with |
/// |---|---|---|
/// | its vectors to leave | [`flush`](Self::flush) | [`flushed`](Self::flushed) |
/// | parameters | [`parameter_log`](Self::parameter_log), [`parameter_window`](Self::parameter_window) | [`parameters_logged`](Self::parameters_logged) |
/// | gradients | | [`line_written`](Self::line_written) |
/// | time, after [`hold_jobs`](Self::hold_jobs) | [`held_job`](Self::held_job), [`held_reduction`](Self::held_reduction) | [`run_job`](Self::run_job) |
/// | time, as a log of rows | [`held_rows`](Self::held_rows) | [`run_rows`](Self::run_rows) |
///
/// Lines themselves are moved with [`Transport::memory_read`] and [`Transport::memory_write`].
#[derive(Clone, Debug)]
pub struct ReferenceCxlMem {
    channels: u64,
    /// One value a register slot; slots without a register stay 0.
    registers: Vec<u64>,
    memory: Memory,
    queue: Queue,
}

impl ReferenceCxlMem {
    /// A device with as many memory channels of 1 TiB, fresh from reset, with empty memory. `None` unless there are 1 to 4.
    #[must_use]
    pub fn new(channels: u32) -> Option<Self> {
        let channels = u64::from(channels);
        if !(1..=MAX_CHANNELS).contains(&channels) {
            return None;
        }
        let mut device = Self {
            channels,
            registers: vec![0; (map::MAP.bytes / REGISTER_BYTES) as usize],
            memory: Memory::default(),
            queue: Queue::default(),
        };
        for register in map::REGISTERS {
            *device.value(register) = register.reset;
        }
        *device.value(&map::CAPABILITIES) = CHANNELS.place(channels) | MAX_LENGTH.place(MAX_VECTOR_LENGTH);
        *device.value(&map::PERSISTENT_BYTES) = channels * CHANNEL_BYTES;
        Some(device)
    }

    /// The memory that was ever written, as ascending ranges of DPA; all else reads as zero.
    #[must_use]
    pub fn written(&self) -> Vec<Range<u64>> {
        self.memory.written()
    }

    /// From now on every write to persistent memory is recorded, line by line, in the order in which they are done: what a loss
    /// of power can leave is made of these. Those recorded before are forgotten.
    pub fn record_writes(&mut self) {
        self.memory.record_writes(0..self.channels * CHANNEL_BYTES);
    }

    /// The writes that were recorded.
    #[must_use]
    pub fn writes(&self) -> &[Write] {
        self.memory.writes()
    }

    /// Takes the writes that were recorded.
    pub fn take_writes(&mut self) -> Vec<Write> {
        self.memory.take_writes()
    }

    fn value(&mut self, register: &Register) -> &mut u64 {
        &mut self.registers[(register.offset / REGISTER_BYTES) as usize]
    }

    fn read(&self, register: &Register) -> u64 {
        self.registers[(register.offset / REGISTER_BYTES) as usize]
    }

    /// The register at `offset`, if this device has it: of channels only those that exist.
    fn register(&self, offset: u64) -> Result<&'static Register, TransportError> {
        map::MAP
            .at(offset)
            .filter(|_| offset < map::channel_reads(self.channels))
            .ok_or_else(|| self.no_register(offset))
    }

    fn no_register(&self, offset: u64) -> TransportError {
        TransportError::NoRegister { device: self.name(), offset, limit: map::MAP.bytes }
    }

    /// Name of the device.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} (reference)", map::MAP.name)
    }
}

impl Transport for ReferenceCxlMem {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        let register = self.register(offset)?;
        let busy = offset == map::STATUS.offset && self.queue.is_busy();
        // What starts an action reads as zero, and nothing stores to its slot.
        Ok(self.read(register) | BUSY.place(busy.into()))
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        let register = self.register(offset)?;
        let value = value & register.mask();
        match register.access {
            Access::ReadOnly => return Err(self.no_register(offset)),
            Access::ReadWrite => *self.value(register) = value,
            Access::WriteOnly if offset == map::DOORBELL.offset => self.ring(value),
            Access::WriteOnly => {
                if CLEAR_STATUS.get(value) == 1 {
                    for register in [&map::STATUS, &map::ERROR, &map::ERROR_POSITION] {
                        *self.value(register) = 0;
                    }
                }
                if CLEAR_COUNTERS.get(value) == 1 {
                    let first = (map::CYCLES.offset / REGISTER_BYTES) as usize;
                    self.registers[first..].fill(0);
                }
            }
        }
        Ok(())
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.check_memory(address, bytes.len())?;
        self.memory.read(address, bytes);
        Ok(())
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.check_memory(address, bytes.len())?;
        self.memory.write(address, bytes);
        Ok(())
    }

    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        if self.interrupt() {
            return Ok(());
        }
        Err(TransportError::Timeout { device: self.name(), cycles })
    }

    fn time(&self) -> u64 {
        0
    }
}

impl ReferenceCxlMem {
    fn check_memory(&self, address: u64, length: usize) -> Result<(), TransportError> {
        let within = |base: u64, bytes: u64| {
            address >= base && address - base <= bytes && length as u64 <= bytes - (address - base)
        };
        if within(0, self.channels * CHANNEL_BYTES) || within(SCRATCHPAD_BASE, SCRATCHPAD_BYTES) {
            return Ok(());
        }
        Err(TransportError::NoMemory { device: self.name(), address, length: length as u64 })
    }
}

#[cfg(test)]
mod tests;

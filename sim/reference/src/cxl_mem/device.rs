//! The device: registers, memory and the jobs that have not ended.

use super::poison::Poison;
use super::queue::Queue;
use crate::memory::{Memory, SharedMemory, Write};
use emberlane_drivers::TransportError;
use emberlane_registers::{
    REGISTER_BYTES, Register,
    cxl_mem::{self as map, CHANNEL_BYTES, CHANNELS, MAX_CHANNELS, MAX_LENGTH, MAX_VECTOR_LENGTH},
};
use std::ops::Range;
use std::sync::Arc;

/// CXL-MEM in plain Rust arithmetic.
///
/// A job that has all it needs is done when the doorbell's write returns, so [`Transport::wait_interrupt`](emberlane_drivers::Transport::wait_interrupt) never waits,
/// [`Transport::time`](emberlane_drivers::Transport::time) is 0, and the counters of cycles and of list lines stay 0; all others count as the hardware does.
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
/// Lines themselves are moved with [`Transport::memory_read`](emberlane_drivers::Transport::memory_read) and [`Transport::memory_write`](emberlane_drivers::Transport::memory_write).
#[derive(Clone, Debug)]
pub struct ReferenceCxlMem {
    pub(super) channels: u64,
    /// One value a register slot; slots without a register stay 0.
    pub(super) registers: Vec<u64>,
    pub(super) memory: Memory,
    pub(super) queue: Queue,
    pub(super) poison: Poison,
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
            poison: Poison::default(),
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

    /// From now on `bytes` bytes of memory from `base` on, both multiples of 64 KiB, are those of `memory`, which others read and write,
    /// too. [`written`](Self::written) does not know of them.
    pub fn share(&mut self, base: u64, bytes: u64, memory: Arc<dyn SharedMemory>) {
        self.memory.share(base, bytes, memory);
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

    pub(super) fn value(&mut self, register: &Register) -> &mut u64 {
        &mut self.registers[(register.offset / REGISTER_BYTES) as usize]
    }

    /// What a register holds: what the host reads there, but for the busy bit of the status.
    ///
    /// # Panics
    /// If the register is of a device with more of them.
    #[must_use]
    pub fn read(&self, register: &Register) -> u64 {
        self.registers[(register.offset / REGISTER_BYTES) as usize]
    }

    /// The register at `offset`, if this device has it: of channels only those that exist.
    pub(super) fn register(&self, offset: u64) -> Option<&'static Register> {
        map::MAP.at(offset).filter(|_| offset < map::channel_reads(self.channels))
    }

    pub(super) fn no_register(&self, offset: u64) -> TransportError {
        TransportError::NoRegister { device: self.name(), offset, limit: map::MAP.bytes }
    }

    /// Name of the device.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} (reference)", map::MAP.name)
    }
}

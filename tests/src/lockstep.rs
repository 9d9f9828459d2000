//! Two devices that must not differ.

use emberlane_drivers::{Transport, TransportError};
use emberlane_registers::cxl_mem as registers;
use std::{mem::discriminant, ops::Range};

/// Sends every access to two devices, and fails with [`TransportError::Protocol`] where their answers differ.
///
/// Counters of cycles, of list lines and of CXL.mem are exempt: they tell of the device or its link, not of the job. So are counters of what is
/// read, from a job that failed until they are cleared. Once rows may be kept, which lines are read depends on the device: how many there are with those
/// that were kept is compared where `ROW_CACHE_HITS` is read.
#[derive(Debug)]
pub struct Lockstep<A, B> {
    /// The device whose answers are handed on.
    pub first: A,
    /// The device that is compared with it.
    pub second: B,
    /// A job has failed since the counters were cleared.
    failed: bool,
    /// Rows may be kept, and may have been since the counters were cleared.
    keeps_rows: bool,
    kept_rows: bool,
}

impl<A: Transport, B: Transport> Lockstep<A, B> {
    /// Two devices that must not differ from now on.
    pub fn new(first: A, second: B) -> Self {
        Self { first, second, failed: false, keeps_rows: false, kept_rows: false }
    }

    /// Compares memory.
    ///
    /// # Errors
    /// The first difference, and errors of either device.
    pub fn compare_memory(&mut self, ranges: &[Range<u64>]) -> Result<(), TransportError> {
        let mut bytes = vec![0; 1 << 16];
        for range in ranges {
            for start in range.clone().step_by(bytes.len()) {
                let length = (range.end - start).min(bytes.len() as u64) as usize;
                self.memory_read(start, &mut bytes[..length])?;
            }
        }
        Ok(())
    }

    fn same<V: PartialEq + std::fmt::LowerHex>(
        &self,
        what: impl FnOnce() -> String,
        first: Result<V, TransportError>,
        second: Result<V, TransportError>,
    ) -> Result<V, TransportError> {
        let message = match (&first, &second) {
            (Ok(a), Ok(b)) if a == b => return first,
            (Err(a), Err(b)) if discriminant(a) == discriminant(b) => return first,
            (Ok(a), Ok(b)) => format!("{}: the first device has {a:#x}, the second {b:#x}", what()),
            (Ok(_), Err(error)) => format!("{}: the first device does it, the second: {error}", what()),
            (Err(error), Ok(_)) => format!("{}: the second device does it, the first: {error}", what()),
            (Err(a), Err(b)) => format!("{}: the first device: {a}; the second: {b}", what()),
        };
        Err(difference(message))
    }
}

fn difference(message: String) -> TransportError {
    TransportError::Protocol { device: "lockstep".into(), message }
}

/// Whether the job and the registers alone say what the register reads.
fn is_comparable(offset: u64) -> bool {
    let exempt = [
        registers::CYCLES,
        registers::BUSY_CYCLES,
        registers::CHECK_CYCLES,
        registers::HAZARD_CYCLES,
        registers::ROW_CACHE_HITS,
        registers::LINES_DIRECTORY,
        registers::LINES_OFFSET,
        registers::LINES_SEGMENT,
        registers::LINES_ENTRY,
        registers::LINES_SCALE,
        registers::MEM_READS,
        registers::MEM_WRITES,
        registers::GRADIENTS_ARRIVED,
    ];
    exempt.iter().all(|register| register.offset != offset)
}

/// Whether the register counts operands that are read.
fn is_read_counter(offset: u64) -> bool {
    offset == registers::LINES_GRADIENT.offset || is_row_read_counter(offset)
}

/// Whether the register counts row lines that a channel reads.
fn is_row_read_counter(offset: u64) -> bool {
    (0..registers::MAX_CHANNELS).any(|channel| offset == registers::channel_reads(channel))
}

/// Row lines of all jobs: those that were read, and those that engines had kept.
fn row_lines<T: Transport>(device: &mut T) -> Result<u64, TransportError> {
    let mut lines = device.mmio_read(registers::ROW_CACHE_HITS.offset)?;
    for channel in 0..registers::CHANNELS.get(device.mmio_read(registers::CAPABILITIES.offset)?) {
        lines += device.mmio_read(registers::channel_reads(channel))?;
    }
    Ok(lines)
}

impl<A: Transport, B: Transport> Transport for Lockstep<A, B> {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        let first = self.first.mmio_read(offset);
        let second = self.second.mmio_read(offset);
        if offset == registers::ROW_CACHE_HITS.offset && !self.failed {
            let (first, second) = (row_lines(&mut self.first), row_lines(&mut self.second));
            self.same(|| "row lines that were read, and those that were kept".into(), first, second)?;
        }
        if offset == registers::STATUS.offset
            && let Ok(status) = first
        {
            self.failed |= registers::FAILED.get(status) == 1;
        }
        if !is_comparable(offset)
            || (self.failed && is_read_counter(offset))
            || (self.kept_rows && is_row_read_counter(offset))
        {
            second?;
            return first;
        }
        self.same(|| format!("reading {}", name(offset)), first, second)
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        if offset == registers::CLEAR.offset && registers::CLEAR_COUNTERS.get(value) == 1 {
            self.failed = false;
            self.kept_rows = self.keeps_rows;
        }
        if offset == registers::ROW_CACHE.offset {
            self.keeps_rows = registers::ROW_CACHE_ENABLED.get(value) == 1;
            self.kept_rows |= self.keeps_rows;
        }
        let first = self.first.mmio_write(offset, value).map(|()| 0u8);
        let second = self.second.mmio_write(offset, value).map(|()| 0u8);
        self.same(|| format!("writing {value:#x} to {}", name(offset)), first, second).map(|_| ())
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        let mut others = vec![0; bytes.len()];
        let first = self.first.memory_read(address, bytes).map(|()| 0u8);
        let second = self.second.memory_read(address, &mut others).map(|()| 0u8);
        self.same(|| format!("reading {} bytes at DPA {address:#x}", bytes.len()), first, second)?;
        match bytes.iter().zip(&others).position(|(a, b)| a != b) {
            None => Ok(()),
            Some(at) => Err(difference(format!(
                "byte at DPA {:#x}: the first device has {:#04x}, the second {:#04x}",
                address + at as u64,
                bytes[at],
                others[at]
            ))),
        }
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        let first = self.first.memory_write(address, bytes).map(|()| 0u8);
        let second = self.second.memory_write(address, bytes).map(|()| 0u8);
        self.same(|| format!("writing {} bytes at DPA {address:#x}", bytes.len()), first, second).map(|_| ())
    }

    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        let first = self.first.wait_interrupt(cycles).map(|()| 0u8);
        let second = self.second.wait_interrupt(cycles).map(|()| 0u8);
        self.same(|| "waiting for the interrupt".into(), first, second).map(|_| ())
    }

    fn time(&self) -> u64 {
        self.first.time().max(self.second.time())
    }
}

fn name(offset: u64) -> String {
    registers::MAP.at(offset).map_or_else(|| format!("MMIO offset {offset:#x}"), |register| register.name.into())
}

//! The device that recoveries are tried on.

use emberlane_drivers::{RecordHeader, Transport, TransportError};
use emberlane_reference::ReferenceCxlMem;
use emberlane_registers::cxl_mem::LINE_BYTES;
use emberlane_registers::log::HEADER_BYTES;

/// The reference; or one whose headers all have the right CRCs when they are read, as if the driver ignored them.
#[derive(Debug)]
pub(super) struct Medium {
    pub(super) device: ReferenceCxlMem,
    pub(super) ignores_crc: bool,
}

impl Medium {
    pub(super) fn device(&mut self) -> &mut ReferenceCxlMem {
        &mut self.device
    }

    /// Gives a line that looks like a header the CRCs of what lies behind it.
    fn mend(&mut self, address: u64, line: &mut [u8; HEADER_BYTES as usize]) -> Result<(), TransportError> {
        let Some(mut header) = RecordHeader::read_unchecked(line) else { return Ok(()) };
        let lines = header.part_lines();
        let mut start = address + HEADER_BYTES;
        for (crc, lines) in header.part_crcs.iter_mut().zip(lines) {
            // A length that is nonsense does not become sense.
            let Some(bytes) = lines.checked_mul(LINE_BYTES).filter(|bytes| *bytes <= MOST_BYTES) else { return Ok(()) };
            let mut part = vec![0; bytes as usize];
            self.device.memory_read(start, &mut part)?;
            *crc = crc32c::crc32c(&part);
            start += bytes;
        }
        *line = header.encode();
        Ok(())
    }
}

/// Bytes of a part of a record of a crash test at most.
const MOST_BYTES: u64 = 1 << 26;

impl Transport for Medium {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        self.device.mmio_read(offset)
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        self.device.mmio_write(offset, value)
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.device.memory_read(address, bytes)?;
        match bytes.try_into() {
            Ok(line) if self.ignores_crc => self.mend(address, line),
            _ => Ok(()),
        }
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.device.memory_write(address, bytes)
    }

    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        self.device.wait_interrupt(cycles)
    }

    fn time(&self) -> u64 {
        self.device.time()
    }
}

//! What the host reaches of the device: registers and memory.

use super::ReferenceCxlMem;
use emberlane_drivers::{Transport, TransportError};
use emberlane_registers::{
    Access, REGISTER_BYTES, Register,
    cxl_mem::{
        self as map, BUSY, CHANNEL_BYTES, CLEAR_COUNTERS, CLEAR_POISON, CLEAR_STATUS, ErrorCode, SCRATCHPAD_BASE,
        SCRATCHPAD_BYTES,
    },
};

impl Transport for ReferenceCxlMem {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        let Some(register) = self.register(offset) else {
            return if map::MAP.has_place(offset) { Ok(0) } else { Err(self.no_register(offset)) };
        };
        let busy = offset == map::STATUS.offset && self.queue.is_busy();
        // What starts an action reads as zero, and nothing stores to its slot.
        Ok(self.read(register) | BUSY.place(busy.into()))
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        let register = self.register(offset).ok_or_else(|| self.no_register(offset))?;
        let value = value & register.mask();
        match register.access {
            Access::ReadOnly => return Err(self.no_register(offset)),
            Access::ReadWrite if self.overlaps_other_decoder(register, value) => {
                *self.value(register) = value & !1;
                self.fail((ErrorCode::DecoderOverlap, offset));
            }
            Access::ReadWrite => *self.value(register) = value,
            Access::WriteOnly if offset == map::DOORBELL.offset => self.ring(value),
            Access::WriteOnly => {
                if CLEAR_STATUS.get(value) == 1 {
                    self.clear_status();
                }
                if CLEAR_COUNTERS.get(value) == 1 {
                    let first = (map::CYCLES.offset / REGISTER_BYTES) as usize;
                    self.registers[first..].fill(0);
                }
                if CLEAR_POISON.get(value) == 1 {
                    self.clear_poison();
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
        self.memory.make_room(address, bytes.len()).map_err(|_| TransportError::NoRoom {
            device: self.name(),
            address,
            length: bytes.len() as u64,
        })?;
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
    /// Whether a value would commit a decoder over the range of the other. Either range begins at a multiple of its size.
    fn overlaps_other_decoder(&self, register: &Register, value: u64) -> bool {
        let other = match register.offset {
            offset if offset == map::HDM_BASE_0.offset => self.read(&map::HDM_BASE_1),
            offset if offset == map::HDM_BASE_1.offset => self.read(&map::HDM_BASE_0),
            _ => return false,
        };
        value & other & 1 == 1 && (value ^ other) & !((self.channels * CHANNEL_BYTES).next_power_of_two() - 1) == 0
    }

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

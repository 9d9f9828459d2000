//! The medium that the device's memory controllers emulate.

use emberlane_registers::{Register, cxl_mem as registers};

/// The medium that the device's memory controllers emulate; all 0: none. Rates are answers a cycle and channel in 1/65536
/// line of 64 bytes, 0 for no bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Media {
    /// Cycles from a read to its earliest answer.
    pub read_latency: u16,
    /// Cycles from a write to its earliest answer.
    pub write_latency: u16,
    /// Rate of reads.
    pub read_rate: u32,
    /// Rate of row-sized writes.
    pub row_write_rate: u32,
    /// Rate of streaming writes.
    pub stream_write_rate: u32,
    /// Cycles after the answer of a write in which reads of its 256 bytes wait.
    pub read_after_write: u16,
}

impl Media {
    /// What is set for it.
    pub(super) fn settings(&self) -> [(&'static Register, u64); 6] {
        [
            (&registers::MEDIA_READ_LATENCY, self.read_latency.into()),
            (&registers::MEDIA_WRITE_LATENCY, self.write_latency.into()),
            (&registers::MEDIA_READ_RATE, self.read_rate.into()),
            (&registers::MEDIA_ROW_WRITE_RATE, self.row_write_rate.into()),
            (&registers::MEDIA_STREAM_WRITE_RATE, self.stream_write_rate.into()),
            (&registers::MEDIA_READ_AFTER_WRITE, self.read_after_write.into()),
        ]
    }
}

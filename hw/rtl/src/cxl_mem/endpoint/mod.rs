//! The CXL endpoint: what the host and its peers do with the device's memory.

pub mod arrivals;
pub mod dcoh;
pub mod fetcher;
pub mod flusher;
pub mod hdm_decoder;
pub mod mem_target;
pub mod memory_port;
pub mod poison_list;
pub mod tagged_writer;

use emberlane_registers::faults::{self, Fault};
use rust_hdl::prelude::*;

/// Lines that a flush, and as many that a fetch may have under way on CXL.cache (2 to the power of this).
pub const LOG_SLOTS: usize = 6;
/// The same number.
pub const SLOTS: usize = 1 << LOG_SLOTS;

/// A fault as a kernel compares with it.
pub(super) fn fault_code(fault: Fault) -> Constant<Bits<{ faults::BITS }>> {
    Constant::new((fault as u64).into())
}

/// A code of CXL as a kernel compares with it.
fn code<const BITS: usize>(code: u8) -> Constant<Bits<BITS>> {
    Constant::new(u64::from(code).into())
}

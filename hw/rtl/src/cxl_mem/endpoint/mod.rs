//! The CXL endpoint: what the host and its peers do with the device's memory.

pub mod flusher;
pub mod hdm_decoder;
pub mod mem_target;
pub mod poison_list;
pub mod tagged_writer;

use rust_hdl::prelude::*;

/// A code of CXL as a kernel compares with it.
fn code<const BITS: usize>(code: u8) -> Constant<Bits<BITS>> {
    Constant::new(u64::from(code).into())
}

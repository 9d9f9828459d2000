//! Codes of the register map as the hardware has them.

use crate::layout::named;
use emberlane_registers::cxl_mem::{self as map, ErrorCode};
use rust_hdl::prelude::*;

/// Bits of a command that is known.
pub const COMMAND_BITS: usize = 3;

named! {
    /// Fields of `STATUS`.
    pub(super) mod status {
        BUSY = map::BUSY.lsb as usize,
        DONE = map::DONE.lsb as usize,
        FAILED = map::FAILED.lsb as usize,
    }
}

/// An error code as a constant of the hardware.
pub(super) fn error_constant(code: ErrorCode) -> Constant<Bits<8>> {
    Constant::new((code as u64).into())
}

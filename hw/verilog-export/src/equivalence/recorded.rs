//! A block that is to be compared.

use super::record::Recording;
use crate::design::Design;

/// A block's Verilog and what Rust-HDL says of it.
pub(super) struct Recorded {
    pub(super) module: String,
    pub(super) design: Design,
    pub(super) recording: Recording,
    pub(super) cycles: usize,
}

//! The Emberlane devices in plain Rust arithmetic, without time.
//!
//! They behave as the hardware does towards software: the same registers, the same memory map, the same checks in the same
//! order, the same bits in memory. A job that waits for nobody is over before the doorbell's write returns.
#![forbid(unsafe_code)]

mod cxl_mem;
pub mod fp32;
mod memory;
pub mod smartssd;

pub use cxl_mem::{
    Finished, Flush, HostWrite, JobLines, ParameterLog, PoisonedLines, Reduction, ReferenceCxlMem, RowRecord,
};
pub use memory::{SharedMemory, Write};

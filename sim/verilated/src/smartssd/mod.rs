//! The SmartSSD as RTL.

mod device;
mod kernel;
mod pins;

pub use device::{RtlSmartSsd, SSD_BYTES, SmartSsdBuilder, SmartSsdStatistics};
pub use kernel::{RtlKernel, RtlKernelBuilder, RtlKernelError};

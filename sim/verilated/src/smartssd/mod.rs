//! The SmartSSD as RTL: the whole device, and its embedding kernel alone.

mod device;
mod endpoint;
mod kernel;
mod pins;

pub use device::{RtlSmartSsd, SSD_BYTES, SmartSsdBuilder, SmartSsdStatistics};
pub use endpoint::RtlSmartSsdEndpoint;
pub use kernel::{RtlKernel, RtlKernelBuilder, RtlKernelError};

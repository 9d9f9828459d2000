//! The SmartSSD as RTL.

mod kernel;
mod pins;

pub use kernel::{RtlKernel, RtlKernelBuilder, RtlKernelError};

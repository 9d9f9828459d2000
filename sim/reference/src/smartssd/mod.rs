//! The SmartSSD in plain Rust arithmetic.

mod agent;
mod device;
#[cfg(test)]
mod device_tests;
mod hazard;
mod kernel;
mod memories;
mod order;
#[cfg(test)]
mod tests;

pub use device::ReferenceSmartSsd;
pub use hazard::Hazard;
pub use kernel::{KernelMemory, PlanError, ReferenceKernel};
pub use memories::Fault;

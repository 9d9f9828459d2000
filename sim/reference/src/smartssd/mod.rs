//! The SmartSSD in plain Rust arithmetic.

mod agent;
mod device;
#[cfg(test)]
mod device_tests;
mod hazard;
mod kernel;
mod memories;
mod order;
mod plan_error;
mod position;
#[cfg(test)]
mod tests;

pub use device::ReferenceSmartSsd;
pub use hazard::Hazard;
pub use kernel::{KernelMemory, ReferenceKernel};
pub use memories::{Fault, Reached};
pub use plan_error::PlanError;

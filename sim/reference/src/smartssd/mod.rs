//! The SmartSSD in plain Rust arithmetic.

mod kernel;
mod order;
#[cfg(test)]
mod tests;

pub use kernel::{KernelMemory, PlanError, ReferenceKernel};

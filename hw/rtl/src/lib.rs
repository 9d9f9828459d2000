//! The Emberlane hardware, in Rust-HDL.
#![forbid(unsafe_code)]

/// A comment of a kernel that goes into the Verilog; nothing in simulation.
macro_rules! comment {
    ($text:literal) => {};
}

pub mod axi;
pub mod cxl_mem;
pub mod designs;
pub mod fp32;
pub mod memory;
pub mod memory_controller;
pub mod stream;

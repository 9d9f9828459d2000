//! The Emberlane hardware, in Rust-HDL.
#![forbid(unsafe_code)]

pub mod axi;
pub mod cxl_mem;
pub mod fp32;
pub mod memory;
pub mod stream;

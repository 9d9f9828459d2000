//! Rust-HDL design to sound, readable Verilog-2001.
#![forbid(unsafe_code)]

mod about;

pub use about::{About, Describe};

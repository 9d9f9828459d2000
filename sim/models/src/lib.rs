//! Timing models of the Emberlane hardware, and the media it emulates.
//!
//! A model says in plain Rust what a block does in every cycle, and nothing about how. Tests run it beside the block.
#![forbid(unsafe_code)]

pub mod ideal_dram;
pub mod media;
pub mod memory_controller;

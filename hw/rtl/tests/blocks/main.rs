//! The building blocks in Rust-HDL's own simulation, against models of what they promise.
//!
//! A test drives the block itself, cycle by cycle, without threads. Random tests print their seed.

mod axi_lite;
mod axi_lite_slave;
mod bench;
mod memory;
mod memory_controller;
mod register_file;
mod round_robin;
mod stream;
mod words;

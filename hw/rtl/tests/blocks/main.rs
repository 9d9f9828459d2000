//! The building blocks in Rust-HDL's own simulation, against models of what they promise.
//!
//! A test drives the block itself, cycle by cycle, without threads. Random tests print their seed.

mod bench;
mod memory;
mod round_robin;
mod stream;

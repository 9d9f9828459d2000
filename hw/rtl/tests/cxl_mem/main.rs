//! The blocks of CXL-MEM in Rust-HDL's own simulation, against plain Rust.

#[path = "../blocks/bench.rs"]
mod bench;
mod event_counter;
mod lanes;
mod lines;
mod top;

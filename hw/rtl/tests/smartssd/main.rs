//! The blocks of the SmartSSD in Rust-HDL's own simulation, against plain Rust.

#[path = "../blocks/bench.rs"]
mod bench;
mod kernel;
#[path = "../cxl_mem/lines.rs"]
mod lines;
mod memory;
#[path = "../cxl_mem/stack.rs"]
mod stack;

//! The blocks of the SmartSSD in Rust-HDL's own simulation, against plain Rust.

#[path = "../blocks/bench.rs"]
mod bench;
mod kernel;
#[expect(dead_code, reason = "the blocks of CXL-MEM use more of it")]
#[path = "../cxl_mem/lines.rs"]
mod lines;
mod memory;
#[path = "../cxl_mem/stack.rs"]
mod stack;

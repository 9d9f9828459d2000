//! The bridge from AXI4 to CXL.mem, and what a shell is made of, in Rust-HDL's own simulation against plain Rust.

mod axi_bridge;
#[path = "../blocks/bench.rs"]
mod bench;
mod ddr_port;
mod device;
mod host_reader;
#[path = "../cxl_mem/lines.rs"]
#[expect(dead_code, reason = "shared with other tests, which use all of it")]
mod lines;
mod master;

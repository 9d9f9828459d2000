//! The Emberlane devices as Verilated RTL.
//!
//! [`RtlCxlMem`] is what most users want: the device as a [`Transport`](emberlane_drivers::Transport), with memory
//! behind its channels, so that a driver cannot tell it from another one.
//!
//! | layer | |
//! |---|---|
//! | [`Model`] | one instance of a Verilated design: ports by name, clock, waveform |
//! | [`axi`] | bus models in plain Rust: AXI4 memory with protocol checks, AXI4-Lite master |
//! | [`cxl`] | the host's side of CXL.mem |
//! | [`RtlCxlMem`] | all together, for the design `cxl_mem` |
//! | [`RtlU200`] | the design in the shell of a U200, driven over AXI alone |
//! | [`RtlU200Clocks`] | the same with another clock for the memory |
//! | [`RtlSmartSsdShell`] | the SmartSSD in a shell without a CXL link, driven over AXI alone |
//! | [`RtlEndpoint`] | the same at the end of a CXL link, in the fabric's time |
//! | [`smartssd`] | the SmartSSD's FPGA, with its DRAM, its SSD and the host's side of its link, or at the end of one |
//! | [`RtlOverCxl`] | a fabric with it, as a transport for a driver |
//! | [`RtlKernel`] | the SmartSSD's embedding kernel, for the designs `embedding_kernel_*` |
//!
//! The Verilog is the committed export in `hw/verilog`; set `EMBERLANE_VERILOG` at build time to simulate another one.
//! A seed decides everything that is random here: stalls, latencies, the order of answers, and what storage without a
//! value holds at first. The same seed gives the same cycles. Where `EMBERLANE_RECORDINGS` names a folder, it
//! takes what every model is driven with, for `scripts/mutate` and `scripts/coverage`.
//!
//! With the feature `rtl-fast` the FP32 units of the devices that users ask for use this machine's processor and no protocol monitor
//! watches, which is faster and has the same bits and cycles: see [`native`].

mod at_link;
mod attached;
pub mod axi;
mod bridge;
mod build_of;
mod clocked;
pub mod cxl;
mod cxl_mem;
mod endpoint;
mod error;
mod model;
pub mod native;
mod recording;
pub mod smartssd;
mod smartssd_shell;
mod u200;
mod u200_clocks;
mod window;

pub use cxl_mem::{CxlMemBuilder, RtlCxlMem, Statistics};
pub use endpoint::{RtlEndpoint, RtlOverCxl};
pub use error::BuildError;
pub use model::{Direction, Input, Model, ModelError, Output, designs};
pub use smartssd::{RtlKernel, RtlKernelBuilder, RtlKernelError};
pub use smartssd_shell::RtlSmartSsdShell;
pub use u200::RtlU200;
pub use u200_clocks::RtlU200Clocks;

pub use emberlane_registers::cxl_mem::CLOCK_PERIOD_PS;

//! Memories that infer block RAM, LUT RAM or UltraRAM.
//!
//! Rust-HDL has no memory of its own without a value at power-up, so these are widgets: a model for its simulation and Verilog text
//! for everything else. A test runs one against the other.

mod block_ram;
mod dual_port_ram;
mod lut_ram;
mod operand_ram;
mod ultra_ram;
pub(crate) mod words;

pub use block_ram::BlockRam;
pub use dual_port_ram::DualPortRam;
pub use lut_ram::LutRam;
pub use operand_ram::OperandRam;
pub use ultra_ram::UltraRam;

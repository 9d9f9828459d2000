//! Memories that infer block RAM or LUT RAM.
//!
//! Rust-HDL has no memory of its own that reads back at power-up what an FPGA would, so these are widgets: a model
//! for its simulation and Verilog text for everything else. A test runs one against the other.

mod block_ram;
mod dual_port_ram;
mod lut_ram;

pub use block_ram::BlockRam;
pub use dual_port_ram::DualPortRam;
pub use lut_ram::LutRam;

use rust_hdl::prelude::Bits;

/// The word at `address`; zero when nothing was stored that high.
fn load<const WIDTH: usize>(memory: &[Bits<WIDTH>], address: usize) -> Bits<WIDTH> {
    memory.get(address).copied().unwrap_or_default()
}

/// Stores `value` at `address`.
fn store<const WIDTH: usize>(memory: &mut Vec<Bits<WIDTH>>, address: usize, value: Bits<WIDTH>) {
    if memory.len() <= address {
        memory.resize(address + 1, Bits::default());
    }
    memory[address] = value;
}

/// Verilog declaration of a zeroed memory that asks the synthesiser for `style`.
fn declaration(style: &str, width: usize, address: usize) -> String {
    let (top_bit, top_word) = (width - 1, (1_u64 << address) - 1);
    format!(
        "(* ram_style = \"{style}\" *) reg [{top_bit}:0] memory [0:{top_word}];

integer word;
initial
    for (word = 0; word <= {top_word}; word = word + 1)
        memory[word] = {width}'d0;
"
    )
}

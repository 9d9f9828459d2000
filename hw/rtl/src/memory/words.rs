//! What the memories have in common: words of a model, and the declaration in Verilog.

use rust_hdl::prelude::Bits;

/// The word at `address`; zero when nothing was stored that high.
pub(crate) fn load<const WIDTH: usize>(memory: &[Bits<WIDTH>], address: usize) -> Bits<WIDTH> {
    memory.get(address).copied().unwrap_or_default()
}

/// Stores `value` at `address`.
pub(crate) fn store<const WIDTH: usize>(memory: &mut Vec<Bits<WIDTH>>, address: usize, value: Bits<WIDTH>) {
    if memory.len() <= address {
        memory.resize(address + 1, Bits::default());
    }
    memory[address] = value;
}

/// Verilog declaration of a memory that asks the synthesiser for `style`.
///
/// What a memory holds at power-up matters to no function. Synthesis gets no initial value, because tools take minutes over large
/// ones; simulation gets zeros, so that no output is X while its valid is low.
pub(crate) fn declaration(style: &str, width: usize, address: usize) -> String {
    let (top_bit, top_word) = (width - 1, (1_u64 << address) - 1);
    format!(
        "(* ram_style = \"{style}\" *) reg [{top_bit}:0] memory [0:{top_word}];

`ifndef SYNTHESIS
// Any value would do at power-up, but no X.
integer word;
initial
    for (word = 0; word <= {top_word}; word = word + 1)
        memory[word] = {width}'d0;
`endif
"
    )
}

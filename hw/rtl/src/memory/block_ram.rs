//! Memory with a registered read, for block RAM.

use emberlane_verilog::{About, Describe, Generic};
use rust_hdl::prelude::*;

/// Simple dual-port memory of `1 << ADDRESS` words of `WIDTH` bits: one write port, one read port with a register.
///
/// * Ports: `write_*` stores `write_data` at the clock edge when `write_enable` is high; when `read_enable` is high,
///   `read_data` takes the word at `read_address` at the clock edge, and holds it otherwise. A read of the word that is
///   written at the same edge returns the old value.
/// * Latency: a read 1 cycle; a write is seen by a read that is enabled in the cycle after it.
/// * Throughput: one write and one read a cycle. It never stalls.
///
/// What it holds at power-up is not defined (zeros in simulation), and there is no reset.
#[derive(LogicBlock, Default)]
pub struct BlockRam<const WIDTH: usize, const ADDRESS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Store `write_data` at the next edge.
    pub write_enable: Signal<In, Bit>,
    /// Word to store to.
    pub write_address: Signal<In, Bits<ADDRESS>>,
    /// Value to store.
    pub write_data: Signal<In, Bits<WIDTH>>,
    /// Read the word at `read_address` at the next edge.
    pub read_enable: Signal<In, Bit>,
    /// Word to read.
    pub read_address: Signal<In, Bits<ADDRESS>>,
    /// The word last read.
    pub read_data: Signal<Out, Bits<WIDTH>>,
    about: About<Self>,
    /// Words up to the highest one written; those above were never written, and simulation has zeros there.
    _memory: Vec<Bits<WIDTH>>,
}

impl<const WIDTH: usize, const ADDRESS: usize> Describe for BlockRam<WIDTH, ADDRESS> {
    fn name() -> String {
        format!("block_ram_w{WIDTH}_d{}", 1_u64 << ADDRESS)
    }

    fn generic() -> Option<Generic> {
        Some(Generic::new("block_ram", &[("WIDTH", WIDTH), ("LOG_DEPTH", ADDRESS)]))
    }

    fn description() -> &'static str {
        "Memory with one write port and one registered read port, for block RAM; \
         a read of the word being written returns the old value. \
         Latency: read 1 cycle. Throughput: one read and one write a cycle. Never stalls."
    }
}

impl<const WIDTH: usize, const ADDRESS: usize> Logic for BlockRam<WIDTH, ADDRESS> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            // The read comes first: it returns what the word held before this edge.
            if self.read_enable.val() {
                self.read_data.next = super::words::load(&self._memory, self.read_address.val().index());
            }
            if self.write_enable.val() {
                super::words::store(&mut self._memory, self.write_address.val().index(), self.write_data.val());
            }
        }
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        let declaration = super::words::declaration("block", WIDTH, ADDRESS);
        Verilog::Custom(format!(
            "{declaration}
`ifndef SYNTHESIS
initial read_data = {WIDTH}'d0;
`endif

always @(posedge clock) begin
    if (write_enable)
        memory[write_address] <= write_data;
    if (read_enable)
        read_data <= memory[read_address];
end
"
        ))
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "block_ram".into(),
            clock: "clock".into(),
            inputs: ["write_enable", "write_address", "write_data", "read_enable", "read_address"]
                .map(String::from)
                .into(),
            outputs: vec!["read_data".into()],
        }]
    }
}

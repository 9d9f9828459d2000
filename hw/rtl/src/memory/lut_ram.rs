//! Small memory with an asynchronous read, for LUT RAM.

use emberlane_verilog::{About, Describe, Generic};
use rust_hdl::prelude::*;

/// Simple dual-port memory of `1 << ADDRESS` words of `WIDTH` bits: one write port, one read port without a register.
///
/// * Ports: `write_*` stores `write_data` at the clock edge when `write_enable` is high; `read_data` follows
///   `read_address` and the stored word.
/// * Latency: a read 0 cycles; a write is read back in the cycle after it.
/// * Throughput: one write and one read a cycle. It never stalls.
///
/// What it holds at power-up is not defined (zeros in simulation), and there is no reset.
#[derive(LogicBlock, Default)]
pub struct LutRam<const WIDTH: usize, const ADDRESS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Store `write_data` at the next edge.
    pub write_enable: Signal<In, Bit>,
    /// Word to store to.
    pub write_address: Signal<In, Bits<ADDRESS>>,
    /// Value to store.
    pub write_data: Signal<In, Bits<WIDTH>>,
    /// Word to read.
    pub read_address: Signal<In, Bits<ADDRESS>>,
    /// The word at `read_address`, in the same cycle.
    pub read_data: Signal<Out, Bits<WIDTH>>,
    about: About<Self>,
    /// Words up to the highest one written; those above were never written, and simulation has zeros there.
    _memory: Vec<Bits<WIDTH>>,
}

impl<const WIDTH: usize, const ADDRESS: usize> Describe for LutRam<WIDTH, ADDRESS> {
    fn name() -> String {
        format!("lut_ram_w{WIDTH}_d{}", 1_u64 << ADDRESS)
    }

    fn generic() -> Option<Generic> {
        Some(Generic::new("lut_ram", &[("WIDTH", WIDTH), ("LOG_DEPTH", ADDRESS)]))
    }

    fn description() -> &'static str {
        "Memory with one write port and one combinational read port, for LUT RAM. \
         Latency: read 0 cycles, write to read 1. Throughput: one read and one write a cycle. Never stalls."
    }
}

impl<const WIDTH: usize, const ADDRESS: usize> Logic for LutRam<WIDTH, ADDRESS> {
    fn update(&mut self) {
        if self.clock.pos_edge() && self.write_enable.val() {
            super::words::store(&mut self._memory, self.write_address.val().index(), self.write_data.val());
        }
        self.read_data.next = super::words::load(&self._memory, self.read_address.val().index());
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        let declaration = super::words::declaration("distributed", WIDTH, ADDRESS);
        Verilog::Custom(format!(
            "{declaration}
assign read_data = memory[read_address];

always @(posedge clock)
    if (write_enable)
        memory[write_address] <= write_data;
"
        ))
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "lut_ram_write".into(),
            clock: "clock".into(),
            inputs: vec!["write_enable".into(), "write_address".into(), "write_data".into()],
            outputs: vec![],
        }]
    }
}

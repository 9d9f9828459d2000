//! Memory that one clock writes and another reads.

use emberlane_verilog::{About, Describe, Generic};
use rust_hdl::prelude::*;

/// Memory of `1 << ADDRESS` words of `WIDTH` bits on LUT RAM, written by one clock and read by another.
///
/// * Ports: `write_*` stores `write_data` at an edge of `write_clock` when `write_enable` is high; when `read_enable` is high,
///   `read_data` takes the word at `read_address` at an edge of `read_clock`, and holds it otherwise.
/// * A word must not be read while it is written, nor within a period of `read_clock` behind that: whoever uses this memory excludes it.
/// * Latency: a read 1 cycle of `read_clock`. Throughput: a write a cycle of one, a read a cycle of the other. It never stalls.
///
/// What it holds at power-up is not defined (zeros in simulation), and there is no reset.
#[derive(LogicBlock, Default)]
pub struct DualClockRam<const WIDTH: usize, const ADDRESS: usize> {
    /// Clock of writes.
    pub write_clock: Signal<In, Clock>,
    /// Store `write_data` at the next edge of `write_clock`.
    pub write_enable: Signal<In, Bit>,
    /// Word to store to.
    pub write_address: Signal<In, Bits<ADDRESS>>,
    /// Value to store.
    pub write_data: Signal<In, Bits<WIDTH>>,
    /// Clock of reads.
    pub read_clock: Signal<In, Clock>,
    /// Read the word at `read_address` at the next edge of `read_clock`.
    pub read_enable: Signal<In, Bit>,
    /// Word to read.
    pub read_address: Signal<In, Bits<ADDRESS>>,
    /// The word last read.
    pub read_data: Signal<Out, Bits<WIDTH>>,
    about: About<Self>,
    _memory: Vec<Bits<WIDTH>>,
}

impl<const WIDTH: usize, const ADDRESS: usize> Describe for DualClockRam<WIDTH, ADDRESS> {
    fn name() -> String {
        format!("dual_clock_ram_w{WIDTH}_d{}", 1_u64 << ADDRESS)
    }

    fn generic() -> Option<Generic> {
        Some(Generic::new("dual_clock_ram", &[("WIDTH", WIDTH), ("LOG_DEPTH", ADDRESS)]))
    }

    fn description() -> &'static str {
        "Memory on LUT RAM that one clock writes and another reads; a word must not be read while it is written. \
         Latency: read 1 cycle. Throughput: one write and one read a cycle. Never stalls."
    }
}

impl<const WIDTH: usize, const ADDRESS: usize> Logic for DualClockRam<WIDTH, ADDRESS> {
    fn update(&mut self) {
        // The read comes first: at an edge of both clocks it returns what the word held before.
        if self.read_clock.pos_edge() && self.read_enable.val() {
            self.read_data.next = crate::memory::words::load(&self._memory, self.read_address.val().index());
        }
        if self.write_clock.pos_edge() && self.write_enable.val() {
            let address = self.write_address.val().index();
            crate::memory::words::store(&mut self._memory, address, self.write_data.val());
        }
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        let declaration = crate::memory::words::declaration("distributed", WIDTH, ADDRESS);
        Verilog::Custom(format!(
            "{declaration}
`ifndef SYNTHESIS
initial read_data = {WIDTH}'d0;
`endif

always @(posedge write_clock)
    if (write_enable)
        memory[write_address] <= write_data;

always @(posedge read_clock)
    if (read_enable)
        read_data <= memory[read_address];
"
        ))
    }

    fn timing(&self) -> Vec<TimingInfo> {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        vec![
            TimingInfo {
                name: "dual_clock_ram_write".into(),
                clock: "write_clock".into(),
                inputs: names(&["write_enable", "write_address", "write_data"]),
                outputs: vec![],
            },
            TimingInfo {
                name: "dual_clock_ram_read".into(),
                clock: "read_clock".into(),
                inputs: names(&["read_enable", "read_address"]),
                outputs: names(&["read_data"]),
            },
        ]
    }
}

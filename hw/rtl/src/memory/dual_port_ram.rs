//! Memory with two ports, for block RAM.

use emberlane_verilog::{About, Describe, Generic};
use rust_hdl::prelude::*;

/// True dual-port memory of `1 << ADDRESS` words of `WIDTH` bits: port `a` reads, port `b` reads or writes.
///
/// * Ports: when `a_enable` is high, `a_data` takes the word at `a_address` at the clock edge, and holds it otherwise. Port `b`
///   does so when `b_enable` is high and `b_write` low; with `b_write` high it stores `b_write_data` instead, and `b_data`
///   holds.
/// * Where port `a` reads the word that port `b` writes at the same edge, what block RAM gives is not defined. Whoever uses this memory
///   does not use that. Simulation, of the Verilog too, gives a word of ones, which no user would take for another.
/// * Latency: a read 1 cycle; a write is seen by a read that is enabled in the cycle after it.
/// * Throughput: two reads, or a read and a write, a cycle. It never stalls.
///
/// What it and its outputs hold at power-up is not defined (zeros in simulation), and there is no reset.
#[derive(LogicBlock, Default)]
pub struct DualPortRam<const WIDTH: usize, const ADDRESS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Read the word at `a_address` at the next edge.
    pub a_enable: Signal<In, Bit>,
    /// Word to read.
    pub a_address: Signal<In, Bits<ADDRESS>>,
    /// The word last read by port `a`.
    pub a_data: Signal<Out, Bits<WIDTH>>,
    /// Use port `b` at the next edge.
    pub b_enable: Signal<In, Bit>,
    /// Store `b_write_data` instead of reading.
    pub b_write: Signal<In, Bit>,
    /// Word to read or to store to.
    pub b_address: Signal<In, Bits<ADDRESS>>,
    /// Value to store.
    pub b_write_data: Signal<In, Bits<WIDTH>>,
    /// The word last read by port `b`.
    pub b_data: Signal<Out, Bits<WIDTH>>,
    about: About<Self>,
    /// Words up to the highest one written; those above were never written, and simulation has zeros there.
    _memory: Vec<Bits<WIDTH>>,
}

impl<const WIDTH: usize, const ADDRESS: usize> Describe for DualPortRam<WIDTH, ADDRESS> {
    fn name() -> String {
        format!("dual_port_ram_w{WIDTH}_d{}", 1_u64 << ADDRESS)
    }

    fn generic() -> Option<Generic> {
        Some(Generic::new("dual_port_ram", &[("WIDTH", WIDTH), ("LOG_DEPTH", ADDRESS)]))
    }

    fn description() -> &'static str {
        "Memory with one port that reads and one that reads or writes, for block RAM; \
         what is read of a word that is being written is not defined. \
         Latency: read 1 cycle. Throughput: two accesses a cycle. Never stalls."
    }
}

impl<const WIDTH: usize, const ADDRESS: usize> Logic for DualPortRam<WIDTH, ADDRESS> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            if self.a_enable.val() {
                let address = self.a_address.val();
                let is_written = self.b_enable.val() & self.b_write.val() & (self.b_address.val() == address);
                self.a_data.next =
                    if is_written { !Bits::default() } else { super::words::load(&self._memory, address.index()) };
            }
            if self.b_enable.val() {
                let address = self.b_address.val().index();
                if self.b_write.val() {
                    super::words::store(&mut self._memory, address, self.b_write_data.val());
                } else {
                    self.b_data.next = super::words::load(&self._memory, address);
                }
            }
        }
    }

    fn connect(&mut self) {
        self.a_data.connect();
        self.b_data.connect();
    }

    fn hdl(&self) -> Verilog {
        let declaration = super::words::declaration("block", WIDTH, ADDRESS);
        Verilog::Custom(format!(
            "{declaration}
`ifndef SYNTHESIS
initial a_data = {WIDTH}'d0;
initial b_data = {WIDTH}'d0;
`endif

always @(posedge clock)
    if (a_enable)
`ifndef SYNTHESIS
        // What block RAM gives is not defined: ones are easy to see.
        if (b_enable && b_write && a_address == b_address)
            a_data <= {{{WIDTH}{{1'b1}}}};
        else
`endif
        a_data <= memory[a_address];

always @(posedge clock)
    if (b_enable) begin
        if (b_write)
            memory[b_address] <= b_write_data;
        else
            b_data <= memory[b_address];
    end
"
        ))
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "dual_port_ram".into(),
            clock: "clock".into(),
            inputs: ["a_enable", "a_address", "b_enable", "b_write", "b_address", "b_write_data"]
                .map(String::from)
                .into(),
            outputs: vec!["a_data".into(), "b_data".into()],
        }]
    }
}

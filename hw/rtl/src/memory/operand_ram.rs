//! Memory of operands, for block RAM.

use emberlane_verilog::{About, Describe, Generic};
use rust_hdl::prelude::*;

/// Lanes of a word.
const LANES: usize = 16;
/// FP32 bits of -0, which changes no number that it is added to.
const MINUS_ZERO: u64 = 0x8000_0000;

/// True dual-port memory of `1 << ADDRESS` words of sixteen FP32 numbers, whose ports give -0 when they do not read: port `a` reads,
/// port `b` reads or writes.
///
/// * Ports: when `a_enable` is high, `a_data` takes the word at `a_address` at the clock edge, and -0 in every lane otherwise: block RAM
///   sets its output register to that for nothing. Port `b` reads when `b_enable` is high; when `b_write` is, it stores `b_write_data`
///   and does not read. They must not be high together.
/// * Port `a` must not read the word that port `b` writes at the same edge: what block RAM gives then is not defined. Whoever uses
///   this memory excludes it. Simulation, of the Verilog too, gives a word of ones, which no user would take for another.
/// * Latency: a read 1 cycle; a write is seen by a read that is enabled in the cycle after it.
/// * Throughput: two reads, or a read and a write, a cycle. It never stalls.
///
/// What it and its outputs hold at power-up is not defined (zeros in simulation), and there is no reset.
#[derive(LogicBlock, Default)]
pub struct OperandRam<const ADDRESS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Read the word at `a_address` at the next edge.
    pub a_enable: Signal<In, Bit>,
    /// Word to read.
    pub a_address: Signal<In, Bits<ADDRESS>>,
    /// The word that port `a` has read, or -0.
    pub a_data: Signal<Out, Bits<512>>,
    /// Read the word at `b_address` at the next edge.
    pub b_enable: Signal<In, Bit>,
    /// Store `b_write_data` there.
    pub b_write: Signal<In, Bit>,
    /// Word to read or to store to.
    pub b_address: Signal<In, Bits<ADDRESS>>,
    /// Value to store.
    pub b_write_data: Signal<In, Bits<512>>,
    /// The word that port `b` has read, or -0.
    pub b_data: Signal<Out, Bits<512>>,
    about: About<Self>,
    /// Words up to the highest one written; those above were never written, and simulation has zeros there.
    _memory: Vec<Bits<512>>,
}

impl<const ADDRESS: usize> Describe for OperandRam<ADDRESS> {
    fn name() -> String {
        format!("operand_ram_d{}", 1_u64 << ADDRESS)
    }

    fn generic() -> Option<Generic> {
        Some(Generic::new("operand_ram", &[("LOG_DEPTH", ADDRESS)]))
    }

    fn description() -> &'static str {
        "Memory of sixteen FP32 numbers a word, with one port that reads and one that reads or writes, for block RAM; \
         a port that does not read gives -0, and the word that is being written must not be read. \
         Latency: read 1 cycle. Throughput: two accesses a cycle. Never stalls."
    }
}

/// A word of -0.
fn nothing() -> Bits<512> {
    let lane: Bits<512> = MINUS_ZERO.into();
    (0..LANES).fold(Bits::default(), |lanes, _| (lanes << 32) | lane)
}

impl<const ADDRESS: usize> Logic for OperandRam<ADDRESS> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            let (a, b) = (self.a_address.val(), self.b_address.val());
            self.a_data.next = if !self.a_enable.val() {
                nothing()
            } else if self.b_write.val() & (a == b) {
                !Bits::default()
            } else {
                super::words::load(&self._memory, a.index())
            };
            self.b_data.next =
                if self.b_enable.val() { super::words::load(&self._memory, b.index()) } else { nothing() };
            if self.b_write.val() {
                super::words::store(&mut self._memory, b.index(), self.b_write_data.val());
            }
        }
    }

    fn connect(&mut self) {
        self.a_data.connect();
        self.b_data.connect();
    }

    fn hdl(&self) -> Verilog {
        let declaration = super::words::declaration("block", 512, ADDRESS);
        Verilog::Custom(format!(
            "{declaration}
`ifndef SYNTHESIS
initial a_data = 512'd0;
initial b_data = 512'd0;
`endif

always @(posedge clock)
    if (a_enable)
`ifndef SYNTHESIS
        // What block RAM gives is not defined: ones are easy to see.
        if (b_write && a_address == b_address)
            a_data <= {{512{{1'b1}}}};
        else
`endif
        a_data <= memory[a_address];
    else
        a_data <= {{{LANES}{{32'h{MINUS_ZERO:08x}}}}};

always @(posedge clock)
    if (b_write)
        memory[b_address] <= b_write_data;

always @(posedge clock)
    if (b_enable)
        b_data <= memory[b_address];
    else
        b_data <= {{{LANES}{{32'h{MINUS_ZERO:08x}}}}};
"
        ))
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "operand_ram".into(),
            clock: "clock".into(),
            inputs: ["a_enable", "a_address", "b_enable", "b_write", "b_address", "b_write_data"]
                .map(String::from)
                .into(),
            outputs: vec!["a_data".into(), "b_data".into()],
        }]
    }
}

//! Memory of lines, for UltraRAM.

use emberlane_verilog::{About, Describe, Generic};
use rust_hdl::prelude::*;

/// Bits of a line.
const LINE_BITS: usize = 512;
/// Bytes of a line.
const BYTES: usize = 64;

/// Memory of `1 << ADDRESS` lines of 64 bytes: one write port with byte enables, one read port with a register.
///
/// * Ports: when `write_enable` is high, the bytes of `write_data` whose bit in `write_bytes` is high are stored at the clock edge; when
///   `read_enable` is high, `read_data` takes the line at `read_address` at the clock edge, and holds it otherwise. A read of the line
///   that is written at the same edge returns the old one.
/// * Latency: a read 1 cycle; a write is seen by a read that is enabled in the cycle after it.
/// * Throughput: one write and one read a cycle. It never stalls.
///
/// What it holds at power-up is not defined (zeros in simulation), and there is no reset.
#[derive(LogicBlock, Default)]
pub struct UltraRam<const ADDRESS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Store at the next edge.
    pub write_enable: Signal<In, Bit>,
    /// Line to store to.
    pub write_address: Signal<In, Bits<ADDRESS>>,
    /// What to store.
    pub write_data: Signal<In, Bits<LINE_BITS>>,
    /// Bytes of it that are stored.
    pub write_bytes: Signal<In, Bits<BYTES>>,
    /// Read the line at `read_address` at the next edge.
    pub read_enable: Signal<In, Bit>,
    /// Line to read.
    pub read_address: Signal<In, Bits<ADDRESS>>,
    /// The line last read.
    pub read_data: Signal<Out, Bits<LINE_BITS>>,
    about: About<Self>,
    _memory: Vec<Bits<LINE_BITS>>,
}

impl<const ADDRESS: usize> Describe for UltraRam<ADDRESS> {
    fn name() -> String {
        format!("ultra_ram_d{}", 1_u64 << ADDRESS)
    }

    fn generic() -> Option<Generic> {
        Some(Generic::new("ultra_ram", &[("LOG_DEPTH", ADDRESS)]))
    }

    fn description() -> &'static str {
        "Memory of lines of 64 bytes with a write port with byte enables and a registered read port, for UltraRAM; \
         a read of the line being written returns the old one. \
         Latency: read 1 cycle. Throughput: one read and one write a cycle. Never stalls."
    }
}

impl<const ADDRESS: usize> Logic for UltraRam<ADDRESS> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            // The read comes first: it returns what the line held before this edge.
            if self.read_enable.val() {
                self.read_data.next = super::words::load(&self._memory, self.read_address.val().index());
            }
            if self.write_enable.val() {
                let address = self.write_address.val().index();
                let (bytes, data) = (self.write_bytes.val(), self.write_data.val());
                let mut mask = Bits::<LINE_BITS>::default();
                for byte in (0..BYTES).rev() {
                    let bits: Bits<LINE_BITS> = if bytes.get_bit(byte) { 0xff.into() } else { 0.into() };
                    mask = (mask << 8) | bits;
                }
                let line = (super::words::load(&self._memory, address) & !mask) | (data & mask);
                super::words::store(&mut self._memory, address, line);
            }
        }
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        let declaration = super::words::declaration("ultra", LINE_BITS, ADDRESS);
        Verilog::Custom(format!(
            "{declaration}
`ifndef SYNTHESIS
initial read_data = {LINE_BITS}'d0;
`endif

integer lane;

always @(posedge clock) begin
    if (write_enable)
        for (lane = 0; lane < {BYTES}; lane = lane + 1)
            if (write_bytes[lane])
                memory[write_address][8 * lane +: 8] <= write_data[8 * lane +: 8];
    if (read_enable)
        read_data <= memory[read_address];
end
"
        ))
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "ultra_ram".into(),
            clock: "clock".into(),
            inputs: ["write_enable", "write_address", "write_data", "write_bytes", "read_enable", "read_address"]
                .map(String::from)
                .into(),
            outputs: vec!["read_data".into()],
        }]
    }
}

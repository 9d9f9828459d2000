//! Writes lines to one AXI4 port.

use crate::stream::Fifo;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Writes that may be unanswered (2 to the power of this).
const LOG_UNANSWERED: usize = 6;

/// Writes 64-byte lines as single-beat AXI4 bursts and waits for every answer.
///
/// Latency: one cycle to AW and W. Throughput: a line a cycle. Stalls when the port does not take address or data, and
/// when 64 writes are unanswered. A line counts as durable once its answer (B) is there.
#[derive(LogicBlock, Default)]
pub struct LineWriter {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// DPA of the line, for error reports.
    pub in_address: Signal<In, Bits<64>>,
    /// Byte address on the port.
    pub in_port_address: Signal<In, Bits<64>>,
    /// The line.
    pub in_data: Signal<In, Bits<512>>,
    /// There is a line.
    pub in_valid: Signal<In, Bit>,
    /// The line is taken.
    pub in_ready: Signal<Out, Bit>,
    /// AXI write address.
    pub awaddr: Signal<Out, Bits<64>>,
    /// AXI write address valid.
    pub awvalid: Signal<Out, Bit>,
    /// AXI write address ready.
    pub awready: Signal<In, Bit>,
    /// AXI write data.
    pub wdata: Signal<Out, Bits<512>>,
    /// AXI write data valid.
    pub wvalid: Signal<Out, Bit>,
    /// AXI write data ready.
    pub wready: Signal<In, Bit>,
    /// AXI write answer.
    pub bresp: Signal<In, Bits<2>>,
    /// AXI write answer valid.
    pub bvalid: Signal<In, Bit>,
    /// AXI write answer ready; always high.
    pub bready: Signal<Out, Bit>,
    /// Every line that was taken is answered.
    pub idle: Signal<Out, Bit>,
    /// A write was answered with an error.
    pub fault: Signal<Out, Bit>,
    /// Its DPA.
    pub fault_address: Signal<Out, Bits<64>>,
    unanswered: Fifo<64, LOG_UNANSWERED>,
    port_address: DFF<Bits<64>>,
    data: DFF<Bits<512>>,
    address_pending: DFF<Bit>,
    data_pending: DFF<Bit>,
    room: Signal<Local, Bit>,
    taken: Signal<Local, Bit>,
    about: About<Self>,
}

impl Describe for LineWriter {
    fn name() -> String {
        "line_writer".into()
    }

    fn description() -> &'static str {
        "Writes 64-byte lines as single-beat AXI4 bursts. One cycle to the port; a line a cycle; stalls on the port's ready and when 64 writes are unanswered."
    }
}

impl Logic for LineWriter {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, port_address, data, address_pending, data_pending);
        self.unanswered.clock.next = self.clock.val();
        self.unanswered.reset.next = self.reset.val();

        self.room.next = self.unanswered.in_ready.val()
            & (!self.address_pending.q.val() | self.awready.val())
            & (!self.data_pending.q.val() | self.wready.val());
        self.taken.next = self.in_valid.val() & self.room.val();
        self.in_ready.next = self.room.val();
        self.unanswered.in_valid.next = self.taken.val();
        self.unanswered.in_data.next = self.in_address.val();

        self.awaddr.next = self.port_address.q.val();
        self.awvalid.next = self.address_pending.q.val();
        self.wdata.next = self.data.q.val();
        self.wvalid.next = self.data_pending.q.val();
        self.bready.next = true;

        self.unanswered.out_ready.next = self.bvalid.val();
        self.fault.next = self.bvalid.val() & self.bresp.val().get_bit(1);
        self.fault_address.next = self.unanswered.out_data.val();
        self.idle.next = !self.unanswered.out_valid.val();

        if self.awready.val() {
            self.address_pending.d.next = false;
        }
        if self.wready.val() {
            self.data_pending.d.next = false;
        }
        if self.taken.val() {
            self.port_address.d.next = self.in_port_address.val();
            self.data.d.next = self.in_data.val();
            self.address_pending.d.next = true;
            self.data_pending.d.next = true;
        }
        if self.reset.val() {
            self.address_pending.d.next = false;
            self.data_pending.d.next = false;
        }
    }
}

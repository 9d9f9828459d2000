//! Writes lines to one port of memory.

use crate::stream::Fifo;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Writes that may be unanswered (2 to the power of this).
const LOG_UNANSWERED: usize = 6;

/// Writes 64-byte lines to a port that answers in order, and waits for every answer.
///
/// Latency: one cycle to the port. Throughput: a line a cycle. Stalls when the port does not take a line, and when 64
/// writes are unanswered. A line counts as durable once its answer is there.
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
    /// Byte address of the line at hand.
    pub out_address: Signal<Out, Bits<64>>,
    /// The line at hand.
    pub out_data: Signal<Out, Bits<512>>,
    /// There is a line at hand.
    pub out_valid: Signal<Out, Bit>,
    /// The port takes it.
    pub out_ready: Signal<In, Bit>,
    /// The port answers its oldest line.
    pub answer_valid: Signal<In, Bit>,
    /// It answers with an error.
    pub answer_error: Signal<In, Bit>,
    /// Every line that was taken is answered.
    pub idle: Signal<Out, Bit>,
    /// A write was answered with an error.
    pub fault: Signal<Out, Bit>,
    /// Its DPA.
    pub fault_address: Signal<Out, Bits<64>>,
    unanswered: Fifo<64, LOG_UNANSWERED>,
    port_address: DFF<Bits<64>>,
    data: DFF<Bits<512>>,
    pending: DFF<Bit>,
    room: Signal<Local, Bit>,
    taken: Signal<Local, Bit>,
    about: About<Self>,
}

impl Describe for LineWriter {
    fn name() -> String {
        "line_writer".into()
    }

    fn description() -> &'static str {
        "Writes 64-byte lines to a port that answers in order. One cycle to the port; a line a cycle; stalls on the port's ready and when 64 writes are unanswered."
    }
}

impl Logic for LineWriter {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, port_address, data, pending);
        self.unanswered.clock.next = self.clock.val();
        self.unanswered.reset.next = self.reset.val();

        self.room.next = self.unanswered.in_ready.val() & (!self.pending.q.val() | self.out_ready.val());
        self.taken.next = self.in_valid.val() & self.room.val();
        self.in_ready.next = self.room.val();
        self.unanswered.in_valid.next = self.taken.val();
        self.unanswered.in_data.next = self.in_address.val();

        self.out_address.next = self.port_address.q.val();
        self.out_data.next = self.data.q.val();
        self.out_valid.next = self.pending.q.val();

        self.unanswered.out_ready.next = self.answer_valid.val();
        self.fault.next = self.answer_valid.val() & self.answer_error.val();
        self.fault_address.next = self.unanswered.out_data.val();
        self.idle.next = !self.unanswered.out_valid.val();

        if self.out_ready.val() {
            self.pending.d.next = false;
        }
        if self.taken.val() {
            self.port_address.d.next = self.in_port_address.val();
            self.data.d.next = self.in_data.val();
            self.pending.d.next = true;
        }
        if self.reset.val() {
            self.pending.d.next = false;
        }
    }
}

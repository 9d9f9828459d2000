//! Writes lines to one port of memory.

use crate::layout::{Place, layout};
use crate::stream::Fifo;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Writes that may be unanswered (2 to the power of this).
const LOG_UNANSWERED: usize = 6;

layout! {
    /// A line that waits for the port.
    mod waiting {
        LINE: 512,
        ADDRESS: 64,
    }
}
/// Bits of it.
const WAITING_BITS: usize = waiting::BITS;

/// Writes 64-byte lines to a port that answers in order, and waits for every answer.
///
/// Latency: one cycle to the port. Throughput: a line a cycle. Stalls when two lines wait for the port, and when 64
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
    waiting: Fifo<WAITING_BITS, 1>,
    room: Signal<Local, Bit>,
    taken: Signal<Local, Bit>,
    about: About<Self>,
}

impl Describe for LineWriter {
    fn name() -> String {
        "line_writer".into()
    }

    fn description() -> &'static str {
        "Writes 64-byte lines to a port that answers in order. One cycle to the port; a line a cycle; stalls when two lines wait for the port and when 64 writes are unanswered."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        waiting::CONSTANTS.to_vec()
    }
}

impl Logic for LineWriter {
    #[hdl_gen]
    fn update(&mut self) {
        self.unanswered.clock.next = self.clock.val();
        self.unanswered.reset.next = self.reset.val();
        self.waiting.clock.next = self.clock.val();
        self.waiting.reset.next = self.reset.val();

        self.room.next = self.unanswered.in_ready.val() & self.waiting.in_ready.val();
        self.taken.next = self.in_valid.val() & self.room.val();
        self.in_ready.next = self.room.val();
        self.unanswered.in_valid.next = self.taken.val();
        self.unanswered.in_data.next = self.in_address.val();

        self.waiting.in_valid.next = self.taken.val();
        self.waiting.in_data.next = bit_cast::<WAITING_BITS, 512>(self.in_data.val())
            | (bit_cast::<WAITING_BITS, 64>(self.in_port_address.val()) << waiting::ADDRESS.val());
        self.out_address.next = self.waiting.out_data.val().get_bits::<64>(waiting::ADDRESS);
        self.out_data.next = self.waiting.out_data.val().get_bits::<512>(waiting::LINE);
        self.out_valid.next = self.waiting.out_valid.val();
        self.waiting.out_ready.next = self.out_ready.val();

        self.unanswered.out_ready.next = self.answer_valid.val();
        self.fault.next = self.answer_valid.val() & self.answer_error.val();
        self.fault_address.next = self.unanswered.out_data.val();
        self.idle.next = !self.unanswered.out_valid.val();
    }
}

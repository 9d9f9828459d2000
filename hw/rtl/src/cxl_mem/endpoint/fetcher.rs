//! CXL.cache: parameters on their way from a peer to the log.

use super::{LOG_SLOTS, SLOTS};
use crate::axi::MARKED_BITS;
use crate::cxl::hpa;
use crate::memory::LutRam;
use emberlane_registers::cxl::ADDRESS_BITS;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Reads a region of a peer's memory line by line, a `RdCurr` each, and hands the lines on in order.
///
/// Every request has a place for its line before it is made, so the host never waits for this reader.
///
/// * Latency: one cycle from `start` to the first request, one from the data of the oldest line to `line_valid`.
/// * Throughput: a line a cycle, 64 under way: one every `round trip / 64` cycles when that is longer.
/// * Stalls when D2H Req does, the peer does not answer, or the lines are not taken; in a window, also while that is closed.
#[derive(LogicBlock)]
pub struct Fetcher {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Begins (a pulse, while idle).
    pub start: Signal<In, Bit>,
    /// HPA of the first line.
    pub source: Signal<In, Bits<64>>,
    /// Lines.
    pub lines: Signal<In, Bits<64>>,
    /// Lines are asked for in the window only. Taken over with `start`.
    pub in_window: Signal<In, Bit>,
    /// The window is open: requests may go from the next cycle on.
    pub window: Signal<In, Bit>,
    /// Every line was handed on.
    pub idle: Signal<Out, Bit>,
    /// It can do nothing before data come.
    pub waiting: Signal<Out, Bit>,
    /// D2H Req: slot of the line, which its CQID names.
    pub request_slot: Signal<Out, Bits<LOG_SLOTS>>,
    /// D2H Req: bits 51 to 6 of its HPA.
    pub request_line: Signal<Out, Bits<ADDRESS_BITS>>,
    /// D2H Req: there is one.
    pub asks_host: Signal<Out, Bit>,
    /// D2H Req: taken.
    pub host_ready: Signal<In, Bit>,
    /// H2D Data: there is a line; it is always taken.
    pub data_valid: Signal<In, Bit>,
    /// H2D Data: its slot.
    pub data_slot: Signal<In, Bits<LOG_SLOTS>>,
    /// H2D Data: line; bit 512: not to be used.
    pub data_line: Signal<In, Bits<MARKED_BITS>>,
    /// The oldest line is here.
    pub line_valid: Signal<Out, Bit>,
    /// It is taken.
    pub line_ready: Signal<In, Bit>,
    /// The line; bit 512: not to be used.
    pub line: Signal<Out, Bits<MARKED_BITS>>,
    buffer: LutRam<MARKED_BITS, LOG_SLOTS>,
    /// Lines that are not asked for.
    left: DFF<Bits<64>>,
    address: DFF<Bits<64>>,
    waits_for_window: DFF<Bit>,
    window_open: DFF<Bit>,
    /// Slot of the next request, and of the oldest line.
    next_slot: DFF<Bits<LOG_SLOTS>>,
    oldest: DFF<Bits<LOG_SLOTS>>,
    /// Slots that are taken, and those whose line is here.
    busy: DFF<Bits<SLOTS>>,
    here: DFF<Bits<SLOTS>>,
    /// The same of the next slot, and of the oldest.
    next_busy: DFF<Bit>,
    oldest_here: DFF<Bit>,
    slot_after: Signal<Local, Bits<LOG_SLOTS>>,
    oldest_after: Signal<Local, Bits<LOG_SLOTS>>,
    next_bit: Signal<Local, Bits<SLOTS>>,
    oldest_bit: Signal<Local, Bits<SLOTS>>,
    free: Signal<Local, Bit>,
    wants: Signal<Local, Bit>,
    asks: Signal<Local, Bit>,
    goes: Signal<Local, Bit>,
    leaves: Signal<Local, Bit>,
    arrived: Signal<Local, Bits<SLOTS>>,
    allocated: Signal<Local, Bits<SLOTS>>,
    freed: Signal<Local, Bits<SLOTS>>,
    one: Constant<Bits<SLOTS>>,
    line_bytes: Constant<Bits<64>>,
    about: About<Self>,
}

impl Default for Fetcher {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset start source lines in_window window idle waiting request_slot request_line asks_host host_ready
                data_valid data_slot data_line line_valid line_ready line
                buffer left address waits_for_window window_open next_slot oldest busy here next_busy oldest_here
                slot_after oldest_after next_bit oldest_bit free wants asks goes leaves arrived allocated freed about
            ]
            []
            one: Constant::new(1.into()),
            line_bytes: Constant::new(64.into()),
        }
    }
}

impl Describe for Fetcher {
    fn name() -> String {
        "fetcher".into()
    }

    fn description() -> &'static str {
        "Reads a region of a peer's memory over CXL.cache, a RdCurr a line, and hands the lines on in order. A line a cycle, 64 under way; stalls when D2H Req does, the peer does not answer, lines are not taken, or its window is closed."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        hpa::CONSTANTS.to_vec()
    }
}

impl Logic for Fetcher {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            left,
            address,
            waits_for_window,
            window_open,
            next_slot,
            oldest,
            busy,
            here,
            next_busy,
            oldest_here
        );
        self.buffer.clock.next = self.clock.val();
        self.next_bit.next = self.one.val() << self.next_slot.q.val();
        self.oldest_bit.next = self.one.val() << self.oldest.q.val();

        comment!("Requests, in order.");
        self.free.next = !self.next_busy.q.val();
        self.wants.next = self.left.q.val().any() & self.free.val();
        self.window_open.d.next = self.window.val();
        self.asks.next = self.wants.val() & (self.window_open.q.val() | !self.waits_for_window.q.val());
        self.asks_host.next = self.asks.val();
        self.request_slot.next = self.next_slot.q.val();
        self.request_line.next = self.address.q.val().get_bits::<ADDRESS_BITS>(hpa::LINE);
        self.goes.next = self.asks.val() & self.host_ready.val();
        self.allocated.next = 0.into();
        if self.goes.val() {
            self.allocated.next = self.next_bit.val();
            self.left.d.next = self.left.q.val() - 1;
            self.address.d.next = self.address.q.val() + self.line_bytes.val();
            self.next_slot.d.next = self.next_slot.q.val() + 1;
        }

        comment!("Data, in any order.");
        self.buffer.write_enable.next = self.data_valid.val();
        self.buffer.write_address.next = self.data_slot.val();
        self.buffer.write_data.next = self.data_line.val();
        self.arrived.next = 0.into();
        if self.data_valid.val() {
            self.arrived.next = self.one.val() << self.data_slot.val();
        }

        comment!("Lines, in order again.");
        self.buffer.read_address.next = self.oldest.q.val();
        self.line_valid.next = self.oldest_here.q.val();
        self.line.next = self.buffer.read_data.val();
        self.leaves.next = self.oldest_here.q.val() & self.line_ready.val();
        self.freed.next = 0.into();
        if self.leaves.val() {
            self.freed.next = self.oldest_bit.val();
            self.oldest.d.next = self.oldest.q.val() + 1;
        }
        self.busy.d.next = (self.busy.q.val() | self.allocated.val()) & !self.freed.val();
        self.here.d.next = (self.here.q.val() | self.arrived.val()) & !self.freed.val();

        comment!(
            "What is asked of the next slot and of the oldest is known a cycle before: of the slot and of the one behind it, side by side."
        );
        self.slot_after.next = self.next_slot.q.val() + 1;
        self.oldest_after.next = self.oldest.q.val() + 1;
        self.next_busy.d.next =
            self.next_busy.q.val() & !(self.leaves.val() & (self.oldest.q.val() == self.next_slot.q.val()));
        if self.goes.val() {
            self.next_busy.d.next = self.busy.q.val().get_bit(self.slot_after.val().index())
                & !(self.leaves.val() & (self.oldest.q.val() == self.slot_after.val()));
        }
        self.oldest_here.d.next =
            self.oldest_here.q.val() | (self.data_valid.val() & (self.data_slot.val() == self.oldest.q.val()));
        if self.leaves.val() {
            self.oldest_here.d.next = self.here.q.val().get_bit(self.oldest_after.val().index())
                | (self.data_valid.val() & (self.data_slot.val() == self.oldest_after.val()));
        }

        self.idle.next = !self.left.q.val().any() & !self.busy.q.val().any();
        self.waiting.next = !self.wants.val() & !self.here.q.val().any();
        if self.start.val() {
            self.left.d.next = self.lines.val();
            self.address.d.next = self.source.val();
            self.waits_for_window.d.next = self.in_window.val();
        }
        if self.reset.val() {
            self.left.d.next = 0.into();
            self.window_open.d.next = false;
            self.next_slot.d.next = 0.into();
            self.oldest.d.next = 0.into();
            self.busy.d.next = 0.into();
            self.here.d.next = 0.into();
            self.next_busy.d.next = false;
            self.oldest_here.d.next = false;
        }
    }
}

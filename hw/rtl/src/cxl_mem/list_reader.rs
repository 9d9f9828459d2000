//! The lists that are read from end to end.

use super::line_reader::LineReader;
use crate::axi::MARKED_BITS;
use crate::stream::{Fifo, RoundRobin};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Lines of one port that may be asked for and not handed on (2 to the power of this).
const LOG_LINES: usize = 5;
/// Lines over all lists that may be asked for (2 to the power of this): 32 a list.
const LOG_TAGS: usize = 8;

/// Reads the lines of `LISTS` lists from the scratchpad, for each list in the order of its requests.
///
/// Latency: three cycles more than that of its ports. Throughput: a line a cycle over all lists, in turn. Stalls requests
/// when a port does not take them; a list has room for a line before it asks.
#[derive(LogicBlock)]
pub struct ListReader<const LISTS: usize, const PORTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// A list's request: DPA.
    pub list_address: [Signal<In, Bits<64>>; LISTS],
    /// A list's request: there is one.
    pub list_valid: [Signal<In, Bit>; LISTS],
    /// A list's request: taken.
    pub list_ready: [Signal<Out, Bit>; LISTS],
    /// A line for a list.
    pub line_valid: [Signal<Out, Bit>; LISTS],
    /// The line, for the list whose `line_valid` is high.
    pub line_data: Signal<Out, Bits<512>>,
    /// A line was answered with an error.
    pub fault: Signal<Out, Bit>,
    /// Its DPA.
    pub fault_address: Signal<Out, Bits<64>>,
    /// Request to a port: byte address there.
    pub request_address: [Signal<Out, Bits<64>>; PORTS],
    /// Request to a port: there is one.
    pub request_valid: [Signal<Out, Bit>; PORTS],
    /// Request to a port: taken.
    pub request_ready: [Signal<In, Bit>; PORTS],
    /// A port answers.
    pub answer_valid: [Signal<In, Bit>; PORTS],
    /// The line; bit 512: the memory answered with an error.
    pub answer: [Signal<In, Bits<MARKED_BITS>>; PORTS],
    arbiter: RoundRobin<LISTS>,
    reader: LineReader<PORTS, LOG_LINES>,
    tags: Fifo<LISTS, LOG_TAGS>,
    asked: DFF<Bit>,
    asked_address: DFF<Bits<64>>,
    asked_list: DFF<Bits<LISTS>>,
    requested: [Signal<Local, Bits<LISTS>>; LISTS],
    chosen_address: Signal<Local, Bits<64>>,
    asks: Signal<Local, Bit>,
    free: Signal<Local, Bit>,
    about: About<Self>,
    nobody: Constant<Bits<LISTS>>,
}

impl<const LISTS: usize, const PORTS: usize> Default for ListReader<LISTS, PORTS> {
    fn default() -> Self {
        crate::defaults! {
            [clock reset line_data fault fault_address arbiter reader tags asked asked_address asked_list chosen_address asks free about]
            [
                list_address list_valid list_ready line_valid request_address request_valid request_ready
                answer_valid answer requested
            ]
            nobody: Constant::new(0.into()),
        }
    }
}

impl<const LISTS: usize, const PORTS: usize> Describe for ListReader<LISTS, PORTS> {
    fn name() -> String {
        format!("list_reader_l{LISTS}_p{PORTS}")
    }

    fn description() -> &'static str {
        "Reads the lines of several lists from the scratchpad, each list in order. A line a cycle over all lists, in turn; three cycles more than its ports take."
    }
}

impl<const LISTS: usize, const PORTS: usize> Logic for ListReader<LISTS, PORTS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, asked, asked_address, asked_list);
        self.arbiter.clock.next = self.clock.val();
        self.arbiter.reset.next = self.reset.val();
        self.reader.clock.next = self.clock.val();
        self.reader.reset.next = self.reset.val();
        self.tags.clock.next = self.clock.val();
        self.tags.reset.next = self.reset.val();

        for i in 0..LISTS {
            if i == 0 {
                self.requested[i].next = self.nobody.val().replace_bit(i, self.list_valid[i].val());
            } else {
                self.requested[i].next = self.requested[i - 1].val().replace_bit(i, self.list_valid[i].val());
            }
            self.arbiter.request.next = self.requested[i].val();
        }
        comment!("Who asks is chosen a cycle before the port is, whose readiness depends on the address.");
        self.asks.next = self.asked.q.val() & self.reader.in_ready.val() & self.tags.in_ready.val();
        self.free.next = !self.asked.q.val() | self.asks.val();
        self.arbiter.advance.next = self.free.val();
        self.chosen_address.next = 0.into();
        for i in 0..LISTS {
            self.list_ready[i].next = self.arbiter.grant.val().get_bit(i) & self.free.val();
            if self.arbiter.grant.val().get_bit(i) {
                self.chosen_address.next = self.list_address[i].val();
            }
        }
        if self.free.val() {
            self.asked.d.next = self.arbiter.grant.val().any();
            self.asked_address.d.next = self.chosen_address.val();
            self.asked_list.d.next = self.arbiter.grant.val();
        }
        if self.reset.val() {
            self.asked.d.next = false;
        }
        self.reader.in_address.next = self.asked_address.q.val();
        self.reader.in_valid.next = self.asked.q.val() & self.tags.in_ready.val();
        self.tags.in_data.next = self.asked_list.q.val();
        self.tags.in_valid.next = self.asked.q.val() & self.reader.in_ready.val();

        self.reader.line_ready.next = true;
        self.tags.out_ready.next = self.reader.line_valid.val();
        self.line_data.next = self.reader.line_data.val();
        for i in 0..LISTS {
            self.line_valid[i].next = self.reader.line_valid.val() & self.tags.out_data.val().get_bit(i);
        }
        self.fault.next = self.reader.line_valid.val() & self.reader.line_error.val();
        self.fault_address.next = self.reader.line_address.val();
        for i in 0..PORTS {
            self.request_address[i].next = self.reader.request_address[i].val();
            self.request_valid[i].next = self.reader.request_valid[i].val();
            self.reader.request_ready[i].next = self.request_ready[i].val();
            self.reader.answer_valid[i].next = self.answer_valid[i].val();
            self.reader.answer[i].next = self.answer[i].val();
        }
    }
}

//! Lines asked for in order, answered in any order, handed on in order.

use crate::memory::{BlockRam, LutRam};
use crate::stream::RoundRobin;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;
use std::array;

/// Lines of a reorder buffer (2 to the power of this): how many reads can be on their way.
pub const LOG_SLOTS: usize = 6;

/// Gives each line that is asked for a slot, takes the answers of `PORTS` memory ports in any order, and hands the
/// lines on in the order in which they were asked for.
///
/// Latency: two cycles from the answer of the oldest line to `line_valid`. Throughput: a line a cycle, in and out.
/// Stalls requests when 64 lines are on their way or waiting; an answer always has its slot, and waits only for
/// another port's answer in the same cycle (round robin).
#[derive(LogicBlock)]
pub struct ReorderBuffer<const PORTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// DPA of the line asked for.
    pub in_address: Signal<In, Bits<64>>,
    /// A line is asked for.
    pub in_valid: Signal<In, Bit>,
    /// The request is taken.
    pub in_ready: Signal<Out, Bit>,
    /// DPA of the request, to the memory.
    pub request_address: Signal<Out, Bits<64>>,
    /// Its slot; comes back with the answer.
    pub request_slot: Signal<Out, Bits<LOG_SLOTS>>,
    /// There is a request.
    pub request_valid: Signal<Out, Bit>,
    /// The memory takes the request.
    pub request_ready: Signal<In, Bit>,
    /// A port has an answer.
    pub answer_valid: [Signal<In, Bit>; PORTS],
    /// The answer is taken.
    pub answer_ready: [Signal<Out, Bit>; PORTS],
    /// Slot of the answer.
    pub answer_slot: [Signal<In, Bits<LOG_SLOTS>>; PORTS],
    /// The line.
    pub answer_data: [Signal<In, Bits<512>>; PORTS],
    /// The memory answered with an error; the line's content is not to be used.
    pub answer_error: [Signal<In, Bit>; PORTS],
    /// The oldest line.
    pub line_data: Signal<Out, Bits<512>>,
    /// The oldest line is here.
    pub line_valid: Signal<Out, Bit>,
    /// The consumer takes the line.
    pub line_ready: Signal<In, Bit>,
    /// A read was answered with an error.
    pub fault: Signal<Out, Bit>,
    /// Its DPA.
    pub fault_address: Signal<Out, Bits<64>>,
    arbiter: RoundRobin<PORTS>,
    lines: BlockRam<512, LOG_SLOTS>,
    addresses: LutRam<64, LOG_SLOTS>,
    head: DFF<Bits<LOG_SLOTS>>,
    tail: DFF<Bits<LOG_SLOTS>>,
    used: DFF<Bits<7>>,
    filled: DFF<Bits<64>>,
    out_full: DFF<Bit>,
    room: Signal<Local, Bit>,
    asked: Signal<Local, Bit>,
    read: Signal<Local, Bit>,
    answered: [Signal<Local, Bits<PORTS>>; PORTS],
    fill: Signal<Local, Bit>,
    fill_slot: Signal<Local, Bits<LOG_SLOTS>>,
    fill_data: Signal<Local, Bits<512>>,
    fill_error: Signal<Local, Bit>,
    fill_bit: Signal<Local, Bits<64>>,
    head_bit: Signal<Local, Bits<64>>,
    slots: Constant<Bits<7>>,
    no_answer: Constant<Bits<PORTS>>,
    one: Constant<Bits<64>>,
    about: About<Self>,
}

impl<const PORTS: usize> Default for ReorderBuffer<PORTS> {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            reset: Default::default(),
            in_address: Default::default(),
            in_valid: Default::default(),
            in_ready: Default::default(),
            request_address: Default::default(),
            request_slot: Default::default(),
            request_valid: Default::default(),
            request_ready: Default::default(),
            answer_valid: array::from_fn(|_| Default::default()),
            answer_ready: array::from_fn(|_| Default::default()),
            answer_slot: array::from_fn(|_| Default::default()),
            answer_data: array::from_fn(|_| Default::default()),
            answer_error: array::from_fn(|_| Default::default()),
            line_data: Default::default(),
            line_valid: Default::default(),
            line_ready: Default::default(),
            fault: Default::default(),
            fault_address: Default::default(),
            arbiter: Default::default(),
            lines: Default::default(),
            addresses: Default::default(),
            head: Default::default(),
            tail: Default::default(),
            used: Default::default(),
            filled: Default::default(),
            out_full: Default::default(),
            room: Default::default(),
            asked: Default::default(),
            read: Default::default(),
            answered: array::from_fn(|_| Default::default()),
            fill: Default::default(),
            fill_slot: Default::default(),
            fill_data: Default::default(),
            fill_error: Default::default(),
            fill_bit: Default::default(),
            head_bit: Default::default(),
            slots: Constant::new((1 << LOG_SLOTS).into()),
            no_answer: Constant::new(0.into()),
            one: Constant::new(1.into()),
            about: Default::default(),
        }
    }
}

impl<const PORTS: usize> Describe for ReorderBuffer<PORTS> {
    fn name() -> String {
        format!("reorder_buffer_p{PORTS}")
    }

    fn description() -> &'static str {
        "Lines asked for in order, answered by several ports in any order, handed on in order. Two cycles from the oldest answer; a line a cycle; stalls requests when 64 lines are on their way or waiting."
    }
}

impl<const PORTS: usize> Logic for ReorderBuffer<PORTS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, head, tail, used, filled, out_full);
        self.arbiter.clock.next = self.clock.val();
        self.arbiter.reset.next = self.reset.val();
        self.lines.clock.next = self.clock.val();
        self.addresses.clock.next = self.clock.val();

        comment!("Requests: a slot each, in order.");
        self.room.next = self.used.q.val() != self.slots.val();
        self.request_valid.next = self.in_valid.val() & self.room.val();
        self.request_address.next = self.in_address.val();
        self.request_slot.next = self.tail.q.val();
        self.in_ready.next = self.request_ready.val() & self.room.val();
        self.asked.next = self.in_valid.val() & self.request_ready.val() & self.room.val();
        self.addresses.write_enable.next = self.asked.val();
        self.addresses.write_address.next = self.tail.q.val();
        self.addresses.write_data.next = self.in_address.val();

        comment!("Answers: one port a cycle.");
        for i in 0..PORTS {
            if i == 0 {
                self.answered[i].next = self.no_answer.val().replace_bit(i, self.answer_valid[i].val());
            } else {
                self.answered[i].next = self.answered[i - 1].val().replace_bit(i, self.answer_valid[i].val());
            }
            self.arbiter.request.next = self.answered[i].val();
        }
        self.arbiter.advance.next = true;
        self.fill.next = false;
        self.fill_slot.next = 0.into();
        self.fill_data.next = 0.into();
        self.fill_error.next = false;
        for i in 0..PORTS {
            self.answer_ready[i].next = self.arbiter.grant.val().get_bit(i);
            if self.arbiter.grant.val().get_bit(i) {
                self.fill.next = true;
                self.fill_slot.next = self.answer_slot[i].val();
                self.fill_data.next = self.answer_data[i].val();
                self.fill_error.next = self.answer_error[i].val();
            }
        }
        self.lines.write_enable.next = self.fill.val();
        self.lines.write_address.next = self.fill_slot.val();
        self.lines.write_data.next = self.fill_data.val();
        self.addresses.read_address.next = self.fill_slot.val();
        self.fault.next = self.fill_error.val();
        self.fault_address.next = self.addresses.read_data.val();

        comment!("Lines: the oldest, once it is filled.");
        self.fill_bit.next = 0.into();
        if self.fill.val() {
            self.fill_bit.next = self.one.val() << self.fill_slot.val();
        }
        self.head_bit.next = self.one.val() << self.head.q.val();
        self.read.next =
            (self.filled.q.val() & self.head_bit.val()).any() & (!self.out_full.q.val() | self.line_ready.val());
        self.lines.read_enable.next = self.read.val();
        self.lines.read_address.next = self.head.q.val();
        self.line_data.next = self.lines.read_data.val();
        self.line_valid.next = self.out_full.q.val();
        self.out_full.d.next = self.read.val() | (self.out_full.q.val() & !self.line_ready.val());

        if self.asked.val() {
            self.tail.d.next = self.tail.q.val() + 1;
        }
        self.filled.d.next = self.filled.q.val() | self.fill_bit.val();
        if self.read.val() {
            self.head.d.next = self.head.q.val() + 1;
            self.filled.d.next = (self.filled.q.val() & !self.head_bit.val()) | self.fill_bit.val();
        }
        if self.asked.val() & !self.read.val() {
            self.used.d.next = self.used.q.val() + 1;
        }
        if self.read.val() & !self.asked.val() {
            self.used.d.next = self.used.q.val() - 1;
        }
        if self.reset.val() {
            self.head.d.next = 0.into();
            self.tail.d.next = 0.into();
            self.used.d.next = 0.into();
            self.filled.d.next = 0.into();
            self.out_full.d.next = false;
        }
    }
}

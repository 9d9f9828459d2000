//! Reads gradients, ahead of the words that need them.

use super::LOG_QUEUE;
use super::{LOG_LINES, ROOM_BITS};
use crate::axi::ListStream;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Reads gradients of `16 * SLICES` elements, which lie one behind the other, and deals their beats out to the queues of the
/// slices.
///
/// `start` (a pulse, only while `idle`) begins. Latency: that of the memory and two cycles; throughput: a beat a cycle; stalls
/// when the memory is slower, and when `1 << LOG_QUEUE` gradients wait.
#[derive(LogicBlock)]
pub struct GradientReader<const SLICES: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Begins.
    pub start: Signal<In, Bit>,
    /// Ends: no more lines are asked for.
    pub stop: Signal<In, Bit>,
    /// No beat is handed on.
    pub hold: Signal<In, Bit>,
    /// Address of the first gradient, line aligned.
    pub base: Signal<In, Bits<64>>,
    /// Gradients.
    pub count: Signal<In, Bits<26>>,
    /// Address of the line asked for.
    pub request_address: Signal<Out, Bits<64>>,
    /// A line is asked for.
    pub request_valid: Signal<Out, Bit>,
    /// The request is taken.
    pub request_ready: Signal<In, Bit>,
    /// A line comes, in the order of the requests.
    pub line_valid: Signal<In, Bit>,
    /// The line.
    pub line_data: Signal<In, Bits<512>>,
    /// The slice whose queue takes the beat.
    pub push: [Signal<Out, Bit>; SLICES],
    /// The beat.
    pub beat: Signal<Out, Bits<512>>,
    /// A gradient leaves the queues.
    pub taken: Signal<In, Bit>,
    /// All gradients have left the queues.
    pub over: Signal<Out, Bit>,
    /// No line is under way.
    pub idle: Signal<Out, Bit>,
    list: ListStream<512, 1, LOG_LINES, ROOM_BITS>,
    at: DFF<Bits<3>>,
    open: DFF<Bits<6>>,
    left: DFF<Bits<26>>,
    here: Signal<Local, Bits<8>>,
    first: Signal<Local, Bit>,
    accept: Signal<Local, Bit>,
    begins: Signal<Local, Bit>,
    words_shift: Constant<Bits<4>>,
    one: Constant<Bits<8>>,
    last_beat: Constant<Bits<3>>,
    limit: Constant<Bits<6>>,
    about: About<Self>,
}

impl<const SLICES: usize> Default for GradientReader<SLICES> {
    fn default() -> Self {
        assert!(SLICES.is_power_of_two() && SLICES <= 8, "a gradient has 16, 32, 64 or 128 elements");
        crate::defaults! {
            [
                clock reset start stop hold base count request_address request_valid request_ready line_valid line_data beat taken
                over idle list at open left here first accept begins about
            ]
            [push]
            words_shift: Constant::new(u64::from(4 + SLICES.trailing_zeros()).into()),
            one: Constant::new(1u64.into()),
            last_beat: Constant::new((SLICES as u64 - 1).into()),
            limit: Constant::new((1u64 << LOG_QUEUE).into()),
        }
    }
}

impl<const SLICES: usize> Describe for GradientReader<SLICES> {
    fn name() -> String {
        format!("gradient_reader_s{SLICES}")
    }

    fn description() -> &'static str {
        "Reads gradients one behind the other and deals their beats out to the slices. A beat a cycle; stalls when the memory is slower, and when 32 gradients wait."
    }
}

impl<const SLICES: usize> Logic for GradientReader<SLICES> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, at, open, left);
        self.list.clock.next = self.clock.val();
        self.list.reset.next = self.reset.val();
        self.list.start.next = self.start.val();
        self.list.stop.next = self.stop.val();
        self.list.base.next = self.base.val();
        self.list.words.next = bit_cast::<33, 26>(self.count.val()) << self.words_shift.val();
        self.request_address.next = self.list.request_address.val();
        self.request_valid.next = self.list.request_valid.val();
        self.list.request_ready.next = self.request_ready.val();
        self.list.line_valid.next = self.line_valid.val();
        self.list.line_data.next = self.line_data.val();
        self.idle.next = self.list.idle.val();

        self.first.next = !self.at.q.val().any();
        self.accept.next = self.list.beat_valid.val()
            & !self.hold.val()
            & (!self.first.val() | (self.open.q.val() != self.limit.val()));
        self.begins.next = self.accept.val() & self.first.val();
        self.list.beat_ready.next = self.accept.val();
        self.beat.next = self.list.beat.val();
        self.here.next = self.one.val() << self.at.q.val();
        for i in 0..SLICES {
            self.push[i].next = self.accept.val() & self.here.val().get_bit(i);
        }
        if self.accept.val() {
            self.at.d.next = self.at.q.val() + 1;
            if self.at.q.val() == self.last_beat.val() {
                self.at.d.next = 0.into();
            }
        }
        if self.begins.val() & !self.taken.val() {
            self.open.d.next = self.open.q.val() + 1;
        }
        if self.taken.val() & !self.begins.val() {
            self.open.d.next = self.open.q.val() - 1;
        }
        if self.taken.val() {
            self.left.d.next = self.left.q.val() - 1;
        }
        self.over.next = !self.left.q.val().any();
        if self.start.val() {
            self.at.d.next = 0.into();
            self.open.d.next = 0.into();
            self.left.d.next = self.count.val();
        }
        if self.reset.val() {
            self.at.d.next = 0.into();
            self.open.d.next = 0.into();
            self.left.d.next = 0.into();
        }
    }
}

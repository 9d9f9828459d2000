//! The words of a program.

use super::{LOG_LINES, ROOM_BITS};
use crate::axi::ListStream;
use crate::stream::SkidBuffer;
use emberlane_verilog::{About, Describe, Generic};
use rust_hdl::prelude::*;

/// Reads the words of a program, of `WIDTH` bits, `WORDS` a line, ahead of the sequencer that takes them.
///
/// `start` (a pulse, only while `idle`) begins a program. `stop` ends it: no more lines are asked for, and what is left of it is dropped.
/// Latency: that of the memory and three cycles. Throughput: a word a cycle. Stalls when the memory is slower.
#[derive(LogicBlock)]
pub struct PlanStream<const WIDTH: usize, const WORDS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Begins a program.
    pub start: Signal<In, Bit>,
    /// Ends it.
    pub stop: Signal<In, Bit>,
    /// Address of the program, line aligned.
    pub base: Signal<In, Bits<64>>,
    /// Words of the program.
    pub words: Signal<In, Bits<28>>,
    /// The next word.
    pub word: Signal<Out, Bits<WIDTH>>,
    /// There is a word.
    pub word_valid: Signal<Out, Bit>,
    /// It is taken.
    pub word_ready: Signal<In, Bit>,
    /// All words were taken.
    pub over: Signal<Out, Bit>,
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
    /// No line is under way.
    pub idle: Signal<Out, Bit>,
    list: ListStream<WIDTH, WORDS, LOG_LINES, ROOM_BITS>,
    head: SkidBuffer<WIDTH>,
    left: DFF<Bits<28>>,
    /// There are words left.
    goes_on: DFF<Bit>,
    takes: Signal<Local, Bit>,
    word_shift: Constant<Bits<3>>,
    about: About<Self>,
}

impl<const WIDTH: usize, const WORDS: usize> Default for PlanStream<WIDTH, WORDS> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset start stop base words word word_valid word_ready over
                request_address request_valid request_ready line_valid line_data idle
                list head left goes_on takes about
            ]
            []
            word_shift: Constant::new(u64::from((WIDTH / 32).trailing_zeros()).into()),
        }
    }
}

impl<const WIDTH: usize, const WORDS: usize> Describe for PlanStream<WIDTH, WORDS> {
    fn name() -> String {
        format!("plan_stream_w{WIDTH}")
    }

    fn generic() -> Option<Generic> {
        Some(Generic::new("plan_stream", &[("WIDTH", WIDTH)]))
    }

    fn description() -> &'static str {
        "Reads the words of a program ahead of the sequencer that takes them. A word a cycle; stalls when the memory is slower."
    }
}

impl<const WIDTH: usize, const WORDS: usize> Logic for PlanStream<WIDTH, WORDS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, left, goes_on);
        self.list.clock.next = self.clock.val();
        self.list.reset.next = self.reset.val();
        self.list.start.next = self.start.val();
        self.list.stop.next = self.stop.val();
        self.list.base.next = self.base.val();
        self.list.words.next = bit_cast::<33, 28>(self.words.val()) << self.word_shift.val();
        self.request_address.next = self.list.request_address.val();
        self.request_valid.next = self.list.request_valid.val();
        self.list.request_ready.next = self.request_ready.val();
        self.list.line_valid.next = self.line_valid.val();
        self.list.line_data.next = self.line_data.val();
        self.idle.next = self.list.idle.val();

        self.head.clock.next = self.clock.val();
        self.head.reset.next = self.reset.val() | self.start.val() | self.stop.val();
        self.head.in_data.next = self.list.beat.val();
        self.head.in_valid.next = self.list.beat_valid.val();
        self.list.beat_ready.next = self.head.in_ready.val();

        self.word.next = self.head.out_data.val();
        self.word_valid.next = self.head.out_valid.val() & self.goes_on.q.val();
        self.takes.next = self.word_ready.val() & self.head.out_valid.val() & self.goes_on.q.val();
        self.head.out_ready.next = self.takes.val();
        self.over.next = !self.goes_on.q.val();
        if self.takes.val() {
            self.left.d.next = self.left.q.val() - 1;
            self.goes_on.d.next = self.left.q.val() != 1;
        }
        if self.stop.val() {
            self.left.d.next = 0.into();
            self.goes_on.d.next = false;
        }
        if self.start.val() {
            self.left.d.next = self.words.val();
            self.goes_on.d.next = self.words.val().any();
        }
        if self.reset.val() {
            self.left.d.next = 0.into();
            self.goes_on.d.next = false;
        }
    }
}

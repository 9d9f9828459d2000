//! Reads a list from the scratchpad, ahead of its consumer.

use crate::stream::Fifo;
use emberlane_verilog::{About, Describe, Generic};
use rust_hdl::prelude::*;

/// Streams a list of `words` 32-bit words from `base` on in beats of `WIDTH` bits, `BEATS` a line (their product is
/// 512); reads up to `1 << LOG_LINES` lines ahead. `ROOM_BITS` is one more than `LOG_LINES`. What stands behind the list in its last line comes along.
///
/// `start` (a pulse, only while `idle`) begins a new list and drops what is left of the old one. `stop` ends the
/// requests of the current list. Latency: that of the memory plus two cycles; throughput: a beat a cycle; stalls when
/// the memory is slower. A line has room before it is asked for, so `line_valid` needs no ready.
#[derive(LogicBlock)]
pub struct ListStream<const WIDTH: usize, const BEATS: usize, const LOG_LINES: usize, const ROOM_BITS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Begins a list.
    pub start: Signal<In, Bit>,
    /// Ends the requests of the list.
    pub stop: Signal<In, Bit>,
    /// DPA of the list, line aligned.
    pub base: Signal<In, Bits<64>>,
    /// Words of the list.
    pub words: Signal<In, Bits<33>>,
    /// The next beat.
    pub beat: Signal<Out, Bits<WIDTH>>,
    /// There is a beat.
    pub beat_valid: Signal<Out, Bit>,
    /// The consumer takes the beat.
    pub beat_ready: Signal<In, Bit>,
    /// DPA of the line asked for.
    pub request_address: Signal<Out, Bits<64>>,
    /// A line is asked for.
    pub request_valid: Signal<Out, Bit>,
    /// The request is taken.
    pub request_ready: Signal<In, Bit>,
    /// A line comes, in the order of the requests.
    pub line_valid: Signal<In, Bit>,
    /// The line.
    pub line_data: Signal<In, Bits<512>>,
    /// No line is asked for or to be asked for.
    pub idle: Signal<Out, Bit>,
    lines: Fifo<512, LOG_LINES>,
    lane: DFF<Bits<4>>,
    lines_left: DFF<Bits<30>>,
    request_next: DFF<Bits<64>>,
    room: DFF<Bits<ROOM_BITS>>,
    /// A line was emptied a cycle ago.
    freed: DFF<Bit>,
    unanswered: DFF<Bits<ROOM_BITS>>,
    asks: Signal<Local, Bit>,
    asked: Signal<Local, Bit>,
    taken: Signal<Local, Bit>,
    emptied: Signal<Local, Bit>,
    lane_shift: Signal<Local, Bits<9>>,
    rounded: Signal<Local, Bits<34>>,
    last_lane: Constant<Bits<4>>,
    beat_shift: Constant<Bits<4>>,
    all_lines: Constant<Bits<ROOM_BITS>>,
    about: About<Self>,
}

impl<const WIDTH: usize, const BEATS: usize, const LOG_LINES: usize, const ROOM_BITS: usize> Default
    for ListStream<WIDTH, BEATS, LOG_LINES, ROOM_BITS>
{
    fn default() -> Self {
        assert!(WIDTH * BEATS == 512 && BEATS.is_power_of_two() && BEATS <= 16, "a line has 1, 2, 4, 8 or 16 beats");
        assert!(ROOM_BITS == LOG_LINES + 1, "room is counted from none to all lines");
        crate::defaults! {
            [
                clock reset start stop base words beat beat_valid beat_ready
                request_address request_valid request_ready line_valid line_data idle
                lines lane lines_left request_next room unanswered freed asks asked taken emptied lane_shift rounded about
            ]
            []
            last_lane: Constant::new((BEATS as u64 - 1).into()),
            beat_shift: Constant::new(u64::from(WIDTH.trailing_zeros()).into()),
            all_lines: Constant::new((1u64 << LOG_LINES).into()),
        }
    }
}

impl<const WIDTH: usize, const BEATS: usize, const LOG_LINES: usize, const ROOM_BITS: usize> Describe
    for ListStream<WIDTH, BEATS, LOG_LINES, ROOM_BITS>
{
    fn name() -> String {
        format!("list_stream_w{WIDTH}_d{}", 1 << LOG_LINES)
    }

    fn generic() -> Option<Generic> {
        Some(Generic::new(&format!("list_stream_w{WIDTH}"), &[("LOG_LINES", LOG_LINES)]))
    }

    fn description() -> &'static str {
        "Reads a list, line by line, ahead of its consumer. A beat a cycle; stalls when the memory is slower."
    }
}

impl<const WIDTH: usize, const BEATS: usize, const LOG_LINES: usize, const ROOM_BITS: usize> Logic
    for ListStream<WIDTH, BEATS, LOG_LINES, ROOM_BITS>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, lane, lines_left, request_next, room, unanswered, freed);
        self.lines.clock.next = self.clock.val();
        self.lines.reset.next = self.reset.val() | self.start.val();
        self.lines.in_data.next = self.line_data.val();
        self.lines.in_valid.next = self.line_valid.val();

        self.asks.next = self.lines_left.q.val().any() & self.room.q.val().any();
        self.asked.next = self.asks.val() & self.request_ready.val();
        self.request_valid.next = self.asks.val();
        self.request_address.next = self.request_next.q.val();
        self.idle.next = !self.unanswered.q.val().any() & !self.lines_left.q.val().any();

        self.lane_shift.next = bit_cast::<9, 4>(self.lane.q.val()) << self.beat_shift.val();
        self.beat.next = bit_cast::<WIDTH, 512>(self.lines.out_data.val() >> self.lane_shift.val());
        self.beat_valid.next = self.lines.out_valid.val();
        self.taken.next = self.lines.out_valid.val() & self.beat_ready.val();
        self.emptied.next = self.taken.val() & (self.lane.q.val() == self.last_lane.val());
        self.lines.out_ready.next = self.emptied.val();

        if self.taken.val() {
            self.lane.d.next = self.lane.q.val() + 1;
        }
        if self.emptied.val() {
            self.lane.d.next = 0.into();
        }
        if self.asked.val() {
            self.lines_left.d.next = self.lines_left.q.val() - 1;
            self.request_next.d.next = self.request_next.q.val() + 64;
        }
        comment!("The room of a line counts a cycle after it was emptied.");
        self.freed.d.next = self.emptied.val();
        if self.asked.val() & !self.freed.q.val() {
            self.room.d.next = self.room.q.val() - 1;
        }
        if self.freed.q.val() & !self.asked.val() {
            self.room.d.next = self.room.q.val() + 1;
        }
        if self.asked.val() & !self.line_valid.val() {
            self.unanswered.d.next = self.unanswered.q.val() + 1;
        }
        if self.line_valid.val() & !self.asked.val() {
            self.unanswered.d.next = self.unanswered.q.val() - 1;
        }
        if self.stop.val() {
            self.lines_left.d.next = 0.into();
        }
        self.rounded.next = bit_cast::<34, 33>(self.words.val()) + 15;
        if self.start.val() {
            self.lane.d.next = 0.into();
            self.lines_left.d.next = self.rounded.val().get_bits::<30>(4);
            self.request_next.d.next = self.base.val();
            self.room.d.next = self.all_lines.val();
            self.freed.d.next = false;
        }
        if self.reset.val() {
            self.lines_left.d.next = 0.into();
            self.unanswered.d.next = 0.into();
        }
    }
}

//! Writes what was fetched.

use crate::axi::MARKED_BITS;
use crate::cxl_mem::channel_map::ChannelMap;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Writes a stream of lines to a region of persistent memory, one after the other.
///
/// After a line that is not to be used, or one that memory refuses, nothing more is written: the lines that follow are taken and dropped,
/// and the region ends with `failed`.
///
/// * Latency: a line is offered to its channel in the cycle in which it comes; `done` or `failed` one cycle after the last
///   answer.
/// * Throughput: a line a cycle.
/// * Stalls when the line's channel does.
#[derive(LogicBlock)]
pub struct RegionWriter<const CHANNELS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Begins (a pulse, while idle).
    pub start: Signal<In, Bit>,
    /// DPA of the first line.
    pub target: Signal<In, Bits<64>>,
    /// Lines, at least one.
    pub lines: Signal<In, Bits<64>>,
    /// Nothing is under way.
    pub idle: Signal<Out, Bit>,
    /// No write is unanswered.
    pub answered: Signal<Out, Bit>,
    /// Every line is written and answered (a pulse).
    pub done: Signal<Out, Bit>,
    /// The same, but a line was poisoned or refused (a pulse).
    pub failed: Signal<Out, Bit>,
    /// A line has come.
    pub line_valid: Signal<In, Bit>,
    /// It is taken.
    pub line_ready: Signal<Out, Bit>,
    /// The line; bit 512: not to be used.
    pub line: Signal<In, Bits<MARKED_BITS>>,
    /// Writes: byte address at the channel.
    pub write_address: Signal<Out, Bits<64>>,
    /// Writes: line.
    pub write_data: Signal<Out, Bits<512>>,
    /// Writes: there is one for this channel.
    pub write_valid: [Signal<Out, Bit>; CHANNELS],
    /// Writes: taken.
    pub write_ready: [Signal<In, Bit>; CHANNELS],
    /// Writes: the oldest is answered.
    pub written: [Signal<In, Bit>; CHANNELS],
    /// Writes: the answer is an error.
    pub write_error: [Signal<In, Bit>; CHANNELS],
    map: ChannelMap<CHANNELS>,
    left: DFF<Bits<64>>,
    address: DFF<Bits<64>>,
    running: DFF<Bit>,
    bad: DFF<Bit>,
    /// Writes of a channel that are not answered; the channel takes 128 at most.
    unanswered: [DFF<Bits<8>>; CHANNELS],
    issues: [Signal<Local, Bit>; CHANNELS],
    good: Signal<Local, Bit>,
    channel_ready: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    all_answered: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
    line_bytes: Constant<Bits<64>>,
    about: About<Self>,
}

impl<const CHANNELS: usize> Default for RegionWriter<CHANNELS> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset start target lines idle answered done failed line_valid line_ready line write_address write_data
                map left address running bad good channel_ready takes all_answered ends about
            ]
            [write_valid write_ready written write_error unanswered issues]
            line_bytes: Constant::new(64.into()),
        }
    }
}

impl<const CHANNELS: usize> Describe for RegionWriter<CHANNELS> {
    fn name() -> String {
        format!("region_writer_c{CHANNELS}")
    }

    fn description() -> &'static str {
        "Writes a stream of lines to a region of persistent memory. No latency; a line a cycle; stalls when the line's channel does. Drops what follows a bad line."
    }
}

impl<const CHANNELS: usize> Logic for RegionWriter<CHANNELS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, left, address, running, bad);
        self.map.address.next = self.address.q.val();
        self.write_address.next = self.map.channel_address.val();
        self.write_data.next = self.line.val().get_bits::<512>(0);

        self.good.next = !self.bad.q.val() & !self.line.val().get_bit(512);
        self.channel_ready.next = false;
        self.all_answered.next = true;
        for i in 0..CHANNELS {
            self.unanswered[i].clock.next = self.clock.val();
            self.unanswered[i].d.next = self.unanswered[i].q.val();
            self.write_valid[i].next =
                self.line_valid.val() & self.running.q.val() & self.good.val() & self.map.select.val().get_bit(i);
            self.issues[i].next = self.line_valid.val()
                & self.running.q.val()
                & self.good.val()
                & self.map.select.val().get_bit(i)
                & self.write_ready[i].val();
            if self.map.select.val().get_bit(i) & self.write_ready[i].val() {
                self.channel_ready.next = true;
            }
            if self.issues[i].val() & !self.written[i].val() {
                self.unanswered[i].d.next = self.unanswered[i].q.val() + 1;
            }
            if self.written[i].val() & !self.issues[i].val() {
                self.unanswered[i].d.next = self.unanswered[i].q.val() - 1;
            }
            if self.written[i].val() & self.write_error[i].val() {
                self.bad.d.next = true;
            }
            if self.unanswered[i].q.val().any() {
                self.all_answered.next = false;
            }
            if self.reset.val() {
                self.unanswered[i].d.next = 0.into();
            }
        }
        self.line_ready.next = self.running.q.val() & (!self.good.val() | self.channel_ready.val());
        self.takes.next = self.line_valid.val() & self.running.q.val() & (!self.good.val() | self.channel_ready.val());
        if self.takes.val() {
            self.left.d.next = self.left.q.val() - 1;
            self.address.d.next = self.address.q.val() + self.line_bytes.val();
            if self.line.val().get_bit(512) {
                self.bad.d.next = true;
            }
        }

        self.ends.next = self.running.q.val() & !self.left.q.val().any() & self.all_answered.val();
        self.done.next = self.ends.val() & !self.bad.q.val();
        self.failed.next = self.ends.val() & self.bad.q.val();
        self.idle.next = !self.running.q.val();
        self.answered.next = self.all_answered.val();
        if self.ends.val() {
            self.running.d.next = false;
        }
        if self.start.val() {
            self.running.d.next = true;
            self.bad.d.next = false;
            self.left.d.next = self.lines.val();
            self.address.d.next = self.target.val();
        }
        if self.reset.val() {
            self.running.d.next = false;
            self.left.d.next = 0.into();
        }
    }
}

//! Writes a part of a record.

use crate::axi::{MARKED_BITS, marked};
use crate::cxl_mem::channel_map::ChannelMap;
use crate::layout::{Place, constants, layout};
use crate::stream::{Crc32c, Fifo};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

layout! {
    /// A line that waits for its channel.
    mod waiting {
        LINE: 512,
        ADDRESS: 64,
    }
}
/// Bits of it.
const WAITING_BITS: usize = waiting::BITS;

/// Writes the lines of a part of a record, one behind the other, and keeps their CRC.
///
/// * Latency: a line is offered to its channel one cycle after it has come; its CRC is there two cycles after that.
/// * Throughput: a line a cycle.
/// * Stalls when two lines wait for their channels. Lines that are not to be used, and all while `discard` is high, are taken and dropped.
#[derive(LogicBlock)]
pub struct Scribe<const CHANNELS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// A record begins (a pulse, while idle): waits for its part.
    pub record_start: Signal<In, Bit>,
    /// The part begins (a pulse, with `record_start` or later). What follows is taken over then.
    pub part_start: Signal<In, Bit>,
    /// DPA of the part.
    pub target: Signal<In, Bits<64>>,
    /// Its lines.
    pub lines: Signal<In, Bits<32>>,
    /// No more lines come, and the part does not begin (a pulse, after `record_start`).
    pub cancel: Signal<In, Bit>,
    /// Nothing is written any more, but what was taken.
    pub discard: Signal<In, Bit>,
    /// All lines of the part were written, and are in its CRC.
    pub idle: Signal<Out, Bit>,
    /// Lines of the part are to come.
    pub waiting: Signal<Out, Bit>,
    /// CRC-32C of the lines.
    pub crc: Signal<Out, Bits<32>>,
    /// A line that is not to be used is taken.
    pub bad: Signal<Out, Bit>,
    /// A line has come.
    pub line_valid: Signal<In, Bit>,
    /// It is taken.
    pub line_ready: Signal<Out, Bit>,
    /// The line; bit 512: not to be used.
    pub line: Signal<In, Bits<MARKED_BITS>>,
    /// Write: one-hot channel.
    pub write_channel: Signal<Out, Bits<CHANNELS>>,
    /// Write: byte address at the channel.
    pub write_address: Signal<Out, Bits<64>>,
    /// Write: line.
    pub write_data: Signal<Out, Bits<512>>,
    /// Write: there is one.
    pub write_valid: Signal<Out, Bit>,
    /// Write: taken.
    pub write_ready: Signal<In, Bit>,
    map: ChannelMap<CHANNELS>,
    sum: Crc32c<512>,
    queue: Fifo<WAITING_BITS, 1>,
    waits: DFF<Bit>,
    left: DFF<Bits<32>>,
    address: DFF<Bits<64>>,
    open: Signal<Local, Bit>,
    good: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    line_bytes: Constant<Bits<64>>,
    about: About<Self>,
}

impl<const CHANNELS: usize> Default for Scribe<CHANNELS> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset record_start part_start target lines cancel discard idle waiting crc bad line_valid line_ready line
                write_channel write_address write_data write_valid write_ready map sum queue waits left address open good takes about
            ]
            []
            line_bytes: Constant::new(64.into()),
        }
    }
}

impl<const CHANNELS: usize> Describe for Scribe<CHANNELS> {
    fn name() -> String {
        format!("scribe_c{CHANNELS}")
    }

    fn description() -> &'static str {
        "Writes the lines of a part of a record, one behind the other, and keeps their CRC. One cycle; a line a cycle; stalls when two lines wait for their channels."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[marked::CONSTANTS, waiting::CONSTANTS])
    }
}

impl<const CHANNELS: usize> Logic for Scribe<CHANNELS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, waits, left, address);
        self.queue.clock.next = self.clock.val();
        self.queue.reset.next = self.reset.val();
        self.map.address.next = self.queue.out_data.val().get_bits::<64>(waiting::ADDRESS);
        self.write_channel.next = self.map.select.val();
        self.write_address.next = self.map.channel_address.val();
        self.write_data.next = self.queue.out_data.val().get_bits::<512>(waiting::LINE);
        self.write_valid.next = self.queue.out_valid.val();
        self.queue.out_ready.next = self.write_ready.val();

        self.open.next = self.left.q.val().any();
        self.good.next = !self.discard.val() & !self.line.val().get_bit(marked::ERROR);
        self.queue.in_data.next = bit_cast::<WAITING_BITS, 512>(self.line.val().get_bits::<512>(marked::LINE))
            | (bit_cast::<WAITING_BITS, 64>(self.address.q.val()) << waiting::ADDRESS.val());
        self.queue.in_valid.next = self.open.val() & self.line_valid.val() & self.good.val();
        self.line_ready.next = self.open.val() & self.queue.in_ready.val();
        self.takes.next = self.line_ready.val() & self.line_valid.val();
        self.bad.next = self.takes.val() & self.line.val().get_bit(marked::ERROR);

        self.sum.clock.next = self.clock.val();
        self.sum.clear.next = self.record_start.val();
        self.sum.word.next = self.line.val().get_bits::<512>(marked::LINE);
        self.sum.word_valid.next = self.takes.val();
        self.crc.next = self.sum.value.val();
        self.idle.next = !self.waits.q.val() & !self.open.val() & !self.queue.out_valid.val() & self.sum.settled.val();
        self.waiting.next = self.waits.q.val() | self.open.val();

        if self.takes.val() {
            self.left.d.next = self.left.q.val() - 1;
            self.address.d.next = self.address.q.val() + self.line_bytes.val();
        }
        if self.cancel.val() {
            self.waits.d.next = false;
            self.left.d.next = 0.into();
        }
        if self.record_start.val() {
            self.waits.d.next = true;
        }
        if self.part_start.val() & (self.record_start.val() | (self.waits.q.val() & !self.cancel.val())) {
            self.waits.d.next = false;
            self.left.d.next = self.lines.val();
            self.address.d.next = self.target.val();
        }
        if self.reset.val() {
            self.waits.d.next = false;
            self.left.d.next = 0.into();
        }
    }
}

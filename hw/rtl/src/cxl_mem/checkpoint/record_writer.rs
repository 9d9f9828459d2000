//! Writes a record of the log.

use super::crc32c::Crc32c;
use crate::axi::MARKED_BITS;
use crate::cxl_mem::channel_map::ChannelMap;
use emberlane_registers::log::{self, RecordKind};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// States of the writer.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum RecordState {
    /// Waits for `start`.
    Idle,
    /// Takes and writes the payload.
    Payload,
    /// Waits until all of it is answered.
    Settle,
    /// The header goes through the CRC.
    Sum,
    /// Waits for its CRC.
    Summed,
    /// Writes the header.
    Header,
    /// Waits for its answer.
    Answer,
}

/// Writes a stream of lines and a header to a region of persistent memory, as a record of the log
/// (`emberlane_registers::log`).
///
/// The header is written when memory has answered every line of the payload, and the record counts (`done`) when it has
/// answered the header. After a line that is not to be used, or one that memory refuses, nothing more is written: the lines that
/// follow are taken and dropped, there is no header, and the record ends with `failed`.
///
/// * Latency: a line is offered to its channel in the cycle in which it comes; six cycles and an answer of memory from the
///   last answer of the payload to `done`.
/// * Throughput: a line a cycle, or one every `gap + 1` cycles.
/// * Stalls when the line's channel does, and for the gap.
#[derive(LogicBlock)]
pub struct RecordWriter<const CHANNELS: usize, const KIND: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Begins (a pulse, while idle). What follows, but for the gap, is taken over then.
    pub start: Signal<In, Bit>,
    /// DPA of the record.
    pub target: Signal<In, Bits<64>>,
    /// Lines of the payload, at least one.
    pub lines: Signal<In, Bits<32>>,
    /// Value of CONFIGURATION.
    pub configuration: Signal<In, Bits<32>>,
    /// Value of BATCH.
    pub batch: Signal<In, Bits<64>>,
    /// Rows, if it is a record of rows.
    pub rows: Signal<In, Bits<32>>,
    /// FP32 elements of a vector, if it is a record of rows.
    pub vector_length: Signal<In, Bits<32>>,
    /// Cycles between two lines.
    pub gap: Signal<In, Bits<16>>,
    /// No more lines come: the record ends with `failed` (a pulse).
    pub abort: Signal<In, Bit>,
    /// Nothing is under way.
    pub idle: Signal<Out, Bit>,
    /// It waits for a line, and for nothing else.
    pub waiting: Signal<Out, Bit>,
    /// The record counts (a pulse).
    pub done: Signal<Out, Bit>,
    /// There is no record (a pulse).
    pub failed: Signal<Out, Bit>,
    /// DPA of the record that is written, or was last.
    pub record: Signal<Out, Bits<64>>,
    /// Its batch.
    pub record_batch: Signal<Out, Bits<64>>,
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
    state: DFF<RecordState>,
    map: ChannelMap<CHANNELS>,
    crc: Crc32c,
    base: DFF<Bits<64>>,
    payload: DFF<Bits<32>>,
    of_configuration: DFF<Bits<32>>,
    of_batch: DFF<Bits<64>>,
    of_rows: DFF<Bits<32>>,
    of_length: DFF<Bits<32>>,
    left: DFF<Bits<32>>,
    address: DFF<Bits<64>>,
    pause: DFF<Bits<16>>,
    payload_crc: DFF<Bits<32>>,
    bad: DFF<Bit>,
    /// Writes of a channel that are not answered; the channel takes 128 at most.
    unanswered: [DFF<Bits<8>>; CHANNELS],
    issues: [Signal<Local, Bit>; CHANNELS],
    good: Signal<Local, Bit>,
    open: Signal<Local, Bit>,
    offers: Signal<Local, Bit>,
    channel_ready: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    all_answered: Signal<Local, Bit>,
    head: Signal<Local, Bits<512>>,
    header: Signal<Local, Bits<512>>,
    line_bytes: Constant<Bits<64>>,
    magic: Constant<Bits<512>>,
    about: About<Self>,
}

impl<const CHANNELS: usize, const KIND: usize> Default for RecordWriter<CHANNELS, KIND> {
    fn default() -> Self {
        let kind = RecordKind::from_value(KIND as u32).expect("KIND is a kind of record") as u64;
        crate::defaults! {
            [
                clock reset start target lines configuration batch rows vector_length gap abort idle waiting done failed
                record record_batch line_valid line_ready line write_address write_data
                state map crc base payload of_configuration of_batch of_rows of_length left address pause payload_crc bad
                good open offers channel_ready takes all_answered head header about
            ]
            [write_valid write_ready written write_error unanswered issues]
            line_bytes: Constant::new(64.into()),
            magic: Constant::new(Bits::<512>::from(log::MAGIC) | (Bits::<512>::from(kind) << 64)),
        }
    }
}

impl<const CHANNELS: usize, const KIND: usize> Describe for RecordWriter<CHANNELS, KIND> {
    fn name() -> String {
        format!("record_writer_c{CHANNELS}_k{KIND}")
    }

    fn description() -> &'static str {
        "Writes a stream of lines and a header to the log: the header when all else is answered, done when it is. A line a cycle, less the gap; stalls when the line's channel does."
    }
}

impl<const CHANNELS: usize, const KIND: usize> Logic for RecordWriter<CHANNELS, KIND> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            base,
            payload,
            of_configuration,
            of_batch,
            of_rows,
            of_length,
            left,
            address,
            pause,
            payload_crc,
            bad
        );
        comment!("The header: words as in the format; the CRC of itself comes last.");
        self.head.next = self.magic.val()
            | (bit_cast::<512, 32>(self.of_configuration.q.val()) << 96)
            | (bit_cast::<512, 64>(self.of_batch.q.val()) << 128)
            | (bit_cast::<512, 32>(self.payload.q.val()) << 192)
            | (bit_cast::<512, 32>(self.of_rows.q.val()) << 224)
            | (bit_cast::<512, 32>(self.of_length.q.val()) << 256)
            | (bit_cast::<512, 32>(self.payload_crc.q.val()) << 448);
        self.header.next = self.head.val() | (bit_cast::<512, 32>(self.crc.value.val()) << 480);

        comment!("A line is offered to its channel, the header to that of the record's first line.");
        self.map.address.next = self.address.q.val();
        self.write_address.next = self.map.channel_address.val();
        self.write_data.next = self.line.val().get_bits::<512>(0);
        self.good.next = !self.bad.q.val() & !self.line.val().get_bit(512);
        self.open.next =
            (self.state.q.val() == RecordState::Payload) & self.left.q.val().any() & !self.pause.q.val().any();
        self.offers.next = self.open.val() & self.line_valid.val() & self.good.val();
        if self.state.q.val() == RecordState::Header {
            self.write_data.next = self.header.val();
            self.offers.next = true;
        }
        self.channel_ready.next = false;
        self.all_answered.next = true;
        for i in 0..CHANNELS {
            self.unanswered[i].clock.next = self.clock.val();
            self.unanswered[i].d.next = self.unanswered[i].q.val();
            self.write_valid[i].next = self.offers.val() & self.map.select.val().get_bit(i);
            self.issues[i].next = self.offers.val() & self.map.select.val().get_bit(i) & self.write_ready[i].val();
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
        self.line_ready.next = self.open.val() & (!self.good.val() | self.channel_ready.val());
        self.takes.next = self.open.val() & self.line_valid.val() & (!self.good.val() | self.channel_ready.val());

        self.crc.clock.next = self.clock.val();
        self.crc.clear.next = false;
        self.crc.line.next = self.line.val().get_bits::<512>(0);
        self.crc.line_valid.next = self.takes.val();
        self.done.next = false;
        self.failed.next = false;
        if self.pause.q.val().any() {
            self.pause.d.next = self.pause.q.val() - 1;
        }
        match self.state.q.val() {
            RecordState::Idle => {
                self.crc.clear.next = true;
                if self.start.val() {
                    self.base.d.next = self.target.val();
                    self.payload.d.next = self.lines.val();
                    self.of_configuration.d.next = self.configuration.val();
                    self.of_batch.d.next = self.batch.val();
                    self.of_rows.d.next = self.rows.val();
                    self.of_length.d.next = self.vector_length.val();
                    self.left.d.next = self.lines.val();
                    self.address.d.next = self.target.val() + self.line_bytes.val();
                    self.bad.d.next = false;
                    self.state.d.next = RecordState::Payload;
                }
            }
            RecordState::Payload => {
                if self.takes.val() {
                    self.left.d.next = self.left.q.val() - 1;
                    self.address.d.next = self.address.q.val() + self.line_bytes.val();
                    self.pause.d.next = self.gap.val();
                    if self.line.val().get_bit(512) {
                        self.bad.d.next = true;
                    }
                }
                if !self.left.q.val().any() {
                    self.state.d.next = RecordState::Settle;
                }
                if self.abort.val() {
                    self.bad.d.next = true;
                    self.left.d.next = 0.into();
                }
            }
            RecordState::Settle => {
                self.payload_crc.d.next = self.crc.value.val();
                if self.all_answered.val() & self.crc.settled.val() {
                    self.crc.clear.next = true;
                    self.address.d.next = self.base.q.val();
                    self.state.d.next = RecordState::Sum;
                    if self.bad.q.val() {
                        self.failed.next = true;
                        self.state.d.next = RecordState::Idle;
                    }
                }
            }
            RecordState::Sum => {
                self.crc.line.next = self.head.val();
                self.crc.line_valid.next = true;
                self.state.d.next = RecordState::Summed;
            }
            RecordState::Summed => {
                self.state.d.next = RecordState::Header;
            }
            RecordState::Header => {
                if self.channel_ready.val() {
                    self.state.d.next = RecordState::Answer;
                }
            }
            RecordState::Answer => {
                if self.all_answered.val() {
                    self.done.next = !self.bad.q.val();
                    self.failed.next = self.bad.q.val();
                    self.state.d.next = RecordState::Idle;
                }
            }
        }
        self.idle.next = self.state.q.val() == RecordState::Idle;
        self.waiting.next =
            (self.state.q.val() == RecordState::Payload) & self.left.q.val().any() & self.all_answered.val();
        self.record.next = self.base.q.val();
        self.record_batch.next = self.of_batch.q.val();
        if self.reset.val() {
            self.state.d.next = RecordState::Idle;
            self.pause.d.next = 0.into();
        }
    }
}

//! Writes a record of the log.

use super::log_port::LogPort;
use super::scribe::Scribe;
use crate::axi::MARKED_BITS;
use crate::cxl_mem::channel_map::ChannelMap;
use crate::cxl_mem::endpoint::fault_code;
use crate::layout::{Place, constants, layout, named};
use crate::stream::Crc32c;
use emberlane_registers::faults::{self, Fault};
use emberlane_registers::log::{self, HEADER_BYTES};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Bits of the number of a record's lines: that of the payload, and the header.
pub const LINES_BITS: usize = 33;

/// Word of the header with the CRC of the first part.
const FIRST_CRC_WORD: u64 = 11;

named! {
    /// Words of a header.
    mod word {
        MAGIC = 0,
        KIND = 1,
        CONFIGURATION = 2,
        BATCH_HIGH = 3,
        BATCH_LOW = 4,
        NOT_BATCH_LOW = 5,
        LINES = 6,
        NOT_LINES = 7,
        ROWS = 8,
        NOT_ROWS = 9,
        LENGTH = 10,
        CRC = 15,
    }
}

named! {
    /// A header as a line.
    mod header {
        LAST_WORD = 32 * word::CRC,
    }
}

layout! {
    /// Words of a number of 64 bits.
    mod half {
        LOW: 32,
        HIGH: 32,
    }
}

/// States of the writer.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum RecordState {
    /// Waits for `start`.
    Idle,
    /// The scribes write the payload.
    Payload,
    /// Waits until all of it is answered.
    Settle,
    /// Puts the header together, word by word.
    Compose,
    /// Waits for its CRC.
    Sum,
    /// Writes the header.
    Header,
    /// Waits for its answer.
    Answer,
}

/// Writes up to `PARTS` streams of lines, the parts of a payload, and a header to a region of persistent memory, as a record of the
/// log (`emberlane_registers::log`).
///
/// The header is written when memory has answered every line of the payload, and the record counts (`done`) when it has
/// answered the header. After a line that is not to be used, or one that memory refuses, nothing more is written: the lines that
/// follow are taken and dropped, there is no header, and the record ends with `failed`.
///
/// * Latency: two cycles from a line to its channel; 23 cycles and an answer of memory from the last answer of the payload to
///   `done`.
/// * Throughput: a line a cycle and part; at each channel a line a cycle, or one every `gap + 1` cycles.
/// * Stalls a part when two of its lines wait for their channels.
/// * `FAULTS` is 0; 1 in the design that commits faults for tests.
#[derive(LogicBlock)]
pub struct RecordWriter<const CHANNELS: usize, const PARTS: usize, const FAULTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Begins (a pulse, while idle). What follows, up to the vector's length, is taken over then.
    pub start: Signal<In, Bit>,
    /// What the record holds, as the header says it.
    pub kind: Signal<In, Bits<32>>,
    /// DPA of the record.
    pub target: Signal<In, Bits<64>>,
    /// Lines of the payload.
    pub lines: Signal<In, Bits<32>>,
    /// Value of CONFIGURATION.
    pub configuration: Signal<In, Bits<32>>,
    /// Value of BATCH.
    pub batch: Signal<In, Bits<64>>,
    /// Rows, if it is a record of rows.
    pub rows: Signal<In, Bits<32>>,
    /// FP32 elements of a vector, if it is a record of rows.
    pub vector_length: Signal<In, Bits<32>>,
    /// A part begins (a pulse, with `start` or later). They begin in order, each one once.
    pub part_start: [Signal<In, Bit>; PARTS],
    /// Lines of the part that begins.
    pub part_lines: Signal<In, Bits<32>>,
    /// Cycles that a channel has between two lines.
    pub gap: Signal<In, Bits<16>>,
    /// No more lines come: the record ends with `failed` (a pulse).
    pub cancel: Signal<In, Bit>,
    /// Nothing is under way.
    pub idle: Signal<Out, Bit>,
    /// It waits for lines, and for nothing else.
    pub waiting: Signal<Out, Bit>,
    /// The record counts (a pulse).
    pub done: Signal<Out, Bit>,
    /// There is no record (a pulse).
    pub failed: Signal<Out, Bit>,
    /// DPA of the record that is written, or was last.
    pub record: Signal<Out, Bits<64>>,
    /// Its lines, the header included.
    pub record_lines: Signal<Out, Bits<LINES_BITS>>,
    /// Its batch.
    pub record_batch: Signal<Out, Bits<64>>,
    /// A line of a part has come.
    pub line_valid: [Signal<In, Bit>; PARTS],
    /// It is taken.
    pub line_ready: [Signal<Out, Bit>; PARTS],
    /// The line; bit 512: not to be used.
    pub line: [Signal<In, Bits<MARKED_BITS>>; PARTS],
    /// Writes: byte address at a channel.
    pub write_address: [Signal<Out, Bits<64>>; CHANNELS],
    /// Writes: line.
    pub write_data: [Signal<Out, Bits<512>>; CHANNELS],
    /// Writes: there is one.
    pub write_valid: [Signal<Out, Bit>; CHANNELS],
    /// Writes: taken.
    pub write_ready: [Signal<In, Bit>; CHANNELS],
    /// Writes: the oldest is answered.
    pub written: [Signal<In, Bit>; CHANNELS],
    /// Writes: the answer is an error.
    pub write_error: [Signal<In, Bit>; CHANNELS],
    state: DFF<RecordState>,
    scribes: [Scribe<CHANNELS>; PARTS],
    ports: [LogPort<PARTS>; CHANNELS],
    map: ChannelMap<CHANNELS>,
    sum: Crc32c<32>,
    base: DFF<Bits<64>>,
    of_kind: DFF<Bits<32>>,
    payload: DFF<Bits<32>>,
    of_configuration: DFF<Bits<32>>,
    of_batch: DFF<Bits<64>>,
    of_rows: DFF<Bits<32>>,
    of_length: DFF<Bits<32>>,
    /// Where the next part begins.
    part: DFF<Bits<64>>,
    bad: DFF<Bit>,
    head: DFF<Bits<512>>,
    place: DFF<Bits<4>>,
    part_target: Signal<Local, Bits<64>>,
    part_bytes: Signal<Local, Bits<64>>,
    discard: Signal<Local, Bit>,
    written_all: Signal<Local, Bit>,
    lines_to_come: Signal<Local, Bit>,
    answered_all: Signal<Local, Bit>,
    word: Signal<Local, Bits<32>>,
    header: Signal<Local, Bits<512>>,
    offer_channel: [Signal<Local, Bits<CHANNELS>>; PARTS],
    offer_address: [Signal<Local, Bits<64>>; PARTS],
    offer_data: [Signal<Local, Bits<512>>; PARTS],
    offer_valid: [Signal<Local, Bit>; PARTS],
    offer_ready: [Signal<Local, Bit>; PARTS],
    header_bytes: Constant<Bits<64>>,
    magic: Constant<Bits<32>>,
    crc_places: [Constant<Bits<4>>; PARTS],
    /// The fault that is committed.
    pub fault: [Signal<In, Bits<{ faults::BITS }>>; FAULTS],
    early_header: [Constant<Bits<{ faults::BITS }>>; FAULTS],
    one_slot: [Constant<Bits<{ faults::BITS }>>; FAULTS],
    early_delete: [Constant<Bits<{ faults::BITS }>>; FAULTS],
    /// There was a record before.
    again: [DFF<Bit>; FAULTS],
    /// The header at `deleted` is to be cleared.
    deletes: [DFF<Bit>; FAULTS],
    deleted: [DFF<Bits<64>>; FAULTS],
    about: About<Self>,
}

impl<const CHANNELS: usize, const PARTS: usize, const FAULTS: usize> Default for RecordWriter<CHANNELS, PARTS, FAULTS> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset start kind target lines configuration batch rows vector_length part_lines gap cancel idle
                waiting done failed record record_lines record_batch state map sum base of_kind payload of_configuration of_batch
                of_rows of_length part bad head place part_target part_bytes discard written_all lines_to_come answered_all word header about
            ]
            [
                part_start line_valid line_ready line write_address write_data write_valid write_ready written write_error
                scribes ports offer_channel offer_address offer_data offer_valid offer_ready fault again deletes deleted
            ]
            header_bytes: Constant::new(HEADER_BYTES.into()),
            magic: Constant::new(u64::from(log::MAGIC).into()),
            crc_places: std::array::from_fn(|part| Constant::new((FIRST_CRC_WORD + part as u64).into())),
            early_header: std::array::from_fn(|_| fault_code(Fault::EarlyHeader)),
            one_slot: std::array::from_fn(|_| fault_code(Fault::OneSlot)),
            early_delete: std::array::from_fn(|_| fault_code(Fault::EarlyDelete)),
        }
    }
}

impl<const CHANNELS: usize, const PARTS: usize, const FAULTS: usize> Describe
    for RecordWriter<CHANNELS, PARTS, FAULTS>
{
    fn name() -> String {
        let faults = if FAULTS == 0 { "" } else { "_faults" };
        format!("record_writer_c{CHANNELS}_p{PARTS}{faults}")
    }

    fn description() -> &'static str {
        "Writes the parts of a payload and a header to the log: the header when all else is answered, done when it is. A line a cycle and part, less the gap at a channel; stalls a part when two of its lines wait for their channels."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[word::CONSTANTS, header::CONSTANTS, half::CONSTANTS])
    }
}

impl<const CHANNELS: usize, const PARTS: usize, const FAULTS: usize> Logic for RecordWriter<CHANNELS, PARTS, FAULTS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            base,
            of_kind,
            payload,
            of_configuration,
            of_batch,
            of_rows,
            of_length,
            part,
            bad,
            head,
            place
        );
        comment!("The parts, one behind the other.");
        self.part_target.next = self.part.q.val();
        if self.start.val() {
            self.part_target.next = self.target.val() + self.header_bytes.val();
        }
        for i in 0..FAULTS {
            if self.start.val() & self.again[i].q.val() & (self.fault[i].val() == self.one_slot[i].val()) {
                self.part_target.next = self.base.q.val() + self.header_bytes.val();
            }
        }
        self.part.d.next = self.part_target.val();
        self.part_bytes.next = bit_cast::<64, 32>(self.part_lines.val()) << 6;
        self.discard.next = self.bad.q.val();
        self.written_all.next = true;
        self.lines_to_come.next = false;
        for i in 0..PARTS {
            self.scribes[i].clock.next = self.clock.val();
            self.scribes[i].reset.next = self.reset.val();
            self.scribes[i].record_start.next = self.start.val();
            self.scribes[i].part_start.next = self.part_start[i].val();
            self.scribes[i].target.next = self.part_target.val();
            self.scribes[i].lines.next = self.part_lines.val();
            self.scribes[i].cancel.next = self.cancel.val();
            self.scribes[i].discard.next = self.discard.val();
            self.scribes[i].line_valid.next = self.line_valid[i].val();
            self.line_ready[i].next = self.scribes[i].line_ready.val();
            self.scribes[i].line.next = self.line[i].val();
            if self.part_start[i].val() {
                self.part.d.next = self.part_target.val() + self.part_bytes.val();
            }
            if self.scribes[i].bad.val() {
                self.bad.d.next = true;
            }
            if !self.scribes[i].idle.val() {
                self.written_all.next = false;
            }
            if self.scribes[i].waiting.val() {
                self.lines_to_come.next = true;
            }
        }

        comment!("The header goes the way of the first part.");
        self.map.address.next = self.base.q.val();
        self.header.next = self.head.q.val() | (bit_cast::<512, 32>(self.sum.value.val()) << header::LAST_WORD.val());
        for i in 0..PARTS {
            self.offer_channel[i].next = self.scribes[i].write_channel.val();
            self.offer_address[i].next = self.scribes[i].write_address.val();
            self.offer_data[i].next = self.scribes[i].write_data.val();
            self.offer_valid[i].next = self.scribes[i].write_valid.val();
        }
        if self.state.q.val() == RecordState::Header {
            self.offer_channel[0].next = self.map.select.val();
            self.offer_address[0].next = self.map.channel_address.val();
            self.offer_data[0].next = self.header.val();
            self.offer_valid[0].next = true;
        }

        for i in 0..FAULTS {
            comment!("Faults, for tests: before the payload, a header is cleared.");
            if self.deletes[i].q.val() {
                self.map.address.next = self.deleted[i].q.val();
                self.offer_channel[0].next = self.map.select.val();
                self.offer_address[0].next = self.map.channel_address.val();
                self.offer_data[0].next = 0.into();
                self.offer_valid[0].next = true;
                self.written_all.next = false;
            }
        }

        comment!("The channels.");
        self.answered_all.next = true;
        for i in 0..PARTS {
            if self.scribes[i].write_valid.val() {
                self.answered_all.next = false;
            }
        }
        for i in 0..CHANNELS {
            self.ports[i].clock.next = self.clock.val();
            self.ports[i].reset.next = self.reset.val();
            self.ports[i].gap.next = self.gap.val();
            self.write_address[i].next = self.ports[i].write_address.val();
            self.write_data[i].next = self.ports[i].write_data.val();
            self.write_valid[i].next = self.ports[i].write_valid.val();
            self.ports[i].write_ready.next = self.write_ready[i].val();
            self.ports[i].written.next = self.written[i].val();
            if self.written[i].val() & self.write_error[i].val() {
                self.bad.d.next = true;
            }
            if !self.ports[i].answered.val() {
                self.answered_all.next = false;
            }
        }
        for i in 0..FAULTS {
            if (self.fault[i].val() == self.early_header[i].val()) & (self.state.q.val() == RecordState::Settle) {
                self.answered_all.next = true;
            }
        }
        for j in 0..PARTS {
            self.offer_ready[j].next = false;
            for i in 0..CHANNELS {
                self.ports[i].in_address[j].next = self.offer_address[j].val();
                self.ports[i].in_data[j].next = self.offer_data[j].val();
                self.ports[i].in_valid[j].next = self.offer_valid[j].val() & self.offer_channel[j].val().get_bit(i);
                if self.offer_channel[j].val().get_bit(i) & self.ports[i].in_ready[j].val() {
                    self.offer_ready[j].next = true;
                }
            }
            self.scribes[j].write_ready.next = self.offer_ready[j].val();
        }

        comment!(
            "The words of the header. Three have their complement behind them. The last is 0 while the CRC is computed."
        );
        self.word.next = 0.into();
        if self.place.q.val() == word::MAGIC.val() {
            self.word.next = self.magic.val();
        } else if self.place.q.val() == word::KIND.val() {
            self.word.next = self.of_kind.q.val();
        } else if self.place.q.val() == word::CONFIGURATION.val() {
            self.word.next = self.of_configuration.q.val();
        } else if self.place.q.val() == word::BATCH_HIGH.val() {
            self.word.next = self.of_batch.q.val().get_bits::<32>(half::HIGH);
        } else if self.place.q.val() == word::BATCH_LOW.val() {
            self.word.next = self.of_batch.q.val().get_bits::<32>(half::LOW);
        } else if self.place.q.val() == word::NOT_BATCH_LOW.val() {
            self.word.next = !self.of_batch.q.val().get_bits::<32>(half::LOW);
        } else if self.place.q.val() == word::LINES.val() {
            self.word.next = self.payload.q.val();
        } else if self.place.q.val() == word::NOT_LINES.val() {
            self.word.next = !self.payload.q.val();
        } else if self.place.q.val() == word::ROWS.val() {
            self.word.next = self.of_rows.q.val();
        } else if self.place.q.val() == word::NOT_ROWS.val() {
            self.word.next = !self.of_rows.q.val();
        } else if self.place.q.val() == word::LENGTH.val() {
            self.word.next = self.of_length.q.val();
        }
        for i in 0..PARTS {
            if self.place.q.val() == self.crc_places[i].val() {
                self.word.next = self.scribes[i].crc.val();
            }
        }
        self.sum.clock.next = self.clock.val();
        self.sum.clear.next = self.state.q.val() == RecordState::Idle;
        self.sum.word.next = self.word.val();
        self.sum.word_valid.next = self.state.q.val() == RecordState::Compose;

        self.done.next = false;
        self.failed.next = false;
        match self.state.q.val() {
            RecordState::Idle => {
                self.place.d.next = 0.into();
                if self.start.val() {
                    self.base.d.next = self.target.val();
                    self.of_kind.d.next = self.kind.val();
                    self.payload.d.next = self.lines.val();
                    self.of_configuration.d.next = self.configuration.val();
                    self.of_batch.d.next = self.batch.val();
                    self.of_rows.d.next = self.rows.val();
                    self.of_length.d.next = self.vector_length.val();
                    self.bad.d.next = false;
                    self.state.d.next = RecordState::Payload;
                }
            }
            RecordState::Payload => {
                if self.cancel.val() {
                    self.bad.d.next = true;
                }
                if self.written_all.val() {
                    self.state.d.next = RecordState::Settle;
                }
            }
            RecordState::Settle => {
                if self.answered_all.val() {
                    self.state.d.next = RecordState::Compose;
                    if self.bad.q.val() {
                        self.failed.next = true;
                        self.state.d.next = RecordState::Idle;
                    }
                }
            }
            RecordState::Compose => {
                self.head.d.next =
                    (self.head.q.val() >> 32) | (bit_cast::<512, 32>(self.word.val()) << header::LAST_WORD.val());
                self.place.d.next = self.place.q.val() + 1;
                if self.place.q.val() == word::CRC.val() {
                    self.state.d.next = RecordState::Sum;
                }
            }
            RecordState::Sum => {
                if self.sum.settled.val() {
                    self.state.d.next = RecordState::Header;
                }
            }
            RecordState::Header => {
                if self.offer_ready[0].val() {
                    self.state.d.next = RecordState::Answer;
                }
            }
            RecordState::Answer => {
                if self.answered_all.val() {
                    self.done.next = !self.bad.q.val();
                    self.failed.next = self.bad.q.val();
                    self.state.d.next = RecordState::Idle;
                }
            }
        }
        for i in 0..FAULTS {
            comment!("Faults, for tests.");
            self.again[i].clock.next = self.clock.val();
            self.again[i].d.next = self.again[i].q.val();
            self.deletes[i].clock.next = self.clock.val();
            self.deletes[i].d.next = self.deletes[i].q.val();
            self.deleted[i].clock.next = self.clock.val();
            self.deleted[i].d.next = self.deleted[i].q.val();
            if self.deletes[i].q.val() {
                self.scribes[0].write_ready.next = false;
                self.deletes[i].d.next = !self.offer_ready[0].val();
            }
            if (self.state.q.val() == RecordState::Idle) & self.start.val() {
                self.again[i].d.next = true;
                self.deleted[i].d.next = self.base.q.val();
                self.deletes[i].d.next = self.again[i].q.val()
                    & (self.fault[i].val() == self.early_delete[i].val())
                    & (self.base.q.val() != self.target.val());
                if self.again[i].q.val() & (self.fault[i].val() == self.one_slot[i].val()) {
                    self.base.d.next = self.base.q.val();
                }
            }
            if self.reset.val() {
                self.again[i].d.next = false;
                self.deletes[i].d.next = false;
            }
        }
        self.idle.next = self.state.q.val() == RecordState::Idle;
        self.waiting.next = self.lines_to_come.val() & self.answered_all.val();
        self.record.next = self.base.q.val();
        self.record_lines.next = bit_cast::<LINES_BITS, 32>(self.payload.q.val()) + 1;
        self.record_batch.next = self.of_batch.q.val();
        if self.reset.val() {
            self.state.d.next = RecordState::Idle;
        }
    }
}

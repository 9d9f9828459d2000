//! The payload of a record of rows.

use super::row_walker::RowWalker;
use crate::axi::MARKED_BITS;
use crate::cxl_mem::line_reader::LineReader;
use crate::cxl_mem::list_reader::ListReader;
use crate::cxl_mem::list_stream::ListStream;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Lines of a channel that may be asked for and not handed on (2 to the power of this).
const LOG_LINES: usize = 5;

/// States of the gatherer.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum GatherState {
    /// Waits for `start`.
    Idle,
    /// Waits until the lists can be read again.
    Ready,
    /// Begins to read the lists.
    Begin,
    /// Hands on addresses, eight a line.
    Addresses,
    /// Hands on the last line of addresses.
    LastAddresses,
    /// Reads rows and hands them on.
    Rows,
    /// Something is wrong: what is under way comes, and is dropped.
    Drop,
}

/// Makes the payload of a record of rows: the DPA of every unique row of a batch, eight a line, and then the rows. It walks the
/// row lists twice.
///
/// * Latency: that of the scratchpad and six cycles to the first line.
/// * Throughput: a line of addresses every eight cycles, a line of a row every cycle.
/// * Stalls when lists or rows are not there yet, or the line is not taken.
#[derive(LogicBlock)]
pub struct RowGatherer<const PORTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Begins (a pulse, while idle). What follows is taken over then.
    pub start: Signal<In, Bit>,
    /// DPA of the directory.
    pub directory: Signal<In, Bits<64>>,
    /// DPA of the list of unique rows.
    pub rows: Signal<In, Bits<64>>,
    /// Tables.
    pub table_count: Signal<In, Bits<32>>,
    /// Unique rows.
    pub row_count: Signal<In, Bits<32>>,
    /// Lines of a row.
    pub row_lines: Signal<In, Bits<5>>,
    /// Nothing is under way.
    pub idle: Signal<Out, Bit>,
    /// The lists do not add up, or cannot be read: no more lines come (a pulse).
    pub failed: Signal<Out, Bit>,
    /// A line of the payload.
    pub line_valid: Signal<Out, Bit>,
    /// It is taken.
    pub line_ready: Signal<In, Bit>,
    /// The line; bit 512: not to be used.
    pub line: Signal<Out, Bits<MARKED_BITS>>,
    /// Reads of lists: byte address on a port of the scratchpad.
    pub list_request_address: [Signal<Out, Bits<64>>; PORTS],
    /// Reads of lists: there is one.
    pub list_request_valid: [Signal<Out, Bit>; PORTS],
    /// Reads of lists: taken.
    pub list_request_ready: [Signal<In, Bit>; PORTS],
    /// Reads of lists: answer.
    pub list_answer_valid: [Signal<In, Bit>; PORTS],
    /// Reads of lists: line; bit 512: answered with an error.
    pub list_answer: [Signal<In, Bits<MARKED_BITS>>; PORTS],
    /// Reads of rows: byte address at a channel.
    pub row_request_address: [Signal<Out, Bits<64>>; PORTS],
    /// Reads of rows: there is one.
    pub row_request_valid: [Signal<Out, Bit>; PORTS],
    /// Reads of rows: taken.
    pub row_request_ready: [Signal<In, Bit>; PORTS],
    /// Reads of rows: answer.
    pub row_answer_valid: [Signal<In, Bit>; PORTS],
    /// Reads of rows: line; bit 512: answered with an error.
    pub row_answer: [Signal<In, Bits<MARKED_BITS>>; PORTS],
    state: DFF<GatherState>,
    second: DFF<Bit>,
    directory_base: DFF<Bits<64>>,
    rows_base: DFF<Bits<64>>,
    tables: DFF<Bits<32>>,
    count: DFF<Bits<32>>,
    lines: DFF<Bits<5>>,
    lists: ListReader<2, PORTS>,
    directory_stream: ListStream<128, 4>,
    row_stream: ListStream<32, 16>,
    walker: RowWalker,
    reader: LineReader<PORTS, LOG_LINES>,
    packed: DFF<Bits<512>>,
    places: DFF<Bits<4>>,
    place_shift: Signal<Local, Bits<9>>,
    full: Signal<Local, Bit>,
    next_line: DFF<Bits<5>>,
    next_offset: Signal<Local, Bits<64>>,
    under_way: DFF<Bits<32>>,
    asked: Signal<Local, Bit>,
    came: Signal<Local, Bit>,
    wrong: Signal<Local, Bit>,
    about: About<Self>,
}

impl<const PORTS: usize> Default for RowGatherer<PORTS> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset start directory rows table_count row_count row_lines idle failed line_valid line_ready line
                state second directory_base rows_base tables count lines lists directory_stream row_stream walker reader
                packed places place_shift full next_line next_offset under_way asked came wrong about
            ]
            [
                list_request_address list_request_valid list_request_ready list_answer_valid list_answer
                row_request_address row_request_valid row_request_ready row_answer_valid row_answer
            ]
        }
    }
}

impl<const PORTS: usize> Describe for RowGatherer<PORTS> {
    fn name() -> String {
        format!("row_gatherer_p{PORTS}")
    }

    fn description() -> &'static str {
        "Makes the payload of a record of rows: the address of every unique row of a batch, then the rows. A line a cycle; stalls when lists or rows are not there or the line is not taken."
    }
}

impl<const PORTS: usize> Logic for RowGatherer<PORTS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            second,
            directory_base,
            rows_base,
            tables,
            count,
            lines,
            packed,
            places,
            next_line,
            under_way
        );
        comment!("Lists: directory and unique rows.");
        self.lists.clock.next = self.clock.val();
        self.lists.reset.next = self.reset.val();
        self.directory_stream.clock.next = self.clock.val();
        self.directory_stream.reset.next = self.reset.val();
        self.row_stream.clock.next = self.clock.val();
        self.row_stream.reset.next = self.reset.val();
        self.walker.clock.next = self.clock.val();
        self.directory_stream.start.next = self.state.q.val() == GatherState::Begin;
        self.directory_stream.stop.next = self.state.q.val() == GatherState::Drop;
        self.directory_stream.base.next = self.directory_base.q.val();
        self.directory_stream.words.next = bit_cast::<33, 32>(self.tables.q.val()) << 2;
        self.row_stream.start.next = self.state.q.val() == GatherState::Begin;
        self.row_stream.stop.next = self.state.q.val() == GatherState::Drop;
        self.row_stream.base.next = self.rows_base.q.val();
        self.row_stream.words.next = bit_cast::<33, 32>(self.count.q.val());
        self.lists.list_address[0].next = self.directory_stream.request_address.val();
        self.lists.list_valid[0].next = self.directory_stream.request_valid.val();
        self.directory_stream.request_ready.next = self.lists.list_ready[0].val();
        self.directory_stream.line_valid.next = self.lists.line_valid[0].val();
        self.directory_stream.line_data.next = self.lists.line_data.val();
        self.lists.list_address[1].next = self.row_stream.request_address.val();
        self.lists.list_valid[1].next = self.row_stream.request_valid.val();
        self.row_stream.request_ready.next = self.lists.list_ready[1].val();
        self.row_stream.line_valid.next = self.lists.line_valid[1].val();
        self.row_stream.line_data.next = self.lists.line_data.val();
        for i in 0..PORTS {
            self.list_request_address[i].next = self.lists.request_address[i].val();
            self.list_request_valid[i].next = self.lists.request_valid[i].val();
            self.lists.request_ready[i].next = self.list_request_ready[i].val();
            self.lists.answer_valid[i].next = self.list_answer_valid[i].val();
            self.lists.answer[i].next = self.list_answer[i].val();
        }
        self.walker.reset.next = self.reset.val() | (self.state.q.val() == GatherState::Drop);
        self.walker.start.next = self.state.q.val() == GatherState::Begin;
        self.walker.table_count.next = self.tables.q.val();
        self.walker.row_count.next = self.count.q.val();
        self.walker.lines.next = self.lines.q.val();
        self.walker.directory_beat.next = self.directory_stream.beat.val();
        self.walker.directory_valid.next = self.directory_stream.beat_valid.val();
        self.directory_stream.beat_ready.next = self.walker.directory_ready.val();
        self.walker.row_beat.next = self.row_stream.beat.val();
        self.walker.row_valid.next = self.row_stream.beat_valid.val();
        self.row_stream.beat_ready.next = self.walker.row_ready.val();
        self.walker.address_ready.next = false;
        self.wrong.next = self.walker.mismatch.val() | self.lists.fault.val();

        comment!("Rows.");
        self.reader.clock.next = self.clock.val();
        self.reader.reset.next = self.reset.val();
        self.next_offset.next = bit_cast::<64, 5>(self.next_line.q.val()) << 6;
        self.reader.in_address.next = self.walker.address.val() + self.next_offset.val();
        self.reader.in_valid.next = false;
        self.reader.line_ready.next = false;
        self.asked.next = false;
        for i in 0..PORTS {
            self.row_request_address[i].next = self.reader.request_address[i].val();
            self.row_request_valid[i].next = self.reader.request_valid[i].val();
            self.reader.request_ready[i].next = self.row_request_ready[i].val();
            self.reader.answer_valid[i].next = self.row_answer_valid[i].val();
            self.reader.answer[i].next = self.row_answer[i].val();
        }

        self.line_valid.next = false;
        self.line.next = bit_cast::<MARKED_BITS, 512>(self.packed.q.val());
        self.failed.next = false;
        self.full.next = self.places.q.val() == 8;
        self.place_shift.next = bit_cast::<9, 4>(self.places.q.val()) << 6;
        match self.state.q.val() {
            GatherState::Idle => {
                if self.start.val() {
                    self.directory_base.d.next = self.directory.val();
                    self.rows_base.d.next = self.rows.val();
                    self.tables.d.next = self.table_count.val();
                    self.count.d.next = self.row_count.val();
                    self.lines.d.next = self.row_lines.val();
                    self.second.d.next = false;
                    self.state.d.next = GatherState::Ready;
                }
            }
            GatherState::Ready => {
                if self.directory_stream.idle.val() & self.row_stream.idle.val() {
                    self.state.d.next = GatherState::Begin;
                }
            }
            GatherState::Begin => {
                self.packed.d.next = 0.into();
                self.places.d.next = 0.into();
                self.next_line.d.next = 0.into();
                self.state.d.next = GatherState::Addresses;
                if self.second.q.val() {
                    self.state.d.next = GatherState::Rows;
                }
            }
            GatherState::Addresses => {
                self.line_valid.next = self.full.val();
                self.walker.address_ready.next = !self.full.val();
                if self.full.val() & self.line_ready.val() {
                    self.packed.d.next = 0.into();
                    self.places.d.next = 0.into();
                } else if !self.full.val() & self.walker.address_valid.val() {
                    self.packed.d.next = self.packed.q.val()
                        | (bit_cast::<512, 64>(self.walker.address.val()) << self.place_shift.val());
                    self.places.d.next = self.places.q.val() + 1;
                }
                if self.walker.idle.val() & !self.full.val() {
                    self.state.d.next = GatherState::LastAddresses;
                }
            }
            GatherState::LastAddresses => {
                self.line_valid.next = self.places.q.val().any();
                if self.line_ready.val() | !self.places.q.val().any() {
                    self.second.d.next = true;
                    self.state.d.next = GatherState::Ready;
                }
            }
            GatherState::Rows => {
                self.reader.in_valid.next = self.walker.address_valid.val();
                self.asked.next = self.walker.address_valid.val() & self.reader.in_ready.val();
                if self.walker.address_valid.val() & self.reader.in_ready.val() {
                    self.next_line.d.next = self.next_line.q.val() + 1;
                    if self.next_line.q.val() + 1 == self.lines.q.val() {
                        self.walker.address_ready.next = true;
                        self.next_line.d.next = 0.into();
                    }
                }
                self.line_valid.next = self.reader.line_valid.val();
                self.line.next = bit_cast::<MARKED_BITS, 512>(self.reader.line_data.val())
                    | (bit_cast::<MARKED_BITS, 1>(self.reader.line_error.val().into()) << 512);
                self.reader.line_ready.next = self.line_ready.val();
                if self.walker.idle.val() & !self.under_way.q.val().any() {
                    self.state.d.next = GatherState::Idle;
                }
            }
            GatherState::Drop => {
                self.reader.line_ready.next = true;
                if !self.under_way.q.val().any() & self.directory_stream.idle.val() & self.row_stream.idle.val() {
                    self.state.d.next = GatherState::Idle;
                }
            }
        }
        if self.wrong.val() & (self.state.q.val() != GatherState::Drop) {
            self.failed.next = true;
            self.state.d.next = GatherState::Drop;
        }

        comment!("Lines of rows that were asked for and not handed on.");
        self.came.next = self.reader.line_valid.val()
            & (self.line_ready.val() | (self.state.q.val() == GatherState::Drop))
            & ((self.state.q.val() == GatherState::Rows) | (self.state.q.val() == GatherState::Drop));
        if self.asked.val() & !self.came.val() {
            self.under_way.d.next = self.under_way.q.val() + 1;
        }
        if self.came.val() & !self.asked.val() {
            self.under_way.d.next = self.under_way.q.val() - 1;
        }
        self.idle.next = self.state.q.val() == GatherState::Idle;
        if self.reset.val() {
            self.state.d.next = GatherState::Idle;
            self.under_way.d.next = 0.into();
        }
    }
}

//! A part of the payload of a record of rows.

use super::row_walker::RowWalker;
use crate::axi::MARKED_BITS;
use crate::axi::{ListStream, marked};
use crate::cxl_mem::capacity::GIB_BITS;
use crate::cxl_mem::line_reader::LineReader;
use crate::layout::Place;
use crate::stream::BlockFifo;
use emberlane_registers::log::GROUP_ROWS;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Lines of a channel that may be asked for and not handed on (2 to the power of this).
const LOG_LINES: usize = 5;
/// Rows of a group.
const GROUP: usize = GROUP_ROWS as usize;
/// Rows that may be asked for and not handed on (2 to the power of this).
const LOG_ROWS: usize = 7;

/// States of the gatherer.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum PartGatherState {
    /// Waits for `start`.
    Idle,
    /// Reads rows and hands them on.
    Gather,
    /// Something is wrong: what is under way comes, and is dropped.
    Drop,
}

/// Makes a part of the payload of a record of rows: reads the unique rows of the part, and hands on eight rows and a line with
/// their DPAs in turn.
///
/// The last line is handed on when the tables were found to add up to the rows of the record, which every part finds out on its own.
///
/// * Latency: that of the lists and of the rows, and eight cycles to the first line.
/// * Throughput: a line a cycle; a cycle more a table.
/// * Stalls when lists or rows are not there yet, when 128 rows or 32 lines of a channel are under way, or when the line is not taken.
#[derive(LogicBlock)]
pub struct PartGatherer<const PORTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// GiB of persistent memory.
    pub persistent_gib: Signal<In, Bits<GIB_BITS>>,
    /// Begins (a pulse, while idle).
    pub start: Signal<In, Bit>,
    /// No more lines come (a pulse).
    pub stop: Signal<In, Bit>,
    /// DPA of the directory.
    pub directory: Signal<In, Bits<64>>,
    /// DPA of the list of unique rows, where the part begins.
    pub rows: Signal<In, Bits<64>>,
    /// Tables.
    pub table_count: Signal<In, Bits<32>>,
    /// Unique rows over all parts.
    pub row_count: Signal<In, Bits<32>>,
    /// Rows before the part.
    pub first_row: Signal<In, Bits<32>>,
    /// Rows of the part.
    pub part_rows: Signal<In, Bits<32>>,
    /// Lines of a row; stays while not idle.
    pub row_lines: Signal<In, Bits<5>>,
    /// The rows are read one behind the other, not from where they belong; stays while not idle.
    pub staged: Signal<In, Bit>,
    /// DPA of the first staged row of the part.
    pub source: Signal<In, Bits<64>>,
    /// Nothing is under way.
    pub idle: Signal<Out, Bit>,
    /// The lists do not add up, or a row is not in persistent memory.
    pub mismatch: Signal<Out, Bit>,
    /// A line of the payload.
    pub line_valid: Signal<Out, Bit>,
    /// It is taken.
    pub line_ready: Signal<In, Bit>,
    /// The line; bit 512: not to be used.
    pub line: Signal<Out, Bits<MARKED_BITS>>,
    /// Directory: DPA of a line to read.
    pub directory_address: Signal<Out, Bits<64>>,
    /// Directory: there is one.
    pub directory_valid: Signal<Out, Bit>,
    /// Directory: taken.
    pub directory_ready: Signal<In, Bit>,
    /// Directory: the line at hand is for it.
    pub directory_line_valid: Signal<In, Bit>,
    /// Unique rows: DPA of a line to read.
    pub list_address: Signal<Out, Bits<64>>,
    /// Unique rows: there is one.
    pub list_valid: Signal<Out, Bit>,
    /// Unique rows: taken.
    pub list_ready: Signal<In, Bit>,
    /// Unique rows: the line at hand is for it.
    pub list_line_valid: Signal<In, Bit>,
    /// The line at hand, of either list.
    pub list_line: Signal<In, Bits<512>>,
    /// Reads of rows: byte address at a channel, or at a port of the scratchpad.
    pub row_request_address: [Signal<Out, Bits<64>>; PORTS],
    /// Reads of rows: there is one.
    pub row_request_valid: [Signal<Out, Bit>; PORTS],
    /// Reads of rows: taken.
    pub row_request_ready: [Signal<In, Bit>; PORTS],
    /// Reads of rows: answer.
    pub row_answer_valid: [Signal<In, Bit>; PORTS],
    /// Reads of rows: line; bit 512: answered with an error.
    pub row_answer: [Signal<In, Bits<MARKED_BITS>>; PORTS],
    state: DFF<PartGatherState>,
    directory_stream: ListStream<128, 4, 5, 6>,
    row_stream: ListStream<32, 16, 5, 6>,
    walker: RowWalker,
    reader: LineReader<PORTS, LOG_LINES>,
    /// DPA of the rows that are under way.
    addresses: BlockFifo<64, LOG_ROWS>,
    next_source: DFF<Bits<64>>,
    next_line: DFF<Bits<5>>,
    next_offset: Signal<Local, Bits<64>>,
    under_way: DFF<Bits<10>>,
    asks: Signal<Local, Bit>,
    asked: Signal<Local, Bit>,
    asked_last: Signal<Local, Bit>,
    came: Signal<Local, Bit>,
    rows_left: DFF<Bits<32>>,
    line_number: DFF<Bits<5>>,
    /// Addresses of the rows of the group that were handed on.
    packed: [DFF<Bits<64>>; GROUP],
    places: DFF<Bits<4>>,
    packed_line: Signal<Local, Bits<512>>,
    /// The address at hand is that of a row that was handed on.
    packs: Signal<Local, Bit>,
    unpacks: Signal<Local, Bit>,
    numbers: [Constant<Bits<4>>; GROUP],
    closes: Signal<Local, Bit>,
    row_here: Signal<Local, Bit>,
    about: About<Self>,
}

impl<const PORTS: usize> Default for PartGatherer<PORTS> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset persistent_gib start stop directory rows table_count row_count first_row part_rows row_lines staged source idle mismatch
                line_valid line_ready line directory_address directory_valid directory_ready directory_line_valid
                list_address list_valid list_ready list_line_valid list_line
                state directory_stream row_stream walker reader addresses next_source next_line next_offset under_way asks asked
                asked_last came rows_left line_number places packed_line packs unpacks closes row_here about
            ]
            [row_request_address row_request_valid row_request_ready row_answer_valid row_answer packed]
            numbers: std::array::from_fn(|number| Constant::new((number as u64).into())),
        }
    }
}

impl<const PORTS: usize> Describe for PartGatherer<PORTS> {
    fn name() -> String {
        format!("part_gatherer_p{PORTS}")
    }

    fn description() -> &'static str {
        "Makes a part of the payload of a record of rows: eight rows and a line with their addresses in turn. A line a cycle; stalls when lists or rows are not there or the line is not taken."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        marked::CONSTANTS.to_vec()
    }
}

impl<const PORTS: usize> Logic for PartGatherer<PORTS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, next_source, next_line, under_way, rows_left, line_number, places);
        comment!("Lists: directory and unique rows.");
        self.directory_stream.clock.next = self.clock.val();
        self.directory_stream.reset.next = self.reset.val();
        self.directory_stream.start.next = self.start.val();
        self.directory_stream.stop.next = self.state.q.val() == PartGatherState::Drop;
        self.directory_stream.base.next = self.directory.val();
        self.directory_stream.words.next = bit_cast::<33, 32>(self.table_count.val()) << 2;
        self.directory_address.next = self.directory_stream.request_address.val();
        self.directory_valid.next = self.directory_stream.request_valid.val();
        self.directory_stream.request_ready.next = self.directory_ready.val();
        self.directory_stream.line_valid.next = self.directory_line_valid.val();
        self.directory_stream.line_data.next = self.list_line.val();
        self.row_stream.clock.next = self.clock.val();
        self.row_stream.reset.next = self.reset.val();
        self.row_stream.start.next = self.start.val();
        self.row_stream.stop.next = self.state.q.val() == PartGatherState::Drop;
        self.row_stream.base.next = self.rows.val();
        self.row_stream.words.next = bit_cast::<33, 32>(self.part_rows.val());
        self.list_address.next = self.row_stream.request_address.val();
        self.list_valid.next = self.row_stream.request_valid.val();
        self.row_stream.request_ready.next = self.list_ready.val();
        self.row_stream.line_valid.next = self.list_line_valid.val();
        self.row_stream.line_data.next = self.list_line.val();
        self.walker.clock.next = self.clock.val();
        self.walker.reset.next = self.reset.val() | (self.state.q.val() == PartGatherState::Drop);
        self.walker.start.next = self.start.val();
        self.walker.table_count.next = self.table_count.val();
        self.walker.row_count.next = self.row_count.val();
        self.walker.first_row.next = self.first_row.val();
        self.walker.part_rows.next = self.part_rows.val();
        self.walker.lines.next = self.row_lines.val();
        self.walker.persistent_gib.next = self.persistent_gib.val();
        self.walker.directory_beat.next = self.directory_stream.beat.val();
        self.walker.directory_valid.next = self.directory_stream.beat_valid.val();
        self.directory_stream.beat_ready.next = self.walker.directory_ready.val();
        self.walker.row_beat.next = self.row_stream.beat.val();
        self.walker.row_valid.next = self.row_stream.beat_valid.val();
        self.row_stream.beat_ready.next = self.walker.row_ready.val();
        self.mismatch.next = self.walker.mismatch.val();

        comment!("Asks for the lines of a row, one after the other; its address waits for them.");
        self.reader.clock.next = self.clock.val();
        self.reader.reset.next = self.reset.val();
        self.addresses.clock.next = self.clock.val();
        self.addresses.reset.next = self.reset.val() | (self.state.q.val() == PartGatherState::Drop);
        self.next_offset.next = bit_cast::<64, 5>(self.next_line.q.val()) << 6;
        self.reader.in_address.next = self.walker.address.val() + self.next_offset.val();
        if self.staged.val() {
            self.reader.in_address.next = self.next_source.q.val();
        }
        self.asks.next = (self.state.q.val() == PartGatherState::Gather)
            & self.walker.address_valid.val()
            & self.addresses.in_ready.val();
        self.reader.in_valid.next = self.asks.val();
        self.asked.next = self.asks.val() & self.reader.in_ready.val();
        self.asked_last.next = self.asked.val() & (self.next_line.q.val() + 1 == self.row_lines.val());
        if self.asked.val() {
            self.next_line.d.next = self.next_line.q.val() + 1;
            self.next_source.d.next = self.next_source.q.val() + 64;
        }
        if self.asked_last.val() {
            self.next_line.d.next = 0.into();
        }
        self.walker.address_ready.next = self.asked_last.val();
        self.addresses.in_data.next = self.walker.address.val();
        self.addresses.in_valid.next = self.asked_last.val();
        for i in 0..PORTS {
            self.row_request_address[i].next = self.reader.request_address[i].val();
            self.row_request_valid[i].next = self.reader.request_valid[i].val();
            self.reader.request_ready[i].next = self.row_request_ready[i].val();
            self.reader.answer_valid[i].next = self.row_answer_valid[i].val();
            self.reader.answer[i].next = self.row_answer[i].val();
        }

        comment!("Hands on rows, and behind every eighth and the last a line with their addresses.");
        self.closes.next = (self.rows_left.q.val().any() & (self.places.q.val() == 8))
            | (!self.rows_left.q.val().any() & self.places.q.val().any());
        self.row_here.next = self.rows_left.q.val().any()
            & (self.places.q.val() != 8)
            & self.reader.line_valid.val()
            & self.addresses.out_valid.val();
        self.line_valid.next = false;
        self.reader.line_ready.next = false;
        self.line.next = bit_cast::<MARKED_BITS, 512>(self.reader.line_data.val())
            | (bit_cast::<MARKED_BITS, 1>(self.reader.line_error.val().into()) << marked::ERROR.val());
        self.packed_line.next = bit_cast::<512, 64>(self.packed[0].q.val())
            | (bit_cast::<512, 64>(self.packed[1].q.val()) << 64)
            | (bit_cast::<512, 64>(self.packed[2].q.val()) << 128)
            | (bit_cast::<512, 64>(self.packed[3].q.val()) << 192)
            | (bit_cast::<512, 64>(self.packed[4].q.val()) << 256)
            | (bit_cast::<512, 64>(self.packed[5].q.val()) << 320)
            | (bit_cast::<512, 64>(self.packed[6].q.val()) << 384)
            | (bit_cast::<512, 64>(self.packed[7].q.val()) << 448);
        if self.closes.val() {
            self.line.next = bit_cast::<MARKED_BITS, 512>(self.packed_line.val());
        }
        self.addresses.out_ready.next = false;
        self.packs.next = false;
        self.unpacks.next = false;
        match self.state.q.val() {
            PartGatherState::Idle => {
                self.unpacks.next = true;
                self.places.d.next = 0.into();
                self.next_line.d.next = 0.into();
                self.next_source.d.next = self.source.val();
                self.line_number.d.next = 0.into();
                self.rows_left.d.next = self.part_rows.val();
                if self.start.val() {
                    self.state.d.next = PartGatherState::Gather;
                }
            }
            PartGatherState::Gather => {
                if self.closes.val() {
                    self.line_valid.next = self.rows_left.q.val().any() | self.walker.idle.val();
                    if self.line_ready.val() & (self.rows_left.q.val().any() | self.walker.idle.val()) {
                        self.unpacks.next = true;
                        self.places.d.next = 0.into();
                    }
                } else {
                    self.line_valid.next = self.row_here.val();
                    self.reader.line_ready.next = self.row_here.val() & self.line_ready.val();
                    if self.row_here.val() & self.line_ready.val() {
                        self.line_number.d.next = self.line_number.q.val() + 1;
                        if self.line_number.q.val() + 1 == self.row_lines.val() {
                            self.line_number.d.next = 0.into();
                            self.addresses.out_ready.next = true;
                            self.packs.next = true;
                            self.places.d.next = self.places.q.val() + 1;
                            self.rows_left.d.next = self.rows_left.q.val() - 1;
                        }
                    }
                }
                if self.walker.idle.val() & !self.rows_left.q.val().any() & !self.places.q.val().any() {
                    self.state.d.next = PartGatherState::Idle;
                }
            }
            PartGatherState::Drop => {
                self.reader.line_ready.next = true;
                if !self.under_way.q.val().any() & self.directory_stream.idle.val() & self.row_stream.idle.val() {
                    self.state.d.next = PartGatherState::Idle;
                }
            }
        }
        if self.stop.val() & (self.start.val() | (self.state.q.val() == PartGatherState::Gather)) {
            self.state.d.next = PartGatherState::Drop;
        }

        comment!("Addresses of the group, each in its place, the rest 0.");
        for i in 0..GROUP {
            self.packed[i].clock.next = self.clock.val();
            self.packed[i].d.next = self.packed[i].q.val();
            if self.packs.val() & (self.places.q.val() == self.numbers[i].val()) {
                self.packed[i].d.next = self.addresses.out_data.val();
            }
            if self.unpacks.val() {
                self.packed[i].d.next = 0.into();
            }
        }

        comment!("Lines of rows that were asked for and not handed on.");
        self.came.next = self.reader.line_valid.val() & self.reader.line_ready.val();
        if self.asked.val() & !self.came.val() {
            self.under_way.d.next = self.under_way.q.val() + 1;
        }
        if self.came.val() & !self.asked.val() {
            self.under_way.d.next = self.under_way.q.val() - 1;
        }
        self.idle.next = self.state.q.val() == PartGatherState::Idle;
        if self.reset.val() {
            self.state.d.next = PartGatherState::Idle;
            self.under_way.d.next = 0.into();
        }
    }
}

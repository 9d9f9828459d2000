//! The payload of a record of rows.

use super::part_gatherer::PartGatherer;
use super::part_splitter::PartSplitter;
use crate::axi::MARKED_BITS;
use crate::cxl_mem::capacity::GIB_BITS;
use crate::cxl_mem::line_reads::LineReads;
use crate::cxl_mem::list_reader::ListReader;
use crate::cxl_mem::read_port::ReadPort;
use crate::layout::named;
use emberlane_registers::log::PARTS;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Lists that are read: for each part the directory and the unique rows.
const LISTS: usize = 2 * PARTS;
/// Who reads from the scratchpad: the lists, and the parts, if rows are staged.
const SCRATCH_READERS: usize = PARTS + 1;

named! {
    /// Lists: first the directory of each part, then its unique rows.
    mod list {
        ROWS = PARTS,
    }
}

/// Makes the payload of a record of rows, its parts side by side.
///
/// * Latency: three cycles a part until it begins, then that of [`PartGatherer`], and one to a channel.
/// * Throughput: a line a cycle and part; a line a cycle and channel.
/// * Stalls when lists or rows are not there yet, or a line is not taken.
#[derive(LogicBlock)]
pub struct RowGatherer<const PORTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// GiB of persistent memory.
    pub persistent_gib: Signal<In, Bits<GIB_BITS>>,
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
    /// Rows are read from `staged_base` on, one behind the other, not from where they belong.
    pub staged: Signal<In, Bit>,
    /// DPA of the staged rows.
    pub staged_base: Signal<In, Bits<64>>,
    /// Nothing is under way.
    pub idle: Signal<Out, Bit>,
    /// The lists do not add up, or cannot be read: no more lines come (a pulse).
    pub failed: Signal<Out, Bit>,
    /// A part begins (a pulse), the first part first.
    pub part_start: [Signal<Out, Bit>; PARTS],
    /// Lines of the part that begins.
    pub part_lines: Signal<Out, Bits<32>>,
    /// A line of a part.
    pub line_valid: [Signal<Out, Bit>; PARTS],
    /// It is taken.
    pub line_ready: [Signal<In, Bit>; PARTS],
    /// The line; bit 512: not to be used.
    pub line: [Signal<Out, Bits<MARKED_BITS>>; PARTS],
    /// Reads of lists and staged rows, from the scratchpad.
    pub list: LineReads<PORTS>,
    /// Reads of rows, from the channels.
    pub row: LineReads<PORTS>,
    splitter: PartSplitter,
    parts: [PartGatherer<PORTS>; PARTS],
    lists: ListReader<LISTS, PORTS>,
    channels: [ReadPort<PARTS>; PORTS],
    scratch: [ReadPort<SCRATCH_READERS>; PORTS],
    directory_base: DFF<Bits<64>>,
    rows_base: DFF<Bits<64>>,
    tables: DFF<Bits<32>>,
    count: DFF<Bits<32>>,
    lines: DFF<Bits<5>>,
    takes_staged: DFF<Bit>,
    staged_rows: DFF<Bits<64>>,
    /// Lines may still come.
    gathers: DFF<Bit>,
    rows_offset: Signal<Local, Bits<64>>,
    gathered: Signal<Local, Bit>,
    wrong: Signal<Local, Bit>,
    fails: Signal<Local, Bit>,
    about: About<Self>,
}

impl<const PORTS: usize> Default for RowGatherer<PORTS> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset persistent_gib list row start directory rows table_count row_count row_lines staged staged_base idle failed part_lines
                splitter lists directory_base rows_base tables count lines takes_staged staged_rows gathers rows_offset gathered wrong fails about
            ]
            [
                part_start line_valid line_ready line parts channels scratch
            ]
        }
    }
}

impl<const PORTS: usize> Describe for RowGatherer<PORTS> {
    fn name() -> String {
        format!("row_gatherer_p{PORTS}")
    }

    fn description() -> &'static str {
        "Makes the payload of a record of rows, its parts side by side. A line a cycle and part; stalls when lists or rows are not there or a line is not taken."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        list::CONSTANTS.to_vec()
    }
}

impl<const PORTS: usize> Logic for RowGatherer<PORTS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, directory_base, rows_base, tables, count, lines, takes_staged, staged_rows, gathers);
        if self.start.val() {
            self.directory_base.d.next = self.directory.val();
            self.rows_base.d.next = self.rows.val();
            self.tables.d.next = self.table_count.val();
            self.count.d.next = self.row_count.val();
            self.lines.d.next = self.row_lines.val();
            self.takes_staged.d.next = self.staged.val();
            self.staged_rows.d.next = self.staged_base.val();
        }

        comment!("What goes wrong first ends all parts.");
        self.wrong.next = self.lists.fault.val();
        self.gathered.next = self.splitter.idle.val();
        for i in 0..PARTS {
            if self.parts[i].mismatch.val() {
                self.wrong.next = true;
            }
            if !self.parts[i].idle.val() {
                self.gathered.next = false;
            }
        }
        self.fails.next = self.wrong.val() & self.gathers.q.val();
        self.failed.next = self.fails.val();
        if self.gathered.val() | self.fails.val() {
            self.gathers.d.next = false;
        }
        if self.start.val() {
            self.gathers.d.next = true;
        }
        self.idle.next = self.gathered.val();

        comment!("The parts.");
        self.splitter.clock.next = self.clock.val();
        self.splitter.reset.next = self.reset.val() | self.fails.val();
        self.splitter.start.next = self.start.val();
        self.splitter.rows.next = self.row_count.val();
        self.splitter.row_lines.next = self.lines.q.val();
        self.part_lines.next = self.splitter.part_lines.val();
        self.rows_offset.next = bit_cast::<64, 32>(self.splitter.first_row.val()) << 2;
        self.lists.clock.next = self.clock.val();
        self.lists.reset.next = self.reset.val();
        for i in 0..PARTS {
            self.parts[i].clock.next = self.clock.val();
            self.parts[i].reset.next = self.reset.val();
            self.parts[i].persistent_gib.next = self.persistent_gib.val();
            self.parts[i].start.next = self.splitter.part_start[i].val();
            self.parts[i].stop.next = self.fails.val();
            self.parts[i].directory.next = self.directory_base.q.val();
            self.parts[i].rows.next = self.rows_base.q.val() + self.rows_offset.val();
            self.parts[i].table_count.next = self.tables.q.val();
            self.parts[i].row_count.next = self.count.q.val();
            self.parts[i].first_row.next = self.splitter.first_row.val();
            self.parts[i].part_rows.next = self.splitter.part_rows.val();
            self.parts[i].row_lines.next = self.lines.q.val();
            self.parts[i].staged.next = self.takes_staged.q.val();
            self.parts[i].source.next = self.staged_rows.q.val() + self.splitter.first_byte.val();
            self.part_start[i].next = self.splitter.part_start[i].val();
            self.line_valid[i].next = self.parts[i].line_valid.val();
            self.parts[i].line_ready.next = self.line_ready[i].val();
            self.line[i].next = self.parts[i].line.val();
            self.lists.list_address[i].next = self.parts[i].directory_address.val();
            self.lists.list_valid[i].next = self.parts[i].directory_valid.val();
            self.parts[i].directory_ready.next = self.lists.list_ready[i].val();
            self.parts[i].directory_line_valid.next = self.lists.line_valid[i].val();
            self.lists.list_address[list::ROWS + i].next = self.parts[i].list_address.val();
            self.lists.list_valid[list::ROWS + i].next = self.parts[i].list_valid.val();
            self.parts[i].list_ready.next = self.lists.list_ready[list::ROWS + i].val();
            self.parts[i].list_line_valid.next = self.lists.line_valid[list::ROWS + i].val();
            self.parts[i].list_line.next = self.lists.line_data.val();
        }

        comment!("Memory.");
        for i in 0..PORTS {
            self.scratch[i].clock.next = self.clock.val();
            self.scratch[i].reset.next = self.reset.val();
            self.list.arid[i].next = self.scratch[i].arid.val();
            self.list.araddr[i].next = self.scratch[i].araddr.val();
            self.list.arvalid[i].next = self.scratch[i].arvalid.val();
            self.scratch[i].arready.next = self.list.arready[i].val();
            self.scratch[i].rid.next = self.list.rid[i].val();
            self.scratch[i].rline.next = self.list.rline[i].val();
            self.scratch[i].rvalid.next = self.list.rvalid[i].val();
            self.scratch[i].request_address[0].next = self.lists.request_address[i].val();
            self.scratch[i].request_valid[0].next = self.lists.request_valid[i].val();
            self.lists.request_ready[i].next = self.scratch[i].request_ready[0].val();
            self.lists.answer_valid[i].next = self.scratch[i].answer_valid[0].val();
            self.lists.answer[i].next = self.scratch[i].answer.val();
            self.channels[i].clock.next = self.clock.val();
            self.channels[i].reset.next = self.reset.val();
            self.row.arid[i].next = self.channels[i].arid.val();
            self.row.araddr[i].next = self.channels[i].araddr.val();
            self.row.arvalid[i].next = self.channels[i].arvalid.val();
            self.channels[i].arready.next = self.row.arready[i].val();
            self.channels[i].rid.next = self.row.rid[i].val();
            self.channels[i].rline.next = self.row.rline[i].val();
            self.channels[i].rvalid.next = self.row.rvalid[i].val();
            for j in 0..PARTS {
                self.channels[i].request_address[j].next = self.parts[j].row_request_address[i].val();
                self.channels[i].request_valid[j].next =
                    self.parts[j].row_request_valid[i].val() & !self.takes_staged.q.val();
                self.scratch[i].request_address[j + 1].next = self.parts[j].row_request_address[i].val();
                self.scratch[i].request_valid[j + 1].next =
                    self.parts[j].row_request_valid[i].val() & self.takes_staged.q.val();
                self.parts[j].row_request_ready[i].next = self.channels[i].request_ready[j].val();
                self.parts[j].row_answer_valid[i].next = self.channels[i].answer_valid[j].val();
                self.parts[j].row_answer[i].next = self.channels[i].answer.val();
                if self.takes_staged.q.val() {
                    self.parts[j].row_request_ready[i].next = self.scratch[i].request_ready[j + 1].val();
                    self.parts[j].row_answer_valid[i].next = self.scratch[i].answer_valid[j + 1].val();
                    self.parts[j].row_answer[i].next = self.scratch[i].answer.val();
                }
            }
        }
        if self.reset.val() {
            self.gathers.d.next = false;
        }
    }
}

//! The addresses of some of a batch's unique rows.

use crate::cxl_mem::capacity::{GIB_BITS, LINE_BITS};
use crate::cxl_mem::directory::table;
use crate::cxl_mem::line_multiplier::LineMultiplier;
use crate::layout::{Place, constants, layout, named};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

named! {
    /// A row's address in the sum.
    mod row {
        ADDRESS = 0,
    }
}

layout! {
    /// A sum of a table's base and a row's offset: where in its line, the line's number, and the carry.
    mod sum {
        IN_LINE: 6,
        LINE: 58,
        CARRY: 1,
    }
}

/// Bits of the sum.
const SUM_BITS: usize = sum::BITS;
/// Bits of the number of the sum's line, and of its carry.
const SUM_LINE_BITS: usize = sum::BITS - sum::LINE;
/// Bits of the number of a line of persistent memory.
const LAST_BITS: usize = GIB_BITS + LINE_BITS;

named! {
    /// Parts of the number of a line of persistent memory.
    mod last {
        GIB = LINE_BITS,
    }
}

/// States of the walker.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum WalkState {
    /// Waits for `start`.
    Idle,
    /// Takes the directory entry of a table.
    Table,
    /// Takes those of the table's rows that are in the part.
    Rows,
}

/// Walks the directory of a batch and the unique rows of a part of it, and hands out the DPA of each of these rows.
///
/// It believes what it reads, but for the number of rows and where they lie: when the tables, all of which it walks, do not add up to
/// that number, or a row is not whole lines of persistent memory, it says `mismatch`, and is to be reset. A row is compared as a whole,
/// and with the carry of its address, so that no line of a row whose address was handed out lies outside.
///
/// * Latency: two cycles from the word of a row to its address.
/// * Throughput: a row a cycle, a cycle more a table.
/// * Stalls when a list has no beat yet or the address is not taken.
#[derive(LogicBlock, Default)]
pub struct RowWalker {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Begins (a pulse, while idle).
    pub start: Signal<In, Bit>,
    /// Tables.
    pub table_count: Signal<In, Bits<32>>,
    /// Rows over all tables.
    pub row_count: Signal<In, Bits<32>>,
    /// Rows before those of the part.
    pub first_row: Signal<In, Bits<32>>,
    /// Rows of the part.
    pub part_rows: Signal<In, Bits<32>>,
    /// Lines of a row; stays while not idle.
    pub lines: Signal<In, Bits<5>>,
    /// GiB of persistent memory, from DPA 0.
    pub persistent_gib: Signal<In, Bits<GIB_BITS>>,
    /// Directory: entry of a table.
    pub directory_beat: Signal<In, Bits<128>>,
    /// Directory: valid.
    pub directory_valid: Signal<In, Bit>,
    /// Directory: ready.
    pub directory_ready: Signal<Out, Bit>,
    /// Rows: number of a row in its table.
    pub row_beat: Signal<In, Bits<32>>,
    /// Rows: valid.
    pub row_valid: Signal<In, Bit>,
    /// Rows: ready.
    pub row_ready: Signal<Out, Bit>,
    /// DPA of the next row.
    pub address: Signal<Out, Bits<64>>,
    /// There is one.
    pub address_valid: Signal<Out, Bit>,
    /// It is taken.
    pub address_ready: Signal<In, Bit>,
    /// Every address was taken.
    pub idle: Signal<Out, Bit>,
    /// The tables do not add up to the rows, or a row is not whole lines of persistent memory.
    pub mismatch: Signal<Out, Bit>,
    state: DFF<WalkState>,
    multiplier: LineMultiplier,
    tables_left: DFF<Bits<32>>,
    rows_left: DFF<Bits<32>>,
    before_left: DFF<Bits<32>>,
    part_left: DFF<Bits<32>>,
    table_left: DFF<Bits<32>>,
    base: DFF<Bits<64>>,
    offset: DFF<Bits<64>>,
    offset_base: DFF<Bits<64>>,
    offset_valid: DFF<Bit>,
    sum: DFF<Bits<SUM_BITS>>,
    sum_valid: DFF<Bit>,
    moves: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    segments: Signal<Local, Bits<32>>,
    /// The last line where a row may begin.
    last: DFF<Bits<LAST_BITS>>,
    last_gib: Signal<Local, Bits<GIB_BITS>>,
    last_in_gib: Signal<Local, Bits<LINE_BITS>>,
    lines_behind: Signal<Local, Bits<5>>,
    wild: Signal<Local, Bit>,
    about: About<Self>,
}

impl Describe for RowWalker {
    fn name() -> String {
        "row_walker".into()
    }

    fn description() -> &'static str {
        "Walks the directory of a batch and the unique rows of a part and hands out the address of each. Two cycles; a row a cycle; stalls when a list has no beat or the address is not taken."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[table::CONSTANTS, row::CONSTANTS, sum::CONSTANTS, last::CONSTANTS])
    }
}

impl Logic for RowWalker {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            tables_left,
            rows_left,
            before_left,
            part_left,
            table_left,
            base,
            offset,
            offset_base,
            offset_valid,
            sum,
            sum_valid,
            last
        );
        comment!("Two registers on the way: row times lines, and the sum with the table's base.");
        self.moves.next = !self.sum_valid.q.val() | self.address_ready.val();
        self.multiplier.index.next = self.row_beat.val();
        self.multiplier.lines.next = self.lines.val();
        self.takes.next = false;
        self.directory_ready.next = false;
        self.row_ready.next = false;
        self.mismatch.next = false;
        self.segments.next = self.directory_beat.val().get_bits::<32>(table::SEGMENTS);
        match self.state.q.val() {
            WalkState::Idle => {
                if self.start.val() {
                    self.tables_left.d.next = self.table_count.val();
                    self.rows_left.d.next = self.row_count.val();
                    self.before_left.d.next = self.first_row.val();
                    self.part_left.d.next = self.part_rows.val();
                    self.state.d.next = WalkState::Table;
                }
            }
            WalkState::Table => {
                if !self.tables_left.q.val().any() {
                    self.mismatch.next = self.rows_left.q.val().any();
                    self.state.d.next = WalkState::Idle;
                } else if self.directory_valid.val() {
                    self.directory_ready.next = true;
                    self.tables_left.d.next = self.tables_left.q.val() - 1;
                    self.base.d.next = self.directory_beat.val().get_bits::<64>(table::BASE);
                    self.rows_left.d.next = self.rows_left.q.val() - self.segments.val();
                    self.table_left.d.next = self.segments.val() - self.before_left.q.val();
                    if self.segments.val() > self.rows_left.q.val() {
                        self.mismatch.next = true;
                        self.state.d.next = WalkState::Idle;
                    } else if self.segments.val() <= self.before_left.q.val() {
                        self.before_left.d.next = self.before_left.q.val() - self.segments.val();
                    } else {
                        self.before_left.d.next = 0.into();
                        if self.part_left.q.val().any() {
                            self.state.d.next = WalkState::Rows;
                        }
                    }
                }
            }
            WalkState::Rows => {
                self.row_ready.next = self.moves.val();
                if self.moves.val() & self.row_valid.val() {
                    self.takes.next = true;
                    self.table_left.d.next = self.table_left.q.val() - 1;
                    self.part_left.d.next = self.part_left.q.val() - 1;
                    if (self.table_left.q.val() == 1) | (self.part_left.q.val() == 1) {
                        self.state.d.next = WalkState::Table;
                    }
                }
            }
        }
        if self.moves.val() {
            self.sum.d.next =
                bit_cast::<SUM_BITS, 64>(self.offset_base.q.val()) + bit_cast::<SUM_BITS, 64>(self.offset.q.val());
            self.sum_valid.d.next = self.offset_valid.q.val();
            self.offset.d.next = bit_cast::<64, 43>(self.multiplier.offset.val());
            self.offset_base.d.next = self.base.q.val();
            self.offset_valid.d.next = self.takes.val();
        }
        self.address.next = self.sum.q.val().get_bits::<64>(row::ADDRESS);
        comment!("No row lies across lines, or begins so near the end of memory that its last line is behind it.");
        self.last_gib.next = self.persistent_gib.val() - 1;
        self.lines_behind.next = self.lines.val() - 1;
        self.last_in_gib.next = !bit_cast::<LINE_BITS, 5>(self.lines_behind.val());
        self.last.d.next = (bit_cast::<LAST_BITS, GIB_BITS>(self.last_gib.val()) << last::GIB.val())
            | bit_cast::<LAST_BITS, LINE_BITS>(self.last_in_gib.val());
        self.wild.next = self.sum.q.val().get_bits::<6>(sum::IN_LINE).any()
            | (self.sum.q.val().get_bits::<SUM_LINE_BITS>(sum::LINE)
                > bit_cast::<SUM_LINE_BITS, LAST_BITS>(self.last.q.val()));
        self.address_valid.next = self.sum_valid.q.val() & !self.wild.val();
        if self.sum_valid.q.val() & self.wild.val() {
            self.mismatch.next = true;
        }
        self.idle.next = (self.state.q.val() == WalkState::Idle) & !self.offset_valid.q.val() & !self.sum_valid.q.val();
        if self.reset.val() {
            self.state.d.next = WalkState::Idle;
            self.offset_valid.d.next = false;
            self.sum_valid.d.next = false;
        }
    }
}

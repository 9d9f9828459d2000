//! Checks the tables and segments of a batch.

use super::codes::error_constant;
use super::lanes::SegmentLanes;
use super::line_multiplier::LineMultiplier;
use crate::cxl_mem::directory::table;
use emberlane_registers::cxl_mem::ErrorCode;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// States of the checker.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum SegmentCheckState {
    /// Waits for `start`.
    Idle,
    /// Takes a directory entry.
    Directory,
    /// Computes where the table ends.
    Extent,
    /// Judges the table.
    Table,
    /// Judges the first offset, which must be zero.
    FirstOffset,
    /// Judges the ends, and in an update the rows, of the table's segments.
    Segments,
    /// Hands on the entries of the segments before the first wrong one.
    Hand,
    /// Goes on to the next table, unless a segment is wrong.
    Next,
    /// Waits until the entries are judged, then gives the verdict.
    Verdict,
}

/// Checks directory, offsets and, in an update, rows of a batch, sixteen segments a cycle, up to the first thing that is wrong.
///
/// After each table it hands on how far the entries go that belong to good segments, and below what they must be. Its own
/// verdict waits until those are judged: a wrong entry among them comes first in the order that the register map states.
/// Throughput: a line of offsets (and rows) a cycle, seven cycles more a table; stalls when a list has no line yet, or the
/// entries of eight tables wait.
#[derive(LogicBlock)]
pub struct SegmentChecker {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Begins a batch.
    pub start: Signal<In, Bit>,
    /// The job is an update; low: a lookup.
    pub is_update: Signal<In, Bit>,
    /// Lines of a vector.
    pub lines: Signal<In, Bits<5>>,
    /// Tables of the batch.
    pub table_count: Signal<In, Bits<32>>,
    /// Segments of the batch.
    pub segment_count: Signal<In, Bits<32>>,
    /// Entries of the batch.
    pub entry_count: Signal<In, Bits<32>>,
    /// Bags of the batch.
    pub bag_count: Signal<In, Bits<32>>,
    /// First byte of the data region.
    pub data_base: Signal<In, Bits<64>>,
    /// First byte after the data region.
    pub data_end: Signal<In, Bits<64>>,
    /// Directory: entry of a table.
    pub directory_beat: Signal<In, Bits<128>>,
    /// Directory: valid.
    pub directory_valid: Signal<In, Bit>,
    /// Directory: ready.
    pub directory_ready: Signal<Out, Bit>,
    /// Offsets: line.
    pub offset_line: Signal<In, Bits<512>>,
    /// Offsets: valid.
    pub offset_valid: Signal<In, Bit>,
    /// Offsets: ready.
    pub offset_ready: Signal<Out, Bit>,
    /// Rows (update): line.
    pub row_line: Signal<In, Bits<512>>,
    /// Rows: valid.
    pub row_valid: Signal<In, Bit>,
    /// Rows: ready.
    pub row_ready: Signal<Out, Bit>,
    /// Entries to judge: up to here (excluded).
    pub range_end: Signal<Out, Bits<32>>,
    /// Entries to judge: they must be below this.
    pub range_limit: Signal<Out, Bits<32>>,
    /// Entries to judge: there are some.
    pub range_valid: Signal<Out, Bit>,
    /// Entries to judge: taken.
    pub range_ready: Signal<In, Bit>,
    /// All entries that were handed on are judged.
    pub entries_judged: Signal<In, Bit>,
    /// Directory entries that were found good so far.
    pub tables_checked: Signal<Out, Bits<32>>,
    /// The batch is good (a pulse).
    pub done: Signal<Out, Bit>,
    /// Something is wrong (a pulse).
    pub failed: Signal<Out, Bit>,
    /// What (with `failed`).
    pub error: Signal<Out, Bits<8>>,
    /// Where (with `failed`).
    pub error_position: Signal<Out, Bits<64>>,
    state: DFF<SegmentCheckState>,
    table: DFF<Bits<32>>,
    checked: DFF<Bits<32>>,
    base: DFF<Bits<64>>,
    rows: DFF<Bits<32>>,
    segments_left: DFF<Bits<32>>,
    truncated: DFF<Bit>,
    table_end: DFF<Bits<64>>,
    previous_end: DFF<Bits<64>>,
    offset_seen: DFF<Bit>,
    segment: DFF<Bits<32>>,
    lane: DFF<Bits<4>>,
    last_end: DFF<Bits<32>>,
    last_row: DFF<Bits<32>>,
    row_seen: DFF<Bit>,
    carried_row: DFF<Bits<32>>,
    wrong: DFF<Bit>,
    /// A segment is wrong.
    segment_wrong: DFF<Bit>,
    wrong_code: DFF<Bits<8>>,
    wrong_position: DFF<Bits<64>>,
    wrong_lane: DFF<Bits<4>>,
    wrong_from: DFF<Bits<4>>,
    wrong_end: DFF<Bit>,
    wrong_row: DFF<Bit>,
    reach: DFF<Bits<33>>,
    first_lane: DFF<Bits<16>>,
    lanes: DFF<Bits<16>>,
    extent: LineMultiplier,
    segment_lanes: SegmentLanes,
    batch_left: Signal<Local, Bits<32>>,
    line_left: Signal<Local, Bits<5>>,
    count: Signal<Local, Bits<5>>,
    ends_here: Signal<Local, Bit>,
    uses_line_up: Signal<Local, Bit>,
    more_lines: Signal<Local, Bit>,
    all_lanes: Constant<Bits<16>>,
    needs_rows: Signal<Local, Bit>,
    segments_here: Signal<Local, Bit>,
    error_table: Constant<Bits<8>>,
    error_segment_count: Constant<Bits<8>>,
    error_offset: Constant<Bits<8>>,
    error_row: Constant<Bits<8>>,
    error_empty_row: Constant<Bits<8>>,
    line_words: Constant<Bits<5>>,
    about: About<Self>,
}

impl Default for SegmentChecker {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset start is_update lines table_count segment_count entry_count bag_count data_base data_end
                directory_beat directory_valid directory_ready offset_line offset_valid offset_ready
                row_line row_valid row_ready range_end range_limit range_valid range_ready entries_judged
                tables_checked done failed error error_position
                state table checked base rows segments_left truncated table_end previous_end offset_seen segment lane
                last_end last_row row_seen carried_row wrong segment_wrong wrong_code wrong_position wrong_lane wrong_from wrong_end wrong_row
                reach first_lane lanes
                extent segment_lanes
                batch_left line_left count ends_here uses_line_up more_lines needs_rows segments_here about
            ]
            []
            error_table: error_constant(ErrorCode::Table),
            error_segment_count: error_constant(ErrorCode::SegmentCount),
            error_offset: error_constant(ErrorCode::Offset),
            error_row: error_constant(ErrorCode::Row),
            error_empty_row: error_constant(ErrorCode::EmptyRow),
            line_words: Constant::new(16.into()),
            all_lanes: Constant::new(0xffff.into()),
        }
    }
}

impl Describe for SegmentChecker {
    fn name() -> String {
        "segment_checker".into()
    }

    fn description() -> &'static str {
        "Checks directory, offsets and rows of a batch, up to the first thing that is wrong, and hands on which entries are to be judged. A line of offsets a cycle, seven cycles more a table; stalls when a list has no line yet or the entries of eight tables wait."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        table::CONSTANTS.to_vec()
    }
}

impl Logic for SegmentChecker {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            table,
            checked,
            base,
            rows,
            segments_left,
            truncated,
            table_end,
            previous_end,
            offset_seen,
            segment,
            lane,
            last_end,
            last_row,
            row_seen,
            carried_row,
            wrong,
            segment_wrong,
            wrong_code,
            wrong_position,
            wrong_lane,
            wrong_from,
            wrong_end,
            wrong_row,
            reach,
            first_lane,
            lanes
        );
        self.extent.index.next = self.rows.q.val();
        self.extent.lines.next = self.lines.val();

        comment!(
            "Segments whose ends lie in this line of offsets: `reach` is the word behind the last one, from the line on."
        );
        self.batch_left.next = self.segment_count.val() - self.segment.q.val();
        self.line_left.next = self.line_words.val() - bit_cast::<5, 4>(self.lane.q.val());
        self.uses_line_up.next = self.reach.q.val().get_bits::<29>(4).any();
        self.ends_here.next = !self.uses_line_up.val() | (self.reach.q.val() == 16);
        self.count.next = self.line_left.val();
        if self.ends_here.val() {
            self.count.next = bit_cast::<5, 32>(self.segments_left.q.val());
        }
        self.more_lines.next = self.uses_line_up.val() & (self.reach.q.val().get_bits::<29>(4) != 1);
        self.segment_lanes.offsets.next = self.offset_line.val();
        self.segment_lanes.rows.next = self.row_line.val();
        self.segment_lanes.carried_row.next = self.carried_row.q.val();
        self.segment_lanes.first_lane.next = self.first_lane.q.val();
        self.segment_lanes.lanes.next = self.lanes.q.val();
        self.segment_lanes.end_before.next = self.last_end.q.val();
        self.segment_lanes.row_before.next = self.last_row.q.val();
        self.segment_lanes.has_row_before.next = self.row_seen.q.val();
        self.segment_lanes.entry_count.next = self.entry_count.val();
        self.segment_lanes.row_limit.next = self.rows.q.val();
        self.segment_lanes.is_update.next = self.is_update.val();
        self.needs_rows.next = self.is_update.val() & (self.lane.q.val().any() | (self.reach.q.val() != 1));
        self.segments_here.next = self.offset_valid.val() & (self.row_valid.val() | !self.needs_rows.val());

        self.directory_ready.next = false;
        self.offset_ready.next = false;
        self.row_ready.next = false;
        self.range_valid.next = false;
        self.range_end.next = self.last_end.q.val();
        self.range_limit.next = self.rows.q.val();
        if self.is_update.val() {
            self.range_limit.next = self.bag_count.val();
        }
        self.tables_checked.next = self.checked.q.val();
        self.done.next = false;
        self.failed.next = false;
        self.error.next = self.wrong_code.q.val();
        self.error_position.next = self.wrong_position.q.val();

        match self.state.q.val() {
            SegmentCheckState::Idle => {
                if self.start.val() {
                    self.state.d.next = SegmentCheckState::Directory;
                    self.table.d.next = 0.into();
                    self.checked.d.next = 0.into();
                    self.previous_end.d.next = 0.into();
                    self.offset_seen.d.next = false;
                    self.segment.d.next = 0.into();
                    self.lane.d.next = 1.into();
                    self.last_end.d.next = 0.into();
                    self.carried_row.d.next = 0.into();
                    self.wrong.d.next = false;
                    self.segment_wrong.d.next = false;
                }
            }
            SegmentCheckState::Directory => {
                self.base.d.next = self.directory_beat.val().get_bits::<64>(table::BASE);
                self.rows.d.next = self.directory_beat.val().get_bits::<32>(table::ROWS);
                self.segments_left.d.next = self.directory_beat.val().get_bits::<32>(table::SEGMENTS);
                self.truncated.d.next = false;
                self.row_seen.d.next = false;
                self.wrong_position.d.next = bit_cast::<64, 32>(self.table.q.val());
                if self.table.q.val() == self.table_count.val() {
                    self.state.d.next = SegmentCheckState::Verdict;
                    if self.segment.q.val() != self.segment_count.val() {
                        self.wrong.d.next = true;
                        self.wrong_code.d.next = self.error_segment_count.val();
                    } else if self.last_end.q.val() != self.entry_count.val() {
                        self.wrong.d.next = true;
                        self.wrong_code.d.next = self.error_offset.val();
                        self.wrong_position.d.next = bit_cast::<64, 32>(self.segment.q.val());
                    }
                } else if self.directory_valid.val() {
                    self.directory_ready.next = true;
                    self.state.d.next = SegmentCheckState::Extent;
                }
            }
            SegmentCheckState::Extent => {
                self.table_end.d.next = self.base.q.val() + bit_cast::<64, 43>(self.extent.offset.val());
                self.state.d.next = SegmentCheckState::Table;
                if self.segments_left.q.val() > self.batch_left.val() {
                    self.truncated.d.next = true;
                    self.segments_left.d.next = self.batch_left.val();
                }
            }
            SegmentCheckState::Table => {
                self.reach.d.next =
                    bit_cast::<33, 32>(self.segments_left.q.val()) + bit_cast::<33, 4>(self.lane.q.val());
                comment!("A base below the region's end cannot make table_end wrap.");
                if (self.rows.q.val() == 0)
                    | self.base.q.val().get_bits::<6>(0).any()
                    | (self.base.q.val() < self.data_base.val())
                    | (self.base.q.val() > self.data_end.val())
                    | (self.base.q.val() < self.previous_end.q.val())
                    | (self.table_end.q.val() > self.data_end.val())
                {
                    self.wrong.d.next = true;
                    self.wrong_code.d.next = self.error_table.val();
                    self.state.d.next = SegmentCheckState::Verdict;
                } else {
                    self.checked.d.next = self.table.q.val() + 1;
                    self.state.d.next = SegmentCheckState::FirstOffset;
                }
            }
            SegmentCheckState::FirstOffset => {
                self.first_lane.d.next = !(self.all_lanes.val() << 1) << self.lane.q.val();
                self.lanes.d.next = self.all_lanes.val() << self.lane.q.val();
                if !self.uses_line_up.val() {
                    self.lanes.d.next = (self.all_lanes.val() << self.lane.q.val())
                        & !(self.all_lanes.val() << self.reach.q.val().get_bits::<4>(0));
                }
                if self.offset_seen.q.val() | !self.segments_left.q.val().any() {
                    self.state.d.next = SegmentCheckState::Segments;
                } else if self.offset_valid.val() {
                    self.offset_seen.d.next = true;
                    self.state.d.next = SegmentCheckState::Segments;
                    if self.offset_line.val().get_bits::<32>(0).any() {
                        self.wrong.d.next = true;
                        self.wrong_code.d.next = self.error_offset.val();
                        self.wrong_position.d.next = 0.into();
                        self.state.d.next = SegmentCheckState::Verdict;
                    }
                }
            }
            SegmentCheckState::Segments => {
                if !self.segments_left.q.val().any() | self.segment_wrong.q.val() {
                    self.state.d.next = SegmentCheckState::Hand;
                } else if self.segments_here.val() {
                    self.last_end.d.next = self.segment_lanes.good_end.val();
                    self.last_row.d.next = self.segment_lanes.last_row.val();
                    self.row_seen.d.next = true;
                    self.segment.d.next = self.segment.q.val() + bit_cast::<32, 5>(self.count.val());
                    self.segments_left.d.next = self.segments_left.q.val() - bit_cast::<32, 5>(self.count.val());
                    self.reach.d.next = self.reach.q.val() - 16;
                    self.first_lane.d.next = !(self.all_lanes.val() << 1);
                    self.lanes.d.next = self.all_lanes.val();
                    if !self.more_lines.val() {
                        self.lanes.d.next = !(self.all_lanes.val() << self.reach.q.val().get_bits::<4>(0));
                    }
                    self.lane.d.next = bit_cast::<4, 33>(self.reach.q.val());
                    if self.uses_line_up.val() {
                        self.lane.d.next = 0.into();
                        self.offset_ready.next = true;
                        self.row_ready.next = self.is_update.val();
                        self.carried_row.d.next = self.row_line.val().get_bits::<32>(480);
                    }
                    comment!("Where it is wrong, if it is.");
                    self.wrong_position.d.next = bit_cast::<64, 32>(self.segment.q.val());
                    self.wrong_lane.d.next = self.segment_lanes.bad_lane.val();
                    self.wrong_from.d.next = self.lane.q.val();
                    self.wrong_end.d.next = self.segment_lanes.bad_end.val();
                    self.wrong_row.d.next = self.segment_lanes.bad_row.val();
                    if self.segment_lanes.bad.val() {
                        self.segment_wrong.d.next = true;
                    }
                }
            }
            SegmentCheckState::Hand => {
                self.range_valid.next = true;
                if self.range_ready.val() {
                    self.state.d.next = SegmentCheckState::Next;
                }
            }
            SegmentCheckState::Next => {
                self.previous_end.d.next = self.table_end.q.val();
                self.table.d.next = self.table.q.val() + 1;
                self.state.d.next = SegmentCheckState::Directory;
                if self.segment_wrong.q.val() {
                    self.wrong.d.next = true;
                    self.wrong_position.d.next = self.wrong_position.q.val()
                        + bit_cast::<64, 4>(self.wrong_lane.q.val() - self.wrong_from.q.val());
                    self.wrong_code.d.next = self.error_empty_row.val();
                    if self.wrong_end.q.val() {
                        self.wrong_code.d.next = self.error_offset.val();
                    } else if self.wrong_row.q.val() {
                        self.wrong_code.d.next = self.error_row.val();
                    }
                    self.state.d.next = SegmentCheckState::Verdict;
                } else if self.truncated.q.val() {
                    self.wrong.d.next = true;
                    self.wrong_code.d.next = self.error_segment_count.val();
                    self.wrong_position.d.next = bit_cast::<64, 32>(self.table_count.val());
                    self.state.d.next = SegmentCheckState::Verdict;
                }
            }
            SegmentCheckState::Verdict => {
                if self.entries_judged.val() {
                    self.done.next = !self.wrong.q.val();
                    self.failed.next = self.wrong.q.val();
                    self.state.d.next = SegmentCheckState::Idle;
                }
            }
        }
        if self.reset.val() {
            self.state.d.next = SegmentCheckState::Idle;
        }
    }
}

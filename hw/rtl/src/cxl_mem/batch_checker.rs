//! Checks the lists of a batch.

use super::lanes::{EntryLanes, SegmentLanes};
use super::line_multiplier::LineMultiplier;
use emberlane_registers::cxl_mem::ErrorCode;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// States of the checker.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum BatchState {
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
    /// Judges the entries of the segments before the first wrong one.
    Entries,
    /// Reports the wrong segment, or goes on to the next table.
    Verdict,
}

/// Checks directory, offsets, rows and entries of a batch in the order that the register map states, a line a cycle, and
/// ends at the first thing that is wrong.
///
/// For a table: its directory entry, then its segments, then the entries of all segments before the first wrong one. So
/// the first error of a walk that goes segment by segment is found, sixteen words at a time. Throughput: a line of offsets
/// (and rows) or of entries a cycle, five cycles more a table; stalls when a list has no line yet.
#[derive(LogicBlock)]
pub struct BatchChecker {
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
    /// Entries: line.
    pub entry_line: Signal<In, Bits<512>>,
    /// Entries: valid.
    pub entry_valid: Signal<In, Bit>,
    /// Entries: ready.
    pub entry_ready: Signal<Out, Bit>,
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
    state: DFF<BatchState>,
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
    wrong_code: DFF<Bits<8>>,
    wrong_segment: DFF<Bits<32>>,
    position: DFF<Bits<32>>,
    extent: LineMultiplier,
    segment_lanes: SegmentLanes,
    entry_lanes: EntryLanes,
    batch_left: Signal<Local, Bits<32>>,
    line_left: Signal<Local, Bits<5>>,
    count: Signal<Local, Bits<5>>,
    next_lane: Signal<Local, Bits<5>>,
    needs_rows: Signal<Local, Bit>,
    segments_here: Signal<Local, Bit>,
    entries_left: Signal<Local, Bits<32>>,
    entries_in_line: Signal<Local, Bits<5>>,
    entry_count_here: Signal<Local, Bits<5>>,
    next_entry_lane: Signal<Local, Bits<5>>,
    error_table: Constant<Bits<8>>,
    error_segment_count: Constant<Bits<8>>,
    error_offset: Constant<Bits<8>>,
    error_index: Constant<Bits<8>>,
    error_row: Constant<Bits<8>>,
    error_empty_row: Constant<Bits<8>>,
    line_words: Constant<Bits<5>>,
    about: About<Self>,
}

/// An error code as a constant of the hardware.
pub(super) fn error_constant(code: ErrorCode) -> Constant<Bits<8>> {
    Constant::new((code as u64).into())
}

impl Default for BatchChecker {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset start is_update lines table_count segment_count entry_count bag_count data_base data_end
                directory_beat directory_valid directory_ready offset_line offset_valid offset_ready
                row_line row_valid row_ready entry_line entry_valid entry_ready
                tables_checked done failed error error_position
                state table checked base rows segments_left truncated table_end previous_end offset_seen segment lane
                last_end last_row row_seen carried_row wrong wrong_code wrong_segment position
                extent segment_lanes entry_lanes
                batch_left line_left count next_lane needs_rows segments_here
                entries_left entries_in_line entry_count_here next_entry_lane about
            ]
            []
            error_table: error_constant(ErrorCode::Table),
            error_segment_count: error_constant(ErrorCode::SegmentCount),
            error_offset: error_constant(ErrorCode::Offset),
            error_index: error_constant(ErrorCode::Index),
            error_row: error_constant(ErrorCode::Row),
            error_empty_row: error_constant(ErrorCode::EmptyRow),
            line_words: Constant::new(16.into()),
        }
    }
}

impl Describe for BatchChecker {
    fn name() -> String {
        "batch_checker".into()
    }

    fn description() -> &'static str {
        "Checks directory, offsets, rows and entries of a batch and ends at the first thing that is wrong. A line of a list a cycle, five cycles more a table; stalls when a list has no line yet."
    }
}

impl Logic for BatchChecker {
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
            wrong_code,
            wrong_segment,
            position
        );
        self.extent.index.next = self.rows.q.val();
        self.extent.lines.next = self.lines.val();

        comment!("Segments whose ends lie in this line of offsets.");
        self.batch_left.next = self.segment_count.val() - self.segment.q.val();
        self.line_left.next = self.line_words.val() - bit_cast::<5, 4>(self.lane.q.val());
        self.count.next = self.line_left.val();
        if self.segments_left.q.val() < bit_cast::<32, 5>(self.line_left.val()) {
            self.count.next = bit_cast::<5, 32>(self.segments_left.q.val());
        }
        self.next_lane.next = bit_cast::<5, 4>(self.lane.q.val()) + self.count.val();
        self.segment_lanes.offsets.next = self.offset_line.val();
        self.segment_lanes.rows.next = self.row_line.val();
        self.segment_lanes.carried_row.next = self.carried_row.q.val();
        self.segment_lanes.first_lane.next = self.lane.q.val();
        self.segment_lanes.count.next = self.count.val();
        self.segment_lanes.end_before.next = self.last_end.q.val();
        self.segment_lanes.row_before.next = self.last_row.q.val();
        self.segment_lanes.has_row_before.next = self.row_seen.q.val();
        self.segment_lanes.entry_count.next = self.entry_count.val();
        self.segment_lanes.row_limit.next = self.rows.q.val();
        self.segment_lanes.is_update.next = self.is_update.val();
        self.needs_rows.next = self.is_update.val() & (self.lane.q.val().any() | (self.count.val() != 1));
        self.segments_here.next = self.offset_valid.val() & (self.row_valid.val() | !self.needs_rows.val());

        comment!("Entries of this line that belong to the segments before the first wrong one.");
        self.entries_left.next = self.last_end.q.val() - self.position.q.val();
        self.entries_in_line.next =
            self.line_words.val() - bit_cast::<5, 4>(self.position.q.val().get_bits::<4>(0));
        self.entry_count_here.next = self.entries_in_line.val();
        if self.entries_left.val() < bit_cast::<32, 5>(self.entries_in_line.val()) {
            self.entry_count_here.next = bit_cast::<5, 32>(self.entries_left.val());
        }
        self.next_entry_lane.next =
            bit_cast::<5, 4>(self.position.q.val().get_bits::<4>(0)) + self.entry_count_here.val();
        self.entry_lanes.entries.next = self.entry_line.val();
        self.entry_lanes.first_lane.next = self.position.q.val().get_bits::<4>(0);
        self.entry_lanes.count.next = self.entry_count_here.val();
        self.entry_lanes.limit.next = self.rows.q.val();
        if self.is_update.val() {
            self.entry_lanes.limit.next = self.bag_count.val();
        }

        self.directory_ready.next = false;
        self.offset_ready.next = false;
        self.row_ready.next = false;
        self.entry_ready.next = false;
        self.tables_checked.next = self.checked.q.val();
        self.done.next = false;
        self.failed.next = false;
        self.error.next = self.error_table.val();
        self.error_position.next = bit_cast::<64, 32>(self.table.q.val());

        match self.state.q.val() {
            BatchState::Idle => {
                if self.start.val() {
                    self.state.d.next = BatchState::Directory;
                    self.table.d.next = 0.into();
                    self.checked.d.next = 0.into();
                    self.previous_end.d.next = 0.into();
                    self.offset_seen.d.next = false;
                    self.segment.d.next = 0.into();
                    self.lane.d.next = 1.into();
                    self.last_end.d.next = 0.into();
                    self.carried_row.d.next = 0.into();
                    self.wrong.d.next = false;
                    self.position.d.next = 0.into();
                }
            }
            BatchState::Directory => {
                self.base.d.next = self.directory_beat.val().get_bits::<64>(0);
                self.rows.d.next = self.directory_beat.val().get_bits::<32>(64);
                self.segments_left.d.next = self.directory_beat.val().get_bits::<32>(96);
                self.truncated.d.next = false;
                self.row_seen.d.next = false;
                if self.table.q.val() == self.table_count.val() {
                    self.state.d.next = BatchState::Idle;
                    if self.segment.q.val() != self.segment_count.val() {
                        self.failed.next = true;
                        self.error.next = self.error_segment_count.val();
                    } else if self.last_end.q.val() != self.entry_count.val() {
                        self.failed.next = true;
                        self.error.next = self.error_offset.val();
                        self.error_position.next = bit_cast::<64, 32>(self.segment.q.val());
                    } else {
                        self.done.next = true;
                    }
                } else if self.directory_valid.val() {
                    self.directory_ready.next = true;
                    self.state.d.next = BatchState::Extent;
                }
            }
            BatchState::Extent => {
                self.table_end.d.next = self.base.q.val() + bit_cast::<64, 43>(self.extent.offset.val());
                self.state.d.next = BatchState::Table;
                if self.segments_left.q.val() > self.batch_left.val() {
                    self.truncated.d.next = true;
                    self.segments_left.d.next = self.batch_left.val();
                }
            }
            BatchState::Table => {
                comment!("A base below the region's end cannot make table_end wrap.");
                if (self.rows.q.val() == 0)
                    | self.base.q.val().get_bits::<6>(0).any()
                    | (self.base.q.val() < self.data_base.val())
                    | (self.base.q.val() > self.data_end.val())
                    | (self.base.q.val() < self.previous_end.q.val())
                    | (self.table_end.q.val() > self.data_end.val())
                {
                    self.failed.next = true;
                    self.state.d.next = BatchState::Idle;
                } else {
                    self.checked.d.next = self.table.q.val() + 1;
                    self.state.d.next = BatchState::FirstOffset;
                }
            }
            BatchState::FirstOffset => {
                if self.offset_seen.q.val() | !self.segments_left.q.val().any() {
                    self.state.d.next = BatchState::Segments;
                } else if self.offset_valid.val() {
                    self.offset_seen.d.next = true;
                    self.state.d.next = BatchState::Segments;
                    if self.offset_line.val().get_bits::<32>(0).any() {
                        self.failed.next = true;
                        self.error.next = self.error_offset.val();
                        self.error_position.next = 0.into();
                        self.state.d.next = BatchState::Idle;
                    }
                }
            }
            BatchState::Segments => {
                if !self.segments_left.q.val().any() {
                    self.state.d.next = BatchState::Entries;
                } else if self.segments_here.val() {
                    self.last_end.d.next = self.segment_lanes.good_end.val();
                    self.last_row.d.next = self.segment_lanes.last_row.val();
                    self.row_seen.d.next = true;
                    self.segment.d.next = self.segment.q.val() + bit_cast::<32, 5>(self.count.val());
                    self.segments_left.d.next = self.segments_left.q.val() - bit_cast::<32, 5>(self.count.val());
                    self.lane.d.next = bit_cast::<4, 5>(self.next_lane.val());
                    if self.next_lane.val() == self.line_words.val() {
                        self.offset_ready.next = true;
                        self.row_ready.next = self.is_update.val();
                        self.carried_row.d.next = self.row_line.val().get_bits::<32>(480);
                    }
                    if self.segment_lanes.bad.val() {
                        self.wrong.d.next = true;
                        self.wrong_segment.d.next = self.segment.q.val()
                            + bit_cast::<32, 4>(self.segment_lanes.bad_lane.val() - self.lane.q.val());
                        self.wrong_code.d.next = self.error_empty_row.val();
                        if self.segment_lanes.bad_end.val() {
                            self.wrong_code.d.next = self.error_offset.val();
                        } else if self.segment_lanes.bad_row.val() {
                            self.wrong_code.d.next = self.error_row.val();
                        }
                        self.state.d.next = BatchState::Entries;
                    }
                }
            }
            BatchState::Entries => {
                if !self.entries_left.val().any() {
                    self.state.d.next = BatchState::Verdict;
                } else if self.entry_valid.val() {
                    self.position.d.next =
                        self.position.q.val() + bit_cast::<32, 5>(self.entry_count_here.val());
                    self.entry_ready.next = self.next_entry_lane.val() == self.line_words.val();
                    if self.entry_lanes.bad.val() {
                        self.failed.next = true;
                        self.error.next = self.error_index.val();
                        self.error_position.next = bit_cast::<64, 32>(self.position.q.val())
                            + bit_cast::<64, 4>(
                                self.entry_lanes.bad_lane.val() - self.position.q.val().get_bits::<4>(0),
                            );
                        self.state.d.next = BatchState::Idle;
                    }
                }
            }
            BatchState::Verdict => {
                self.previous_end.d.next = self.table_end.q.val();
                self.table.d.next = self.table.q.val() + 1;
                self.state.d.next = BatchState::Directory;
                if self.wrong.q.val() {
                    self.failed.next = true;
                    self.error.next = self.wrong_code.q.val();
                    self.error_position.next = bit_cast::<64, 32>(self.wrong_segment.q.val());
                    self.state.d.next = BatchState::Idle;
                } else if self.truncated.q.val() {
                    self.failed.next = true;
                    self.error.next = self.error_segment_count.val();
                    self.error_position.next = bit_cast::<64, 32>(self.table_count.val());
                    self.state.d.next = BatchState::Idle;
                }
            }
        }
        if self.reset.val() {
            self.state.d.next = BatchState::Idle;
        }
    }
}

//! Walks a batch's lists and turns them into work items, checking everything on the way.

use super::line_multiplier::LineMultiplier;
use emberlane_registers::cxl_mem::ErrorCode;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// States of the walker.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum WalkState {
    /// Waits for `start`.
    Idle,
    /// Takes the four words of a directory entry.
    Directory,
    /// Computes where the table ends.
    Extent,
    /// Judges the table.
    Table,
    /// Takes the first offset, which must be zero.
    FirstOffset,
    /// Takes a segment's end, and its row or scale.
    Segment,
    /// Takes the entries of a segment.
    Entries,
    /// Hands on a bag without entries.
    EmptyBag,
}

/// Walks directory, offsets, segments and entries of a batch; hands on one work item an entry when `emit` is high.
///
/// Throughput: an entry a cycle, and one cycle a segment, eight a table. Stalls when a list has no word yet or the
/// item is not taken. Ends with `done`, or, at the first thing that is wrong, with `failed` and what and where.
#[derive(LogicBlock)]
pub struct Walker {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Begins a walk.
    pub start: Signal<In, Bit>,
    /// Work items are handed on; low: the walk only checks.
    pub emit: Signal<In, Bit>,
    /// The job is an update; low: a lookup.
    pub is_update: Signal<In, Bit>,
    /// The segment list is read.
    pub uses_segments: Signal<In, Bit>,
    /// The scale list is read.
    pub uses_scales: Signal<In, Bit>,
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
    /// FP32 one.
    pub fp32_one: Signal<In, Bits<32>>,
    /// Directory list: word.
    pub directory_word: Signal<In, Bits<32>>,
    /// Directory list: valid.
    pub directory_valid: Signal<In, Bit>,
    /// Directory list: ready.
    pub directory_ready: Signal<Out, Bit>,
    /// Offset list: word.
    pub offset_word: Signal<In, Bits<32>>,
    /// Offset list: valid.
    pub offset_valid: Signal<In, Bit>,
    /// Offset list: ready.
    pub offset_ready: Signal<Out, Bit>,
    /// Segment list (unique rows, or bag scales): word.
    pub segment_word: Signal<In, Bits<32>>,
    /// Segment list: valid.
    pub segment_valid: Signal<In, Bit>,
    /// Segment list: ready.
    pub segment_ready: Signal<Out, Bit>,
    /// Entry list (indices, or source bags): word.
    pub entry_word: Signal<In, Bits<32>>,
    /// Entry list: valid.
    pub entry_valid: Signal<In, Bit>,
    /// Entry list: ready.
    pub entry_ready: Signal<Out, Bit>,
    /// Scale list (scales of source bags): word.
    pub scale_word: Signal<In, Bits<32>>,
    /// Scale list: valid.
    pub scale_valid: Signal<In, Bit>,
    /// Scale list: ready.
    pub scale_ready: Signal<Out, Bit>,
    /// Item: there is one.
    pub item_valid: Signal<Out, Bit>,
    /// Item: it is taken.
    pub item_ready: Signal<In, Bit>,
    /// Item: DPA of row 0 of the segment's table.
    pub item_table_base: Signal<Out, Bits<64>>,
    /// Item: number of the operand vector (row of the table, or bag).
    pub item_operand: Signal<Out, Bits<32>>,
    /// Item: number of the target vector (bag, or row of the table).
    pub item_target: Signal<Out, Bits<32>>,
    /// Item: first entry of its segment.
    pub item_first: Signal<Out, Bit>,
    /// Item: last entry of its segment.
    pub item_last: Signal<Out, Bit>,
    /// Item: a bag without entries; there is no operand.
    pub item_empty: Signal<Out, Bit>,
    /// Item: FP32 factor of the operand.
    pub item_scale: Signal<Out, Bits<32>>,
    /// Item: FP32 factor of the segment's result.
    pub item_result_scale: Signal<Out, Bits<32>>,
    /// The walk ended well (a pulse).
    pub done: Signal<Out, Bit>,
    /// The walk ended at an error (a pulse).
    pub failed: Signal<Out, Bit>,
    /// Which error (with `failed`).
    pub error: Signal<Out, Bits<8>>,
    /// Where (with `failed`).
    pub error_position: Signal<Out, Bits<64>>,
    state: DFF<WalkState>,
    table: DFF<Bits<32>>,
    directory_lane: DFF<Bits<2>>,
    base_low: DFF<Bits<32>>,
    base_high: DFF<Bits<32>>,
    rows: DFF<Bits<32>>,
    segments_left: DFF<Bits<32>>,
    table_end: DFF<Bits<64>>,
    previous_end: DFF<Bits<64>>,
    offset_seen: DFF<Bit>,
    segment: DFF<Bits<32>>,
    position: DFF<Bits<32>>,
    segment_end: DFF<Bits<32>>,
    row: DFF<Bits<32>>,
    row_seen: DFF<Bit>,
    result_scale: DFF<Bits<32>>,
    first: DFF<Bit>,
    extent: LineMultiplier,
    base: Signal<Local, Bits<64>>,
    next_position: Signal<Local, Bits<32>>,
    last: Signal<Local, Bit>,
    entry_limit: Signal<Local, Bits<32>>,
    segment_here: Signal<Local, Bit>,
    entry_here: Signal<Local, Bit>,
    entry_good: Signal<Local, Bit>,
    entry_taken: Signal<Local, Bit>,
    error_table: Constant<Bits<8>>,
    error_segment_count: Constant<Bits<8>>,
    error_offset: Constant<Bits<8>>,
    error_index: Constant<Bits<8>>,
    error_row: Constant<Bits<8>>,
    error_empty_row: Constant<Bits<8>>,
    about: About<Self>,
}

/// An error code as a constant of the hardware.
pub(super) fn error_constant(code: ErrorCode) -> Constant<Bits<8>> {
    Constant::new((code as u64).into())
}

impl Default for Walker {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            reset: Default::default(),
            start: Default::default(),
            emit: Default::default(),
            is_update: Default::default(),
            uses_segments: Default::default(),
            uses_scales: Default::default(),
            lines: Default::default(),
            table_count: Default::default(),
            segment_count: Default::default(),
            entry_count: Default::default(),
            bag_count: Default::default(),
            data_base: Default::default(),
            data_end: Default::default(),
            fp32_one: Default::default(),
            directory_word: Default::default(),
            directory_valid: Default::default(),
            directory_ready: Default::default(),
            offset_word: Default::default(),
            offset_valid: Default::default(),
            offset_ready: Default::default(),
            segment_word: Default::default(),
            segment_valid: Default::default(),
            segment_ready: Default::default(),
            entry_word: Default::default(),
            entry_valid: Default::default(),
            entry_ready: Default::default(),
            scale_word: Default::default(),
            scale_valid: Default::default(),
            scale_ready: Default::default(),
            item_valid: Default::default(),
            item_ready: Default::default(),
            item_table_base: Default::default(),
            item_operand: Default::default(),
            item_target: Default::default(),
            item_first: Default::default(),
            item_last: Default::default(),
            item_empty: Default::default(),
            item_scale: Default::default(),
            item_result_scale: Default::default(),
            done: Default::default(),
            failed: Default::default(),
            error: Default::default(),
            error_position: Default::default(),
            state: Default::default(),
            table: Default::default(),
            directory_lane: Default::default(),
            base_low: Default::default(),
            base_high: Default::default(),
            rows: Default::default(),
            segments_left: Default::default(),
            table_end: Default::default(),
            previous_end: Default::default(),
            offset_seen: Default::default(),
            segment: Default::default(),
            position: Default::default(),
            segment_end: Default::default(),
            row: Default::default(),
            row_seen: Default::default(),
            result_scale: Default::default(),
            first: Default::default(),
            extent: Default::default(),
            base: Default::default(),
            next_position: Default::default(),
            last: Default::default(),
            entry_limit: Default::default(),
            segment_here: Default::default(),
            entry_here: Default::default(),
            entry_good: Default::default(),
            entry_taken: Default::default(),
            error_table: error_constant(ErrorCode::Table),
            error_segment_count: error_constant(ErrorCode::SegmentCount),
            error_offset: error_constant(ErrorCode::Offset),
            error_index: error_constant(ErrorCode::Index),
            error_row: error_constant(ErrorCode::Row),
            error_empty_row: error_constant(ErrorCode::EmptyRow),
            about: Default::default(),
        }
    }
}

impl Describe for Walker {
    fn name() -> String {
        "walker".into()
    }

    fn description() -> &'static str {
        "Walks a batch's directory, offsets, segments and entries, checks them all, and hands on one work item an entry. An entry a cycle, one more cycle a segment, eight a table; stalls when a list has no word yet or the item is not taken."
    }
}

impl Logic for Walker {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            table,
            directory_lane,
            base_low,
            base_high,
            rows,
            segments_left,
            table_end,
            previous_end,
            offset_seen,
            segment,
            position,
            segment_end,
            row,
            row_seen,
            result_scale,
            first
        );
        self.base.next = (bit_cast::<64, 32>(self.base_high.q.val()) << 32) | bit_cast::<64, 32>(self.base_low.q.val());
        self.extent.index.next = self.rows.q.val();
        self.extent.lines.next = self.lines.val();

        self.directory_ready.next = false;
        self.offset_ready.next = false;
        self.segment_ready.next = false;
        self.entry_ready.next = false;
        self.scale_ready.next = false;
        self.done.next = false;
        self.failed.next = false;
        self.error.next = self.error_table.val();
        self.error_position.next = bit_cast::<64, 32>(self.table.q.val());

        comment!("The item of the current entry.");
        self.next_position.next = self.position.q.val() + 1;
        self.last.next = self.next_position.val() == self.segment_end.q.val();
        self.entry_limit.next = self.rows.q.val();
        self.item_target.next = self.segment.q.val();
        if self.is_update.val() {
            self.entry_limit.next = self.bag_count.val();
            self.item_target.next = self.row.q.val();
        }
        self.entry_here.next = self.entry_valid.val() & (self.scale_valid.val() | !self.uses_scales.val());
        self.entry_good.next = self.entry_word.val() < self.entry_limit.val();
        self.entry_taken.next =
            self.entry_here.val() & self.entry_good.val() & (self.item_ready.val() | !self.emit.val());
        self.segment_here.next = self.offset_valid.val() & (self.segment_valid.val() | !self.uses_segments.val());
        self.item_valid.next = false;
        self.item_table_base.next = self.base.val();
        self.item_operand.next = self.entry_word.val();
        self.item_first.next = self.first.q.val();
        self.item_last.next = self.last.val();
        self.item_empty.next = false;
        self.item_scale.next = self.fp32_one.val();
        if self.uses_scales.val() {
            self.item_scale.next = self.scale_word.val();
        }
        self.item_result_scale.next = self.result_scale.q.val();

        match self.state.q.val() {
            WalkState::Idle => {
                if self.start.val() {
                    self.state.d.next = WalkState::Directory;
                    self.table.d.next = 0.into();
                    self.directory_lane.d.next = 0.into();
                    self.previous_end.d.next = 0.into();
                    self.offset_seen.d.next = false;
                    self.segment.d.next = 0.into();
                    self.position.d.next = 0.into();
                }
            }
            WalkState::Directory => {
                if self.table.q.val() == self.table_count.val() {
                    self.state.d.next = WalkState::Idle;
                    if self.segment.q.val() != self.segment_count.val() {
                        self.failed.next = true;
                        self.error.next = self.error_segment_count.val();
                    } else if self.position.q.val() != self.entry_count.val() {
                        self.failed.next = true;
                        self.error.next = self.error_offset.val();
                        self.error_position.next = bit_cast::<64, 32>(self.segment.q.val());
                    } else {
                        self.done.next = true;
                    }
                } else if self.directory_valid.val() {
                    self.directory_ready.next = true;
                    self.directory_lane.d.next = self.directory_lane.q.val() + 1;
                    self.base_low.d.next = self.base_high.q.val();
                    self.base_high.d.next = self.rows.q.val();
                    self.rows.d.next = self.segments_left.q.val();
                    self.segments_left.d.next = self.directory_word.val();
                    if self.directory_lane.q.val().all() {
                        self.state.d.next = WalkState::Extent;
                    }
                }
            }
            WalkState::Extent => {
                self.table_end.d.next = self.base.val() + bit_cast::<64, 43>(self.extent.offset.val());
                self.state.d.next = WalkState::Table;
            }
            WalkState::Table => {
                comment!("A base below the region's end cannot make table_end wrap.");
                if (self.rows.q.val() == 0)
                    | self.base_low.q.val().get_bits::<6>(0).any()
                    | (self.base.val() < self.data_base.val())
                    | (self.base.val() > self.data_end.val())
                    | (self.base.val() < self.previous_end.q.val())
                    | (self.table_end.q.val() > self.data_end.val())
                {
                    self.failed.next = true;
                    self.state.d.next = WalkState::Idle;
                } else {
                    self.row_seen.d.next = false;
                    self.state.d.next = WalkState::FirstOffset;
                }
            }
            WalkState::FirstOffset => {
                if self.offset_seen.q.val() | !self.segments_left.q.val().any() {
                    self.state.d.next = WalkState::Segment;
                } else if self.offset_valid.val() {
                    self.offset_ready.next = true;
                    self.offset_seen.d.next = true;
                    self.state.d.next = WalkState::Segment;
                    if self.offset_word.val().any() {
                        self.failed.next = true;
                        self.error.next = self.error_offset.val();
                        self.error_position.next = 0.into();
                        self.state.d.next = WalkState::Idle;
                    }
                }
            }
            WalkState::Segment => {
                self.first.d.next = true;
                if !self.segments_left.q.val().any() {
                    self.previous_end.d.next = self.table_end.q.val();
                    self.table.d.next = self.table.q.val() + 1;
                    self.state.d.next = WalkState::Directory;
                } else if self.segment.q.val() == self.segment_count.val() {
                    self.failed.next = true;
                    self.error.next = self.error_segment_count.val();
                    self.error_position.next = bit_cast::<64, 32>(self.table_count.val());
                    self.state.d.next = WalkState::Idle;
                } else if self.segment_here.val() {
                    self.offset_ready.next = true;
                    self.segment_ready.next = self.uses_segments.val();
                    self.segment_end.d.next = self.offset_word.val();
                    self.row.d.next = self.segment_word.val();
                    self.row_seen.d.next = true;
                    self.result_scale.d.next = self.fp32_one.val();
                    if self.uses_segments.val() & !self.is_update.val() {
                        self.result_scale.d.next = self.segment_word.val();
                    }
                    self.error_position.next = bit_cast::<64, 32>(self.segment.q.val());
                    self.state.d.next = WalkState::Entries;
                    if (self.offset_word.val() < self.position.q.val())
                        | (self.offset_word.val() > self.entry_count.val())
                    {
                        self.failed.next = true;
                        self.error.next = self.error_offset.val();
                        self.state.d.next = WalkState::Idle;
                    } else if self.is_update.val()
                        & ((self.segment_word.val() >= self.rows.q.val())
                            | (self.row_seen.q.val() & (self.segment_word.val() <= self.row.q.val())))
                    {
                        self.failed.next = true;
                        self.error.next = self.error_row.val();
                        self.state.d.next = WalkState::Idle;
                    } else if self.offset_word.val() == self.position.q.val() {
                        if self.is_update.val() {
                            self.failed.next = true;
                            self.error.next = self.error_empty_row.val();
                            self.state.d.next = WalkState::Idle;
                        } else {
                            self.state.d.next = WalkState::EmptyBag;
                        }
                    }
                }
            }
            WalkState::Entries => {
                if self.entry_here.val() & !self.entry_good.val() {
                    self.failed.next = true;
                    self.error.next = self.error_index.val();
                    self.error_position.next = bit_cast::<64, 32>(self.position.q.val());
                    self.state.d.next = WalkState::Idle;
                }
                self.item_valid.next = self.entry_here.val() & self.entry_good.val() & self.emit.val();
                self.entry_ready.next = self.entry_taken.val();
                self.scale_ready.next = self.entry_taken.val() & self.uses_scales.val();
                if self.entry_taken.val() {
                    self.first.d.next = false;
                    self.position.d.next = self.next_position.val();
                    if self.last.val() {
                        self.segment.d.next = self.segment.q.val() + 1;
                        self.segments_left.d.next = self.segments_left.q.val() - 1;
                        self.state.d.next = WalkState::Segment;
                    }
                }
            }
            WalkState::EmptyBag => {
                self.item_empty.next = true;
                self.item_last.next = true;
                self.item_valid.next = self.emit.val();
                if self.item_ready.val() | !self.emit.val() {
                    self.segment.d.next = self.segment.q.val() + 1;
                    self.segments_left.d.next = self.segments_left.q.val() - 1;
                    self.state.d.next = WalkState::Segment;
                }
            }
        }
        if self.reset.val() {
            self.state.d.next = WalkState::Idle;
        }
    }
}

//! Checks the lists of a batch.

use super::codes::error_constant;
use super::entry_checker::EntryChecker;
use super::segment_checker::SegmentChecker;
use crate::layout::{Place, layout};
use crate::stream::Fifo;
use emberlane_registers::cxl_mem::ErrorCode;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

layout! {
    /// A range of entries, of one table.
    mod range {
        END: 32,
        LIMIT: 32,
    }
}
/// Bits of it.
const RANGE_BITS: usize = range::BITS;

/// Checks directory, offsets, rows and entries of a batch in the order that the register map states, and ends at the first
/// thing that is wrong.
///
/// Segments and entries are checked side by side, each a line a cycle: a [`SegmentChecker`] runs ahead and hands the ranges
/// of entries of good segments to an [`EntryChecker`]. Stalls when a list has no line yet.
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
    segments: SegmentChecker,
    ranges: Fifo<RANGE_BITS, 3>,
    entries: EntryChecker,
    error_index: Constant<Bits<8>>,
    about: About<Self>,
}

impl Default for BatchChecker {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset start is_update lines table_count segment_count entry_count
                bag_count data_base data_end directory_beat directory_valid directory_ready offset_line offset_valid
                offset_ready row_line row_valid row_ready entry_line entry_valid entry_ready tables_checked
                done failed error error_position
                segments ranges entries about
            ]
            []
            error_index: error_constant(ErrorCode::Index),
        }
    }
}

impl Describe for BatchChecker {
    fn name() -> String {
        "batch_checker".into()
    }

    fn description() -> &'static str {
        "Checks directory, offsets, rows and entries of a batch and ends at the first thing that is wrong. A line of offsets and a line of entries a cycle; stalls when a list has no line yet."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        range::CONSTANTS.to_vec()
    }
}

impl Logic for BatchChecker {
    #[hdl_gen]
    fn update(&mut self) {
        self.segments.clock.next = self.clock.val();
        self.segments.reset.next = self.reset.val();
        self.ranges.clock.next = self.clock.val();
        self.ranges.reset.next = self.reset.val() | self.start.val();
        self.entries.clock.next = self.clock.val();
        self.entries.reset.next = self.reset.val();
        self.segments.start.next = self.start.val();
        self.segments.is_update.next = self.is_update.val();
        self.segments.lines.next = self.lines.val();
        self.segments.table_count.next = self.table_count.val();
        self.segments.segment_count.next = self.segment_count.val();
        self.segments.entry_count.next = self.entry_count.val();
        self.segments.bag_count.next = self.bag_count.val();
        self.segments.data_base.next = self.data_base.val();
        self.segments.data_end.next = self.data_end.val();
        self.segments.directory_beat.next = self.directory_beat.val();
        self.segments.directory_valid.next = self.directory_valid.val();
        self.segments.offset_line.next = self.offset_line.val();
        self.segments.offset_valid.next = self.offset_valid.val();
        self.segments.row_line.next = self.row_line.val();
        self.segments.row_valid.next = self.row_valid.val();
        self.directory_ready.next = self.segments.directory_ready.val();
        self.offset_ready.next = self.segments.offset_ready.val();
        self.row_ready.next = self.segments.row_ready.val();
        self.tables_checked.next = self.segments.tables_checked.val();
        self.done.next = self.segments.done.val();
        self.ranges.in_data.next = bit_cast::<RANGE_BITS, 32>(self.segments.range_end.val())
            | (bit_cast::<RANGE_BITS, 32>(self.segments.range_limit.val()) << range::LIMIT.val());
        self.ranges.in_valid.next = self.segments.range_valid.val();
        self.segments.range_ready.next = self.ranges.in_ready.val();
        self.segments.entries_judged.next = self.entries.idle.val();

        self.entries.start.next = self.start.val();
        self.entries.range_end.next = self.ranges.out_data.val().get_bits::<32>(range::END);
        self.entries.range_limit.next = self.ranges.out_data.val().get_bits::<32>(range::LIMIT);
        self.entries.range_valid.next = self.ranges.out_valid.val();
        self.ranges.out_ready.next = self.entries.range_ready.val();
        self.entries.entry_line.next = self.entry_line.val();
        self.entries.entry_valid.next = self.entry_valid.val();
        self.entry_ready.next = self.entries.entry_ready.val();

        comment!("A wrong entry stands before any wrong segment that is known: only entries before that are judged.");
        self.failed.next = self.segments.failed.val() | self.entries.failed.val();
        self.error.next = self.segments.error.val();
        self.error_position.next = self.segments.error_position.val();
        if self.entries.failed.val() {
            self.error.next = self.error_index.val();
            self.error_position.next = self.entries.error_position.val();
        }
    }
}

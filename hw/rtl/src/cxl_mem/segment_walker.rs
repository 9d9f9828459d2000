//! Walks the entries of a few segments.

use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Segments that a task can have.
pub const TASK_SEGMENTS: usize = 4;

/// States of a segment walker.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum SegmentState {
    /// Waits for a task.
    Idle,
    /// Hands on entries, as long as their line is here.
    Run,
    /// Asks for the line of the entry list.
    AskEntries,
    /// Asks for the line of the scale list.
    AskScales,
    /// Waits for what it asked for.
    Wait,
}

/// Walks the entries of a task: one to four segments that follow each other in one table.
///
/// The walker keeps the place; the lines of the lists lie in a memory of [`WalkerBank`](super::walker_bank::WalkerBank),
/// which puts `item_lane` of the walker's line into the item. Throughput: an entry a cycle; stalls while it waits for a
/// line, once in 16 entries, which the other walkers of the bank hide.
#[derive(LogicBlock, Default)]
pub struct SegmentWalker {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// The segment word is a row number (update); low: a factor of the segment's result, if there is one.
    pub is_update: Signal<In, Bit>,
    /// Segments have a word.
    pub uses_segments: Signal<In, Bit>,
    /// Entries have a scale.
    pub uses_scales: Signal<In, Bit>,
    /// FP32 one.
    pub fp32_one: Signal<In, Bits<32>>,
    /// A task is given.
    pub task_valid: Signal<In, Bit>,
    /// The task: DPA of row 0 of its table.
    pub task_table_base: Signal<In, Bits<64>>,
    /// The task: rows of its table.
    pub task_rows: Signal<In, Bits<32>>,
    /// The task: its first entry.
    pub task_position: Signal<In, Bits<32>>,
    /// The task: ends of its segments, the first in the lowest bits.
    pub task_ends: Signal<In, Bits<128>>,
    /// The task: words of its segments, the first in the lowest bits.
    pub task_words: Signal<In, Bits<128>>,
    /// The task: its first segment.
    pub task_segment: Signal<In, Bits<32>>,
    /// The task: its segments, 1 to 4.
    pub task_count: Signal<In, Bits<3>>,
    /// A task can be given.
    pub idle: Signal<Out, Bit>,
    /// A line of a list is asked for.
    pub line_request: Signal<Out, Bit>,
    /// The line is of the scale list; low: of the entry list.
    pub line_of_scales: Signal<Out, Bit>,
    /// Number of the line in its list.
    pub line_number: Signal<Out, Bits<28>>,
    /// The request is taken.
    pub line_taken: Signal<In, Bit>,
    /// A line that was asked for is in the bank's memory from the next cycle on.
    pub line_here: Signal<In, Bit>,
    /// Item: there is one.
    pub item_valid: Signal<Out, Bit>,
    /// Item: taken.
    pub item_ready: Signal<In, Bit>,
    /// Item: place of its entry in the line.
    pub item_lane: Signal<Out, Bits<4>>,
    /// Item: DPA of row 0 of its table.
    pub item_table_base: Signal<Out, Bits<64>>,
    /// Item: rows of its table.
    pub item_rows: Signal<Out, Bits<32>>,
    /// Item: number of its segment.
    pub item_segment: Signal<Out, Bits<32>>,
    /// Item: row of its segment (update).
    pub item_row: Signal<Out, Bits<32>>,
    /// Item: first entry of its segment.
    pub item_first: Signal<Out, Bit>,
    /// Item: last entry of its segment.
    pub item_last: Signal<Out, Bit>,
    /// Item: a segment without entries.
    pub item_empty: Signal<Out, Bit>,
    /// Item: FP32 factor of the segment's result.
    pub item_result_scale: Signal<Out, Bits<32>>,
    state: DFF<SegmentState>,
    table_base: DFF<Bits<64>>,
    rows: DFF<Bits<32>>,
    position: DFF<Bits<32>>,
    ends: DFF<Bits<128>>,
    words: DFF<Bits<128>>,
    segment: DFF<Bits<32>>,
    segments_left: DFF<Bits<3>>,
    first: DFF<Bit>,
    loaded: DFF<Bit>,
    awaited: DFF<Bits<2>>,
    empty: DFF<Bit>,
    last: DFF<Bit>,
    next_position: Signal<Local, Bits<32>>,
    /// Ends of the segment that is walked and of the one behind it.
    end: [Signal<Local, Bits<32>>; 2],
    task_end: Signal<Local, Bits<32>>,
    /// The position is this end, or one or two before it.
    at_end: Signal<Local, Bit>,
    one_before: [Signal<Local, Bit>; 2],
    two_before: [Signal<Local, Bit>; 2],
    empty_after: Signal<Local, Bit>,
    last_after: Signal<Local, Bit>,
    taken: Signal<Local, Bit>,
    about: About<Self>,
}

impl Describe for SegmentWalker {
    fn name() -> String {
        "segment_walker".into()
    }

    fn description() -> &'static str {
        "Walks the entries of one to four segments. An entry a cycle; stalls while it waits for a line of a list, once in 16 entries."
    }
}

impl Logic for SegmentWalker {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            table_base,
            rows,
            position,
            ends,
            words,
            segment,
            segments_left,
            first,
            loaded,
            awaited,
            empty,
            last
        );
        comment!(
            "Whether the segment has no entry, and whether the entry is its last, is known a cycle before it is asked."
        );
        self.next_position.next = self.position.q.val() + 1;
        // a + b is c if every bit of a ^ b ^ c is the carry that the bit below it has in that case: no carry runs.
        self.end[0].next = self.ends.q.val().get_bits::<32>(0);
        self.end[1].next = self.ends.q.val().get_bits::<32>(32);
        for i in 0..2 {
            self.one_before[i].next =
                (self.position.q.val() ^ self.end[i].val() ^ 1) == ((self.position.q.val() & !self.end[i].val()) << 1);
            self.two_before[i].next =
                (self.position.q.val() ^ self.end[i].val() ^ 2) == ((self.position.q.val() & !self.end[i].val()) << 1);
        }
        self.at_end.next = self.position.q.val() == self.end[1].val();
        self.task_end.next = self.task_ends.val().get_bits::<32>(0);
        self.empty_after.next = self.one_before[0].val();
        self.last_after.next = self.one_before[0].val() | self.two_before[0].val();
        if self.state.q.val() == SegmentState::Idle {
            self.empty_after.next = self.task_position.val() == self.task_end.val();
            self.last_after.next = (self.task_position.val() == self.task_end.val())
                | ((self.task_position.val() ^ self.task_end.val() ^ 1)
                    == ((self.task_position.val() & !self.task_end.val()) << 1));
        } else if self.last.q.val() {
            self.empty_after.next = self.one_before[1].val();
            self.last_after.next = self.one_before[1].val() | self.two_before[1].val();
            if self.empty.q.val() {
                self.empty_after.next = self.at_end.val();
                self.last_after.next = self.at_end.val() | self.one_before[1].val();
            }
        }

        self.idle.next = self.state.q.val() == SegmentState::Idle;
        self.item_valid.next = (self.state.q.val() == SegmentState::Run) & (self.loaded.q.val() | self.empty.q.val());
        self.taken.next = (self.state.q.val() == SegmentState::Run)
            & (self.loaded.q.val() | self.empty.q.val())
            & self.item_ready.val();
        self.item_lane.next = self.position.q.val().get_bits::<4>(0);
        self.item_table_base.next = self.table_base.q.val();
        self.item_rows.next = self.rows.q.val();
        self.item_segment.next = self.segment.q.val();
        self.item_row.next = self.words.q.val().get_bits::<32>(0);
        self.item_result_scale.next = self.fp32_one.val();
        if self.uses_segments.val() & !self.is_update.val() {
            self.item_result_scale.next = self.words.q.val().get_bits::<32>(0);
        }
        self.item_first.next = self.first.q.val();
        self.item_last.next = self.last.q.val();
        self.item_empty.next = self.empty.q.val();
        self.line_request.next = false;
        self.line_of_scales.next = false;
        self.line_number.next = self.position.q.val().get_bits::<28>(4);

        if self.line_here.val() {
            self.awaited.d.next = self.awaited.q.val() - 1;
        }
        match self.state.q.val() {
            SegmentState::Idle => {
                self.table_base.d.next = self.task_table_base.val();
                self.rows.d.next = self.task_rows.val();
                self.position.d.next = self.task_position.val();
                self.ends.d.next = self.task_ends.val();
                self.words.d.next = self.task_words.val();
                self.segment.d.next = self.task_segment.val();
                self.segments_left.d.next = self.task_count.val();
                self.first.d.next = true;
                self.empty.d.next = self.empty_after.val();
                self.last.d.next = self.last_after.val();
                self.loaded.d.next = false;
                if self.task_valid.val() {
                    self.state.d.next = SegmentState::Run;
                }
            }
            SegmentState::Run => {
                if !self.loaded.q.val() & !self.empty.q.val() {
                    self.state.d.next = SegmentState::AskEntries;
                }
            }
            SegmentState::AskEntries => {
                self.line_request.next = true;
                if self.line_taken.val() {
                    self.awaited.d.next = 1.into();
                    self.state.d.next = SegmentState::Wait;
                    if self.uses_scales.val() {
                        self.state.d.next = SegmentState::AskScales;
                    }
                }
            }
            SegmentState::AskScales => {
                self.line_request.next = true;
                self.line_of_scales.next = true;
                if self.line_taken.val() {
                    self.state.d.next = SegmentState::Wait;
                    self.awaited.d.next = self.awaited.q.val() + 1;
                    if self.line_here.val() {
                        self.awaited.d.next = self.awaited.q.val();
                    }
                }
            }
            SegmentState::Wait => {
                if !self.awaited.q.val().any() {
                    self.loaded.d.next = true;
                    self.state.d.next = SegmentState::Run;
                }
            }
        }
        if self.taken.val() {
            self.first.d.next = self.last.q.val();
            self.empty.d.next = self.empty_after.val();
            self.last.d.next = self.last_after.val();
            if !self.empty.q.val() {
                self.position.d.next = self.next_position.val();
                if self.position.q.val().get_bits::<4>(0).all() {
                    self.loaded.d.next = false;
                }
            }
            if self.last.q.val() {
                self.ends.d.next = self.ends.q.val() >> 32;
                self.words.d.next = self.words.q.val() >> 32;
                self.segment.d.next = self.segment.q.val() + 1;
                self.segments_left.d.next = self.segments_left.q.val() - 1;
                if self.segments_left.q.val() == 1 {
                    self.state.d.next = SegmentState::Idle;
                }
            }
        }
        if self.reset.val() {
            self.state.d.next = SegmentState::Idle;
            self.awaited.d.next = 0.into();
        }
    }
}

//! Splits a batch into tasks.

#![expect(
    clippy::identity_op,
    clippy::erasing_op,
    reason = "`seq!` gives every copy of a number the place of the first"
)]

use super::segment_walker::TASK_SEGMENTS;
use crate::cxl_mem::directory::table;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;
use seq_macro::seq;

/// Most entries of a task with more than one segment.
const SMALL_TASK: u64 = 64;

/// States of the splitter.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum SplitState {
    /// Waits for `start`.
    Idle,
    /// Takes a directory entry, once the table is checked.
    Table,
    /// Hands out the table's segments.
    Segments,
}

/// Walks directory, offsets and segment words of a batch, four segments at a time, and hands out tasks: one to four
/// segments of a table when they have 64 entries together or fewer, else one.
///
/// It believes what it reads, but goes no further than the tables that are checked, and stops without a word at offsets
/// that cannot be walked: the checker will report them, unless they were good when it read them (`broke_off`). Latency: one cycle. Throughput: a task a cycle, two cycles more a
/// table. Stalls when a list has no beat yet or the task is not taken.
#[derive(LogicBlock)]
pub struct Splitter {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Begins a batch.
    pub start: Signal<In, Bit>,
    /// Hands out nothing more.
    pub stop: Signal<In, Bit>,
    /// Segments have a word.
    pub uses_segments: Signal<In, Bit>,
    /// Tables of the batch.
    pub table_count: Signal<In, Bits<32>>,
    /// Tables that were found good so far.
    pub tables_checked: Signal<In, Bits<32>>,
    /// Segments of the batch.
    pub segment_count: Signal<In, Bits<32>>,
    /// Entries of the batch.
    pub entry_count: Signal<In, Bits<32>>,
    /// Directory: entry of a table.
    pub directory_beat: Signal<In, Bits<128>>,
    /// Directory: valid.
    pub directory_valid: Signal<In, Bit>,
    /// Directory: ready.
    pub directory_ready: Signal<Out, Bit>,
    /// Offsets: four words.
    pub offset_beat: Signal<In, Bits<128>>,
    /// Offsets: valid.
    pub offset_valid: Signal<In, Bit>,
    /// Offsets: ready.
    pub offset_ready: Signal<Out, Bit>,
    /// Segment words: four.
    pub segment_beat: Signal<In, Bits<128>>,
    /// Segment words: valid.
    pub segment_valid: Signal<In, Bit>,
    /// Segment words: ready.
    pub segment_ready: Signal<Out, Bit>,
    /// Task: there is one.
    pub task_valid: Signal<Out, Bit>,
    /// Task: taken.
    pub task_ready: Signal<In, Bit>,
    /// Task: DPA of row 0 of its table.
    pub task_table_base: Signal<Out, Bits<64>>,
    /// Task: rows of its table.
    pub task_rows: Signal<Out, Bits<32>>,
    /// Task: its first entry.
    pub task_position: Signal<Out, Bits<32>>,
    /// Task: ends of its segments, the first in the lowest bits.
    pub task_ends: Signal<Out, Bits<128>>,
    /// Task: words of its segments, the first in the lowest bits.
    pub task_words: Signal<Out, Bits<128>>,
    /// Task: its first segment.
    pub task_segment: Signal<Out, Bits<32>>,
    /// Task: its segments.
    pub task_count: Signal<Out, Bits<3>>,
    /// Every task is handed out.
    pub idle: Signal<Out, Bit>,
    /// The batch ended elsewhere than at its last segment, until `start` or `stop`.
    pub broke_off: Signal<Out, Bit>,
    state: DFF<SplitState>,
    table: DFF<Bits<32>>,
    table_base: DFF<Bits<64>>,
    rows: DFF<Bits<32>>,
    segments_left: DFF<Bits<32>>,
    last_table: DFF<Bit>,
    lane: DFF<Bits<2>>,
    carried_word: DFF<Bits<32>>,
    position: DFF<Bits<32>>,
    /// The last end of a task of several segments that begins there.
    far: DFF<Bits<33>>,
    segment: DFF<Bits<32>>,
    full: DFF<Bit>,
    broken: DFF<Bit>,
    out_table_base: DFF<Bits<64>>,
    out_rows: DFF<Bits<32>>,
    out_position: DFF<Bits<32>>,
    out_ends: DFF<Bits<128>>,
    out_words: DFF<Bits<128>>,
    out_segment: DFF<Bits<32>>,
    out_count: DFF<Bits<3>>,
    batch_left: Signal<Local, Bits<32>>,
    table_segments: Signal<Local, Bits<32>>,
    overruns: Signal<Local, Bit>,
    in_beat: Signal<Local, Bits<3>>,
    most: Signal<Local, Bits<3>>,
    most_lane: Signal<Local, Bits<2>>,
    many: Signal<Local, Bit>,
    beat_ends: Signal<Local, Bit>,
    count: Signal<Local, Bits<3>>,
    lane_shift: Signal<Local, Bits<7>>,
    ends: Signal<Local, Bits<128>>,
    words: Signal<Local, Bits<128>>,
    end: [Signal<Local, Bits<32>>; TASK_SEGMENTS],
    /// The last end that may be one of the task, and the end of the task; `far` behind the first, that one, each, and the task.
    most_end: Signal<Local, Bits<32>>,
    last_end: Signal<Local, Bits<32>>,
    end_far: [Signal<Local, Bits<33>>; TASK_SEGMENTS],
    first_far: Signal<Local, Bits<33>>,
    most_far: Signal<Local, Bits<33>>,
    last_far: Signal<Local, Bits<33>>,
    is_first: [Signal<Local, Bit>; TASK_SEGMENTS],
    is_last: [Signal<Local, Bit>; TASK_SEGMENTS],
    /// Between the first and the last.
    goes: [Signal<Local, Bit>; TASK_SEGMENTS],
    /// Too many entries up to its end.
    is_far: [Signal<Local, Bit>; TASK_SEGMENTS],
    ordered: [Signal<Local, Bit>; TASK_SEGMENTS],
    /// The first can be walked, all can, the task can.
    first_ordered: Signal<Local, Bit>,
    all_ordered: Signal<Local, Bit>,
    walkable: Signal<Local, Bit>,
    needs_words: Signal<Local, Bit>,
    here: Signal<Local, Bit>,
    free: Signal<Local, Bit>,
    next_lane: Signal<Local, Bits<3>>,
    next_segment: Signal<Local, Bits<32>>,
    left_after: Signal<Local, Bits<32>>,
    beat_segments: Constant<Bits<3>>,
    small_task: Constant<Bits<33>>,
    about: About<Self>,
}

impl Default for Splitter {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset start stop uses_segments table_count tables_checked segment_count entry_count
                directory_beat directory_valid directory_ready offset_beat offset_valid offset_ready
                segment_beat segment_valid segment_ready
                task_valid task_ready task_table_base task_rows task_position task_ends task_words task_segment task_count
                idle broke_off state table table_base rows segments_left last_table lane carried_word position far segment full broken
                out_table_base out_rows out_position out_ends out_words out_segment out_count
                batch_left table_segments overruns in_beat most most_lane many beat_ends count lane_shift ends words
                most_end last_end first_far most_far last_far first_ordered all_ordered walkable needs_words here free
                next_lane next_segment left_after about
            ]
            [end end_far is_first is_last goes is_far ordered]
            beat_segments: Constant::new((TASK_SEGMENTS as u64).into()),
            small_task: Constant::new(SMALL_TASK.into()),
        }
    }
}

impl Describe for Splitter {
    fn name() -> String {
        "splitter".into()
    }

    fn description() -> &'static str {
        "Splits a batch into tasks of one to four segments. One cycle; a task a cycle; stalls when a list has no beat yet or the task is not taken."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        table::CONSTANTS.to_vec()
    }
}

seq!(I in 0..4 {
    impl Logic for Splitter {
        #[hdl_gen]
        fn update(&mut self) {
            dff_setup!(
                self,
                clock,
                state,
                table,
                table_base,
                rows,
                segments_left,
                last_table,
                lane,
                carried_word,
                position,
                far,
                segment,
                full,
                broken,
                out_table_base,
                out_rows,
                out_position,
                out_ends,
                out_words,
                out_segment,
                out_count
            );
            comment!("A table that claims more segments than the batch has left is cut short, and is the last.");
            self.batch_left.next = self.segment_count.val() - self.segment.q.val();
            self.table_segments.next = self.directory_beat.val().get_bits::<32>(table::SEGMENTS);
            self.overruns.next = self.batch_left.val() < self.table_segments.val();

            comment!("How many segments of this beat can go: those of the beat, and of the table.");
            self.in_beat.next = self.beat_segments.val() - bit_cast::<3, 2>(self.lane.q.val());
            self.most.next = self.in_beat.val();
            if !self.segments_left.q.val().get_bits::<29>(3).any()
                & (self.segments_left.q.val().get_bits::<3>(0) < self.in_beat.val())
            {
                self.most.next = self.segments_left.q.val().get_bits::<3>(0);
            }
            self.most_lane.next = self.lane.q.val() + bit_cast::<2, 3>(self.most.val()) - 1;
            #(
                self.end[I].next = self.offset_beat.val().get_bits::<32>(32 * I);
                self.end_far[I].next = bit_cast::<33, 32>(self.end[I].val()) + self.small_task.val();
                self.is_first[I].next = self.lane.q.val() == I;
                self.is_last[I].next = self.most_lane.val() == I;
                self.goes[I].next = (self.lane.q.val() <= I) & (self.most_lane.val() >= I);
            )*

            comment!("Their ends and words. The word of a segment lies one place before its end.");
            self.lane_shift.next = bit_cast::<7, 2>(self.lane.q.val()) << 5;
            self.ends.next = self.offset_beat.val() >> self.lane_shift.val();
            self.words.next =
                ((self.segment_beat.val() << 32) | bit_cast::<128, 32>(self.carried_word.q.val())) >> self.lane_shift.val();

            comment!("Every lane is judged as the first and as one behind it, and as the last, whichever it is: lanes are known late.");
            self.ordered[0].next =
                (self.end[0].val() >= self.position.q.val()) & (self.end[0].val() <= self.entry_count.val());
            for i in 1..TASK_SEGMENTS {
                self.ordered[i].next = (self.end[i].val() <= self.entry_count.val())
                    & ((self.is_first[i].val() & (self.end[i].val() >= self.position.q.val()))
                        | (!self.is_first[i].val() & (self.end[i].val() >= self.end[i - 1].val())));
            }
            self.many.next = false;
            for i in 0..TASK_SEGMENTS {
                self.is_far[i].next = (self.end[i].val() < self.position.q.val())
                    | (!self.far.q.val().get_bit(32) & (self.end[i].val() > self.far.q.val().get_bits::<32>(0)));
                if self.is_last[i].val() & self.is_far[i].val() {
                    self.many.next = true;
                }
            }

            comment!("What follows if one goes, and if all that may: whether there are many entries is known late.");
            self.first_far.next = 0.into();
            self.most_far.next = 0.into();
            self.most_end.next = 0.into();
            self.first_ordered.next = true;
            self.all_ordered.next = true;
            for i in 0..TASK_SEGMENTS {
                if self.is_first[i].val() {
                    self.first_far.next = self.end_far[i].val();
                }
                if self.is_last[i].val() {
                    self.most_end.next = self.end[i].val();
                    self.most_far.next = self.end_far[i].val();
                }
                if !self.ordered[i].val() & self.is_first[i].val() {
                    self.first_ordered.next = false;
                }
                if !self.ordered[i].val() & (self.is_first[i].val() | self.goes[i].val()) {
                    self.all_ordered.next = false;
                }
            }

            comment!("Many entries: one segment a task, so that no engine gets far more than another.");
            self.count.next = self.most.val();
            self.next_lane.next = bit_cast::<3, 2>(self.lane.q.val()) + self.most.val();
            self.next_segment.next = self.segment.q.val() + bit_cast::<32, 3>(self.most.val());
            self.left_after.next = self.segments_left.q.val() - bit_cast::<32, 3>(self.most.val());
            self.last_end.next = self.most_end.val();
            self.last_far.next = self.most_far.val();
            self.walkable.next = self.all_ordered.val();
            if self.many.val() {
                self.count.next = 1.into();
                self.next_lane.next = bit_cast::<3, 2>(self.lane.q.val()) + 1;
                self.next_segment.next = self.segment.q.val() + 1;
                self.left_after.next = self.segments_left.q.val() - 1;
                self.last_end.next = self.ends.val().get_bits::<32>(0);
                self.last_far.next = self.first_far.val();
                self.walkable.next = self.first_ordered.val();
            }
            comment!("The beat ends with the lanes that may go, or in the last one.");
            self.beat_ends.next = self.most.val() == self.in_beat.val();
            if self.many.val() {
                self.beat_ends.next = self.in_beat.val() == 1;
            }
            self.needs_words.next = self.uses_segments.val() & (self.lane.q.val().any() | (self.most.val() != 1));
            self.here.next = self.offset_valid.val() & (self.segment_valid.val() | !self.needs_words.val());
            self.free.next = !self.full.q.val() | self.task_ready.val();

            self.directory_ready.next = false;
            self.offset_ready.next = false;
            self.segment_ready.next = false;
            if self.task_ready.val() {
                self.full.d.next = false;
            }
            comment!("What is handed out is no task yet: whether it is one is known later than that there is room.");
            if self.free.val() {
                self.out_table_base.d.next = self.table_base.q.val();
                self.out_rows.d.next = self.rows.q.val();
                self.out_position.d.next = self.position.q.val();
                self.out_ends.d.next = self.ends.val();
                self.out_words.d.next = self.words.val();
                self.out_segment.d.next = self.segment.q.val();
                self.out_count.d.next = self.count.val();
            }
            match self.state.q.val() {
                SplitState::Idle => {
                    self.table.d.next = 0.into();
                    self.lane.d.next = 1.into();
                    self.carried_word.d.next = 0.into();
                    self.position.d.next = 0.into();
                    self.far.d.next = self.small_task.val();
                    self.segment.d.next = 0.into();
                    if self.start.val() {
                        self.broken.d.next = false;
                        self.state.d.next = SplitState::Table;
                    }
                }
                SplitState::Table => {
                    self.table_base.d.next = self.directory_beat.val().get_bits::<64>(table::BASE);
                    self.rows.d.next = self.directory_beat.val().get_bits::<32>(table::ROWS);
                    self.segments_left.d.next = self.table_segments.val();
                    if self.overruns.val() {
                        self.segments_left.d.next = self.batch_left.val();
                    }
                    self.last_table.d.next = self.overruns.val();
                    if self.table.q.val() == self.table_count.val() {
                        self.broken.d.next = self.batch_left.val().any();
                        self.state.d.next = SplitState::Idle;
                    } else if self.directory_valid.val() & (self.table.q.val() != self.tables_checked.val()) {
                        self.directory_ready.next = true;
                        self.table.d.next = self.table.q.val() + 1;
                        self.state.d.next = SplitState::Segments;
                    }
                }
                SplitState::Segments => {
                    if !self.segments_left.q.val().any() & self.last_table.q.val() {
                        self.broken.d.next = true;
                        self.state.d.next = SplitState::Idle;
                    } else if !self.segments_left.q.val().any() {
                        self.state.d.next = SplitState::Table;
                    } else if self.here.val() & !self.walkable.val() {
                        self.broken.d.next = true;
                        self.state.d.next = SplitState::Idle;
                    } else if self.here.val() & self.free.val() {
                        self.full.d.next = true;
                        self.position.d.next = self.last_end.val();
                        self.far.d.next = self.last_far.val();
                        self.segment.d.next = self.next_segment.val();
                        self.segments_left.d.next = self.left_after.val();
                        self.lane.d.next = bit_cast::<2, 3>(self.next_lane.val());
                        if self.beat_ends.val() {
                            self.offset_ready.next = true;
                            self.segment_ready.next = self.uses_segments.val();
                            self.carried_word.d.next = self.segment_beat.val().get_bits::<32>(96);
                        }
                    }
                }
            }
            self.task_valid.next = self.full.q.val();
            self.task_table_base.next = self.out_table_base.q.val();
            self.task_rows.next = self.out_rows.q.val();
            self.task_position.next = self.out_position.q.val();
            self.task_ends.next = self.out_ends.q.val();
            self.task_words.next = self.out_words.q.val();
            self.task_segment.next = self.out_segment.q.val();
            self.task_count.next = self.out_count.q.val();
            self.idle.next = (self.state.q.val() == SplitState::Idle) & !self.full.q.val();
            self.broke_off.next = self.broken.q.val();
            if self.reset.val() | self.stop.val() {
                self.state.d.next = SplitState::Idle;
                self.full.d.next = false;
                self.broken.d.next = false;
            }
        }
    }
});

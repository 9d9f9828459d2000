//! Several segment walkers, and the lines of the lists that they walk.

use super::line_reader::LineReader;
use super::segment_walker::SegmentWalker;
use crate::axi::MARKED_BITS;
use crate::layout::layout;
use crate::memory::LutRam;
use crate::stream::{Fifo, RoundRobin};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Walkers of a bank: segments that one engine adds up at a time.
pub const WALKERS: usize = 8;
/// Bits of a walker's number.
pub const WALKER_BITS: usize = 3;
/// Lines of one port that may be asked for and not handed on (2 to the power of this).
const LOG_LINES: usize = 4;
/// Lines that may be asked for (2 to the power of this): entries and scales of every walker.
const LOG_TAGS: usize = 4;
layout! {
    /// A line that is asked for: the walker, and whether it is of the scale list.
    mod tag {
        WALKER: WALKER_BITS,
        OF_SCALES: 1,
    }
}
/// Bits of it.
const TAG_BITS: usize = tag::BITS;

/// Eight segment walkers that take tasks as they come free, and hand on their items in turn.
///
/// Items of one segment are so far apart that an adder of five stages need not wait for itself. An entry that is out of
/// range counts as 0 here, so that nothing outside the job's regions is read while the batch is still being checked.
///
/// Latency: one cycle from a walker to the item. Throughput: an item a cycle. Stalls when no walker has its line, or the
/// item is not taken; tasks wait while every walker has one.
#[derive(LogicBlock)]
pub struct WalkerBank<const PORTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// The job is an update; low: a lookup.
    pub is_update: Signal<In, Bit>,
    /// Segments have a word.
    pub uses_segments: Signal<In, Bit>,
    /// Entries have a scale.
    pub uses_scales: Signal<In, Bit>,
    /// FP32 one.
    pub fp32_one: Signal<In, Bits<32>>,
    /// Bags of the batch.
    pub bag_count: Signal<In, Bits<32>>,
    /// DPA of the entry list.
    pub entries: Signal<In, Bits<64>>,
    /// DPA of the scale list.
    pub scales: Signal<In, Bits<64>>,
    /// Task: there is one.
    pub task_valid: Signal<In, Bit>,
    /// Task: a walker is free.
    pub task_ready: Signal<Out, Bit>,
    /// Task: DPA of row 0 of its table.
    pub task_table_base: Signal<In, Bits<64>>,
    /// Task: rows of its table.
    pub task_rows: Signal<In, Bits<32>>,
    /// Task: its first entry.
    pub task_position: Signal<In, Bits<32>>,
    /// Task: ends of its segments.
    pub task_ends: Signal<In, Bits<128>>,
    /// Task: words of its segments.
    pub task_words: Signal<In, Bits<128>>,
    /// Task: its first segment.
    pub task_segment: Signal<In, Bits<32>>,
    /// Task: its segments.
    pub task_count: Signal<In, Bits<3>>,
    /// Item: there is one.
    pub item_valid: Signal<Out, Bit>,
    /// Item: taken.
    pub item_ready: Signal<In, Bit>,
    /// Item: DPA of row 0 of its table.
    pub item_table_base: Signal<Out, Bits<64>>,
    /// Item: number of the operand vector.
    pub item_operand: Signal<Out, Bits<32>>,
    /// Item: number of its segment.
    pub item_segment: Signal<Out, Bits<32>>,
    /// Item: row of its segment (update).
    pub item_row: Signal<Out, Bits<32>>,
    /// Item: its walker.
    pub item_walker: Signal<Out, Bits<WALKER_BITS>>,
    /// Item: first entry of its segment.
    pub item_first: Signal<Out, Bit>,
    /// Item: last entry of its segment.
    pub item_last: Signal<Out, Bit>,
    /// Item: a segment without entries.
    pub item_empty: Signal<Out, Bit>,
    /// Item: FP32 factor of the operand.
    pub item_scale: Signal<Out, Bits<32>>,
    /// Item: FP32 factor of the segment's result.
    pub item_result_scale: Signal<Out, Bits<32>>,
    /// Request to a port of the scratchpad: byte address there.
    pub request_address: [Signal<Out, Bits<64>>; PORTS],
    /// Request to a port: there is one.
    pub request_valid: [Signal<Out, Bit>; PORTS],
    /// Request to a port: taken.
    pub request_ready: [Signal<In, Bit>; PORTS],
    /// A port answers.
    pub answer_valid: [Signal<In, Bit>; PORTS],
    /// The line; bit 512: the memory answered with an error.
    pub answer: [Signal<In, Bits<MARKED_BITS>>; PORTS],
    /// A line of the entry list came.
    pub entry_line: Signal<Out, Bit>,
    /// A line of the scale list came.
    pub scale_line: Signal<Out, Bit>,
    /// A line was answered with an error.
    pub fault: Signal<Out, Bit>,
    /// Its DPA.
    pub fault_address: Signal<Out, Bits<64>>,
    /// No walker has a task, and no item waits.
    pub idle: Signal<Out, Bit>,
    walker: [SegmentWalker; WALKERS],
    reader: LineReader<PORTS, LOG_LINES>,
    tags: Fifo<TAG_BITS, LOG_TAGS>,
    line_arbiter: RoundRobin<WALKERS>,
    item_arbiter: RoundRobin<WALKERS>,
    entry_lines: LutRam<512, WALKER_BITS>,
    scale_lines: LutRam<512, WALKER_BITS>,
    asked: DFF<Bit>,
    asked_address: DFF<Bits<64>>,
    asked_tag: DFF<Bits<TAG_BITS>>,
    full: DFF<Bit>,
    table_base: DFF<Bits<64>>,
    rows: DFF<Bits<32>>,
    operand: DFF<Bits<32>>,
    segment: DFF<Bits<32>>,
    row: DFF<Bits<32>>,
    chosen: DFF<Bits<WALKER_BITS>>,
    first: DFF<Bit>,
    last: DFF<Bit>,
    empty: DFF<Bit>,
    scale: DFF<Bits<32>>,
    result_scale: DFF<Bits<32>>,
    busy_below: [Signal<Local, Bit>; WALKERS],
    line_requests: [Signal<Local, Bits<WALKERS>>; WALKERS],
    item_requests: [Signal<Local, Bits<WALKERS>>; WALKERS],
    asks: Signal<Local, Bit>,
    line_number: Signal<Local, Bits<28>>,
    list: Signal<Local, Bits<64>>,
    tag: Signal<Local, Bits<TAG_BITS>>,
    arrived: Signal<Local, Bits<WALKER_BITS>>,
    free: Signal<Local, Bit>,
    pick: Signal<Local, Bits<WALKER_BITS>>,
    lane: Signal<Local, Bits<4>>,
    shift: Signal<Local, Bits<9>>,
    operand_limit: Signal<Local, Bits<32>>,
    numbers: [Constant<Bits<WALKER_BITS>>; WALKERS],
    entry_tags: [Constant<Bits<TAG_BITS>>; WALKERS],
    scale_tags: [Constant<Bits<TAG_BITS>>; WALKERS],
    nobody: Constant<Bits<WALKERS>>,
    about: About<Self>,
}

impl<const PORTS: usize> Default for WalkerBank<PORTS> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset is_update uses_segments uses_scales fp32_one bag_count entries scales
                task_valid task_ready task_table_base task_rows task_position task_ends task_words task_segment task_count
                item_valid item_ready item_table_base item_operand item_segment item_row item_walker item_first item_last
                item_empty item_scale item_result_scale
                entry_line scale_line fault fault_address idle
                reader tags line_arbiter item_arbiter entry_lines scale_lines
                asked asked_address asked_tag
                full table_base rows operand segment row chosen first last empty scale result_scale
                asks line_number list tag arrived free pick lane shift operand_limit about
            ]
            [
                request_address request_valid request_ready answer_valid answer
                walker busy_below line_requests item_requests
            ]
            numbers: std::array::from_fn(|walker| Constant::new((walker as u64).into())),
            entry_tags: std::array::from_fn(|walker| Constant::new((walker as u64).into())),
            scale_tags: std::array::from_fn(|walker| Constant::new(((WALKERS + walker) as u64).into())),
            nobody: Constant::new(0.into()),
        }
    }
}

impl<const PORTS: usize> Describe for WalkerBank<PORTS> {
    fn name() -> String {
        format!("walker_bank_p{PORTS}")
    }

    fn description() -> &'static str {
        "Eight segment walkers and the lines of the lists that they walk; hands on their items in turn. One cycle; an item a cycle; stalls when no walker has its line."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        tag::CONSTANTS.to_vec()
    }
}

impl<const PORTS: usize> Logic for WalkerBank<PORTS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            asked,
            asked_address,
            asked_tag,
            full,
            table_base,
            rows,
            operand,
            segment,
            row,
            chosen,
            first,
            last,
            empty,
            scale,
            result_scale
        );
        self.reader.clock.next = self.clock.val();
        self.reader.reset.next = self.reset.val();
        self.tags.clock.next = self.clock.val();
        self.tags.reset.next = self.reset.val();
        self.line_arbiter.clock.next = self.clock.val();
        self.line_arbiter.reset.next = self.reset.val();
        self.item_arbiter.clock.next = self.clock.val();
        self.item_arbiter.reset.next = self.reset.val();
        self.entry_lines.clock.next = self.clock.val();
        self.scale_lines.clock.next = self.clock.val();

        comment!("A task goes to the first walker that is idle.");
        self.task_ready.next = false;
        self.idle.next = !self.full.q.val();
        for i in 0..WALKERS {
            self.walker[i].clock.next = self.clock.val();
            self.walker[i].reset.next = self.reset.val();
            self.walker[i].is_update.next = self.is_update.val();
            self.walker[i].uses_segments.next = self.uses_segments.val();
            self.walker[i].uses_scales.next = self.uses_scales.val();
            self.walker[i].fp32_one.next = self.fp32_one.val();
            self.walker[i].task_table_base.next = self.task_table_base.val();
            self.walker[i].task_rows.next = self.task_rows.val();
            self.walker[i].task_position.next = self.task_position.val();
            self.walker[i].task_ends.next = self.task_ends.val();
            self.walker[i].task_words.next = self.task_words.val();
            self.walker[i].task_segment.next = self.task_segment.val();
            self.walker[i].task_count.next = self.task_count.val();
            if i == 0 {
                self.busy_below[i].next = true;
            } else {
                self.busy_below[i].next = self.busy_below[i - 1].val() & !self.walker[i - 1].idle.val();
            }
            self.walker[i].task_valid.next = self.task_valid.val() & self.busy_below[i].val();
            if self.walker[i].idle.val() {
                self.task_ready.next = true;
            } else {
                self.idle.next = false;
            }
        }

        comment!("Lines of the lists, through a register: a walker waits for one of each at most.");
        for i in 0..WALKERS {
            if i == 0 {
                self.line_requests[i].next = self.nobody.val().replace_bit(i, self.walker[i].line_request.val());
            } else {
                self.line_requests[i].next =
                    self.line_requests[i - 1].val().replace_bit(i, self.walker[i].line_request.val());
            }
            self.line_arbiter.request.next = self.line_requests[i].val();
        }
        self.asks.next = !self.asked.q.val() | (self.reader.in_ready.val() & self.tags.in_ready.val());
        self.line_arbiter.advance.next = self.asks.val();
        self.line_number.next = 0.into();
        self.list.next = self.entries.val();
        self.tag.next = 0.into();
        for i in 0..WALKERS {
            self.walker[i].line_taken.next = self.line_arbiter.grant.val().get_bit(i) & self.asks.val();
            if self.line_arbiter.grant.val().get_bit(i) {
                self.line_number.next = self.walker[i].line_number.val();
                self.tag.next = self.entry_tags[i].val();
                if self.walker[i].line_of_scales.val() {
                    self.list.next = self.scales.val();
                    self.tag.next = self.scale_tags[i].val();
                }
            }
        }
        if self.asks.val() {
            self.asked.d.next = self.line_arbiter.grant.val().any();
            self.asked_address.d.next = self.list.val() + (bit_cast::<64, 28>(self.line_number.val()) << 6);
            self.asked_tag.d.next = self.tag.val();
        }
        self.reader.in_address.next = self.asked_address.q.val();
        self.reader.in_valid.next = self.asked.q.val() & self.tags.in_ready.val();
        self.tags.in_data.next = self.asked_tag.q.val();
        self.tags.in_valid.next = self.asked.q.val() & self.reader.in_ready.val();
        self.reader.line_ready.next = true;
        self.tags.out_ready.next = self.reader.line_valid.val();
        self.arrived.next = self.tags.out_data.val().get_bits::<WALKER_BITS>(tag::WALKER);
        self.scale_line.next = self.reader.line_valid.val() & self.tags.out_data.val().get_bit(tag::OF_SCALES);
        self.entry_line.next = self.reader.line_valid.val() & !self.tags.out_data.val().get_bit(tag::OF_SCALES);
        self.entry_lines.write_enable.next =
            self.reader.line_valid.val() & !self.tags.out_data.val().get_bit(tag::OF_SCALES);
        self.entry_lines.write_address.next = self.arrived.val();
        self.entry_lines.write_data.next = self.reader.line_data.val();
        self.scale_lines.write_enable.next =
            self.reader.line_valid.val() & self.tags.out_data.val().get_bit(tag::OF_SCALES);
        self.scale_lines.write_address.next = self.arrived.val();
        self.scale_lines.write_data.next = self.reader.line_data.val();
        self.fault.next = self.reader.line_valid.val() & self.reader.line_error.val();
        self.fault_address.next = self.reader.line_address.val();
        for i in 0..WALKERS {
            self.walker[i].line_here.next =
                self.reader.line_valid.val() & (self.arrived.val() == self.numbers[i].val());
        }
        for i in 0..PORTS {
            self.request_address[i].next = self.reader.request_address[i].val();
            self.request_valid[i].next = self.reader.request_valid[i].val();
            self.reader.request_ready[i].next = self.request_ready[i].val();
            self.reader.answer_valid[i].next = self.answer_valid[i].val();
            self.reader.answer[i].next = self.answer[i].val();
        }

        comment!("Items: walkers in turn, into a register.");
        for i in 0..WALKERS {
            if i == 0 {
                self.item_requests[i].next = self.nobody.val().replace_bit(i, self.walker[i].item_valid.val());
            } else {
                self.item_requests[i].next =
                    self.item_requests[i - 1].val().replace_bit(i, self.walker[i].item_valid.val());
            }
            self.item_arbiter.request.next = self.item_requests[i].val();
        }
        self.free.next = !self.full.q.val() | self.item_ready.val();
        self.item_arbiter.advance.next = self.free.val();
        self.pick.next = 0.into();
        self.lane.next = 0.into();
        for i in 0..WALKERS {
            self.walker[i].item_ready.next = self.item_arbiter.grant.val().get_bit(i) & self.free.val();
            if self.item_arbiter.grant.val().get_bit(i) {
                self.pick.next = self.numbers[i].val();
                self.lane.next = self.walker[i].item_lane.val();
            }
        }
        self.entry_lines.read_address.next = self.pick.val();
        self.scale_lines.read_address.next = self.pick.val();
        self.shift.next = bit_cast::<9, 4>(self.lane.val()) << 5;
        if self.free.val() {
            self.full.d.next = self.item_arbiter.grant.val().any();
            self.chosen.d.next = self.pick.val();
            self.operand.d.next = bit_cast::<32, 512>(self.entry_lines.read_data.val() >> self.shift.val());
            self.scale.d.next = self.fp32_one.val();
            if self.uses_scales.val() {
                self.scale.d.next = bit_cast::<32, 512>(self.scale_lines.read_data.val() >> self.shift.val());
            }
            for i in 0..WALKERS {
                if self.item_arbiter.grant.val().get_bit(i) {
                    self.table_base.d.next = self.walker[i].item_table_base.val();
                    self.rows.d.next = self.walker[i].item_rows.val();
                    self.segment.d.next = self.walker[i].item_segment.val();
                    self.row.d.next = self.walker[i].item_row.val();
                    self.first.d.next = self.walker[i].item_first.val();
                    self.last.d.next = self.walker[i].item_last.val();
                    self.empty.d.next = self.walker[i].item_empty.val();
                    self.result_scale.d.next = self.walker[i].item_result_scale.val();
                }
            }
        }
        self.operand_limit.next = self.rows.q.val();
        if self.is_update.val() {
            self.operand_limit.next = self.bag_count.val();
        }
        self.item_valid.next = self.full.q.val();
        self.item_table_base.next = self.table_base.q.val();
        self.item_operand.next = self.operand.q.val();
        if self.operand.q.val() >= self.operand_limit.val() {
            self.item_operand.next = 0.into();
        }
        self.item_segment.next = self.segment.q.val();
        self.item_row.next = self.row.q.val();
        if self.row.q.val() >= self.rows.q.val() {
            self.item_row.next = 0.into();
        }
        self.item_walker.next = self.chosen.q.val();
        self.item_first.next = self.first.q.val();
        self.item_last.next = self.last.q.val();
        self.item_empty.next = self.empty.q.val();
        self.item_scale.next = self.scale.q.val();
        self.item_result_scale.next = self.result_scale.q.val();
        if self.reset.val() {
            self.asked.d.next = false;
            self.full.d.next = false;
        }
    }
}

//! Turns work items into line requests.

use super::controls::{CONTROL_BITS, ITEM_CONTROL_BITS, control, item};
use super::line_multiplier::LineMultiplier;
use super::region_bound::RegionBound;
use super::walker_bank::WALKER_BITS;
use crate::layout::{Place, constants};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Bits of a control word below its scales.
const FLAG_BITS: usize = control::SCALE;

/// Computes the addresses of a work item and hands on, line by line, what to read, what to do with it, and where the
/// result goes.
///
/// Latency: two cycles. Throughput: a line a cycle. Stalls when one of its four queues is full.
///
/// A lookup reads a row line for every entry; an update a gradient line for every entry, and the row's line with the first,
/// unless it accumulates. Results go to the row, or, of a lookup and a stage, to the place of the segment.
/// The control word is [`control`].
///
/// Every row line, and every line of a result, must lie in its region. A row outside is not read: its sum goes on without it. A result
/// outside is handed on as such (`target_inside` is low), for nobody to write it. Either is reported (`outside`).
#[derive(LogicBlock, Default)]
pub struct Expander {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// The job is an update, a stage or an accumulation; low: a lookup.
    pub is_update: Signal<In, Bit>,
    /// Lines of a vector.
    pub lines: Signal<In, Bits<5>>,
    /// It is a stage: results go to the place of their segment.
    pub is_stage: Signal<In, Bit>,
    /// It is an accumulation: sums start from zero.
    pub is_accumulation: Signal<In, Bit>,
    /// DPA of the gradients (update).
    pub gradient_base: Signal<In, Bits<64>>,
    /// DPA of the results of segments: pooled vectors (lookup), or staged rows.
    pub result_base: Signal<In, Bits<64>>,
    /// Region of the rows: first byte.
    pub rows_first: Signal<In, Bits<64>>,
    /// Region of the rows: first byte after it.
    pub rows_end: Signal<In, Bits<64>>,
    /// Region of the results: first byte.
    pub results_first: Signal<In, Bits<64>>,
    /// Region of the results: first byte after it.
    pub results_end: Signal<In, Bits<64>>,
    /// Item: there is one.
    pub item_valid: Signal<In, Bit>,
    /// Item: it is taken.
    pub item_ready: Signal<Out, Bit>,
    /// Item: DPA of row 0 of its table.
    pub item_table_base: Signal<In, Bits<64>>,
    /// Item: number of the operand vector.
    pub item_operand: Signal<In, Bits<32>>,
    /// Item: number of its segment.
    pub item_segment: Signal<In, Bits<32>>,
    /// Item: row of its segment (update).
    pub item_row: Signal<In, Bits<32>>,
    /// Item: first, last, empty in bits 0, 1, 2; operand scale 34:3; result scale 66:35; walker 69:67.
    pub item_control: Signal<In, Bits<ITEM_CONTROL_BITS>>,
    /// DPA of a row's line.
    pub row_address: Signal<Out, Bits<64>>,
    /// A row's line is asked for.
    pub row_valid: Signal<Out, Bit>,
    /// The reader of rows takes it.
    pub row_ready: Signal<In, Bit>,
    /// DPA of a gradient's line.
    pub gradient_address: Signal<Out, Bits<64>>,
    /// A gradient's line is asked for.
    pub gradient_valid: Signal<Out, Bit>,
    /// The reader of gradients takes it.
    pub gradient_ready: Signal<In, Bit>,
    /// Control word of the line.
    pub control: Signal<Out, Bits<CONTROL_BITS>>,
    /// There is a control word.
    pub control_valid: Signal<Out, Bit>,
    /// The control queue takes it.
    pub control_ready: Signal<In, Bit>,
    /// DPA to which the result goes.
    pub target_address: Signal<Out, Bits<64>>,
    /// The target lies in the region of the results.
    pub target_inside: Signal<Out, Bit>,
    /// There is a target.
    pub target_valid: Signal<Out, Bit>,
    /// The target queue takes it.
    pub target_ready: Signal<In, Bit>,
    /// A row or a target lay outside its region (a pulse, a cycle later).
    pub outside: Signal<Out, Bit>,
    /// Its DPA.
    pub outside_address: Signal<Out, Bits<64>>,
    /// Nothing is under way.
    pub idle: Signal<Out, Bit>,
    row_bound: RegionBound,
    target_bound: RegionBound,
    /// A line went in the cycle before; its row or its target lay outside; their addresses.
    fired: DFF<Bit>,
    left_row: DFF<Bits<64>>,
    left_target: DFF<Bits<64>>,
    row_left: DFF<Bit>,
    target_left: DFF<Bit>,
    operand_offset: LineMultiplier,
    segment_offset: LineMultiplier,
    row_offset: LineMultiplier,
    product_full: DFF<Bit>,
    operand_product: DFF<Bits<43>>,
    segment_product: DFF<Bits<43>>,
    row_product: DFF<Bits<43>>,
    product_table_base: DFF<Bits<64>>,
    product_control: DFF<Bits<ITEM_CONTROL_BITS>>,
    sum_full: DFF<Bit>,
    operand_line: DFF<Bits<64>>,
    segment_line: DFF<Bits<64>>,
    row_line: DFF<Bits<64>>,
    line_control: DFF<Bits<ITEM_CONTROL_BITS>>,
    line: DFF<Bits<5>>,
    operand_base: Signal<Local, Bits<64>>,
    next_line: Signal<Local, Bits<5>>,
    fire: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
    sum_free: Signal<Local, Bit>,
    product_free: Signal<Local, Bit>,
    first: Signal<Local, Bit>,
    last: Signal<Local, Bit>,
    empty: Signal<Local, Bit>,
    row_at: Signal<Local, Bits<64>>,
    target_at: Signal<Local, Bits<64>>,
    wants_row: Signal<Local, Bit>,
    without: Signal<Local, Bit>,
    from_memory: Signal<Local, Bit>,
    flags: Signal<Local, Bits<FLAG_BITS>>,
    about: About<Self>,
}

impl Describe for Expander {
    fn name() -> String {
        "expander".into()
    }

    fn description() -> &'static str {
        "Computes the addresses of a work item and hands on, line by line, what to read, what to do with it and where the result goes. Two cycles; a line a cycle; stalls when one of its four queues is full."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[item::CONSTANTS, control::CONSTANTS])
    }
}

impl Logic for Expander {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            product_full,
            operand_product,
            segment_product,
            row_product,
            product_table_base,
            product_control,
            sum_full,
            operand_line,
            segment_line,
            row_line,
            line_control,
            line,
            fired,
            left_row,
            left_target,
            row_left,
            target_left
        );
        comment!("Stage 3: a line a cycle, when all four queues have room.");
        self.first.next = self.line_control.q.val().get_bit(item::FIRST);
        self.last.next = self.line_control.q.val().get_bit(item::LAST);
        self.empty.next = self.line_control.q.val().get_bit(item::EMPTY);
        self.row_at.next = self.operand_line.q.val();
        if self.is_update.val() {
            self.row_at.next = self.row_line.q.val();
        }
        self.row_address.next = self.row_at.val();
        self.row_bound.address.next = self.row_at.val();
        self.row_bound.first.next = self.rows_first.val();
        self.row_bound.end.next = self.rows_end.val();
        self.wants_row.next = !self.empty.val();
        if self.is_update.val() {
            self.wants_row.next = self.first.val() & !self.is_accumulation.val();
        }
        comment!(
            "Without its row, a lookup adds nothing, and an update starts from nothing: what comes of it is not used."
        );
        self.from_memory.next = self.wants_row.val() & self.is_update.val() & self.row_bound.inside.val();
        self.without.next = self.empty.val() | (!self.is_update.val() & !self.row_bound.inside.val());
        self.gradient_address.next = self.operand_line.q.val();
        self.fire.next = self.sum_full.q.val()
            & self.row_ready.val()
            & self.gradient_ready.val()
            & self.control_ready.val()
            & self.target_ready.val();
        self.next_line.next = self.line.q.val() + 1;
        self.ends.next = self.next_line.val() == self.lines.val();
        self.row_valid.next = self.fire.val() & self.wants_row.val() & self.row_bound.inside.val();
        self.gradient_valid.next = self.fire.val() & self.is_update.val() & !self.empty.val();
        self.flags.next = bit_cast::<FLAG_BITS, 4>(self.line.q.val().get_bits::<4>(0))
            | (bit_cast::<FLAG_BITS, WALKER_BITS>(self.line_control.q.val().get_bits::<WALKER_BITS>(item::WALKER))
                << control::WALKER.val())
            | (bit_cast::<FLAG_BITS, 1>(self.first.val().into()) << control::FIRST.val())
            | (bit_cast::<FLAG_BITS, 1>(self.last.val().into()) << control::LAST.val())
            | (bit_cast::<FLAG_BITS, 1>(self.without.val().into()) << control::EMPTY.val())
            | (bit_cast::<FLAG_BITS, 1>(self.from_memory.val().into()) << control::FROM_MEMORY.val());
        self.control.next = bit_cast::<CONTROL_BITS, FLAG_BITS>(self.flags.val())
            | (bit_cast::<CONTROL_BITS, 64>(self.line_control.q.val().get_bits::<64>(item::SCALE))
                << control::SCALE.val());
        self.control_valid.next = self.fire.val();
        self.target_at.next = self.segment_line.q.val();
        if self.is_update.val() & !self.is_stage.val() {
            self.target_at.next = self.row_line.q.val();
        }
        self.target_address.next = self.target_at.val();
        self.target_bound.address.next = self.target_at.val();
        self.target_bound.first.next = self.results_first.val();
        self.target_bound.end.next = self.results_end.val();
        self.target_inside.next = self.target_bound.inside.val();
        self.target_valid.next = self.fire.val() & self.last.val();
        if self.fire.val() {
            self.operand_line.d.next = self.operand_line.q.val() + 64;
            self.segment_line.d.next = self.segment_line.q.val() + 64;
            self.row_line.d.next = self.row_line.q.val() + 64;
            self.line.d.next = self.next_line.val();
            if self.ends.val() {
                self.sum_full.d.next = false;
            }
        }

        comment!("What lay outside is reported, from registers: which of the two it was is known late.");
        self.fired.d.next = self.fire.val();
        self.left_row.d.next = self.row_at.val();
        self.left_target.d.next = self.target_at.val();
        self.row_left.d.next = self.wants_row.val() & !self.row_bound.inside.val();
        self.target_left.d.next = self.last.val() & !self.target_bound.inside.val();
        self.outside.next = self.fired.q.val() & (self.row_left.q.val() | self.target_left.q.val());
        self.outside_address.next = self.left_target.q.val();
        if self.row_left.q.val() {
            self.outside_address.next = self.left_row.q.val();
        }

        comment!("Stage 2: bases are added.");
        self.sum_free.next = !self.sum_full.q.val() | (self.fire.val() & self.ends.val());
        self.operand_base.next = self.product_table_base.q.val();
        if self.is_update.val() {
            self.operand_base.next = self.gradient_base.val();
        }
        if self.product_full.q.val() & self.sum_free.val() {
            self.sum_full.d.next = true;
            self.operand_line.d.next = self.operand_base.val() + bit_cast::<64, 43>(self.operand_product.q.val());
            self.segment_line.d.next = self.result_base.val() + bit_cast::<64, 43>(self.segment_product.q.val());
            self.row_line.d.next = self.product_table_base.q.val() + bit_cast::<64, 43>(self.row_product.q.val());
            self.line_control.d.next = self.product_control.q.val();
            self.line.d.next = 0.into();
        }

        comment!("Stage 1: vector numbers become byte offsets.");
        self.product_free.next = !self.product_full.q.val() | self.sum_free.val();
        self.operand_offset.index.next = self.item_operand.val();
        self.operand_offset.lines.next = self.lines.val();
        self.segment_offset.index.next = self.item_segment.val();
        self.segment_offset.lines.next = self.lines.val();
        self.row_offset.index.next = self.item_row.val();
        self.row_offset.lines.next = self.lines.val();
        self.item_ready.next = self.product_free.val();
        if self.product_free.val() {
            self.product_full.d.next = self.item_valid.val();
            self.operand_product.d.next = self.operand_offset.offset.val();
            self.segment_product.d.next = self.segment_offset.offset.val();
            self.row_product.d.next = self.row_offset.offset.val();
            self.product_table_base.d.next = self.item_table_base.val();
            self.product_control.d.next = self.item_control.val();
        }
        self.idle.next = !self.product_full.q.val() & !self.sum_full.q.val();

        if self.reset.val() {
            self.product_full.d.next = false;
            self.sum_full.d.next = false;
            self.fired.d.next = false;
        }
    }
}

//! Adds segments up: from tasks to results.

use super::controls::{CONTROL_BITS, ITEM_CONTROL_BITS, item};
use super::expander::Expander;
use super::line_reader::{LOG_WINDOW, LineReader};
use super::occupancy::Occupancy;
use super::reducer::{LOG_RESULTS, Reducer};
use super::row_cache::RowCache;
use super::walker_bank::{WALKER_BITS, WalkerBank};
use super::write_queues::WriteQueues;
use crate::axi::MARKED_BITS;
use crate::layout::{Place, constants, layout};
use crate::stream::BlockFifo;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Row lines of one channel that may be asked for and not added (2 to the power of this).
const LOG_ROW_LINES: usize = 6;
/// Lines of rows that an engine keeps while a lookup runs (2 to the power of this).
pub const LOG_KEPT_ROW_LINES: usize = 9;
/// Gradient lines of one port that may be asked for and not added (2 to the power of this).
const LOG_GRADIENT_LINES: usize = 5;

layout! {
    /// Where a result goes, and whether that lies in the region of the results.
    mod goal {
        ADDRESS: 64,
        INSIDE: 1,
    }
}
/// Bits of it.
const GOAL_BITS: usize = goal::BITS;

/// One of the engines that share a batch, as many as there are channels: walks segments, reads their lines, adds them up
/// and queues the results for their ports.
///
/// Throughput: a line of an operand a cycle, from any channel; all engines together take what all channels give. Segments
/// are independent, and each is added up by one engine in the order of its entries, so that the result does not depend on
/// which engine has it or how memory answers. Stalls when memory does; `hold` keeps up to 1024 result lines back.
/// Nothing is read or written outside the regions of rows and results, whatever the lists say by now; `outside` says so.
#[derive(LogicBlock)]
pub struct Engine<const PORTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// The job is an update, a stage or an accumulation; low: a lookup.
    pub is_update: Signal<In, Bit>,
    /// It is a stage: results go to the place of their segment.
    pub is_stage: Signal<In, Bit>,
    /// It is an accumulation: sums start from zero.
    pub is_accumulation: Signal<In, Bit>,
    /// Segments have a word.
    pub uses_segments: Signal<In, Bit>,
    /// Entries have a scale.
    pub uses_scales: Signal<In, Bit>,
    /// Lines of rows that a lookup asks for again are kept.
    pub keeps_rows: Signal<In, Bit>,
    /// A job begins (a pulse): lines that were kept are forgotten.
    pub begins: Signal<In, Bit>,
    /// FP32 one.
    pub fp32_one: Signal<In, Bits<32>>,
    /// FP32 factor of every operand.
    pub rate: Signal<In, Bits<32>>,
    /// Lines of a vector.
    pub lines: Signal<In, Bits<5>>,
    /// Bags of the batch.
    pub bag_count: Signal<In, Bits<32>>,
    /// DPA of the entry list.
    pub entries: Signal<In, Bits<64>>,
    /// DPA of the scale list.
    pub scales: Signal<In, Bits<64>>,
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
    /// Results wait: nothing may be written yet.
    pub hold: Signal<In, Bit>,
    /// Results are dropped.
    pub suppress: Signal<In, Bit>,
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
    /// Rows: request to a channel, byte address there.
    pub row_address: [Signal<Out, Bits<64>>; PORTS],
    /// Rows: there is a request.
    pub row_valid: [Signal<Out, Bit>; PORTS],
    /// Rows: the request is taken.
    pub row_ready: [Signal<In, Bit>; PORTS],
    /// Rows: a channel answers.
    pub row_answer: [Signal<In, Bit>; PORTS],
    /// Rows: the line; bit 512: the channel answers with an error.
    pub row_line: [Signal<In, Bits<MARKED_BITS>>; PORTS],
    /// Gradients: request to a port of the scratchpad, byte address there.
    pub gradient_address: [Signal<Out, Bits<64>>; PORTS],
    /// Gradients: there is a request.
    pub gradient_valid: [Signal<Out, Bit>; PORTS],
    /// Gradients: the request is taken.
    pub gradient_ready: [Signal<In, Bit>; PORTS],
    /// Gradients: a port answers.
    pub gradient_answer: [Signal<In, Bit>; PORTS],
    /// Lists: request to a port of the scratchpad, byte address there.
    pub list_address: [Signal<Out, Bits<64>>; PORTS],
    /// Lists: there is a request.
    pub list_valid: [Signal<Out, Bit>; PORTS],
    /// Lists: the request is taken.
    pub list_ready: [Signal<In, Bit>; PORTS],
    /// Lists: a port answers.
    pub list_answer: [Signal<In, Bit>; PORTS],
    /// Scratchpad: the line; bit 512: the port answers with an error.
    pub scratch_line: [Signal<In, Bits<MARKED_BITS>>; PORTS],
    /// Results: DPA of a line for a port.
    pub out_address: [Signal<Out, Bits<64>>; PORTS],
    /// Results: line for a port.
    pub out_data: [Signal<Out, Bits<512>>; PORTS],
    /// Results: there is a line for a port.
    pub out_valid: [Signal<Out, Bit>; PORTS],
    /// Results: the line is taken.
    pub out_ready: [Signal<In, Bit>; PORTS],
    /// A line of the entry list came.
    pub entry_line: Signal<Out, Bit>,
    /// A line of the scale list came.
    pub scale_line: Signal<Out, Bit>,
    /// A line of a row was asked for that is kept (a pulse, a cycle later).
    pub row_hit: Signal<Out, Bit>,
    /// An operand waits for the sum before it.
    pub hazard: Signal<Out, Bit>,
    /// A read was answered with an error.
    pub fault: Signal<Out, Bit>,
    /// Its DPA.
    pub fault_address: Signal<Out, Bits<64>>,
    /// A row or a result lay outside its region, and was not read or will not be written (a pulse).
    pub outside: Signal<Out, Bit>,
    /// Its DPA.
    pub outside_address: Signal<Out, Bits<64>>,
    /// Nothing is under way.
    pub idle: Signal<Out, Bit>,
    bank: WalkerBank<PORTS>,
    expander: Expander,
    row_cache: RowCache<LOG_KEPT_ROW_LINES>,
    rows: LineReader<PORTS, LOG_ROW_LINES>,
    gradients: LineReader<PORTS, LOG_GRADIENT_LINES>,
    control_queue: BlockFifo<CONTROL_BITS, LOG_WINDOW>,
    waiting: Occupancy,
    target_queue: BlockFifo<GOAL_BITS, LOG_RESULTS>,
    reducer: Reducer,
    results: WriteQueues<PORTS>,
    row_taken: Signal<Local, Bit>,
    about: About<Self>,
}

impl<const PORTS: usize> Default for Engine<PORTS> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset is_update is_stage is_accumulation uses_segments uses_scales keeps_rows begins fp32_one rate lines bag_count entries
                scales gradient_base result_base rows_first rows_end results_first results_end
                hold suppress
                task_valid task_ready task_table_base task_rows task_position task_ends task_words task_segment task_count
                entry_line scale_line row_hit hazard fault fault_address outside outside_address idle
                bank expander row_cache rows gradients control_queue waiting target_queue reducer results row_taken about
            ]
            [
                row_address row_valid row_ready row_answer row_line
                gradient_address gradient_valid gradient_ready gradient_answer
                list_address list_valid list_ready list_answer scratch_line
                out_address out_data out_valid out_ready
            ]
        }
    }
}

impl<const PORTS: usize> Describe for Engine<PORTS> {
    fn name() -> String {
        format!("engine_p{PORTS}")
    }

    fn description() -> &'static str {
        "Walks segments, reads their lines, adds them up and queues the results for their ports. A line of an operand a cycle; stalls when memory does."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[item::CONSTANTS, goal::CONSTANTS])
    }
}

impl<const PORTS: usize> Logic for Engine<PORTS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.bank.clock.next = self.clock.val();
        self.bank.reset.next = self.reset.val();
        self.expander.clock.next = self.clock.val();
        self.expander.reset.next = self.reset.val();
        self.row_cache.clock.next = self.clock.val();
        self.row_cache.reset.next = self.reset.val();
        self.rows.clock.next = self.clock.val();
        self.rows.reset.next = self.reset.val();
        self.gradients.clock.next = self.clock.val();
        self.gradients.reset.next = self.reset.val();
        self.control_queue.clock.next = self.clock.val();
        self.control_queue.reset.next = self.reset.val();
        self.waiting.clock.next = self.clock.val();
        self.waiting.reset.next = self.reset.val();
        self.target_queue.clock.next = self.clock.val();
        self.target_queue.reset.next = self.reset.val();
        self.reducer.clock.next = self.clock.val();
        self.reducer.reset.next = self.reset.val();
        for i in 0..PORTS {
            self.results.out_ready[i].next = self.out_ready[i].val();
        }

        comment!("Tasks become items.");
        self.bank.is_update.next = self.is_update.val();
        self.bank.uses_segments.next = self.uses_segments.val();
        self.bank.uses_scales.next = self.uses_scales.val();
        self.bank.fp32_one.next = self.fp32_one.val();
        self.bank.bag_count.next = self.bag_count.val();
        self.bank.entries.next = self.entries.val();
        self.bank.scales.next = self.scales.val();
        self.bank.task_valid.next = self.task_valid.val();
        self.task_ready.next = self.bank.task_ready.val();
        self.bank.task_table_base.next = self.task_table_base.val();
        self.bank.task_rows.next = self.task_rows.val();
        self.bank.task_position.next = self.task_position.val();
        self.bank.task_ends.next = self.task_ends.val();
        self.bank.task_words.next = self.task_words.val();
        self.bank.task_segment.next = self.task_segment.val();
        self.bank.task_count.next = self.task_count.val();
        self.entry_line.next = self.bank.entry_line.val();
        self.scale_line.next = self.bank.scale_line.val();

        comment!("Items become lines to read, control words, and targets.");
        self.expander.is_update.next = self.is_update.val();
        self.expander.is_stage.next = self.is_stage.val();
        self.expander.is_accumulation.next = self.is_accumulation.val();
        self.expander.lines.next = self.lines.val();
        self.expander.gradient_base.next = self.gradient_base.val();
        self.expander.result_base.next = self.result_base.val();
        self.expander.rows_first.next = self.rows_first.val();
        self.expander.rows_end.next = self.rows_end.val();
        self.expander.results_first.next = self.results_first.val();
        self.expander.results_end.next = self.results_end.val();
        self.outside.next = self.expander.outside.val();
        self.outside_address.next = self.expander.outside_address.val();
        self.expander.item_valid.next = self.bank.item_valid.val();
        self.bank.item_ready.next = self.expander.item_ready.val();
        self.expander.item_table_base.next = self.bank.item_table_base.val();
        self.expander.item_operand.next = self.bank.item_operand.val();
        self.expander.item_segment.next = self.bank.item_segment.val();
        self.expander.item_row.next = self.bank.item_row.val();
        self.expander.item_control.next = bit_cast::<ITEM_CONTROL_BITS, 1>(self.bank.item_first.val().into())
            | (bit_cast::<ITEM_CONTROL_BITS, 1>(self.bank.item_last.val().into()) << item::LAST.val())
            | (bit_cast::<ITEM_CONTROL_BITS, 1>(self.bank.item_empty.val().into()) << item::EMPTY.val())
            | (bit_cast::<ITEM_CONTROL_BITS, 32>(self.bank.item_scale.val()) << item::SCALE.val())
            | (bit_cast::<ITEM_CONTROL_BITS, 32>(self.bank.item_result_scale.val()) << item::RESULT_SCALE.val())
            | (bit_cast::<ITEM_CONTROL_BITS, WALKER_BITS>(self.bank.item_walker.val()) << item::WALKER.val());
        self.row_cache.enable.next = self.keeps_rows.val() & !self.is_update.val();
        self.row_cache.forget.next = self.begins.val();
        self.row_cache.in_address.next = self.expander.row_address.val();
        self.row_cache.in_valid.next = self.expander.row_valid.val();
        self.expander.row_ready.next = self.row_cache.in_ready.val();
        self.rows.in_address.next = self.row_cache.read_address.val();
        self.rows.in_valid.next = self.row_cache.read_valid.val();
        self.row_cache.read_ready.next = self.rows.in_ready.val();
        self.row_hit.next = self.row_cache.hit.val();
        self.gradients.in_address.next = self.expander.gradient_address.val();
        self.gradients.in_valid.next = self.expander.gradient_valid.val();
        self.expander.gradient_ready.next = self.gradients.in_ready.val();
        self.control_queue.in_data.next = self.expander.control.val();
        self.control_queue.in_valid.next = self.expander.control_valid.val();
        self.expander.control_ready.next = self.control_queue.in_ready.val();
        self.target_queue.in_data.next = bit_cast::<GOAL_BITS, 64>(self.expander.target_address.val())
            | (bit_cast::<GOAL_BITS, 1>(self.expander.target_inside.val().into()) << goal::INSIDE.val());
        self.target_queue.in_valid.next = self.expander.target_valid.val();
        self.expander.target_ready.next = self.target_queue.in_ready.val();

        comment!("Lines are read.");
        for i in 0..PORTS {
            self.row_address[i].next = self.rows.request_address[i].val();
            self.row_valid[i].next = self.rows.request_valid[i].val();
            self.rows.request_ready[i].next = self.row_ready[i].val();
            self.rows.answer_valid[i].next = self.row_answer[i].val();
            self.rows.answer[i].next = self.row_line[i].val();
            self.gradient_address[i].next = self.gradients.request_address[i].val();
            self.gradient_valid[i].next = self.gradients.request_valid[i].val();
            self.gradients.request_ready[i].next = self.gradient_ready[i].val();
            self.gradients.answer_valid[i].next = self.gradient_answer[i].val();
            self.gradients.answer[i].next = self.scratch_line[i].val();
            self.list_address[i].next = self.bank.request_address[i].val();
            self.list_valid[i].next = self.bank.request_valid[i].val();
            self.bank.request_ready[i].next = self.list_ready[i].val();
            self.bank.answer_valid[i].next = self.list_answer[i].val();
            self.bank.answer[i].next = self.scratch_line[i].val();
        }

        self.row_cache.line.next = self.rows.line_data.val();
        self.row_cache.line_valid.next = self.rows.line_valid.val();
        self.rows.line_ready.next = self.row_cache.line_ready.val();

        comment!("Lines are added up: rows in a lookup, gradients in an update, onto the row or onto zero.");
        self.reducer.is_update.next = self.is_update.val();
        self.reducer.rate.next = self.rate.val();
        self.reducer.control.next = self.control_queue.out_data.val();
        self.reducer.control_valid.next = self.control_queue.out_valid.val();
        self.control_queue.out_ready.next = self.reducer.control_ready.val();
        self.reducer.start.next = self.row_cache.out_line.val();
        if self.is_update.val() {
            self.reducer.operand.next = self.gradients.line_data.val();
            self.reducer.operand_valid.next = self.gradients.line_valid.val();
            self.reducer.start_valid.next = self.row_cache.out_valid.val();
            self.row_taken.next = self.reducer.start_ready.val();
            self.gradients.line_ready.next = self.reducer.operand_ready.val();
        } else {
            self.reducer.operand.next = self.row_cache.out_line.val();
            self.reducer.operand_valid.next = self.row_cache.out_valid.val();
            self.reducer.start_valid.next = false;
            self.row_taken.next = self.reducer.operand_ready.val();
            self.gradients.line_ready.next = false;
        }
        self.row_cache.out_ready.next = self.row_taken.val();
        self.hazard.next = self.reducer.hazard.val();

        comment!("Results.");
        self.results.clock.next = self.clock.val();
        self.results.reset.next = self.reset.val();
        self.results.hold.next = self.hold.val();
        self.results.suppress.next = self.suppress.val();
        self.results.result.next = self.reducer.result.val();
        self.results.result_valid.next = self.reducer.result_valid.val();
        self.reducer.result_ready.next = self.results.result_ready.val();
        self.results.target.next = self.target_queue.out_data.val().get_bits::<64>(goal::ADDRESS);
        self.results.target_inside.next = self.target_queue.out_data.val().get_bit(goal::INSIDE);
        self.results.target_valid.next = self.target_queue.out_valid.val();
        self.target_queue.out_ready.next = self.results.target_ready.val();
        for i in 0..PORTS {
            self.out_address[i].next = self.results.out_address[i].val();
            self.out_data[i].next = self.results.out_data[i].val();
            self.out_valid[i].next = self.results.out_valid[i].val();
        }

        comment!("What is under way, and what went wrong.");
        self.waiting.enter.next = self.expander.control_valid.val();
        self.waiting.leave.next = self.reducer.control_ready.val();
        self.idle.next = self.bank.idle.val()
            & self.expander.idle.val()
            & self.waiting.empty.val()
            & self.reducer.idle.val()
            & self.results.idle.val();
        self.fault.next = self.bank.fault.val();
        self.fault_address.next = self.bank.fault_address.val();
        if self.gradients.line_valid.val() & self.gradients.line_error.val() {
            self.fault.next = true;
            self.fault_address.next = self.gradients.line_address.val();
        }
        if self.rows.line_valid.val() & self.rows.line_error.val() {
            self.fault.next = true;
            self.fault_address.next = self.rows.line_address.val();
        }
    }
}

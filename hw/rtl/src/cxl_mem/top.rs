//! The CXL-MEM device.

use super::event_counter::EventCounter;
use super::expander::{CONTROL_BITS, Expander};
use super::job_checker::JobChecker;
use super::job_settings::JobSettings;
use super::line_multiplier::LineMultiplier;
use super::occupancy::Occupancy;
use super::read_crossbar::{LISTS, ReadCrossbar};
use super::reducer::Reducer;
use super::register_file::{CAPABILITIES_BITS, RegisterFile, SETTINGS};
use super::reorder_buffer::ReorderBuffer;
use super::sequencer::Sequencer;
use super::walker::Walker;
use super::word_stream::WordStream;
use super::write_crossbar::WriteCrossbar;
use crate::axi::Axi4Master;
use crate::stream::{BlockFifo, Fifo};
use emberlane_registers::cxl_mem as map;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;
use std::array;

/// Bits of a queued work item: table base, operand, target, control (see `Expander`).
const ITEM_BITS: usize = 64 + 32 + 32 + 67;

/// Counters of the device, in the order of `counted`.
const COUNTERS: usize = 13;

/// CXL-MEM: a CXL Type-2 memory expander that pools and updates embedding vectors next to its memory (TrainingCXL).
///
/// * Ports: `s_axil_*` are the registers (`emberlane_registers::cxl_mem`), `m_axi_*` the memory channels, a line of 64
///   bytes a burst, `m_axi_scratch_*` the volatile scratchpad, `irq` is high while a job has ended and its status
///   is not cleared. Hold `reset` for 32 cycles.
/// * `PORTS` is `CHANNELS + 1`.
/// * Throughput: a line of an operand a cycle over all channels; for vectors shorter than 96 elements the adder's
///   latency binds (see `Reducer`).
#[derive(LogicBlock)]
pub struct CxlMem<const CHANNELS: usize, const PORTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, 32 cycles at least.
    pub reset: Signal<In, Bit>,
    /// A job has ended.
    pub irq: Signal<Out, Bit>,
    /// Registers: write address.
    pub s_axil_awaddr: Signal<In, Bits<12>>,
    /// Registers: write protection, ignored.
    pub s_axil_awprot: Signal<In, Bits<3>>,
    /// Registers: write address valid.
    pub s_axil_awvalid: Signal<In, Bit>,
    /// Registers: write address ready.
    pub s_axil_awready: Signal<Out, Bit>,
    /// Registers: write data.
    pub s_axil_wdata: Signal<In, Bits<64>>,
    /// Registers: write strobes.
    pub s_axil_wstrb: Signal<In, Bits<8>>,
    /// Registers: write data valid.
    pub s_axil_wvalid: Signal<In, Bit>,
    /// Registers: write data ready.
    pub s_axil_wready: Signal<Out, Bit>,
    /// Registers: write response.
    pub s_axil_bresp: Signal<Out, Bits<2>>,
    /// Registers: write response valid.
    pub s_axil_bvalid: Signal<Out, Bit>,
    /// Registers: write response ready.
    pub s_axil_bready: Signal<In, Bit>,
    /// Registers: read address.
    pub s_axil_araddr: Signal<In, Bits<12>>,
    /// Registers: read protection, ignored.
    pub s_axil_arprot: Signal<In, Bits<3>>,
    /// Registers: read address valid.
    pub s_axil_arvalid: Signal<In, Bit>,
    /// Registers: read address ready.
    pub s_axil_arready: Signal<Out, Bit>,
    /// Registers: read data.
    pub s_axil_rdata: Signal<Out, Bits<64>>,
    /// Registers: read response.
    pub s_axil_rresp: Signal<Out, Bits<2>>,
    /// Registers: read data valid.
    pub s_axil_rvalid: Signal<Out, Bit>,
    /// Registers: read data ready.
    pub s_axil_rready: Signal<In, Bit>,
    /// Memory channels.
    pub m_axi: [Axi4Master; CHANNELS],
    /// Scratchpad.
    pub m_axi_scratch: Axi4Master,
    registers: RegisterFile<CHANNELS>,
    sequencer: Sequencer,
    settings: JobSettings,
    checker: JobChecker,
    batch_vectors: LineMultiplier,
    directory_list: WordStream,
    offset_list: WordStream,
    segment_list: WordStream,
    entry_list: WordStream,
    scale_list: WordStream,
    walker: Walker,
    items: Fifo<ITEM_BITS, 3>,
    expander: Expander,
    operand_queue: Fifo<64, 3>,
    start_queue: Fifo<64, 3>,
    control_queue: BlockFifo<CONTROL_BITS, 7>,
    waiting: Occupancy,
    target_queue: BlockFifo<64, 7>,
    operands: ReorderBuffer<PORTS>,
    starts: ReorderBuffer<CHANNELS>,
    reader: ReadCrossbar<CHANNELS, PORTS>,
    reducer: Reducer,
    writer: WriteCrossbar<CHANNELS, PORTS>,
    counter: [EventCounter; COUNTERS],
    channel_reads: [EventCounter; CHANNELS],
    channel_writes: [EventCounter; CHANNELS],
    counted: [Signal<Local, Bit>; COUNTERS],
    data_end: Signal<Local, Bits<64>>,
    item_control: Signal<Local, Bits<67>>,
    list_fault: Signal<Local, Bit>,
    list_fault_address: Signal<Local, Bits<64>>,
    lists_idle: Signal<Local, Bit>,
    writes_scratch: Signal<Local, Bit>,
    capabilities: Constant<Bits<CAPABILITIES_BITS>>,
    persistent_bytes: Constant<Bits<64>>,
    all_bytes: Constant<Bits<64>>,
    burst_size: Constant<Bits<3>>,
    burst_incr: Constant<Bits<2>>,
    cacheable: Constant<Bits<4>>,
    about: About<Self>,
}

impl<const CHANNELS: usize, const PORTS: usize> Default for CxlMem<CHANNELS, PORTS> {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            reset: Default::default(),
            irq: Default::default(),
            s_axil_awaddr: Default::default(),
            s_axil_awprot: Default::default(),
            s_axil_awvalid: Default::default(),
            s_axil_awready: Default::default(),
            s_axil_wdata: Default::default(),
            s_axil_wstrb: Default::default(),
            s_axil_wvalid: Default::default(),
            s_axil_wready: Default::default(),
            s_axil_bresp: Default::default(),
            s_axil_bvalid: Default::default(),
            s_axil_bready: Default::default(),
            s_axil_araddr: Default::default(),
            s_axil_arprot: Default::default(),
            s_axil_arvalid: Default::default(),
            s_axil_arready: Default::default(),
            s_axil_rdata: Default::default(),
            s_axil_rresp: Default::default(),
            s_axil_rvalid: Default::default(),
            s_axil_rready: Default::default(),
            m_axi: array::from_fn(|_| Default::default()),
            m_axi_scratch: Default::default(),
            registers: Default::default(),
            sequencer: Default::default(),
            settings: Default::default(),
            checker: Default::default(),
            batch_vectors: Default::default(),
            directory_list: Default::default(),
            offset_list: Default::default(),
            segment_list: Default::default(),
            entry_list: Default::default(),
            scale_list: Default::default(),
            walker: Default::default(),
            items: Default::default(),
            expander: Default::default(),
            operand_queue: Default::default(),
            start_queue: Default::default(),
            control_queue: Default::default(),
            waiting: Default::default(),
            target_queue: Default::default(),
            operands: Default::default(),
            starts: Default::default(),
            reader: Default::default(),
            reducer: Default::default(),
            writer: Default::default(),
            counter: array::from_fn(|_| Default::default()),
            channel_reads: array::from_fn(|_| Default::default()),
            channel_writes: array::from_fn(|_| Default::default()),
            counted: array::from_fn(|_| Default::default()),
            data_end: Default::default(),
            item_control: Default::default(),
            list_fault: Default::default(),
            list_fault_address: Default::default(),
            lists_idle: Default::default(),
            writes_scratch: Default::default(),
            capabilities: Constant::new(
                (map::CHANNELS.place(CHANNELS as u64) | map::MAX_LENGTH.place(map::MAX_VECTOR_LENGTH)).into(),
            ),
            persistent_bytes: Constant::new((CHANNELS as u64 * map::CHANNEL_BYTES).into()),
            all_bytes: Constant::new(u64::MAX.into()),
            burst_size: Constant::new(u64::from(map::LINE_BYTES.trailing_zeros()).into()),
            burst_incr: Constant::new(1.into()),
            cacheable: Constant::new(3.into()),
            about: Default::default(),
        }
    }
}

impl<const CHANNELS: usize, const PORTS: usize> Describe for CxlMem<CHANNELS, PORTS> {
    fn name() -> String {
        if CHANNELS == 4 { "cxl_mem".into() } else { format!("cxl_mem_c{CHANNELS}") }
    }

    fn description() -> &'static str {
        "CXL Type-2 memory expander that pools and updates embedding vectors next to its memory. Registers on s_axil, memory channels on m_axi, volatile scratchpad on m_axi_scratch. Hold reset for 32 cycles."
    }
}

impl<const CHANNELS: usize, const PORTS: usize> Logic for CxlMem<CHANNELS, PORTS> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Clock and reset.");
        self.registers.clock.next = self.clock.val();
        self.registers.reset.next = self.reset.val();
        self.sequencer.clock.next = self.clock.val();
        self.sequencer.reset.next = self.reset.val();
        self.settings.clock.next = self.clock.val();
        self.checker.clock.next = self.clock.val();
        self.checker.reset.next = self.reset.val();
        self.directory_list.clock.next = self.clock.val();
        self.directory_list.reset.next = self.reset.val();
        self.offset_list.clock.next = self.clock.val();
        self.offset_list.reset.next = self.reset.val();
        self.segment_list.clock.next = self.clock.val();
        self.segment_list.reset.next = self.reset.val();
        self.entry_list.clock.next = self.clock.val();
        self.entry_list.reset.next = self.reset.val();
        self.scale_list.clock.next = self.clock.val();
        self.scale_list.reset.next = self.reset.val();
        self.walker.clock.next = self.clock.val();
        self.walker.reset.next = self.reset.val();
        self.items.clock.next = self.clock.val();
        self.items.reset.next = self.reset.val();
        self.expander.clock.next = self.clock.val();
        self.expander.reset.next = self.reset.val();
        self.operand_queue.clock.next = self.clock.val();
        self.operand_queue.reset.next = self.reset.val();
        self.start_queue.clock.next = self.clock.val();
        self.start_queue.reset.next = self.reset.val();
        self.control_queue.clock.next = self.clock.val();
        self.control_queue.reset.next = self.reset.val();
        self.waiting.clock.next = self.clock.val();
        self.waiting.reset.next = self.reset.val();
        self.target_queue.clock.next = self.clock.val();
        self.target_queue.reset.next = self.reset.val();
        self.operands.clock.next = self.clock.val();
        self.operands.reset.next = self.reset.val();
        self.starts.clock.next = self.clock.val();
        self.starts.reset.next = self.reset.val();
        self.reader.clock.next = self.clock.val();
        self.reader.reset.next = self.reset.val();
        self.reducer.clock.next = self.clock.val();
        self.reducer.reset.next = self.reset.val();
        self.writer.clock.next = self.clock.val();
        self.writer.reset.next = self.reset.val();

        comment!("Registers.");
        self.registers.s_axil_awaddr.next = self.s_axil_awaddr.val();
        self.registers.s_axil_awprot.next = self.s_axil_awprot.val();
        self.registers.s_axil_awvalid.next = self.s_axil_awvalid.val();
        self.s_axil_awready.next = self.registers.s_axil_awready.val();
        self.registers.s_axil_wdata.next = self.s_axil_wdata.val();
        self.registers.s_axil_wstrb.next = self.s_axil_wstrb.val();
        self.registers.s_axil_wvalid.next = self.s_axil_wvalid.val();
        self.s_axil_wready.next = self.registers.s_axil_wready.val();
        self.s_axil_bresp.next = self.registers.s_axil_bresp.val();
        self.s_axil_bvalid.next = self.registers.s_axil_bvalid.val();
        self.registers.s_axil_bready.next = self.s_axil_bready.val();
        self.registers.s_axil_araddr.next = self.s_axil_araddr.val();
        self.registers.s_axil_arprot.next = self.s_axil_arprot.val();
        self.registers.s_axil_arvalid.next = self.s_axil_arvalid.val();
        self.s_axil_arready.next = self.registers.s_axil_arready.val();
        self.s_axil_rdata.next = self.registers.s_axil_rdata.val();
        self.s_axil_rresp.next = self.registers.s_axil_rresp.val();
        self.s_axil_rvalid.next = self.registers.s_axil_rvalid.val();
        self.registers.s_axil_rready.next = self.s_axil_rready.val();
        self.registers.capabilities.next = self.capabilities.val();
        self.registers.persistent_bytes.next = self.persistent_bytes.val();
        self.registers.status.next = self.sequencer.status.val();
        self.registers.error.next = self.sequencer.error.val();
        self.registers.error_position.next = self.sequencer.error_position.val();
        self.irq.next = self.sequencer.irq.val();

        comment!("The job: settings, checker, sequencer.");
        for i in 0..SETTINGS {
            self.settings.settings[i].next = self.registers.settings[i].val();
        }
        self.sequencer.doorbell.next = self.registers.doorbell.val();
        self.sequencer.doorbell_valid.next = self.registers.doorbell_valid.val();
        self.sequencer.clear_status.next = self.registers.clear_status.val();
        self.settings.latch.next = self.sequencer.latch.val();
        self.settings.update_command.next = self.sequencer.update_command.val();
        self.checker.start.next = self.sequencer.checker_start.val();
        self.checker.is_update.next = self.settings.is_update.val();
        self.checker.vector_length.next = self.settings.vector_length.val();
        self.checker.pooling.next = self.settings.pooling.val();
        self.checker.uses_segments.next = self.settings.uses_segments.val();
        self.checker.uses_scales.next = self.settings.uses_scales.val();
        self.checker.data_base.next = self.settings.data_base.val();
        self.checker.data_bytes.next = self.settings.data_bytes.val();
        self.checker.descriptor_base.next = self.settings.descriptor_base.val();
        self.checker.descriptor_bytes.next = self.settings.descriptor_bytes.val();
        self.checker.vector_base.next = self.settings.vector_base.val();
        self.checker.vector_bytes.next = self.settings.vector_bytes.val();
        self.checker.table_count.next = self.settings.table_count.val();
        self.checker.bag_count.next = self.settings.bag_count.val();
        self.checker.entry_count.next = self.settings.entry_count.val();
        self.checker.row_count.next = self.settings.row_count.val();
        self.checker.segment_count.next = self.settings.segment_count.val();
        self.checker.directory.next = self.settings.directory.val();
        self.checker.offsets.next = self.settings.offsets.val();
        self.checker.segments.next = self.settings.segments.val();
        self.checker.entries.next = self.settings.entries.val();
        self.checker.scales.next = self.settings.scales.val();
        self.checker.persistent_bytes.next = self.persistent_bytes.val();
        self.batch_vectors.index.next = self.settings.bag_count.val();
        self.batch_vectors.lines.next = self.settings.lines.val();
        self.checker.batch_bytes.next = bit_cast::<64, 43>(self.batch_vectors.offset.val());
        self.sequencer.checker_done.next = self.checker.done.val();
        self.sequencer.checker_failed.next = self.checker.failed.val();
        self.sequencer.checker_error.next = self.checker.error.val();
        self.sequencer.checker_position.next = self.checker.error_position.val();
        self.sequencer.walk_done.next = self.walker.done.val();
        self.sequencer.walk_failed.next = self.walker.failed.val();
        self.sequencer.walk_error.next = self.walker.error.val();
        self.sequencer.walk_position.next = self.walker.error_position.val();

        comment!("The lists, and the walk over them.");
        self.directory_list.start.next = self.sequencer.walk_start.val();
        self.directory_list.stop.next = self.sequencer.walk_stop.val();
        self.directory_list.base.next = self.settings.directory.val();
        self.directory_list.words.next = bit_cast::<33, 32>(self.settings.table_count.val()) << 2;
        self.walker.directory_word.next = self.directory_list.word.val();
        self.walker.directory_valid.next = self.directory_list.word_valid.val();
        self.directory_list.word_ready.next = self.walker.directory_ready.val();
        self.offset_list.start.next = self.sequencer.walk_start.val();
        self.offset_list.stop.next = self.sequencer.walk_stop.val();
        self.offset_list.base.next = self.settings.offsets.val();
        self.offset_list.words.next = bit_cast::<33, 32>(self.settings.segment_count.val()) + 1;
        self.walker.offset_word.next = self.offset_list.word.val();
        self.walker.offset_valid.next = self.offset_list.word_valid.val();
        self.offset_list.word_ready.next = self.walker.offset_ready.val();
        self.segment_list.start.next = self.sequencer.walk_start.val();
        self.segment_list.stop.next = self.sequencer.walk_stop.val();
        self.segment_list.base.next = self.settings.segments.val();
        self.segment_list.words.next = 0.into();
        if self.settings.uses_segments.val() {
            self.segment_list.words.next = bit_cast::<33, 32>(self.settings.segment_count.val());
        }
        self.walker.segment_word.next = self.segment_list.word.val();
        self.walker.segment_valid.next = self.segment_list.word_valid.val();
        self.segment_list.word_ready.next = self.walker.segment_ready.val();
        self.entry_list.start.next = self.sequencer.walk_start.val();
        self.entry_list.stop.next = self.sequencer.walk_stop.val();
        self.entry_list.base.next = self.settings.entries.val();
        self.entry_list.words.next = bit_cast::<33, 32>(self.settings.entry_count.val());
        self.walker.entry_word.next = self.entry_list.word.val();
        self.walker.entry_valid.next = self.entry_list.word_valid.val();
        self.entry_list.word_ready.next = self.walker.entry_ready.val();
        self.scale_list.start.next = self.sequencer.walk_start.val();
        self.scale_list.stop.next = self.sequencer.walk_stop.val();
        self.scale_list.base.next = self.settings.scales.val();
        self.scale_list.words.next = 0.into();
        if self.settings.uses_scales.val() {
            self.scale_list.words.next = bit_cast::<33, 32>(self.settings.entry_count.val());
        }
        self.walker.scale_word.next = self.scale_list.word.val();
        self.walker.scale_valid.next = self.scale_list.word_valid.val();
        self.scale_list.word_ready.next = self.walker.scale_ready.val();
        self.walker.start.next = self.sequencer.walk_start.val();
        self.walker.emit.next = self.sequencer.walk_emit.val();
        self.walker.is_update.next = self.settings.is_update.val();
        self.walker.uses_segments.next = self.settings.uses_segments.val();
        self.walker.uses_scales.next = self.settings.uses_scales.val();
        self.walker.lines.next = self.settings.lines.val();
        self.walker.table_count.next = self.settings.table_count.val();
        self.walker.segment_count.next = self.settings.segment_count.val();
        self.walker.entry_count.next = self.settings.entry_count.val();
        self.walker.bag_count.next = self.settings.bag_count.val();
        self.data_end.next = self.settings.data_base.val() + self.settings.data_bytes.val();
        self.walker.data_base.next = self.settings.data_base.val();
        self.walker.data_end.next = self.data_end.val();
        self.walker.fp32_one.next = self.settings.fp32_one.val();

        comment!("Work items become line requests.");
        self.item_control.next = bit_cast::<67, 1>(self.walker.item_first.val().into())
            | (bit_cast::<67, 1>(self.walker.item_last.val().into()) << 1)
            | (bit_cast::<67, 1>(self.walker.item_empty.val().into()) << 2)
            | (bit_cast::<67, 32>(self.walker.item_scale.val()) << 3)
            | (bit_cast::<67, 32>(self.walker.item_result_scale.val()) << 35);
        self.items.in_valid.next = self.walker.item_valid.val();
        self.items.in_data.next = bit_cast::<ITEM_BITS, 64>(self.walker.item_table_base.val())
            | (bit_cast::<ITEM_BITS, 32>(self.walker.item_operand.val()) << 64)
            | (bit_cast::<ITEM_BITS, 32>(self.walker.item_target.val()) << 96)
            | (bit_cast::<ITEM_BITS, 67>(self.item_control.val()) << 128);
        self.walker.item_ready.next = self.items.in_ready.val();
        self.expander.is_update.next = self.settings.is_update.val();
        self.expander.lines.next = self.settings.lines.val();
        self.expander.vector_base.next = self.settings.vector_base.val();
        self.expander.item_valid.next = self.items.out_valid.val();
        self.items.out_ready.next = self.expander.item_ready.val();
        self.expander.item_table_base.next = self.items.out_data.val().get_bits::<64>(0);
        self.expander.item_operand.next = self.items.out_data.val().get_bits::<32>(64);
        self.expander.item_target.next = self.items.out_data.val().get_bits::<32>(96);
        self.expander.item_control.next = self.items.out_data.val().get_bits::<67>(128);
        self.operand_queue.in_data.next = self.expander.operand_address.val();
        self.operand_queue.in_valid.next = self.expander.operand_valid.val();
        self.expander.operand_ready.next = self.operand_queue.in_ready.val();
        self.start_queue.in_data.next = self.expander.start_address.val();
        self.start_queue.in_valid.next = self.expander.start_valid.val();
        self.expander.start_ready.next = self.start_queue.in_ready.val();
        self.control_queue.in_data.next = self.expander.control.val();
        self.control_queue.in_valid.next = self.expander.control_valid.val();
        self.expander.control_ready.next = self.control_queue.in_ready.val();
        self.target_queue.in_data.next = self.expander.target_address.val();
        self.target_queue.in_valid.next = self.expander.target_valid.val();
        self.expander.target_ready.next = self.target_queue.in_ready.val();

        comment!("Lines are read.");
        self.operands.in_address.next = self.operand_queue.out_data.val();
        self.operands.in_valid.next = self.operand_queue.out_valid.val();
        self.operand_queue.out_ready.next = self.operands.in_ready.val();
        self.starts.in_address.next = self.start_queue.out_data.val();
        self.starts.in_valid.next = self.start_queue.out_valid.val();
        self.start_queue.out_ready.next = self.starts.in_ready.val();
        self.reader.operand_address.next = self.operands.request_address.val();
        self.reader.operand_slot.next = self.operands.request_slot.val();
        self.reader.operand_valid.next = self.operands.request_valid.val();
        self.operands.request_ready.next = self.reader.operand_ready.val();
        self.reader.start_address.next = self.starts.request_address.val();
        self.reader.start_slot.next = self.starts.request_slot.val();
        self.reader.start_valid.next = self.starts.request_valid.val();
        self.starts.request_ready.next = self.reader.start_ready.val();
        for i in 0..PORTS {
            self.operands.answer_valid[i].next = self.reader.operand_answer_valid[i].val();
            self.operands.answer_slot[i].next = self.reader.operand_answer_slot[i].val();
            self.operands.answer_data[i].next = self.reader.operand_answer_data[i].val();
            self.operands.answer_error[i].next = self.reader.operand_answer_error[i].val();
            self.reader.operand_answer_ready[i].next = self.operands.answer_ready[i].val();
        }
        for i in 0..CHANNELS {
            self.starts.answer_valid[i].next = self.reader.start_answer_valid[i].val();
            self.starts.answer_slot[i].next = self.reader.start_answer_slot[i].val();
            self.starts.answer_data[i].next = self.reader.start_answer_data[i].val();
            self.starts.answer_error[i].next = self.reader.start_answer_error[i].val();
            self.reader.start_answer_ready[i].next = self.starts.answer_ready[i].val();
        }
        self.reader.list_address[0].next = self.directory_list.request_address.val();
        self.reader.list_valid[0].next = self.directory_list.request_valid.val();
        self.directory_list.request_ready.next = self.reader.list_ready[0].val();
        self.directory_list.line_valid.next = self.reader.list_line_valid[0].val();
        self.directory_list.line_data.next = self.reader.list_line_data.val();
        self.reader.list_address[1].next = self.offset_list.request_address.val();
        self.reader.list_valid[1].next = self.offset_list.request_valid.val();
        self.offset_list.request_ready.next = self.reader.list_ready[1].val();
        self.offset_list.line_valid.next = self.reader.list_line_valid[1].val();
        self.offset_list.line_data.next = self.reader.list_line_data.val();
        self.reader.list_address[2].next = self.segment_list.request_address.val();
        self.reader.list_valid[2].next = self.segment_list.request_valid.val();
        self.segment_list.request_ready.next = self.reader.list_ready[2].val();
        self.segment_list.line_valid.next = self.reader.list_line_valid[2].val();
        self.segment_list.line_data.next = self.reader.list_line_data.val();
        self.reader.list_address[3].next = self.entry_list.request_address.val();
        self.reader.list_valid[3].next = self.entry_list.request_valid.val();
        self.entry_list.request_ready.next = self.reader.list_ready[3].val();
        self.entry_list.line_valid.next = self.reader.list_line_valid[3].val();
        self.entry_list.line_data.next = self.reader.list_line_data.val();
        self.reader.list_address[4].next = self.scale_list.request_address.val();
        self.reader.list_valid[4].next = self.scale_list.request_valid.val();
        self.scale_list.request_ready.next = self.reader.list_ready[4].val();
        self.scale_list.line_valid.next = self.reader.list_line_valid[4].val();
        self.scale_list.line_data.next = self.reader.list_line_data.val();

        comment!("Lines are added up, and the results written.");
        self.reducer.rate.next = self.settings.rate.val();
        self.reducer.control.next = self.control_queue.out_data.val();
        self.reducer.control_valid.next = self.control_queue.out_valid.val();
        self.control_queue.out_ready.next = self.reducer.control_ready.val();
        self.reducer.operand.next = self.operands.line_data.val();
        self.reducer.operand_valid.next = self.operands.line_valid.val();
        self.operands.line_ready.next = self.reducer.operand_ready.val();
        self.reducer.start.next = self.starts.line_data.val();
        self.reducer.start_valid.next = self.starts.line_valid.val();
        self.starts.line_ready.next = self.reducer.start_ready.val();
        self.writer.suppress.next = self.sequencer.suppress_writes.val();
        self.writer.result.next = self.reducer.result.val();
        self.writer.result_valid.next = self.reducer.result_valid.val();
        self.reducer.result_ready.next = self.writer.result_ready.val();
        self.writer.target_address.next = self.target_queue.out_data.val();
        self.writer.target_valid.next = self.target_queue.out_valid.val();
        self.target_queue.out_ready.next = self.writer.target_ready.val();

        comment!("What is under way, and what went wrong.");
        self.waiting.enter.next = self.expander.control_valid.val();
        self.waiting.leave.next = self.reducer.control_ready.val();
        self.lists_idle.next = self.directory_list.idle.val()
            & self.offset_list.idle.val()
            & self.segment_list.idle.val()
            & self.entry_list.idle.val()
            & self.scale_list.idle.val();
        self.sequencer.lists_idle.next = self.lists_idle.val();
        self.sequencer.all_idle.next = self.lists_idle.val()
            & !self.items.out_valid.val()
            & self.expander.idle.val()
            & self.waiting.empty.val()
            & self.reducer.idle.val()
            & self.writer.idle.val();
        self.list_fault.next = false;
        self.list_fault_address.next = self.directory_list.line_address.val();
        if self.reader.list_line_error[0].val() {
            self.list_fault.next = true;
        }
        if self.reader.list_line_error[1].val() {
            self.list_fault.next = true;
            self.list_fault_address.next = self.offset_list.line_address.val();
        }
        if self.reader.list_line_error[2].val() {
            self.list_fault.next = true;
            self.list_fault_address.next = self.segment_list.line_address.val();
        }
        if self.reader.list_line_error[3].val() {
            self.list_fault.next = true;
            self.list_fault_address.next = self.entry_list.line_address.val();
        }
        if self.reader.list_line_error[4].val() {
            self.list_fault.next = true;
            self.list_fault_address.next = self.scale_list.line_address.val();
        }
        self.sequencer.read_fault.next = self.list_fault.val() | self.operands.fault.val() | self.starts.fault.val();
        self.sequencer.read_fault_address.next = self.list_fault_address.val();
        if self.operands.fault.val() {
            self.sequencer.read_fault_address.next = self.operands.fault_address.val();
        } else if self.starts.fault.val() {
            self.sequencer.read_fault_address.next = self.starts.fault_address.val();
        }
        self.sequencer.write_fault.next = self.writer.fault.val();
        self.sequencer.write_fault_address.next = self.writer.fault_address.val();

        comment!("Memory channels and scratchpad.");
        for i in 0..CHANNELS {
            self.m_axi[i].awid.next = 0.into();
            self.m_axi[i].awaddr.next = self.writer.awaddr[i + 1].val();
            self.m_axi[i].awlen.next = 0.into();
            self.m_axi[i].awsize.next = self.burst_size.val();
            self.m_axi[i].awburst.next = self.burst_incr.val();
            self.m_axi[i].awlock.next = false;
            self.m_axi[i].awcache.next = self.cacheable.val();
            self.m_axi[i].awprot.next = 0.into();
            self.m_axi[i].awqos.next = 0.into();
            self.m_axi[i].awvalid.next = self.writer.awvalid[i + 1].val();
            self.writer.awready[i + 1].next = self.m_axi[i].awready.val();
            self.m_axi[i].wdata.next = self.writer.wdata[i + 1].val();
            self.m_axi[i].wstrb.next = self.all_bytes.val();
            self.m_axi[i].wlast.next = true;
            self.m_axi[i].wvalid.next = self.writer.wvalid[i + 1].val();
            self.writer.wready[i + 1].next = self.m_axi[i].wready.val();
            self.writer.bresp[i + 1].next = self.m_axi[i].bresp.val();
            self.writer.bvalid[i + 1].next = self.m_axi[i].bvalid.val();
            self.m_axi[i].bready.next = self.writer.bready[i + 1].val();
            self.m_axi[i].arid.next = self.reader.channel_arid[i].val();
            self.m_axi[i].araddr.next = self.reader.channel_araddr[i].val();
            self.m_axi[i].arlen.next = 0.into();
            self.m_axi[i].arsize.next = self.burst_size.val();
            self.m_axi[i].arburst.next = self.burst_incr.val();
            self.m_axi[i].arlock.next = false;
            self.m_axi[i].arcache.next = self.cacheable.val();
            self.m_axi[i].arprot.next = 0.into();
            self.m_axi[i].arqos.next = 0.into();
            self.m_axi[i].arvalid.next = self.reader.channel_arvalid[i].val();
            self.reader.channel_arready[i].next = self.m_axi[i].arready.val();
            self.reader.channel_rid[i].next = self.m_axi[i].rid.val();
            self.reader.channel_rdata[i].next = self.m_axi[i].rdata.val();
            self.reader.channel_rresp[i].next = self.m_axi[i].rresp.val();
            self.reader.channel_rvalid[i].next = self.m_axi[i].rvalid.val();
            self.m_axi[i].rready.next = self.reader.channel_rready[i].val();
        }
        self.m_axi_scratch.awid.next = 0.into();
        self.m_axi_scratch.awaddr.next = self.writer.awaddr[0].val();
        self.m_axi_scratch.awlen.next = 0.into();
        self.m_axi_scratch.awsize.next = self.burst_size.val();
        self.m_axi_scratch.awburst.next = self.burst_incr.val();
        self.m_axi_scratch.awlock.next = false;
        self.m_axi_scratch.awcache.next = self.cacheable.val();
        self.m_axi_scratch.awprot.next = 0.into();
        self.m_axi_scratch.awqos.next = 0.into();
        self.m_axi_scratch.awvalid.next = self.writer.awvalid[0].val();
        self.writer.awready[0].next = self.m_axi_scratch.awready.val();
        self.m_axi_scratch.wdata.next = self.writer.wdata[0].val();
        self.m_axi_scratch.wstrb.next = self.all_bytes.val();
        self.m_axi_scratch.wlast.next = true;
        self.m_axi_scratch.wvalid.next = self.writer.wvalid[0].val();
        self.writer.wready[0].next = self.m_axi_scratch.wready.val();
        self.writer.bresp[0].next = self.m_axi_scratch.bresp.val();
        self.writer.bvalid[0].next = self.m_axi_scratch.bvalid.val();
        self.m_axi_scratch.bready.next = self.writer.bready[0].val();
        self.m_axi_scratch.arid.next = self.reader.scratch_arid.val();
        self.m_axi_scratch.araddr.next = self.reader.scratch_araddr.val();
        self.m_axi_scratch.arlen.next = 0.into();
        self.m_axi_scratch.arsize.next = self.burst_size.val();
        self.m_axi_scratch.arburst.next = self.burst_incr.val();
        self.m_axi_scratch.arlock.next = false;
        self.m_axi_scratch.arcache.next = self.cacheable.val();
        self.m_axi_scratch.arprot.next = 0.into();
        self.m_axi_scratch.arqos.next = 0.into();
        self.m_axi_scratch.arvalid.next = self.reader.scratch_arvalid.val();
        self.reader.scratch_arready.next = self.m_axi_scratch.arready.val();
        self.reader.scratch_rid.next = self.m_axi_scratch.rid.val();
        self.reader.scratch_rdata.next = self.m_axi_scratch.rdata.val();
        self.reader.scratch_rresp.next = self.m_axi_scratch.rresp.val();
        self.reader.scratch_rvalid.next = self.m_axi_scratch.rvalid.val();
        self.m_axi_scratch.rready.next = self.reader.scratch_rready.val();

        comment!("Counters.");
        self.counted[0].next = true;
        self.counted[1].next = self.sequencer.busy.val();
        self.counted[2].next = self.sequencer.checking.val();
        self.counted[3].next = self.reducer.hazard.val();
        self.counted[4].next = self.sequencer.lookup_done.val();
        self.counted[5].next = self.sequencer.update_done.val();
        for i in 0..LISTS {
            self.counted[i + 6].next = self.reader.list_line_valid[i].val();
        }
        self.counted[11].next = self.reader.operand_answer_valid[0].val() & self.reader.scratch_rready.val();
        self.writes_scratch.next = self.writer.wvalid[0].val() & self.m_axi_scratch.wready.val();
        self.counted[12].next = self.writes_scratch.val();
        for i in 0..COUNTERS {
            self.counter[i].clock.next = self.clock.val();
            self.counter[i].reset.next = self.reset.val();
            self.counter[i].clear.next = self.registers.clear_counters.val();
            self.counter[i].event.next = self.counted[i].val();
        }
        self.registers.cycles.next = self.counter[0].count.val();
        self.registers.busy_cycles.next = self.counter[1].count.val();
        self.registers.check_cycles.next = self.counter[2].count.val();
        self.registers.hazard_cycles.next = self.counter[3].count.val();
        self.registers.lookups.next = self.counter[4].count.val();
        self.registers.updates.next = self.counter[5].count.val();
        self.registers.lines_directory.next = self.counter[6].count.val();
        self.registers.lines_offset.next = self.counter[7].count.val();
        self.registers.lines_segment.next = self.counter[8].count.val();
        self.registers.lines_entry.next = self.counter[9].count.val();
        self.registers.lines_scale.next = self.counter[10].count.val();
        self.registers.lines_gradient.next = self.counter[11].count.val();
        self.registers.lines_pooled.next = self.counter[12].count.val();
        for i in 0..CHANNELS {
            self.channel_reads[i].clock.next = self.clock.val();
            self.channel_reads[i].reset.next = self.reset.val();
            self.channel_reads[i].clear.next = self.registers.clear_counters.val();
            self.channel_reads[i].event.next = self.m_axi[i].rvalid.val() & self.reader.channel_rready[i].val();
            self.registers.channel_reads[i].next = self.channel_reads[i].count.val();
            self.channel_writes[i].clock.next = self.clock.val();
            self.channel_writes[i].reset.next = self.reset.val();
            self.channel_writes[i].clear.next = self.registers.clear_counters.val();
            self.channel_writes[i].event.next = self.writer.wvalid[i + 1].val() & self.m_axi[i].wready.val();
            self.registers.channel_writes[i].next = self.channel_writes[i].count.val();
        }
    }
}

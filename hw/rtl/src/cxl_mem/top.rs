//! The CXL-MEM device.

use super::batch_checker::BatchChecker;
use super::engine::Engine;
use super::event_counter::EventCounter;
use super::job_checker::JobChecker;
use super::job_settings::{JOB_SETTINGS, JobSettings};
use super::line_multiplier::LineMultiplier;
use super::list_reader::ListReader;
use super::list_stream::ListStream;
use super::read_port::ReadPort;
use super::register_file::{CAPABILITIES_BITS, RegisterFile};
use super::sequencer::Sequencer;
use super::splitter::Splitter;
use super::write_port::WritePort;
use crate::axi::Axi4Master;
use crate::memory_controller::MemoryController;
use crate::stream::RoundRobin;
use emberlane_registers::cxl_mem as map;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// CXL-MEM: a CXL Type-2 memory expander that pools and updates embedding vectors next to its memory (TrainingCXL).
///
/// * Ports: `s_axil_*` are the registers (`emberlane_registers::cxl_mem`), `m_axi_*` the memory channels, a line of 64
///   bytes a burst, `m_axi_scratch_*` the volatile scratchpad, on as many ports, `irq` is high while a job has ended and
///   its status is not cleared. Hold `reset` for 32 cycles.
/// * `CLIENTS` is `2 * CHANNELS + 4`: who reads a port of the scratchpad (gradients and lists of every engine, and four
///   readers of lists that are read from end to end).
/// * Throughput: a line a cycle from every channel; one engine a channel takes them. For vectors of one line, four bags a
///   cycle; for long vectors the channels bind.
#[derive(LogicBlock)]
pub struct CxlMem<const CHANNELS: usize, const CLIENTS: usize> {
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
    /// Scratchpad, interleaved as the channels are.
    pub m_axi_scratch: [Axi4Master; CHANNELS],
    registers: RegisterFile<CHANNELS>,
    sequencer: Sequencer,
    settings: JobSettings,
    checker: JobChecker,
    batch_vectors: LineMultiplier,
    batch: BatchChecker,
    splitter: Splitter,
    entry_reader: ListReader<1, CHANNELS>,
    row_reader: ListReader<1, CHANNELS>,
    offset_reader: ListReader<2, CHANNELS>,
    task_reader: ListReader<3, CHANNELS>,
    check_directory: ListStream<128, 4>,
    check_offsets: ListStream<512, 1>,
    check_rows: ListStream<512, 1>,
    check_entries: ListStream<512, 1>,
    split_directory: ListStream<128, 4>,
    split_offsets: ListStream<128, 4>,
    split_segments: ListStream<128, 4>,
    dealer: RoundRobin<CHANNELS>,
    engine: [Engine<CHANNELS>; CHANNELS],
    channel_reader: [ReadPort<CHANNELS>; CHANNELS],
    scratch_reader: [ReadPort<CLIENTS>; CHANNELS],
    writer: [WritePort<CHANNELS>; CHANNELS],
    controller: [MemoryController<7, 6, 64>; CHANNELS],
    cycles: EventCounter<1>,
    busy_cycles: EventCounter<1>,
    check_cycles: EventCounter<1>,
    lookups: EventCounter<1>,
    updates: EventCounter<1>,
    hazard_cycles: EventCounter<CHANNELS>,
    lines_directory: EventCounter<2>,
    lines_offset: EventCounter<2>,
    lines_segment: EventCounter<2>,
    lines_entry: EventCounter<CLIENTS>,
    lines_scale: EventCounter<CHANNELS>,
    lines_gradient: EventCounter<CHANNELS>,
    lines_pooled: EventCounter<CHANNELS>,
    channel_reads: [EventCounter<1>; CHANNELS],
    channel_writes: [EventCounter<1>; CHANNELS],
    data_end: Signal<Local, Bits<64>>,
    segment_words: Signal<Local, Bits<33>>,
    row_words: Signal<Local, Bits<33>>,
    lists_idle: Signal<Local, Bit>,
    engines_ready: [Signal<Local, Bits<CHANNELS>>; CHANNELS],
    engines_idle: Signal<Local, Bit>,
    read_fault: Signal<Local, Bit>,
    read_fault_address: Signal<Local, Bits<64>>,
    write_fault: Signal<Local, Bit>,
    write_fault_address: Signal<Local, Bits<64>>,
    capabilities: Constant<Bits<CAPABILITIES_BITS>>,
    persistent_bytes: Constant<Bits<64>>,
    all_bytes: Constant<Bits<64>>,
    burst_size: Constant<Bits<3>>,
    burst_incr: Constant<Bits<2>>,
    cacheable: Constant<Bits<4>>,
    nobody: Constant<Bits<CHANNELS>>,
    about: About<Self>,
}

impl<const CHANNELS: usize, const CLIENTS: usize> Default for CxlMem<CHANNELS, CLIENTS> {
    fn default() -> Self {
        const { assert!(CLIENTS == 2 * CHANNELS + 4, "CLIENTS is 2 * CHANNELS + 4") };
        crate::defaults! {
            [
                clock reset irq
                s_axil_awaddr s_axil_awprot s_axil_awvalid s_axil_awready s_axil_wdata s_axil_wstrb s_axil_wvalid
                s_axil_wready s_axil_bresp s_axil_bvalid s_axil_bready
                s_axil_araddr s_axil_arprot s_axil_arvalid s_axil_arready s_axil_rdata s_axil_rresp s_axil_rvalid
                s_axil_rready
                registers sequencer settings checker batch_vectors batch splitter entry_reader row_reader offset_reader task_reader
                check_directory check_offsets check_rows check_entries split_directory split_offsets split_segments dealer
                cycles busy_cycles check_cycles lookups updates hazard_cycles lines_directory lines_offset lines_segment
                lines_entry lines_scale lines_gradient lines_pooled
                data_end segment_words row_words lists_idle engines_idle
                read_fault read_fault_address write_fault write_fault_address about
            ]
            [m_axi m_axi_scratch engine channel_reader scratch_reader writer controller channel_reads channel_writes engines_ready]
            capabilities: Constant::new(
                (map::CHANNELS.place(CHANNELS as u64) | map::MAX_LENGTH.place(map::MAX_VECTOR_LENGTH)).into(),
            ),
            persistent_bytes: Constant::new((CHANNELS as u64 * map::CHANNEL_BYTES).into()),
            all_bytes: Constant::new(u64::MAX.into()),
            burst_size: Constant::new(u64::from(map::LINE_BYTES.trailing_zeros()).into()),
            burst_incr: Constant::new(1.into()),
            cacheable: Constant::new(3.into()),
            nobody: Constant::new(0.into()),
        }
    }
}

impl<const CHANNELS: usize, const CLIENTS: usize> Describe for CxlMem<CHANNELS, CLIENTS> {
    fn name() -> String {
        if CHANNELS == 4 { "cxl_mem".into() } else { format!("cxl_mem_c{CHANNELS}") }
    }

    fn description() -> &'static str {
        "CXL Type-2 memory expander that pools and updates embedding vectors next to its memory. Registers on s_axil, memory channels on m_axi, volatile scratchpad on m_axi_scratch. A line a cycle from every channel. Hold reset for 32 cycles."
    }
}

impl<const CHANNELS: usize, const CLIENTS: usize> Logic for CxlMem<CHANNELS, CLIENTS> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Clock and reset.");
        self.registers.clock.next = self.clock.val();
        self.registers.reset.next = self.reset.val();
        self.sequencer.clock.next = self.clock.val();
        self.sequencer.reset.next = self.reset.val();
        self.checker.clock.next = self.clock.val();
        self.checker.reset.next = self.reset.val();
        self.splitter.clock.next = self.clock.val();
        self.splitter.reset.next = self.reset.val();
        self.entry_reader.clock.next = self.clock.val();
        self.entry_reader.reset.next = self.reset.val();
        self.row_reader.clock.next = self.clock.val();
        self.row_reader.reset.next = self.reset.val();
        self.offset_reader.clock.next = self.clock.val();
        self.offset_reader.reset.next = self.reset.val();
        self.task_reader.clock.next = self.clock.val();
        self.task_reader.reset.next = self.reset.val();
        self.check_directory.clock.next = self.clock.val();
        self.check_directory.reset.next = self.reset.val();
        self.check_offsets.clock.next = self.clock.val();
        self.check_offsets.reset.next = self.reset.val();
        self.check_rows.clock.next = self.clock.val();
        self.check_rows.reset.next = self.reset.val();
        self.check_entries.clock.next = self.clock.val();
        self.check_entries.reset.next = self.reset.val();
        self.split_directory.clock.next = self.clock.val();
        self.split_directory.reset.next = self.reset.val();
        self.split_offsets.clock.next = self.clock.val();
        self.split_offsets.reset.next = self.reset.val();
        self.split_segments.clock.next = self.clock.val();
        self.split_segments.reset.next = self.reset.val();
        self.dealer.clock.next = self.clock.val();
        self.dealer.reset.next = self.reset.val();
        self.settings.clock.next = self.clock.val();
        self.batch.clock.next = self.clock.val();
        self.batch.reset.next = self.reset.val() | self.sequencer.batch_stop.val();

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
        for i in 0..JOB_SETTINGS {
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
        self.sequencer.batch_done.next = self.batch.done.val();
        self.sequencer.batch_failed.next = self.batch.failed.val();
        self.sequencer.batch_error.next = self.batch.error.val();
        self.sequencer.batch_position.next = self.batch.error_position.val();
        self.data_end.next = self.settings.data_base.val() + self.settings.data_bytes.val();

        comment!("The lists that are read from end to end.");
        self.segment_words.next = 0.into();
        if self.settings.uses_segments.val() {
            self.segment_words.next = bit_cast::<33, 32>(self.settings.segment_count.val());
        }
        self.row_words.next = 0.into();
        if self.settings.is_update.val() {
            self.row_words.next = bit_cast::<33, 32>(self.settings.segment_count.val());
        }
        self.check_directory.start.next = self.sequencer.batch_start.val();
        self.check_directory.stop.next = self.sequencer.batch_stop.val();
        self.check_directory.base.next = self.settings.directory.val();
        self.check_directory.words.next = bit_cast::<33, 32>(self.settings.table_count.val()) << 2;
        self.offset_reader.list_address[0].next = self.check_directory.request_address.val();
        self.offset_reader.list_valid[0].next = self.check_directory.request_valid.val();
        self.check_directory.request_ready.next = self.offset_reader.list_ready[0].val();
        self.check_directory.line_valid.next = self.offset_reader.line_valid[0].val();
        self.check_directory.line_data.next = self.offset_reader.line_data.val();
        self.check_offsets.start.next = self.sequencer.batch_start.val();
        self.check_offsets.stop.next = self.sequencer.batch_stop.val();
        self.check_offsets.base.next = self.settings.offsets.val();
        self.check_offsets.words.next = bit_cast::<33, 32>(self.settings.segment_count.val()) + 1;
        self.offset_reader.list_address[1].next = self.check_offsets.request_address.val();
        self.offset_reader.list_valid[1].next = self.check_offsets.request_valid.val();
        self.check_offsets.request_ready.next = self.offset_reader.list_ready[1].val();
        self.check_offsets.line_valid.next = self.offset_reader.line_valid[1].val();
        self.check_offsets.line_data.next = self.offset_reader.line_data.val();
        self.check_rows.start.next = self.sequencer.batch_start.val();
        self.check_rows.stop.next = self.sequencer.batch_stop.val();
        self.check_rows.base.next = self.settings.segments.val();
        self.check_rows.words.next = self.row_words.val();
        self.row_reader.list_address[0].next = self.check_rows.request_address.val();
        self.row_reader.list_valid[0].next = self.check_rows.request_valid.val();
        self.check_rows.request_ready.next = self.row_reader.list_ready[0].val();
        self.check_rows.line_valid.next = self.row_reader.line_valid[0].val();
        self.check_rows.line_data.next = self.row_reader.line_data.val();
        self.check_entries.start.next = self.sequencer.batch_start.val();
        self.check_entries.stop.next = self.sequencer.batch_stop.val();
        self.check_entries.base.next = self.settings.entries.val();
        self.check_entries.words.next = bit_cast::<33, 32>(self.settings.entry_count.val());
        self.entry_reader.list_address[0].next = self.check_entries.request_address.val();
        self.entry_reader.list_valid[0].next = self.check_entries.request_valid.val();
        self.check_entries.request_ready.next = self.entry_reader.list_ready[0].val();
        self.check_entries.line_valid.next = self.entry_reader.line_valid[0].val();
        self.check_entries.line_data.next = self.entry_reader.line_data.val();
        self.split_directory.start.next = self.sequencer.batch_start.val();
        self.split_directory.stop.next = self.sequencer.batch_stop.val();
        self.split_directory.base.next = self.settings.directory.val();
        self.split_directory.words.next = bit_cast::<33, 32>(self.settings.table_count.val()) << 2;
        self.task_reader.list_address[0].next = self.split_directory.request_address.val();
        self.task_reader.list_valid[0].next = self.split_directory.request_valid.val();
        self.split_directory.request_ready.next = self.task_reader.list_ready[0].val();
        self.split_directory.line_valid.next = self.task_reader.line_valid[0].val();
        self.split_directory.line_data.next = self.task_reader.line_data.val();
        self.split_offsets.start.next = self.sequencer.batch_start.val();
        self.split_offsets.stop.next = self.sequencer.batch_stop.val();
        self.split_offsets.base.next = self.settings.offsets.val();
        self.split_offsets.words.next = bit_cast::<33, 32>(self.settings.segment_count.val()) + 1;
        self.task_reader.list_address[1].next = self.split_offsets.request_address.val();
        self.task_reader.list_valid[1].next = self.split_offsets.request_valid.val();
        self.split_offsets.request_ready.next = self.task_reader.list_ready[1].val();
        self.split_offsets.line_valid.next = self.task_reader.line_valid[1].val();
        self.split_offsets.line_data.next = self.task_reader.line_data.val();
        self.split_segments.start.next = self.sequencer.batch_start.val();
        self.split_segments.stop.next = self.sequencer.batch_stop.val();
        self.split_segments.base.next = self.settings.segments.val();
        self.split_segments.words.next = self.segment_words.val();
        self.task_reader.list_address[2].next = self.split_segments.request_address.val();
        self.task_reader.list_valid[2].next = self.split_segments.request_valid.val();
        self.split_segments.request_ready.next = self.task_reader.list_ready[2].val();
        self.split_segments.line_valid.next = self.task_reader.line_valid[2].val();
        self.split_segments.line_data.next = self.task_reader.line_data.val();
        self.lists_idle.next = self.check_directory.idle.val()
            & self.check_offsets.idle.val()
            & self.check_rows.idle.val()
            & self.check_entries.idle.val()
            & self.split_directory.idle.val()
            & self.split_offsets.idle.val()
            & self.split_segments.idle.val();

        comment!("The check of the batch.");
        self.batch.start.next = self.sequencer.batch_start.val();
        self.batch.is_update.next = self.settings.is_update.val();
        self.batch.lines.next = self.settings.lines.val();
        self.batch.table_count.next = self.settings.table_count.val();
        self.batch.segment_count.next = self.settings.segment_count.val();
        self.batch.entry_count.next = self.settings.entry_count.val();
        self.batch.bag_count.next = self.settings.bag_count.val();
        self.batch.data_base.next = self.settings.data_base.val();
        self.batch.data_end.next = self.data_end.val();
        self.batch.directory_beat.next = self.check_directory.beat.val();
        self.batch.directory_valid.next = self.check_directory.beat_valid.val();
        self.check_directory.beat_ready.next = self.batch.directory_ready.val();
        self.batch.offset_line.next = self.check_offsets.beat.val();
        self.batch.offset_valid.next = self.check_offsets.beat_valid.val();
        self.check_offsets.beat_ready.next = self.batch.offset_ready.val();
        self.batch.row_line.next = self.check_rows.beat.val();
        self.batch.row_valid.next = self.check_rows.beat_valid.val();
        self.check_rows.beat_ready.next = self.batch.row_ready.val();
        self.batch.entry_line.next = self.check_entries.beat.val();
        self.batch.entry_valid.next = self.check_entries.beat_valid.val();
        self.check_entries.beat_ready.next = self.batch.entry_ready.val();

        comment!("The work on the batch: tasks, dealt to the engines in turn.");
        self.splitter.start.next = self.sequencer.batch_start.val();
        self.splitter.stop.next = self.sequencer.batch_stop.val();
        self.splitter.uses_segments.next = self.settings.uses_segments.val();
        self.splitter.table_count.next = self.settings.table_count.val();
        self.splitter.segment_count.next = self.settings.segment_count.val();
        self.splitter.entry_count.next = self.settings.entry_count.val();
        self.splitter.tables_checked.next = self.batch.tables_checked.val();
        self.splitter.directory_beat.next = self.split_directory.beat.val();
        self.splitter.directory_valid.next = self.split_directory.beat_valid.val();
        self.split_directory.beat_ready.next = self.splitter.directory_ready.val();
        self.splitter.offset_beat.next = self.split_offsets.beat.val();
        self.splitter.offset_valid.next = self.split_offsets.beat_valid.val();
        self.split_offsets.beat_ready.next = self.splitter.offset_ready.val();
        self.splitter.segment_beat.next = self.split_segments.beat.val();
        self.splitter.segment_valid.next = self.split_segments.beat_valid.val();
        self.split_segments.beat_ready.next = self.splitter.segment_ready.val();
        self.dealer.advance.next = self.splitter.task_valid.val();
        self.splitter.task_ready.next = self.dealer.grant.val().any();
        self.engines_idle.next = true;
        for i in 0..CHANNELS {
            if i == 0 {
                self.engines_ready[i].next = self.nobody.val().replace_bit(i, self.engine[i].task_ready.val());
            } else {
                self.engines_ready[i].next =
                    self.engines_ready[i - 1].val().replace_bit(i, self.engine[i].task_ready.val());
            }
            self.dealer.request.next = self.engines_ready[i].val();
            self.engine[i].clock.next = self.clock.val();
            self.engine[i].reset.next = self.reset.val();
            self.engine[i].is_update.next = self.settings.is_update.val();
            self.engine[i].uses_segments.next = self.settings.uses_segments.val();
            self.engine[i].uses_scales.next = self.settings.uses_scales.val();
            self.engine[i].fp32_one.next = self.settings.fp32_one.val();
            self.engine[i].rate.next = self.settings.rate.val();
            self.engine[i].lines.next = self.settings.lines.val();
            self.engine[i].bag_count.next = self.settings.bag_count.val();
            self.engine[i].entries.next = self.settings.entries.val();
            self.engine[i].scales.next = self.settings.scales.val();
            self.engine[i].vector_base.next = self.settings.vector_base.val();
            self.engine[i].hold.next = self.sequencer.hold.val();
            self.engine[i].suppress.next = self.sequencer.suppress_writes.val();
            self.engine[i].task_valid.next = self.splitter.task_valid.val() & self.dealer.grant.val().get_bit(i);
            self.engine[i].task_table_base.next = self.splitter.task_table_base.val();
            self.engine[i].task_rows.next = self.splitter.task_rows.val();
            self.engine[i].task_position.next = self.splitter.task_position.val();
            self.engine[i].task_ends.next = self.splitter.task_ends.val();
            self.engine[i].task_words.next = self.splitter.task_words.val();
            self.engine[i].task_segment.next = self.splitter.task_segment.val();
            self.engine[i].task_count.next = self.splitter.task_count.val();
            if !self.engine[i].idle.val() | !self.writer[i].idle.val() {
                self.engines_idle.next = false;
            }
        }

        comment!("Ports: every engine has a place at each; at the scratchpad's, one for gradients and one for lists.");
        for i in 0..CHANNELS {
            self.channel_reader[i].clock.next = self.clock.val();
            self.channel_reader[i].reset.next = self.reset.val();
            self.scratch_reader[i].clock.next = self.clock.val();
            self.scratch_reader[i].reset.next = self.reset.val();
            self.writer[i].clock.next = self.clock.val();
            self.writer[i].reset.next = self.reset.val();
            for j in 0..CHANNELS {
                self.channel_reader[i].request_address[j].next = self.engine[j].row_address[i].val();
                self.channel_reader[i].request_valid[j].next = self.engine[j].row_valid[i].val();
                self.engine[j].row_ready[i].next = self.channel_reader[i].request_ready[j].val();
                self.engine[j].row_answer[i].next = self.channel_reader[i].answer_valid[j].val();
                self.engine[j].row_line[i].next = self.channel_reader[i].answer.val();
                self.scratch_reader[i].request_address[2 * j + 4].next = self.engine[j].gradient_address[i].val();
                self.scratch_reader[i].request_valid[2 * j + 4].next = self.engine[j].gradient_valid[i].val();
                self.engine[j].gradient_ready[i].next = self.scratch_reader[i].request_ready[2 * j + 4].val();
                self.engine[j].gradient_answer[i].next = self.scratch_reader[i].answer_valid[2 * j + 4].val();
                self.scratch_reader[i].request_address[2 * j + 5].next = self.engine[j].list_address[i].val();
                self.scratch_reader[i].request_valid[2 * j + 5].next = self.engine[j].list_valid[i].val();
                self.engine[j].list_ready[i].next = self.scratch_reader[i].request_ready[2 * j + 5].val();
                self.engine[j].list_answer[i].next = self.scratch_reader[i].answer_valid[2 * j + 5].val();
                self.engine[j].scratch_line[i].next = self.scratch_reader[i].answer.val();
                self.writer[i].in_address[j].next = self.engine[j].out_address[i].val();
                self.writer[i].in_data[j].next = self.engine[j].out_data[i].val();
                self.writer[i].in_valid[j].next = self.engine[j].out_valid[i].val();
                self.engine[j].out_ready[i].next = self.writer[i].in_ready[j].val();
            }
            self.scratch_reader[i].request_address[0].next = self.entry_reader.request_address[i].val();
            self.scratch_reader[i].request_valid[0].next = self.entry_reader.request_valid[i].val();
            self.entry_reader.request_ready[i].next = self.scratch_reader[i].request_ready[0].val();
            self.entry_reader.answer_valid[i].next = self.scratch_reader[i].answer_valid[0].val();
            self.entry_reader.answer[i].next = self.scratch_reader[i].answer.val();
            self.scratch_reader[i].request_address[1].next = self.row_reader.request_address[i].val();
            self.scratch_reader[i].request_valid[1].next = self.row_reader.request_valid[i].val();
            self.row_reader.request_ready[i].next = self.scratch_reader[i].request_ready[1].val();
            self.row_reader.answer_valid[i].next = self.scratch_reader[i].answer_valid[1].val();
            self.row_reader.answer[i].next = self.scratch_reader[i].answer.val();
            self.scratch_reader[i].request_address[2].next = self.offset_reader.request_address[i].val();
            self.scratch_reader[i].request_valid[2].next = self.offset_reader.request_valid[i].val();
            self.offset_reader.request_ready[i].next = self.scratch_reader[i].request_ready[2].val();
            self.offset_reader.answer_valid[i].next = self.scratch_reader[i].answer_valid[2].val();
            self.offset_reader.answer[i].next = self.scratch_reader[i].answer.val();
            self.scratch_reader[i].request_address[3].next = self.task_reader.request_address[i].val();
            self.scratch_reader[i].request_valid[3].next = self.task_reader.request_valid[i].val();
            self.task_reader.request_ready[i].next = self.scratch_reader[i].request_ready[3].val();
            self.task_reader.answer_valid[i].next = self.scratch_reader[i].answer_valid[3].val();
            self.task_reader.answer[i].next = self.scratch_reader[i].answer.val();
        }

        comment!("What is under way, and what went wrong.");
        self.sequencer.all_idle.next = self.lists_idle.val() & self.splitter.idle.val() & self.engines_idle.val();
        self.read_fault.next = self.task_reader.fault.val();
        self.read_fault_address.next = self.task_reader.fault_address.val();
        if self.offset_reader.fault.val() {
            self.read_fault.next = true;
            self.read_fault_address.next = self.offset_reader.fault_address.val();
        }
        if self.row_reader.fault.val() {
            self.read_fault.next = true;
            self.read_fault_address.next = self.row_reader.fault_address.val();
        }
        if self.entry_reader.fault.val() {
            self.read_fault.next = true;
            self.read_fault_address.next = self.entry_reader.fault_address.val();
        }
        self.write_fault.next = false;
        self.write_fault_address.next = 0.into();
        for i in 0..CHANNELS {
            if self.engine[i].fault.val() {
                self.read_fault.next = true;
                self.read_fault_address.next = self.engine[i].fault_address.val();
            }
            if self.writer[i].fault.val() {
                self.write_fault.next = true;
                self.write_fault_address.next = self.writer[i].fault_address.val();
            }
        }
        self.sequencer.read_fault.next = self.read_fault.val();
        self.sequencer.read_fault_address.next = self.read_fault_address.val();
        self.sequencer.write_fault.next = self.write_fault.val();
        self.sequencer.write_fault_address.next = self.write_fault_address.val();

        comment!("Memory controllers: an update writes to the channels, and a lookup to the scratchpad.");
        for i in 0..CHANNELS {
            self.controller[i].clock.next = self.clock.val();
            self.controller[i].reset.next = self.reset.val();
            self.controller[i].read_latency.next = self.registers.settings[24].val().get_bits::<16>(0);
            self.controller[i].write_latency.next = self.registers.settings[25].val().get_bits::<16>(0);
            self.controller[i].read_rate.next = self.registers.settings[26].val().get_bits::<17>(0);
            self.controller[i].row_write_rate.next = self.registers.settings[27].val().get_bits::<17>(0);
            self.controller[i].stream_write_rate.next = self.registers.settings[28].val().get_bits::<17>(0);
            self.controller[i].read_after_write_window.next = self.registers.settings[29].val().get_bits::<16>(0);
            self.controller[i].s_arid.next = self.channel_reader[i].arid.val();
            self.controller[i].s_araddr.next = self.channel_reader[i].araddr.val();
            self.controller[i].s_arvalid.next = self.channel_reader[i].arvalid.val();
            self.channel_reader[i].arready.next = self.controller[i].s_arready.val();
            self.channel_reader[i].rid.next = self.controller[i].s_rid.val();
            self.channel_reader[i].rdata.next = self.controller[i].s_rdata.val();
            self.channel_reader[i].rresp.next = self.controller[i].s_rresp.val();
            self.channel_reader[i].rvalid.next = self.controller[i].s_rvalid.val();
            self.controller[i].s_rready.next = self.channel_reader[i].rready.val();
            self.controller[i].s_awaddr.next = self.writer[i].awaddr.val();
            self.controller[i].s_awstream.next = false;
            self.controller[i].s_awvalid.next = self.writer[i].awvalid.val() & self.settings.is_update.val();
            self.controller[i].s_wdata.next = self.writer[i].wdata.val();
            self.controller[i].s_wvalid.next = self.writer[i].wvalid.val() & self.settings.is_update.val();
            self.controller[i].s_bready.next = self.writer[i].bready.val();
            if self.settings.is_update.val() {
                self.writer[i].awready.next = self.controller[i].s_awready.val();
                self.writer[i].wready.next = self.controller[i].s_wready.val();
                self.writer[i].bresp.next = self.controller[i].s_bresp.val();
                self.writer[i].bvalid.next = self.controller[i].s_bvalid.val();
            } else {
                self.writer[i].awready.next = self.m_axi_scratch[i].awready.val();
                self.writer[i].wready.next = self.m_axi_scratch[i].wready.val();
                self.writer[i].bresp.next = self.m_axi_scratch[i].bresp.val();
                self.writer[i].bvalid.next = self.m_axi_scratch[i].bvalid.val();
            }
        }

        comment!("Memory channels.");
        for i in 0..CHANNELS {
            self.m_axi[i].awid.next = 0.into();
            self.m_axi[i].awlen.next = 0.into();
            self.m_axi[i].awsize.next = self.burst_size.val();
            self.m_axi[i].awburst.next = self.burst_incr.val();
            self.m_axi[i].awlock.next = false;
            self.m_axi[i].awcache.next = self.cacheable.val();
            self.m_axi[i].awprot.next = 0.into();
            self.m_axi[i].awqos.next = 0.into();
            self.m_axi[i].wstrb.next = self.all_bytes.val();
            self.m_axi[i].wlast.next = true;
            self.m_axi[i].arlen.next = 0.into();
            self.m_axi[i].arsize.next = self.burst_size.val();
            self.m_axi[i].arburst.next = self.burst_incr.val();
            self.m_axi[i].arlock.next = false;
            self.m_axi[i].arcache.next = self.cacheable.val();
            self.m_axi[i].arprot.next = 0.into();
            self.m_axi[i].arqos.next = 0.into();
            self.m_axi[i].awaddr.next = self.controller[i].m_awaddr.val();
            self.m_axi[i].awvalid.next = self.controller[i].m_awvalid.val();
            self.m_axi[i].wdata.next = self.controller[i].m_wdata.val();
            self.m_axi[i].wvalid.next = self.controller[i].m_wvalid.val();
            self.m_axi[i].bready.next = self.controller[i].m_bready.val();
            self.m_axi[i].araddr.next = self.controller[i].m_araddr.val();
            self.m_axi[i].arvalid.next = self.controller[i].m_arvalid.val();
            self.m_axi[i].rready.next = self.controller[i].m_rready.val();
            self.m_axi[i].arid.next = 0.into();
            self.controller[i].m_awready.next = self.m_axi[i].awready.val();
            self.controller[i].m_wready.next = self.m_axi[i].wready.val();
            self.controller[i].m_bresp.next = self.m_axi[i].bresp.val();
            self.controller[i].m_bvalid.next = self.m_axi[i].bvalid.val();
            self.controller[i].m_arready.next = self.m_axi[i].arready.val();
            self.controller[i].m_rdata.next = self.m_axi[i].rdata.val();
            self.controller[i].m_rresp.next = self.m_axi[i].rresp.val();
            self.controller[i].m_rvalid.next = self.m_axi[i].rvalid.val();
        }

        comment!("Scratchpad.");
        for i in 0..CHANNELS {
            self.m_axi_scratch[i].awid.next = 0.into();
            self.m_axi_scratch[i].awlen.next = 0.into();
            self.m_axi_scratch[i].awsize.next = self.burst_size.val();
            self.m_axi_scratch[i].awburst.next = self.burst_incr.val();
            self.m_axi_scratch[i].awlock.next = false;
            self.m_axi_scratch[i].awcache.next = self.cacheable.val();
            self.m_axi_scratch[i].awprot.next = 0.into();
            self.m_axi_scratch[i].awqos.next = 0.into();
            self.m_axi_scratch[i].wstrb.next = self.all_bytes.val();
            self.m_axi_scratch[i].wlast.next = true;
            self.m_axi_scratch[i].arlen.next = 0.into();
            self.m_axi_scratch[i].arsize.next = self.burst_size.val();
            self.m_axi_scratch[i].arburst.next = self.burst_incr.val();
            self.m_axi_scratch[i].arlock.next = false;
            self.m_axi_scratch[i].arcache.next = self.cacheable.val();
            self.m_axi_scratch[i].arprot.next = 0.into();
            self.m_axi_scratch[i].arqos.next = 0.into();
            self.m_axi_scratch[i].awaddr.next = self.writer[i].awaddr.val();
            self.m_axi_scratch[i].wdata.next = self.writer[i].wdata.val();
            self.m_axi_scratch[i].bready.next = self.writer[i].bready.val();
            self.m_axi_scratch[i].awvalid.next = self.writer[i].awvalid.val() & !self.settings.is_update.val();
            self.m_axi_scratch[i].wvalid.next = self.writer[i].wvalid.val() & !self.settings.is_update.val();
            self.m_axi_scratch[i].arid.next = self.scratch_reader[i].arid.val();
            self.m_axi_scratch[i].araddr.next = self.scratch_reader[i].araddr.val();
            self.m_axi_scratch[i].arvalid.next = self.scratch_reader[i].arvalid.val();
            self.m_axi_scratch[i].rready.next = self.scratch_reader[i].rready.val();
            self.scratch_reader[i].arready.next = self.m_axi_scratch[i].arready.val();
            self.scratch_reader[i].rid.next = self.m_axi_scratch[i].rid.val();
            self.scratch_reader[i].rdata.next = self.m_axi_scratch[i].rdata.val();
            self.scratch_reader[i].rresp.next = self.m_axi_scratch[i].rresp.val();
            self.scratch_reader[i].rvalid.next = self.m_axi_scratch[i].rvalid.val();
        }

        comment!("Counters.");
        self.cycles.clock.next = self.clock.val();
        self.cycles.reset.next = self.reset.val();
        self.cycles.clear.next = self.registers.clear_counters.val();
        self.registers.cycles.next = self.cycles.count.val();
        self.cycles.event[0].next = true;
        self.busy_cycles.clock.next = self.clock.val();
        self.busy_cycles.reset.next = self.reset.val();
        self.busy_cycles.clear.next = self.registers.clear_counters.val();
        self.registers.busy_cycles.next = self.busy_cycles.count.val();
        self.busy_cycles.event[0].next = self.sequencer.busy.val();
        self.check_cycles.clock.next = self.clock.val();
        self.check_cycles.reset.next = self.reset.val();
        self.check_cycles.clear.next = self.registers.clear_counters.val();
        self.registers.check_cycles.next = self.check_cycles.count.val();
        self.check_cycles.event[0].next = self.sequencer.checking.val();
        self.lookups.clock.next = self.clock.val();
        self.lookups.reset.next = self.reset.val();
        self.lookups.clear.next = self.registers.clear_counters.val();
        self.registers.lookups.next = self.lookups.count.val();
        self.lookups.event[0].next = self.sequencer.lookup_done.val();
        self.updates.clock.next = self.clock.val();
        self.updates.reset.next = self.reset.val();
        self.updates.clear.next = self.registers.clear_counters.val();
        self.registers.updates.next = self.updates.count.val();
        self.updates.event[0].next = self.sequencer.update_done.val();
        self.lines_directory.clock.next = self.clock.val();
        self.lines_directory.reset.next = self.reset.val();
        self.lines_directory.clear.next = self.registers.clear_counters.val();
        self.registers.lines_directory.next = self.lines_directory.count.val();
        self.lines_directory.event[0].next = self.offset_reader.line_valid[0].val();
        self.lines_directory.event[1].next = self.task_reader.line_valid[0].val();
        self.lines_offset.clock.next = self.clock.val();
        self.lines_offset.reset.next = self.reset.val();
        self.lines_offset.clear.next = self.registers.clear_counters.val();
        self.registers.lines_offset.next = self.lines_offset.count.val();
        self.lines_offset.event[0].next = self.offset_reader.line_valid[1].val();
        self.lines_offset.event[1].next = self.task_reader.line_valid[1].val();
        self.lines_segment.clock.next = self.clock.val();
        self.lines_segment.reset.next = self.reset.val();
        self.lines_segment.clear.next = self.registers.clear_counters.val();
        self.registers.lines_segment.next = self.lines_segment.count.val();
        self.lines_segment.event[0].next = self.row_reader.line_valid[0].val();
        self.lines_segment.event[1].next = self.task_reader.line_valid[2].val();
        self.hazard_cycles.clock.next = self.clock.val();
        self.hazard_cycles.reset.next = self.reset.val();
        self.hazard_cycles.clear.next = self.registers.clear_counters.val();
        self.registers.hazard_cycles.next = self.hazard_cycles.count.val();
        self.lines_entry.clock.next = self.clock.val();
        self.lines_entry.reset.next = self.reset.val();
        self.lines_entry.clear.next = self.registers.clear_counters.val();
        self.registers.lines_entry.next = self.lines_entry.count.val();
        self.lines_scale.clock.next = self.clock.val();
        self.lines_scale.reset.next = self.reset.val();
        self.lines_scale.clear.next = self.registers.clear_counters.val();
        self.registers.lines_scale.next = self.lines_scale.count.val();
        self.lines_gradient.clock.next = self.clock.val();
        self.lines_gradient.reset.next = self.reset.val();
        self.lines_gradient.clear.next = self.registers.clear_counters.val();
        self.registers.lines_gradient.next = self.lines_gradient.count.val();
        self.lines_pooled.clock.next = self.clock.val();
        self.lines_pooled.reset.next = self.reset.val();
        self.lines_pooled.clear.next = self.registers.clear_counters.val();
        self.registers.lines_pooled.next = self.lines_pooled.count.val();
        for i in 0..CLIENTS {
            self.lines_entry.event[i].next = false;
        }
        self.lines_entry.event[0].next = self.entry_reader.line_valid[0].val();
        for i in 0..CHANNELS {
            self.hazard_cycles.event[i].next = self.engine[i].hazard.val();
            self.lines_entry.event[i + 1].next = self.engine[i].entry_line.val();
            self.lines_scale.event[i].next = self.engine[i].scale_line.val();
            self.lines_gradient.event[i].next = false;
            for j in 0..CHANNELS {
                if self.scratch_reader[i].answer_valid[2 * j + 4].val() {
                    self.lines_gradient.event[i].next = true;
                }
            }
            self.lines_pooled.event[i].next =
                self.writer[i].wvalid.val() & !self.settings.is_update.val() & self.m_axi_scratch[i].wready.val();
            self.channel_reads[i].clock.next = self.clock.val();
            self.channel_reads[i].reset.next = self.reset.val();
            self.channel_reads[i].clear.next = self.registers.clear_counters.val();
            self.channel_reads[i].event[0].next = self.controller[i].s_rvalid.val();
            self.registers.channel_reads[i].next = self.channel_reads[i].count.val();
            self.channel_writes[i].clock.next = self.clock.val();
            self.channel_writes[i].reset.next = self.reset.val();
            self.channel_writes[i].clear.next = self.registers.clear_counters.val();
            self.channel_writes[i].event[0].next =
                self.writer[i].wvalid.val() & self.settings.is_update.val() & self.controller[i].s_wready.val();
            self.registers.channel_writes[i].next = self.channel_writes[i].count.val();
        }
    }
}

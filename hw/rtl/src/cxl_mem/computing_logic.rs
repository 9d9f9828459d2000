//! Lookups and updates of batches, and what is like them.

use super::batch_checker::BatchChecker;
use super::codes::{COMMAND_BITS, error_constant};
use super::engine::Engine;
use super::job_checker::JobChecker;
use super::job_queue::JobQueue;
use super::job_settings::JobSettings;
use super::line_multiplier::LineMultiplier;
use super::line_reads::LineReads;
use super::list_reader::ListReader;
use super::read_port::ReadPort;
use super::sequencer::Sequencer;
use super::settings::JOB_SETTINGS;
use super::splitter::Splitter;
use super::write_port::WritePort;
use crate::axi::ListStream;
use crate::stream::RoundRobin;
use emberlane_registers::cxl_mem::ErrorCode;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// The computing logic: pools rows into bags and applies gradients to rows, a batch a job. The new rows go to the tables, or
/// beside them into the scratchpad (a stage), or are made there from zero (an accumulation).
///
/// * Memory: reads and writes of rows over the channels, and of the scratchpad over as many ports of its own. Answers always
///   have room; those to reads of one ID, and all those to writes of a port, come in order.
/// * `ENGINES` share a batch, each with its own adders: a power of two up to `CHANNELS`. `CLIENTS` is `2 * ENGINES + 4`: who reads a port of the scratchpad (gradients and lists of every engine, and four
///   readers of lists that are read from end to end).
/// * Throughput: a line a cycle from every channel; an engine takes one a cycle, from any. For vectors of one line, four bags a
///   cycle; for long vectors the channels bind, if there are as many engines, or memory gives less than a line a cycle and engine.
/// * Stalls when memory does.
/// * The lists of a job are checked by one walk and used by another. What is used is checked again where it is used: no row is read
///   and no result is written outside the regions that the settings name, and a walk that ends elsewhere than the check did fails the
///   job, too. So a host that writes lists while they are in use gets an error, and never a line where it does not belong.
#[derive(LogicBlock)]
pub struct ComputingLogic<const CHANNELS: usize, const ENGINES: usize, const CLIENTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Bytes of persistent memory, a multiple of 1 GiB.
    pub persistent_bytes: Signal<In, Bits<64>>,
    /// The settings as the host sees them, in register order.
    pub settings: [Signal<In, Bits<64>>; JOB_SETTINGS],
    /// Value written to DOORBELL.
    pub doorbell: Signal<In, Bits<8>>,
    /// DOORBELL was written (a pulse).
    pub doorbell_valid: Signal<In, Bit>,
    /// Clears done, failed and the error (a pulse).
    pub clear_status: Signal<In, Bit>,
    /// Value of STATUS.
    pub status: Signal<Out, Bits<3>>,
    /// Value of ERROR.
    pub error: Signal<Out, Bits<8>>,
    /// Value of ERROR_POSITION.
    pub error_position: Signal<Out, Bits<64>>,
    /// A job has ended.
    pub irq: Signal<Out, Bit>,
    /// As many gradients are there as are waited for.
    pub gradients_ready: Signal<In, Bit>,
    /// A job goes on with them (a pulse).
    pub gradients_taken: Signal<Out, Bit>,
    /// Region in which gradients are counted: base.
    pub counted_base: Signal<Out, Bits<64>>,
    /// The same region: bytes.
    pub counted_bytes: Signal<Out, Bits<64>>,
    /// Lines of gradients that are waited for there; 0: none is counted.
    pub counted_lines: Signal<Out, Bits<32>>,
    /// That region reaches beyond the one before it from this cycle on (a pulse).
    pub counts_elsewhere: Signal<Out, Bit>,
    /// Begins to flush them (a pulse).
    pub flush_start: Signal<Out, Bit>,
    /// DPA of the results.
    pub flush_source: Signal<Out, Bits<64>>,
    /// Lines of them.
    pub flush_lines: Signal<Out, Bits<64>>,
    /// They are flushed.
    pub flush_idle: Signal<In, Bit>,
    /// The host has refused one.
    pub flush_failed: Signal<In, Bit>,
    /// Flush: a line could not be read (a pulse).
    pub flush_unreadable: Signal<In, Bit>,
    /// Flush: DPA of that line.
    pub flush_unreadable_address: Signal<In, Bits<64>>,
    /// HPA of where they go.
    pub flush_target: Signal<Out, Bits<64>>,
    /// The records that an update waits for count.
    pub permits: Signal<In, Bit>,
    /// Begins a record of rows (a pulse).
    pub rows_start: Signal<Out, Bit>,
    /// No record of rows is written.
    pub rows_idle: Signal<In, Bit>,
    /// Begins a record of parameters (a pulse).
    pub parameters_start: Signal<Out, Bit>,
    /// No record of parameters is written.
    pub parameters_idle: Signal<In, Bit>,
    /// A record counts (a pulse).
    pub log_done: Signal<In, Bit>,
    /// A record could not be written (a pulse).
    pub log_failed: Signal<In, Bit>,
    /// Its DPA.
    pub log_record: Signal<In, Bits<64>>,
    /// A decoder was to be committed over the range of the other (a pulse).
    pub decoder_refused: Signal<In, Bit>,
    /// Offset of its register, in the cycle behind the pulse.
    pub decoder: Signal<In, Bits<64>>,
    /// Of the job that began last: DPA of its record.
    pub record: Signal<Out, Bits<64>>,
    /// Of the job that began last: lines of its record's payload.
    pub record_lines: Signal<Out, Bits<32>>,
    /// Of the job that began last: value of CONFIGURATION.
    pub configuration: Signal<Out, Bits<32>>,
    /// Of the job that began last: value of BATCH.
    pub batch_number: Signal<Out, Bits<64>>,
    /// Of the job that began last: FP32 elements of a vector.
    pub vector_length: Signal<Out, Bits<32>>,
    /// Of the job that began last: lines of a vector.
    pub vector_lines: Signal<Out, Bits<5>>,
    /// Of the job that began last: DPA of the row directory, if it logs rows.
    pub row_directory: Signal<Out, Bits<64>>,
    /// Of the job that began last: DPA of the unique rows, if it logs rows.
    pub unique_rows: Signal<Out, Bits<64>>,
    /// Of the job that began last: tables.
    pub table_count: Signal<Out, Bits<32>>,
    /// Of the job that began last: unique rows.
    pub row_count: Signal<Out, Bits<32>>,
    /// Of the job that began last: HPA of the parameters.
    pub parameter_source: Signal<Out, Bits<64>>,
    /// Of the job that began last: it is an update that waits for the record of its rows.
    pub after_rows: Signal<Out, Bit>,
    /// Of the job that began last: it is an update that waits for a record of parameters.
    pub after_parameters: Signal<Out, Bit>,
    /// Of the job that began last: batches by which that record may be older.
    pub lag: Signal<Out, Bits<16>>,
    /// Of the job that began last: a log of rows takes staged rows.
    pub staged: Signal<Out, Bit>,
    /// Of the job that began last: DPA of the staged rows.
    pub staged_base: Signal<Out, Bits<64>>,
    /// Of the job that began last: parameters are asked for while no job works.
    pub in_window: Signal<Out, Bit>,
    /// No job works: only the host, a peer or a log can bring this logic further.
    pub waiting: Signal<Out, Bit>,
    /// Reads of the channels.
    pub row: LineReads<CHANNELS>,
    /// Reads of the scratchpad.
    pub scratch: LineReads<CHANNELS>,
    /// Writes: byte address at the channel, or at the port of the scratchpad.
    pub write_address: [Signal<Out, Bits<64>>; CHANNELS],
    /// Writes: line.
    pub write_data: [Signal<Out, Bits<512>>; CHANNELS],
    /// Writes of a channel: there is one.
    pub row_write_valid: [Signal<Out, Bit>; CHANNELS],
    /// Writes of a channel: taken.
    pub row_write_ready: [Signal<In, Bit>; CHANNELS],
    /// Writes of a channel: answer to the oldest.
    pub row_written: [Signal<In, Bit>; CHANNELS],
    /// Writes of a channel: the answer is an error.
    pub row_write_error: [Signal<In, Bit>; CHANNELS],
    /// Writes of a port of the scratchpad: there is one.
    pub scratch_write_valid: [Signal<Out, Bit>; CHANNELS],
    /// Writes of a port of the scratchpad: taken.
    pub scratch_write_ready: [Signal<In, Bit>; CHANNELS],
    /// Writes of a port of the scratchpad: answer to the oldest.
    pub scratch_written: [Signal<In, Bit>; CHANNELS],
    /// Writes of a port of the scratchpad: the answer is an error.
    pub scratch_write_error: [Signal<In, Bit>; CHANNELS],
    /// A job runs.
    pub busy: Signal<Out, Bit>,
    /// A job is checked.
    pub checking: Signal<Out, Bit>,
    /// A lookup ended well.
    pub lookup_done: Signal<Out, Bit>,
    /// An update ended well.
    pub update_done: Signal<Out, Bit>,
    /// A stage ended well.
    pub stage_done: Signal<Out, Bit>,
    /// An accumulation ended well.
    pub accumulation_done: Signal<Out, Bit>,
    /// Lines of rows that a lookup asks for again are kept.
    pub keeps_rows: Signal<In, Bit>,
    /// A line of a row was asked for that its engine keeps (a pulse).
    pub row_hit: [Signal<Out, Bit>; ENGINES],
    /// An engine's operand waits for the sum before it.
    pub hazard: [Signal<Out, Bit>; ENGINES],
    /// A line of the directory came.
    pub directory_line: [Signal<Out, Bit>; 2],
    /// A line of offsets came.
    pub offset_line: [Signal<Out, Bit>; 2],
    /// A line of the segment list came.
    pub segment_line: [Signal<Out, Bit>; 2],
    /// A line of the entry list came; those past `ENGINES` are low.
    pub entry_line: [Signal<Out, Bit>; CLIENTS],
    /// A line of the scale list came.
    pub scale_line: [Signal<Out, Bit>; ENGINES],
    /// A line of gradients came from this port.
    pub gradient_line: [Signal<Out, Bit>; CHANNELS],
    queue: JobQueue,
    sequencer: Sequencer,
    job: JobSettings,
    checker: JobChecker,
    batch_vectors: LineMultiplier,
    row_vectors: LineMultiplier,
    row_bytes: Signal<Local, Bits<64>>,
    payload_bytes: Signal<Local, Bits<64>>,
    payload: DFF<Bits<64>>,
    too_much: Constant<Bits<64>>,
    batch: BatchChecker,
    splitter: Splitter,
    entry_reader: ListReader<1, CHANNELS>,
    row_reader: ListReader<1, CHANNELS>,
    offset_reader: ListReader<2, CHANNELS>,
    task_reader: ListReader<3, CHANNELS>,
    check_directory: ListStream<128, 4, 5, 6>,
    check_offsets: ListStream<512, 1, 5, 6>,
    check_rows: ListStream<512, 1, 5, 6>,
    check_entries: ListStream<512, 1, 5, 6>,
    split_directory: ListStream<128, 4, 5, 6>,
    split_offsets: ListStream<128, 4, 5, 6>,
    split_segments: ListStream<128, 4, 5, 6>,
    dealer: RoundRobin<ENGINES>,
    engine: [Engine<CHANNELS>; ENGINES],
    channel_reader: [ReadPort<ENGINES>; CHANNELS],
    scratch_reader: [ReadPort<CLIENTS>; CHANNELS],
    writer: [WritePort<ENGINES, CHANNELS>; CHANNELS],
    data_end: Signal<Local, Bits<64>>,
    rows_end: DFF<Bits<64>>,
    results_first: DFF<Bits<64>>,
    results_end: DFF<Bits<64>>,
    found_good: DFF<Bit>,
    outside: Signal<Local, Bit>,
    outside_address: Signal<Local, Bits<64>>,
    error_outside: Constant<Bits<8>>,
    segment_words: Signal<Local, Bits<33>>,
    row_words: Signal<Local, Bits<33>>,
    lists_idle: Signal<Local, Bit>,
    engines_ready: [Signal<Local, Bits<ENGINES>>; ENGINES],
    engines_idle: Signal<Local, Bit>,
    read_fault: Signal<Local, Bit>,
    read_fault_address: Signal<Local, Bits<64>>,
    write_fault: Signal<Local, Bit>,
    write_fault_address: Signal<Local, Bits<64>>,
    nobody: Constant<Bits<ENGINES>>,
    about: About<Self>,
}

impl<const CHANNELS: usize, const ENGINES: usize, const CLIENTS: usize> Default
    for ComputingLogic<CHANNELS, ENGINES, CLIENTS>
{
    fn default() -> Self {
        const { assert!(CLIENTS == 2 * ENGINES + 4, "CLIENTS is 2 * ENGINES + 4") };
        const { assert!(ENGINES.is_power_of_two() && ENGINES <= CHANNELS, "ENGINES is a power of two up to CHANNELS") };
        crate::defaults! {
            [
                clock reset persistent_bytes row scratch doorbell doorbell_valid clear_status status error error_position irq
                gradients_ready gradients_taken counted_base counted_bytes counted_lines counts_elsewhere
                flush_start flush_source flush_lines flush_idle flush_failed flush_unreadable flush_unreadable_address flush_target
                permits rows_start rows_idle parameters_start parameters_idle log_done log_failed log_record decoder_refused decoder
                record record_lines configuration batch_number vector_length vector_lines row_directory unique_rows table_count row_count
                keeps_rows parameter_source after_rows after_parameters lag staged staged_base in_window waiting queue row_vectors row_bytes payload_bytes payload
                busy checking lookup_done update_done stage_done accumulation_done
                sequencer job checker batch_vectors batch splitter entry_reader row_reader offset_reader task_reader
                check_directory check_offsets check_rows check_entries split_directory split_offsets split_segments dealer
                data_end rows_end results_first results_end found_good outside outside_address segment_words row_words lists_idle engines_idle
                read_fault read_fault_address write_fault write_fault_address about
            ]
            [
                settings
                write_address write_data row_write_valid row_write_ready row_written row_write_error
                scratch_write_valid scratch_write_ready scratch_written scratch_write_error
                row_hit hazard directory_line offset_line segment_line entry_line scale_line gradient_line
                engine channel_reader scratch_reader writer engines_ready
            ]
            nobody: Constant::new(0.into()),
            too_much: Constant::new(u64::MAX.into()),
            error_outside: error_constant(ErrorCode::OutsideJob),
        }
    }
}

impl<const CHANNELS: usize, const ENGINES: usize, const CLIENTS: usize> Describe
    for ComputingLogic<CHANNELS, ENGINES, CLIENTS>
{
    fn name() -> String {
        let engines = if ENGINES == CHANNELS { String::new() } else { format!("_e{ENGINES}") };
        format!("computing_logic_c{CHANNELS}{engines}")
    }

    fn description() -> &'static str {
        "Pools rows into bags and applies gradients to rows, a batch a job. A line a cycle from every channel; stalls when memory does."
    }
}

impl<const CHANNELS: usize, const ENGINES: usize, const CLIENTS: usize> Logic
    for ComputingLogic<CHANNELS, ENGINES, CLIENTS>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, rows_end, results_first, results_end, found_good);
        comment!("Clock and reset.");
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
        self.job.clock.next = self.clock.val();
        self.job.reset.next = self.reset.val();
        self.batch.clock.next = self.clock.val();
        self.batch.reset.next = self.reset.val() | self.sequencer.batch_stop.val();

        comment!("The job: queue, settings, checker, sequencer.");
        self.queue.clock.next = self.clock.val();
        self.queue.reset.next = self.reset.val();
        self.queue.clear.next = self.sequencer.drop_queue.val();
        self.queue.in_command.next = self.doorbell.val().get_bits::<COMMAND_BITS>(0);
        self.queue.in_valid.next = self.sequencer.post.val();
        self.sequencer.post_ready.next = self.queue.in_ready.val();
        self.sequencer.queued.next = self.queue.out_valid.val();
        self.sequencer.queued_command.next = self.queue.out_command.val();
        self.queue.out_ready.next = self.sequencer.latch.val();
        self.job.command.next = self.queue.out_command.val();
        for i in 0..JOB_SETTINGS {
            self.queue.in_settings[i].next = self.settings[i].val();
            self.job.settings[i].next = self.queue.out_settings[i].val();
        }
        self.sequencer.doorbell.next = self.doorbell.val();
        self.sequencer.doorbell_valid.next = self.doorbell_valid.val();
        self.sequencer.clear_status.next = self.clear_status.val();
        self.job.latch.next = self.sequencer.latch.val();
        self.checker.start.next = self.sequencer.checker_start.val();
        self.checker.is_update.next = self.job.is_update.val();
        self.checker.is_stage.next = self.job.is_stage.val();
        self.checker.is_accumulation.next = self.job.is_accumulation.val();
        self.checker.staged.next = self.job.staged.val();
        self.checker.staged_base.next = self.job.staged_base.val();
        self.checker.staged_bytes.next = bit_cast::<64, 43>(self.row_vectors.offset.val());
        self.checker.is_row_log.next = self.job.is_row_log.val();
        self.checker.is_parameter_log.next = self.job.is_parameter_log.val();
        self.checker.parameter_source.next = self.job.parameter_source.val();
        self.checker.parameter_bytes.next = self.job.parameter_bytes.val();
        self.checker.log_base.next = self.job.log_base.val();
        self.checker.log_bytes.next = self.job.log_bytes.val();
        self.checker.record.next = self.job.record.val();
        self.checker.record_bytes.next = self.payload.q.val() + 64;
        if self.payload.q.val().get_bits::<26>(38).any() {
            self.checker.record_bytes.next = self.too_much.val();
        }
        self.checker.counts_too_much.next = self.job.counts_too_much.val();
        self.checker.vector_length.next = self.job.vector_length.val();
        self.checker.pooling.next = self.job.pooling.val();
        self.checker.uses_segments.next = self.job.uses_segments.val();
        self.checker.uses_scales.next = self.job.uses_scales.val();
        self.checker.data_base.next = self.job.data_base.val();
        self.checker.data_bytes.next = self.job.data_bytes.val();
        self.checker.descriptor_base.next = self.job.descriptor_base.val();
        self.checker.descriptor_bytes.next = self.job.descriptor_bytes.val();
        self.checker.vector_base.next = self.job.vector_base.val();
        self.checker.vector_bytes.next = self.job.vector_bytes.val();
        self.checker.table_count.next = self.job.table_count.val();
        self.checker.bag_count.next = self.job.bag_count.val();
        self.checker.entry_count.next = self.job.entry_count.val();
        self.checker.row_count.next = self.job.row_count.val();
        self.checker.segment_count.next = self.job.segment_count.val();
        self.checker.directory.next = self.job.directory.val();
        self.checker.offsets.next = self.job.offsets.val();
        self.checker.segments.next = self.job.segments.val();
        self.checker.entries.next = self.job.entries.val();
        self.checker.scales.next = self.job.scales.val();
        self.checker.persistent_bytes.next = self.persistent_bytes.val();
        self.batch_vectors.index.next = self.job.bag_count.val();
        self.batch_vectors.lines.next = self.job.lines.val();
        self.checker.batch_bytes.next = bit_cast::<64, 43>(self.batch_vectors.offset.val());
        self.sequencer.checker_done.next = self.checker.done.val();
        self.sequencer.checker_failed.next = self.checker.failed.val();
        self.sequencer.checker_error.next = self.checker.error.val();
        self.sequencer.checker_position.next = self.checker.error_position.val();
        self.sequencer.batch_done.next = self.batch.done.val();
        comment!("Once the batch is found good, it must be walked to its end.");
        if self.batch.done.val() {
            self.found_good.d.next = true;
        }
        if self.sequencer.batch_start.val() | self.sequencer.batch_stop.val() | self.reset.val() {
            self.found_good.d.next = false;
        }
        self.outside.next = self.found_good.q.val() & self.splitter.broke_off.val();
        self.outside_address.next = self.job.offsets.val();
        for i in 0..ENGINES {
            if self.engine[i].outside.val() {
                self.outside.next = true;
                self.outside_address.next = self.engine[i].outside_address.val();
            }
        }
        comment!("Lists that are no longer what the check has found fail the job as the check would have.");
        self.sequencer.batch_failed.next = self.batch.failed.val() | self.outside.val();
        self.sequencer.batch_error.next = self.error_outside.val();
        self.sequencer.batch_position.next = self.outside_address.val();
        if self.batch.failed.val() {
            self.sequencer.batch_error.next = self.batch.error.val();
            self.sequencer.batch_position.next = self.batch.error_position.val();
        }
        self.data_end.next = self.job.data_base.val() + self.job.data_bytes.val();
        comment!("The regions of a job, whose settings stay while it runs: rows, and results.");
        self.rows_end.d.next = self.data_end.val();
        self.results_first.d.next = self.job.result_base.val();
        self.results_end.d.next = self.job.vector_base.val() + self.job.vector_bytes.val();
        if self.job.is_stage.val() {
            self.results_end.d.next = self.job.staged_base.val() + bit_cast::<64, 43>(self.row_vectors.offset.val());
        } else if self.job.is_update.val() {
            self.results_first.d.next = self.job.data_base.val();
            self.results_end.d.next = self.data_end.val();
        }
        self.status.next = self.sequencer.status.val();
        self.error.next = self.sequencer.error.val();
        self.error_position.next = self.sequencer.error_position.val();
        self.irq.next = self.sequencer.irq.val();
        self.sequencer.records_ready.next = self.permits.val();
        self.sequencer.inputs_ready.next =
            (self.gradients_ready.val() | !self.job.needs_gradients.val()) & self.permits.val();
        self.gradients_taken.next = self.sequencer.inputs_taken.val() & self.job.needs_gradients.val();
        self.counted_base.next = self.job.counted_base.val();
        self.counted_bytes.next = self.job.counted_bytes.val();
        self.counted_lines.next = self.job.counted_lines.val();
        self.counts_elsewhere.next = self.job.counts_elsewhere.val();
        self.sequencer.flush.next = self.job.flush.val();
        self.flush_start.next = self.sequencer.flush_start.val();
        self.flush_source.next = self.job.vector_base.val();
        self.flush_lines.next = bit_cast::<64, 43>(self.batch_vectors.offset.val()) >> 6;
        if self.job.is_accumulation.val() {
            self.flush_source.next = self.job.data_base.val();
            self.flush_lines.next = self.job.data_bytes.val() >> 6;
        }
        self.sequencer.flush_idle.next = self.flush_idle.val();
        self.sequencer.flush_failed.next = self.flush_failed.val();
        self.sequencer.flush_target.next = self.job.flush_target.val();
        self.flush_target.next = self.job.flush_target.val();
        comment!(
            "The record of a log: addresses of rows, eight a line, and rows; or parameters. The sum is there when it is looked at."
        );
        self.payload.clock.next = self.clock.val();
        self.row_vectors.index.next = self.job.row_count.val();
        self.row_vectors.lines.next = self.job.lines.val();
        self.row_bytes.next = ((bit_cast::<64, 32>(self.job.row_count.val()) + 7) >> 3) << 6;
        self.payload_bytes.next = self.job.parameter_bytes.val();
        if self.job.is_row_log.val() {
            self.payload_bytes.next = self.row_bytes.val() + bit_cast::<64, 43>(self.row_vectors.offset.val());
        }
        self.payload.d.next = self.payload_bytes.val();
        self.rows_start.next = self.sequencer.rows_start.val();
        self.sequencer.rows_idle.next = self.rows_idle.val();
        self.parameters_start.next = self.sequencer.parameters_start.val();
        self.sequencer.parameters_idle.next = self.parameters_idle.val();
        self.sequencer.log_done.next = self.log_done.val();
        self.sequencer.log_failed.next = self.log_failed.val();
        self.sequencer.log_record.next = self.log_record.val();
        self.sequencer.decoder_refused.next = self.decoder_refused.val();
        self.sequencer.decoder.next = self.decoder.val();
        self.record.next = self.job.record.val();
        self.record_lines.next = self.payload.q.val().get_bits::<32>(6);
        self.configuration.next = self.job.configuration.val();
        self.batch_number.next = self.job.batch.val();
        self.vector_length.next = self.job.vector_length.val();
        self.vector_lines.next = self.job.lines.val();
        self.row_directory.next = self.job.directory.val();
        self.unique_rows.next = self.job.segments.val();
        self.table_count.next = self.job.table_count.val();
        self.row_count.next = self.job.row_count.val();
        self.parameter_source.next = self.job.parameter_source.val();
        self.after_rows.next = self.job.after_rows.val();
        self.after_parameters.next = self.job.after_parameters.val();
        self.lag.next = self.job.lag.val();
        self.staged.next = self.job.staged.val();
        self.staged_base.next = self.job.staged_base.val();
        self.in_window.next = self.job.in_window.val();
        self.waiting.next = self.sequencer.waiting.val();

        comment!("The lists that are read from end to end.");
        self.segment_words.next = 0.into();
        if self.job.uses_segments.val() {
            self.segment_words.next = bit_cast::<33, 32>(self.job.segment_count.val());
        }
        self.row_words.next = 0.into();
        if self.job.is_update.val() {
            self.row_words.next = bit_cast::<33, 32>(self.job.segment_count.val());
        }
        self.check_directory.start.next = self.sequencer.batch_start.val();
        self.check_directory.stop.next = self.sequencer.batch_stop.val();
        self.check_directory.base.next = self.job.directory.val();
        self.check_directory.words.next = bit_cast::<33, 32>(self.job.table_count.val()) << 2;
        self.offset_reader.list_address[0].next = self.check_directory.request_address.val();
        self.offset_reader.list_valid[0].next = self.check_directory.request_valid.val();
        self.check_directory.request_ready.next = self.offset_reader.list_ready[0].val();
        self.check_directory.line_valid.next = self.offset_reader.line_valid[0].val();
        self.check_directory.line_data.next = self.offset_reader.line_data.val();
        self.check_offsets.start.next = self.sequencer.batch_start.val();
        self.check_offsets.stop.next = self.sequencer.batch_stop.val();
        self.check_offsets.base.next = self.job.offsets.val();
        self.check_offsets.words.next = bit_cast::<33, 32>(self.job.segment_count.val()) + 1;
        self.offset_reader.list_address[1].next = self.check_offsets.request_address.val();
        self.offset_reader.list_valid[1].next = self.check_offsets.request_valid.val();
        self.check_offsets.request_ready.next = self.offset_reader.list_ready[1].val();
        self.check_offsets.line_valid.next = self.offset_reader.line_valid[1].val();
        self.check_offsets.line_data.next = self.offset_reader.line_data.val();
        self.check_rows.start.next = self.sequencer.batch_start.val();
        self.check_rows.stop.next = self.sequencer.batch_stop.val();
        self.check_rows.base.next = self.job.segments.val();
        self.check_rows.words.next = self.row_words.val();
        self.row_reader.list_address[0].next = self.check_rows.request_address.val();
        self.row_reader.list_valid[0].next = self.check_rows.request_valid.val();
        self.check_rows.request_ready.next = self.row_reader.list_ready[0].val();
        self.check_rows.line_valid.next = self.row_reader.line_valid[0].val();
        self.check_rows.line_data.next = self.row_reader.line_data.val();
        self.check_entries.start.next = self.sequencer.batch_start.val();
        self.check_entries.stop.next = self.sequencer.batch_stop.val();
        self.check_entries.base.next = self.job.entries.val();
        self.check_entries.words.next = bit_cast::<33, 32>(self.job.entry_count.val());
        self.entry_reader.list_address[0].next = self.check_entries.request_address.val();
        self.entry_reader.list_valid[0].next = self.check_entries.request_valid.val();
        self.check_entries.request_ready.next = self.entry_reader.list_ready[0].val();
        self.check_entries.line_valid.next = self.entry_reader.line_valid[0].val();
        self.check_entries.line_data.next = self.entry_reader.line_data.val();
        self.split_directory.start.next = self.sequencer.batch_start.val();
        self.split_directory.stop.next = self.sequencer.batch_stop.val();
        self.split_directory.base.next = self.job.directory.val();
        self.split_directory.words.next = bit_cast::<33, 32>(self.job.table_count.val()) << 2;
        self.task_reader.list_address[0].next = self.split_directory.request_address.val();
        self.task_reader.list_valid[0].next = self.split_directory.request_valid.val();
        self.split_directory.request_ready.next = self.task_reader.list_ready[0].val();
        self.split_directory.line_valid.next = self.task_reader.line_valid[0].val();
        self.split_directory.line_data.next = self.task_reader.line_data.val();
        self.split_offsets.start.next = self.sequencer.batch_start.val();
        self.split_offsets.stop.next = self.sequencer.batch_stop.val();
        self.split_offsets.base.next = self.job.offsets.val();
        self.split_offsets.words.next = bit_cast::<33, 32>(self.job.segment_count.val()) + 1;
        self.task_reader.list_address[1].next = self.split_offsets.request_address.val();
        self.task_reader.list_valid[1].next = self.split_offsets.request_valid.val();
        self.split_offsets.request_ready.next = self.task_reader.list_ready[1].val();
        self.split_offsets.line_valid.next = self.task_reader.line_valid[1].val();
        self.split_offsets.line_data.next = self.task_reader.line_data.val();
        self.split_segments.start.next = self.sequencer.batch_start.val();
        self.split_segments.stop.next = self.sequencer.batch_stop.val();
        self.split_segments.base.next = self.job.segments.val();
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
        self.batch.is_update.next = self.job.is_update.val();
        self.batch.lines.next = self.job.lines.val();
        self.batch.table_count.next = self.job.table_count.val();
        self.batch.segment_count.next = self.job.segment_count.val();
        self.batch.entry_count.next = self.job.entry_count.val();
        self.batch.bag_count.next = self.job.bag_count.val();
        self.batch.data_base.next = self.job.data_base.val();
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
        self.splitter.uses_segments.next = self.job.uses_segments.val();
        self.splitter.table_count.next = self.job.table_count.val();
        self.splitter.segment_count.next = self.job.segment_count.val();
        self.splitter.entry_count.next = self.job.entry_count.val();
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
        for i in 0..ENGINES {
            if i == 0 {
                self.engines_ready[i].next = self.nobody.val().replace_bit(i, self.engine[i].task_ready.val());
            } else {
                self.engines_ready[i].next =
                    self.engines_ready[i - 1].val().replace_bit(i, self.engine[i].task_ready.val());
            }
            self.dealer.request.next = self.engines_ready[i].val();
            self.engine[i].clock.next = self.clock.val();
            self.engine[i].reset.next = self.reset.val();
            self.engine[i].is_update.next = self.job.is_update.val();
            self.engine[i].is_stage.next = self.job.is_stage.val();
            self.engine[i].is_accumulation.next = self.job.is_accumulation.val();
            self.engine[i].uses_segments.next = self.job.uses_segments.val();
            self.engine[i].uses_scales.next = self.job.uses_scales.val();
            self.engine[i].keeps_rows.next = self.keeps_rows.val();
            self.engine[i].begins.next = self.sequencer.batch_start.val();
            self.engine[i].fp32_one.next = self.job.fp32_one.val();
            self.engine[i].rate.next = self.job.rate.val();
            self.engine[i].lines.next = self.job.lines.val();
            self.engine[i].bag_count.next = self.job.bag_count.val();
            self.engine[i].entries.next = self.job.entries.val();
            self.engine[i].scales.next = self.job.scales.val();
            self.engine[i].gradient_base.next = self.job.gradient_base.val();
            self.engine[i].result_base.next = self.job.result_base.val();
            self.engine[i].rows_first.next = self.job.data_base.val();
            self.engine[i].rows_end.next = self.rows_end.q.val();
            self.engine[i].results_first.next = self.results_first.q.val();
            self.engine[i].results_end.next = self.results_end.q.val();
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
            if !self.engine[i].idle.val() {
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
            if !self.writer[i].idle.val() {
                self.engines_idle.next = false;
            }
            for j in 0..ENGINES {
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
            self.row.arid[i].next = self.channel_reader[i].arid.val();
            self.row.araddr[i].next = self.channel_reader[i].araddr.val();
            self.row.arvalid[i].next = self.channel_reader[i].arvalid.val();
            self.channel_reader[i].arready.next = self.row.arready[i].val();
            self.channel_reader[i].rid.next = self.row.rid[i].val();
            self.channel_reader[i].rline.next = self.row.rline[i].val();
            self.channel_reader[i].rvalid.next = self.row.rvalid[i].val();
            self.scratch.arid[i].next = self.scratch_reader[i].arid.val();
            self.scratch.araddr[i].next = self.scratch_reader[i].araddr.val();
            self.scratch.arvalid[i].next = self.scratch_reader[i].arvalid.val();
            self.scratch_reader[i].arready.next = self.scratch.arready[i].val();
            self.scratch_reader[i].rid.next = self.scratch.rid[i].val();
            self.scratch_reader[i].rline.next = self.scratch.rline[i].val();
            self.scratch_reader[i].rvalid.next = self.scratch.rvalid[i].val();
        }

        comment!("Results: an update writes the tables, all else the scratchpad.");
        for i in 0..CHANNELS {
            self.write_address[i].next = self.writer[i].out_address.val();
            self.write_data[i].next = self.writer[i].out_data.val();
            self.row_write_valid[i].next = self.writer[i].out_valid.val() & self.job.writes_tables.val();
            self.scratch_write_valid[i].next = self.writer[i].out_valid.val() & !self.job.writes_tables.val();
            if self.job.writes_tables.val() {
                self.writer[i].out_ready.next = self.row_write_ready[i].val();
                self.writer[i].answer_valid.next = self.row_written[i].val();
                self.writer[i].answer_error.next = self.row_write_error[i].val();
            } else {
                self.writer[i].out_ready.next = self.scratch_write_ready[i].val();
                self.writer[i].answer_valid.next = self.scratch_written[i].val();
                self.writer[i].answer_error.next = self.scratch_write_error[i].val();
            }
        }

        comment!("What is under way, and what went wrong.");
        self.sequencer.all_idle.next = self.lists_idle.val() & self.splitter.idle.val() & self.engines_idle.val();
        self.read_fault.next = self.task_reader.fault.val();
        self.read_fault_address.next = self.task_reader.fault_address.val();
        if self.flush_unreadable.val() {
            self.read_fault.next = true;
            self.read_fault_address.next = self.flush_unreadable_address.val();
        }
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
        for i in 0..ENGINES {
            if self.engine[i].fault.val() {
                self.read_fault.next = true;
                self.read_fault_address.next = self.engine[i].fault_address.val();
            }
        }
        for i in 0..CHANNELS {
            if self.writer[i].fault.val() {
                self.write_fault.next = true;
                self.write_fault_address.next = self.writer[i].fault_address.val();
            }
        }
        self.sequencer.read_fault.next = self.read_fault.val();
        self.sequencer.read_fault_address.next = self.read_fault_address.val();
        self.sequencer.write_fault.next = self.write_fault.val();
        self.sequencer.write_fault_address.next = self.write_fault_address.val();

        comment!("What is counted.");
        self.busy.next = self.sequencer.busy.val();
        self.checking.next = self.sequencer.checking.val();
        self.lookup_done.next = self.sequencer.finished.val() & !self.job.is_update.val();
        self.update_done.next = self.sequencer.finished.val() & self.job.writes_tables.val();
        self.stage_done.next = self.sequencer.finished.val() & self.job.is_stage.val();
        self.accumulation_done.next = self.sequencer.finished.val() & self.job.is_accumulation.val();
        self.directory_line[0].next = self.offset_reader.line_valid[0].val();
        self.directory_line[1].next = self.task_reader.line_valid[0].val();
        self.offset_line[0].next = self.offset_reader.line_valid[1].val();
        self.offset_line[1].next = self.task_reader.line_valid[1].val();
        self.segment_line[0].next = self.row_reader.line_valid[0].val();
        self.segment_line[1].next = self.task_reader.line_valid[2].val();
        for i in 0..CLIENTS {
            self.entry_line[i].next = false;
        }
        self.entry_line[0].next = self.entry_reader.line_valid[0].val();
        for i in 0..ENGINES {
            self.row_hit[i].next = self.engine[i].row_hit.val();
            self.hazard[i].next = self.engine[i].hazard.val();
            self.entry_line[i + 1].next = self.engine[i].entry_line.val();
            self.scale_line[i].next = self.engine[i].scale_line.val();
        }
        for i in 0..CHANNELS {
            self.gradient_line[i].next = false;
            for j in 0..ENGINES {
                if self.scratch_reader[i].answer_valid[2 * j + 4].val() {
                    self.gradient_line[i].next = true;
                }
            }
        }
    }
}

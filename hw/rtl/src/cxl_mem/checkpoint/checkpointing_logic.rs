//! Records beside the jobs.

use super::interlock::Interlock;
use super::record_writer::{LINES_BITS, RecordWriter};
use super::row_gatherer::RowGatherer;
use crate::axi::MARKED_BITS;
use crate::cxl_mem::capacity::GIB_BITS;
use crate::cxl_mem::endpoint::fault_code;
use crate::cxl_mem::line_reads::LineReads;
use emberlane_registers::faults::{self, Fault};
use emberlane_registers::log::{PARTS, RecordKind};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// The checkpointing logic (TrainingCXL, Fig. 7): writes records of rows and of parameters, each in its own time, and lets an
/// update begin when those that it waits for count.
///
/// Rows come from the data region, or staged ones from the scratchpad; parameters line by line from the [`Dcoh`](crate::cxl_mem::endpoint::dcoh::Dcoh), which fetches
/// them from a peer.
///
/// * Latency: as [`RowGatherer`] and [`RecordWriter`]. A record counts for the interlock two cycles after its end.
/// * Throughput: of a record of rows a line a cycle and part, of one of parameters a line a cycle; at each channel a line of each a cycle,
///   or one every `gap + 1` cycles.
/// * Stalls when memory does, or when no parameters come.
/// * `FAULTS` is 0; 1 in the design that commits faults for tests.
#[derive(LogicBlock)]
pub struct CheckpointingLogic<const CHANNELS: usize, const FAULTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// GiB of persistent memory.
    pub persistent_gib: Signal<In, Bits<GIB_BITS>>,
    /// Begins a record of rows (a pulse, while no such is written).
    pub rows_start: Signal<In, Bit>,
    /// Begins a record of parameters (a pulse, while no such is written).
    pub parameters_start: Signal<In, Bit>,
    /// DPA of the record.
    pub target: Signal<In, Bits<64>>,
    /// Lines of its payload.
    pub lines: Signal<In, Bits<32>>,
    /// Value of CONFIGURATION.
    pub configuration: Signal<In, Bits<32>>,
    /// Value of BATCH.
    pub batch: Signal<In, Bits<64>>,
    /// FP32 elements of a vector.
    pub vector_length: Signal<In, Bits<32>>,
    /// Lines of a row.
    pub row_lines: Signal<In, Bits<5>>,
    /// DPA of the row directory.
    pub directory: Signal<In, Bits<64>>,
    /// DPA of the list of unique rows.
    pub rows: Signal<In, Bits<64>>,
    /// Tables.
    pub table_count: Signal<In, Bits<32>>,
    /// Unique rows.
    pub row_count: Signal<In, Bits<32>>,
    /// Rows are taken from `staged_base` on, not from where they belong.
    pub staged: Signal<In, Bit>,
    /// DPA of the staged rows.
    pub staged_base: Signal<In, Bits<64>>,
    /// Cycles that a channel has between two lines of a record.
    pub gap: Signal<In, Bits<16>>,
    /// The update waits for the record of its rows.
    pub after_rows: Signal<In, Bit>,
    /// The update waits for a record of the parameters.
    pub after_parameters: Signal<In, Bit>,
    /// Batches by which that record may be older than the update.
    pub lag: Signal<In, Bits<16>>,
    /// It may begin.
    pub permits: Signal<Out, Bit>,
    /// A job has failed: no record counts any more for an update, as recovery may go back behind what counted.
    pub forget: Signal<In, Bit>,
    /// No record of rows is written.
    pub rows_idle: Signal<Out, Bit>,
    /// A record of rows counts (a pulse).
    pub rows_done: Signal<Out, Bit>,
    /// Lines of the record of rows that is written, or was last, its header included.
    pub rows_record_lines: Signal<Out, Bits<LINES_BITS>>,
    /// No record of parameters is written.
    pub parameters_idle: Signal<Out, Bit>,
    /// A record of parameters counts (a pulse).
    pub parameters_done: Signal<Out, Bit>,
    /// Lines of the record of parameters that is written, or was last, its header included.
    pub parameters_record_lines: Signal<Out, Bits<LINES_BITS>>,
    /// A record could not be written (a pulse).
    pub failed: Signal<Out, Bit>,
    /// Its DPA.
    pub failed_record: Signal<Out, Bits<64>>,
    /// Nothing is under way, but for parameters that have not come.
    pub waiting: Signal<Out, Bit>,
    /// A line of parameters has come.
    pub parameter_valid: Signal<In, Bit>,
    /// It is taken.
    pub parameter_ready: Signal<Out, Bit>,
    /// The line; bit 512: not to be used.
    pub parameter: Signal<In, Bits<MARKED_BITS>>,
    /// Reads of lists and staged rows, from the scratchpad.
    pub list: LineReads<CHANNELS>,
    /// Reads of rows, from the channels.
    pub row: LineReads<CHANNELS>,
    /// Writes of the record of rows: byte address at a channel.
    pub row_log_address: [Signal<Out, Bits<64>>; CHANNELS],
    /// Writes of the record of rows: line.
    pub row_log_data: [Signal<Out, Bits<512>>; CHANNELS],
    /// Writes of the record of rows: there is one.
    pub row_log_valid: [Signal<Out, Bit>; CHANNELS],
    /// Writes of the record of rows: taken.
    pub row_log_ready: [Signal<In, Bit>; CHANNELS],
    /// Writes of the record of rows: the oldest is answered.
    pub row_logged: [Signal<In, Bit>; CHANNELS],
    /// Writes of the record of rows: the answer is an error.
    pub row_log_error: [Signal<In, Bit>; CHANNELS],
    /// Writes of the record of parameters: byte address at a channel.
    pub parameter_log_address: [Signal<Out, Bits<64>>; CHANNELS],
    /// Writes of the record of parameters: line.
    pub parameter_log_data: [Signal<Out, Bits<512>>; CHANNELS],
    /// Writes of the record of parameters: there is one.
    pub parameter_log_valid: [Signal<Out, Bit>; CHANNELS],
    /// Writes of the record of parameters: taken.
    pub parameter_log_ready: [Signal<In, Bit>; CHANNELS],
    /// Writes of the record of parameters: the oldest is answered.
    pub parameter_logged: [Signal<In, Bit>; CHANNELS],
    /// Writes of the record of parameters: the answer is an error.
    pub parameter_log_error: [Signal<In, Bit>; CHANNELS],
    gatherer: RowGatherer<CHANNELS>,
    row_writer: RecordWriter<CHANNELS, PARTS, FAULTS>,
    parameter_writer: RecordWriter<CHANNELS, 1, FAULTS>,
    interlock: Interlock,
    kind_of_rows: Constant<Bits<32>>,
    kind_of_parameters: Constant<Bits<32>>,
    /// The fault that is committed.
    pub fault: [Signal<In, Bits<{ faults::BITS }>>; FAULTS],
    no_interlock: [Constant<Bits<{ faults::BITS }>>; FAULTS],
    about: About<Self>,
}

impl<const CHANNELS: usize, const FAULTS: usize> Default for CheckpointingLogic<CHANNELS, FAULTS> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset persistent_gib list row rows_start parameters_start target lines configuration batch vector_length row_lines directory rows
                table_count row_count staged staged_base gap after_rows after_parameters lag permits forget rows_idle rows_done rows_record_lines parameters_idle
                parameters_done parameters_record_lines failed failed_record waiting parameter_valid parameter_ready parameter
                gatherer row_writer parameter_writer interlock about
            ]
            [
                row_log_address row_log_data row_log_valid row_log_ready row_logged row_log_error
                parameter_log_address parameter_log_data parameter_log_valid parameter_log_ready parameter_logged
                parameter_log_error fault
            ]
            kind_of_rows: Constant::new((RecordKind::Rows as u64).into()),
            kind_of_parameters: Constant::new((RecordKind::Parameters as u64).into()),
            no_interlock: std::array::from_fn(|_| fault_code(Fault::NoInterlock)),
        }
    }
}

impl<const CHANNELS: usize, const FAULTS: usize> Describe for CheckpointingLogic<CHANNELS, FAULTS> {
    fn name() -> String {
        let faults = if FAULTS == 0 { "" } else { "_faults" };
        format!("checkpointing_logic_c{CHANNELS}{faults}")
    }

    fn description() -> &'static str {
        "Writes records of rows and of parameters beside the jobs, and lets an update begin when those that it waits for count. Of each a line a cycle and channel, less the gap; stalls when memory does."
    }
}

impl<const CHANNELS: usize, const FAULTS: usize> Logic for CheckpointingLogic<CHANNELS, FAULTS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.gatherer.clock.next = self.clock.val();
        self.gatherer.reset.next = self.reset.val();
        self.row_writer.clock.next = self.clock.val();
        self.row_writer.reset.next = self.reset.val();
        self.parameter_writer.clock.next = self.clock.val();
        self.parameter_writer.reset.next = self.reset.val();
        self.interlock.clock.next = self.clock.val();
        self.interlock.reset.next = self.reset.val() | self.forget.val();

        comment!("Rows.");
        self.gatherer.persistent_gib.next = self.persistent_gib.val();
        self.gatherer.start.next = self.rows_start.val();
        self.gatherer.directory.next = self.directory.val();
        self.gatherer.rows.next = self.rows.val();
        self.gatherer.table_count.next = self.table_count.val();
        self.gatherer.row_count.next = self.row_count.val();
        self.gatherer.row_lines.next = self.row_lines.val();
        self.gatherer.staged.next = self.staged.val();
        self.gatherer.staged_base.next = self.staged_base.val();
        self.row_writer.start.next = self.rows_start.val();
        self.row_writer.kind.next = self.kind_of_rows.val();
        self.row_writer.target.next = self.target.val();
        self.row_writer.lines.next = self.lines.val();
        self.row_writer.configuration.next = self.configuration.val();
        self.row_writer.batch.next = self.batch.val();
        self.row_writer.rows.next = self.row_count.val();
        self.row_writer.vector_length.next = self.vector_length.val();
        self.row_writer.gap.next = self.gap.val();
        self.row_writer.cancel.next = self.gatherer.failed.val();
        self.row_writer.part_lines.next = self.gatherer.part_lines.val();
        for i in 0..PARTS {
            self.row_writer.part_start[i].next = self.gatherer.part_start[i].val();
            self.row_writer.line_valid[i].next = self.gatherer.line_valid[i].val();
            self.gatherer.line_ready[i].next = self.row_writer.line_ready[i].val();
            self.row_writer.line[i].next = self.gatherer.line[i].val();
        }
        LineReads::<CHANNELS>::link(&mut self.list, &mut self.gatherer.list);
        LineReads::<CHANNELS>::link(&mut self.row, &mut self.gatherer.row);
        for i in 0..CHANNELS {
            self.row_log_address[i].next = self.row_writer.write_address[i].val();
            self.row_log_data[i].next = self.row_writer.write_data[i].val();
            self.row_log_valid[i].next = self.row_writer.write_valid[i].val();
            self.row_writer.write_ready[i].next = self.row_log_ready[i].val();
            self.row_writer.written[i].next = self.row_logged[i].val();
            self.row_writer.write_error[i].next = self.row_log_error[i].val();
        }
        self.rows_idle.next = self.row_writer.idle.val() & self.gatherer.idle.val();
        self.rows_done.next = self.row_writer.done.val();
        self.rows_record_lines.next = self.row_writer.record_lines.val();

        comment!("Parameters: all of them one part.");
        self.parameter_writer.start.next = self.parameters_start.val();
        self.parameter_writer.kind.next = self.kind_of_parameters.val();
        self.parameter_writer.target.next = self.target.val();
        self.parameter_writer.lines.next = self.lines.val();
        self.parameter_writer.configuration.next = self.configuration.val();
        self.parameter_writer.batch.next = self.batch.val();
        self.parameter_writer.rows.next = 0.into();
        self.parameter_writer.vector_length.next = 0.into();
        self.parameter_writer.gap.next = self.gap.val();
        self.parameter_writer.cancel.next = false;
        self.parameter_writer.part_start[0].next = self.parameters_start.val();
        self.parameter_writer.part_lines.next = self.lines.val();
        self.parameter_writer.line_valid[0].next = self.parameter_valid.val();
        self.parameter_ready.next = self.parameter_writer.line_ready[0].val();
        self.parameter_writer.line[0].next = self.parameter.val();
        for i in 0..CHANNELS {
            self.parameter_log_address[i].next = self.parameter_writer.write_address[i].val();
            self.parameter_log_data[i].next = self.parameter_writer.write_data[i].val();
            self.parameter_log_valid[i].next = self.parameter_writer.write_valid[i].val();
            self.parameter_writer.write_ready[i].next = self.parameter_log_ready[i].val();
            self.parameter_writer.written[i].next = self.parameter_logged[i].val();
            self.parameter_writer.write_error[i].next = self.parameter_log_error[i].val();
        }
        self.parameters_idle.next = self.parameter_writer.idle.val();
        self.parameters_done.next = self.parameter_writer.done.val();
        self.parameters_record_lines.next = self.parameter_writer.record_lines.val();

        comment!("Which records count, and which failed.");
        self.interlock.rows_done.next = self.row_writer.done.val();
        self.interlock.rows_batch.next = self.row_writer.record_batch.val();
        self.interlock.parameters_done.next = self.parameter_writer.done.val();
        self.interlock.parameters_batch.next = self.parameter_writer.record_batch.val();
        self.interlock.after_rows.next = self.after_rows.val();
        self.interlock.after_parameters.next = self.after_parameters.val();
        self.interlock.lag.next = self.lag.val();
        self.interlock.batch.next = self.batch.val();
        self.permits.next = self.interlock.permits.val();
        self.failed.next = self.row_writer.failed.val() | self.parameter_writer.failed.val();
        self.failed_record.next = self.parameter_writer.record.val();
        if self.row_writer.failed.val() {
            self.failed_record.next = self.row_writer.record.val();
        }
        self.waiting.next = self.row_writer.idle.val()
            & self.gatherer.idle.val()
            & (self.parameter_writer.idle.val() | self.parameter_writer.waiting.val());
        for i in 0..FAULTS {
            comment!("Faults, for tests.");
            self.row_writer.fault[i].next = self.fault[i].val();
            self.parameter_writer.fault[i].next = self.fault[i].val();
            if self.fault[i].val() == self.no_interlock[i].val() {
                self.permits.next = true;
            }
        }
    }
}

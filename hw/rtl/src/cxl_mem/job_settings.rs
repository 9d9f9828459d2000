//! The settings of the job that runs.

use super::codes::COMMAND_BITS;
use super::settings::{JOB_SETTINGS, setting};
use crate::cxl::hpa;
use crate::layout::{constants, named};
use emberlane_registers::cxl_mem as map;
use emberlane_registers::cxl_mem::Command;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

named! {
    /// Fields of `CHECKPOINT`.
    mod checkpoint {
        AFTER_ROWS = map::AFTER_ROWS.lsb as usize,
        AFTER_PARAMETERS = map::AFTER_PARAMETERS.lsb as usize,
        STAGED = map::STAGED.lsb as usize,
        IN_WINDOW = map::IN_WINDOW.lsb as usize,
        LAG = map::LAG.lsb as usize,
    }
}

named! {
    /// Fields of `GRADIENT_LINES`. A job waits if neither of its bits, which are neighbours, is set.
    mod gradient_lines {
        LINES = map::LINES.lsb as usize,
        COUNT_ONLY = map::COUNT_ONLY.lsb as usize,
        KEEP = map::KEEP.lsb as usize,
    }
}

named! {
    /// `VECTOR_LENGTH` is lines from this bit on, `POOLING` is a mean if this bit is set.
    mod bit {
        LINES = map::LINE_ELEMENTS.trailing_zeros() as usize,
        MEAN = 0,
    }
}

/// Keeps the settings of the job that runs, and picks what its command needs from them.
///
/// One cycle from `latch` to the outputs.
#[derive(LogicBlock)]
pub struct JobSettings {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// No gradient is counted any more.
    pub reset: Signal<In, Bit>,
    /// The settings of the job that is to run, in register order.
    pub settings: [Signal<In, Bits<64>>; JOB_SETTINGS],
    /// Takes the settings over.
    pub latch: Signal<In, Bit>,
    /// Its command. Taken over with `latch`.
    pub command: Signal<In, Bits<COMMAND_BITS>>,
    /// The running job is an update, a stage or an accumulation.
    pub is_update: Signal<Out, Bit>,
    /// The running job is a stage.
    pub is_stage: Signal<Out, Bit>,
    /// The running job is an accumulation.
    pub is_accumulation: Signal<Out, Bit>,
    /// The running job writes rows of tables: an update that is neither.
    pub writes_tables: Signal<Out, Bit>,
    /// The running job logs rows.
    pub is_row_log: Signal<Out, Bit>,
    /// The running job logs parameters.
    pub is_parameter_log: Signal<Out, Bit>,
    /// FP32 elements of a vector.
    pub vector_length: Signal<Out, Bits<32>>,
    /// Lines of a vector.
    pub lines: Signal<Out, Bits<5>>,
    /// FP32 factor of every operand: one, or minus the learning rate.
    pub rate: Signal<Out, Bits<32>>,
    /// Value of POOLING.
    pub pooling: Signal<Out, Bits<32>>,
    /// FP32 one.
    pub fp32_one: Signal<Out, Bits<32>>,
    /// The segment list is read.
    pub uses_segments: Signal<Out, Bit>,
    /// The scale list is read.
    pub uses_scales: Signal<Out, Bit>,
    /// Data region: base.
    pub data_base: Signal<Out, Bits<64>>,
    /// Data region: bytes.
    pub data_bytes: Signal<Out, Bits<64>>,
    /// Descriptor region: base.
    pub descriptor_base: Signal<Out, Bits<64>>,
    /// Descriptor region: bytes.
    pub descriptor_bytes: Signal<Out, Bits<64>>,
    /// Pooled (lookup) or gradient (update) region: base.
    pub vector_base: Signal<Out, Bits<64>>,
    /// The same region: bytes.
    pub vector_bytes: Signal<Out, Bits<64>>,
    /// DPA of the results of segments: pooled vectors (lookup), or staged rows.
    pub result_base: Signal<Out, Bits<64>>,
    /// DPA of the staged rows.
    pub staged_base: Signal<Out, Bits<64>>,
    /// Tables.
    pub table_count: Signal<Out, Bits<32>>,
    /// Bags.
    pub bag_count: Signal<Out, Bits<32>>,
    /// Entries.
    pub entry_count: Signal<Out, Bits<32>>,
    /// Unique rows.
    pub row_count: Signal<Out, Bits<32>>,
    /// Segments: bags (lookup) or unique rows (update).
    pub segment_count: Signal<Out, Bits<32>>,
    /// Directory list.
    pub directory: Signal<Out, Bits<64>>,
    /// Offset list.
    pub offsets: Signal<Out, Bits<64>>,
    /// Segment list: bag scales (lookup) or unique rows (update).
    pub segments: Signal<Out, Bits<64>>,
    /// Entry list.
    pub entries: Signal<Out, Bits<64>>,
    /// Scale list.
    pub scales: Signal<Out, Bits<64>>,
    /// Gradient region: base, whatever the command.
    pub gradient_base: Signal<Out, Bits<64>>,
    /// The job waits for gradients, and takes them.
    pub needs_gradients: Signal<Out, Bit>,
    /// Region in which gradients are counted: base. It stays when a job keeps what is counted.
    pub counted_base: Signal<Out, Bits<64>>,
    /// The same region: bytes.
    pub counted_bytes: Signal<Out, Bits<64>>,
    /// Lines of gradients that are waited for there; 0: none is counted.
    pub counted_lines: Signal<Out, Bits<32>>,
    /// The region reaches beyond the one before it from this cycle on (a pulse).
    pub counts_elsewhere: Signal<Out, Bit>,
    /// The job is to count lines in a region that is too large for it.
    pub counts_too_much: Signal<Out, Bit>,
    /// The results of a lookup or an accumulation are to be flushed.
    pub flush: Signal<Out, Bit>,
    /// HPA to which, with bit 0 as it is in the register.
    pub flush_target: Signal<Out, Bits<64>>,
    /// HPA of the parameters that are logged.
    pub parameter_source: Signal<Out, Bits<64>>,
    /// Bytes of them.
    pub parameter_bytes: Signal<Out, Bits<64>>,
    /// Log region: base.
    pub log_base: Signal<Out, Bits<64>>,
    /// Log region: bytes.
    pub log_bytes: Signal<Out, Bits<64>>,
    /// DPA of the record that the command writes.
    pub record: Signal<Out, Bits<64>>,
    /// Number of the batch.
    pub batch: Signal<Out, Bits<64>>,
    /// Value of CONFIGURATION.
    pub configuration: Signal<Out, Bits<32>>,
    /// It is an update that waits for the record of its rows.
    pub after_rows: Signal<Out, Bit>,
    /// It is an update that waits for a record of the parameters.
    pub after_parameters: Signal<Out, Bit>,
    /// Batches by which that record may be older.
    pub lag: Signal<Out, Bits<16>>,
    /// A log of rows takes staged rows.
    pub staged: Signal<Out, Bit>,
    /// A log of parameters asks for them while no job works.
    pub in_window: Signal<Out, Bit>,
    job: [DFF<Bits<64>>; JOB_SETTINGS],
    update: DFF<Bit>,
    stage: DFF<Bit>,
    accumulation: DFF<Bit>,
    row_log: DFF<Bit>,
    parameter_log: DFF<Bit>,
    counted_region: [DFF<Bits<64>>; 2],
    lines_counted: DFF<Bits<32>>,
    moved: DFF<Bit>,
    applies: Signal<Local, Bit>,
    uses_rows: Signal<Local, Bit>,
    mean: Signal<Local, Bit>,
    keeps: Signal<Local, Bit>,
    counts_here: Signal<Local, Bit>,
    /// Behind the region in which is counted, and behind that of the job.
    counted_end: DFF<Bits<65>>,
    region_end: Signal<Local, Bits<65>>,
    /// The job's begins before that in which is counted: 2^64 bytes behind it.
    begins_before: Signal<Local, Bit>,
    /// Its end is no later, by the low 64 bits; and the end in which is counted alone has the bit above them.
    ends_by: Signal<Local, Bit>,
    ends_above: Signal<Local, Bit>,
    update_value: Constant<Bits<COMMAND_BITS>>,
    stage_value: Constant<Bits<COMMAND_BITS>>,
    accumulate_value: Constant<Bits<COMMAND_BITS>>,
    row_log_value: Constant<Bits<COMMAND_BITS>>,
    parameter_log_value: Constant<Bits<COMMAND_BITS>>,
    one: Constant<Bits<32>>,
    sign: Constant<Bits<32>>,
    most_counted: Constant<Bits<64>>,
    about: About<Self>,
}

// The gradient region is two settings, one behind the other.
const _: () = assert!(setting::GRADIENT_BYTES == setting::GRADIENT_BASE + 1);

impl Default for JobSettings {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset latch command is_update is_stage is_accumulation writes_tables is_row_log is_parameter_log vector_length lines rate pooling fp32_one uses_segments uses_scales
                data_base data_bytes descriptor_base descriptor_bytes vector_base vector_bytes result_base staged_base
                table_count bag_count entry_count row_count segment_count directory offsets segments entries scales
                gradient_base needs_gradients counted_base counted_bytes counted_lines counts_elsewhere counts_too_much flush flush_target parameter_source parameter_bytes
                log_base log_bytes record batch configuration after_rows after_parameters lag staged in_window
                update stage accumulation row_log parameter_log lines_counted moved applies uses_rows mean keeps counts_here counted_end region_end begins_before ends_by
                ends_above about
            ]
            [settings job counted_region]
            update_value: Constant::new((Command::Update as u64).into()),
            stage_value: Constant::new((Command::Stage as u64).into()),
            accumulate_value: Constant::new((Command::Accumulate as u64).into()),
            row_log_value: Constant::new((Command::LogRows as u64).into()),
            parameter_log_value: Constant::new((Command::LogParameters as u64).into()),
            one: Constant::new(u64::from(1.0f32.to_bits()).into()),
            sign: Constant::new((1 << 31).into()),
            most_counted: Constant::new(map::COUNTED_BYTES.into()),
        }
    }
}

impl Describe for JobSettings {
    fn name() -> String {
        "job_settings".into()
    }

    fn description() -> &'static str {
        "Keeps the settings of the job that runs, and picks what its command needs from them. One cycle."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[
            setting::CONSTANTS,
            checkpoint::CONSTANTS,
            gradient_lines::CONSTANTS,
            bit::CONSTANTS,
            hpa::CONSTANTS,
        ])
    }
}

impl Logic for JobSettings {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, update, stage, accumulation, row_log, parameter_log, lines_counted, moved, counted_end);
        for i in 0..JOB_SETTINGS {
            self.job[i].clock.next = self.clock.val();
            self.job[i].d.next = self.job[i].q.val();
            if self.latch.val() {
                self.job[i].d.next = self.settings[i].val();
            }
        }
        if self.latch.val() {
            self.update.d.next = self.command.val() == self.update_value.val();
            self.stage.d.next = self.command.val() == self.stage_value.val();
            self.accumulation.d.next = self.command.val() == self.accumulate_value.val();
            self.row_log.d.next = self.command.val() == self.row_log_value.val();
            self.parameter_log.d.next = self.command.val() == self.parameter_log_value.val();
        }
        comment!("What is counted stays when a job keeps it, or counts within the same region.");
        self.keeps.next = self.settings[setting::GRADIENT_LINES].val().get_bit(gradient_lines::KEEP);
        self.region_end.next = bit_cast::<65, 64>(self.settings[setting::GRADIENT_BASE].val())
            + bit_cast::<65, 64>(self.settings[setting::GRADIENT_BYTES].val());
        self.begins_before.next = self.settings[setting::GRADIENT_BASE].val() < self.counted_region[0].q.val();
        // Ends are compared, and not the room that is left: one sum before a comparison, and no difference before it.
        self.ends_by.next = self.region_end.val().get_bits::<64>(0) <= self.counted_end.q.val().get_bits::<64>(0);
        self.ends_above.next = self.counted_end.q.val().get_bit(64) & !self.region_end.val().get_bit(64);
        self.counts_here.next = (self.ends_above.val() & (self.ends_by.val() | !self.begins_before.val()))
            | (!self.begins_before.val()
                & self.ends_by.val()
                & !(self.counted_end.q.val().get_bit(64) ^ self.region_end.val().get_bit(64)));
        self.moved.d.next = self.latch.val() & !self.keeps.val() & !self.counts_here.val();
        for i in 0..2 {
            self.counted_region[i].clock.next = self.clock.val();
            self.counted_region[i].d.next = self.counted_region[i].q.val();
            if self.latch.val() & !self.keeps.val() {
                self.counted_region[i].d.next = self.settings[setting::GRADIENT_BASE + i].val();
            }
        }
        if self.latch.val() & !self.keeps.val() {
            self.counted_end.d.next = self.region_end.val();
            self.lines_counted.d.next =
                self.settings[setting::GRADIENT_LINES].val().get_bits::<32>(gradient_lines::LINES);
        }
        if self.reset.val() {
            self.lines_counted.d.next = 0.into();
        }
        self.counts_elsewhere.next = self.moved.q.val();
        self.counted_base.next = self.counted_region[0].q.val();
        self.counted_bytes.next = self.counted_region[1].q.val();
        self.counted_lines.next = self.lines_counted.q.val();
        comment!("Settings by number, in the order of the register map.");
        self.applies.next = self.update.q.val() | self.stage.q.val() | self.accumulation.q.val();
        self.is_update.next = self.applies.val();
        self.is_stage.next = self.stage.q.val();
        self.is_accumulation.next = self.accumulation.q.val();
        self.writes_tables.next = self.update.q.val();
        self.is_row_log.next = self.row_log.q.val();
        self.is_parameter_log.next = self.parameter_log.q.val();
        self.uses_rows.next = self.applies.val() | self.row_log.q.val();
        self.fp32_one.next = self.one.val();
        self.vector_length.next = bit_cast::<32, 64>(self.job[setting::VECTOR_LENGTH].q.val());
        self.lines.next = self.job[setting::VECTOR_LENGTH].q.val().get_bits::<5>(bit::LINES);
        self.pooling.next = bit_cast::<32, 64>(self.job[setting::POOLING].q.val());
        self.mean.next = self.job[setting::POOLING].q.val().get_bit(bit::MEAN);
        self.data_base.next = self.job[setting::DATA_BASE].q.val();
        self.data_bytes.next = self.job[setting::DATA_BYTES].q.val();
        self.descriptor_base.next = self.job[setting::DESCRIPTOR_BASE].q.val();
        self.descriptor_bytes.next = self.job[setting::DESCRIPTOR_BYTES].q.val();
        self.table_count.next = bit_cast::<32, 64>(self.job[setting::TABLE_COUNT].q.val());
        self.bag_count.next = bit_cast::<32, 64>(self.job[setting::BAG_COUNT].q.val());
        self.entry_count.next = bit_cast::<32, 64>(self.job[setting::ENTRY_COUNT].q.val());
        self.row_count.next = bit_cast::<32, 64>(self.job[setting::ROW_COUNT].q.val());
        if self.uses_rows.val() {
            self.rate.next = bit_cast::<32, 64>(self.job[setting::LEARNING_RATE].q.val()) ^ self.sign.val();
            self.vector_base.next = self.job[setting::GRADIENT_BASE].q.val();
            self.vector_bytes.next = self.job[setting::GRADIENT_BYTES].q.val();
            self.segment_count.next = bit_cast::<32, 64>(self.job[setting::ROW_COUNT].q.val());
            self.directory.next = self.job[setting::ROW_DIRECTORY].q.val();
            self.offsets.next = self.job[setting::ROW_OFFSETS].q.val();
            self.segments.next = self.job[setting::ROWS].q.val();
            self.entries.next = self.job[setting::SOURCE_BAGS].q.val();
            self.uses_segments.next = true;
            self.uses_scales.next = self.mean.val();
        } else {
            self.rate.next = self.one.val();
            self.vector_base.next = self.job[setting::POOLED_BASE].q.val();
            self.vector_bytes.next = self.job[setting::POOLED_BYTES].q.val();
            self.segment_count.next = bit_cast::<32, 64>(self.job[setting::BAG_COUNT].q.val());
            self.directory.next = self.job[setting::BAG_DIRECTORY].q.val();
            self.offsets.next = self.job[setting::BAG_OFFSETS].q.val();
            self.segments.next = self.job[setting::BAG_SCALES].q.val();
            self.entries.next = self.job[setting::INDICES].q.val();
            self.uses_segments.next = self.mean.val();
            self.uses_scales.next = false;
        }
        self.scales.next = self.job[setting::SOURCE_SCALES].q.val();
        self.gradient_base.next = self.job[setting::GRADIENT_BASE].q.val();
        self.result_base.next = self.job[setting::POOLED_BASE].q.val();
        if self.stage.q.val() {
            self.result_base.next = self.job[setting::STAGED_BASE].q.val();
        }
        self.staged_base.next = self.job[setting::STAGED_BASE].q.val();
        self.flush.next = self.job[setting::FLUSH_TARGET].q.val().get_bit(hpa::ENABLED)
            & (!self.applies.val() | self.accumulation.q.val());
        self.flush_target.next = self.job[setting::FLUSH_TARGET].q.val();
        self.needs_gradients.next = self.applies.val()
            & !self.job[setting::GRADIENT_LINES].q.val().get_bits::<2>(gradient_lines::COUNT_ONLY).any();
        self.counts_too_much.next =
            self.job[setting::GRADIENT_LINES].q.val().get_bits::<32>(gradient_lines::LINES).any()
                & !self.job[setting::GRADIENT_LINES].q.val().get_bit(gradient_lines::KEEP)
                & (self.job[setting::GRADIENT_BYTES].q.val() > self.most_counted.val());
        self.parameter_source.next = self.job[setting::PARAMETER_SOURCE].q.val();
        self.parameter_bytes.next = self.job[setting::PARAMETER_BYTES].q.val();
        self.log_base.next = self.job[setting::LOG_BASE].q.val();
        self.log_bytes.next = self.job[setting::LOG_BYTES].q.val();
        self.record.next = self.job[setting::PARAMETER_LOG].q.val();
        if self.row_log.q.val() {
            self.record.next = self.job[setting::ROW_LOG].q.val();
        }
        self.batch.next = self.job[setting::BATCH].q.val();
        self.configuration.next = bit_cast::<32, 64>(self.job[setting::CONFIGURATION].q.val());
        self.after_rows.next =
            self.update.q.val() & self.job[setting::CHECKPOINT].q.val().get_bit(checkpoint::AFTER_ROWS);
        self.after_parameters.next =
            self.update.q.val() & self.job[setting::CHECKPOINT].q.val().get_bit(checkpoint::AFTER_PARAMETERS);
        self.staged.next = self.job[setting::CHECKPOINT].q.val().get_bit(checkpoint::STAGED);
        self.in_window.next = self.job[setting::CHECKPOINT].q.val().get_bit(checkpoint::IN_WINDOW);
        self.lag.next = self.job[setting::CHECKPOINT].q.val().get_bits::<16>(checkpoint::LAG);
    }
}

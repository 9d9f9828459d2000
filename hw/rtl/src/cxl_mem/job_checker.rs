//! Judges a job's settings before anything of it runs.

use super::codes::error_constant;
use crate::layout::{constants, named};
use emberlane_registers::Register;
use emberlane_registers::cxl_mem as map;
use emberlane_registers::cxl_mem::ErrorCode;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;
use std::array;

/// Ranges that are judged, one after the other: three regions, the overlap, five lists, the batch's vectors; then the data region's
/// overlap (accumulation), or staged rows and their two overlaps (stage).
const RANGES: usize = 13;

named! {
    /// The ranges of a lookup, an update, a stage or an accumulation.
    mod job_range {
        DATA = 0,
        DESCRIPTORS = 1,
        VECTORS = 2,
        VECTOR_OVERLAP = 3,
        DIRECTORY = 4,
        OFFSETS = 5,
        SEGMENTS = 6,
        ENTRIES = 7,
        SCALES = 8,
        BATCH_VECTORS = 9,
        // Of an accumulation.
        DATA_OVERLAP = 10,
        // Of a stage; between them its staged rows against the descriptor region.
        STAGED = 10,
        STAGED_GRADIENTS = 12,
    }
}

named! {
    /// The ranges of a log.
    mod log_range {
        DATA = 0,
        LOG = 1,
        LOG_OVERLAP = 2,
        DESCRIPTORS = 3,
        DIRECTORY = 4,
        ROWS = 5,
        RECORD = 6,
        STAGED = 7,
    }
}

/// States of the checker.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum CheckState {
    /// Waits for `start`.
    Idle,
    /// Judges lengths and counts.
    Counts,
    /// Picks the next range.
    Select,
    /// Compares it with what it must lie in.
    Compare,
    /// Judges it.
    Judge,
}

/// Judges a job's settings in the order that the register map states; at most 42 cycles.
///
/// Ends with `done`, or, at the first thing that is wrong, with `failed` and what and where.
#[derive(LogicBlock)]
pub struct JobChecker {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Begins a check; the settings are stable from this cycle on.
    pub start: Signal<In, Bit>,
    /// The job is an update, a stage or an accumulation.
    pub is_update: Signal<In, Bit>,
    /// It is a stage.
    pub is_stage: Signal<In, Bit>,
    /// It is an accumulation.
    pub is_accumulation: Signal<In, Bit>,
    /// The job logs rows.
    pub is_row_log: Signal<In, Bit>,
    /// The job logs parameters; if none of these, it is a lookup.
    pub is_parameter_log: Signal<In, Bit>,
    /// FP32 elements of a vector.
    pub vector_length: Signal<In, Bits<32>>,
    /// Value of POOLING.
    pub pooling: Signal<In, Bits<32>>,
    /// The segment list is read.
    pub uses_segments: Signal<In, Bit>,
    /// The scale list is read.
    pub uses_scales: Signal<In, Bit>,
    /// Data region: base.
    pub data_base: Signal<In, Bits<64>>,
    /// Data region: bytes.
    pub data_bytes: Signal<In, Bits<64>>,
    /// Descriptor region: base.
    pub descriptor_base: Signal<In, Bits<64>>,
    /// Descriptor region: bytes.
    pub descriptor_bytes: Signal<In, Bits<64>>,
    /// Pooled or gradient region: base.
    pub vector_base: Signal<In, Bits<64>>,
    /// The same region: bytes.
    pub vector_bytes: Signal<In, Bits<64>>,
    /// Tables.
    pub table_count: Signal<In, Bits<32>>,
    /// Bags.
    pub bag_count: Signal<In, Bits<32>>,
    /// Entries.
    pub entry_count: Signal<In, Bits<32>>,
    /// Unique rows.
    pub row_count: Signal<In, Bits<32>>,
    /// Segments.
    pub segment_count: Signal<In, Bits<32>>,
    /// Directory list.
    pub directory: Signal<In, Bits<64>>,
    /// Offset list.
    pub offsets: Signal<In, Bits<64>>,
    /// Segment list.
    pub segments: Signal<In, Bits<64>>,
    /// Entry list.
    pub entries: Signal<In, Bits<64>>,
    /// Scale list.
    pub scales: Signal<In, Bits<64>>,
    /// HPA of the parameters that are logged.
    pub parameter_source: Signal<In, Bits<64>>,
    /// Bytes of them.
    pub parameter_bytes: Signal<In, Bits<64>>,
    /// Log region: base.
    pub log_base: Signal<In, Bits<64>>,
    /// Log region: bytes.
    pub log_bytes: Signal<In, Bits<64>>,
    /// A log of rows takes staged rows.
    pub staged: Signal<In, Bit>,
    /// DPA of the staged rows.
    pub staged_base: Signal<In, Bits<64>>,
    /// Bytes of them.
    pub staged_bytes: Signal<In, Bits<64>>,
    /// The job is to count lines in a region that is too large for it.
    pub counts_too_much: Signal<In, Bit>,
    /// DPA of the record that is written.
    pub record: Signal<In, Bits<64>>,
    /// Bytes of it.
    pub record_bytes: Signal<In, Bits<64>>,
    /// Bytes of all the batch's vectors.
    pub batch_bytes: Signal<In, Bits<64>>,
    /// Bytes of persistent memory.
    pub persistent_bytes: Signal<In, Bits<64>>,
    /// The settings are good (a pulse).
    pub done: Signal<Out, Bit>,
    /// They are not (a pulse).
    pub failed: Signal<Out, Bit>,
    /// Which error (with `failed`).
    pub error: Signal<Out, Bits<8>>,
    /// Where (with `failed`).
    pub error_position: Signal<Out, Bits<64>>,
    state: DFF<CheckState>,
    range: DFF<Bits<RANGES>>,
    base: DFF<Bits<64>>,
    bytes: DFF<Bits<64>>,
    outer_base: DFF<Bits<64>>,
    outer_bytes: DFF<Bits<64>>,
    applies: DFF<Bit>,
    is_region: DFF<Bit>,
    is_list: DFF<Bit>,
    is_overlap: DFF<Bit>,
    above: DFF<Bit>,
    fits: DFF<Bit>,
    lead: DFF<Bits<64>>,
    slack: DFF<Bits<64>>,
    base_position: Signal<Local, Bits<64>>,
    bytes_position: Signal<Local, Bits<64>>,
    outside: Signal<Local, Bits<8>>,
    inside: Signal<Local, Bit>,
    first_range: Constant<Bits<RANGES>>,
    scratchpad_base: Constant<Bits<64>>,
    scratchpad_bytes: Constant<Bits<64>>,
    longest: Constant<Bits<32>>,
    lookup_base_positions: [Constant<Bits<64>>; RANGES],
    update_base_positions: [Constant<Bits<64>>; RANGES],
    data_base_position: Constant<Bits<64>>,
    log_base_positions: [Constant<Bits<64>>; RANGES],
    lookup_bytes_positions: [Constant<Bits<64>>; RANGES],
    update_bytes_positions: [Constant<Bits<64>>; RANGES],
    log_bytes_positions: [Constant<Bits<64>>; RANGES],
    row_log_position: Constant<Bits<64>>,
    parameter_source_position: Constant<Bits<64>>,
    parameter_bytes_position: Constant<Bits<64>>,
    is_log: Signal<Local, Bit>,
    is_last: Signal<Local, Bit>,
    table_count_position: Constant<Bits<64>>,
    bag_count_position: Constant<Bits<64>>,
    entry_count_position: Constant<Bits<64>>,
    row_count_position: Constant<Bits<64>>,
    gradient_lines_position: Constant<Bits<64>>,
    error_vector_length: Constant<Bits<8>>,
    error_pooling: Constant<Bits<8>>,
    error_zero_length: Constant<Bits<8>>,
    error_misaligned: Constant<Bits<8>>,
    error_outside_device: Constant<Bits<8>>,
    error_overlap: Constant<Bits<8>>,
    error_outside_region: Constant<Bits<8>>,
    about: About<Self>,
}

/// Registers that hold the base of each range, for a lookup, an update and a log. What begins at `STAGED_BASE` for a stage is the data
/// region for an accumulation. Of a log eight ranges apply, the last if rows are staged; the record is at `ROW_LOG` for rows.
const BASES: [[Register; RANGES]; 3] = [
    [
        map::DATA_BASE,
        map::DESCRIPTOR_BASE,
        map::POOLED_BASE,
        map::POOLED_BASE,
        map::BAG_DIRECTORY,
        map::BAG_OFFSETS,
        map::BAG_SCALES,
        map::INDICES,
        map::SOURCE_SCALES,
        map::POOLED_BASE,
        map::STAGED_BASE,
        map::STAGED_BASE,
        map::STAGED_BASE,
    ],
    [
        map::DATA_BASE,
        map::DESCRIPTOR_BASE,
        map::GRADIENT_BASE,
        map::GRADIENT_BASE,
        map::ROW_DIRECTORY,
        map::ROW_OFFSETS,
        map::ROWS,
        map::SOURCE_BAGS,
        map::SOURCE_SCALES,
        map::GRADIENT_BASE,
        map::STAGED_BASE,
        map::STAGED_BASE,
        map::STAGED_BASE,
    ],
    [
        map::DATA_BASE,
        map::LOG_BASE,
        map::LOG_BASE,
        map::DESCRIPTOR_BASE,
        map::ROW_DIRECTORY,
        map::ROWS,
        map::PARAMETER_LOG,
        map::STAGED_BASE,
        map::STAGED_BASE,
        map::STAGED_BASE,
        map::STAGED_BASE,
        map::STAGED_BASE,
        map::STAGED_BASE,
    ],
];

/// The register that holds the bytes of a region, for its base register.
fn bytes_register(base: &Register) -> u64 {
    match base.name {
        "DATA_BASE" => map::DATA_BYTES.offset,
        "DESCRIPTOR_BASE" => map::DESCRIPTOR_BYTES.offset,
        "POOLED_BASE" => map::POOLED_BYTES.offset,
        "GRADIENT_BASE" => map::GRADIENT_BYTES.offset,
        "LOG_BASE" => map::LOG_BYTES.offset,
        _ => 0,
    }
}

impl Default for JobChecker {
    fn default() -> Self {
        let positions = |command: usize| array::from_fn(|i| Constant::new(BASES[command][i].offset.into()));
        let bytes_positions =
            |command: usize| array::from_fn(|i| Constant::new(bytes_register(&BASES[command][i]).into()));
        crate::defaults! {
            [
                clock reset start is_update is_stage is_accumulation is_row_log is_parameter_log vector_length pooling uses_segments uses_scales
                data_base data_bytes descriptor_base descriptor_bytes vector_base vector_bytes
                table_count bag_count entry_count row_count segment_count directory offsets segments entries scales
                parameter_source parameter_bytes log_base log_bytes staged staged_base staged_bytes counts_too_much record record_bytes batch_bytes persistent_bytes done failed error error_position
                state range base bytes outer_base outer_bytes applies is_region is_list is_overlap above fits lead slack
                base_position bytes_position outside inside is_log is_last about
            ]
            []
            first_range: Constant::new(1.into()),
            scratchpad_base: Constant::new(map::SCRATCHPAD_BASE.into()),
            scratchpad_bytes: Constant::new(map::SCRATCHPAD_BYTES.into()),
            longest: Constant::new(map::MAX_VECTOR_LENGTH.into()),
            lookup_base_positions: positions(0),
            update_base_positions: positions(1),
            data_base_position: Constant::new(map::DATA_BASE.offset.into()),
            log_base_positions: positions(2),
            lookup_bytes_positions: bytes_positions(0),
            update_bytes_positions: bytes_positions(1),
            log_bytes_positions: bytes_positions(2),
            row_log_position: Constant::new(map::ROW_LOG.offset.into()),
            parameter_bytes_position: Constant::new(map::PARAMETER_BYTES.offset.into()),
            parameter_source_position: Constant::new(map::PARAMETER_SOURCE.offset.into()),
            table_count_position: Constant::new(map::TABLE_COUNT.offset.into()),
            bag_count_position: Constant::new(map::BAG_COUNT.offset.into()),
            entry_count_position: Constant::new(map::ENTRY_COUNT.offset.into()),
            gradient_lines_position: Constant::new(map::GRADIENT_LINES.offset.into()),
            row_count_position: Constant::new(map::ROW_COUNT.offset.into()),
            error_vector_length: error_constant(ErrorCode::VectorLength),
            error_pooling: error_constant(ErrorCode::Pooling),
            error_zero_length: error_constant(ErrorCode::ZeroLength),
            error_misaligned: error_constant(ErrorCode::Misaligned),
            error_outside_device: error_constant(ErrorCode::OutsideDevice),
            error_overlap: error_constant(ErrorCode::RegionOverlap),
            error_outside_region: error_constant(ErrorCode::OutsideRegion),
        }
    }
}

impl Describe for JobChecker {
    fn name() -> String {
        "job_checker".into()
    }

    fn description() -> &'static str {
        "Judges a job's settings: lengths, counts, regions, overlaps, lists. At most 42 cycles; ends at the first thing that is wrong."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[job_range::CONSTANTS, log_range::CONSTANTS])
    }
}

impl Logic for JobChecker {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            range,
            base,
            bytes,
            outer_base,
            outer_bytes,
            applies,
            is_region,
            is_list,
            is_overlap,
            above,
            fits,
            lead,
            slack
        );
        self.is_log.next = self.is_row_log.val() | self.is_parameter_log.val();
        comment!("Where an error of this range would be reported.");
        self.base_position.next = 0.into();
        self.bytes_position.next = 0.into();
        for i in 0..RANGES {
            if self.range.q.val().get_bit(i) {
                if self.is_log.val() {
                    self.base_position.next = self.log_base_positions[i].val();
                    self.bytes_position.next = self.log_bytes_positions[i].val();
                } else if self.is_update.val() {
                    self.base_position.next = self.update_base_positions[i].val();
                    self.bytes_position.next = self.update_bytes_positions[i].val();
                } else {
                    self.base_position.next = self.lookup_base_positions[i].val();
                    self.bytes_position.next = self.lookup_bytes_positions[i].val();
                }
            }
        }
        if self.is_row_log.val() & self.range.q.val().get_bit(log_range::RECORD) {
            self.base_position.next = self.row_log_position.val();
        }
        if self.is_accumulation.val() & self.range.q.val().get_bit(job_range::DATA_OVERLAP) {
            self.base_position.next = self.data_base_position.val();
        }
        comment!("Which range is the last depends on the job.");
        self.is_last.next = self.range.q.val().get_bit(job_range::BATCH_VECTORS);
        if self.is_log.val() {
            self.is_last.next = self.range.q.val().get_bit(log_range::RECORD);
            if self.is_row_log.val() & self.staged.val() {
                self.is_last.next = self.range.q.val().get_bit(log_range::STAGED);
            }
        } else if self.is_accumulation.val() {
            self.is_last.next = self.range.q.val().get_bit(job_range::DATA_OVERLAP);
        } else if self.is_stage.val() {
            self.is_last.next = self.range.q.val().get_bit(job_range::STAGED_GRADIENTS);
        }
        self.outside.next = self.error_outside_region.val();
        if self.is_region.q.val() {
            self.outside.next = self.error_outside_device.val();
        }
        comment!("base >= outer_base, bytes <= outer_bytes, base - outer_base <= outer_bytes - bytes: nothing wraps.");
        self.inside.next = self.above.q.val() & self.fits.q.val() & (self.lead.q.val() <= self.slack.q.val());

        self.done.next = false;
        self.failed.next = false;
        self.error.next = self.error_zero_length.val();
        self.error_position.next = self.base_position.val();
        match self.state.q.val() {
            CheckState::Idle => {
                if self.start.val() {
                    self.state.d.next = CheckState::Counts;
                    self.range.d.next = self.first_range.val();
                }
            }
            CheckState::Counts => {
                self.state.d.next = CheckState::Idle;
                self.failed.next = true;
                if self.is_parameter_log.val() {
                    if !self.parameter_bytes.val().any() {
                        self.error_position.next = self.parameter_bytes_position.val();
                    } else if self.parameter_bytes.val().get_bits::<6>(0).any() {
                        self.error.next = self.error_misaligned.val();
                        self.error_position.next = self.parameter_bytes_position.val();
                    } else if self.parameter_source.val().get_bits::<6>(0).any() {
                        self.error.next = self.error_misaligned.val();
                        self.error_position.next = self.parameter_source_position.val();
                    } else if self.counts_too_much.val() {
                        self.error.next = self.error_outside_region.val();
                        self.error_position.next = self.gradient_lines_position.val();
                    } else {
                        self.failed.next = false;
                        self.state.d.next = CheckState::Select;
                    }
                } else if (self.vector_length.val() == 0)
                    | (self.vector_length.val() > self.longest.val())
                    | self.vector_length.val().get_bits::<4>(0).any()
                {
                    self.error.next = self.error_vector_length.val();
                    self.error_position.next = bit_cast::<64, 32>(self.vector_length.val());
                } else if !self.is_row_log.val() & (self.pooling.val() > 1) {
                    self.error.next = self.error_pooling.val();
                    self.error_position.next = bit_cast::<64, 32>(self.pooling.val());
                } else if self.table_count.val() == 0 {
                    self.error_position.next = self.table_count_position.val();
                } else if !self.is_row_log.val() & (self.bag_count.val() == 0) {
                    self.error_position.next = self.bag_count_position.val();
                } else if self.is_update.val() & (self.entry_count.val() == 0) {
                    self.error_position.next = self.entry_count_position.val();
                } else if (self.is_update.val() | self.is_row_log.val()) & (self.row_count.val() == 0) {
                    self.error_position.next = self.row_count_position.val();
                } else if self.counts_too_much.val() {
                    self.error.next = self.error_outside_region.val();
                    self.error_position.next = self.gradient_lines_position.val();
                } else {
                    self.failed.next = false;
                    self.state.d.next = CheckState::Select;
                }
            }
            CheckState::Select => {
                self.state.d.next = CheckState::Compare;
                self.applies.d.next = true;
                self.is_region.d.next = false;
                self.is_list.d.next = false;
                self.is_overlap.d.next = false;
                self.outer_base.d.next = self.descriptor_base.val();
                self.outer_bytes.d.next = self.descriptor_bytes.val();
                self.base.d.next = self.vector_base.val();
                self.bytes.d.next = self.vector_bytes.val();
                if self.range.q.val().get_bit(job_range::DATA) {
                    comment!("data region");
                    self.is_region.d.next = true;
                    self.base.d.next = self.data_base.val();
                    self.bytes.d.next = self.data_bytes.val();
                    self.outer_base.d.next = 0.into();
                    self.outer_bytes.d.next = self.persistent_bytes.val();
                    if self.is_accumulation.val() {
                        self.outer_base.d.next = self.scratchpad_base.val();
                        self.outer_bytes.d.next = self.scratchpad_bytes.val();
                    }
                } else if self.is_log.val() {
                    if self.range.q.val().get_bit(log_range::LOG) {
                        comment!("log region");
                        self.is_region.d.next = true;
                        self.base.d.next = self.log_base.val();
                        self.bytes.d.next = self.log_bytes.val();
                        self.outer_base.d.next = 0.into();
                        self.outer_bytes.d.next = self.persistent_bytes.val();
                    } else if self.range.q.val().get_bit(log_range::LOG_OVERLAP) {
                        comment!("log region against data region");
                        self.is_overlap.d.next = true;
                        self.base.d.next = self.log_base.val();
                        self.bytes.d.next = self.log_bytes.val();
                        self.outer_base.d.next = self.data_base.val();
                        self.outer_bytes.d.next = self.data_bytes.val();
                    } else if self.range.q.val().get_bit(log_range::DESCRIPTORS) {
                        comment!("descriptor region, for the lists of rows");
                        self.is_region.d.next = true;
                        self.applies.d.next = self.is_row_log.val();
                        self.base.d.next = self.descriptor_base.val();
                        self.bytes.d.next = self.descriptor_bytes.val();
                        self.outer_base.d.next = self.scratchpad_base.val();
                        self.outer_bytes.d.next = self.scratchpad_bytes.val();
                    } else if self.range.q.val().get_bit(log_range::DIRECTORY) {
                        comment!("directory");
                        self.is_list.d.next = true;
                        self.applies.d.next = self.is_row_log.val();
                        self.base.d.next = self.directory.val();
                        self.bytes.d.next = bit_cast::<64, 32>(self.table_count.val()) << 4;
                    } else if self.range.q.val().get_bit(log_range::ROWS) {
                        comment!("unique rows");
                        self.is_list.d.next = true;
                        self.applies.d.next = self.is_row_log.val();
                        self.base.d.next = self.segments.val();
                        self.bytes.d.next = bit_cast::<64, 32>(self.row_count.val()) << 2;
                    } else if self.range.q.val().get_bit(log_range::STAGED) {
                        comment!("staged rows");
                        self.is_region.d.next = true;
                        self.base.d.next = self.staged_base.val();
                        self.bytes.d.next = self.staged_bytes.val();
                        self.outer_base.d.next = self.scratchpad_base.val();
                        self.outer_bytes.d.next = self.scratchpad_bytes.val();
                    } else {
                        comment!("the record");
                        self.is_list.d.next = true;
                        self.base.d.next = self.record.val();
                        self.bytes.d.next = self.record_bytes.val();
                        self.outer_base.d.next = self.log_base.val();
                        self.outer_bytes.d.next = self.log_bytes.val();
                    }
                } else if self.range.q.val().get_bit(job_range::DESCRIPTORS) {
                    comment!("descriptor region");
                    self.is_region.d.next = true;
                    self.base.d.next = self.descriptor_base.val();
                    self.bytes.d.next = self.descriptor_bytes.val();
                    self.outer_base.d.next = self.scratchpad_base.val();
                    self.outer_bytes.d.next = self.scratchpad_bytes.val();
                } else if self.range.q.val().get_bit(job_range::VECTORS) {
                    comment!("pooled or gradient region");
                    self.is_region.d.next = true;
                    self.outer_base.d.next = self.scratchpad_base.val();
                    self.outer_bytes.d.next = self.scratchpad_bytes.val();
                } else if self.range.q.val().get_bit(job_range::VECTOR_OVERLAP) {
                    comment!("pooled or gradient region against descriptor region");
                    self.is_overlap.d.next = true;
                } else if self.range.q.val().get_bit(job_range::DIRECTORY) {
                    comment!("directory: four words a table");
                    self.is_list.d.next = true;
                    self.base.d.next = self.directory.val();
                    self.bytes.d.next = bit_cast::<64, 32>(self.table_count.val()) << 4;
                } else if self.range.q.val().get_bit(job_range::OFFSETS) {
                    comment!("offsets: a word a segment, and one");
                    self.is_list.d.next = true;
                    self.base.d.next = self.offsets.val();
                    self.bytes.d.next = (bit_cast::<64, 32>(self.segment_count.val()) << 2) + 4;
                } else if self.range.q.val().get_bit(job_range::SEGMENTS) {
                    comment!("unique rows or bag scales: a word a segment");
                    self.is_list.d.next = true;
                    self.applies.d.next = self.uses_segments.val();
                    self.base.d.next = self.segments.val();
                    self.bytes.d.next = bit_cast::<64, 32>(self.segment_count.val()) << 2;
                } else if self.range.q.val().get_bit(job_range::ENTRIES) {
                    comment!("indices or source bags: a word an entry");
                    self.is_list.d.next = true;
                    self.applies.d.next = self.entry_count.val().any();
                    self.base.d.next = self.entries.val();
                    self.bytes.d.next = bit_cast::<64, 32>(self.entry_count.val()) << 2;
                } else if self.range.q.val().get_bit(job_range::SCALES) {
                    comment!("source scales: a word an entry");
                    self.is_list.d.next = true;
                    self.applies.d.next = self.uses_scales.val();
                    self.base.d.next = self.scales.val();
                    self.bytes.d.next = bit_cast::<64, 32>(self.entry_count.val()) << 2;
                } else if self.range.q.val().get_bit(job_range::BATCH_VECTORS) {
                    comment!("the batch's vectors in their region");
                    self.bytes.d.next = self.batch_bytes.val();
                    self.outer_base.d.next = self.vector_base.val();
                    self.outer_bytes.d.next = self.vector_bytes.val();
                } else if self.is_accumulation.val() {
                    comment!("data region against descriptor region");
                    self.is_overlap.d.next = true;
                    self.base.d.next = self.data_base.val();
                    self.bytes.d.next = self.data_bytes.val();
                } else {
                    self.base.d.next = self.staged_base.val();
                    self.bytes.d.next = self.staged_bytes.val();
                    if self.range.q.val().get_bit(job_range::STAGED) {
                        comment!("staged rows");
                        self.is_region.d.next = true;
                        self.outer_base.d.next = self.scratchpad_base.val();
                        self.outer_bytes.d.next = self.scratchpad_bytes.val();
                    } else {
                        comment!("staged rows against descriptor region, then against gradient region");
                        self.is_overlap.d.next = true;
                        if self.range.q.val().get_bit(job_range::STAGED_GRADIENTS) {
                            self.outer_base.d.next = self.vector_base.val();
                            self.outer_bytes.d.next = self.vector_bytes.val();
                        }
                    }
                }
            }
            CheckState::Compare => {
                self.state.d.next = CheckState::Judge;
                self.above.d.next = self.base.q.val() >= self.outer_base.q.val();
                self.fits.d.next = self.bytes.q.val() <= self.outer_bytes.q.val();
                self.lead.d.next = self.base.q.val() - self.outer_base.q.val();
                self.slack.d.next = self.outer_bytes.q.val() - self.bytes.q.val();
                if self.is_overlap.q.val() {
                    comment!("The lower region must end before the upper one begins: its bytes fit into the distance.");
                    self.fits.d.next = true;
                    if self.base.q.val() >= self.outer_base.q.val() {
                        self.slack.d.next = self.base.q.val() - self.outer_base.q.val();
                        self.lead.d.next = self.outer_bytes.q.val();
                    } else {
                        self.slack.d.next = self.outer_base.q.val() - self.base.q.val();
                        self.lead.d.next = self.bytes.q.val();
                    }
                    self.above.d.next = true;
                }
            }
            CheckState::Judge => {
                self.range.d.next = self.range.q.val() << 1;
                self.state.d.next = CheckState::Select;
                if self.applies.q.val() {
                    if self.is_region.q.val() & (self.bytes.q.val() == 0) {
                        self.failed.next = true;
                        self.state.d.next = CheckState::Idle;
                        self.error_position.next = self.bytes_position.val();
                    } else if (self.is_region.q.val() | self.is_list.q.val()) & self.base.q.val().get_bits::<6>(0).any()
                    {
                        self.failed.next = true;
                        self.state.d.next = CheckState::Idle;
                        self.error.next = self.error_misaligned.val();
                    } else if self.is_region.q.val() & self.bytes.q.val().get_bits::<6>(0).any() {
                        self.failed.next = true;
                        self.state.d.next = CheckState::Idle;
                        self.error.next = self.error_misaligned.val();
                        self.error_position.next = self.bytes_position.val();
                    } else if !self.inside.val() {
                        self.failed.next = true;
                        self.state.d.next = CheckState::Idle;
                        self.error.next = self.outside.val();
                        if self.is_overlap.q.val() {
                            self.error.next = self.error_overlap.val();
                        }
                    } else if self.is_last.val() {
                        self.done.next = true;
                        self.state.d.next = CheckState::Idle;
                    }
                }
            }
        }
        if self.reset.val() {
            self.state.d.next = CheckState::Idle;
        }
    }
}

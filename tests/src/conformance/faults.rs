//! Every way in which a job can be wrong, with the error and the position that it has to give.

use emberlane_drivers::{Batch, BatchBuilder, BatchPlan, Capabilities, Command, DataPlan, ErrorCode, List, Region};
use emberlane_registers::{Register, cxl_mem as registers};
use std::fmt;

/// FP32 elements of a vector of the standard job.
pub const VECTOR_LENGTH: u32 = 32;
/// Rows of the tables of the standard job.
pub const ROWS: [u32; 3] = [10, 5, 8];
/// Unique rows of the standard job.
pub const UNIQUE_ROWS: u64 = 6;
/// Bytes of parameters that are logged.
pub const PARAMETER_BYTES: u64 = 192;
/// Where in the log region the record of rows is; that of parameters is at its start.
pub const ROW_LOG: u64 = 4096;
/// What no list, count or region of the standard job comes near.
const HUGE: u32 = 0xffff_ffff;
/// The last line address that there is.
const LAST_LINE: u64 = u64::MAX - 63;

/// The batch of the standard job: repeats, an empty bag, a table without a bag.
///
/// As a lookup its lists are: bags 3, 0, 2 of the tables; offsets 0, 3, 3, 4, 6, 7; indices 1 2 2, none, 9; 7 0, 3.
/// As an update: unique rows 3, 0, 3 of the tables; rows 1 2 9; 0 3 7; offsets 0 to 7 without 2; source bags 0, 0 0, 2; 3, 4, 3.
pub fn standard_batch() -> Batch {
    let scale = |entries: u32| if entries == 0 { 0 } else { (1.0 / entries as f32).to_bits() };
    BatchBuilder::new()
        .table(&[0, 3, 3, 4], &[1, 2, 2, 9])
        .and_then(|builder| builder.table(&[0], &[]))
        .and_then(|builder| builder.table(&[0, 2, 3], &[7, 0, 3]))
        .and_then(BatchBuilder::build)
        .and_then(|batch| batch.with_scales([3, 0, 1, 2, 1].map(scale).to_vec()))
        .expect("the batch is well formed")
}

/// A change to a job that is otherwise right.
#[derive(Clone, PartialEq, Eq)]
pub enum Edit {
    /// A setting holds something else.
    Set(&'static Register, u64),
    /// A list holds another word at a position.
    Word(List, u64, u32),
}

impl Edit {
    /// Whether one may make good, or worse, what the other does: both change the same word, or the same count, list or
    /// region of the registers.
    pub fn collides(&self, other: &Self) -> bool {
        // DATA_BASE and DATA_BYTES are of one subject, DATA.
        let subject =
            |register: &Register| register.name.rsplit_once('_').map_or(register.name, |(subject, _)| subject);
        match (self, other) {
            (Self::Set(a, _), Self::Set(b, _)) => subject(a) == subject(b),
            (Self::Word(a, i, _), Self::Word(b, j, _)) => a == b && i == j,
            // Offsets are right or wrong by the count of entries.
            (Self::Set(register, _), Self::Word(list, ..)) | (Self::Word(list, ..), Self::Set(register, _)) => {
                register.offset == registers::ENTRY_COUNT.offset && matches!(list, List::BagOffsets | List::RowOffsets)
            }
        }
    }

    /// Whether it moves a region, or changes how many tables, segments or entries there are.
    pub fn reshapes(&self) -> bool {
        match *self {
            Self::Set(register, _) => {
                let of_log = [&registers::LOG_BASE, &registers::LOG_BYTES, &registers::PARAMETER_BYTES];
                (registers::DATA_BASE.offset..=registers::ROW_COUNT.offset).contains(&register.offset)
                    || of_log.iter().any(|each| each.offset == register.offset)
            }
            Self::Word(list, position, _) => {
                let directory = matches!(list, List::BagDirectory | List::RowDirectory);
                // The last bag's end: an earlier one takes entries away.
                directory && position % 4 == 3 || list == List::BagOffsets && position == 5
            }
        }
    }
}

impl fmt::Debug for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Set(register, value) => write!(f, "{} = {value:#x}", register.name),
            Self::Word(list, position, word) => write!(f, "{}[{position}] = {word:#x}", list.register().name),
        }
    }
}

/// The first word of the moment at which the last region is checked.
pub const REGIONS: u64 = 6;

/// When a check comes, compared word by word; see "Order of checks" in `emberlane_registers::cxl_mem`.
pub type Moment = [u64; 5];

/// One way to be wrong.
#[derive(Clone, Debug)]
pub struct Fault {
    pub edits: Vec<Edit>,
    pub code: ErrorCode,
    pub position: u64,
    pub moment: Moment,
}

/// Where a device keeps the standard job.
#[derive(Clone, Debug)]
pub struct Place {
    pub capabilities: Capabilities,
    pub data: DataPlan,
    pub batch: BatchPlan,
    /// The log region.
    pub log: Region,
    /// The staged rows.
    pub staged: Region,
}

/// What differs between the commands.
struct Shape {
    vectors: Region,
    vectors_base: &'static Register,
    vectors_bytes: &'static Register,
    directory: List,
    offsets: List,
    entries: List,
    /// Lists that are read, with pooling by mean, in the order of checks.
    lists: &'static [List],
    total: &'static Register,
    segments: u64,
}

/// All faults of a job of `command`.
pub fn faults(command: Command, place: &Place) -> Vec<Fault> {
    let mut faults = Faults(Vec::new());
    let shape = match command {
        Command::LogParameters => {
            faults.log_parameters(place);
            return faults.0;
        }
        Command::LogRows => {
            faults.log_rows(place);
            return faults.0;
        }
        Command::Lookup => Shape {
            vectors: place.batch.pooled,
            vectors_base: &registers::POOLED_BASE,
            vectors_bytes: &registers::POOLED_BYTES,
            directory: List::BagDirectory,
            offsets: List::BagOffsets,
            entries: List::Indices,
            lists: &[List::BagDirectory, List::BagOffsets, List::BagScales, List::Indices],
            total: &registers::BAG_COUNT,
            segments: 5,
        },
        Command::Update | Command::Stage | Command::Accumulate => Shape {
            vectors: place.batch.gradients,
            vectors_base: &registers::GRADIENT_BASE,
            vectors_bytes: &registers::GRADIENT_BYTES,
            directory: List::RowDirectory,
            offsets: List::RowOffsets,
            entries: List::SourceBags,
            lists: &[List::RowDirectory, List::RowOffsets, List::Rows, List::SourceBags, List::SourceScales],
            total: &registers::ROW_COUNT,
            segments: 6,
        },
    };
    faults.settings(command);
    faults.regions(command, place, &shape);
    faults.lists(place, &shape);
    match command {
        Command::Stage => faults.staged(place),
        Command::Accumulate => faults.accumulated(place),
        _ => {}
    }
    faults.tables(place, &shape);
    faults.segments(place, &shape);
    match command {
        Command::Lookup => faults.bags(),
        Command::Update | Command::Stage | Command::Accumulate => faults.rows(),
        Command::LogParameters | Command::LogRows => unreachable!("they have their own"),
    }
    faults.0
}

/// Where staged rows cannot be: base, which check finds it, and with which error.
fn misplaced(place: &Place) -> Vec<(u64, u64, ErrorCode)> {
    let Capabilities { scratchpad_base, scratchpad_bytes, .. } = place.capabilities;
    let end = scratchpad_base + scratchpad_bytes;
    let misaligned = [1, 8, 32].map(|offset| (place.staged.base + offset, 0, ErrorCode::Misaligned));
    let outside = [0, scratchpad_base - 64, end, end - place.staged.bytes + 64, LAST_LINE]
        .map(|base| (base, 1, ErrorCode::OutsideDevice));
    [misaligned.as_slice(), outside.as_slice()].concat()
}

struct Faults(Vec<Fault>);

impl Faults {
    fn add<const N: usize>(&mut self, moment: Moment, edits: [Edit; N], code: ErrorCode, position: u64) {
        self.0.push(Fault { edits: edits.into(), code, position, moment });
    }

    fn set(&mut self, moment: Moment, register: &'static Register, value: u64, code: ErrorCode, position: u64) {
        self.add(moment, [Edit::Set(register, value)], code, position);
    }

    fn settings(&mut self, command: Command) {
        for length in [0, 8, 15, 24, 272, 0x8000_0010, u64::from(HUGE)] {
            self.set([1, 0, 0, 0, 0], &registers::VECTOR_LENGTH, length, ErrorCode::VectorLength, length);
        }
        for pooling in [2, 0x100, u64::from(HUGE)] {
            self.set([2, 0, 0, 0, 0], &registers::POOLING, pooling, ErrorCode::Pooling, pooling);
        }
        let counts = [&registers::TABLE_COUNT, &registers::BAG_COUNT, &registers::ENTRY_COUNT, &registers::ROW_COUNT];
        let checked = if command == Command::Lookup { 2 } else { 4 };
        for (number, register) in (0..).zip(&counts[..checked]) {
            self.set([3, number, 0, 0, 0], register, 0, ErrorCode::ZeroLength, register.offset);
            // Bits above the register's width do not count.
            self.set([3, number, 0, 0, 0], register, 1 << 32, ErrorCode::ZeroLength, register.offset);
        }
    }

    fn regions(&mut self, command: Command, place: &Place, shape: &Shape) {
        let persistent = Region { base: 0, bytes: place.capabilities.persistent_bytes };
        let scratchpad =
            Region { base: place.capabilities.scratchpad_base, bytes: place.capabilities.scratchpad_bytes };
        let (of_tables, other) =
            if command == Command::Accumulate { (scratchpad, 1 << 20) } else { (persistent, scratchpad.base) };
        let regions = [
            (&registers::DATA_BASE, &registers::DATA_BYTES, place.data.data, of_tables),
            (&registers::DESCRIPTOR_BASE, &registers::DESCRIPTOR_BYTES, place.batch.descriptors, scratchpad),
            (shape.vectors_base, shape.vectors_bytes, shape.vectors, scratchpad),
        ];
        for (number, (base, bytes, region, memory)) in (4..).zip(regions) {
            self.region(number, [base, bytes], region, memory);
        }
        let other_memory =
            [(&registers::DATA_BASE, 4, other), (&registers::DESCRIPTOR_BASE, 5, 0), (shape.vectors_base, 6, 1 << 20)];
        for (base, number, value) in other_memory {
            self.set([number, 3, 0, 0, 0], base, value, ErrorCode::OutsideDevice, base.offset);
        }

        let descriptors = place.batch.descriptors;
        let position = shape.vectors_base.offset;
        for base in [descriptors.base, descriptors.base + 64, descriptors.end() - 64] {
            self.set([7, 0, 0, 0, 0], shape.vectors_base, base, ErrorCode::RegionOverlap, position);
        }
        let moved = shape.vectors.end() - 64;
        self.set([7, 0, 0, 0, 0], &registers::DESCRIPTOR_BASE, moved, ErrorCode::RegionOverlap, position);
        let grown = shape.vectors.base - descriptors.base + 64;
        self.set([7, 0, 0, 0, 0], &registers::DESCRIPTOR_BYTES, grown, ErrorCode::RegionOverlap, position);
    }

    /// What a region in `memory` can have wrong by itself; base and bytes are in `registers`.
    fn region(&mut self, number: u64, registers: [&'static Register; 2], region: Region, memory: Region) {
        let [base, bytes] = registers;
        self.set([number, 0, 0, 0, 0], bytes, 0, ErrorCode::ZeroLength, bytes.offset);
        for offset in [1, 4, 32] {
            self.set([number, 1, 0, 0, 0], base, region.base + offset, ErrorCode::Misaligned, base.offset);
            self.set([number, 2, 0, 0, 0], bytes, region.bytes + offset, ErrorCode::Misaligned, bytes.offset);
        }
        let outside = [memory.end(), memory.end() - region.bytes + 64, LAST_LINE, memory.base.wrapping_sub(64)];
        for value in outside {
            self.set([number, 3, 0, 0, 0], base, value, ErrorCode::OutsideDevice, base.offset);
        }
        for value in [memory.end() - region.base + 64, LAST_LINE, LAST_LINE - region.base + 64] {
            self.set([number, 3, 0, 0, 0], bytes, value & !63, ErrorCode::OutsideDevice, base.offset);
        }
    }

    /// What a log of parameters can have wrong.
    fn log_parameters(&mut self, place: &Place) {
        let (bytes, source) = (&registers::PARAMETER_BYTES, &registers::PARAMETER_SOURCE);
        self.set([1, 0, 0, 0, 0], bytes, 0, ErrorCode::ZeroLength, bytes.offset);
        for value in [1, 32, PARAMETER_BYTES + 4, u64::MAX] {
            self.set([1, 1, 0, 0, 0], bytes, value, ErrorCode::Misaligned, bytes.offset);
        }
        for value in [1, 32, (1 << 40) + 4] {
            self.set([2, 0, 0, 0, 0], source, value, ErrorCode::Misaligned, source.offset);
        }
        self.log_regions(place);
        let record = &registers::PARAMETER_LOG;
        self.record(place, record, PARAMETER_BYTES);
        for value in [place.log.bytes, LAST_LINE] {
            self.set([10, 1, 0, 0, 0], bytes, value, ErrorCode::OutsideRegion, record.offset);
        }
    }

    /// What a log of rows can have wrong.
    fn log_rows(&mut self, place: &Place) {
        for length in [0, 8, 24, 272, u64::from(HUGE)] {
            self.set([1, 0, 0, 0, 0], &registers::VECTOR_LENGTH, length, ErrorCode::VectorLength, length);
        }
        for (number, register) in (0..).zip([&registers::TABLE_COUNT, &registers::ROW_COUNT]) {
            self.set([3, number, 0, 0, 0], register, 0, ErrorCode::ZeroLength, register.offset);
        }
        self.log_regions(place);
        let scratchpad =
            Region { base: place.capabilities.scratchpad_base, bytes: place.capabilities.scratchpad_bytes };
        let descriptors = place.batch.descriptors;
        self.region(8, [&registers::DESCRIPTOR_BASE, &registers::DESCRIPTOR_BYTES], descriptors, scratchpad);
        for (number, list) in (0..).zip([List::RowDirectory, List::Rows]) {
            let register = list.register();
            for offset in [2, 4, 60] {
                let base = place.batch.list(list) + offset;
                self.set([9, number, 0, 0, 0], register, base, ErrorCode::Misaligned, register.offset);
            }
            for base in [descriptors.end(), descriptors.base.wrapping_sub(64), LAST_LINE, 0] {
                self.set([9, number, 1, 0, 0], register, base, ErrorCode::OutsideRegion, register.offset);
            }
        }
        let count = u64::from(HUGE);
        let (directory, rows) = (registers::ROW_DIRECTORY.offset, registers::ROWS.offset);
        self.set([9, 0, 1, 0, 0], &registers::TABLE_COUNT, count, ErrorCode::OutsideRegion, directory);
        self.set([9, 1, 1, 0, 0], &registers::ROW_COUNT, count, ErrorCode::OutsideRegion, rows);
        for (base, moment, code) in misplaced(place) {
            let staged = [
                Edit::Set(&registers::CHECKPOINT, registers::STAGED.place(1)),
                Edit::Set(&registers::STAGED_BASE, base),
            ];
            self.add([10, 2 + moment, 0, 0, 0], staged, code, registers::STAGED_BASE.offset);
        }
        // Six rows, and a line of their addresses.
        let record = place.log.base + ROW_LOG;
        self.record(place, &registers::ROW_LOG, 64 + UNIQUE_ROWS * u64::from(VECTOR_LENGTH) * 4);
        for rows in [5, 7] {
            self.set([11, 0, 0, 0, 0], &registers::ROW_COUNT, rows, ErrorCode::Log, record);
        }
        for (word, value) in [(3, 2), (3, 4), (11, HUGE), (7, 1), (1, 0x8000_0000), (9, HUGE)] {
            let edits = [Edit::Word(List::RowDirectory, word, value)];
            self.add([11, 0, 0, 0, 0], edits, ErrorCode::Log, record);
        }
    }

    /// What the regions of a log can have wrong.
    fn log_regions(&mut self, place: &Place) {
        let persistent = Region { base: 0, bytes: place.capabilities.persistent_bytes };
        let (data, log) = (place.data.data, place.log);
        self.region(4, [&registers::DATA_BASE, &registers::DATA_BYTES], data, persistent);
        self.region(5, [&registers::LOG_BASE, &registers::LOG_BYTES], log, persistent);
        let (base, position) = (&registers::LOG_BASE, registers::LOG_BASE.offset);
        self.set([5, 3, 0, 0, 0], base, place.capabilities.scratchpad_base, ErrorCode::OutsideDevice, position);
        for start in [data.base, data.end() - 64, data.base - log.bytes + 64] {
            self.set([7, 0, 0, 0, 0], base, start, ErrorCode::RegionOverlap, position);
        }
        let grown = log.base - data.base + 64;
        self.set([7, 0, 0, 0, 0], &registers::DATA_BYTES, grown, ErrorCode::RegionOverlap, position);
    }

    /// What the place of a record can have wrong.
    fn record(&mut self, place: &Place, register: &'static Register, payload: u64) {
        let log = place.log;
        for offset in [1, 8, 32] {
            let base = log.base + offset;
            self.set([10, 0, 0, 0, 0], register, base, ErrorCode::Misaligned, register.offset);
        }
        for base in [log.base - 64, log.end() - payload, log.end(), LAST_LINE, 0] {
            self.set([10, 1, 0, 0, 0], register, base, ErrorCode::OutsideRegion, register.offset);
        }
    }

    fn lists(&mut self, place: &Place, shape: &Shape) {
        let descriptors = place.batch.descriptors;
        for (number, &list) in (0..).zip(shape.lists) {
            let register = list.register();
            for offset in [2, 4, 60] {
                let base = place.batch.list(list) + offset;
                self.set([8, number, 0, 0, 0], register, base, ErrorCode::Misaligned, register.offset);
            }
            for base in [descriptors.end(), descriptors.base.wrapping_sub(64), LAST_LINE, 0] {
                self.set([8, number, 1, 0, 0], register, base, ErrorCode::OutsideRegion, register.offset);
            }
        }
        // Touching regions do not overlap, but then the lists are outside.
        let position = shape.directory.register().offset;
        let above = shape.vectors.end();
        self.set([8, 0, 1, 0, 0], &registers::DESCRIPTOR_BASE, above, ErrorCode::OutsideRegion, position);
        // One word more than fits.
        let last_line = descriptors.end() - 64;
        for (number, &list) in (0..).zip(shape.lists) {
            let register = list.register();
            let (count, most) = match list {
                List::BagDirectory | List::RowDirectory => (&registers::TABLE_COUNT, 4),
                List::BagOffsets | List::RowOffsets => (shape.total, 15),
                List::BagScales | List::Rows => (shape.total, 16),
                List::Indices | List::SourceBags | List::SourceScales => (&registers::ENTRY_COUNT, 16),
            };
            let fits_not = [Edit::Set(register, last_line), Edit::Set(count, most + 1)];
            self.add([8, number, 1, 0, 0], fits_not, ErrorCode::OutsideRegion, register.offset);
        }
        let (entries, position) = (u64::from(HUGE), shape.entries.register().offset);
        self.set([8, 3, 1, 0, 0], &registers::ENTRY_COUNT, entries, ErrorCode::OutsideRegion, position);

        let (bytes, position) = (shape.vectors.bytes - 64, shape.vectors_base.offset);
        self.set([9, 0, 0, 0, 0], shape.vectors_bytes, bytes, ErrorCode::OutsideRegion, position);
        if shape.total.offset != registers::BAG_COUNT.offset {
            self.set([9, 0, 0, 0, 0], &registers::BAG_COUNT, 6, ErrorCode::OutsideRegion, position);
            self.set([9, 0, 0, 0, 0], &registers::BAG_COUNT, u64::from(HUGE), ErrorCode::OutsideRegion, position);
        }
    }

    fn tables(&mut self, place: &Place, shape: &Shape) {
        let directory = shape.directory;
        let data = place.data.data;
        let mut entry = |table: u64, word: u64, value: u32| {
            let edits = [Edit::Word(directory, 4 * table + word, value)];
            self.add([10, table, 0, 0, 0], edits, ErrorCode::Table, table);
        };
        for table in 0..3 {
            let base = place.data.tables[table as usize].base;
            // Base: misaligned, and far above.
            entry(table, 0, base as u32 | 4);
            entry(table, 0, base as u32 | 32);
            entry(table, 1, HUGE);
            entry(table, 1, (base >> 32) as u32 ^ 0x8000_0000);
            // Rows: none, and more than lie in the data region.
            entry(table, 2, 0);
            entry(table, 2, HUGE);
        }
        entry(2, 2, ROWS[2] + 1);
        // Within the table before, on it, and on the one before that.
        entry(1, 0, (place.data.tables[1].base - 256) as u32);
        entry(2, 0, place.data.tables[1].base as u32);
        entry(2, 0, place.data.tables[0].base as u32);
        // Below the data region, and above it.
        let below =
            [Edit::Set(&registers::DATA_BASE, data.base + 64), Edit::Set(&registers::DATA_BYTES, data.bytes - 64)];
        self.add([10, 0, 0, 0, 0], below, ErrorCode::Table, 0);
        self.set([10, 2, 0, 0, 0], &registers::DATA_BYTES, data.bytes - 64, ErrorCode::Table, 2);
        // A fourth table, where the directory ends in zeros.
        self.set([10, 3, 0, 0, 0], &registers::TABLE_COUNT, 4, ErrorCode::Table, 3);
    }

    fn segments(&mut self, place: &Place, shape: &Shape) {
        let last = shape.segments - 1;
        let entries = 7;
        let word = |position, value| [Edit::Word(shape.offsets, position, value)];
        for value in [1, 7, HUGE] {
            self.add([10, 0, 1, 1, 0], word(0, value), ErrorCode::Offset, 0);
        }
        self.add([10, 0, 2, 2, 0], word(2, 0), ErrorCode::Offset, 1);
        for value in [entries as u32 + 1, HUGE] {
            self.add([10, 0, 1, 2, 0], word(1, value), ErrorCode::Offset, 0);
            self.add([10, 2, shape.segments, 2, 0], word(shape.segments, value), ErrorCode::Offset, last);
        }
        let count = &registers::ENTRY_COUNT;
        self.set([10, 2, shape.segments, 2, 0], count, entries - 1, ErrorCode::Offset, last);
        self.set([11, 1, 0, 0, 0], count, entries + 1, ErrorCode::Offset, shape.segments);

        let directory = |table: u64, segments| [Edit::Word(shape.directory, 4 * table + 3, segments)];
        let tables = 3;
        self.set([10, 2, shape.segments, 0, 0], shape.total, shape.segments - 1, ErrorCode::SegmentCount, tables);
        self.add([10, 2, shape.segments + 1, 0, 0], directory(2, HUGE), ErrorCode::SegmentCount, tables);
        self.add([11, 0, 0, 0, 0], directory(2, 1), ErrorCode::SegmentCount, tables);
        self.add([11, 0, 0, 0, 0], directory(2, 0), ErrorCode::SegmentCount, tables);
        self.set([11, 0, 0, 0, 0], &registers::TABLE_COUNT, 2, ErrorCode::SegmentCount, 2);
        // One segment more in the registers than in the directory.
        let more = [
            Edit::Set(shape.total, shape.segments + 1),
            Edit::Set(shape.vectors_bytes, place.batch.pooled.bytes + u64::from(VECTOR_LENGTH) * 4),
        ];
        self.add([11, 0, 0, 0, 0], more, ErrorCode::SegmentCount, tables);
        // Segments are counted before the last offset is compared.
        let both = [Edit::Word(shape.directory, 11, 1), Edit::Set(count, entries + 1)];
        self.add([11, 0, 0, 0, 0], both, ErrorCode::SegmentCount, tables);
        let none = [0, 1, 2].map(|table| Edit::Word(shape.directory, 4 * table + 3, 0));
        self.add([11, 0, 0, 0, 0], none, ErrorCode::SegmentCount, tables);
    }

    /// What the place of staged rows can have wrong.
    fn staged(&mut self, place: &Place) {
        let register = &registers::STAGED_BASE;
        for (base, moment, code) in misplaced(place) {
            self.set([9, 1 + moment, 0, 0, 0], register, base, code, register.offset);
        }
        let (descriptors, gradients) = (place.batch.descriptors, place.batch.gradients);
        for base in [descriptors.base, descriptors.end() - 64] {
            self.set([9, 3, 0, 0, 0], register, base, ErrorCode::RegionOverlap, register.offset);
        }
        for base in [gradients.base - 64, gradients.base, gradients.end() - 64] {
            self.set([9, 4, 0, 0, 0], register, base, ErrorCode::RegionOverlap, register.offset);
        }
    }

    /// What the data region of an accumulation can have wrong.
    fn accumulated(&mut self, place: &Place) {
        let register = &registers::DATA_BASE;
        let descriptors = place.batch.descriptors;
        for base in [descriptors.base, descriptors.end() - 64] {
            self.set([9, 1, 0, 0, 0], register, base, ErrorCode::RegionOverlap, register.offset);
        }
    }

    /// What only a lookup can have wrong.
    fn bags(&mut self) {
        let index = |position, value| [Edit::Word(List::Indices, position, value)];
        for (table, segment, entry) in [(0, 1, 0), (0, 1, 2), (0, 3, 3), (2, 4, 4), (2, 4, 5), (2, 5, 6)] {
            for value in [ROWS[table as usize], HUGE] {
                self.add([10, table, segment, 4, entry], index(entry, value), ErrorCode::Index, entry);
            }
        }
        // A table of three bags that claims more takes those of the next: its last ones are missing in the end.
        let bags = |table: u64, bags| [Edit::Word(List::BagDirectory, 4 * table + 3, bags)];
        self.add([10, 2, 6, 0, 0], bags(0, 4), ErrorCode::SegmentCount, 3);
        self.add([10, 0, 6, 0, 0], bags(0, HUGE), ErrorCode::SegmentCount, 3);
        // Rows of the table after it that this one does not have.
        self.add([10, 1, 4, 4, 4], bags(1, 2), ErrorCode::Index, 4);
        // The last bag empty: one entry is left.
        let total = 5;
        self.add([11, 1, 0, 0, 0], [Edit::Word(List::BagOffsets, total, 6)], ErrorCode::Offset, total);
        // More bags than the pooled region holds.
        let position = registers::POOLED_BASE.offset;
        self.set([9, 0, 0, 0, 0], &registers::BAG_COUNT, 6, ErrorCode::OutsideRegion, position);
        let position = registers::BAG_OFFSETS.offset;
        self.set([8, 1, 1, 0, 0], &registers::BAG_COUNT, u64::from(HUGE), ErrorCode::OutsideRegion, position);
    }

    /// What only an update can have wrong.
    fn rows(&mut self) {
        let row = |segment: u64, value| [Edit::Word(List::Rows, segment, value)];
        for (table, segment) in [(0, 0), (0, 1), (0, 2), (2, 3), (2, 4), (2, 5)] {
            for value in [ROWS[table as usize], HUGE] {
                self.add([10, table, segment + 1, 3, 0], row(segment, value), ErrorCode::Row, segment);
            }
        }
        // Not above the row before it: the same, and less.
        for (table, segment, value) in [(0, 1, 1), (0, 1, 0), (0, 2, 2), (0, 2, 1), (2, 4, 0), (2, 5, 3), (2, 5, 2)] {
            self.add([10, table, segment + 1, 3, 0], row(segment, value), ErrorCode::Row, segment);
        }
        let offset = |position, value| [Edit::Word(List::RowOffsets, position, value)];
        for (table, segment, start) in [(0, 0, 0), (0, 1, 1), (0, 2, 3), (2, 3, 4), (2, 5, 6)] {
            self.add([10, table, segment + 1, 4, 0], offset(segment + 1, start), ErrorCode::EmptyRow, segment);
        }
        let bag = |entry, value| [Edit::Word(List::SourceBags, entry, value)];
        let places = [(0, 1, 0), (0, 2, 1), (0, 2, 2), (0, 3, 3), (2, 4, 4), (2, 5, 5), (2, 6, 6)];
        for (table, segment, entry) in places {
            for value in [5, HUGE] {
                self.add([10, table, segment, 5, entry], bag(entry, value), ErrorCode::Index, entry);
            }
        }
        // Bag 4 is used by entry 5 alone.
        self.set([10, 2, 5, 5, 5], &registers::BAG_COUNT, 4, ErrorCode::Index, 5);
        let rows = |table: u64, rows| [Edit::Word(List::RowDirectory, 4 * table + 3, rows)];
        // Row 0 of the third table is not above row 9.
        self.add([10, 0, 4, 3, 0], rows(0, 4), ErrorCode::Row, 3);
        // Row 7 of the third table is not in the second.
        self.add([10, 1, 6, 3, 0], rows(1, 3), ErrorCode::Row, 5);
        let position = registers::ROW_OFFSETS.offset;
        self.set([8, 1, 1, 0, 0], &registers::ROW_COUNT, u64::from(HUGE), ErrorCode::OutsideRegion, position);
    }
}

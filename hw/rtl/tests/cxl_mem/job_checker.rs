//! The checker of settings: the first setting that is wrong, in the order of the register map, whatever the job.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::number;
use emberlane_registers::Register;
use emberlane_registers::cxl_mem::{self as map, Command, ErrorCode};
use emberlane_rtl::cxl_mem::job_checker::JobChecker;
use rand::Rng;
use rand_pcg::Pcg64;

/// An error: code and position.
type Error = (u64, u64);

const SCRATCHPAD: Region = Region { base: map::SCRATCHPAD_BASE, bytes: map::SCRATCHPAD_BYTES };
const PERSISTENT: Region = Region { base: 0, bytes: map::CHANNEL_BYTES };

#[derive(Clone, Copy, Debug, Default)]
struct Region {
    base: u64,
    bytes: u64,
}

impl Region {
    fn end(self) -> u128 {
        u128::from(self.base) + u128::from(self.bytes)
    }

    fn is_within(self, outer: Self) -> bool {
        self.base >= outer.base && self.end() <= outer.end()
    }

    fn overlaps(self, other: Self) -> bool {
        u128::from(self.base) < other.end() && u128::from(other.base) < self.end()
    }
}

#[derive(Clone, Debug, Default)]
struct Settings {
    staged_log: bool,
    vector_length: u64,
    pooling: u64,
    tables: u64,
    bags: u64,
    entries: u64,
    rows: u64,
    data: Region,
    descriptors: Region,
    vectors: Region,
    log: Region,
    directory: u64,
    offsets: u64,
    segments: u64,
    entry_list: u64,
    scales: u64,
    staged: u64,
    record: u64,
    record_bytes: u64,
    parameter_source: u64,
    parameter_bytes: u64,
}

impl Settings {
    /// Settings without error.
    fn good(command: Command, random: &mut Pcg64) -> Self {
        let mut settings = Self {
            staged_log: random.random(),
            vector_length: 16 * random.random_range(1..=16),
            pooling: random.random_range(0..2),
            tables: random.random_range(1..40),
            bags: random.random_range(1..200),
            entries: random.random_range(u64::from(command != Command::Lookup)..500),
            rows: random.random_range(1..200),
            ..Self::default()
        };
        let mut next = [0, SCRATCHPAD.base + 64 * random.random_range(0..1000)];
        let gap = |random: &mut Pcg64| 64 * [0, random.random_range(0..1 << 20)][random.random_range(0..2)];
        let mut place = |memory: usize, bytes: u64, random: &mut Pcg64| {
            let region = Region { base: next[memory] + gap(random), bytes: bytes.next_multiple_of(64).max(64) };
            next[memory] = region.end() as u64;
            region
        };
        let data = 64 * random.random_range(1..5000);
        settings.data = place(usize::from(command == Command::Accumulate), data, random);
        let segments = settings.segment_count(command);
        let lengths =
            [16 * settings.tables, 4 * segments + 4, 4 * segments, 4 * settings.entries, 4 * settings.entries];
        let mut bytes = 0;
        let starts = lengths.map(|length| {
            bytes += length.next_multiple_of(64);
            bytes - length.next_multiple_of(64)
        });
        settings.descriptors = place(1, bytes, random);
        let lists = starts.map(|start| settings.descriptors.base + start);
        [settings.directory, settings.offsets, settings.segments, settings.entry_list, settings.scales] = lists;
        settings.vectors = place(1, settings.bags * settings.vector(), random);
        settings.staged = place(1, settings.staged_bytes(), random).base;
        settings.parameter_source = 64 * random.random_range(0..1 << 40);
        settings.parameter_bytes = 64 * random.random_range(1..10_000);
        settings.record_bytes = 64 * random.random_range(2..10_000);
        settings.log = place(0, settings.record_bytes, random);
        settings.record = settings.log.base;
        settings
    }

    fn vector(&self) -> u64 {
        (self.vector_length / 16 % 32) * 64
    }

    fn staged_bytes(&self) -> u64 {
        self.rows * self.vector()
    }

    fn segment_count(&self, command: Command) -> u64 {
        if command == Command::Lookup { self.bags } else { self.rows }
    }

    /// One setting is something else.
    fn damage(&mut self, random: &mut Pcg64) {
        let words = [
            &mut self.vector_length,
            &mut self.pooling,
            &mut self.tables,
            &mut self.bags,
            &mut self.entries,
            &mut self.rows,
        ];
        if random.random_ratio(1, 3) {
            let place = random.random_range(0..words.len());
            let word = &mut *words[place];
            *word = [0, 1, *word + 1, word.wrapping_sub(1), u64::from(u32::MAX), 272, *word << 20]
                [random.random_range(0..7)];
            *word &= u64::from(u32::MAX);
            return;
        }
        let longs = [
            &mut self.data.base,
            &mut self.data.bytes,
            &mut self.descriptors.base,
            &mut self.descriptors.bytes,
            &mut self.vectors.base,
            &mut self.vectors.bytes,
            &mut self.log.base,
            &mut self.log.bytes,
            &mut self.directory,
            &mut self.offsets,
            &mut self.segments,
            &mut self.entry_list,
            &mut self.scales,
            &mut self.staged,
            &mut self.record,
            &mut self.record_bytes,
            &mut self.parameter_source,
            &mut self.parameter_bytes,
        ];
        let others = longs.each_ref().map(|long| **long);
        let place = random.random_range(0..longs.len());
        let Some(long) = longs.into_iter().nth(place) else { return };
        *long = match random.random_range(0..8) {
            0 => 0,
            1 => long.wrapping_add(32),
            2 => long.wrapping_add(64),
            3 => long.wrapping_sub(64),
            4 => u64::MAX - 63,
            5 => random.random(),
            6 => *long | 1 << 63,
            _ => others[random.random_range(0..others.len())],
        };
    }

    /// The order of checks under "Registers of" in `emberlane_registers::cxl_mem`.
    fn judge(&self, command: Command) -> Result<(), Error> {
        let error = |code: ErrorCode, register: Register| Err((code as u64, register.offset));
        let zero = |value: u64, register| if value == 0 { error(ErrorCode::ZeroLength, register) } else { Ok(()) };
        let aligned = |value: u64, register| match value.is_multiple_of(64) {
            true => Ok(()),
            false => error(ErrorCode::Misaligned, register),
        };
        let region = |region: Region, [base, bytes]: [Register; 2], outer: Region| {
            zero(region.bytes, bytes)?;
            aligned(region.base, base)?;
            aligned(region.bytes, bytes)?;
            if region.is_within(outer) { Ok(()) } else { error(ErrorCode::OutsideDevice, base) }
        };
        let list = |base: u64, bytes: u64, register: Register, outer: Region| {
            aligned(base, register)?;
            if (Region { base, bytes }).is_within(outer) { Ok(()) } else { error(ErrorCode::OutsideRegion, register) }
        };
        let apart = |one: Region, other: Region, register| match one.overlaps(other) {
            true => error(ErrorCode::RegionOverlap, register),
            false => Ok(()),
        };
        let is_lookup = command == Command::Lookup;
        let is_log = matches!(command, Command::LogRows | Command::LogParameters);
        let staged = Region { base: self.staged, bytes: self.staged_bytes() };
        if command == Command::LogParameters {
            zero(self.parameter_bytes, map::PARAMETER_BYTES)?;
            aligned(self.parameter_bytes, map::PARAMETER_BYTES)?;
            aligned(self.parameter_source, map::PARAMETER_SOURCE)?;
        } else {
            if !self.vector_length.is_multiple_of(16) || !(16..=256).contains(&self.vector_length) {
                return Err((ErrorCode::VectorLength as u64, self.vector_length));
            }
            if !is_log && self.pooling > 1 {
                return Err((ErrorCode::Pooling as u64, self.pooling));
            }
            zero(self.tables, map::TABLE_COUNT)?;
            if !is_log {
                zero(self.bags, map::BAG_COUNT)?;
            }
            if !is_log && !is_lookup {
                zero(self.entries, map::ENTRY_COUNT)?;
            }
            if !is_lookup {
                zero(self.rows, map::ROW_COUNT)?;
            }
        }
        let memory = if command == Command::Accumulate { SCRATCHPAD } else { PERSISTENT };
        region(self.data, [map::DATA_BASE, map::DATA_BYTES], memory)?;
        let descriptors = [map::DESCRIPTOR_BASE, map::DESCRIPTOR_BYTES];
        if is_log {
            region(self.log, [map::LOG_BASE, map::LOG_BYTES], PERSISTENT)?;
            apart(self.log, self.data, map::LOG_BASE)?;
            let mut record = map::PARAMETER_LOG;
            if command == Command::LogRows {
                region(self.descriptors, descriptors, SCRATCHPAD)?;
                list(self.directory, 16 * self.tables, map::ROW_DIRECTORY, self.descriptors)?;
                list(self.segments, 4 * self.rows, map::ROWS, self.descriptors)?;
                record = map::ROW_LOG;
            }
            list(self.record, self.record_bytes, record, self.log)?;
            if command == Command::LogRows && self.staged_log {
                region(staged, [map::STAGED_BASE; 2], SCRATCHPAD)?;
            }
            return Ok(());
        }
        region(self.descriptors, descriptors, SCRATCHPAD)?;
        let [vector_base, vector_bytes] = match is_lookup {
            true => [map::POOLED_BASE, map::POOLED_BYTES],
            false => [map::GRADIENT_BASE, map::GRADIENT_BYTES],
        };
        region(self.vectors, [vector_base, vector_bytes], SCRATCHPAD)?;
        apart(self.vectors, self.descriptors, vector_base)?;
        let [directory, offsets, segments, entries] = match is_lookup {
            true => [map::BAG_DIRECTORY, map::BAG_OFFSETS, map::BAG_SCALES, map::INDICES],
            false => [map::ROW_DIRECTORY, map::ROW_OFFSETS, map::ROWS, map::SOURCE_BAGS],
        };
        let count = self.segment_count(command);
        list(self.directory, 16 * self.tables, directory, self.descriptors)?;
        list(self.offsets, 4 * count + 4, offsets, self.descriptors)?;
        if !is_lookup || self.pooling == 1 {
            list(self.segments, 4 * count, segments, self.descriptors)?;
        }
        if self.entries > 0 {
            list(self.entry_list, 4 * self.entries, entries, self.descriptors)?;
        }
        if !is_lookup && self.pooling == 1 {
            list(self.scales, 4 * self.entries, map::SOURCE_SCALES, self.descriptors)?;
        }
        list(self.vectors.base, self.bags * self.vector(), vector_base, self.vectors)?;
        if command == Command::Accumulate {
            apart(self.data, self.descriptors, map::DATA_BASE)?;
        }
        if command == Command::Stage {
            region(staged, [map::STAGED_BASE; 2], SCRATCHPAD)?;
            apart(staged, self.descriptors, map::STAGED_BASE)?;
            apart(staged, self.vectors, map::STAGED_BASE)?;
        }
        Ok(())
    }
}

/// What the block says of a job, within the 42 cycles that it may take.
fn check(block: &mut Box<JobChecker>, command: Command, settings: &Settings) -> Result<(), Error> {
    block.is_update.next = matches!(command, Command::Update | Command::Stage | Command::Accumulate);
    block.is_stage.next = command == Command::Stage;
    block.is_accumulation.next = command == Command::Accumulate;
    block.is_row_log.next = command == Command::LogRows;
    block.is_parameter_log.next = command == Command::LogParameters;
    let (is_lookup, mean) = (command == Command::Lookup, settings.pooling == 1);
    block.uses_segments.next = !is_lookup || mean;
    block.uses_scales.next = !is_lookup && mean;
    block.staged.next = settings.staged_log;
    block.vector_length.next = settings.vector_length.into();
    block.pooling.next = settings.pooling.into();
    block.table_count.next = settings.tables.into();
    block.bag_count.next = settings.bags.into();
    block.entry_count.next = settings.entries.into();
    block.row_count.next = settings.rows.into();
    block.segment_count.next = settings.segment_count(command).into();
    block.data_base.next = settings.data.base.into();
    block.data_bytes.next = settings.data.bytes.into();
    block.descriptor_base.next = settings.descriptors.base.into();
    block.descriptor_bytes.next = settings.descriptors.bytes.into();
    block.vector_base.next = settings.vectors.base.into();
    block.vector_bytes.next = settings.vectors.bytes.into();
    block.log_base.next = settings.log.base.into();
    block.log_bytes.next = settings.log.bytes.into();
    block.directory.next = settings.directory.into();
    block.offsets.next = settings.offsets.into();
    block.segments.next = settings.segments.into();
    block.entries.next = settings.entry_list.into();
    block.scales.next = settings.scales.into();
    block.staged_base.next = settings.staged.into();
    block.staged_bytes.next = settings.staged_bytes().into();
    block.record.next = settings.record.into();
    block.record_bytes.next = settings.record_bytes.into();
    block.parameter_source.next = settings.parameter_source.into();
    block.parameter_bytes.next = settings.parameter_bytes.into();
    block.batch_bytes.next = (settings.bags * settings.vector()).into();
    block.persistent_bytes.next = PERSISTENT.bytes.into();
    block.start.next = true;
    for _ in 0..=42 {
        settle(&mut **block);
        let said = match (block.done.val(), block.failed.val()) {
            (true, false) => Some(Ok(())),
            (false, true) => Some(Err((number(block.error.val()), number(block.error_position.val())))),
            (false, false) => None,
            (true, true) => panic!("done and failed"),
        };
        clock_cycle!(*block);
        block.start.next = false;
        if let Some(said) = said {
            settle(&mut **block);
            assert!(!block.done.val() && !block.failed.val(), "said once");
            return said;
        }
    }
    panic!("{command:?}: no verdict in 42 cycles on {settings:x?}");
}

#[test]
fn settings_are_judged_in_the_order_of_the_register_map() {
    let random = &mut random("settings", 1);
    let block = &mut ready::<JobChecker>();
    block.reset.next = true;
    clock_cycle!(*block);
    block.reset.next = false;
    let mut errors = [0; 32];
    for round in 0..12_000 {
        let command = Command::ALL[round % Command::ALL.len()];
        let mut settings = Settings::good(command, random);
        let damages = round / Command::ALL.len() % 4;
        (0..damages).for_each(|_| settings.damage(random));
        let expected = settings.judge(command);
        assert!(damages > 0 || expected.is_ok(), "{command:?}: {expected:?}, {settings:x?}");
        assert_eq!(check(block, command, &settings), expected, "round {round}, {command:?}: {settings:x?}");
        errors[expected.err().map_or(0, |error| error.0 as usize)] += 1;
    }
    assert!(errors[..8].iter().all(|&count| count > 50), "{errors:?}");
}

/// Settings that are wrong in one way, written out by hand.
#[test]
fn settings_by_hand() {
    let block = &mut ready::<JobChecker>();
    let good = Settings {
        vector_length: 32,
        tables: 2,
        bags: 3,
        entries: 5,
        rows: 4,
        data: Region { base: 0x1000, bytes: 0x1000 },
        descriptors: Region { base: SCRATCHPAD.base, bytes: 0x400 },
        vectors: Region { base: SCRATCHPAD.base + 0x400, bytes: 3 * 128 },
        log: Region { base: 0x2000, bytes: 0x1000 },
        directory: SCRATCHPAD.base,
        offsets: SCRATCHPAD.base + 0x40,
        segments: SCRATCHPAD.base + 0x80,
        entry_list: SCRATCHPAD.base + 0xc0,
        scales: SCRATCHPAD.base + 0x100,
        staged: SCRATCHPAD.base + 0x1000,
        record: 0x2000,
        record_bytes: 0x1000,
        parameter_source: 0x40,
        parameter_bytes: 0xfc0,
        ..Settings::default()
    };
    for command in [Command::Lookup, Command::Update, Command::Stage, Command::LogRows, Command::LogParameters] {
        assert_eq!(check(block, command, &good), Ok(()), "{command:?}");
    }
    type Change = fn(&mut Settings);
    let cases: [(Command, Change, ErrorCode, u64); 14] = [
        (Command::Lookup, |it| it.vector_length = 24, ErrorCode::VectorLength, 24),
        (Command::Lookup, |it| it.vector_length = 272, ErrorCode::VectorLength, 272),
        (Command::Update, |it| it.pooling = 2, ErrorCode::Pooling, 2),
        (Command::Update, |it| it.entries = 0, ErrorCode::ZeroLength, map::ENTRY_COUNT.offset),
        (Command::Lookup, |it| it.data.bytes = 0, ErrorCode::ZeroLength, map::DATA_BYTES.offset),
        (Command::Lookup, |it| it.data.base += 8, ErrorCode::Misaligned, map::DATA_BASE.offset),
        (Command::Lookup, |it| it.data.bytes = 1 << 41, ErrorCode::OutsideDevice, map::DATA_BASE.offset),
        (Command::Lookup, |it| it.vectors.base -= 64, ErrorCode::RegionOverlap, map::POOLED_BASE.offset),
        (Command::Update, |it| it.vectors.bytes -= 64, ErrorCode::OutsideRegion, map::GRADIENT_BASE.offset),
        (Command::Lookup, |it| it.offsets += 0x3c0, ErrorCode::OutsideRegion, map::BAG_OFFSETS.offset),
        (Command::Stage, |it| it.staged = it.vectors.base, ErrorCode::RegionOverlap, map::STAGED_BASE.offset),
        (Command::Accumulate, |_| (), ErrorCode::OutsideDevice, map::DATA_BASE.offset),
        (Command::LogRows, |it| it.record_bytes += 64, ErrorCode::OutsideRegion, map::ROW_LOG.offset),
        (Command::LogParameters, |it| it.log.base = 0x1fc0, ErrorCode::RegionOverlap, map::LOG_BASE.offset),
    ];
    for (place, (command, change, code, position)) in cases.into_iter().enumerate() {
        let mut settings = good.clone();
        change(&mut settings);
        assert_eq!(check(block, command, &settings), Err((code as u64, position)), "case {place}: {command:?}");
        assert_eq!(settings.judge(command), Err((code as u64, position)), "case {place}: the plain judge");
    }
}

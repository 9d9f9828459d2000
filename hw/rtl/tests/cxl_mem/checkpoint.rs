//! The checkpointing logic: CRC-32C against the crate, and records as the format says, whatever stalls.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Line, Rate, Source, from_bits, number, to_bits};
use crate::stack::on_large_stack;
use emberlane_registers::cxl_mem::{INTERLEAVE_BYTES, SCRATCHPAD_BASE, interleave};
use emberlane_registers::faults::Fault;
use emberlane_registers::log::{self, PARTS, RecordKind};
use emberlane_rtl::cxl_mem::capacity::{GIB_BYTES, MOST_GIB};
use emberlane_rtl::cxl_mem::checkpoint::checkpointing_logic::CheckpointingLogic;
use emberlane_rtl::cxl_mem::checkpoint::interlock::Interlock;
use emberlane_rtl::cxl_mem::checkpoint::log_port::LogPort;
use emberlane_rtl::cxl_mem::checkpoint::part_splitter::PartSplitter;
use emberlane_rtl::cxl_mem::checkpoint::record_writer::RecordWriter;
use emberlane_rtl::stream::Crc32c;
use rand::Rng;
use rand_pcg::Pcg64;
use rust_hdl::prelude::*;
use std::collections::{BTreeMap, VecDeque};

fn bytes(line: &Line) -> Vec<u8> {
    line.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn crc(lines: &[Line]) -> u32 {
    lines.iter().fold(0, |crc, line| crc32c::crc32c_append(crc, &bytes(line)))
}

fn crc32c_is_that_of_the_crate<const WIDTH: usize>(seed: u64) {
    let random = &mut random("crc32c", seed);
    let mut block = ready::<Crc32c<WIDTH>>();
    for _ in 0..40 {
        block.clear.next = true;
        block.word_valid.next = random.random();
        clock_cycle!(block);
        block.clear.next = false;
        let (mut expected, count) = (0, random.random_range(0..30));
        for _ in 0..count {
            let word: Vec<u32> = (0..WIDTH / 32).map(|_| random.random()).collect();
            let comes = random.random_ratio(3, 4);
            block.word.next = to_bits(&word);
            block.word_valid.next = comes;
            if comes {
                let bytes: Vec<u8> = word.iter().flat_map(|word| word.to_le_bytes()).collect();
                expected = crc32c::crc32c_append(expected, &bytes);
            }
            clock_cycle!(block);
        }
        block.word_valid.next = false;
        while !block.settled.val() {
            clock_cycle!(block);
        }
        assert_eq!(number(block.value.val()), u64::from(expected), "{count} cycles");
    }
}

#[test]
fn crc32c_of_lines_is_that_of_the_crate() {
    crc32c_is_that_of_the_crate::<512>(1);
}

#[test]
fn crc32c_of_words_is_that_of_the_crate() {
    crc32c_is_that_of_the_crate::<32>(3);
}

#[test]
fn the_parts_are_those_of_the_format() {
    let mut block = ready::<PartSplitter>();
    block.reset.next = true;
    clock_cycle!(block);
    block.reset.next = false;
    for rows in (1..300).chain([77_777, u64::from(u32::MAX) / 17]) {
        let row_lines = 1 + rows % 16;
        block.start.next = true;
        block.rows.next = rows.into();
        block.row_lines.next = row_lines.into();
        clock_cycle!(block);
        block.start.next = false;
        let mut parts = Vec::new();
        while !block.idle.val() {
            for part in 0..PARTS {
                if block.part_start[part].val() {
                    assert_eq!(part, parts.len(), "the first part comes first");
                    let bytes = number(block.first_row.val()) * row_lines * 64;
                    assert_eq!(number(block.first_byte.val()), bytes);
                    parts.push([&block.first_row, &block.part_rows, &block.part_lines].map(|port| number(port.val())));
                }
            }
            clock_cycle!(block);
        }
        let size = log::part_rows(rows);
        let lines = log::row_part_lines(rows, row_lines);
        let expected = (0..).zip(lines).map(|(part, lines)| {
            let first = rows.min(part * size);
            [first, (rows - first).min(size), lines]
        });
        assert_eq!(parts, Vec::from_iter(expected), "{rows} rows");
    }
}

/// Writers at one channel: each ends a block that it has begun, unless it has no line; then it is another's turn.
#[test]
fn at_a_channel_writers_take_turns_block_by_block() {
    const WRITERS: usize = 3;
    let random = &mut random("log port", 4);
    for gap in [0, 1, 5] {
        let mut block = ready::<LogPort<WRITERS>>();
        block.reset.next = true;
        clock_cycle!(block);
        block.reset.next = false;
        block.gap.next = gap.into();
        let mut sources = [0; WRITERS].map(|_: u64| Source::new(0..40u64, Rate::changing()));
        let (mut takes, mut answers) = (Rate::changing(), Rate::changing());
        let (mut expected, mut under_way, mut unanswered) = (VecDeque::new(), 0, 0u64);
        let (mut last, mut holder) = (None, None);
        let mut cycle = 0u64;
        while sources.iter().any(|source| !source.items.is_empty()) || unanswered > 0 {
            for (writer, source) in sources.iter_mut().enumerate() {
                let offer = source.offer(random).copied();
                block.in_valid[writer].next = offer.is_some();
                block.in_address[writer].next = (64 * offer.unwrap_or(0)).into();
                block.in_data[writer].next = to_bits(&[writer as u32; 16]);
            }
            block.write_ready.next = takes.draw(random);
            let written = under_way > 0 && answers.draw(random);
            block.written.next = written;
            settle(&mut *block);
            assert_eq!(block.answered.val(), unanswered == 0, "cycle {cycle}");
            if block.write_valid.val() && block.write_ready.val() {
                let write = (number(block.write_address.val()), from_bits(block.write_data.val()));
                assert_eq!(Some(write), expected.pop_front());
                under_way += 1;
            }
            if holder.is_some_and(|holder: usize| !block.in_valid[holder].val()) {
                holder = None;
            }
            for (writer, source) in sources.iter_mut().enumerate() {
                if block.in_valid[writer].val() && block.in_ready[writer].val() {
                    assert!(holder.is_none_or(|holder| holder == writer), "cycle {cycle}: {holder:?} is interrupted");
                    assert!(last.is_none_or(|last| cycle - last > gap), "cycle {cycle}: no gap");
                    last = Some(cycle);
                    let line = source.take();
                    holder = (line % 4 != 3).then_some(writer);
                    expected.push_back((64 * line, [writer as u32; 16]));
                    unanswered += 1;
                }
            }
            if written {
                (under_way, unanswered) = (under_way - 1, unanswered - 1);
            }
            clock_cycle!(block);
            cycle += 1;
        }
        assert!(expected.is_empty());
    }
}

#[test]
fn the_interlock_permits_what_counts() {
    let random = &mut random("interlock", 2);
    let mut block = ready::<Interlock>();
    block.reset.next = true;
    clock_cycle!(block);
    block.reset.next = false;
    let (mut rows, mut parameters) = (None, None);
    // What an update waited for a cycle ago: records of rows, of parameters, its batch and its lag.
    let mut asked = (false, false, 0, 0);
    let mut expected = false;
    let mut permitted = 0;
    for turn in 0..4000 {
        // Numbers that differ a little: of all bits, or about the first batches, from which no lag leads to batches before them.
        let near = |number: u64| if turn / 100 % 2 == 0 { u64::MAX - number } else { number };
        let [rows_batch, parameters_batch, batch] = [0; 3].map(|_: u64| near(random.random_range(0..4u64)));
        let lag = random.random_range(0..3u64);
        let [rows_done, parameters_done, after_rows, after_parameters] = [0; 4].map(|_: u64| random.random::<bool>());
        block.rows_done.next = rows_done;
        block.rows_batch.next = rows_batch.into();
        block.parameters_done.next = parameters_done;
        block.parameters_batch.next = parameters_batch.into();
        block.after_rows.next = after_rows;
        block.after_parameters.next = after_parameters;
        block.lag.next = lag.into();
        block.batch.next = batch.into();
        block.reset.next = random.random_ratio(1, 40);
        settle(&mut *block);
        assert_eq!(block.permits.val(), expected, "records of a cycle ago, an update of two cycles ago");
        let (waits_for_rows, waits_for_parameters, latest, lag_of_latest) = asked;
        let is_recent = |record: u64| record <= latest && latest - record <= lag_of_latest;
        expected =
            (!waits_for_rows || rows == Some(latest)) && (!waits_for_parameters || parameters.is_some_and(is_recent));
        permitted += u32::from(expected && (waits_for_rows || waits_for_parameters));
        asked = (after_rows, after_parameters, batch, lag);
        if rows_done {
            rows = Some(rows_batch);
        }
        if parameters_done {
            parameters = Some(parameters_batch);
        }
        if block.reset.val() {
            (rows, parameters, expected) = (None, None, false);
        }
        clock_cycle!(block);
    }
    assert!(permitted > 300, "{permitted}");
}

const DIRECTORY: u64 = SCRATCHPAD_BASE + 0x40;
const ROWS: u64 = SCRATCHPAD_BASE + 0x1_0000;
const LOG: u64 = 0x40_0000;

/// Staged rows, in the scratchpad behind the lists.
const STAGED: u64 = SCRATCHPAD_BASE + 0x10_0040;

/// A batch: of each table its base and its unique rows.
struct Batch {
    tables: Vec<(u64, Vec<u32>)>,
    row_lines: u64,
    /// Its rows are staged.
    staged: bool,
}

impl Batch {
    fn new(random: &mut Pcg64, row_lines: u64) -> Self {
        let count = random.random_range(1..12);
        let tables = (0..count).map(|table| {
            let rows = (0..random.random_range(0..20)).map(|_| random.random_range(0..1000)).collect();
            ((table * 0x10_0000 + 0x80) & !63, rows)
        });
        let mut tables: Vec<(u64, Vec<u32>)> = tables.collect();
        tables[0].1.push(5);
        Self { tables, row_lines, staged: random.random() }
    }

    fn rows(&self) -> u64 {
        self.tables.iter().map(|(_, rows)| rows.len() as u64).sum()
    }

    /// DPA of every row.
    fn addresses(&self) -> Vec<u64> {
        let rows = |(base, rows): &(u64, Vec<u32>)| {
            let base = *base;
            rows.iter().map(|row| base.wrapping_add(u64::from(*row) * self.row_lines * 64)).collect::<Vec<_>>()
        };
        self.tables.iter().flat_map(rows).collect()
    }

    /// Moves a table so that its last row lies there, of memory with so many bytes.
    fn place(&mut self, last_row: LastRow, memory: u64, random: &mut Pcg64) {
        let row_bytes = self.row_lines * 64;
        let full: Vec<_> = self.tables.iter_mut().filter(|(_, rows)| !rows.is_empty()).collect();
        let chosen = random.random_range(0..full.len());
        let (base, rows) = full.into_iter().nth(chosen).expect("the first has a row");
        let last = rows.iter().copied().max().expect("a row").max(1);
        let end = match last_row {
            LastRow::Anywhere => return,
            LastRow::NearEnd(behind) => memory.wrapping_add(behind.bytes(memory)),
            LastRow::Carried => row_bytes,
        };
        if last_row == LastRow::Carried {
            rows.fill(last);
        }
        *base = end.wrapping_sub((u64::from(last) + 1) * row_bytes);
    }

    /// DPA that every row is read from.
    fn sources(&self) -> Vec<u64> {
        match self.staged {
            true => (0..self.rows()).map(|row| STAGED + row * self.row_lines * 64).collect(),
            false => self.addresses(),
        }
    }

    /// A line of the scratchpad, by DPA.
    fn scratch_line(&self, address: u64) -> Line {
        if address >= STAGED {
            return row_line(address);
        }
        let directory: Vec<u32> = self
            .tables
            .iter()
            .flat_map(|(base, rows)| [*base as u32, (base >> 32) as u32, 1000, rows.len() as u32])
            .collect();
        let rows: Vec<u32> = self.tables.iter().flat_map(|(_, rows)| rows.clone()).collect();
        let (list, first) =
            if address >= ROWS { (rows, (address - ROWS) / 4) } else { (directory, (address - DIRECTORY) / 4) };
        std::array::from_fn(|word| list.get(first as usize + word).copied().unwrap_or(0xdead_beef))
    }

    /// The parts of the payload: eight rows and a line with their addresses in turn.
    fn parts(&self) -> [Vec<Line>; PARTS] {
        let rows: Vec<(u64, u64)> = self.addresses().into_iter().zip(self.sources()).collect();
        let lines = |(_, source): &(u64, u64)| {
            let source = *source;
            (0..self.row_lines).map(move |line| row_line(source + 64 * line))
        };
        let group = |rows: &[(u64, u64)]| -> Vec<Line> {
            let packed =
                std::array::from_fn(|word| rows.get(word / 2).map_or(0, |row| (row.0 >> (32 * (word % 2))) as u32));
            rows.iter().flat_map(lines).chain([packed]).collect()
        };
        let size = rows.len().div_ceil(16 * PARTS) * 16;
        let mut parts = rows.chunks(size).map(|rows| rows.chunks(8).flat_map(group).collect());
        std::array::from_fn(|_| parts.next().unwrap_or_default())
    }
}

fn row_line(address: u64) -> Line {
    std::array::from_fn(|lane| (address as u32 + lane as u32).wrapping_mul(0x9e37_79b9))
}

fn header(
    kind: RecordKind,
    configuration: u32,
    batch: u64,
    parts: &[Vec<Line>; PARTS],
    rows: u64,
    length: u64,
) -> Line {
    let mut line = [0; 16];
    line[..4].copy_from_slice(&[log::MAGIC, kind as u32, configuration, (batch >> 32) as u32]);
    let lines: usize = parts.iter().map(Vec::len).sum();
    for (words, value) in line[4..].chunks_exact_mut(2).zip([batch as u32, lines as u32, rows as u32]) {
        words.copy_from_slice(&[value, !value]);
    }
    line[10] = length as u32;
    line[11..15].copy_from_slice(&parts.each_ref().map(|part| crc(part)));
    line[15] = crc(&[line]);
    line
}

/// What goes wrong.
#[derive(Clone, Copy, Default, PartialEq)]
struct Faults {
    /// The directory has so many rows more than there are.
    lists: i64,
    /// A row cannot be read.
    row: bool,
    /// A write of the row record is refused.
    write: bool,
    /// A line of parameters is not to be used.
    parameter: bool,
    /// Where the last row of some table lies.
    last_row: LastRow,
}

/// Where the last row of a table lies.
#[derive(Clone, Copy, Default, PartialEq)]
enum LastRow {
    /// Where it was drawn.
    #[default]
    Anywhere,
    /// It ends where persistent memory does, or so far behind.
    NearEnd(Behind),
    /// At DPA 0, because its address has no room for the carry of the table's base and its offset; the table has no other.
    Carried,
}

/// It ends where persistent memory does.
const AT_THE_END: LastRow = LastRow::NearEnd(Behind::Bytes(0));

/// How far behind the end of persistent memory.
#[derive(Clone, Copy, PartialEq)]
enum Behind {
    Bytes(u64),
    /// As far as it is large.
    AllOfIt,
    /// Where the scratchpad begins.
    AtTheScratchpad,
}

impl Behind {
    fn bytes(self, memory: u64) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::AllOfIt => memory,
            Self::AtTheScratchpad => SCRATCHPAD_BASE - memory,
        }
    }
}

/// Reads of a port that are not answered: of each ID in order.
#[derive(Default)]
struct Reads(BTreeMap<u64, VecDeque<u64>>);

impl Reads {
    fn ask(&mut self, id: u64, address: u64) {
        self.0.entry(id).or_default().push_back(address);
    }

    /// The ID and the address of one that is answered now.
    fn answer(&mut self, rate: &mut Rate, random: &mut Pcg64) -> Option<(u64, u64)> {
        self.0.retain(|_, addresses| !addresses.is_empty());
        if self.0.is_empty() || !rate.draw(random) {
            return None;
        }
        let id = *self.0.keys().nth(random.random_range(0..self.0.len()))?;
        Some((id, self.0.get_mut(&id)?.pop_front()?))
    }
}

/// A port of memory of the checkpointing logic.
#[derive(Default)]
struct Writes {
    waiting: Vec<VecDeque<u64>>,
    lines: BTreeMap<u64, Line>,
    /// Writes that were answered, in order.
    answered: Vec<u64>,
}

/// DPA of an address of one of some channels.
fn dpa<const CHANNELS: usize>(channel: usize, address: u64) -> u64 {
    let block = address / INTERLEAVE_BYTES * CHANNELS as u64 + channel as u64;
    block * INTERLEAVE_BYTES + address % INTERLEAVE_BYTES
}

/// Records of rows and of parameters at one, two or four channels, as the seed says; how many cycles they took.
fn records(rate: fn() -> Rate, gap: u64, faults: Faults, seed: u64) -> u64 {
    let records = match seed % 3 {
        0 => records_of::<1>,
        1 => records_of::<2>,
        _ => records_of::<4>,
    };
    records(rate, gap, faults, seed)
}

/// A record of rows and one of parameters at the same time; how many cycles they took.
fn records_of<const CHANNELS: usize>(rate: fn() -> Rate, gap: u64, faults: Faults, seed: u64) -> u64 {
    let random = &mut random("checkpointing logic", seed);
    let mut block = ready::<CheckpointingLogic<CHANNELS, 1>>();
    block.reset.next = true;
    clock_cycle!(block);
    block.reset.next = false;
    let row_lines = [1, 2, 4, 16][random.random_range(0..4)];
    let mut batch = Batch::new(random, row_lines);
    let persistent_gib = (CHANNELS * [1, 15, MOST_GIB][random.random_range(0..3)]) as u64;
    block.persistent_gib.next = persistent_gib.into();
    batch.place(faults.last_row, persistent_gib * GIB_BYTES, random);
    let (configuration, number_of_batch) = (random.random::<u32>(), random.random::<u64>());
    let parts = batch.parts();
    let payload = parts.concat();
    let parameters: Vec<Line> = (0..random.random_range(1..150)).map(|_| random.random()).collect();
    let mut rates: Vec<Rate> = (0..10).map(|_| rate()).collect();
    let targets = [LOG, LOG + 0x10_0000];
    let bad_row = batch.sources()[random.random_range(0..batch.rows() as usize)];
    let bad_write = targets[0] + 64 * random.random_range(0..payload.len() as u64);
    let bad_parameter = random.random_range(0..parameters.len());
    let mut scratch: [Reads; CHANNELS] = std::array::from_fn(|_| Reads::default());
    let mut rows: [Reads; CHANNELS] = std::array::from_fn(|_| Reads::default());
    let mut writes: [Writes; 2] =
        std::array::from_fn(|_| Writes { waiting: vec![VecDeque::new(); CHANNELS], ..Writes::default() });
    let mut sent = 0;
    let (mut rows_ended, mut parameters_ended) = (None, None);
    let mut offered = false;
    for cycle in 0..100_000u64 {
        block.rows_start.next = cycle == 0;
        block.parameters_start.next = cycle == 1;
        block.target.next = targets[usize::from(cycle > 0)].into();
        let lines = if cycle == 0 { payload.len() } else { parameters.len() } as u64;
        block.lines.next = lines.into();
        block.configuration.next = u64::from(configuration).into();
        block.batch.next = number_of_batch.into();
        block.vector_length.next = (16 * row_lines).into();
        block.row_lines.next = row_lines.into();
        block.directory.next = DIRECTORY.into();
        block.rows.next = ROWS.into();
        block.table_count.next = (batch.tables.len() as u64).into();
        block.staged.next = batch.staged;
        block.staged_base.next = STAGED.into();
        block.row_count.next = batch.rows().saturating_add_signed(-faults.lists).into();
        block.gap.next = gap.into();
        block.after_rows.next = true;
        block.after_parameters.next = true;
        block.fault[0].next = (Fault::None as u64).into();
        for channel in 0..CHANNELS {
            let bad = |address| faults.row && address == bad_row;
            block.list.arready[channel].next = rates[0].draw(random);
            let answer = scratch[channel].answer(&mut rates[1], random);
            block.list.rvalid[channel].next = answer.is_some();
            if let Some((id, address)) = answer {
                let line = bit_cast::<513, 512>(to_bits(&batch.scratch_line(address)));
                block.list.rline[channel].next = line.replace_bit(512, bad(address));
                block.list.rid[channel].next = id.into();
            }
            block.row.arready[channel].next = rates[2].draw(random);
            let answer = rows[channel].answer(&mut rates[3], random);
            block.row.rvalid[channel].next = answer.is_some();
            if let Some((id, address)) = answer {
                let line = bit_cast::<513, 512>(to_bits(&row_line(address)));
                block.row.rline[channel].next = line.replace_bit(512, bad(address));
                block.row.rid[channel].next = id.into();
            }
            block.row_log_ready[channel].next = rates[4].draw(random);
            let done: Option<u64> = if rates[5].draw(random) { writes[0].waiting[channel].pop_front() } else { None };
            block.row_logged[channel].next = done.is_some();
            block.row_log_error[channel].next = faults.write && done == Some(bad_write);
            writes[0].answered.extend(done);
            block.parameter_log_ready[channel].next = rates[6].draw(random);
            let done: Option<u64> = if rates[7].draw(random) { writes[1].waiting[channel].pop_front() } else { None };
            block.parameter_logged[channel].next = done.is_some();
            writes[1].answered.extend(done);
        }
        offered |= cycle > 1 && sent < parameters.len() && rates[8].draw(random);
        block.parameter_valid.next = offered;
        if offered {
            let line = bit_cast::<513, 512>(to_bits(&parameters[sent]));
            block.parameter.next = line.replace_bit(512, faults.parameter && sent == bad_parameter);
        }
        settle(&mut *block);
        for channel in 0..CHANNELS {
            if block.list.arvalid[channel].val() && block.list.arready[channel].val() {
                let address = SCRATCHPAD_BASE + dpa::<CHANNELS>(channel, number(block.list.araddr[channel].val()));
                scratch[channel].ask(number(block.list.arid[channel].val()), address);
            }
            if block.row.arvalid[channel].val() && block.row.arready[channel].val() {
                let address = dpa::<CHANNELS>(channel, number(block.row.araddr[channel].val()));
                rows[channel].ask(number(block.row.arid[channel].val()), address);
            }
            let logs = [
                (
                    block.row_log_valid[channel].val() && block.row_log_ready[channel].val(),
                    &block.row_log_address[channel],
                    block.row_log_data[channel].val(),
                ),
                (
                    block.parameter_log_valid[channel].val() && block.parameter_log_ready[channel].val(),
                    &block.parameter_log_address[channel],
                    block.parameter_log_data[channel].val(),
                ),
            ];
            for (log, (taken, address, data)) in logs.into_iter().enumerate() {
                if taken {
                    let address = dpa::<CHANNELS>(channel, number(address.val()));
                    assert_eq!(interleave(address, CHANNELS as u64).0, channel as u64);
                    if address == targets[log] {
                        let payload = if log == 0 { payload.len() } else { parameters.len() };
                        assert_eq!(
                            writes[log].answered.len(),
                            payload,
                            "cycle {cycle}: a flag before what it vouches for"
                        );
                    }
                    assert_eq!(writes[log].lines.insert(address, from_bits(data)), None, "{address:#x} twice");
                    writes[log].waiting[channel].push_back(address);
                }
            }
        }
        if offered && block.parameter_ready.val() {
            sent += 1;
            offered = false;
        }
        // What the update waits for counts two cycles after it is said.
        if cycle > 1 && block.permits.val() {
            assert!(rows_ended == Some(true) && parameters_ended == Some(true), "cycle {cycle}: permitted too early");
        }
        if block.rows_done.val() {
            rows_ended = Some(true);
        }
        if block.parameters_done.val() {
            parameters_ended = Some(true);
        }
        if block.failed.val() {
            let record = number(block.failed_record.val());
            let ended = if record == targets[0] { &mut rows_ended } else { &mut parameters_ended };
            assert_eq!(*ended, None, "a record ends once");
            *ended = Some(false);
        }
        let idle = block.rows_idle.val() && block.parameters_idle.val();
        clock_cycle!(block);
        if cycle > 2 && idle {
            let bad_rows = faults.lists != 0
                || faults.row
                || faults.write
                || !matches!(faults.last_row, LastRow::Anywhere | AT_THE_END);
            assert_eq!((rows_ended, parameters_ended), (Some(!bad_rows), Some(!faults.parameter)), "seed {seed}");
            assert!(block.waiting.val(), "nothing is under way");
            let records = [
                (bad_rows, RecordKind::Rows, &parts, batch.rows(), 16 * row_lines),
                (faults.parameter, RecordKind::Parameters, &[parameters, vec![], vec![], vec![]], 0, 0),
            ];
            for (log, (bad, kind, parts, rows, length)) in records.into_iter().enumerate() {
                if bad {
                    assert!(!writes[log].lines.contains_key(&targets[log]), "a record without its payload");
                    continue;
                }
                let header = header(kind, configuration, number_of_batch, parts, rows, length);
                let lines = [header].into_iter().chain(parts.concat());
                let expected = (0..).zip(lines).map(|(number, line)| (targets[log] + 64 * number, line)).collect();
                assert!(writes[log].lines == expected, "{kind:?}, seed {seed}: the record is not as the format says");
            }
            return cycle;
        }
    }
    panic!("seed {seed}: no end; {rows_ended:?}, {parameters_ended:?}");
}

#[test]
fn records_are_as_the_format_says() {
    on_large_stack(|| {
        for seed in 10..16 {
            records(Rate::changing, 0, Faults::default(), seed);
        }
        records(Rate::always, 0, Faults::default(), 16);
        let (fast, slow) =
            (records(Rate::always, 0, Faults::default(), 17), records(Rate::always, 9, Faults::default(), 17));
        assert!(slow > 3 * fast, "a gap of 9 cycles: {slow} cycles instead of {fast}");
    });
}

#[test]
fn what_goes_wrong_leaves_no_record() {
    on_large_stack(|| {
        let none = Faults::default();
        let faults = [
            Faults { lists: -1, ..none },
            Faults { lists: 1, ..none },
            Faults { row: true, ..none },
            Faults { write: true, ..none },
            Faults { parameter: true, ..none },
            Faults { row: true, parameter: true, ..none },
        ];
        for (faults, seed) in faults.into_iter().zip(20..) {
            records(Rate::changing, 0, faults, seed);
        }
    });
}

/// A record has rows of persistent memory to its last line, and none of which a line lies behind it, however far, or that the end of
/// all addresses has carried to its beginning.
#[test]
fn rows_end_where_memory_does() {
    on_large_stack(|| {
        let near = [64, 128, 1 << 20, 1 << 63].map(Behind::Bytes);
        let behind = near.into_iter().chain([Behind::AllOfIt, Behind::AtTheScratchpad]).map(LastRow::NearEnd);
        let bad = behind.chain([LastRow::Carried; 4]);
        for (last_row, seed) in [AT_THE_END; 4].into_iter().chain(bad).zip(40..) {
            records(Rate::changing, 0, Faults { last_row, ..Faults::default() }, seed);
        }
    });
}

/// Two records of five lines, at `LOG` and one slot behind: each write with its DPA, and how many were answered before it.
fn two_records(fault: Fault) -> Vec<(u64, Line, usize)> {
    /// Cycles to an answer: more than it takes to put a header together.
    const LATENCY: u64 = 40;
    let mut block = ready::<RecordWriter<1, 1, 1>>();
    block.fault[0].next = (fault as u64).into();
    block.reset.next = true;
    clock_cycle!(block);
    block.reset.next = false;
    let (mut writes, mut answers, mut answered) = (Vec::new(), VecDeque::new(), 0);
    let mut begun = 0;
    for cycle in 0..1000u64 {
        block.start.next = block.idle.val() && begun < 2;
        block.part_start[0].next = block.idle.val() && begun < 2;
        block.target.next = (LOG + SLOT * begun).into();
        block.part_lines.next = 5.into();
        begun += u64::from(block.idle.val());
        block.line_valid[0].next = true;
        block.line[0].next = bit_cast::<513, 512>(to_bits(&row_line(cycle)));
        block.write_ready[0].next = true;
        let answer = answers.pop_front_if(|due: &mut u64| *due <= cycle);
        block.written[0].next = answer.is_some();
        settle(&mut *block);
        if block.write_valid[0].val() {
            writes.push((number(block.write_address[0].val()), from_bits(block.write_data[0].val()), answered));
            answers.push_back(cycle + LATENCY);
        }
        answered += usize::from(answer.is_some());
        if begun > 2 {
            return writes;
        }
        clock_cycle!(block);
    }
    panic!("{fault:?}: no end");
}

/// DPA from one slot to the next.
const SLOT: u64 = 0x1000;

#[test]
fn without_a_fault_a_header_is_last_and_all_lies_where_it_should() {
    let writes = two_records(Fault::None);
    let addresses = |slot: u64| (1..6).chain([0]).map(move |line| LOG + slot * SLOT + 64 * line);
    assert_eq!(Vec::from_iter(writes.iter().map(|write| write.0)), Vec::from_iter(addresses(0).chain(addresses(1))));
    assert_eq!((writes[5].2, writes[11].2), (5, 11), "a header comes when all before it is answered");
}

#[test]
fn an_early_header_does_not_wait_for_its_payload() {
    let writes = two_records(Fault::EarlyHeader);
    assert_eq!((writes[5].0, writes[11].0), (LOG, LOG + SLOT));
    assert!(writes[5].2 < 5 && writes[11].2 < 11, "{} and {} answers", writes[5].2, writes[11].2);
}

#[test]
fn in_one_slot_a_record_overwrites_the_last() {
    let addresses = Vec::from_iter(two_records(Fault::OneSlot).iter().map(|write| write.0));
    assert_eq!(addresses[..6], addresses[6..]);
}

#[test]
fn an_early_delete_clears_the_last_header_first() {
    let writes = two_records(Fault::EarlyDelete);
    assert_eq!(writes.len(), 13);
    assert_eq!((writes[6].0, writes[6].1), (LOG, [0; 16]), "the first write of the second record");
    assert_eq!((writes[12].0, writes[12].2), (LOG + SLOT, 12));
}

#[test]
fn without_the_interlock_no_update_waits() {
    on_large_stack(|| {
        for fault in [Fault::None, Fault::NoInterlock] {
            let mut block = ready::<CheckpointingLogic<2, 1>>();
            block.fault[0].next = (fault as u64).into();
            block.after_rows.next = true;
            block.reset.next = true;
            clock_cycle!(block);
            assert_eq!(block.permits.val(), fault == Fault::NoInterlock);
        }
    });
}

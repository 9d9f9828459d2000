//! Logs: what their registers say, the checks, and the records they leave.

use super::{
    Failure, ReferenceCxlMem,
    job::{check_vector_length, staged_rows},
    lists::{List, WORD_BYTES},
    region::{Memory as Space, Range},
    work::RowRecord,
};
use crate::memory::Memory;
use emberlane_registers::{
    Register,
    cxl_mem::{self as map, DIRECTORY_WORDS, ErrorCode, FAILED, LINE_BYTES, LINE_ELEMENTS, MAX_VECTOR_LENGTH, STAGED},
    log::{GROUP_ROWS, HEADER_BYTES, MAGIC, MAX_PAYLOAD_BYTES, PARTS, RecordKind, row_part_lines, row_payload_lines},
};

/// Bytes of a payload that are read at a time.
const CHUNK_BYTES: usize = 1 << 16;

/// Parameters that the device reads from a peer into a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParameterLog {
    /// HPA of the first line, at the peer.
    pub source: u64,
    /// DPA of the first line of the payload.
    pub target: u64,
    /// Bytes; whole lines.
    pub bytes: u64,
}

/// What every record of a job holds besides its payload.
#[derive(Clone, Copy, Debug)]
struct Stamp {
    configuration: u64,
    batch: u64,
}

/// The registers that both logs have.
#[derive(Clone, Debug)]
struct Place {
    data: Range,
    log: Range,
    record: Range,
    stamp: Stamp,
}

impl Place {
    /// Takes the registers; `payload` in bytes.
    fn new(record: &'static Register, payload: u64, read: impl Fn(&Register) -> u64) -> Self {
        Self {
            data: Range::region(&map::DATA_BASE, &map::DATA_BYTES, &read),
            log: Range::region(&map::LOG_BASE, &map::LOG_BYTES, &read),
            // A payload that no header can tell of is larger than any log region.
            record: Range {
                base: read(record),
                bytes: if payload > MAX_PAYLOAD_BYTES { u64::MAX } else { payload + HEADER_BYTES },
                base_register: record,
            },
            stamp: Stamp { configuration: read(&map::CONFIGURATION), batch: read(&map::BATCH) },
        }
    }

    fn check_regions(&self, persistent_bytes: u64) -> Result<(), Failure> {
        self.data.check(&map::DATA_BYTES, Space::persistent(persistent_bytes))?;
        self.log.check(&map::LOG_BYTES, Space::persistent(persistent_bytes))?;
        self.log.check_apart(&self.data)
    }

    fn check_record(&self) -> Result<(), Failure> {
        self.record.check_alignment()?;
        if self.record.is_within(self.log.base, self.log.bytes) {
            return Ok(());
        }
        Err(self.record.fail(ErrorCode::OutsideRegion))
    }

    /// DPA of the payload.
    fn payload(&self) -> u64 {
        self.record.base + HEADER_BYTES
    }
}

/// The registers of a log of parameters.
#[derive(Clone, Debug)]
pub struct ParameterLogJob {
    source: u64,
    bytes: u64,
    place: Place,
}

impl ParameterLogJob {
    /// Takes the registers.
    pub fn new(read: impl Fn(&Register) -> u64) -> Self {
        let bytes = read(&map::PARAMETER_BYTES);
        Self { source: read(&map::PARAMETER_SOURCE), bytes, place: Place::new(&map::PARAMETER_LOG, bytes, &read) }
    }

    /// The checks under "Registers of a log" of the order in `emberlane_registers::cxl_mem`.
    pub fn check(&self, persistent_bytes: u64) -> Result<(), Failure> {
        if self.bytes == 0 {
            return Err((ErrorCode::ZeroLength, map::PARAMETER_BYTES.offset));
        }
        for (value, register) in [(self.bytes, &map::PARAMETER_BYTES), (self.source, &map::PARAMETER_SOURCE)] {
            if !value.is_multiple_of(LINE_BYTES) {
                return Err((ErrorCode::Misaligned, register.offset));
            }
        }
        self.place.check_regions(persistent_bytes)?;
        self.place.check_record()
    }

    /// What is to be read, once the checks have found it good.
    pub fn transfer(&self) -> ParameterLog {
        ParameterLog { source: self.source, target: self.place.payload(), bytes: self.bytes }
    }

    /// The failure of a line that did not come, or that memory refused.
    pub fn failure(&self) -> Failure {
        (ErrorCode::Log, self.place.record.base)
    }
}

/// The registers of a log of rows.
#[derive(Clone, Debug)]
pub struct RowLogJob {
    vector_length: u64,
    table_count: u64,
    row_count: u64,
    descriptors: Range,
    directory: Range,
    rows: Range,
    /// Where the rows are taken from, if not from the tables.
    staged_base: Option<u64>,
    place: Place,
}

impl RowLogJob {
    /// Takes the registers.
    pub fn new(read: impl Fn(&Register) -> u64) -> Self {
        let list =
            |base: &'static Register, words| Range { base: read(base), bytes: words * WORD_BYTES, base_register: base };
        let [vector_length, table_count, row_count] =
            [&map::VECTOR_LENGTH, &map::TABLE_COUNT, &map::ROW_COUNT].map(&read);
        // A longer vector is refused before anybody asks for its payload, which might not fit into 64 bits.
        let row_lines = vector_length.min(MAX_VECTOR_LENGTH) / LINE_ELEMENTS;
        let payload = row_payload_lines(row_count, row_lines) * LINE_BYTES;
        Self {
            vector_length,
            table_count,
            row_count,
            descriptors: Range::region(&map::DESCRIPTOR_BASE, &map::DESCRIPTOR_BYTES, &read),
            directory: list(&map::ROW_DIRECTORY, table_count * DIRECTORY_WORDS),
            rows: list(&map::ROWS, row_count),
            staged_base: (STAGED.get(read(&map::CHECKPOINT)) == 1).then(|| read(&map::STAGED_BASE)),
            place: Place::new(&map::ROW_LOG, payload, &read),
        }
    }

    /// The checks under "Registers of a log" of the order in `emberlane_registers::cxl_mem`.
    pub fn check(&self, persistent_bytes: u64) -> Result<(), Failure> {
        check_vector_length(self.vector_length)?;
        for (count, register) in [(self.table_count, &map::TABLE_COUNT), (self.row_count, &map::ROW_COUNT)] {
            if count == 0 {
                return Err((ErrorCode::ZeroLength, register.offset));
            }
        }
        self.place.check_regions(persistent_bytes)?;
        self.descriptors.check(&map::DESCRIPTOR_BYTES, Space::SCRATCHPAD)?;
        for list in [&self.directory, &self.rows] {
            list.check_alignment()?;
            if !list.is_within(self.descriptors.base, self.descriptors.bytes) {
                return Err(list.fail(ErrorCode::OutsideRegion));
            }
        }
        self.place.check_record()?;
        self.staged_base.map_or(Ok(()), |base| staged_rows(base, self.row_count * self.row_bytes()).map(|_| ()))
    }

    /// What it reads and writes; `None` if it will fail at its lists.
    pub fn record(&self, memory: &Memory, persistent_bytes: u64, gap: u64) -> Option<RowRecord> {
        let mut directory = List::new(memory, self.directory.base);
        Some(RowRecord {
            vector_bytes: self.row_bytes(),
            directory: self.directory.base,
            rows: self.rows.base,
            addresses: self.addresses(memory, persistent_bytes)?,
            tables: (0..self.table_count).map(|table| directory.word(table * DIRECTORY_WORDS + 3)).collect(),
            staged: self.staged_base,
            record: self.place.record.base,
            gap,
        })
    }

    fn row_bytes(&self) -> u64 {
        self.vector_length * WORD_BYTES
    }

    /// DPA of every row, in the order of the lists. `None` if the directory's segments do not add up, or a row is no whole
    /// lines of persistent memory; more is not looked at, as the update behind it does.
    fn addresses(&self, memory: &Memory, persistent_bytes: u64) -> Option<Vec<u64>> {
        let mut directory = List::new(memory, self.directory.base);
        let mut rows = List::new(memory, self.rows.base);
        let mut addresses = Vec::new();
        for table in 0..self.table_count {
            let [low, high, segments] = [0, 1, 3].map(|word| u64::from(directory.word(table * DIRECTORY_WORDS + word)));
            for _ in 0..segments {
                let row = addresses.len() as u64;
                if row == self.row_count {
                    return None;
                }
                let address = (high << 32 | low).checked_add(u64::from(rows.word(row)) * self.row_bytes())?;
                let last = persistent_bytes.checked_sub(self.row_bytes())?;
                if address > last || !address.is_multiple_of(LINE_BYTES) {
                    return None;
                }
                addresses.push(address);
            }
        }
        (addresses.len() as u64 == self.row_count).then_some(addresses)
    }
}

impl ReferenceCxlMem {
    /// Writes the record of every unique row of a batch.
    pub(super) fn log_rows(&mut self, job: &RowLogJob, persistent_bytes: u64) -> Result<(), Failure> {
        let record = job.place.record.base;
        let addresses = job.addresses(&self.memory, persistent_bytes).ok_or((ErrorCode::Log, record))?;
        let mut target = job.place.payload();
        let mut row = vec![0; job.row_bytes() as usize];
        let mut staged = job.staged_base;
        for group in addresses.chunks(GROUP_ROWS as usize) {
            for &address in group {
                self.memory.read(staged.unwrap_or(address), &mut row);
                staged = staged.map(|at| at + job.row_bytes());
                self.memory.write(target, &row);
                target += job.row_bytes();
            }
            let mut line: Vec<u8> = group.iter().flat_map(|address| address.to_le_bytes()).collect();
            line.resize(LINE_BYTES as usize, 0);
            self.memory.write(target, &line);
            target += LINE_BYTES;
        }
        let parts = row_part_lines(job.row_count, job.vector_length / LINE_ELEMENTS);
        let lines = self.seal(RecordKind::Rows, &job.place, parts, [job.row_count, job.vector_length]);
        *self.value(&map::LINES_LOGGED_ROWS) += lines;
        Ok(())
    }

    /// Ends the record of parameters whose lines are all in memory.
    pub(super) fn log_parameters(&mut self, job: &ParameterLogJob) {
        let parts = [job.bytes / LINE_BYTES, 0, 0, 0];
        let lines = self.seal(RecordKind::Parameters, &job.place, parts, [0, 0]);
        *self.value(&map::LINES_LOGGED_PARAMETERS) += lines;
    }

    /// Writes the header of a record whose payload is in memory: from here on it counts. Returns its lines.
    fn seal(&mut self, kind: RecordKind, place: &Place, parts: [u64; PARTS], shape: [u64; 2]) -> u64 {
        let lines = place.record.bytes / LINE_BYTES;
        let (base, payload_lines) = (place.record.base, lines - 1);
        let Stamp { configuration, batch } = place.stamp;
        let [rows, vector_length] = shape;
        let stamp = [MAGIC.into(), kind as u64, configuration, batch >> 32];
        let complemented = [batch, payload_lines, rows].into_iter().flat_map(|value| [value, !value]);
        let mut words = [0u32; 16];
        for (word, value) in words.iter_mut().zip(stamp.into_iter().chain(complemented).chain([vector_length])) {
            *word = value as u32;
        }
        let mut part = place.payload();
        for (word, lines) in words[11..].iter_mut().zip(parts) {
            *word = self.crc(part, lines * LINE_BYTES);
            part += lines * LINE_BYTES;
        }
        let bytes = |words: [u32; 16]| -> Vec<u8> { words.iter().flat_map(|word| word.to_le_bytes()).collect() };
        words[15] = crc32c::crc32c(&bytes(words));
        self.memory.write(base, &bytes(words));
        let failed = FAILED.get(*self.value(&map::STATUS)) == 1;
        self.queue.counting[kind as usize - 1] = (!failed).then_some(batch);
        lines
    }

    fn crc(&self, start: u64, bytes: u64) -> u32 {
        let mut chunk = vec![0; CHUNK_BYTES];
        (0..bytes).step_by(CHUNK_BYTES).fold(0, |crc, offset| {
            let length = (bytes - offset).min(CHUNK_BYTES as u64) as usize;
            self.memory.read(start + offset, &mut chunk[..length]);
            crc32c::crc32c_append(crc, &chunk[..length])
        })
    }
}

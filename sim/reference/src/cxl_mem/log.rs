//! Logs: what their registers say, the checks, and the records they leave.

use super::{
    failure::Failure,
    job::{check_vector_length, staged_rows},
    lists::{List, WORD_BYTES},
    region::{Memory as Space, Range},
    work::RowRecord,
};
use crate::memory::Memory;
use emberlane_registers::{
    Register,
    cxl_mem::{self as map, DIRECTORY_WORDS, ErrorCode, LINE_BYTES, LINE_ELEMENTS, MAX_VECTOR_LENGTH, STAGED},
    log::{HEADER_BYTES, MAX_PAYLOAD_BYTES, row_payload_lines},
};

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
pub struct Stamp {
    pub configuration: u64,
    pub batch: u64,
}

/// The registers that both logs have.
#[derive(Clone, Debug)]
pub struct Place {
    pub data: Range,
    pub log: Range,
    pub record: Range,
    pub stamp: Stamp,
}

impl Place {
    /// Takes the registers; `payload` in bytes.
    pub fn new(record: &'static Register, payload: u64, read: impl Fn(&Register) -> u64) -> Self {
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

    pub fn check_regions(&self, persistent_bytes: u64) -> Result<(), Failure> {
        self.data.check(&map::DATA_BYTES, Space::persistent(persistent_bytes))?;
        self.log.check(&map::LOG_BYTES, Space::persistent(persistent_bytes))?;
        self.log.check_apart(&self.data)
    }

    pub fn check_record(&self) -> Result<(), Failure> {
        self.record.check_alignment()?;
        if self.record.is_within(self.log.base, self.log.bytes) {
            return Ok(());
        }
        Err(self.record.fail(ErrorCode::OutsideRegion))
    }

    /// DPA of the payload.
    pub fn payload(&self) -> u64 {
        self.record.base + HEADER_BYTES
    }
}

/// The registers of a log of parameters.
#[derive(Clone, Debug)]
pub struct ParameterLogJob {
    pub source: u64,
    pub bytes: u64,
    pub place: Place,
}

impl ParameterLogJob {
    /// Takes the registers.
    pub fn new(read: impl Fn(&Register) -> u64) -> Self {
        let bytes = read(&map::PARAMETER_BYTES);
        Self { source: read(&map::PARAMETER_SOURCE), bytes, place: Place::new(&map::PARAMETER_LOG, bytes, &read) }
    }

    /// The checks under "Registers of a log" of the order in `emberlane_registers::cxl_mem`.
    pub fn check(&self, counted: Result<(), Failure>, persistent_bytes: u64) -> Result<(), Failure> {
        if self.bytes == 0 {
            return Err((ErrorCode::ZeroLength, map::PARAMETER_BYTES.offset));
        }
        for (value, register) in [(self.bytes, &map::PARAMETER_BYTES), (self.source, &map::PARAMETER_SOURCE)] {
            if !value.is_multiple_of(LINE_BYTES) {
                return Err((ErrorCode::Misaligned, register.offset));
            }
        }
        counted?;
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
    pub vector_length: u64,
    pub table_count: u64,
    pub row_count: u64,
    pub descriptors: Range,
    pub directory: Range,
    pub rows: Range,
    /// Where the rows are taken from, if not from the tables.
    pub staged_base: Option<u64>,
    pub place: Place,
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
    pub fn check(&self, counted: Result<(), Failure>, persistent_bytes: u64) -> Result<(), Failure> {
        check_vector_length(self.vector_length)?;
        for (count, register) in [(self.table_count, &map::TABLE_COUNT), (self.row_count, &map::ROW_COUNT)] {
            if count == 0 {
                return Err((ErrorCode::ZeroLength, register.offset));
            }
        }
        counted?;
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

    pub fn row_bytes(&self) -> u64 {
        self.vector_length * WORD_BYTES
    }

    /// DPA of every row, in the order of the lists. `None` if the directory's segments do not add up, or a row is no whole
    /// lines of persistent memory; more is not looked at, as the update behind it does.
    pub fn addresses(&self, memory: &Memory, persistent_bytes: u64) -> Option<Vec<u64>> {
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

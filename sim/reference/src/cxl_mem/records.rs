//! The records that logs leave in memory.

use super::{
    ReferenceCxlMem,
    failure::Failure,
    log::{ParameterLogJob, Place, RowLogJob, Stamp},
};
use emberlane_registers::{
    cxl_mem::{self as map, ErrorCode, FAILED, LINE_BYTES, LINE_ELEMENTS},
    log::{GROUP_ROWS, MAGIC, PARTS, RecordKind, row_part_lines},
};

/// Bytes of a payload that are read at a time.
const CHUNK_BYTES: usize = 1 << 16;

impl ReferenceCxlMem {
    /// Writes the record of every unique row of a batch.
    pub(super) fn log_rows(&mut self, job: &RowLogJob, persistent_bytes: u64) -> Result<(), Failure> {
        let record = job.place.record.base;
        let addresses = job.addresses(&self.memory, persistent_bytes).ok_or((ErrorCode::Log, record))?;
        if self.log_meets_poison(job, &addresses) {
            return Err((ErrorCode::Log, record));
        }
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
        self.heal(base, place.record.bytes);
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

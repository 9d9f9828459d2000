//! The walk over a job's lists, which checks all of them before anything is written.

use super::{failure::Failure, job::Job, lists::List};
use crate::memory::Memory;
use emberlane_registers::cxl_mem::{DIRECTORY_WORDS, ErrorCode, LINE_BYTES};
use std::ops::Range;

/// A bag or a unique row, checked.
#[derive(Clone, Debug)]
pub struct Segment {
    /// DPA of row 0 of the bag's table, or of the unique row.
    pub address: u64,
    /// Its entries.
    pub entries: Range<u32>,
}

/// Checks a job's lists in the order in `emberlane_registers::cxl_mem` under "Lists".
pub fn walk(job: &Job, memory: &Memory) -> Result<Vec<Segment>, Failure> {
    let mut directory = List::new(memory, job.directory.base);
    let mut walker = Walker {
        job,
        offsets: List::new(memory, job.offsets.base),
        rows: List::new(memory, job.segments.base),
        entries: List::new(memory, job.entries.base),
        offset: 0,
        segments: Vec::new(),
    };
    let mut above = job.data.base;
    for table in 0..job.table_count {
        let [low, high, rows, segments] =
            [0, 1, 2, 3].map(|word| u64::from(directory.word(table * DIRECTORY_WORDS + word)));
        let base = high << 32 | low;
        above = table_end(job, base, rows, above).ok_or((ErrorCode::Table, table))?;
        walker.table(base, rows, segments)?;
    }
    walker.finish()
}

/// DPA after a table; `None` if its directory entry is wrong. `above` is where the table may start at the earliest.
fn table_end(job: &Job, base: u64, rows: u64, above: u64) -> Option<u64> {
    let bytes = rows * job.vector_bytes();
    let data = &job.data;
    let is_right = rows > 0
        && base.is_multiple_of(LINE_BYTES)
        && base >= above
        && base - data.base <= data.bytes
        && bytes <= data.bytes - (base - data.base);
    is_right.then(|| base + bytes)
}

struct Walker<'a> {
    job: &'a Job,
    offsets: List<'a>,
    rows: List<'a>,
    entries: List<'a>,
    /// Where the next segment's entries start.
    offset: u32,
    segments: Vec<Segment>,
}

impl Walker<'_> {
    /// Walks the segments of the table at `base`.
    fn table(&mut self, base: u64, rows: u64, segments: u64) -> Result<(), Failure> {
        let job = self.job;
        let mut row_before = None;
        for _ in 0..segments {
            let segment = self.segments.len() as u64;
            if segment == job.segment_count {
                return Err((ErrorCode::SegmentCount, job.table_count));
            }
            if segment == 0 {
                self.offset = self.offsets.word(0);
                if self.offset != 0 {
                    return Err((ErrorCode::Offset, 0));
                }
            }
            let entries = self.offset..self.offsets.word(segment + 1);
            if entries.end < entries.start || u64::from(entries.end) > job.entry_count {
                return Err((ErrorCode::Offset, segment));
            }
            let mut address = base;
            let mut limit = rows;
            if job.is_update {
                let row = u64::from(self.rows.word(segment));
                if row >= rows || row_before.is_some_and(|before| row <= before) {
                    return Err((ErrorCode::Row, segment));
                }
                if entries.is_empty() {
                    return Err((ErrorCode::EmptyRow, segment));
                }
                row_before = Some(row);
                address = base + row * job.vector_bytes();
                limit = job.bag_count;
            }
            for entry in entries.clone() {
                if u64::from(self.entries.word(u64::from(entry))) >= limit {
                    return Err((ErrorCode::Index, u64::from(entry)));
                }
            }
            self.offset = entries.end;
            self.segments.push(Segment { address, entries });
        }
        Ok(())
    }

    fn finish(self) -> Result<Vec<Segment>, Failure> {
        let total = self.job.segment_count;
        if self.segments.len() as u64 != total {
            return Err((ErrorCode::SegmentCount, self.job.table_count));
        }
        if u64::from(self.offset) != self.job.entry_count {
            return Err((ErrorCode::Offset, total));
        }
        Ok(self.segments)
    }
}

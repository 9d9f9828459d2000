//! What poison does to jobs.

use super::{ReferenceCxlMem, failure::Failure, job::Job, log::RowLogJob, poison::Poison, walk::Segment};
use emberlane_registers::cxl_mem::{self as map, Command, ErrorCode, LINE_BYTES, POISON_OVERFLOW};

/// The poisoned line that a job meets.
type Met = Option<u64>;

impl ReferenceCxlMem {
    /// Whether a read of the line at a DPA is answered with poison, or with an error.
    #[must_use]
    pub fn is_poisoned(&self, address: u64) -> bool {
        self.poison.contains(address, self.channels)
    }

    /// The line at a DPA was written: with poison, or good as a whole, or in part, which changes nothing.
    pub(super) fn note_poison(&mut self, address: u64, poison: bool, whole: bool) {
        let (lines, line) = self.poison.port(address, self.channels);
        if poison {
            lines.add(line);
            if lines.overflows() {
                *self.value(&map::POISON) |= POISON_OVERFLOW.place(1);
            }
        } else if whole {
            lines.remove(line);
        }
    }

    /// No line is poisoned any more.
    pub(super) fn clear_poison(&mut self) {
        self.poison = Poison::default();
        *self.value(&map::POISON) &= !POISON_OVERFLOW.place(1);
    }

    /// A job has written whole lines.
    pub(super) fn heal(&mut self, base: u64, bytes: u64) {
        if !self.poison.is_empty() {
            (base..base + bytes).step_by(LINE_BYTES as usize).for_each(|line| self.note_poison(line, false, true));
        }
    }

    /// The first poisoned line that holds a byte of a range.
    pub(super) fn met_in(&self, base: u64, bytes: u64) -> Met {
        (base - base % LINE_BYTES..base + bytes).step_by(LINE_BYTES as usize).find(|line| self.is_poisoned(*line))
    }

    /// The first poisoned line of the lists of a job.
    pub(super) fn poison_in_lists(&self, job: &Job) -> Met {
        if self.poison.is_empty() {
            return None;
        }
        job.lists_read().find_map(|list| self.met_in(list.base, list.bytes))
    }

    /// The first poisoned line among the vectors that a job reads.
    pub(super) fn poison_in_vectors(&self, job: &Job, segments: &[Segment]) -> Met {
        if self.poison.is_empty() {
            return None;
        }
        let bytes = job.vector_bytes();
        let mut words = Vec::new();
        for segment in segments {
            if matches!(job.command, Command::Update | Command::Stage) {
                let met = self.met_in(segment.address, bytes);
                if met.is_some() {
                    return met;
                }
            }
            self.words(job.entries.base, segment.entries.clone(), &mut words);
            let first = if job.is_update { job.vectors.base } else { segment.address };
            let met = words.iter().find_map(|word| self.met_in(first + u64::from(*word) * bytes, bytes));
            if met.is_some() {
                return met;
            }
        }
        None
    }

    /// Whether a log of rows reads a poisoned line.
    pub(super) fn log_meets_poison(&self, job: &RowLogJob, addresses: &[u64]) -> bool {
        let bytes = job.row_bytes();
        let in_rows = || match job.staged_base {
            Some(staged) => self.met_in(staged, job.row_count * bytes).is_some(),
            None => addresses.iter().any(|row| self.met_in(*row, bytes).is_some()),
        };
        let in_lists = || [&job.directory, &job.rows].iter().any(|list| self.met_in(list.base, list.bytes).is_some());
        !self.poison.is_empty() && (in_lists() || in_rows())
    }

    /// What a job that meets a poisoned line fails with.
    pub(super) fn met(line: Met) -> Result<(), Failure> {
        line.map_or(Ok(()), |line| Err((ErrorCode::MediaRead, line)))
    }
}

//! Posted jobs: whose turn it is, what it waits for, and how it ends.
//!
//! A job takes its turn when the one before it has ended, or, where that is a log, has begun. Then its settings are
//! those of the device, its registers are checked, and it waits for its inputs.

use super::{
    failure::Failure,
    job::Job,
    log::{ParameterLogJob, RowLogJob},
};
use emberlane_registers::{
    Register,
    cxl_mem::{
        self as map, AFTER_PARAMETERS, AFTER_ROWS, COUNT_ONLY, COUNTED_BYTES, Command, ErrorCode, IN_WINDOW, KEEP, LAG,
        LINE_BYTES, LINES, SCRATCHPAD_BASE,
    },
    log::RecordKind,
};
use std::collections::{BTreeSet, VecDeque};

/// Pooled vectors, or accumulated rows, that the device sends to a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flush {
    /// DPA of the first line, in the scratchpad.
    pub source: u64,
    /// HPA of where it goes.
    pub target: u64,
    /// Lines.
    pub lines: u64,
}

/// Jobs that ended well since the device was made; unlike the counters, no access of the host clears them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Finished {
    /// Lookups.
    pub lookups: u64,
    /// Updates.
    pub updates: u64,
    /// Stages.
    pub stages: u64,
    /// Accumulations.
    pub accumulations: u64,
    /// Records of parameters.
    pub parameter_records: u64,
    /// Records of rows.
    pub row_records: u64,
}

/// A job, with the settings as they were when the doorbell rang.
#[derive(Clone, Debug)]
pub struct Posted {
    pub work: Work,
    pub watch: Watch,
    pub flush_target: u64,
    /// Its number, by which an update knows the records that it waits for.
    pub batch: u64,
    /// How many batches before its own a record may be of that an update waits for, by kind; none: it waits for no such.
    pub lag: [Option<u64>; 2],
    /// Its parameters are logged while no job works.
    pub in_window: bool,
}

#[derive(Clone, Debug)]
pub enum Work {
    Reduction(Job),
    Parameters(ParameterLogJob),
    Rows(RowLogJob),
}

/// The gradients that a job speaks of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watch {
    pub base: u64,
    pub bytes: u64,
    /// How many lines of them a job waits for, if it waits for any.
    pub lines: u64,
    /// The job waits for none.
    pub counts_only: bool,
    /// The job leaves what is counted alone.
    pub keeps: bool,
}

impl Watch {
    pub fn contains(&self, address: u64) -> bool {
        address >= SCRATCHPAD_BASE && address.wrapping_sub(self.base) < self.bytes.min(COUNTED_BYTES)
    }

    /// Whether the region lies within the other's.
    pub fn is_within(&self, other: &Self) -> bool {
        let moves_by = self.base.wrapping_sub(other.base);
        moves_by <= other.bytes && self.bytes <= other.bytes - moves_by
    }

    /// Whether the region is small enough for its lines to be counted.
    pub fn check(&self) -> Result<(), Failure> {
        if self.lines > 0 && !self.keeps && self.bytes > COUNTED_BYTES {
            return Err((ErrorCode::OutsideRegion, map::GRADIENT_LINES.offset));
        }
        Ok(())
    }
}

/// What the job whose turn it is does.
#[derive(Clone, Debug)]
pub enum Turn {
    /// Its registers are good, and it waits for its inputs.
    Waits(Posted),
    /// It has its inputs, and runs when it is told to.
    Held(Posted),
    /// It has done its work, and ends when its vectors have left. With the value of `FLUSH_TARGET`.
    Flushes(Command, Flush, u64),
}

/// What fails on its own, whatever error stands.
#[derive(Clone, Copy, Debug)]
pub enum Failing {
    Job,
    Log,
}

/// The jobs that have not ended.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    pub waiting: VecDeque<Posted>,
    pub turn: Option<Turn>,
    /// The parameters that are being logged, and whether only while no job works.
    pub parameters: Option<(ParameterLogJob, bool)>,
    /// The rows that are logged when [`ReferenceCxlMem::run_rows`] says so.
    pub rows: Option<RowLogJob>,
    /// Batch of the last record of each kind.
    pub counting: [Option<u64>; 2],
    /// Of the job that took its turn last and did not keep that of the one before it.
    pub watch: Watch,
    /// Lines of gradients that have come and no job has taken.
    pub gradients: u64,
    /// Lines that count: DPA.
    pub arrived: BTreeSet<u64>,
    /// What failed while another error stood: a job, a log.
    pub unseen: [Option<Failure>; 2],
    pub holds: bool,
    pub finished: Finished,
}

impl Queue {
    pub fn is_busy(&self) -> bool {
        self.turn.is_some() || !self.waiting.is_empty() || self.parameters.is_some() || self.rows.is_some()
    }
}

impl Posted {
    pub fn new(command: Command, read: impl Fn(&Register) -> u64) -> Self {
        let work = match command {
            Command::Lookup | Command::Update | Command::Stage | Command::Accumulate => {
                Work::Reduction(Job::new(command, &read))
            }
            Command::LogParameters => Work::Parameters(ParameterLogJob::new(&read)),
            Command::LogRows => Work::Rows(RowLogJob::new(&read)),
        };
        let gradients = read(&map::GRADIENT_LINES);
        let watch = Watch {
            base: read(&map::GRADIENT_BASE),
            bytes: read(&map::GRADIENT_BYTES),
            lines: LINES.get(gradients),
            counts_only: COUNT_ONLY.get(gradients) == 1,
            keeps: KEEP.get(gradients) == 1,
        };
        let checkpoint = read(&map::CHECKPOINT);
        let mut lag = [None; 2];
        for (kind, field, batches) in
            [(RecordKind::Rows, AFTER_ROWS, 0), (RecordKind::Parameters, AFTER_PARAMETERS, LAG.get(checkpoint))]
        {
            lag[kind as usize - 1] = (command == Command::Update && field.get(checkpoint) == 1).then_some(batches);
        }
        Self {
            work,
            watch,
            flush_target: read(&map::FLUSH_TARGET),
            batch: read(&map::BATCH),
            lag,
            in_window: IN_WINDOW.get(checkpoint) == 1,
        }
    }

    /// Whether all records count that it waits for; `counting` has the batch of the newest of each kind.
    pub fn is_permitted(&self, counting: &[Option<u64>; 2]) -> bool {
        self.lag.iter().zip(counting).all(|(lag, counting)| match (lag, counting) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(lag), Some(counting)) => self.batch.checked_sub(*counting).is_some_and(|behind| behind <= *lag),
        })
    }

    pub fn command(&self) -> Command {
        match &self.work {
            Work::Reduction(job) => job.command,
            Work::Parameters(_) => Command::LogParameters,
            Work::Rows(_) => Command::LogRows,
        }
    }

    pub fn check(&self, persistent_bytes: u64) -> Result<(), Failure> {
        match &self.work {
            Work::Reduction(job) => job.check(self.watch.check(), persistent_bytes),
            Work::Parameters(job) => job.check(self.watch.check(), persistent_bytes),
            Work::Rows(job) => job.check(self.watch.check(), persistent_bytes),
        }
    }

    /// What is to be flushed once the job has run.
    pub fn flush(&self) -> Option<Flush> {
        let Work::Reduction(job) = &self.work else { return None };
        let (source, lines) = job.flushes().filter(|_| self.flush_target & 1 == 1)?;
        Some(Flush { source, target: self.flush_target & !(LINE_BYTES - 1), lines })
    }
}

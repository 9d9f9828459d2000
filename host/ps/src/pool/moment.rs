//! Which moment of a training a checkpoint is, whatever its shard counts.
//!
//! Every shard counts batches for itself. One that died goes back to its checkpoint, and when the workers die before they have pushed again what it
//! lost, it stays behind the others for good: checkpoints of one number are then of different moments. What all shards agree about is the run, which
//! is a life of the process that is rank 0, and how many batches that has had applied.

use std::fmt;

/// Says in a word of a line that rows are being written, beside batches.
const WRITING: u32 = 1 << 31;

/// A run of a training, as a shard has seen it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Tells it from others.
    name: u32,
    /// Batches that the shard had before its first one.
    began: u64,
}

impl Run {
    /// The run of a process with this number, whose first batch came behind the shard's batch `began`.
    #[must_use]
    pub const fn new(process: u64, began: u64) -> Self {
        Self { name: name_of(process), began }
    }

    /// Whether it is of a process with this number.
    #[must_use]
    pub const fn is_of(&self, process: u64) -> bool {
        self.name == name_of(process)
    }

    /// The run that a checkpoint is of.
    pub(crate) const fn before(moment: Moment, checkpoint: u64) -> Self {
        Self { name: moment.run, began: checkpoint.saturating_sub(moment.batches as u64) }
    }

    /// Which moment of it the shard's batch is; `None`: one before its first batch, or one that cannot be said.
    pub(crate) fn moment(self, batch: u64, is_writing: bool) -> Option<Moment> {
        let batches = u32::try_from(batch.checked_sub(self.began)?).ok()?;
        (1..WRITING).contains(&batches).then_some(Moment { run: self.name, batches, is_writing })
    }
}

/// Half as many bits: it is compared with runs of one training alone.
const fn name_of(process: u64) -> u32 {
    (process ^ process >> 32) as u32
}

/// A moment of a training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The run.
    run: u32,
    /// Batches of it that were applied, from 1.
    batches: u32,
    /// Rows of a state are being written: some are of the state already, and others of before.
    is_writing: bool,
}

impl Moment {
    /// Whether rows of a state are being written, so that the rows are of no moment of any training.
    #[must_use]
    pub const fn is_writing(&self) -> bool {
        self.is_writing
    }

    /// Whether they are one moment, as two shards have it.
    #[must_use]
    pub fn is_also(&self, other: &Self) -> bool {
        (self.run, self.batches) == (other.run, other.batches)
    }

    /// In a word of a line, where 0 is none.
    pub(crate) fn word(moment: Option<Self>) -> u64 {
        let batches = |of: Self| of.batches | if of.is_writing { WRITING } else { 0 };
        moment.map_or(0, |moment| u64::from(moment.run) << 32 | u64::from(batches(moment)))
    }

    pub(crate) const fn of_word(word: u64) -> Option<Self> {
        let batches = word as u32 & !WRITING;
        if batches == 0 {
            return None;
        }
        Some(Self { run: (word >> 32) as u32, batches, is_writing: word as u32 & WRITING != 0 })
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { run, batches, is_writing } = self;
        let more = if *is_writing { ", while rows of a state are written" } else { "" };
        write!(formatter, "batch {batches} of run {run:08x}{more}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_read_back_and_leads_to_its_run() {
        let run = Run::new(0x0123_4567_89ab_cdef, 200);
        assert!(run.is_of(0x0123_4567_89ab_cdef) && !run.is_of(0x0123_4567_89ab_cdee));
        for (batch, is_writing) in [(201, true), (300, false), (200 + u64::from(u32::MAX >> 1), true)] {
            let moment = run.moment(batch, is_writing).unwrap();
            assert_eq!(Moment::of_word(Moment::word(Some(moment))), Some(moment));
            assert_eq!((Run::before(moment, batch), moment.is_writing()), (run, is_writing));
            assert!(moment.is_also(&run.moment(batch, !is_writing).unwrap()));
        }
        for none in [0, 199, 200, 201 + u64::from(u32::MAX >> 1), u64::MAX] {
            assert_eq!(run.moment(none, false), None, "{none}");
        }
        assert_eq!((Moment::word(None), Moment::of_word(0)), (0, None));
    }
}

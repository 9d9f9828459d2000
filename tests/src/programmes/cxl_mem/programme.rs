//! What a programme is.

use super::job::Job;
use crate::programmes::shrink::Reduce;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A programme.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Programme {
    /// Decides tables, stalls and the peer's delays.
    pub seed: u64,
    /// Memory channels: 1 or 4.
    pub channels: u32,
    /// How the RTL's memories and links stall.
    pub stalls: Stalls,
    /// Lines of a vector: 1 to 16.
    pub lines: u32,
    /// Pooling is mean.
    pub mean: bool,
    /// Rows of each table.
    pub rows: Vec<u32>,
    /// What the host does.
    pub steps: Vec<Step>,
}

/// How the RTL's memories and links stall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Stalls {
    None,
    Random,
    Heavy,
}

#[cfg(feature = "verilated")]
impl Stalls {
    /// The same for the memories and links around a Verilated device.
    pub(crate) const fn profile(self) -> emberlane_verilated::axi::StallProfile {
        use emberlane_verilated::axi::StallProfile;
        match self {
            Self::None => StallProfile::None,
            Self::Random => StallProfile::Random,
            Self::Heavy => StallProfile::Heavy,
        }
    }
}

/// An operation, and the cycles before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Clock cycles before it.
    pub delay: u32,
    /// What the host does.
    #[serde(flatten)]
    pub operation: Operation,
}

/// What the host does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Operation {
    /// Writes a job's lists, settings and doorbell.
    Post(Job),
    /// Rings the doorbell with a value that is no command. While jobs are under way it races with them.
    Bell {
        /// Its low eight bits are no command.
        value: u64,
    },
    /// Rings more jobs than the queue holds, the first of which waits for gradients that never come.
    Overflow,
    /// Writes `CLEAR`. While jobs are under way it races with them.
    Clear {
        /// The value.
        value: u64,
    },
    /// Writes a setting of jobs that are not posted yet.
    Set {
        /// Name of the register.
        register: String,
        /// The value.
        value: u64,
    },
    /// Reads a register at some offset, which need not have one.
    Look {
        /// Offset.
        offset: u64,
    },
    /// A transaction of CXL.mem with one of the host's own lines.
    Memory(Access),
    /// A snoop of CXL.cache.
    Snoop {
        /// Number of the line.
        line: u64,
        /// What of the device's copy is asked: 0 `SnpData`, 1 `SnpInv`, 2 `SnpCur`.
        kind: u8,
    },
    /// Waits until nothing is under way, and looks at everything.
    Settle,
    /// Resets the device. While jobs are under way it races with them.
    Reset {
        /// Memories go on: they answer what they were asked before. Only those of the RTL have anything under way.
        #[serde(default)]
        alone: bool,
    },
    /// A memory fails until the next quiet point; of the RTL's alone, for others have none that can. It races with jobs.
    Fault {
        /// DPA of the first byte.
        address: u64,
        /// Bytes.
        bytes: u64,
        /// Writes fail, not reads.
        writes: bool,
    },
    /// The host writes over a word of the lists of a job that may be running. It races with the job.
    Scribble {
        /// Which of the jobs since the last quiet point, counted from the last.
        job: u32,
        /// Which list.
        list: u8,
        /// Which word, cut to the room that the list has.
        at: u16,
        /// The word.
        word: u32,
    },
    /// A line is poisoned, and a job that takes it has to fail there, or to send it on as poison.
    Poisoned {
        /// What is poisoned.
        what: Poisonable,
        /// Which of the jobs that take it, cut to their number.
        kind: u8,
        /// Decides the job, and the line.
        seed: u64,
    },
    /// More lines are poisoned than ports have places for, until `CLEAR_POISON`.
    PoisonOverflow {
        /// In the scratchpad.
        scratchpad: bool,
        /// Decides which lines.
        seed: u64,
    },
    /// Makes all lines good with `CLEAR_POISON`.
    ClearPoison,
    /// Writes to a decoder the range of the other, and then its own again. It races with jobs unless it waits for them.
    Overlap {
        /// Which decoder.
        decoder: bool,
        /// It waits until nothing is under way.
        waits: bool,
    },
    /// Makes the channels emulate a slower medium.
    Medium {
        /// Cycles of a read.
        latency: u16,
        /// Lines a cycle, in 1/65536; 0: no bound.
        rate: u32,
    },
}

/// What of a job can be poisoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Poisonable {
    /// A row that a lookup, an update or a stage takes.
    Row,
    /// A list of a lookup, an update, a stage or an accumulation.
    List,
    /// A gradient that an update, a stage or an accumulation takes.
    Gradient,
    /// A row that a log takes, where it belongs or staged.
    LoggedRow,
    /// A list of a log of rows.
    LoggedList,
    /// A line that an accumulation flushes and does not write.
    Flushed,
}

impl Poisonable {
    /// All of them.
    pub const ALL: &[Self] = &[Self::Row, Self::List, Self::Gradient, Self::LoggedRow, Self::LoggedList, Self::Flushed];
}

/// A transaction of CXL.mem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Access {
    /// What is asked.
    pub what: Asked,
    /// Whose memory: 0 persistent, 1 the scratchpad's, else where nothing is.
    pub place: u8,
    /// Which line there.
    pub line: u8,
    /// Decides data, byte enables and snoop types.
    pub seed: u64,
}

/// What a transaction of CXL.mem asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Asked {
    Read,
    Write,
    Partial,
    Poison,
    Invalidate,
    Hint,
}

impl Reduce for Programme {
    fn length(&self) -> usize {
        self.steps.len()
    }

    fn without(&self, operations: Range<usize>) -> Self {
        let mut shorter = self.clone();
        shorter.steps.drain(operations);
        shorter
    }

    fn simpler(&self) -> Vec<Self> {
        let mut all = Vec::new();
        let mut push = |change: &dyn Fn(&mut Self)| {
            let mut simpler = self.clone();
            change(&mut simpler);
            if simpler != *self {
                all.push(simpler);
            }
        };
        push(&|programme| programme.stalls = Stalls::None);
        push(&|programme| programme.channels = 1);
        push(&|programme| programme.mean = false);
        push(&|programme| programme.lines = 1);
        push(&|programme| programme.rows.truncate(1));
        push(&|programme| programme.steps.iter_mut().for_each(|step| step.delay = 0));
        for at in 0..self.steps.len() {
            push(&|programme| programme.steps[at].delay = 0);
            if let Operation::Post(job) = &self.steps[at].operation {
                for job in job.simpler() {
                    push(&|programme| programme.steps[at].operation = Operation::Post(job.clone()));
                }
            }
        }
        all
    }
}

//! What operations count as, and what they move.

use std::ops::AddAssign;

use emberlane_systems::energy::Worked;
use serde::Serialize;

/// What a step counts as, as Fig. 11 of TrainingCXL has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Part {
    /// Interaction, top MLP and loss.
    TopMlp,
    /// Bottom MLP.
    BottomMlp,
    /// Movement between host, GPU and memory, and the software that asks for it.
    Transfer,
    /// Embedding lookup and update.
    Embedding,
    /// Logs of rows and parameters.
    Checkpoint,
}

impl From<Part> for usize {
    /// Its place in a bar, from the bottom to the top.
    fn from(part: Part) -> Self {
        part as Self
    }
}

/// Bytes that a batch moves. Those of the tables' memory include logs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Traffic {
    /// Read from the memory that holds the tables.
    pub memory_reads: f64,
    /// Rows written to it.
    pub memory_writes: f64,
    /// Logs written to it.
    pub memory_logs: f64,
    /// Over links, counted on each.
    pub link: f64,
}

impl AddAssign for Traffic {
    fn add_assign(&mut self, other: Self) {
        self.memory_reads += other.memory_reads;
        self.memory_writes += other.memory_writes;
        self.memory_logs += other.memory_logs;
        self.link += other.link;
    }
}

impl Traffic {
    /// Of so many batches that did this work.
    pub(super) fn of(worked: &Worked, batches: f64) -> Self {
        Self {
            memory_reads: worked.read_bytes / batches,
            memory_writes: worked.written_bytes / batches,
            memory_logs: worked.logged_bytes / batches,
            link: worked.link_bytes / batches,
        }
    }
}

//! What operations count as, and what they move.

use std::ops::AddAssign;

use serde::Serialize;

/// What an operation counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Part {
    /// Bottom and top MLP, interaction and loss.
    Mlp,
    /// Movement between GPUs, host and devices, collectives, and the software that asks for it.
    Communication,
    /// Lookup and update of embedding vectors, and their correction.
    Embedding,
    /// Planning of caches, and movement between cache and what is behind it.
    Cache,
}

impl From<Part> for usize {
    /// Its place in a bar, from the bottom to the top.
    fn from(part: Part) -> Self {
        part as Self
    }
}

impl Part {
    /// What an operation of a system counts as, by its name.
    #[must_use]
    pub fn of(operation: &str) -> Self {
        match operation {
            "interaction and top MLP forward"
            | "top MLP backward"
            | "interaction backward"
            | "bottom MLP forward"
            | "bottom MLP backward" => Self::Mlp,
            "embedding kernel"
            | "embedding lookup"
            | "embedding update"
            | "correction"
            | "deltas of shared rows"
            | "small tables"
            | "update of small tables"
            | "lookup in the ranks"
            | "update of rows" => Self::Embedding,
            "cache plan" | "cache movements" | "page programs" | "cache lookup" | "missing rows" | "collect rows"
            | "tags" => Self::Cache,
            _ => Self::Communication,
        }
    }
}

/// Bytes that an iteration moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Traffic {
    /// Over PCIe or CXL, counted on each link.
    pub link: f64,
    /// Read from SSDs.
    pub ssd_read: f64,
    /// Written to SSDs.
    pub ssd_written: f64,
    /// Over the DRAM buses of all SmartSSDs: of kernels, agents, and TX buffers that GPUs read.
    pub dram: f64,
}

impl Traffic {
    /// To and from SSDs.
    #[must_use]
    pub fn ssd(&self) -> f64 {
        self.ssd_read + self.ssd_written
    }
}

impl AddAssign for Traffic {
    fn add_assign(&mut self, other: Self) {
        self.link += other.link;
        self.ssd_read += other.ssd_read;
        self.ssd_written += other.ssd_written;
        self.dram += other.dram;
    }
}

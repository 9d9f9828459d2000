//! What operations count as, and what they move.

use std::ops::AddAssign;

use serde::Serialize;

/// What an operation counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Part {
    /// Bottom and top MLP, interaction and loss.
    Mlp,
    /// Movement between GPUs, host and devices, collectives, and the calls that ask for it.
    Communication,
    /// Lookup and update of embedding vectors, and their correction.
    Embedding,
    /// Planning of caches, and movement between cache and what is behind it.
    Cache,
    /// A framework's software beside the GPUs: what is left of it when nothing else runs.
    Software,
}

impl From<Part> for usize {
    /// Its place in a bar, from the bottom to the top.
    fn from(part: Part) -> Self {
        part as Self
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

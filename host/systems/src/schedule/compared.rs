//! What a system is that a paper compares.

use emberlane_experiment::SystemKind;

use super::work::{Ends, Situation, Work};
use super::{Graph, automatic, on_host, relaxed, software_copy};
use crate::energy::Holdings;

/// A system that a paper compares.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    /// What an experiment calls it.
    pub kind: SystemKind,
    /// What the paper calls it.
    pub title: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// What holds its tables.
    pub holdings: Holdings,
    /// How its batches are scheduled.
    pub(super) schedule: Schedule,
}

/// How batches are scheduled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    /// The function that turns a batch into a graph.
    pub build: fn(&mut Graph<Work>, &mut [Ends], Situation) -> Ends,
    /// Batches that may be in flight.
    pub in_flight: usize,
    /// The graph of a batch says whether another comes behind it.
    pub looks_ahead: bool,
}

impl Schedule {
    /// The host moves data between CXL-MEM and GPU.
    pub const SOFTWARE: Self =
        Self { build: software_copy::build, in_flight: software_copy::IN_FLIGHT, looks_ahead: false };
    /// CXL-MEM and GPU move data.
    pub const AUTOMATIC: Self = Self { build: automatic::build, in_flight: automatic::IN_FLIGHT, looks_ahead: false };
    /// The same, a batch looked up before the one in front of it is applied.
    pub const RELAXED: Self = Self { build: relaxed::build, in_flight: automatic::IN_FLIGHT, looks_ahead: true };
    /// The host does the embedding operations.
    pub const ON_HOST: Self = Self { build: on_host::build, in_flight: on_host::IN_FLIGHT, looks_ahead: false };
}

//! What a system is whose batches run in iterations.

use emberlane_experiment::{Movement, SystemKind};

use super::plan::Plan;
use crate::schedule::OperationId;

/// A system whose batches run in iterations.
#[derive(Clone, Copy, Debug)]
pub struct Iterated {
    /// What an experiment calls it.
    pub kind: SystemKind,
    /// What the paper calls it.
    pub title: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// The graph of an iteration. Gives what has to have ended before another iteration of SmartSSDs begins; nothing without SmartSSDs.
    pub(super) build: fn(&mut Plan<'_>) -> Vec<OperationId>,
}

impl Iterated {
    /// Whether its tables are on SmartSSDs.
    #[must_use]
    pub fn has_smartssds(&self) -> bool {
        self.kind.movement() == Movement::Iterations
    }
}

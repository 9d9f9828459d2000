//! The systems with CXL-MEM: the registry that an experiment's `system.kind` is looked up in.

use emberlane_experiment::{Experiment, Lookup, SystemKind};

use super::work::{Ends, Situation, Work};
use super::{Graph, automatic, relaxed, software_copy};

/// A system: the function that turns a batch into a graph, and how many batches may be in flight.
pub struct System {
    pub(super) build: fn(&mut Graph<Work>, &mut [Ends], Situation) -> Ends,
    pub(super) in_flight: usize,
    /// The graph of a batch says whether another comes behind it.
    pub(super) looks_ahead: bool,
}

/// The system of an experiment with CXL-MEM; `None` when its batches are not scheduled, or those of a SmartSSD.
#[must_use]
pub fn system(experiment: &Experiment) -> Option<System> {
    match (experiment.system.kind, experiment.train.lookup) {
        (SystemKind::None | SystemKind::NdRec, _) => None,
        (SystemKind::SoftwareCopy, _) => {
            Some(System { build: software_copy::build, in_flight: software_copy::IN_FLIGHT, looks_ahead: false })
        }
        (SystemKind::Automatic, Lookup::Strict) => {
            Some(System { build: automatic::build, in_flight: automatic::IN_FLIGHT, looks_ahead: false })
        }
        (SystemKind::Automatic, Lookup::Relaxed) => {
            Some(System { build: relaxed::build, in_flight: automatic::IN_FLIGHT, looks_ahead: true })
        }
    }
}

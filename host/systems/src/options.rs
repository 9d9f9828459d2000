//! How to open a store and what to write down of a run.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use emberlane_checkpoints::SavedState;
use emberlane_models::power_loss::Image;
use emberlane_registers::faults::Fault;

use crate::assumptions::Assumptions;
use crate::costs::costs;

/// A waveform to record; only RTL has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The FST file.
    pub path: PathBuf,
    /// Clock cycles since reset.
    pub cycles: Range<u64>,
}

/// How to open a device.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoreOptions {
    /// Record a waveform.
    pub trace: Option<Trace>,
    /// What its persistent memory holds when it gets power; `None`: nothing.
    pub image: Option<Image>,
    /// A state that was saved, to go on from; `None`: none. An image goes first.
    pub state: Option<Arc<SavedState>>,
    /// A fault that the RTL commits, in its test build with one channel; `None`: none.
    pub fault: Option<Fault>,
    /// Do all but the arithmetic ([`Start::Rehearsal`](crate::Start::Rehearsal)).
    pub rehearses: bool,
    /// Other costs than [`costs`](crate::costs::costs).
    pub costs: Option<Arc<Assumptions>>,
}

impl StoreOptions {
    /// What no mechanism computes.
    #[must_use]
    pub fn costs(&self) -> Arc<Assumptions> {
        self.costs.clone().unwrap_or_else(|| Arc::new(costs()))
    }
}

/// Where to write the messages of the fabric, and of which batches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Messages {
    /// The file. It is written, and what was there lost, when the first of the batches begins.
    pub path: PathBuf,
    /// From the start of the first of these batches to the end of the last; also those of other batches in this time.
    pub batches: Range<u64>,
}

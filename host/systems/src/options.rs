//! How to open a store and what to write down of a run.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use emberlane_checkpoints::SavedState;
use emberlane_data::access::Law;
use emberlane_models::power_loss::Image;
use emberlane_registers::faults::Fault;

use crate::assumptions::Assumptions;
use crate::costs::{costs, ndrec_costs};
use crate::stop::Stop;

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
    /// Which worker of a cluster this is.
    pub rank: u16,
    /// A fault that the RTL commits, in its test build with one channel; `None`: none.
    pub fault: Option<Fault>,
    /// Do all but the arithmetic ([`Start::Rehearsal`](crate::Start::Rehearsal)).
    pub rehearses: bool,
    /// Other costs than [`costs`](crate::costs::costs).
    pub costs: Option<Arc<Assumptions>>,
    /// Other costs than [`ndrec_costs`](crate::costs::ndrec_costs).
    pub ndrec_costs: Option<Arc<Assumptions>>,
    /// Put SmartSSDs, and the GPU that trains with their outputs, into a simulated fabric, so that what they move are messages.
    pub in_fabric: bool,
    /// What a rehearsal's caches are filled by; `None`: they begin empty.
    pub steady: Option<Arc<Steady>>,
    /// Asks whoever waits for processes of a cluster to give up.
    pub stop: Stop,
}

/// What caches hold after many batches.
#[derive(Clone, Debug, PartialEq)]
pub struct Steady {
    /// How often rows were looked up.
    pub law: Arc<Law>,
    /// Samples that were trained.
    pub before: u64,
}

impl Steady {
    /// Caches after so many samples of a law.
    #[must_use]
    pub const fn new(law: Arc<Law>, before: u64) -> Self {
        Self { law, before }
    }
}

impl StoreOptions {
    /// What no mechanism computes of NDRec's systems.
    #[must_use]
    pub fn ndrec_costs(&self) -> Arc<Assumptions> {
        self.ndrec_costs.clone().unwrap_or_else(|| Arc::new(ndrec_costs()))
    }

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

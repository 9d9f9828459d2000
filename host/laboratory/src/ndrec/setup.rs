//! A machine, and the batch that it trains.

use serde::Serialize;

/// The machine, and the batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Setup {
    /// Samples of an iteration, over all GPUs.
    pub batch: usize,
    /// GPUs, each with a part of the samples.
    pub gpus: usize,
    /// SmartSSDs, each with a part of the tables.
    pub smartssds: usize,
    /// Switches between a device and the root port.
    pub switch_levels: u64,
}

impl Setup {
    /// NDRec's machine of Table I: 4 GPUs, 4 SmartSSDs, no switch.
    #[must_use]
    pub const fn of_paper(batch: usize) -> Self {
        Self { batch, gpus: 4, smartssds: 4, switch_levels: 0 }
    }
}

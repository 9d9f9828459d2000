//! What a run learned.

use emberlane_data::CacheUse;
use emberlane_dlrm::metrics::Metrics;
use emberlane_drivers::Recovered;
use emberlane_models::power_loss::Image;
use emberlane_stores::{DeviceReport, PartialRecoveries, ShardWaits, TiersReport};
use emberlane_systems::Times;
use emberlane_systems::schedule::Simulated;

use crate::observer::EvaluationRecord;

/// What a run learned, before it becomes a [`Summary`].
pub(crate) struct Trained {
    pub(crate) losses: Vec<f64>,
    pub(crate) training: Option<Metrics>,
    pub(crate) evaluation: Option<Metrics>,
    pub(crate) evaluations: Vec<EvaluationRecord>,
    pub(crate) stopped_early: bool,
    pub(crate) device: Option<DeviceReport>,
    pub(crate) tiers: Option<TiersReport>,
    pub(crate) recoveries: Option<PartialRecoveries>,
    pub(crate) waits: Option<ShardWaits>,
    pub(crate) times: Times,
    pub(crate) skipped: u64,
    pub(crate) padded: u64,
    pub(crate) cache: Option<CacheUse>,
    pub(crate) simulated: Option<Simulated>,
    pub(crate) recovered: Option<Recovered>,
    pub(crate) resumed: Option<u64>,
    pub(crate) lost: Option<Lost>,
}

/// What a loss of power has left.
pub(crate) struct Lost {
    pub(crate) batch: u64,
    pub(crate) seed: u64,
    /// The device's cycle.
    pub(crate) cycle: u64,
    /// Writes of the update that had come to the medium, and all of them.
    pub(crate) writes: (u64, u64),
    /// Writes that no controller had answered.
    pub(crate) open: u64,
    pub(crate) image: Image,
}

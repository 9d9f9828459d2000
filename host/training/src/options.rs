//! How to run an experiment.

use std::path::PathBuf;

use emberlane_systems::{Messages, StoreOptions};

/// How to run an experiment.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Batches at most.
    pub batches: Option<u64>,
    /// Where to write `metrics.csv`, `summary.json`, `parameters.safetensors` and, with a system, `timeline.json`; `None`:
    /// nowhere.
    pub out: Option<PathBuf>,
    /// How to open the device.
    pub store: StoreOptions,
    /// Messages of the system's fabric to write down; `None`, and without a system: none.
    pub messages: Option<Messages>,
    /// Lose power; needs checkpoints.
    pub power_loss: Option<PowerLoss>,
}

/// A loss of power in the middle of a batch's update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PowerLoss {
    /// The batch.
    pub batch: u64,
    /// Decides where in the update, and what becomes of writes under way.
    pub seed: u64,
}

//! Who is told how a run goes.

use std::path::Path;

use emberlane_dlrm::metrics::Metrics;
use emberlane_stores::TierCounts;
use serde::{Deserialize, Serialize};

/// Columns of metrics in files.
pub(crate) const METRICS: &str = "auc,log_loss,normalized_entropy,accuracy";

/// A trained batch.
#[derive(Clone, Debug)]
pub struct BatchRecord {
    /// Its number, from 0.
    pub batch: u64,
    /// Mean loss, before the batch's update.
    pub loss: f64,
    /// Metrics of all predictions so far, each made before the update of its batch.
    pub metrics: Metrics,
    /// What was counted in a store over several memories so far; batches that are fetched ahead are counted.
    pub tiers: Option<TierCounts>,
}

/// An evaluation on the way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EvaluationRecord {
    /// The batch that was trained next.
    pub batch: u64,
    /// Whether none before was as good.
    pub best: bool,
    /// Its metrics.
    pub metrics: Metrics,
}

/// Is told how a run goes.
pub trait Observer {
    /// Training starts with batch `first`; `batches` in all, as far as known.
    fn start(&mut self, first: u64, batches: Option<u64>);
    /// A batch was trained.
    fn batch(&mut self, record: &BatchRecord);
    /// The model is evaluated on `batches` batches at most, on the way or at the end.
    fn evaluate(&mut self, batches: u64);
    /// A batch was evaluated.
    fn evaluated(&mut self);
    /// The model was evaluated on the way.
    fn evaluation(&mut self, _record: &EvaluationRecord) {}
    /// A training state was saved in this folder.
    fn saved(&mut self, _batch: u64, _folder: &Path) {}
}

/// Tells nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn start(&mut self, _: u64, _: Option<u64>) {}
    fn batch(&mut self, _: &BatchRecord) {}
    fn evaluate(&mut self, _: u64) {}
    fn evaluated(&mut self) {}
}

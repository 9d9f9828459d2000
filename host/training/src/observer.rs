//! Who is told how a run goes.

use emberlane_dlrm::metrics::Metrics;

/// A trained batch.
#[derive(Clone, Copy, Debug)]
pub struct BatchRecord {
    /// Its number, from 0.
    pub batch: u64,
    /// Mean loss, before the batch's update.
    pub loss: f64,
    /// Metrics of all predictions so far, each made before the update of its batch.
    pub metrics: Metrics,
}

/// Is told how a run goes.
pub trait Observer {
    /// Training starts with batch `first`; `batches` in all, as far as known.
    fn start(&mut self, first: u64, batches: Option<u64>);
    /// A batch was trained.
    fn batch(&mut self, record: &BatchRecord);
    /// Training is over; the trained model is evaluated on `batches` batches at most.
    fn evaluate(&mut self, batches: u64);
    /// A batch was evaluated.
    fn evaluated(&mut self);
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

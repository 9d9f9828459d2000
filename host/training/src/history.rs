//! What a run has learned of itself so far.

use emberlane_checkpoints::History as Saved;
use emberlane_data::Batch;
use emberlane_dlrm::Loss;
use emberlane_dlrm::metrics::{CollectorState, MetricsCollector};
use emberlane_stores::TierCounts;

use crate::observer::BatchRecord;

/// The losses of all batches, and metrics of all predictions.
#[derive(Default)]
pub(crate) struct History {
    /// The batch that was trained first.
    pub(crate) first: u64,
    pub(crate) losses: Vec<f64>,
    pub(crate) collector: MetricsCollector,
}

impl History {
    /// The batch that comes next: as many as were ever trained.
    pub(crate) fn next(&self) -> u64 {
        self.first + self.losses.len() as u64
    }

    pub(crate) fn add(&mut self, batch: &Batch, loss: &Loss, tiers: Option<TierCounts>) -> BatchRecord {
        collect(&mut self.collector, batch, loss);
        let metrics = self.collector.metrics().expect("a batch has a sample");
        let record = BatchRecord { batch: self.next(), loss: loss.mean, metrics, tiers };
        self.losses.push(loss.mean);
        record
    }

    /// As plain numbers.
    pub(crate) fn saved(&self) -> Saved {
        let CollectorState { distinct, right, loss, ordered_pairs } = self.collector.state();
        let head = [right, loss.to_bits(), ordered_pairs as u64, (ordered_pairs >> 64) as u64];
        let counts = head.into_iter().chain(distinct.into_iter().flatten()).collect();
        Saved { losses: self.losses.clone(), counts }
    }

    /// From what was saved of a run whose first batch was `first`; `None` if it is no history.
    pub(crate) fn of(saved: &Saved, first: u64) -> Option<Self> {
        let (head, distinct) = saved.counts.split_first_chunk::<4>()?;
        let (distinct, []) = distinct.as_chunks() else { return None };
        let state = CollectorState {
            distinct: distinct.to_vec(),
            right: head[0],
            loss: f64::from_bits(head[1]),
            ordered_pairs: u128::from(head[2]) | u128::from(head[3]) << 64,
        };
        // No number of a batch comes near to what a number can be.
        if first > u64::MAX / 2 {
            return None;
        }
        Some(Self { first, losses: saved.losses.clone(), collector: MetricsCollector::from_state(&state)? })
    }
}

/// Adds the predictions of a batch.
pub(crate) fn collect(collector: &mut MetricsCollector, batch: &Batch, loss: &Loss) {
    for (i, label) in batch.labels.iter().enumerate() {
        collector.add(loss.probabilities[i], *label == 1.0, loss.losses[i]);
    }
}

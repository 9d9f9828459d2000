//! What Prometheus reads of a run.

use std::net::TcpListener;
use std::sync::atomic::AtomicU64;

use emberlane_dlrm::metrics::Metrics;
use emberlane_net::Prometheus;
use emberlane_stores::{MemoryTraffic, TierCounts};
use emberlane_systems::TrainError;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge as AnyGauge;
use prometheus_client::registry::{Registry, Unit};

use super::sink::Sink;
use crate::observer::{BatchRecord, EvaluationRecord};

type Gauge = AnyGauge<f64, AtomicU64>;

/// What the run sets, and serves as long as it trains.
pub(super) struct Gauges {
    _serving: Prometheus,
    batches: Gauge,
    samples: Gauge,
    loss: Gauge,
    training: Quality,
    evaluation: Quality,
    tiers: TierCounters,
}

/// Counters of [`TierCounts`]: rows by where they were, accesses and bytes by memory.
struct TierCounters {
    rows: Family<[(&'static str, &'static str); 1], Counter>,
    accesses: Family<[(&'static str, &'static str); 2], Counter>,
    bytes: Family<[(&'static str, &'static str); 2], Counter>,
}

impl TierCounters {
    fn new(registry: &mut Registry) -> Self {
        let counters = Self { rows: Family::default(), accesses: Family::default(), bytes: Family::default() };
        let Self { rows, accesses, bytes } = &counters;
        let help = "Unique rows of tables in files that were looked up, by where they were";
        registry.register("tier_rows", help, rows.clone());
        let help = "Accesses that training has made of each memory of a store";
        registry.register("memory_accesses", help, accesses.clone());
        let help = "Bytes of the accesses that training has made of each memory of a store";
        registry.register_with_unit("memory_accessed", help, Unit::Bytes, bytes.clone());
        counters
    }

    /// A run that goes on counts from where it was: so do the counters, as those that have begun anew.
    fn set(&self, TierCounts { hits, traffic }: &TierCounts) {
        let set = |counter: &Counter, count: u64| {
            counter.inc_by(count.saturating_sub(counter.get()));
        };
        let tiers = [("dram", hits.dram), ("scm", hits.scm), ("beside", hits.beside), ("files", hits.from_files())];
        for (tier, rows) in tiers {
            set(&self.rows.get_or_create(&[("tier", tier)]), rows);
        }
        for MemoryTraffic { memory, read, written } in traffic {
            for (access, (accesses, bytes)) in [("read", read), ("write", written)] {
                let labels = [("memory", *memory), ("access", access)];
                set(&self.accesses.get_or_create(&labels), *accesses);
                set(&self.bytes.get_or_create(&labels), *bytes);
            }
        }
    }
}

/// Gauges of [`Metrics`].
struct Quality {
    auc: Gauge,
    log_loss: Gauge,
    normalized_entropy: Gauge,
    accuracy: Gauge,
}

impl Quality {
    fn new(registry: &mut Registry, of: &str) -> Self {
        let mut gauge = |name: &str, help: &str| gauge(registry, &format!("{of}_{name}"), &format!("{help}, {of}"));
        Self {
            auc: gauge("auc", "Area under the ROC curve"),
            log_loss: gauge("log_loss", "Mean binary cross-entropy"),
            normalized_entropy: gauge("normalized_entropy", "Log loss over the entropy of the click rate"),
            accuracy: gauge("accuracy", "Share of predictions on the right side of one half"),
        }
    }

    fn set(&self, metrics: &Metrics) {
        self.auc.set(metrics.auc.unwrap_or(f64::NAN));
        self.log_loss.set(metrics.log_loss);
        self.normalized_entropy.set(metrics.normalized_entropy.unwrap_or(f64::NAN));
        self.accuracy.set(metrics.accuracy);
    }
}

/// A gauge that is not a number until it is set.
fn gauge(registry: &mut Registry, name: &str, help: &str) -> Gauge {
    let gauge = Gauge::default();
    gauge.set(f64::NAN);
    registry.register(name, help, gauge.clone());
    gauge
}

impl Gauges {
    pub(super) fn begin(listener: &TcpListener) -> Result<Self, TrainError> {
        let refused = |source| TrainError::Output { file: "--prometheus".into(), source };
        let listener = listener.try_clone().map_err(refused)?;
        let mut registry = Registry::with_prefix("emberlane");
        let batches = gauge(&mut registry, "batches", "Batches that were trained");
        let samples = gauge(&mut registry, "samples", "Samples that were trained");
        let loss = gauge(&mut registry, "loss", "Mean loss of the last batch, before its update");
        let (training, evaluation) =
            (Quality::new(&mut registry, "training"), Quality::new(&mut registry, "evaluation"));
        let tiers = TierCounters::new(&mut registry);
        let start = Gauge::default();
        start.set(std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs_f64());
        registry.register_with_unit("start_time", "When the run began, since 1970", Unit::Seconds, start);
        let _serving = Prometheus::serve(listener, registry).map_err(refused)?;
        Ok(Self { _serving, batches, samples, loss, training, evaluation, tiers })
    }
}

impl Sink for Gauges {
    fn batch(&mut self, BatchRecord { batch, loss, metrics, tiers }: &BatchRecord) -> Result<(), TrainError> {
        self.batches.set((batch + 1) as f64);
        self.samples.set(metrics.samples as f64);
        self.loss.set(*loss);
        self.training.set(metrics);
        if let Some(counts) = tiers {
            self.tiers.set(counts);
        }
        Ok(())
    }

    fn evaluation(&mut self, record: &EvaluationRecord) -> Result<(), TrainError> {
        self.evaluation.set(&record.metrics);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use emberlane_stores::TierHits;
    use prometheus_client::encoding::text::encode;

    use super::*;

    #[test]
    fn tiers_and_memories_have_counters() {
        let mut registry = Registry::with_prefix("emberlane");
        let tiers = TierCounters::new(&mut registry);
        let counts = |hits, reads| TierCounts {
            hits,
            traffic: vec![MemoryTraffic { memory: "ssd", read: (reads, 4096 * reads), written: (1, 1 << 20) }],
        };
        tiers.set(&counts(TierHits { rows: 100, dram: 60, scm: 10, beside: 0 }, 7));
        tiers.set(&counts(TierHits { rows: 250, dram: 160, scm: 30, beside: 20 }, 11));
        let mut text = String::new();
        encode(&mut text, &registry).unwrap();
        for line in [
            "emberlane_tier_rows_total{tier=\"dram\"} 160\n",
            "emberlane_tier_rows_total{tier=\"scm\"} 30\n",
            "emberlane_tier_rows_total{tier=\"beside\"} 20\n",
            "emberlane_tier_rows_total{tier=\"files\"} 40\n",
            "emberlane_memory_accesses_total{memory=\"ssd\",access=\"read\"} 11\n",
            "emberlane_memory_accesses_total{memory=\"ssd\",access=\"write\"} 1\n",
            "emberlane_memory_accessed_bytes_total{memory=\"ssd\",access=\"read\"} 45056\n",
            "emberlane_memory_accessed_bytes_total{memory=\"ssd\",access=\"write\"} 1048576\n",
            "# TYPE emberlane_tier_rows counter\n",
        ] {
            assert!(text.contains(line), "{line} is not in\n{text}");
        }
    }
}

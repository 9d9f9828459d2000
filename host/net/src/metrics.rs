//! What a shard shows of itself.

use std::io;
use std::net::TcpListener;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Registry;

use crate::node::{Node, NodeCounts};
use crate::prometheus::Prometheus;

/// What a shard counts, for others to read.
#[derive(Clone, Debug, Default)]
pub struct Metrics(Arc<Mutex<Shown>>);

#[derive(Clone, Copy, Debug, Default)]
struct Shown {
    counts: NodeCounts,
    busy: u64,
    gauges: [u64; 11],
    store: [u64; 6],
}

/// Name, and what it is, of each number that goes up and down.
const GAUGES: [(&str, &str); 11] = [
    ("batch", "Batches that are applied"),
    ("durable_batch", "Batches that survive the process"),
    ("committed_batch", "The checkpoint that was committed last"),
    ("pending_checkpoints", "Checkpoints that were asked for and are not done"),
    ("rows", "Rows that were pulled ever"),
    ("cached_rows", "Rows in DRAM"),
    ("slots", "Slots of the pool"),
    ("free_slots", "Free slots of the pool"),
    ("overflow_rows", "Rows in the cache beyond its size, at most until now"),
    ("unwritten_updates", "Changes of rows that are in no persistent memory, one for each row and batch"),
    ("lost_batches", "Batches that the shard has lost in partial recoveries"),
];

/// Name, and what it is, of each number of the storage that only grows.
const STORE: [(&str, &str); 6] = [
    ("hits", "Rows that were pulled and found in DRAM"),
    ("misses", "Rows that were pulled and read from persistent memory"),
    ("made_rows", "Rows that were pulled and made"),
    ("flushed_rows", "Rows that were written to persistent memory"),
    ("evicted_rows", "Rows that left the cache"),
    ("completed_checkpoints", "Checkpoints that were completed"),
];

impl Metrics {
    /// Shows what a shard has counted until now.
    pub fn show<T>(&self, node: &Node<T>, busy: u64) {
        let (counters, checkpoints) = (node.store().counters(), node.store().checkpoints());
        let pending = checkpoints.pending.len() as u64;
        *self.shown() = Shown {
            counts: *node.counts(),
            busy,
            gauges: [
                node.store().applied(),
                node.durable(),
                checkpoints.committed,
                pending,
                counters.rows,
                counters.cached,
                counters.slots,
                counters.free_slots,
                counters.overflow,
                counters.unwritten,
                node.lost(),
            ],
            store: [
                counters.hits,
                counters.misses,
                counters.made,
                counters.flushed,
                counters.evicted,
                counters.completed,
            ],
        };
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn registry(&self) -> Registry {
        let mut registry = Registry::with_prefix("emberlane_shard");
        registry.register_collector(Box::new(self.clone()));
        registry
    }

    /// Serves them until what it returns is dropped.
    ///
    /// # Errors
    /// A system that gives no thread.
    pub fn serve(&self, listener: TcpListener) -> io::Result<Prometheus> {
        Prometheus::serve(listener, self.registry())
    }
}

impl Collector for Metrics {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let shown = *self.shown();
        for ((name, help), value) in GAUGES.iter().zip(shown.gauges) {
            let gauge = ConstGauge::new(value as i64);
            gauge.encode(encoder.encode_descriptor(name, help, None, gauge.metric_type())?)?;
        }
        let counts = NodeCounts::NAMES.iter().zip(shown.counts.values());
        let busy = [("busy", "Messages that were told to come again")];
        for ((name, help), value) in counts.chain(STORE.iter().zip(shown.store)).chain(busy.iter().zip([shown.busy])) {
            let counter = ConstCounter::new(value);
            counter.encode(encoder.encode_descriptor(name, help, None, counter.metric_type())?)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use prometheus_client::encoding::text::encode;

    use super::*;

    /// What the dashboard for Grafana draws is what a shard serves.
    #[test]
    fn the_dashboard_names_metrics_that_there_are() {
        const PREFIX: &str = "emberlane_shard_";
        let mut text = String::new();
        encode(&mut text, &Metrics::default().registry()).unwrap();
        let served: BTreeSet<&str> = text.lines().filter_map(|line| line.split([' ', '{']).next()).collect();
        let dashboard = include_str!("../../../scripts/units/grafana.json");
        let dashboard: serde_json::Value = serde_json::from_str(dashboard).unwrap();
        let mut drawn = BTreeSet::new();
        for panel in dashboard["panels"].as_array().unwrap() {
            for target in panel["targets"].as_array().unwrap() {
                let query = target["expr"].as_str().unwrap();
                let ends = |c: char| !c.is_ascii_alphanumeric() && c != '_';
                let names = query.match_indices(PREFIX).filter_map(|(at, _)| query[at..].split(ends).next());
                drawn.extend(names.map(str::to_owned));
            }
        }
        assert!(drawn.len() > 20, "{drawn:?}");
        for name in drawn {
            assert!(served.contains(&*name), "no shard serves {name}, but {served:?}");
        }
    }
}

//! What a shard shows of itself over HTTP, as Prometheus reads it.

use std::io;
use std::net::TcpListener;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Registry;
use tiny_http::{Header, Response, Server};

use crate::node::{Node, NodeCounts};

/// The text format that is served.
const CONTENT_TYPE: &str = "Content-Type: application/openmetrics-text; version=1.0.0; charset=utf-8";

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

    /// As Prometheus reads it.
    ///
    /// # Errors
    /// None that there could be.
    pub fn text(&self) -> Result<String, std::fmt::Error> {
        let mut registry = Registry::with_prefix("emberlane_shard");
        registry.register_collector(Box::new(self.clone()));
        let mut text = String::new();
        encode(&mut text, &registry)?;
        Ok(text)
    }

    /// Serves them under `/metrics`, until what it returns is dropped.
    ///
    /// # Errors
    /// A system that gives no thread.
    pub fn serve(&self, listener: TcpListener) -> io::Result<Serving> {
        let server = Arc::new(Server::from_listener(listener, None).map_err(io::Error::other)?);
        let (metrics, serving) = (self.clone(), server.clone());
        let thread =
            std::thread::Builder::new().name("metrics".to_owned()).spawn(move || answer(&serving, &metrics))?;
        Ok(Serving { server, thread: Some(thread) })
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

/// Metrics that are served.
pub struct Serving {
    server: Arc<Server>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.server.unblock();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Answers until the server is told to end. A reader that goes away is none of the shard's concern.
fn answer(server: &Server, metrics: &Metrics) {
    for request in server.incoming_requests() {
        let _ = match (request.url(), metrics.text(), CONTENT_TYPE.parse::<Header>()) {
            ("/metrics", Ok(text), Ok(header)) => request.respond(Response::from_string(text).with_header(header)),
            _ => request.respond(Response::from_string("metrics are at /metrics\n").with_status_code(404)),
        };
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// What the dashboard for Grafana draws is what a shard serves.
    #[test]
    fn the_dashboard_names_metrics_that_there_are() {
        const PREFIX: &str = "emberlane_shard_";
        let served = Metrics::default().text().unwrap();
        let served: BTreeSet<&str> = served.lines().filter_map(|line| line.split([' ', '{']).next()).collect();
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

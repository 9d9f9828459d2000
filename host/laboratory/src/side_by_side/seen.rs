//! What is seen of each part of a batch.

use emberlane_systems::schedule::EventLog;
use serde::Serialize;

use super::family::BatchPart;

/// A step, and when it ran.
#[derive(Clone, Debug, Serialize)]
pub struct TimedStep<P> {
    /// Its name.
    pub name: &'static str,
    /// What it held.
    pub resource: &'static str,
    /// What it counts as.
    pub part: P,
    /// From the start of the batch, milliseconds.
    pub start_ms: f64,
    /// From the start of the batch, milliseconds.
    pub end_ms: f64,
}

/// Time of a batch by what is seen of each part, of so many batches between two times: a moment counts to the first part of
/// [`BatchPart::HIDING`] that runs then, and to `otherwise` when none does.
#[must_use]
pub fn seen_ms<P: BatchPart>(log: &EventLog, [start, end]: [u64; 2], batches: f64, otherwise: P) -> Vec<f64> {
    let mut moments: Vec<(u64, usize, i32)> = Vec::new();
    for event in log.events().iter().filter(|event| event.end_ps > start && event.start_ps < end) {
        let part = P::known(event.operation).into();
        moments.push((event.start_ps.max(start), part, 1));
        moments.push((event.end_ps.min(end), part, -1));
    }
    moments.sort_unstable();
    let (mut running, mut seen, mut now) = (vec![0; P::ALL.len()], vec![0; P::ALL.len()], start);
    for (at, part, change) in moments.into_iter().chain([(end, 0, 0)]) {
        let mut hiding = P::HIDING.iter().map(|part| (*part).into());
        let first: usize = hiding.find(|part: &usize| running[*part] > 0).unwrap_or(otherwise.into());
        seen[first] += at - now;
        (running[part], now) = (running[part] + change, at);
    }
    seen.into_iter().map(|picoseconds| picoseconds as f64 * 1e-9 / batches).collect()
}

//! What a run of a system was measured from: its event log, and the sums that a batch's time, energy and traffic are made of.

use std::collections::BTreeMap;

use emberlane_experiment::Experiment;
use emberlane_systems::schedule::{Accessed, Compared, EventLog, Simulated};
use serde::Serialize;

/// An operation held a resource: resource, operation, number of the operation, batch, start and end in picoseconds, bytes.
pub type Held = (&'static str, &'static str, u64, u64, u64, u64, u64);
/// An operation accessed the memory that holds the tables: its number, batch, start in picoseconds, bytes read, of rows written, logged.
pub type Access = (u64, u64, u64, u64, u64, u64);

/// What a run of a system was measured from.
#[derive(Clone, Debug, Serialize)]
pub struct Counters {
    /// The system.
    pub system: &'static str,
    /// Embedding tables.
    pub tables: u64,
    /// FP32 elements of a row.
    pub dimension: u64,
    /// Bytes of the MLPs' parameters in a log.
    pub parameter_bytes: u64,
    /// What holds the tables: `dram`, `pmem`, `ssd`, `device`.
    pub holdings: Vec<&'static str>,
    /// When each batch ended, picoseconds.
    pub batch_ends_ps: Vec<u64>,
    /// What counts lies between the ends of these batches, from 0.
    pub window: [usize; 2],
    /// Batches behind which the GPU answered reads of parameters outside of interaction and top MLP.
    pub overruns: u64,
    /// Sums over the operations that began in the window.
    pub totals: Vec<Total>,
    /// Every event of the run.
    pub events: Vec<Held>,
    /// Every access of the run.
    pub accesses: Vec<Access>,
}

/// A sum over the operations of a name on a resource.
#[derive(Clone, Debug, Serialize)]
pub struct Total {
    /// The resource.
    pub resource: &'static str,
    /// The operations' name.
    pub operation: &'static str,
    /// How many there were.
    pub operations: u64,
    /// How long they held it, picoseconds.
    pub held_ps: u64,
    /// Bytes that they moved.
    pub bytes: u64,
    /// Bytes that they read from the memory that holds the tables, wrote there as rows, and logged; counted with the first resource alone.
    pub accessed: [u64; 3],
}

impl Counters {
    pub(super) fn of(
        system: &Compared,
        experiment: &Experiment,
        simulated: &Simulated,
        batch_ends_ps: Vec<u64>,
        window: [usize; 2],
    ) -> Self {
        let log = &simulated.log;
        let [start, end] = window.map(|batch| batch_ends_ps[batch]);
        let holdings = &system.holdings;
        let named =
            [("dram", holdings.dram), ("pmem", holdings.pmem), ("ssd", holdings.ssd), ("device", holdings.device)];
        Self {
            system: system.kind.name(),
            tables: experiment.model.tables() as u64,
            dimension: experiment.model.dimension as u64,
            parameter_bytes: emberlane_checkpoints::parameter_bytes(&experiment.model),
            holdings: named.into_iter().filter(|(_, holds)| *holds).map(|(name, _)| name).collect(),
            window,
            overruns: simulated.overruns,
            totals: totals(log, start..end),
            events: held(log),
            accesses: accesses(log),
            batch_ends_ps,
        }
    }
}

/// Every event of a run.
#[must_use]
pub fn held(log: &EventLog) -> Vec<Held> {
    let held = log.events().iter().map(|event| {
        let name = (event.resource.name(), event.operation);
        (name.0, name.1, event.id.0, event.batch, event.start_ps, event.end_ps, event.bytes)
    });
    held.collect()
}

/// Every access of a run.
#[must_use]
pub fn accesses(log: &EventLog) -> Vec<Access> {
    let accesses = log.accesses().iter().map(|access| {
        let Accessed { read, written, logged } = access.accessed;
        (access.id.0, access.batch, access.start_ps, read, written, logged)
    });
    accesses.collect()
}

fn totals(log: &EventLog, window: std::ops::Range<u64>) -> Vec<Total> {
    let mut accessed: BTreeMap<u64, Accessed> = BTreeMap::new();
    log.accesses().iter().for_each(|access| *accessed.entry(access.id.0).or_default() += access.accessed);
    let mut totals: BTreeMap<(&str, &str), Total> = BTreeMap::new();
    for event in log.events().iter().filter(|event| window.contains(&event.start_ps)) {
        let (resource, operation) = (event.resource.name(), event.operation);
        let total = totals.entry((resource, operation)).or_insert_with(|| Total {
            resource,
            operation,
            operations: 0,
            held_ps: 0,
            bytes: 0,
            accessed: [0; 3],
        });
        total.operations += 1;
        total.held_ps += event.end_ps - event.start_ps;
        total.bytes += event.bytes;
        if let Some(Accessed { read, written, logged }) = accessed.remove(&event.id.0) {
            let counted = total.accessed;
            total.accessed = [counted[0] + read, counted[1] + written, counted[2] + logged];
        }
    }
    totals.into_values().collect()
}

//! What a batch of an experiment moves and computes.

use std::collections::HashSet;

use serde::Serialize;

use super::CompareError;
use emberlane_data::{Bags, Purpose};
use emberlane_experiment::Experiment;
use emberlane_systems::gpu::Layers;

/// What an average batch moves and computes.
#[derive(Clone, Debug, Serialize)]
pub struct Workload {
    /// Its name.
    pub name: String,
    /// Samples a batch.
    pub samples: u64,
    /// Embedding tables.
    pub tables: u64,
    /// Bytes of a row.
    pub row_bytes: u64,
    /// Batches that the counts are averages of.
    pub batches: u64,
    /// Indices of a batch, repeats counted.
    pub entries: f64,
    /// Rows of a batch, each once.
    pub unique_rows: f64,
    /// Share of a batch's indices whose row the batch before used, too.
    pub shared_entries: f64,
    /// Share of a batch's unique rows that the batch before used, too.
    pub shared_rows: f64,
    /// Bytes of all parameters of both MLPs.
    pub parameter_bytes: u64,
    /// Bytes of dense features and labels.
    pub dense_bytes: u64,
    /// Bytes of the pooled vectors, and of their gradients.
    pub pooled_bytes: u64,
    /// Layers of the MLPs and between them.
    #[serde(skip)]
    pub(super) layers: Layers,
}

impl Workload {
    /// Draws or reads so many batches of an experiment, and counts.
    ///
    /// # Errors
    /// Data that cannot be read, and fewer than two batches.
    pub fn measure(name: &str, experiment: &Experiment, batches: u64) -> Result<Self, CompareError> {
        let (model, train) = (&experiment.model, &experiment.train);
        let mut source =
            emberlane_data::open(&experiment.data, model, train.batch_size, train.seed, Purpose::Training)?;
        let mut samples = 0;
        let mut before: Vec<HashSet<u32>> = Vec::new();
        let mut counts = [0u64; 4];
        let (mut read, mut compared) = (0, 0);
        while read < batches
            && let Some(batch) = source.next_batch()?
        {
            // What is left at the end of a file is no batch of this size.
            if batch.samples() < samples {
                break;
            }
            samples = batch.samples();
            let rows: Vec<HashSet<u32>> = (0..batch.bags.tables).map(|table| unique(&batch.bags, table)).collect();
            if read > 0 {
                for (table, rows) in rows.iter().enumerate() {
                    let shared = |row: &&u32| before[table].contains(row);
                    counts[0] += entries(&batch.bags, table).len() as u64;
                    counts[1] += rows.len() as u64;
                    counts[2] += entries(&batch.bags, table).iter().filter(shared).count() as u64;
                    counts[3] += rows.iter().filter(shared).count() as u64;
                }
                compared += 1;
            }
            before = rows;
            read += 1;
        }
        if compared == 0 {
            return Err(CompareError::TooFewBatches { read });
        }
        let average = |count: u64| count as f64 / compared as f64;
        let share = |part: u64, all: u64| if all == 0 { 0.0 } else { part as f64 / all as f64 };
        let row_bytes = 4 * model.dimension as u64;
        Ok(Self {
            name: name.to_owned(),
            samples: samples as u64,
            tables: model.tables() as u64,
            row_bytes,
            batches: compared,
            entries: average(counts[0]),
            unique_rows: average(counts[1]),
            shared_entries: share(counts[2], counts[0]),
            shared_rows: share(counts[3], counts[1]),
            parameter_bytes: emberlane_checkpoints::parameter_bytes(model),
            dense_bytes: 4 * samples as u64 * (model.dense() as u64 + 1),
            pooled_bytes: samples as u64 * model.tables() as u64 * row_bytes,
            layers: Layers::new(model, samples),
        })
    }
}

fn entries(bags: &Bags, table: usize) -> &[u32] {
    let at = |bag: usize| bags.offsets[bag] as usize;
    &bags.indices[at(table * bags.samples)..at((table + 1) * bags.samples)]
}

fn unique(bags: &Bags, table: usize) -> HashSet<u32> {
    entries(bags, table).iter().copied().collect()
}

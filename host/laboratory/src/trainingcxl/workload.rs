//! What a batch of an experiment moves and computes.

use emberlane_data::{Bags, DataError, Purpose};
use emberlane_experiment::Experiment;
use emberlane_systems::TrainError;
use rustc_hash::FxHashSet;
use serde::Serialize;
use thiserror::Error;

/// Batches that data need: one that counts, one before it that fills the pipeline, and one behind it.
pub(super) const FEWEST: u64 = 3;

/// Why what a batch takes is not known.
#[derive(Debug, Error)]
pub enum WorkloadError {
    /// The data.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The run.
    #[error(transparent)]
    Train(#[from] TrainError),
    /// No batch has one before it and one behind it.
    #[error(
        "the data have {read} batches; at least {FEWEST} are needed, one that counts, one before it and one behind it: give more data, a \
         larger data.batches if the file has it, or a smaller train.batch_size"
    )]
    TooFewBatches {
        /// Batches that there are.
        read: u64,
    },
}

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
    /// What the shares were counted from.
    #[serde(skip)]
    pub shared: Shared,
}

/// What batches share with the batch before each, summed over all but the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Shared {
    /// Indices, repeats counted.
    pub entries: u64,
    /// Rows, each once a batch.
    pub rows: u64,
    /// Of the indices, those whose row the batch before used, too.
    pub shared_entries: u64,
    /// Of the rows, those that the batch before used, too.
    pub shared_rows: u64,
}

impl Workload {
    /// Draws or reads so many batches of an experiment, and counts.
    ///
    /// # Errors
    /// Data that cannot be read, and fewer than three batches.
    pub fn measure(name: &str, experiment: &Experiment, batches: u64) -> Result<Self, WorkloadError> {
        let (model, train) = (&experiment.model, &experiment.train);
        let mut source =
            emberlane_data::open(&experiment.data, model, train.batch_size, train.seed, Purpose::Training)?;
        let mut samples = 0;
        let mut before: Vec<FxHashSet<u32>> = Vec::new();
        let mut counts = Shared::default();
        let (mut read, mut compared) = (0, 0);
        while read < batches
            && let Some(batch) = source.next_batch()?
        {
            // What is left at the end of a file is no batch of this size.
            if batch.samples() < samples {
                break;
            }
            samples = batch.samples();
            let rows: Vec<FxHashSet<u32>> = (0..batch.bags.tables).map(|table| unique(&batch.bags, table)).collect();
            if read > 0 {
                for (table, rows) in rows.iter().enumerate() {
                    let shared = |row: &&u32| before[table].contains(row);
                    counts.entries += entries(&batch.bags, table).len() as u64;
                    counts.rows += rows.len() as u64;
                    counts.shared_entries += entries(&batch.bags, table).iter().filter(shared).count() as u64;
                    counts.shared_rows += rows.iter().filter(shared).count() as u64;
                }
                compared += 1;
            }
            before = rows;
            read += 1;
        }
        if read < FEWEST {
            return Err(WorkloadError::TooFewBatches { read });
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
            entries: average(counts.entries),
            unique_rows: average(counts.rows),
            shared_entries: share(counts.shared_entries, counts.entries),
            shared_rows: share(counts.shared_rows, counts.rows),
            parameter_bytes: emberlane_checkpoints::parameter_bytes(model),
            dense_bytes: 4 * samples as u64 * (model.dense() as u64 + 1),
            pooled_bytes: samples as u64 * model.tables() as u64 * row_bytes,
            shared: counts,
        })
    }
}

fn entries(bags: &Bags, table: usize) -> &[u32] {
    let at = |bag: usize| bags.offsets[bag] as usize;
    &bags.indices[at(table * bags.samples)..at((table + 1) * bags.samples)]
}

fn unique(bags: &Bags, table: usize) -> FxHashSet<u32> {
    entries(bags, table).iter().copied().collect()
}

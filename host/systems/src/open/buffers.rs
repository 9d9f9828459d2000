//! How large the buffers of a batch are, whichever store it is for.

use emberlane_data::DataMemory;
use emberlane_experiment::Experiment;

/// Bytes of the buffers of a batch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Buffers {
    /// The batch as it comes from the data: dense features, labels, rows.
    pub batch: u64,
    /// As the drivers take it: bags by row, and rows by bag.
    pub lists: u64,
    /// What they are sorted in, one table at a time.
    pub sorted: u64,
    /// One vector a bag: pooled vectors, or their gradients.
    pub vectors: u64,
    /// Its unique rows at most.
    pub rows: u64,
}

impl Buffers {
    pub fn of(experiment: &Experiment, data: &DataMemory) -> Self {
        let model = &experiment.model;
        let (tables, DataMemory { samples, lookups, .. }) = (model.tables() as u64, *data);
        let bags = tables.saturating_mul(samples);
        let rows = table_rows(experiment).min(lookups);
        // Of every lookup its row, its bag, and which unique row it is; unique rows with their offsets, and their names; bags.
        let each = words(3).saturating_mul(lookups);
        let lists = each.saturating_add(words(4).saturating_mul(rows)).saturating_add(words(2).saturating_mul(bags));
        // Uses of rows, as they come and as they are sorted, and their bags.
        let sorted = words(5).saturating_mul(lookups / tables.max(1));
        let vectors = words(model.dimension as u64).saturating_mul(bags);
        Self { batch: data.batch(model), lists, sorted, vectors, rows }
    }
}

/// Bytes of so many 32-bit words.
pub(super) const fn words(count: u64) -> u64 {
    count.saturating_mul(4)
}

/// Rows of all tables.
pub(super) fn table_rows(experiment: &Experiment) -> u64 {
    experiment.model.rows.iter().map(|rows| u64::from(*rows)).sum()
}

/// Bytes of all tables.
pub(super) fn table_bytes(experiment: &Experiment) -> u64 {
    words(experiment.model.dimension as u64).saturating_mul(table_rows(experiment))
}

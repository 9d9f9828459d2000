//! The models, and numbers that all figures of them take.

use emberlane_sourced::{Sourced, presets};
use emberlane_tiers::placement::Table;
use serde::Deserialize;

use crate::side_by_side::Assumptions;

/// Bytes of an FP32 number.
const NUMBER: u64 = 4;

/// A model of the paper's Table 2.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// Its name.
    pub name: String,
    /// Its name in the paper.
    pub title: String,
    /// Embedding tables.
    pub tables: Sourced<u64>,
    /// Elements of a row.
    pub dimension: Sourced<u64>,
    /// Rows that a sample looks up in a table, on average.
    pub lookups_a_table: Sourced<u64>,
    /// Of lookups and updates at the target, 10^9 bytes a second.
    pub bandwidth_gb_per_s: Sourced<u64>,
    /// Lookups in tables in files, at the target.
    pub lookups_in_files_per_s: Sourced<u64>,
    /// Tables in files, in each of which a sample looks up one row.
    pub tables_in_files: Sourced<u64>,
    /// Rows of all tables in files.
    pub rows_in_files: Sourced<u64>,
    /// Lookups in files that are counted.
    pub counted_lookups: Sourced<u64>,
    /// Bytes of the tables that are not in files, 10^9.
    pub other_tables_gb: Sourced<u64>,
    /// Widths of the bottom MLP, without its output.
    pub bottom: Vec<u64>,
    /// Widths of the top MLP.
    pub top: Vec<u64>,
    /// Layers of both.
    pub layers: Sourced<u64>,
}

/// All models.
///
/// # Panics
/// Never: a test reads them.
#[must_use]
pub fn models() -> Vec<Model> {
    presets::read(include_str!("models.toml"), "model").expect("the models are tested to be readable")
}

/// The numbers that all figures take, of `numbers.toml`, which says where each is from.
#[must_use]
pub fn numbers() -> Assumptions {
    Assumptions::read(include_str!("numbers.toml"))
}

impl Model {
    /// Bytes of a row. What the optimiser keeps of it is in HBM (Section 5.6.1).
    #[must_use]
    pub fn row_bytes(&self) -> u64 {
        NUMBER * self.dimension.value
    }

    /// Samples a second at the target: Equation 3, solved for them.
    #[must_use]
    pub fn target_qps(&self) -> f64 {
        let a_sample = self.tables.value * self.lookups_a_table.value * self.row_bytes() * 2;
        self.bandwidth_gb_per_s.value as f64 * 1e9 / a_sample as f64
    }

    /// Bytes of tables in files, 10^9.
    #[must_use]
    pub fn files_gb(&self) -> f64 {
        self.rows_in_files.value as f64 * self.row_bytes() as f64 / 1e9
    }

    /// Bytes of all tables, 10^9.
    #[must_use]
    pub fn all_gb(&self) -> f64 {
        self.files_gb() + self.other_tables_gb.value as f64
    }

    /// Rows and lookups a sample of every table: those in files first, then the others from the largest on, of which the smaller are
    /// looked up more.
    #[must_use]
    pub fn shape(&self) -> Vec<(u64, f64)> {
        let numbers = numbers();
        let in_files = self.tables_in_files.value;
        let rows = self.rows_in_files.value / in_files;
        let others = self.tables.value - in_files;
        let spread = |times: f64| -> Vec<f64> {
            let step = |table: u64| times.powf(-(table as f64) / (others - 1).max(1) as f64);
            let all: f64 = (0..others).map(step).sum();
            (0..others).map(|table| step(table) / all).collect()
        };
        let sizes = spread(numbers.get("largest_over_smallest_size"));
        let mut lookups = spread(numbers.get("largest_over_smallest_lookups"));
        lookups.reverse();
        let other_rows = self.other_tables_gb.value as f64 * 1e9 / self.row_bytes() as f64;
        let other_lookups = (self.tables.value * self.lookups_a_table.value - in_files) as f64;
        let other = sizes
            .iter()
            .zip(&lookups)
            .map(|(size, lookups)| (((size * other_rows) as u64).max(1), (lookups * other_lookups).round().max(1.0)));
        (0..in_files).map(|_| (rows, 1.0)).chain(other).collect()
    }

    /// The tables, to be placed.
    #[must_use]
    pub fn to_be_placed(&self) -> Vec<Table> {
        let table = |(rows, lookups): (u64, f64)| Table {
            bytes: rows * self.row_bytes(),
            volume: lookups * self.row_bytes() as f64,
        };
        self.shape().into_iter().map(table).collect()
    }
}

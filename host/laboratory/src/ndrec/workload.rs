//! The models that NDRec trains (Table II).

use serde::Serialize;

use emberlane_data::access::{self, Column, Law};

/// A model, and the data that it is trained on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Workload {
    /// Its name.
    pub name: &'static str,
    /// Its name in the paper.
    pub title: &'static str,
    /// Layers of the bottom MLP: features, then the size of each layer's output.
    pub bottom: Vec<usize>,
    /// Sizes of the outputs of the top MLP's layers.
    pub top: Vec<usize>,
    /// Elements of an embedding vector (EV), 4 bytes each.
    pub dimension: usize,
    /// Its embedding tables: an EV a row.
    pub columns: Vec<Column>,
    /// Rows that a sample looks up in each table.
    pub pooling_size: usize,
    /// Samples of an epoch.
    pub epoch_samples: u64,
}

/// The names of all workloads.
pub const NAMES: [&str; 4] = ["kaggle-dac", "criteo-terabyte", "random-xl", "random-mlp"];

impl Workload {
    /// A workload, by name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Some(match name {
            "kaggle-dac" => Self::kaggle_dac(),
            "criteo-terabyte" => Self::criteo_terabyte(),
            "random-xl" => Self::random_xl(),
            "random-mlp" => Self::random_mlp(),
            _ => return None,
        })
    }

    /// All workloads, in the order of Table II.
    #[must_use]
    pub fn all() -> [Self; 4] {
        [Self::kaggle_dac(), Self::criteo_terabyte(), Self::random_xl(), Self::random_mlp()]
    }

    /// Kaggle DAC: the public DLRM's MLPs for it. Its published cardinalities make 2.16 GB; Table II has 2.06 GB.
    #[must_use]
    pub fn kaggle_dac() -> Self {
        Self {
            name: "kaggle-dac",
            title: "Kaggle DAC",
            bottom: vec![13, 512, 256, 64, 16],
            top: vec![512, 256, 1],
            dimension: 16,
            columns: access::kaggle(),
            pooling_size: 1,
            epoch_samples: 39_300_000,
        }
    }

    /// Criteo Terabyte: MLPs of MLPerf's DLRM.
    #[must_use]
    pub fn criteo_terabyte() -> Self {
        Self {
            name: "criteo-terabyte",
            title: "Criteo Terabyte",
            bottom: vec![13, 512, 256, 128],
            top: vec![1024, 1024, 512, 256, 1],
            dimension: 128,
            columns: access::terabyte(),
            pooling_size: 1,
            epoch_samples: 645_000_000,
        }
    }

    /// Random-XL: the tables of Criteo Terabyte twice, each with as many times the rows as make 538.90 GB.
    ///
    /// Of the MLPs Table II says number, mean and largest alone: these layers have them within 1 %. An epoch is taken to be as long as
    /// that of Criteo Terabyte.
    #[must_use]
    pub fn random_xl() -> Self {
        let terabyte = access::terabyte();
        Self {
            name: "random-xl",
            title: "Random-XL",
            bottom: vec![13, 512, 256, 128],
            top: vec![1024, 1024, 256, 1],
            dimension: 128,
            columns: scaled(&[&terabyte[..], &terabyte[..]].concat(), 538.90e9, 128),
            pooling_size: 40,
            epoch_samples: 645_000_000,
        }
    }

    /// Random-MLP: the 16 largest tables of Criteo Terabyte, each with as many times the rows as make 75.90 GB.
    ///
    /// Of the MLPs Table II says number, mean and largest alone: these layers have them within 1 %. An epoch is taken to be as long as
    /// that of Criteo Terabyte.
    #[must_use]
    pub fn random_mlp() -> Self {
        let mut columns = access::terabyte();
        columns.sort_by_key(|column| std::cmp::Reverse(column.rows));
        columns.truncate(16);
        Self {
            name: "random-mlp",
            title: "Random-MLP",
            bottom: vec![13, 2048, 2048, 1024, 1024, 512, 512, 256, 64],
            top: vec![5120, 5120, 4096, 2048, 2048, 2048, 1024, 1024, 1024, 512, 256, 1],
            dimension: 64,
            columns: scaled(&columns, 75.90e9, 64),
            pooling_size: 10,
            epoch_samples: 645_000_000,
        }
    }

    /// The same with other tables, looked up in as many ways: those of [`fit_file`](access::fit_file), for a user's own records.
    #[must_use]
    pub fn with_columns(self, columns: Vec<Column>) -> Self {
        Self { columns, ..self }
    }

    /// How often its rows are looked up.
    #[must_use]
    pub fn law(&self, seed: u64) -> Law {
        Law::new(&self.columns, self.pooling_size, seed)
    }

    /// Embedding tables.
    #[must_use]
    pub fn tables(&self) -> usize {
        self.columns.len()
    }

    /// Bytes of an EV.
    #[must_use]
    pub fn vector_bytes(&self) -> u64 {
        4 * self.dimension as u64
    }

    /// Rows of all tables.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.columns.iter().map(|column| column.rows).sum()
    }

    /// Bytes of all tables.
    #[must_use]
    pub fn table_bytes(&self) -> u64 {
        self.rows() * self.vector_bytes()
    }

    /// Layers of both MLPs.
    pub fn layers(&self) -> impl Iterator<Item = usize> {
        self.bottom[1..].iter().chain(&self.top).copied()
    }
}

/// Columns with as many times the rows as make so many bytes of tables.
fn scaled(columns: &[Column], bytes: f64, dimension: usize) -> Vec<Column> {
    let rows: u64 = columns.iter().map(|column| column.rows).sum();
    let factor = bytes / (4 * dimension) as f64 / rows as f64;
    let scale = |column: &Column| Column { rows: ((column.rows as f64 * factor).round() as u64).max(1), ..*column };
    columns.iter().map(scale).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workloads_are_those_of_table_ii() {
        let table = [
            (7, 231.0, 512, 16, 26, 2.16),
            (8, 465.0, 1024, 128, 26, 91.10),
            (7, 460.0, 1024, 128, 52, 538.90),
            (20, 1590.0, 5120, 64, 16, 75.90),
        ];
        for (workload, (layers, mean, most, dimension, tables, gigabytes)) in Workload::all().into_iter().zip(table) {
            let name = workload.name;
            assert_eq!(Workload::find(name).as_ref(), Some(&workload));
            let sum: usize = workload.layers().sum();
            assert_eq!((workload.layers().count(), workload.layers().max()), (layers, Some(most)), "{name}");
            let off = sum as f64 / layers as f64 / mean - 1.0;
            assert!(off.abs() < 0.01, "{name}: layers of {sum} in all");
            assert_eq!((workload.dimension, workload.tables()), (dimension, tables), "{name}");
            assert_eq!(workload.bottom.last(), Some(&dimension), "{name}");
            let off = workload.table_bytes() as f64 / 1e9 / gigabytes - 1.0;
            assert!(off.abs() < 0.005, "{name}: {} bytes", workload.table_bytes());
        }
        assert_eq!(Workload::all().map(|workload| workload.name), NAMES);
        assert_eq!(Workload::find("dlrm"), None);
    }
}

//! A placement on the disk: what `emberlane place` writes, and training reads.

use std::path::Path;

use emberlane_files::{read_text_at_most, write_whole};
use serde::{Deserialize, Serialize};

use super::problem::Tier;
use crate::error::TierError;

const FORMAT: &str = "emberlane placement 1";
/// Bytes of the longest file that is read.
const LONGEST: u64 = 1 << 26;

/// A placement of all tables of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlacementFile {
    format: String,
    /// How it was found.
    pub solver: String,
    /// GPUs among which the tables are.
    pub gpus: usize,
    /// Seconds that the lookups of a sample take, as Equation 6 has it.
    pub lookup_time_s: f64,
    /// Seconds that they take with any placement.
    pub lower_bound_s: f64,
    /// The tables, in the model's order.
    pub tables: Vec<PlacedTable>,
}

/// What a placement has to fit: the model, and the memories that the experiment has.
#[derive(Clone, Copy, Debug)]
pub struct Expected<'a> {
    /// Rows of each table.
    pub rows: &'a [u32],
    /// Bytes of a row, with what the optimiser keeps of it.
    pub row_bytes: u64,
    /// GPUs.
    pub gpus: usize,
    /// Bytes for tables in the memory of each GPU.
    pub hbm: u64,
    /// Bytes for tables in the host's memory.
    pub dram: u64,
}

/// Where a table is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlacedTable {
    /// Its rows.
    pub rows: u32,
    /// Bytes of its rows, with what the optimiser keeps of them.
    pub bytes: u64,
    /// Rows that a sample looks up.
    pub lookups: f64,
    /// The memory that it is in.
    pub tier: Tier,
    /// The GPU that it belongs to.
    pub gpu: usize,
    /// Seconds that a sample's lookups in it take.
    pub time_s: f64,
    /// Why it is there.
    pub reason: String,
}

impl PlacementFile {
    /// A placement of these tables.
    #[must_use]
    pub fn new(
        solver: &str,
        gpus: usize,
        (lookup_time_s, lower_bound_s): (f64, f64),
        tables: Vec<PlacedTable>,
    ) -> Self {
        Self { format: FORMAT.to_owned(), solver: solver.to_owned(), gpus, lookup_time_s, lower_bound_s, tables }
    }

    /// How far the placement is from the bound, as a share of it.
    #[must_use]
    pub fn gap(&self) -> f64 {
        if self.lower_bound_s > 0.0 { self.lookup_time_s / self.lower_bound_s - 1.0 } else { 0.0 }
    }

    /// Writes it.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), TierError> {
        let json = serde_json::to_string_pretty(self).map_err(|error| TierError::other(path, error.to_string()))?;
        write_whole(path, json + "\n").map_err(TierError::io(path, None, "cannot be written"))
    }

    /// Reads where the tables are.
    ///
    /// # Errors
    /// A file that is none, or of another model or other memories.
    pub fn read(path: &Path, expected: &Expected<'_>) -> Result<Self, TierError> {
        let rows = expected.rows;
        let again = "write it anew with `emberlane place EXPERIMENT.toml --out FILE --overwrite`";
        let text = read_text_at_most(path, LONGEST).map_err(|error| {
            let missing = "store.placement names this file, and `emberlane place EXPERIMENT.toml --out FILE` writes it";
            TierError::other(path, format!("cannot be read: {error}: {missing}"))
        })?;
        let file: Self = serde_json::from_str(&text)
            .map_err(|error| TierError::other(path, format!("it is no placement ({error}): {again}")))?;
        if file.format != FORMAT {
            return Err(TierError::other(path, format!("expected format {FORMAT:?}, found another: {again}")));
        }
        let (found, of_model) = (file.tables.len(), rows.len());
        if found != of_model {
            let problem = format!("it places {found} tables, and the model has {of_model}: {again}");
            return Err(TierError::other(path, problem));
        }
        let differ = file.tables.iter().zip(rows).position(|(table, rows)| table.rows != *rows);
        if let Some(table) = differ {
            let problem = format!(
                "table {table} has {} rows there, and {} in the model: {again}",
                file.tables[table].rows, rows[table]
            );
            return Err(TierError::other(path, problem));
        }
        let differ = file.tables.iter().position(|table| table.bytes != u64::from(table.rows) * expected.row_bytes);
        if let Some(table) = differ {
            let PlacedTable { bytes, rows, .. } = file.tables[table];
            let problem = format!(
                "table {table} has {bytes} bytes there, and {rows} rows of {} bytes, with what train.optimizer keeps of them, in the model: {again}",
                expected.row_bytes
            );
            return Err(TierError::other(path, problem));
        }
        if let Some(table) = file.tables.iter().position(|table| table.gpu >= file.gpus) {
            return Err(TierError::other(path, format!("table {table} is of a GPU that is not there: {again}")));
        }
        match file.contradiction(expected) {
            Some(problem) => Err(TierError::other(path, format!("{problem}: {again}, or change that key"))),
            None => Ok(file),
        }
    }

    /// What the experiment's memories are otherwise than those that it was made for.
    fn contradiction(&self, expected: &Expected<'_>) -> Option<String> {
        if self.gpus != expected.gpus {
            return Some(format!("it is for {} GPUs, and store.gpus = {}", self.gpus, expected.gpus));
        }
        let bytes = |tier, gpu: Option<usize>| {
            let here = self.tables.iter().filter(|table| table.tier == tier && gpu.is_none_or(|gpu| table.gpu == gpu));
            here.fold(0, |sum: u64, table| sum.saturating_add(table.bytes))
        };
        let fullest = (0..self.gpus).map(|gpu| bytes(Tier::Hbm, Some(gpu))).max().unwrap_or(0);
        let memories = [
            ("the HBM of a GPU", "store.hbm.tables", fullest, expected.hbm),
            ("DRAM", "store.dram.tables", bytes(Tier::Dram, None), expected.dram),
        ];
        let (memory, key, placed, room) = memories.into_iter().find(|(_, _, placed, room)| placed > room)?;
        Some(format!("it places {placed} bytes in {memory}, and {key} has room for {room}"))
    }
}

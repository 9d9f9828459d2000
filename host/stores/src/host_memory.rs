//! Rows in the host's own memory.

use emberlane_dlrm::UpdateRule;
use emberlane_experiment::Pooling;
use emberlane_memory::{NoMemory, Pages};

use crate::{EmbeddingError, Pooled, RowKey, RowShape, RowStore};

/// Tables in host memory, with any optimiser.
pub type HostMemory = Pooled<HostRows>;

/// Rows in host memory.
#[derive(Clone, Debug)]
pub struct HostRows {
    rows: Vec<u32>,
    shape: RowShape,
    /// Of each table, row after row.
    tables: Vec<Pages<f32>>,
}

impl HostRows {
    /// Tables of zeros.
    ///
    /// # Errors
    /// No memory for a table.
    pub fn new(rows: &[u32], shape: RowShape) -> Result<Self, NoMemory> {
        let table = |(table, rows): (usize, &u32)| {
            let (rows, width) = (*rows as usize, shape.width());
            Pages::zeroed(&format!("table {table}, {rows} rows of {width} numbers"), rows.saturating_mul(width))
        };
        let tables = rows.iter().enumerate().map(table).collect::<Result<_, _>>()?;
        Ok(Self { rows: rows.to_vec(), shape, tables })
    }

    /// Where a row is: its table, and its first number there.
    fn place(&self, key: RowKey) -> Result<(usize, usize), EmbeddingError> {
        let table = key.table as usize;
        match self.rows.get(table) {
            Some(rows) if key.row < *rows => Ok((table, key.row as usize * self.shape.width())),
            rows => Err(EmbeddingError::NoRow { table, rows: rows.copied().unwrap_or(0), row: key.row.into() }),
        }
    }

    fn check(&self, what: &'static str, keys: usize, found: usize) -> Result<(), EmbeddingError> {
        let expected = keys * self.shape.width();
        if expected == found { Ok(()) } else { Err(EmbeddingError::Length { what, expected, found }) }
    }
}

impl RowStore for HostRows {
    fn name(&self) -> &'static str {
        "host memory"
    }

    fn shape(&self) -> RowShape {
        self.shape
    }

    fn rows(&self) -> &[u32] {
        &self.rows
    }

    fn get(&mut self, keys: &[RowKey], rows: &mut [f32]) -> Result<(), EmbeddingError> {
        self.check("rows to get", keys.len(), rows.len())?;
        let width = self.shape.width();
        for (key, row) in keys.iter().zip(rows.chunks_exact_mut(width)) {
            let (table, at) = self.place(*key)?;
            row.copy_from_slice(&self.tables[table][at..at + width]);
        }
        Ok(())
    }

    fn put(&mut self, keys: &[RowKey], rows: &[f32]) -> Result<(), EmbeddingError> {
        self.check("rows to put", keys.len(), rows.len())?;
        let width = self.shape.width();
        for (key, row) in keys.iter().zip(rows.chunks_exact(width)) {
            let (table, at) = self.place(*key)?;
            self.tables[table][at..at + width].copy_from_slice(row);
        }
        Ok(())
    }

    fn in_memory(&mut self) -> Option<&mut [Pages<f32>]> {
        Some(&mut self.tables)
    }
}

impl HostMemory {
    /// Tables of zeros of so many rows each, whose bags are pooled and whose rows are updated so.
    ///
    /// # Errors
    /// No memory for a table.
    pub fn new(rows: &[u32], dimension: usize, pooling: Pooling, step: UpdateRule) -> Result<Self, NoMemory> {
        let shape = RowShape { dimension, state: step.optimizer.state_of(dimension) };
        Ok(Pooled::over(HostRows::new(rows, shape)?, pooling, step))
    }
}

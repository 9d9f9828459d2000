//! Rows of embedding tables, got and put by number.

use emberlane_memory::Pages;

use crate::{EmbeddingError, RowKey, Tiers};

/// What a row consists of: weights, and behind them what the optimiser keeps of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowShape {
    /// Weights.
    pub dimension: usize,
    /// FP32 numbers of the optimiser's state: 0 for SGD, 1 for row-wise Adagrad, as many as weights for Adagrad.
    pub state: usize,
}

impl RowShape {
    /// FP32 numbers of a row.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.dimension + self.state
    }
}

/// What a batch has met in a cache: its rows, each once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowCacheWork {
    /// Rows that were there.
    pub hits: u64,
    /// Rows that came.
    pub loads: u64,
    /// Rows that went, all of them changed: training writes what it reads.
    pub evictions: u64,
    /// Rows for which their sets had no room, full of rows of the same batch: they stay where they are.
    pub beside: u64,
}

/// Rows of embedding tables, wherever they are kept. It neither pools nor updates: [`Pooled`](crate::Pooled) does.
///
/// Rows are passed one behind the other, [`width`](RowShape::width) numbers each, weights first. A row that was never put is what
/// the store was opened with.
pub trait RowStore {
    /// Where the rows are, in a word or two.
    fn name(&self) -> &'static str;

    /// What each row consists of.
    fn shape(&self) -> RowShape;

    /// Rows of each table.
    fn rows(&self) -> &[u32];

    /// Gets rows. Keys are unique and ascending.
    ///
    /// # Errors
    /// Rows that do not exist, an output that has not the width of so many rows, and a store that fails.
    fn get(&mut self, keys: &[RowKey], rows: &mut [f32]) -> Result<(), EmbeddingError>;

    /// Puts rows. Keys are unique and ascending.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    fn put(&mut self, keys: &[RowKey], rows: &[f32]) -> Result<(), EmbeddingError>;

    /// Gets rows for whoever does not train: a store with caches changes nothing in them.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    fn read(&mut self, keys: &[RowKey], rows: &mut [f32]) -> Result<(), EmbeddingError> {
        self.get(keys, rows)
    }

    /// Puts rows for whoever does not train.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    fn write(&mut self, keys: &[RowKey], rows: &[f32]) -> Result<(), EmbeddingError> {
        self.put(keys, rows)
    }

    /// Puts rows that batches have got, and not all of one: each wherever it is by now. Keys are unique and ascending.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    fn put_some(&mut self, keys: &[RowKey], rows: &[f32]) -> Result<(), EmbeddingError> {
        self.put(keys, rows)
    }

    /// Says which rows the batch behind those that were got or announced before will get. A store that does not fetch ahead ignores it.
    ///
    /// # Errors
    /// Rows that do not exist, more batches than the store fetches ahead, and a store that fails.
    fn fetch_ahead(&mut self, _keys: &[RowKey]) -> Result<(), EmbeddingError> {
        Ok(())
    }

    /// What the batch that was got last has met in a cache; `None`: there is none.
    fn cache_work(&self) -> Option<RowCacheWork> {
        None
    }

    /// Tables that lie in memory, of each its rows one behind the other: they are pooled and updated where they are. `None`: rows are got
    /// and put.
    fn in_memory(&mut self) -> Option<&mut [Pages<f32>]> {
        None
    }

    /// Rows in several memories; `None`: they are in one.
    fn tiers(&mut self) -> Option<&mut dyn Tiers> {
        None
    }
}

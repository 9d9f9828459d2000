//! Embedding tables over any store of rows: pooling and updating in software.

use std::collections::VecDeque;
use std::ops::Range;

use emberlane_data::Bags;
use emberlane_dlrm::UpdateRule;
use emberlane_drivers::Batch;
use emberlane_experiment::{Optimizer, Pooling};

use crate::direct::RowsOf;
use crate::{EmbeddingError, EmbeddingStore, RowCacheWork, RowKey, RowStore, Tiers, device_batch, direct, scales_of};

/// Tables whose rows are in a [`RowStore`].
///
/// A lookup gets each unique row of the batch once, an update puts each once, unless they lie in memory, where they are used as they are.
/// Sums are taken in the order of the devices, so that with SGD every bit equals theirs.
#[derive(Clone, Debug)]
pub struct Pooled<R> {
    rows: R,
    pooling: Pooling,
    step: UpdateRule,
    /// Batches that come behind the one that was looked up last, with their unique rows.
    announced: VecDeque<(Batch, Vec<RowKey>)>,
    posted: Option<Posted>,
    /// Room for the rows of a batch: memory that is new each time has to be cleared by the system.
    room: Vec<f32>,
}

/// A batch that was looked up.
#[derive(Clone, Debug)]
enum Posted {
    /// Its rows are in memory.
    InMemory(Bags),
    /// Its rows were got.
    Got { batch: Batch, scales: Vec<f32>, working_set: WorkingSet },
}

/// The unique rows of a batch.
#[derive(Clone, Debug, Default)]
struct WorkingSet {
    keys: Vec<RowKey>,
    rows: Vec<f32>,
    /// Rows were written since they were got.
    stale: bool,
}

impl<R: RowStore> Pooled<R> {
    /// Tables over `rows`, whose bags are pooled and whose rows are updated so.
    #[must_use]
    pub const fn over(rows: R, pooling: Pooling, step: UpdateRule) -> Self {
        Self { rows, pooling, step, announced: VecDeque::new(), posted: None, room: Vec::new() }
    }

    /// The batch and its transpose, and its unique rows.
    fn batch(&self, bags: &Bags) -> Result<(Batch, Vec<RowKey>), EmbeddingError> {
        for bag in 0..bags.count() {
            let table = bag / bags.samples;
            let rows = self.rows.rows().get(table).copied().unwrap_or(0);
            if let Some(row) = bags.bag(bag).iter().find(|row| **row >= rows) {
                return Err(EmbeddingError::NoRow { table, rows, row: u64::from(*row) });
            }
        }
        let batch = device_batch(bags, false).map_err(EmbeddingError::store)?;
        let keys = unique_rows(&batch);
        Ok((batch, keys))
    }

    /// The batch that is looked up next: the one that was announced, if there is any.
    fn next_batch(&mut self, bags: &Bags) -> Result<(Batch, Vec<RowKey>), EmbeddingError> {
        match self.announced.pop_front() {
            None => self.batch(bags),
            Some(next) if next.0.offsets() == bags.offsets && next.0.indices() == bags.indices => Ok(next),
            Some(_) => Err(EmbeddingError::NotAnnounced),
        }
    }

    /// Gets the unique rows of a batch as `get` does, into the room for them.
    fn get(
        &mut self,
        keys: &[RowKey],
        get: impl FnOnce(&mut R, &[RowKey], &mut [f32]) -> Result<(), EmbeddingError>,
    ) -> Result<Vec<f32>, EmbeddingError> {
        let mut rows = std::mem::take(&mut self.room);
        rows.resize(keys.len() * self.rows.shape().width(), 0.0);
        get(&mut self.rows, keys, &mut rows)?;
        Ok(rows)
    }

    fn sums(&self, batch: &Batch, rows: &[f32]) -> Vec<f32> {
        direct::pooled_vectors(batch, self.pooling, rows, self.rows.shape())
    }

    /// Reads these numbers of each of some rows.
    fn read_part(
        &mut self,
        table: usize,
        first: u64,
        count: u64,
        part: Range<usize>,
    ) -> Result<Vec<f32>, EmbeddingError> {
        let width = self.rows.shape().width();
        let keys = RowKey::of_table(self.rows.rows(), table, first, count)?;
        if part.is_empty() {
            return Ok(Vec::new());
        }
        let mut rows = vec![0.0; keys.len() * width];
        self.rows.read(&keys, &mut rows)?;
        if part.len() == width {
            return Ok(rows);
        }
        Ok(rows.chunks_exact(width).flat_map(|row| &row[part.clone()]).copied().collect())
    }

    /// Writes these numbers of each of some rows; the others stay as they are.
    fn write_part(
        &mut self,
        table: usize,
        first: u64,
        values: &[f32],
        what: &'static str,
        part: Range<usize>,
    ) -> Result<(), EmbeddingError> {
        let width = self.rows.shape().width();
        let keys = RowKey::of_table(self.rows.rows(), table, first, values.len().div_ceil(part.len().max(1)) as u64)?;
        let expected = keys.len() * part.len();
        if values.len() != expected {
            return Err(EmbeddingError::Length { what, expected, found: values.len() });
        }
        if let Some(Posted::Got { working_set, .. }) = &mut self.posted {
            working_set.stale = true;
        }
        if part.len() == width {
            return self.rows.write(&keys, values);
        }
        let mut rows = vec![0.0; keys.len() * width];
        self.rows.read(&keys, &mut rows)?;
        for (row, values) in rows.chunks_exact_mut(width).zip(values.chunks_exact(part.len().max(1))) {
            row[part.clone()].copy_from_slice(values);
        }
        self.rows.write(&keys, &rows)
    }
}

/// The unique rows of a batch, in ascending order.
#[must_use]
pub fn unique_rows(batch: &Batch) -> Vec<RowKey> {
    let transpose = batch.transpose();
    let tables = (0..).zip(transpose.table_rows()).flat_map(|(table, rows)| (0..*rows).map(move |_| table));
    tables.zip(transpose.rows()).map(|(table, row)| RowKey { table, row: *row }).collect()
}

impl<R: RowStore> EmbeddingStore for Pooled<R> {
    fn name(&self) -> &'static str {
        self.rows.name()
    }

    /// The optimiser's state of the rows stays as it is.
    fn write_rows(&mut self, table: usize, first: u64, values: &[f32]) -> Result<(), EmbeddingError> {
        let shape = self.rows.shape();
        self.write_part(table, first, values, "rows to write", 0..shape.dimension)
    }

    fn read_rows(&mut self, table: usize, first: u64, count: u64) -> Result<Vec<f32>, EmbeddingError> {
        self.read_part(table, first, count, 0..self.rows.shape().dimension)
    }

    fn state_width(&self) -> usize {
        self.rows.shape().state
    }

    fn read_state(&mut self, table: usize, first: u64, count: u64) -> Result<Vec<f32>, EmbeddingError> {
        let shape = self.rows.shape();
        self.read_part(table, first, count, shape.dimension..shape.width())
    }

    fn write_state(&mut self, table: usize, first: u64, values: &[f32]) -> Result<(), EmbeddingError> {
        let shape = self.rows.shape();
        self.write_part(table, first, values, "state of rows to write", shape.dimension..shape.width())
    }

    fn lookup(&mut self, bags: &Bags) -> Result<Vec<f32>, EmbeddingError> {
        let before = self.posted.take();
        if let (true, shape, Some(tables)) = (self.announced.is_empty(), self.rows.shape(), self.rows.in_memory()) {
            let pooled = direct::pool(tables, shape, self.pooling, bags)?;
            // What was looked up before has room for it.
            let mut posted = if let Some(Posted::InMemory(bags)) = before { bags } else { Bags::default() };
            posted.offsets.clone_from(&bags.offsets);
            posted.indices.clone_from(&bags.indices);
            (posted.tables, posted.samples) = (bags.tables, bags.samples);
            self.posted = Some(Posted::InMemory(posted));
            return Ok(pooled);
        }
        if let Some(Posted::Got { working_set, .. }) = before {
            self.room = working_set.rows;
        }
        let (batch, keys) = self.next_batch(bags)?;
        let rows = self.get(&keys, R::get)?;
        let pooled = self.sums(&batch, &rows);
        let working_set = WorkingSet { keys, rows, stale: false };
        self.posted = Some(Posted::Got { batch, scales: scales_of(bags, self.pooling), working_set });
        Ok(pooled)
    }

    fn pool(&mut self, bags: &Bags) -> Result<Vec<f32>, EmbeddingError> {
        if let (shape, Some(tables)) = (self.rows.shape(), self.rows.in_memory()) {
            return direct::pool(tables, shape, self.pooling, bags);
        }
        let (batch, keys) = self.batch(bags)?;
        let rows = self.get(&keys, R::read)?;
        let pooled = self.sums(&batch, &rows);
        self.room = rows;
        Ok(pooled)
    }

    fn fetch_ahead(&mut self, bags: &Bags) -> Result<(), EmbeddingError> {
        let next = self.batch(bags)?;
        self.rows.fetch_ahead(&next.1)?;
        self.announced.push_back(next);
        Ok(())
    }

    fn cache_work(&self) -> Option<RowCacheWork> {
        self.rows.cache_work()
    }

    fn tiers(&mut self) -> Option<&mut dyn Tiers> {
        self.rows.tiers()
    }

    fn update(&mut self, gradients: &[f32]) -> Result<(), EmbeddingError> {
        let (shape, step, pooling) = (self.rows.shape(), self.step, self.pooling);
        let bags = match &self.posted {
            None => return Ok(()),
            Some(Posted::InMemory(bags)) => bags.count(),
            Some(Posted::Got { scales, .. }) => scales.len(),
        };
        let expected = bags * shape.dimension;
        if gradients.len() != expected {
            return Err(EmbeddingError::Length { what: "gradients", expected, found: gradients.len() });
        }
        match &mut self.posted {
            None => {}
            Some(Posted::InMemory(bags)) => {
                let tables = self.rows.in_memory().expect("they were there for the lookup");
                if step.optimizer == Optimizer::Sgd {
                    direct::update(tables, shape, pooling, step.learning_rate, bags, gradients);
                    return Ok(());
                }
                let batch = device_batch(bags, false).map_err(EmbeddingError::store)?;
                let scales = scales_of(bags, pooling);
                let tables = tables.iter_mut().map(|table| RowsOf::Table(table));
                direct::update_rows(step, shape, &batch, gradients, &scales, tables);
            }
            Some(Posted::Got { batch, scales, working_set: WorkingSet { keys, rows, stale } }) => {
                if *stale {
                    self.rows.read(keys, rows)?;
                }
                // Until they are put, the rows here are not those of the store.
                *stale = true;
                let mut rest = &mut rows[..];
                let tables = batch.transpose().table_rows().iter().map(|unique| {
                    let (of_table, behind) = std::mem::take(&mut rest).split_at_mut(*unique as usize * shape.width());
                    rest = behind;
                    RowsOf::Unique(of_table)
                });
                direct::update_rows(step, shape, batch, gradients, scales, tables);
                self.rows.put(keys, rows)?;
                *stale = false;
            }
        }
        Ok(())
    }

    /// Nothing is ever under way.
    fn settle(&mut self) -> Result<(), EmbeddingError> {
        Ok(())
    }
}

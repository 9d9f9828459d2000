//! Batches whose rows are drawn by laws, and nothing else of them.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;

use super::{Column, Ranks, Scatter, mixed};
use crate::{Bags, Batch, BatchSource, DataError, Position};

/// A table whose rows are drawn.
#[derive(Clone, Debug)]
struct Table {
    column: Column,
    ranks: Ranks,
    scatter: Scatter,
}

/// How often the rows of each table are looked up.
///
/// What is drawn depends on seed, batch and table alone: the same for whoever draws it, whichever other tables there are.
#[derive(Clone, Debug)]
pub struct Law {
    tables: Vec<Table>,
    /// Rows that a sample looks up in each table.
    lookups: usize,
    seed: u64,
}

impl PartialEq for Law {
    fn eq(&self, other: &Self) -> bool {
        let columns = |law: &Self| law.tables.iter().map(|table| table.column).collect::<Vec<_>>();
        (columns(self), self.lookups, self.seed) == (columns(other), other.lookups, other.seed)
    }
}

/// A number of three, in which each bit depends on each bit of them.
fn mix(seed: u64, batch: u64, table: u64) -> u64 {
    [batch, table].into_iter().fold(mixed(&mut seed.clone()), |state, next| mixed(&mut (state ^ next)))
}

impl Law {
    /// Of tables that are looked up so; each sample looks `lookups` rows up in each.
    ///
    /// # Panics
    /// With a column without rows.
    #[must_use]
    pub fn new(columns: &[Column], lookups: usize, seed: u64) -> Self {
        let table = |(number, column): (u64, &Column)| {
            // No batch has this number.
            let scatter = Scatter::new(column.rows, mix(seed, u64::MAX, number));
            Table { column: *column, ranks: Ranks::new(column), scatter }
        };
        Self { tables: (0..).zip(columns).map(table).collect(), lookups, seed }
    }

    /// Tables.
    #[must_use]
    pub fn tables(&self) -> usize {
        self.tables.len()
    }

    /// A table's column.
    #[must_use]
    pub fn column(&self, table: usize) -> &Column {
        &self.tables[table].column
    }

    /// Rows that a sample looks up in each table.
    #[must_use]
    pub const fn lookups(&self) -> usize {
        self.lookups
    }

    /// The row of a rank from 0.
    #[inline]
    #[must_use]
    pub fn row(&self, table: usize, rank: u64) -> u64 {
        self.tables[table].scatter.row(rank)
    }

    /// The rank of a row, from 0.
    #[inline]
    #[must_use]
    pub fn rank(&self, table: usize, row: u64) -> u64 {
        self.tables[table].scatter.rank(row)
    }

    /// The rows that a batch of so many samples looks up in a table, sample by sample.
    pub fn draw(&self, batch: u64, table: usize, samples: usize) -> impl Iterator<Item = u64> {
        let Table { ranks, scatter, .. } = &self.tables[table];
        let state = mix(self.seed, batch, table as u64);
        let mut random = Pcg64Mcg::new(u128::from(state) << 64 | u128::from(mixed(&mut state.clone())));
        (0..samples * self.lookups).map(move |_| scatter.row(ranks.draw(&mut random)))
    }
}

/// Batches of a law, without an end: rows alone; features are 0, and nobody clicks.
#[derive(Clone, Debug)]
pub struct LawBatches {
    law: Arc<Law>,
    samples: usize,
    features: usize,
    batch: u64,
}

impl LawBatches {
    /// Batches of so many samples, each with so many dense features.
    #[must_use]
    pub const fn new(law: Arc<Law>, samples: usize, features: usize) -> Self {
        Self { law, samples, features, batch: 0 }
    }
}

impl BatchSource for LawBatches {
    fn next_batch(&mut self) -> Result<Option<Batch>, DataError> {
        let (tables, each) = (self.law.tables(), self.samples * self.law.lookups());
        let mut indices = Vec::with_capacity(tables * each);
        for table in 0..tables {
            indices.extend(self.law.draw(self.batch, table, self.samples).map(|row| row as u32));
        }
        self.batch += 1;
        let offsets = (0..=tables * self.samples).map(|bag| (bag * self.law.lookups()) as u32).collect();
        let bags = Bags { tables, samples: self.samples, offsets, indices };
        Ok(Some(Batch { dense: vec![0.0; self.samples * self.features], bags, labels: vec![0.0; self.samples] }))
    }

    fn rewind(&mut self) -> Result<(), DataError> {
        self.batch = 0;
        Ok(())
    }

    fn position(&self) -> Position {
        Position::Synthetic { batch: self.batch, draws: 0 }
    }

    fn seek(&mut self, position: &Position) -> Result<(), DataError> {
        let Position::Synthetic { batch, .. } = position else {
            return Err(DataError::Position { message: "the data was not drawn".to_owned() });
        };
        self.batch = *batch;
        Ok(())
    }

    fn batches(&self) -> Option<u64> {
        None
    }
}

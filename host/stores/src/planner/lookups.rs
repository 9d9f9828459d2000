//! What an iteration looks up on one SmartSSD.

use thiserror::Error;

use crate::bags::scale_of;
use emberlane_data::Bags;
use emberlane_experiment::Pooling;

/// Bags of EVs, by their numbers on the SSD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lookups {
    pooling: Pooling,
    vectors: Vec<u64>,
    /// Where each bag ends in `vectors`.
    ends: Vec<usize>,
}

impl Lookups {
    /// No bags yet.
    #[must_use]
    pub const fn new(pooling: Pooling) -> Self {
        Self { pooling, vectors: Vec::new(), ends: Vec::new() }
    }

    /// Adds a bag; repeats are kept.
    pub fn push_bag(&mut self, vectors: impl IntoIterator<Item = u64>) {
        self.vectors.extend(vectors);
        self.ends.push(self.vectors.len());
    }

    /// How the EVs of a bag become one.
    #[must_use]
    pub const fn pooling(&self) -> Pooling {
        self.pooling
    }

    /// What the sum of a bag of so many EVs is multiplied by: 1, or f32(1/n) for a mean of n.
    #[must_use]
    pub fn scale(&self, vectors: usize) -> f32 {
        scale_of(self.pooling, vectors)
    }

    /// The EVs of all bags, one bag behind the other.
    #[must_use]
    pub fn vectors(&self) -> &[u64] {
        &self.vectors
    }

    /// Number of bags.
    #[must_use]
    pub const fn bags(&self) -> usize {
        self.ends.len()
    }

    /// Where the bags are in [`vectors`](Self::vectors), one behind the other.
    pub fn ranges(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| start..*end)
    }
}

/// Rows that their table does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LayoutError {
    /// A row behind the last.
    #[error("table {table} has {rows} rows, and a batch looks up row {row}")]
    Row {
        /// The table.
        table: usize,
        /// Its rows.
        rows: u32,
        /// The row.
        row: u32,
    },
    /// A table that the batch does not have.
    #[error("the SmartSSD holds table {table}, and a batch has {tables} tables")]
    Table {
        /// The table.
        table: usize,
        /// Tables of the batch.
        tables: usize,
    },
}

/// Which tables are on a SmartSSD, one behind the other: row `r` of a table is EV `first + r`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableLayout {
    tables: Vec<PlacedTable>,
    vectors: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PlacedTable {
    table: usize,
    rows: u32,
    first: u64,
}

impl TableLayout {
    /// Tables by their number in a batch, and their rows.
    #[must_use]
    pub fn new(tables: impl IntoIterator<Item = (usize, u32)>) -> Self {
        let mut layout = Self::default();
        for (table, rows) in tables {
            layout.tables.push(PlacedTable { table, rows, first: layout.vectors });
            layout.vectors += u64::from(rows);
        }
        layout
    }

    /// EVs of all its tables.
    #[must_use]
    pub const fn vectors(&self) -> u64 {
        self.vectors
    }

    /// The bags of its tables, table by table.
    ///
    /// # Errors
    /// A batch without one of the tables, and rows that a table does not have.
    pub fn lookups(&self, bags: &Bags, pooling: Pooling) -> Result<Lookups, LayoutError> {
        let mut lookups = Lookups::new(pooling);
        for &PlacedTable { table, rows, first } in &self.tables {
            if table >= bags.tables {
                return Err(LayoutError::Table { table, tables: bags.tables });
            }
            for sample in 0..bags.samples {
                let bag = bags.bag(table * bags.samples + sample);
                if let Some(&row) = bag.iter().find(|row| **row >= rows) {
                    return Err(LayoutError::Row { table, rows, row });
                }
                lookups.push_bag(bag.iter().map(|row| first + u64::from(*row)));
            }
        }
        Ok(lookups)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_lie_one_behind_the_other() {
        let bags = Bags { tables: 3, samples: 2, offsets: vec![0, 2, 3, 3, 4, 5, 6], indices: vec![1, 1, 0, 8, 4, 2] };
        let layout = TableLayout::new([(2, 5), (0, 2)]);
        assert_eq!(layout.vectors(), 7);
        let lookups = layout.lookups(&bags, Pooling::Sum).unwrap();
        assert_eq!((lookups.vectors(), lookups.bags()), (&[4, 2, 6, 6, 5][..], 4));
        assert_eq!(lookups.ranges().collect::<Vec<_>>(), [0..1, 1..2, 2..4, 4..5]);
        let row = TableLayout::new([(1, 8)]).lookups(&bags, Pooling::Sum);
        assert_eq!(row, Err(LayoutError::Row { table: 1, rows: 8, row: 8 }));
        let table = TableLayout::new([(3, 8)]).lookups(&bags, Pooling::Sum);
        assert_eq!(table, Err(LayoutError::Table { table: 3, tables: 3 }));
    }
}

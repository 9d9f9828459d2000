//! Where a device has the rows of its shard.

use crate::{Key, StoreError, Tables};

/// The rows that a shard has, of each table one behind the other in its device.
#[derive(Debug)]
pub(super) struct Places {
    shard: u32,
    shards: u32,
    /// Of each table the rows of the shard, ascending; `None`: all of them.
    rows: Option<Vec<Vec<u32>>>,
    /// How many there are of each table.
    counts: Vec<u32>,
}

impl Places {
    pub(super) fn new(tables: &Tables, shard: u32, shards: u32) -> Self {
        let of = |(table, count): (u32, &u32)| {
            let is_here = |row: &u32| Key::new(table, *row).part(shards) == shard;
            (0..*count).filter(is_here).collect::<Vec<u32>>()
        };
        let rows: Option<Vec<Vec<u32>>> = (shards > 1).then(|| (0..).zip(tables.rows()).map(of).collect());
        let counts = match &rows {
            Some(rows) => rows.iter().map(|rows| rows.len() as u32).collect(),
            None => tables.rows().to_vec(),
        };
        Self { shard, shards, rows, counts }
    }

    /// Rows of the shard, of all tables.
    pub(super) fn total(&self) -> u64 {
        self.counts.iter().map(|count| u64::from(*count)).sum()
    }

    /// Rows of each table in the device, which has no table without a row.
    pub(super) fn in_device(&self) -> Vec<u32> {
        self.counts.iter().map(|count| (*count).max(1)).collect()
    }

    /// Rows of a table in the device, in their order.
    pub(super) fn of_table(&self, table: u32) -> impl Iterator<Item = Key> {
        let row = move |place: u32| match &self.rows {
            Some(rows) => rows[table as usize][place as usize],
            None => place,
        };
        (0..self.counts[table as usize]).map(move |place| Key::new(table, row(place)))
    }

    /// The row of the device that is this row.
    ///
    /// # Errors
    /// A row of another shard.
    pub(super) fn of(&self, key: Key) -> Result<u32, StoreError> {
        let Some(rows) = &self.rows else { return Ok(key.row()) };
        let found = rows.get(key.table() as usize).and_then(|rows| rows.binary_search(&key.row()).ok());
        let Self { shard, shards, .. } = self;
        found.map(|place| place as u32).ok_or_else(|| {
            let (table, row) = (key.table(), key.row());
            StoreError::Unavailable(format!("row {row} of table {table} is not one of shard {shard} of {shards}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use emberlane_dlrm::UpdateRule;
    use emberlane_experiment::Optimizer;

    use super::*;

    #[test]
    fn every_row_has_one_place_on_one_shard() {
        let tables = Tables::new(1, &[1, 300, 20], 16, UpdateRule { optimizer: Optimizer::Sgd, learning_rate: 0.1 });
        let shards: Vec<Places> = (0..3).map(|shard| Places::new(&tables, shard, 3)).collect();
        assert_eq!(shards.iter().map(Places::total).sum::<u64>(), 321);
        for (shard, places) in (0..).zip(&shards) {
            for table in 0..3 {
                for (place, key) in (0..).zip(places.of_table(table)) {
                    assert_eq!(places.of(key).unwrap(), place);
                    let other = shards[(shard + 1) % 3].of(key).unwrap_err().to_string();
                    assert!(other.contains("is not one of shard"), "{other}");
                }
            }
            assert!(places.in_device().iter().all(|rows| *rows > 0));
        }
    }
}

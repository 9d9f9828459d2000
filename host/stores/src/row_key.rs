//! The name of a row.

use crate::EmbeddingError;

/// Names a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowKey {
    /// Its table.
    pub table: u32,
    /// Its number in the table.
    pub row: u32,
}

impl RowKey {
    /// Those of a table from row `first` on; `rows`: how many each table has.
    ///
    /// # Errors
    /// A table or a row that there is not.
    pub fn of_table(rows: &[u32], table: usize, first: u64, count: u64) -> Result<Vec<Self>, EmbeddingError> {
        let rows = rows.get(table).copied().unwrap_or(0);
        let end = first.checked_add(count).filter(|end| *end <= u64::from(rows));
        let Some(end) = end else {
            return Err(EmbeddingError::NoRow { table, rows, row: first.saturating_add(count).saturating_sub(1) });
        };
        Ok((first..end).map(|row| Self { table: table as u32, row: row as u32 }).collect())
    }
}

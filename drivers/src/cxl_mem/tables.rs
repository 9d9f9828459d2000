//! Rows of the tables, written and read by the host.

use super::{data_plan::TableRegion, device::CxlMem, error::CxlMemError, posted::Configured, words};
use crate::transport::Transport;

impl<T: Transport> CxlMem<T> {
    /// Writes a whole table: `rows * vector_length` words, row after row.
    ///
    /// # Errors
    /// A table that does not exist, the wrong number of words, and those of the transport.
    pub fn load_table(&mut self, table: usize, words: &[u32]) -> Result<(), CxlMemError> {
        let (rows, vector_length) = self.table_shape(table)?;
        let expected = u64::from(rows) * u64::from(vector_length);
        if words.len() as u64 != expected {
            let expected = format!("{expected} ({rows} rows of {vector_length})");
            return Err(CxlMemError::WordCount { what: "table", found: words.len(), expected });
        }
        self.write_rows(table, 0, words)
    }

    /// Writes consecutive rows of a table, from `first_row` on.
    ///
    /// # Errors
    /// A table or rows that do not exist, words that are not whole rows, and those of the transport.
    pub fn write_rows(&mut self, table: usize, first_row: u64, words: &[u32]) -> Result<(), CxlMemError> {
        let (_, vector_length) = self.table_shape(table)?;
        if !words.len().is_multiple_of(vector_length as usize) {
            let expected = format!("a multiple of {vector_length}");
            return Err(CxlMemError::WordCount { what: "rows", found: words.len(), expected });
        }
        let address = self.row_address(table, first_row, (words.len() / vector_length as usize) as u64)?;
        Ok(words::write(&mut self.transport, address, words)?)
    }

    /// Reads `count` consecutive rows of a table, from `first_row` on: `count * vector_length` words.
    ///
    /// # Errors
    /// A table or rows that do not exist, and those of the transport.
    pub fn read_rows(&mut self, table: usize, first_row: u64, count: u64) -> Result<Vec<u32>, CxlMemError> {
        let (_, vector_length) = self.table_shape(table)?;
        let address = self.row_address(table, first_row, count)?;
        let mut words = vec![0; count as usize * vector_length as usize];
        words::read(&mut self.transport, address, &mut words)?;
        Ok(words)
    }

    /// Reads a whole table: `rows * vector_length` words.
    ///
    /// # Errors
    /// A table that does not exist, and those of the transport.
    pub fn read_table(&mut self, table: usize) -> Result<Vec<u32>, CxlMemError> {
        let (rows, _) = self.table_shape(table)?;
        self.read_rows(table, 0, u64::from(rows))
    }
}

impl<T> CxlMem<T> {
    /// Rows of a table, and elements of a row.
    fn table_shape(&self, table: usize) -> Result<(u32, u32), CxlMemError> {
        let Configured { configuration, .. } = self.configured()?;
        match configuration.rows.get(table) {
            Some(&rows) => Ok((rows, configuration.vector_length)),
            None => Err(CxlMemError::NoTable { table, tables: configuration.rows.len() }),
        }
    }

    fn row_address(&self, table: usize, first: u64, count: u64) -> Result<u64, CxlMemError> {
        let Configured { plan, .. } = self.configured()?;
        let TableRegion { base, rows } = plan.tables[table];
        if first.checked_add(count).is_none_or(|end| end > u64::from(rows)) {
            return Err(CxlMemError::RowRange { table, first, count, rows });
        }
        Ok(base + first * plan.vector_bytes)
    }
}

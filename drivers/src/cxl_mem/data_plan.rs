//! Where the tables lie in device memory.

use emberlane_registers::cxl_mem::{INTERLEAVE_BYTES, LINE_BYTES, LINE_ELEMENTS, MIN_VECTOR_LENGTH};

use super::{
    capabilities::Capabilities, configuration::Configuration, error::CxlMemError, region::Region, words::WORD_BYTES,
};

/// Where one table lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableRegion {
    /// DPA of row 0.
    pub base: u64,
    /// Rows of the table.
    pub rows: u32,
}

/// Where the tables lie in persistent memory: ascending, apart, and none in the other's 256-byte media line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataPlan {
    /// The data region: all tables.
    pub data: Region,
    /// The tables.
    pub tables: Vec<TableRegion>,
    /// Bytes of a row.
    pub vector_bytes: u64,
}

impl DataPlan {
    pub(super) fn new(configuration: &Configuration, capabilities: &Capabilities) -> Result<Self, CxlMemError> {
        let length = configuration.vector_length;
        let longest = capabilities.longest_vector;
        if !u64::from(length).is_multiple_of(LINE_ELEMENTS) || u64::from(length) < MIN_VECTOR_LENGTH || length > longest
        {
            return Err(CxlMemError::VectorLength { length, longest });
        }
        if configuration.rows.is_empty() {
            return Err(CxlMemError::NoTables);
        }
        if let Some(table) = configuration.rows.iter().position(|&rows| rows == 0) {
            return Err(CxlMemError::NoRows { table });
        }
        if !configuration.data_base.is_multiple_of(LINE_BYTES) {
            return Err(CxlMemError::DataBase { base: configuration.data_base });
        }
        let vector_bytes = u64::from(length) * WORD_BYTES;
        let mut end = u128::from(configuration.data_base);
        let mut bases = Vec::with_capacity(configuration.rows.len());
        for &rows in &configuration.rows {
            let base = if bases.is_empty() { end } else { end.next_multiple_of(u128::from(INTERLEAVE_BYTES)) };
            end = base + u128::from(rows) * u128::from(vector_bytes);
            bases.push(base);
        }
        let available = capabilities.persistent_bytes;
        if end > u128::from(available) {
            return Err(CxlMemError::TablesTooLarge { needed: end, available });
        }
        let tables =
            bases.iter().zip(&configuration.rows).map(|(&base, &rows)| TableRegion { base: base as u64, rows });
        let data = Region { base: configuration.data_base, bytes: end as u64 - configuration.data_base };
        Ok(Self { data, tables: tables.collect(), vector_bytes })
    }
}

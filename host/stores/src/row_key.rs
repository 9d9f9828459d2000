//! The name of a row.

/// Names a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowKey {
    /// Its table.
    pub table: u32,
    /// Its number in the table.
    pub row: u32,
}

//! How many rows a batch names.

use emberlane_data::Bags;

/// How many rows a batch names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rows {
    /// Repeats counted.
    pub(super) entries: u64,
    /// Each once.
    pub(super) unique: u64,
}

impl Rows {
    pub(super) fn new(bags: &Bags) -> Self {
        let table = |table: usize| {
            let from = bags.offsets[table * bags.samples] as usize;
            let to = bags.offsets[(table + 1) * bags.samples] as usize;
            let mut rows = bags.indices[from..to].to_vec();
            rows.sort_unstable();
            rows.dedup();
            rows.len() as u64
        };
        Self { entries: bags.indices.len() as u64, unique: (0..bags.tables).map(table).sum() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_table_by_table() {
        let bags = Bags { tables: 2, samples: 2, offsets: vec![0, 2, 3, 3, 6], indices: vec![5, 5, 1, 5, 6, 7] };
        assert_eq!(Rows::new(&bags), Rows { entries: 6, unique: 5 });
    }
}

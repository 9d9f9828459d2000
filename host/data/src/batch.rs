//! A batch of samples: dense features, bags of embedding rows, labels.

/// The embedding rows of a batch: one bag a table and sample.
///
/// Bags are numbered table by table: the bag of sample `s` in table `t` is `t * samples + s`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bags {
    /// Number of tables.
    pub tables: usize,
    /// Samples of the batch.
    pub samples: usize,
    /// Where each bag starts in `indices`: `tables * samples + 1` numbers, the first 0, none below the one before it.
    pub offsets: Vec<u32>,
    /// Rows, each within the bag's table.
    pub indices: Vec<u32>,
}

impl Bags {
    /// Number of bags.
    #[must_use]
    pub fn count(&self) -> usize {
        self.tables * self.samples
    }

    /// Rows of bag `bag`.
    ///
    /// # Panics
    /// When there is no such bag.
    #[must_use]
    pub fn bag(&self, bag: usize) -> &[u32] {
        &self.indices[self.offsets[bag] as usize..self.offsets[bag + 1] as usize]
    }
}

/// Some samples to train on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    /// Dense features, sample by sample.
    pub dense: Vec<f32>,
    /// Embedding rows.
    pub bags: Bags,
    /// 1 for a click, 0 for none.
    pub labels: Vec<f32>,
}

impl Batch {
    /// Number of samples.
    #[must_use]
    pub fn samples(&self) -> usize {
        self.labels.len()
    }
}

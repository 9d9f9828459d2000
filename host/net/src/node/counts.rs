//! What a shard counts.

/// What a shard has counted since it was started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeCounts {
    /// Messages.
    pub requests: u64,
    /// Batches that were applied.
    pub batches: u64,
    /// Rows that were pulled.
    pub pulled: u64,
    /// Rows that were updated.
    pub updated: u64,
    /// Rows that were read beside the training.
    pub read: u64,
    /// Pulls that had to wait for the batch before.
    pub held: u64,
    /// Pushes that came again.
    pub repeated: u64,
    /// Pushes that came again with other gradients.
    pub conflicts: u64,
    /// Messages that were refused.
    pub refused: u64,
}

impl NodeCounts {
    /// Name, and what it is, of each.
    pub const NAMES: [(&'static str, &'static str); 9] = [
        ("requests", "Messages"),
        ("batches", "Batches that were applied"),
        ("pulled_rows", "Rows that were pulled"),
        ("updated_rows", "Rows that were updated"),
        ("read_rows", "Rows that were read beside the training"),
        ("held", "Pulls that waited for the batch before"),
        ("repeated", "Pushes that came again, and were acknowledged"),
        ("conflicts", "Pushes that came again with other gradients"),
        ("refused", "Messages that were refused"),
    ];

    /// In the order of the names.
    #[must_use]
    pub const fn values(&self) -> [u64; 9] {
        let Self { requests, batches, pulled, updated, read, held, repeated, conflicts, refused } = *self;
        [requests, batches, pulled, updated, read, held, repeated, conflicts, refused]
    }

    /// As JSON.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        Self::NAMES
            .iter()
            .zip(self.values())
            .map(|((name, _), value)| ((*name).to_owned(), serde_json::Value::from(value)))
            .collect()
    }
}

//! What a shard holds rows of.

use std::hash::Hasher;

use emberlane_dlrm::UpdateRule;
use emberlane_experiment::Optimizer;
use emberlane_stores::{DrawnRows, RowShape};
use siphasher::sip::SipHasher13;

use crate::{Key, StoreError};

/// The tables of a training, and how their rows begin and are updated.
#[derive(Clone, Debug, PartialEq)]
pub struct Tables {
    rows: Vec<u32>,
    shape: RowShape,
    drawn: DrawnRows,
    step: UpdateRule,
}

impl Tables {
    /// Tables of so many rows, drawn from `seed` and updated so.
    #[must_use]
    pub fn new(seed: u64, rows: &[u32], dimension: usize, step: UpdateRule) -> Self {
        let shape = RowShape { dimension, state: step.optimizer.state_of(dimension) };
        Self { rows: rows.to_vec(), shape, drawn: DrawnRows::new(seed, rows, dimension), step }
    }

    /// Rows of each table.
    #[must_use]
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// What a row consists of.
    #[must_use]
    pub const fn shape(&self) -> RowShape {
        self.shape
    }

    /// How rows are updated.
    #[must_use]
    pub const fn step(&self) -> UpdateRule {
        self.step
    }

    /// What their rows begin as.
    #[must_use]
    pub const fn drawn(&self) -> &DrawnRows {
        &self.drawn
    }

    /// Whether their rows begin as these do.
    #[must_use]
    pub fn is_drawn_as(&self, drawn: &DrawnRows) -> bool {
        self.drawn == *drawn
    }

    /// A number that tells these tables from others: by rows, seed, dimension and rule.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = SipHasher13::new_with_keys(0, 0);
        hasher.write_u64(self.drawn.seed());
        hasher.write_u64(self.shape.dimension as u64);
        hasher.write_u64(self.shape.state as u64);
        hasher.write_u8(match self.step.optimizer {
            Optimizer::Sgd => 0,
            Optimizer::RowwiseAdagrad => 1,
            Optimizer::Adagrad => 2,
        });
        hasher.write_u32(self.step.learning_rate.to_bits());
        self.rows.iter().for_each(|rows| hasher.write_u32(*rows));
        hasher.finish()
    }

    /// Refuses rows that there are not.
    ///
    /// # Errors
    /// The first of them.
    pub fn check(&self, keys: &[Key]) -> Result<(), StoreError> {
        let rows = |key: Key| self.rows.get(key.table() as usize).copied().unwrap_or(0);
        match keys.iter().find(|key| key.row() >= rows(**key)) {
            Some(key) => Err(StoreError::NoRow { key: *key, rows: rows(*key) }),
            None => Ok(()),
        }
    }

    /// What a row begins with: weights as drawn, a state of zeros.
    ///
    /// # Panics
    /// A row that there is not.
    pub fn begin(&self, key: Key, row: &mut [f32]) {
        let (weights, state) = row.split_at_mut(self.shape.dimension);
        self.drawn.draw(key.table() as usize, key.row().into(), weights);
        state.fill(0.0);
    }
}

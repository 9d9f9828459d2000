//! What a rank sends at the end of a batch.

use crate::{Key, StoreError};

/// Gradients of one rank for rows of a shard: one gradient a bag, and for each row the bags that name it.
#[derive(Clone, Copy, Debug)]
pub struct Push<'p> {
    /// The rows, each once.
    pub keys: &'p [Key],
    /// Of each row where its bags begin in `bags`; one more at the end.
    pub offsets: &'p [u32],
    /// Numbers of gradients, of each row in the order of the batch, repeats kept.
    pub bags: &'p [u32],
    /// What each gradient is multiplied by: 1, or for means 1/n. As many as gradients.
    pub scales: &'p [f32],
    /// Gradients, one behind the other.
    pub gradients: &'p [f32],
}

impl<'p> Push<'p> {
    /// Refuses what does not fit together; what passes cannot be read out of bounds.
    ///
    /// # Errors
    /// Says what does not fit.
    pub fn check(&self, dimension: usize) -> Result<(), StoreError> {
        let refuse = |what: String| Err(StoreError::Push { what });
        let rows = self.keys.len();
        if self.offsets.len() != rows + 1 {
            return refuse(format!("{rows} rows with {} offsets, not {}", self.offsets.len(), rows + 1));
        }
        let is_ascending = self.offsets.windows(2).all(|pair| pair[0] <= pair[1]);
        if self.offsets[0] != 0 || !is_ascending || self.offsets[rows] as usize != self.bags.len() {
            return refuse(format!("offsets that do not ascend from 0 to {}, the bags of its rows", self.bags.len()));
        }
        let gradients = self.scales.len();
        if self.gradients.len() != gradients * dimension {
            let found = self.gradients.len();
            return refuse(format!("{found} numbers for {gradients} gradients of {dimension}"));
        }
        match self.bags.iter().find(|bag| **bag as usize >= gradients) {
            Some(bag) => refuse(format!("gradient {bag} of {gradients}")),
            None => Ok(()),
        }
    }

    /// The gradients of row `row` of this push with their scales, in the order of the batch.
    pub(crate) fn gradients_of(
        &self,
        row: usize,
        dimension: usize,
    ) -> impl Iterator<Item = (&'p [f32], f32)> + use<'p> {
        let Self { scales, gradients, .. } = *self;
        self.bags[self.offsets[row] as usize..self.offsets[row + 1] as usize].iter().map(move |bag| {
            let bag = *bag as usize;
            (&gradients[bag * dimension..(bag + 1) * dimension], scales[bag])
        })
    }
}

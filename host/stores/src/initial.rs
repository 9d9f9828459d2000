//! What rows are before they are trained: drawn from the seed, each by itself.

use rand::Rng;
use rand_pcg::Pcg64;

/// Random streams of tables: every table has its own, so that none depends on another's shape.
const TABLE_STREAMS: u128 = 1 << 16;

/// The rows of all tables as they are drawn: uniformly from ±sqrt(1 / rows), as DLRM does.
///
/// A row can be had without those before it, so that a store may draw it when it is asked for first, to the same bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnRows {
    seed: u64,
    rows: Vec<u32>,
    dimension: usize,
}

impl DrawnRows {
    /// Those of tables of so many rows.
    #[must_use]
    pub fn new(seed: u64, rows: &[u32], dimension: usize) -> Self {
        Self { seed, rows: rows.to_vec(), dimension }
    }

    /// What they are drawn from.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Draws the weights of rows that follow one another, from `first` on, as many as `weights` has room for.
    ///
    /// # Panics
    /// When there is no such table.
    pub fn draw(&self, table: usize, first: u64, weights: &mut [f32]) {
        let bound = (1.0 / f64::from(self.rows[table])).sqrt() as f32;
        let mut random = Pcg64::new(u128::from(self.seed), TABLE_STREAMS + table as u128);
        // Every weight takes one step of the generator.
        random.advance(u128::from(first) * self.dimension as u128);
        weights.iter_mut().for_each(|weight| *weight = bound * (2.0 * random.random::<f32>() - 1.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_alone_has_the_bits_of_a_row_among_others() {
        let drawn = DrawnRows::new(7, &[50, 900], 16);
        let mut all = vec![0.0; 900 * 16];
        drawn.draw(1, 0, &mut all);
        for row in [0, 1, 2, 449, 899] {
            let mut alone = [0.0; 16];
            drawn.draw(1, row, &mut alone);
            let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&alone), bits(&all[row as usize * 16..(row as usize + 1) * 16]), "row {row}");
        }
        let bound = (1f32 / 900.0).sqrt();
        assert!(all.iter().all(|value| value.abs() <= bound) && all.iter().any(|value| value.abs() > 0.9 * bound));
    }
}

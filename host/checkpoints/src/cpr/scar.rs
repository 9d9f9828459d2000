//! The rows that have changed most (SCAR, Qiao et al. 2019, as CPR's Section 4.2 has it).

use super::largest::Largest;

/// Keeps a copy of each row as it was saved last, and a number for how far the row is from it.
#[derive(Clone, Debug)]
pub struct Scar {
    copy: Vec<f32>,
    distances: Vec<f32>,
    dimension: usize,
    most: u64,
}

impl Scar {
    /// Of rows as they are, `dimension` numbers each, of which at most `most` are saved at a time.
    ///
    /// # Panics
    /// With numbers that are no whole number of rows.
    #[must_use]
    pub fn new(rows: Vec<f32>, dimension: usize, most: u64) -> Self {
        assert_eq!(rows.len() % dimension, 0, "whole rows");
        Self { distances: vec![0.0; rows.len() / dimension], copy: rows, dimension, most }
    }

    /// Hands out the rows to save, in ascending order, and keeps them as saved. `row` says what a row is now, at least `dimension`
    /// numbers.
    ///
    /// A distance is the square of the L2 norm of the difference, summed in f64 in the order of the elements and rounded to f32. A row
    /// that is no number is as far as can be.
    pub fn select<'a>(&mut self, row: impl Fn(u32) -> &'a [f32], mut save: impl FnMut(u32)) {
        for (place, (saved, distance)) in (0..).zip(self.copy.chunks_exact(self.dimension).zip(&mut self.distances)) {
            let square = |(now, saved): (&f32, &f32)| {
                let difference = f64::from(*now) - f64::from(*saved);
                difference * difference
            };
            let sum = row(place).iter().zip(saved).map(square).sum::<f64>() as f32;
            *distance = if sum.is_nan() { f32::INFINITY } else { sum };
        }
        // Numbers that are not negative are ordered as their bits.
        let key = |distance: f32| distance.to_bits();
        let mut largest =
            Largest::of(self.distances.len() as u32, self.most, |place| key(self.distances[place as usize]));
        let rows = self.copy.chunks_exact_mut(self.dimension);
        for (place, (saved, distance)) in (0..).zip(rows.zip(&self.distances)) {
            if largest.has(key(*distance)) {
                save(place);
                saved.copy_from_slice(&row(place)[..saved.len()]);
            }
        }
    }

    /// Bytes that were allocated: the copy, and a number a row.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        ((self.copy.capacity() + self.distances.capacity()) * size_of::<f32>()) as u64
    }
}

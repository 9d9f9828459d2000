//! NDRec's lookahead embedding (Section IV-B): what the GPU does to the first stage's outputs.
//!
//! The SmartSSD pools batch N + 1 while the GPU trains N, so its tables lack the gradients of N: the outputs are those of the
//! *first stage*. The GPU, which has just made these gradients, takes from each output what they take from its rows. That is Eq. 3:
//! nothing is approximated, and only rounding differs from strict order ([`relaxed`](super::relaxed)).
//!
//! # Factored
//! Eq. 4 writes the correction as a matrix `M` times the gradients: an element for each pair of a bag of N + 1 and a bag of N. Many
//! pairs share the same rows, those that are used often. So `M` is used as its two factors, by the rows that both batches use:
//!
//! ```text
//! bags of N --sources--> rows --targets--> bags of N + 1
//! ```
//!
//! # Order
//! It is stated here, and nowhere else. All arithmetic is FP32, and each operation is rounded.
//!
//! 1. The *step* of a bag of N is `lr * (scale * g)`, where `scale` is 1 for sums and f32(1/n) for means of n rows ([`steps`]). The
//!    SmartSSD subtracts the same numbers from the rows.
//! 2. `d(row)` begins at +0. The steps of the bags of N that use the row are added, in the order of the bags, once for each time
//!    that a bag names it.
//! 3. An output of N + 1 gets `- d(row)`, or `- scale * d(row)` with its own scale for means, once for each entry of its bag whose row
//!    is shared, in the order of the entries.
//!
//! An output whose bag shares no row keeps its bits.

use rustc_hash::FxHashMap;

use crate::planner::Lookups;

/// What a batch takes from the rows of each bag, once for each time that the bag names them: `rate * (scale * gradient)`.
#[must_use]
pub fn steps(batch: &Lookups, gradients: &[f32], rate: f32) -> Vec<f32> {
    let dimension = gradients.len() / batch.bags().max(1);
    let mut steps = gradients.to_vec();
    for (step, bag) in steps.chunks_exact_mut(dimension.max(1)).zip(batch.ranges()) {
        let scale = batch.scale(bag.len());
        step.iter_mut().for_each(|step| *step = rate * (scale * *step));
    }
    steps
}

/// An entry of a bag whose row both batches use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    bag: u32,
    /// Number of the row among those that are shared.
    row: u32,
}

/// The factors of Eq. 4's matrix for a batch and the one before it.
///
/// ```
/// use emberlane_experiment::Pooling;
/// use emberlane_stores::lookahead::{Factors, steps};
/// use emberlane_stores::planner::Lookups;
///
/// let (mut before, mut next) = (Lookups::new(Pooling::Sum), Lookups::new(Pooling::Sum));
/// before.push_bag([7, 3]);
/// next.push_bag([3, 8]);
/// next.push_bag([9]);
/// let factors = Factors::new(&before, &next);
/// assert_eq!(factors.rows(), 1);
/// let mut outputs = [1.0, 5.0];
/// factors.correct(&mut outputs, &next, &steps(&before, &[0.5], 0.5));
/// assert_eq!(outputs, [0.75, 5.0]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Factors {
    rows: usize,
    /// By bag, in the order of the bags of the batch before.
    sources: Vec<Entry>,
    /// By bag, in the order of the bags of the batch, and of their entries.
    targets: Vec<Entry>,
}

impl Factors {
    /// Those of `next` and the batch `before` it.
    #[must_use]
    pub fn new(before: &Lookups, next: &Lookups) -> Self {
        /// Of a row that the batch before uses: not numbered yet.
        const UNUSED: u32 = u32::MAX;
        let mut numbers: FxHashMap<u64, u32> = before.vectors().iter().map(|vector| (*vector, UNUSED)).collect();
        let mut rows = 0;
        let mut targets = Vec::new();
        for (bag, range) in (0..).zip(next.ranges()) {
            for vector in &next.vectors()[range] {
                let Some(row) = numbers.get_mut(vector) else { continue };
                if *row == UNUSED {
                    *row = rows;
                    rows += 1;
                }
                targets.push(Entry { bag, row: *row });
            }
        }
        let mut sources = Vec::new();
        for (bag, range) in (0..).zip(before.ranges()) {
            let shared = before.vectors()[range].iter().map(|vector| numbers[vector]).filter(|row| *row != UNUSED);
            sources.extend(shared.map(|row| Entry { bag, row }));
        }
        Self { rows: rows as usize, sources, targets }
    }

    /// Rows that both batches use.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// Entries of such rows in the batch before, and in the batch.
    #[must_use]
    pub fn entries(&self) -> (usize, usize) {
        (self.sources.len(), self.targets.len())
    }

    /// Brings first-stage outputs of `next` up to date, a vector a bag; `steps` are those of the batch before.
    ///
    /// # Panics
    /// If there are not as many outputs and steps as the factors' batches have bags.
    pub fn correct(&self, outputs: &mut [f32], next: &Lookups, steps: &[f32]) {
        let dimension = outputs.len() / next.bags().max(1);
        let at = |number: u32| number as usize * dimension..(number as usize + 1) * dimension;
        let mut deltas = vec![0.0f32; self.rows * dimension];
        for Entry { bag, row } in &self.sources {
            deltas[at(*row)].iter_mut().zip(&steps[at(*bag)]).for_each(|(delta, step)| *delta += step);
        }
        let scales: Vec<f32> = next.ranges().map(|bag| next.scale(bag.len())).collect();
        for Entry { bag, row } in &self.targets {
            let scale = scales[*bag as usize];
            let output = &mut outputs[at(*bag)];
            output.iter_mut().zip(&deltas[at(*row)]).for_each(|(output, delta)| *output -= scale * delta);
        }
    }
}

/// Eq. 4's matrix for one table, of which [`Factors`] are the factors: an element for each sample of the batch and each of the one
/// before it, which counts the rows that they share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// Samples of the batch.
    pub rows: u64,
    /// Samples of the batch before it.
    pub columns: u64,
    /// Elements that are not 0.
    pub nonzeros: u64,
    /// Elements of a vector.
    pub dimension: u64,
}

impl Matrix {
    /// Of the factors of one table's lookups.
    #[must_use]
    pub fn new(factors: &Factors, before: &Lookups, next: &Lookups, dimension: usize) -> Self {
        let mut sources = vec![Vec::new(); factors.rows];
        for Entry { bag, row } in &factors.sources {
            sources[*row as usize].push(*bag);
        }
        sources.iter_mut().for_each(Vec::dedup);
        // The bag of the batch that was the last to share a row with each of the batch before.
        let mut last = vec![u32::MAX; before.bags()];
        let mut nonzeros = 0;
        for Entry { bag, row } in &factors.targets {
            for source in &sources[*row as usize] {
                let last = &mut last[*source as usize];
                nonzeros += u64::from(*last != *bag);
                *last = *bag;
            }
        }
        Self { rows: next.bags() as u64, columns: before.bags() as u64, nonzeros, dimension: dimension as u64 }
    }

    /// Share of the elements that are not 0; 0 of an empty matrix.
    #[must_use]
    pub fn density(&self) -> f64 {
        self.nonzeros as f64 / (self.rows * self.columns).max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use emberlane_experiment::Pooling;

    fn lookups(pooling: Pooling, bags: &[&[u64]]) -> Lookups {
        let mut lookups = Lookups::new(pooling);
        bags.iter().for_each(|bag| lookups.push_bag(bag.iter().copied()));
        lookups
    }

    #[test]
    fn every_use_of_a_row_counts() {
        let before = lookups(Pooling::Sum, &[&[1, 2, 1], &[], &[2, 5]]);
        let next = lookups(Pooling::Sum, &[&[2, 9, 2], &[1], &[7, 7], &[]]);
        let factors = Factors::new(&before, &next);
        assert_eq!((factors.rows(), factors.entries()), (2, (4, 3)));
        let mut outputs = [100.0, 200.0, 300.0, -0.0];
        factors.correct(&mut outputs, &next, &steps(&before, &[1.0, 4.0, 16.0], 0.5));
        // Row 2 loses 0.5 and 8, and is there twice; row 1 loses 0.5 twice.
        assert_eq!(outputs.map(f32::to_bits), [83.0f32, 199.0, 300.0, -0.0].map(f32::to_bits));
    }

    #[test]
    fn means_scale_both_ways() {
        let before = lookups(Pooling::Mean, &[&[1, 2]]);
        let next = lookups(Pooling::Mean, &[&[2, 3, 2, 4]]);
        let mut outputs = [1.0, 2.0];
        let steps = steps(&before, &[8.0, 16.0], 0.25);
        assert_eq!(steps, [1.0, 2.0]);
        Factors::new(&before, &next).correct(&mut outputs, &next, &steps);
        assert_eq!(outputs, [0.5, 1.0]);
    }

    #[test]
    fn the_sum_of_a_row_is_taken_in_the_order_of_the_bags() {
        let (before, next) = (lookups(Pooling::Sum, &[&[1], &[1], &[1]]), lookups(Pooling::Sum, &[&[1]]));
        let mut outputs = [0.0];
        Factors::new(&before, &next).correct(&mut outputs, &next, &[1e8, 3.0, -1e8]);
        assert_eq!(outputs, [-((1e8 + 3.0f32) - 1e8)]);
    }

    #[test]
    fn the_matrix_is_the_product_of_its_factors() {
        let before = lookups(Pooling::Sum, &[&[1, 2, 1], &[], &[2, 5], &[1, 2]]);
        let next = lookups(Pooling::Sum, &[&[2, 9, 1, 2], &[1], &[7]]);
        let matrix = Matrix::new(&Factors::new(&before, &next), &before, &next, 16);
        let shared = |a: &[u64], b: &[u64]| a.iter().any(|vector| b.contains(vector));
        let of = |lookups: &Lookups| -> Vec<Vec<u64>> {
            lookups.ranges().map(|range| lookups.vectors()[range].to_vec()).collect()
        };
        let expected = of(&next)
            .iter()
            .map(|bag| of(&before).iter().filter(|other| shared(bag, other)).count() as u64)
            .sum::<u64>();
        assert_eq!((matrix.rows, matrix.columns, matrix.nonzeros), (3, 4, expected));
        assert_eq!(expected, 5);
    }

    #[test]
    fn batches_that_share_nothing_have_no_correction() {
        let (before, next) = (lookups(Pooling::Sum, &[&[1]]), lookups(Pooling::Sum, &[&[2], &[]]));
        let factors = Factors::new(&before, &next);
        assert_eq!(factors, Factors::default());
    }
}

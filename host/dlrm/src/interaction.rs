//! What happens between the bottom MLP and the top MLP.
//!
//! The order of arithmetic is that of the products ([`crate::products`]): a dot product is summed along the vectors, and a vector's gradient
//! over the vectors that it met, itself included, with a factor of 0. Samples are computed side by side, as many as a register holds, so
//! that none of them needs a product of matrices of its own.

use pulp::{Arch, Simd, WithSimd};

use emberlane_experiment::Interaction;

use crate::products::{DEEP, Features, PANEL, Panels, turn};

/// Puts the bottom MLP's output and the pooled vectors (table by table, within a table sample by sample, `dimension` long) together.
///
/// # Panics
/// When `pooled` does not hold whole tables, or, for [`Interaction::Dot`], when the bottom MLP's output is not `dimension` wide.
pub(crate) fn interact(interaction: Interaction, bottom: &Features, pooled: &[f32], dimension: usize) -> Features {
    let (samples, width) = (bottom.samples(), bottom.width());
    let tables = pooled.len() / (samples * dimension);
    let mut output = Features::of(width + added_width(interaction, tables, dimension), samples);
    for feature in 0..width {
        output.row_mut(feature)[..samples].copy_from_slice(bottom.row(feature));
        output.row_mut(feature)[samples..].fill(0.0);
    }
    match interaction {
        Interaction::Cat => {
            for (table, pooled) in pooled.chunks_exact(samples * dimension).enumerate() {
                output.fill(width + table * dimension, pooled);
            }
        }
        Interaction::Dot => {
            assert_eq!(width, dimension, "dot products are of vectors that are equally long");
            Arch::new().dispatch(Dots { vectors: Vectors { bottom, pooled, tables, dimension }, output: &mut output });
        }
    }
    output
}

/// Gradients of the bottom MLP's output and of the pooled vectors, from that of the interaction.
///
/// # Panics
/// When the shapes are not those of [`interact`].
pub(crate) fn interact_backward(
    interaction: Interaction,
    bottom: &Features,
    pooled: &[f32],
    dimension: usize,
    gradient: &Panels,
) -> (Panels, Vec<f32>) {
    let (samples, width) = (bottom.samples(), bottom.width());
    let tables = pooled.len() / (samples * dimension);
    let mut to_bottom = Panels::zeros(width, samples);
    let mut to_pooled = vec![0.0; pooled.len()];
    match interaction {
        Interaction::Cat => {
            let mut row = vec![0.0; gradient.width()];
            for sample in 0..samples {
                gradient.copy_sample(sample, &mut row);
                let (first, rest) = row.split_at(width);
                to_bottom.set_sample(sample, first);
                for (table, from) in rest.chunks_exact(dimension).enumerate() {
                    to_pooled[(table * samples + sample) * dimension..][..dimension].copy_from_slice(from);
                }
            }
        }
        Interaction::Dot => {
            assert_eq!(width, dimension, "dot products are of vectors that are equally long");
            let vectors = Vectors { bottom, pooled, tables, dimension };
            let (to_bottom, to_pooled) = (&mut to_bottom, &mut to_pooled[..]);
            Arch::new().dispatch(DotsBackward { vectors, gradient, to_bottom, to_pooled });
        }
    }
    (to_bottom, to_pooled)
}

/// What the pooled vectors add to the width of the bottom MLP's output.
fn added_width(interaction: Interaction, tables: usize, dimension: usize) -> usize {
    match interaction {
        Interaction::Dot => triangle(tables + 1),
        Interaction::Cat => tables * dimension,
    }
}

/// Pairs of so many vectors; also where those of vector `count` with the ones before it begin.
const fn triangle(count: usize) -> usize {
    count * count.saturating_sub(1) / 2
}

/// The vectors of all samples: the bottom MLP's output, then one a table.
#[derive(Clone, Copy)]
struct Vectors<'v> {
    bottom: &'v Features,
    pooled: &'v [f32],
    tables: usize,
    dimension: usize,
}

impl Vectors<'_> {
    /// Samples `first` and the lanes behind it, vector after vector, element after element; behind the last sample, whatever was there.
    #[inline(always)]
    fn gather<S: Simd>(&self, simd: S, first: usize, near: &mut [S::f32s]) {
        let (samples, dimension) = (self.bottom.samples(), self.dimension);
        let lanes = S::F32_LANES.min(samples - first);
        let (own, rest) = near.split_at_mut(dimension);
        for (element, near) in own.iter_mut().enumerate() {
            *near = simd.partial_load_f32s(&self.bottom.row(element)[first..first + lanes]);
        }
        for (table, near) in rest.chunks_exact_mut(dimension).enumerate() {
            let near = bytemuck::cast_slice_mut::<S::f32s, f32>(near);
            let from = &self.pooled[(table * samples + first) * dimension..][..lanes * dimension];
            turn(|lane| &from[lane * dimension..], lanes, dimension, near, S::F32_LANES);
        }
    }

    /// How many numbers of a sample there are.
    const fn numbers(&self) -> usize {
        (self.tables + 1) * self.dimension
    }
}

/// The dot products of each vector with those before it.
struct Dots<'d> {
    vectors: Vectors<'d>,
    output: &'d mut Features,
}

impl WithSimd for Dots<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { vectors, output } = self;
        let (dimension, stride) = (vectors.dimension, output.stride());
        let mut near = vec![simd.splat_f32s(0.0); vectors.numbers()];
        for first in (0..output.samples()).step_by(S::F32_LANES) {
            vectors.gather(simd, first, &mut near);
            for one in 1..=vectors.tables {
                let (before, rest) = near.split_at(one * dimension);
                let own = &rest[..dimension];
                let mut rows = &mut output.blocks_mut()[(dimension + triangle(one)) * stride..][..one * stride];
                let mut others = before;
                while !others.is_empty() {
                    // A sum alone waits for itself in each of its terms.
                    let count = match others.len() / dimension {
                        8.. => dots::<S, 8>(simd, own, others, rows, stride, first),
                        4.. => dots::<S, 4>(simd, own, others, rows, stride, first),
                        2.. => dots::<S, 2>(simd, own, others, rows, stride, first),
                        _ => dots::<S, 1>(simd, own, others, rows, stride, first),
                    };
                    others = &others[count * dimension..];
                    rows = &mut rows[count * stride..];
                }
            }
        }
    }
}

/// The dot products of `one` with the first `N` others, each into a row at `column`; rows are `stride` apart. Says how many they were.
#[inline(always)]
fn dots<S: Simd, const N: usize>(
    simd: S,
    one: &[S::f32s],
    others: &[S::f32s],
    rows: &mut [f32],
    stride: usize,
    column: usize,
) -> usize {
    let dots = dot::<S, N>(simd, one, others);
    // By reference: of an array that is iterated over by value the compiler makes copies in memory.
    for (n, dot) in dots.iter().enumerate() {
        S::as_mut_simd_f32s(&mut rows[n * stride + column..][..S::F32_LANES]).0[0] = *dot;
    }
    N
}

/// The dot products of `one` with `N` others.
#[inline(always)]
fn dot<S: Simd, const N: usize>(simd: S, one: &[S::f32s], others: &[S::f32s]) -> [S::f32s; N] {
    let dimension = one.len();
    let others: [&[S::f32s]; N] = std::array::from_fn(|n| &others[n * dimension..][..dimension]);
    let mut dots = [simd.splat_f32s(0.0); N];
    for (number, one) in one.chunks(DEEP).enumerate() {
        let begin = number * DEEP;
        let others: [&[S::f32s]; N] = std::array::from_fn(|n| &others[n][begin..begin + one.len()]);
        let mut sums = [simd.splat_f32s(0.0); N];
        for (element, one) in one.iter().enumerate() {
            for (sum, other) in sums.iter_mut().zip(others) {
                *sum = simd.mul_add_f32s(*one, other[element], *sum);
            }
        }
        dots.iter_mut().zip(&sums).for_each(|(dot, sum)| *dot = simd.add_f32s(*dot, *sum));
    }
    dots
}

/// Elements of a vector's gradient that are summed side by side.
const SIDE_BY_SIDE: usize = 8;

/// dL/dV = (G + G^T) V, where G is strictly lower triangular.
struct DotsBackward<'d> {
    vectors: Vectors<'d>,
    gradient: &'d Panels,
    to_bottom: &'d mut Panels,
    to_pooled: &'d mut [f32],
}

impl WithSimd for DotsBackward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { vectors, gradient, to_bottom, to_pooled } = self;
        let (samples, dimension, count) = (gradient.samples(), vectors.dimension, vectors.tables + 1);
        let zero = simd.splat_f32s(0.0);
        let mut near = vec![zero; vectors.numbers()];
        let mut gradients = vec![zero; gradient.width()];
        let mut results = vec![zero; dimension];
        // What a vector's products have as gradients, vector after vector.
        let mut factors = vec![zero; count];
        for first in (0..samples).step_by(S::F32_LANES) {
            vectors.gather(simd, first, &mut near);
            let lanes = S::F32_LANES.min(samples - first);
            let numbers = bytemuck::cast_slice_mut::<S::f32s, f32>(&mut gradients);
            for (panel, numbers) in numbers.chunks_mut(PANEL * S::F32_LANES).enumerate() {
                let width = numbers.len() / S::F32_LANES;
                turn(|lane| gradient.piece(panel, first + lane), lanes, width, numbers, S::F32_LANES);
            }
            let (own, pairs) = gradients.split_at(dimension);
            for one in 0..count {
                for (other, factor) in factors.iter_mut().enumerate() {
                    *factor = match other.cmp(&one) {
                        std::cmp::Ordering::Less => pairs[triangle(one) + other],
                        std::cmp::Ordering::Equal => zero,
                        std::cmp::Ordering::Greater => pairs[triangle(other) + one],
                    };
                }
                let mut elements = results.chunks_exact_mut(SIDE_BY_SIDE).enumerate();
                for (block, results) in &mut elements {
                    let sums = combine::<S, SIDE_BY_SIDE>(simd, &factors, &near, dimension, block * SIDE_BY_SIDE);
                    results.copy_from_slice(&sums);
                }
                for (element, result) in results.iter_mut().enumerate().skip(dimension / SIDE_BY_SIDE * SIDE_BY_SIDE) {
                    [*result] = combine::<S, 1>(simd, &factors, &near, dimension, element);
                }
                if one == 0 {
                    results.iter_mut().zip(own).for_each(|(result, own)| *result = simd.add_f32s(*own, *result));
                }
                let results = bytemuck::cast_slice::<S::f32s, f32>(&results);
                if one > 0 {
                    let to = &mut to_pooled[((one - 1) * samples + first) * dimension..];
                    turn(|element| &results[element * S::F32_LANES..], dimension, lanes, to, dimension);
                    continue;
                }
                for (panel, results) in results.chunks(PANEL * S::F32_LANES).enumerate() {
                    let elements = results.len() / S::F32_LANES;
                    let (to, stride) = to_bottom.pieces_mut(panel, first);
                    turn(|element| &results[element * S::F32_LANES..], elements, lanes, to, stride);
                }
            }
        }
    }
}

/// `N` elements, from `element` on, of the sum of all vectors, each times its factor.
#[inline(always)]
fn combine<S: Simd, const N: usize>(
    simd: S,
    factors: &[S::f32s],
    vectors: &[S::f32s],
    dimension: usize,
    element: usize,
) -> [S::f32s; N] {
    let mut totals = [simd.splat_f32s(0.0); N];
    for (factors, vectors) in factors.chunks(DEEP).zip(vectors.chunks(DEEP * dimension)) {
        let mut sums = [simd.splat_f32s(0.0); N];
        for (factor, vector) in factors.iter().zip(vectors.chunks_exact(dimension)) {
            for (sum, value) in sums.iter_mut().zip(&vector[element..element + N]) {
                *sum = simd.mul_add_f32s(*factor, *value, *sum);
            }
        }
        totals.iter_mut().zip(&sums).for_each(|(total, sum)| *total = simd.add_f32s(*total, *sum));
    }
    totals
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    /// Two samples, two tables, vectors of two.
    const POOLED: [f32; 8] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];

    fn gradient(samples: &[f32], width: usize) -> Panels {
        Panels::from_features(&Features::from_samples(samples, width))
    }

    fn samples(panels: &Panels) -> Vec<f32> {
        let mut all = vec![0.0; panels.width() * panels.samples()];
        for (sample, values) in all.chunks_exact_mut(panels.width()).enumerate() {
            panels.copy_sample(sample, values);
        }
        all
    }

    #[test]
    fn dot_is_the_strictly_lower_triangle() {
        let bottom = Features::from_samples(&[0.5, 1.0, 2.0, -1.0], 2);
        let output = interact(Interaction::Dot, &bottom, &POOLED, 2);
        // Z10 = v0.x, Z20 = v1.x, Z21 = v1.v0.
        assert_eq!(output.to_samples(), [0.5, 1.0, 2.5, 8.5, 17.0, 2.0, -1.0, 2.0, 6.0, 53.0]);
        let pairs = gradient(&[1.0, 2.0, 1.0, 10.0, 100.0, 3.0, 4.0, -1.0, 0.0, 2.0], 5);
        let (to_bottom, to_pooled) = interact_backward(Interaction::Dot, &bottom, &POOLED, 2, &pairs);
        assert_eq!(samples(&to_bottom), [1.0 + 51.0, 2.0 + 62.0, 3.0 - 3.0, 4.0 - 4.0]);
        assert_eq!(to_pooled, [500.5, 601.0, 14.0 - 2.0, 16.0 + 1.0, 105.0, 210.0, 6.0, 8.0]);
    }

    #[test]
    fn cat_is_one_after_the_other() {
        let all = [0.5, 1.0, 9.0, 1.0, 2.0, 5.0, 6.0, 2.0, -1.0, 8.0, 3.0, 4.0, 7.0, 8.0];
        let bottom = Features::from_samples(&[0.5, 1.0, 9.0, 2.0, -1.0, 8.0], 3);
        assert_eq!(interact(Interaction::Cat, &bottom, &POOLED, 2).to_samples(), all);
        let (to_bottom, to_pooled) = interact_backward(Interaction::Cat, &bottom, &POOLED, 2, &gradient(&all, 7));
        assert_eq!(samples(&to_bottom), bottom.to_samples());
        assert_eq!(to_pooled, POOLED);
    }

    /// As [`crate::products`] says: [`DEEP`] terms at a time, from +0 on, and these sums one after the other.
    fn sum(terms: impl Iterator<Item = (f32, f32)>) -> f32 {
        let terms: Vec<(f32, f32)> = terms.collect();
        let of_part = |part: &[(f32, f32)]| part.iter().fold(0.0, |sum, (one, other)| one.mul_add(*other, sum));
        terms.chunks(DEEP).fold(0.0, |total: f32, part| total + of_part(part))
    }

    /// Both ways beside plain loops, bit for bit, whatever does not fill a register, a panel or a block.
    fn check(samples: usize, tables: usize, dimension: usize, seed: u64) {
        let mut draw = Pcg64::seed_from_u64(seed);
        let mut numbers = |count: usize| (0..count).map(|_| draw.random_range(-1.0..1.0)).collect::<Vec<f32>>();
        let (own, pooled) = (numbers(samples * dimension), numbers(tables * samples * dimension));
        let width = dimension + triangle(tables + 1);
        let gradients = numbers(samples * width);
        let vector = |sample: usize, number: usize| match number {
            0 => &own[sample * dimension..][..dimension],
            _ => &pooled[((number - 1) * samples + sample) * dimension..][..dimension],
        };
        let bottom = Features::from_samples(&own, dimension);
        let output = interact(Interaction::Dot, &bottom, &pooled, dimension).to_samples();
        let (to_bottom, to_pooled) =
            interact_backward(Interaction::Dot, &bottom, &pooled, dimension, &gradient(&gradients, width));
        let to_bottom = self::samples(&to_bottom);
        for sample in 0..samples {
            let found = &output[sample * width..][..width];
            let given = &gradients[sample * width..][..width];
            assert_eq!(found[..dimension], *vector(sample, 0));
            for one in 0..=tables {
                for other in 0..one {
                    let pairs = vector(sample, one).iter().copied().zip(vector(sample, other).iter().copied());
                    let expected = sum(pairs);
                    let found = found[dimension + triangle(one) + other];
                    assert_eq!(found.to_bits(), expected.to_bits(), "sample {sample}, {one} by {other}");
                }
                let factor = |other: usize| match other.cmp(&one) {
                    std::cmp::Ordering::Less => given[dimension + triangle(one) + other],
                    std::cmp::Ordering::Equal => 0.0,
                    std::cmp::Ordering::Greater => given[dimension + triangle(other) + one],
                };
                for element in 0..dimension {
                    let all = (0..=tables).map(|other| (factor(other), vector(sample, other)[element]));
                    let (expected, found) = match one {
                        0 => (given[element] + sum(all), to_bottom[sample * dimension + element]),
                        _ => (sum(all), to_pooled[((one - 1) * samples + sample) * dimension + element]),
                    };
                    assert_eq!(found.to_bits(), expected.to_bits(), "sample {sample}, vector {one}, {element}");
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn dots_of_any_shape_are_those_of_plain_loops(
            samples in 1usize..40,
            tables in 0usize..12,
            dimension in 1usize..100,
            seed: u64,
        ) {
            check(samples, tables, dimension, seed);
        }
    }
}

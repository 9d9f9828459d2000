//! The gradients of a layer's parameters, and SGD's step, which adds them at once.

use std::ops::Range;

use pulp::{Arch, Simd, WithSimd};

use super::panels::Panels;
use super::tile::{Keep, Rows, Strided, tile};
use super::{BLOCK, DEEP, LINE, PANEL};
use crate::threads;

/// Panels of outputs whose weights a thread computes at a time, at most.
const PANELS: usize = 4;
/// Panels of inputs that stay in a thread's cache meanwhile.
const NEAR: usize = 16;

/// Adds `factor` times the gradient of a layer's weights to the weights: gradients of outputs by inputs, summed over all samples.
///
/// Where the rows or the columns of weights fill no whole block, the product with the factor is rounded before it is added. The library
/// that made these products before does so, and trainings keep their bits.
pub(crate) fn step(weight: &mut [f32], gradient: &Panels, input: &Panels, factor: f32) {
    multiply(weight, gradient, input, 0..input.samples(), Keep::Add(factor));
}

/// The gradient of a layer's weights, summed over some samples.
pub(crate) fn weight_gradient(weight: &mut [f32], gradient: &Panels, input: &Panels, samples: Range<usize>) {
    if samples.is_empty() {
        weight.fill(0.0);
    }
    multiply(weight, gradient, input, samples, Keep::Assign);
}

/// The gradients of a layer's biases: gradients of outputs, summed over some samples, one after the other.
pub(crate) fn column_sums(gradient: &Panels, samples: Range<usize>) -> Vec<f32> {
    let mut sums = vec![0.0; gradient.width()];
    Arch::new().dispatch(|| {
        for (panel, sums) in sums.chunks_mut(PANEL).enumerate() {
            for sample in samples.clone() {
                sums.iter_mut().zip(gradient.piece(panel, sample)).for_each(|(sum, value)| *sum += value);
            }
        }
    });
    sums
}

fn multiply(weight: &mut [f32], gradient: &Panels, input: &Panels, samples: Range<usize>, keep: Keep) {
    let work = weight.len() * samples.len();
    let inputs = input.width();
    let outputs = threads::part(work, gradient.width(), PANEL, PANELS);
    let tasks = weight.chunks_mut(outputs * inputs.max(1)).enumerate();
    threads::run(work, tasks, |(number, weight)| {
        Arch::new().dispatch(Part { weight, first: number * outputs, gradient, input, samples: samples.clone(), keep });
    });
}

/// The weights of some outputs.
struct Part<'p> {
    weight: &'p mut [f32],
    /// The number of the first.
    first: usize,
    gradient: &'p Panels,
    input: &'p Panels,
    samples: Range<usize>,
    keep: Keep,
}

impl WithSimd for Part<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { weight, first, gradient, input, samples, keep } = self;
        let inputs = input.width();
        let near = PANEL * NEAR;
        for begin in samples.clone().step_by(DEEP) {
            let keep = match keep {
                Keep::Assign if begin > samples.start => Keep::Add(1.0),
                keep => keep,
            };
            let samples = begin..samples.end.min(begin + DEEP);
            for column in (0..inputs).step_by(near) {
                let columns = column..inputs.min(column + near);
                for (block, weight) in weight.chunks_mut(BLOCK * inputs).enumerate() {
                    let row = first + block * BLOCK;
                    let block = Block::of(gradient, row, input, samples.clone(), columns.clone(), keep);
                    let rows = weight.len() / inputs;
                    block.multiply(simd, rows, &mut Strided { values: weight, stride: inputs }, column);
                }
            }
        }
    }
}

/// The weights of a block of outputs, by some inputs.
pub(super) struct Block<'p> {
    left: &'p [f32],
    left_width: usize,
    left_at: usize,
    input: &'p Panels,
    samples: Range<usize>,
    columns: Range<usize>,
    is_whole: bool,
    keep: Keep,
}

impl<'p> Block<'p> {
    /// Those of the outputs from `row` on.
    #[inline(always)]
    pub fn of(
        gradient: &'p Panels,
        row: usize,
        input: &'p Panels,
        samples: Range<usize>,
        columns: Range<usize>,
        keep: Keep,
    ) -> Self {
        let (panel, left_width) = gradient.panel(row / PANEL);
        let left = &panel[samples.start * left_width..samples.end * left_width];
        let is_whole = row + BLOCK <= gradient.width();
        Self { left, left_width, left_at: row % PANEL, input, samples, columns, is_whole, keep }
    }

    /// There are so many outputs. Of each, `weights` has those of these inputs from column `to` on.
    #[inline(always)]
    pub fn multiply<S: Simd>(self, simd: S, rows: usize, weights: &mut impl Rows, to: usize) {
        let Self { left, left_width, left_at, input, samples, columns, is_whole, keep } = self;
        let inputs = input.width();
        for column in columns.clone().step_by(PANEL) {
            let count = (inputs - column).min(PANEL);
            let (right, width) = input.panel(column / PANEL);
            let right = &right[samples.start * width..samples.end * width];
            let left =
                left.chunks_exact(left_width).map(|left| left[left_at..].first_chunk::<BLOCK>().expect("a block"));
            let terms = left.zip(right.chunks_exact(width));
            let to = to + column - columns.start;
            if is_whole && count == width {
                tile(simd, terms, width / LINE, weights, to, keep);
                continue;
            }
            let mut sums = [0.0; BLOCK * PANEL];
            tile(simd, terms, width / LINE, &mut Strided { values: &mut sums, stride: width }, 0, Keep::Assign);
            let blocks = if is_whole { inputs / BLOCK * BLOCK } else { 0 };
            for (row, sums) in sums.chunks_exact(width).take(rows).enumerate() {
                for ((weight, sum), column) in weights.row(row)[to..].iter_mut().zip(&sums[..count]).zip(column..) {
                    *weight = match keep {
                        Keep::Assign => *sum,
                        Keep::Add(factor) if column < blocks => factor.mul_add(*sum, *weight),
                        Keep::Add(factor) => *weight + factor * sum,
                    };
                }
            }
        }
    }
}

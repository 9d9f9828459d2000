//! The gradients of a layer's parameters, and SGD's step, which adds them at once.

use std::ops::Range;

use pulp::{Arch, Simd, WithSimd};

use super::panels::Panels;
use super::tile::{Keep, tile};
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
    let gradients = gradient.panels().chunks(outputs * gradient.stride().max(1));
    let tasks = weight.chunks_mut(outputs * inputs.max(1)).zip(gradients);
    let is_whole = gradient.width() / BLOCK * BLOCK;
    threads::run(work, tasks.enumerate(), |(number, (weight, gradient))| {
        let whole_rows = is_whole.saturating_sub(number * outputs);
        Arch::new().dispatch(Part { weight, whole_rows, gradient, input, samples: samples.clone(), keep });
    });
}

/// The weights of some outputs.
struct Part<'p> {
    weight: &'p mut [f32],
    /// The rows of these weights that are in whole blocks.
    whole_rows: usize,
    gradient: &'p [f32],
    input: &'p Panels,
    samples: Range<usize>,
    keep: Keep,
}

impl WithSimd for Part<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { weight, whole_rows, gradient, input, samples, keep } = self;
        let (inputs, stride) = (input.width(), input.stride());
        let near = PANEL * NEAR;
        for begin in samples.clone().step_by(DEEP) {
            let keep = match keep {
                Keep::Assign if begin > samples.start => Keep::Add(1.0),
                keep => keep,
            };
            let samples = begin..samples.end.min(begin + DEEP);
            for first in (0..inputs).step_by(near) {
                let columns = first..inputs.min(first + near);
                let panels = weight.chunks_mut(PANEL * inputs).zip(gradient.chunks(PANEL * stride));
                for (panel, (weight, gradient)) in panels.enumerate() {
                    let width = gradient.len() / stride;
                    let gradient = &gradient[samples.start * width..samples.end * width];
                    for (block, weight) in weight.chunks_mut(BLOCK * inputs).enumerate() {
                        let row = block * BLOCK;
                        let part = Row {
                            left: gradient,
                            left_width: width,
                            left_at: row,
                            input,
                            samples: samples.clone(),
                            columns: columns.clone(),
                            is_whole: panel * PANEL + row < whole_rows,
                            keep,
                        };
                        part.multiply(simd, weight);
                    }
                }
            }
        }
    }
}

/// The weights of a block of outputs, by some inputs.
struct Row<'p> {
    left: &'p [f32],
    left_width: usize,
    left_at: usize,
    input: &'p Panels,
    samples: Range<usize>,
    columns: Range<usize>,
    is_whole: bool,
    keep: Keep,
}

impl Row<'_> {
    #[inline(always)]
    fn multiply<S: Simd>(self, simd: S, weight: &mut [f32]) {
        let Self { left, left_width, left_at, input, samples, columns, is_whole, keep } = self;
        let (inputs, stride) = (input.width(), input.stride());
        for column in columns.step_by(PANEL) {
            let count = (inputs - column).min(PANEL);
            let width = count.next_multiple_of(LINE);
            let right = &input.panels()[column * stride..][samples.start * width..samples.end * width];
            let left =
                left.chunks_exact(left_width).map(|left| left[left_at..].first_chunk::<BLOCK>().expect("a block"));
            let terms = left.zip(right.chunks_exact(width));
            if is_whole && count == width {
                tile(simd, terms, width / LINE, &mut weight[column..], inputs, keep);
                continue;
            }
            let mut sums = [0.0; BLOCK * PANEL];
            tile(simd, terms, width / LINE, &mut sums, width, Keep::Assign);
            let blocks = if is_whole { inputs / BLOCK * BLOCK } else { 0 };
            for (weight, sums) in weight.chunks_exact_mut(inputs).zip(sums.chunks_exact(width)) {
                for ((weight, sum), column) in weight[column..].iter_mut().zip(&sums[..count]).zip(column..) {
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

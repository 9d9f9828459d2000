//! A layer's outputs: weights by features.

use std::array::from_fn;

use pulp::{Arch, Simd, WithSimd};

use super::features::Features;
use super::tile::{Across, Keep, Strided, tile};
use super::{BLOCK, DEEP, LINE, PANEL, turn};
use crate::threads;

/// Blocks of outputs that a thread computes at a time, at most: what they need of the inputs, a part of [`DEEP`], stays in its cache.
const BLOCKS: usize = 32;

/// `weight * input + bias`, through ReLU if `relu`.
pub(crate) fn forward(weight: &[f32], bias: &[f32], input: &Features, relu: bool) -> Features {
    let work = weight.len() * input.samples();
    let mut output = Features::of(bias.len(), input.samples());
    let rows = threads::part(work, bias.len(), BLOCK, BLOCKS);
    let part = rows * input.stride().max(1);
    let tasks = output.blocks_mut().chunks_mut(part).enumerate();
    threads::run(work, tasks, |(number, output)| {
        Arch::new().dispatch(Part { weight, bias, input, first: number * rows, output, relu });
    });
    output
}

/// Some outputs, from `first` on.
struct Part<'p> {
    weight: &'p [f32],
    bias: &'p [f32],
    input: &'p Features,
    first: usize,
    output: &'p mut [f32],
    relu: bool,
}

impl WithSimd for Part<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { weight, bias, input, first, output, relu } = self;
        let (inputs, stride) = (input.width(), input.stride());
        for (number, terms) in input.rows().chunks(DEEP * stride).enumerate() {
            let before = number * DEEP;
            let keep = if number == 0 { Keep::Assign } else { Keep::Add(1.0) };
            for (block, output) in output.chunks_exact_mut(BLOCK * stride).enumerate() {
                let rows: [&[f32]; BLOCK] = from_fn(|r| {
                    let row = first + block * BLOCK + r;
                    if row < bias.len() { &weight[row * inputs + before..(row + 1) * inputs] } else { &NONE }
                });
                multiply(simd, rows, terms, stride, output, keep);
            }
        }
        for (row, bias) in output.chunks_exact_mut(stride).zip(bias.iter().skip(first)) {
            for value in row {
                *value += bias;
                // Not `max`: a NaN has to reach the loss, which reports it.
                *value = if relu && *value < 0.0 { 0.0 } else { *value };
            }
        }
    }
}

/// Weights of outputs that there are not.
static NONE: [f32; DEEP] = [0.0; DEEP];

/// The first weights of each of some rows by as many features.
#[inline(always)]
fn multiply<S: Simd>(simd: S, rows: [&[f32]; BLOCK], terms: &[f32], stride: usize, output: &mut [f32], keep: Keep) {
    let depth = terms.len() / stride;
    let mut turned = [[0.0; BLOCK]; DEEP];
    let whole = depth == DEEP;
    if !whole {
        turn(|row| rows[row], BLOCK, depth, turned.as_flattened_mut(), BLOCK);
    }
    for column in (0..stride).step_by(PANEL) {
        let lines = (stride - column).min(PANEL) / LINE;
        let right = terms.chunks_exact(stride).map(|row| &row[column..]);
        let output = &mut Strided { values: output, stride };
        if whole {
            let rows: [&[f32; DEEP]; BLOCK] = from_fn(|r| rows[r].first_chunk().expect("as deep as the terms"));
            let left = (0..DEEP).map(|number| Across { rows: &rows, number });
            tile(simd, left.zip(right), lines, output, column, keep);
        } else {
            tile(simd, turned.iter().zip(right), lines, output, column, keep);
        }
    }
}

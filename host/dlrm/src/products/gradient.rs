//! The gradient of a layer's inputs: gradients of outputs by weights; and SGD's step in the same pass over the weights.

use std::ops::Range;

use pulp::{Arch, Simd, WithSimd};

use super::aligned::Aligned;
use super::panels::Panels;
use super::step::Block;
use super::tile::{Keep, Rows, Strided, tile};
use super::{BLOCK, DEEP, LINE, PANEL, turn};
use crate::threads;

/// Panels of inputs that a thread computes at a time, at most: what they need of the weights, a part of [`DEEP`] rows, stays in its cache,
/// and lies in runs that are long enough to be fetched ahead.
const PANELS: usize = 8;

/// dL/dinput of a layer with these weights, `[out, inputs]`, from dL/doutput.
pub(crate) fn to_input(weight: &[f32], inputs: usize, gradient: &Panels) -> Panels {
    let columns = columns_of_a_part(inputs, gradient);
    let parts =
        (0..inputs).step_by(columns).map(|first| Read { weight, inputs, columns: first..inputs.min(first + columns) });
    multiply(parts, columns, inputs, gradient)
}

/// As [`to_input`]; then the weights make a [`step`](super::step()), part by part, while they are near.
pub(crate) fn to_input_and_step(weight: &mut [f32], gradient: &Panels, input: &Panels, factor: f32) -> Panels {
    let inputs = input.width();
    let columns = columns_of_a_part(inputs, gradient);
    // Threads share out columns, so each has a piece of every row.
    let mut pieces: Vec<Vec<&mut [f32]>> = Vec::new();
    pieces.resize_with(inputs.div_ceil(columns), || Vec::with_capacity(gradient.width()));
    for row in weight.chunks_exact_mut(inputs) {
        pieces.iter_mut().zip(row.chunks_mut(columns)).for_each(|(pieces, piece)| pieces.push(piece));
    }
    let parts = pieces.into_iter().zip((0..inputs).step_by(columns));
    let parts = parts.map(|(rows, first)| Stepped { rows, first, gradient, input, factor });
    multiply(parts, columns, inputs, gradient)
}

/// Of how many inputs the gradient is a task of a thread.
fn columns_of_a_part(inputs: usize, gradient: &Panels) -> usize {
    threads::part(work(inputs, gradient), inputs, PANEL, PANELS)
}

fn work(inputs: usize, gradient: &Panels) -> usize {
    inputs * gradient.width() * gradient.samples()
}

/// Some columns of the weights.
trait Weights: Send {
    /// What they have of a row.
    fn row(&self, row: usize) -> &[f32];

    /// They were used for these rows.
    fn used<S: Simd>(&mut self, simd: S, rows: Range<usize>);
}

/// Weights that stay as they are.
struct Read<'w> {
    weight: &'w [f32],
    inputs: usize,
    columns: Range<usize>,
}

impl Weights for Read<'_> {
    #[inline(always)]
    fn row(&self, row: usize) -> &[f32] {
        &self.weight[row * self.inputs..][self.columns.clone()]
    }

    #[inline(always)]
    fn used<S: Simd>(&mut self, _: S, _: Range<usize>) {}
}

/// Weights that make a step as soon as they were used.
struct Stepped<'w> {
    rows: Vec<&'w mut [f32]>,
    /// The first column.
    first: usize,
    gradient: &'w Panels,
    input: &'w Panels,
    factor: f32,
}

impl Weights for Stepped<'_> {
    #[inline(always)]
    fn row(&self, row: usize) -> &[f32] {
        self.rows[row]
    }

    #[inline(always)]
    fn used<S: Simd>(&mut self, simd: S, rows: Range<usize>) {
        let Self { rows: weight, first, gradient, input, factor } = self;
        for (number, weight) in weight[rows.clone()].chunks_mut(BLOCK).enumerate() {
            let row = rows.start + number * BLOCK;
            let columns = *first..*first + weight[0].len();
            for begin in (0..input.samples()).step_by(DEEP) {
                let samples = begin..input.samples().min(begin + DEEP);
                let block = Block::of(gradient, row, input, samples, columns.clone(), Keep::Add(*factor));
                let rows = weight.len();
                block.multiply(simd, rows, &mut Pieces(weight), 0);
            }
        }
    }
}

/// Rows that lie apart.
struct Pieces<'r, 'w>(&'r mut [&'w mut [f32]]);

impl Rows for Pieces<'_, '_> {
    #[inline(always)]
    fn row(&mut self, row: usize) -> &mut [f32] {
        self.0[row]
    }
}

fn multiply<W: Weights>(parts: impl Iterator<Item = W>, columns: usize, inputs: usize, gradient: &Panels) -> Panels {
    let work = work(inputs, gradient);
    let (outputs, stride) = (gradient.width(), gradient.stride().max(1));
    let turned = by_samples(gradient, work);
    let mut result = Panels::of(inputs, gradient.samples());
    let tasks = result.panels_mut().chunks_mut(columns * stride).zip(parts);
    threads::run(work, tasks, |(result, weights)| {
        let mut near = Aligned::of(DEEP * columns);
        let near = near.values_mut();
        Arch::new().dispatch(Part { weights, outputs, turned: turned.values(), stride, near, result });
    });
    result
}

/// For a product of so many multiply-adds: gradients of outputs, [`DEEP`] outputs at a time: of those, for each [`BLOCK`] samples, output after output.
fn by_samples(gradient: &Panels, work: usize) -> Aligned {
    let (outputs, stride) = (gradient.width(), gradient.stride());
    let mut turned = Aligned::of(outputs * stride);
    let tasks = turned.values_mut().chunks_mut(DEEP * stride.max(1)).enumerate();
    threads::run(work, tasks, |(number, turned)| {
        let depth = turned.len() / stride;
        Arch::new().dispatch(|| {
            for (block, turned) in turned.chunks_exact_mut(depth * BLOCK).enumerate() {
                let mut done = 0;
                while done < depth {
                    let output = number * DEEP + done;
                    let (panel, first) = (output / PANEL, output % PANEL);
                    let piece = |sample| &gradient.piece(panel, block * BLOCK + sample)[first..];
                    let count = piece(0).len().min(depth - done);
                    turn(piece, BLOCK, count, &mut turned[done * BLOCK..], BLOCK);
                    done += count;
                }
            }
        });
    });
    turned
}

/// Some inputs.
struct Part<'p, W> {
    weights: W,
    outputs: usize,
    turned: &'p [f32],
    stride: usize,
    /// Room for the weights of these inputs, panel by panel.
    near: &'p mut [f32],
    result: &'p mut [f32],
}

impl<W: Weights> WithSimd for Part<'_, W> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { mut weights, outputs, turned, stride, near, result } = self;
        let columns = result.len() / stride;
        for (number, turned) in turned.chunks(DEEP * stride).enumerate() {
            let rows = number * DEEP..outputs.min((number + 1) * DEEP);
            let depth = rows.len();
            let near = &mut near[..depth * columns];
            for (k, row) in rows.clone().enumerate() {
                let (whole, rest) = weights.row(row).as_chunks::<PANEL>();
                let mut panels = near.chunks_mut(depth * PANEL);
                for (piece, panel) in whole.iter().zip(&mut panels) {
                    panel.as_chunks_mut::<PANEL>().0[k] = *piece;
                }
                if let Some(panel) = panels.next() {
                    let width = panel.len() / depth;
                    let (there, behind) = panel[k * width..][..width].split_at_mut(rest.len());
                    there.copy_from_slice(rest);
                    behind.fill(0.0);
                }
            }
            let keep = if number == 0 { Keep::Assign } else { Keep::Add(1.0) };
            for (right, result) in near.chunks(depth * PANEL).zip(result.chunks_mut(PANEL * stride)) {
                let width = right.len() / depth;
                for (left, result) in turned.chunks_exact(depth * BLOCK).zip(result.chunks_exact_mut(BLOCK * width)) {
                    let (left, _) = left.as_chunks::<BLOCK>();
                    let terms = left.iter().zip(right.chunks_exact(width));
                    tile(simd, terms, width / LINE, &mut Strided { values: result, stride: width }, 0, keep);
                }
            }
            weights.used(simd, rows);
        }
    }
}

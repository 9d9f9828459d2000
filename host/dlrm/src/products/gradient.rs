//! The gradient of a layer's inputs: gradients of outputs by weights.

use pulp::{Arch, Simd, WithSimd};

use super::aligned::Aligned;
use super::panels::Panels;
use super::tile::{Keep, tile};
use super::{BLOCK, DEEP, LINE, PANEL, turn};
use crate::threads;

/// Panels of inputs that a thread computes at a time, at most: what they need of the weights, a part of [`DEEP`] rows, stays in its cache,
/// and lies in runs that are long enough to be fetched ahead.
const PANELS: usize = 8;

/// dL/dinput of a layer with these weights, `[out, inputs]`, from dL/doutput.
pub(crate) fn to_input(weight: &[f32], inputs: usize, gradient: &Panels) -> Panels {
    let work = weight.len() * gradient.samples();
    let stride = gradient.stride().max(1);
    let turned = by_samples(gradient, work);
    let mut result = Panels::of(inputs, gradient.samples());
    let columns = threads::part(work, inputs, PANEL, PANELS);
    let tasks = result.panels_mut().chunks_mut(columns * stride).enumerate();
    threads::run(work, tasks, |(number, result)| {
        let mut near = Aligned::of(DEEP * columns);
        let near = near.values_mut();
        let part = Part { weight, inputs, first: number * columns, turned: turned.values(), stride, near, result };
        Arch::new().dispatch(part);
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

/// Some inputs, from `first` on.
struct Part<'p> {
    weight: &'p [f32],
    inputs: usize,
    first: usize,
    turned: &'p [f32],
    stride: usize,
    /// Room for the weights of these inputs, panel by panel.
    near: &'p mut [f32],
    result: &'p mut [f32],
}

impl WithSimd for Part<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { weight, inputs, first, turned, stride, near, result } = self;
        let columns = result.len() / stride;
        let some = first..inputs.min(first + columns);
        for (number, (rows, turned)) in weight.chunks(DEEP * inputs).zip(turned.chunks(DEEP * stride)).enumerate() {
            let depth = rows.len() / inputs;
            let near = &mut near[..depth * columns];
            for (k, row) in rows.chunks_exact(inputs).enumerate() {
                let (whole, rest) = row[some.clone()].as_chunks::<PANEL>();
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
                    tile(simd, terms, width / LINE, result, width, keep);
                }
            }
        }
    }
}

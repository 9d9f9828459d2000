//! Products of matrices, as the layers of an MLP need them.
//!
//! The order of arithmetic, whatever the processor and however many threads: an element is summed along the inner dimension, [`DEEP`] terms
//! at a time, from +0 on, with one fused multiply-add a term. The first of these sums is the element, and each further one is added to it.
//! A step adds each sum, times a factor, to the weight with one fused multiply-add; where rows or columns fill no block of [`BLOCK`], with a
//! product and a sum ([`step`]).
//!
//! A layer's weights are `[out, in]`, row by row, and are never copied as a whole. So each product has a layout that suits it:
//! [`Features`] for what is multiplied by weights, [`Panels`] for what weights are multiplied by, and for gradients.

mod aligned;
mod features;
mod forward;
mod gradient;
mod panels;
mod step;
mod tile;
mod turn;

pub(crate) use features::Features;
pub(crate) use forward::forward;
pub(crate) use gradient::{to_input, to_input_and_step};
pub use panels::Panels;
pub(crate) use step::{column_sums, step, weight_gradient};
pub(crate) use turn::turn;

/// Terms that are summed by themselves.
pub(crate) const DEEP: usize = 256;
/// Rows and columns of a block of weights, where there are as many.
const BLOCK: usize = 8;
/// Numbers of a cache line.
const LINE: usize = 16;
/// Columns of a panel: as many as a tile has.
pub(crate) const PANEL: usize = 3 * LINE;

#[cfg(test)]
mod tests;

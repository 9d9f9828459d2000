//! The DLRM: bottom MLP, interaction with the pooled embeddings, top MLP, binary cross-entropy, and its backward pass.
//!
//! All of it is f32 (losses are summed in f64). The same input gives the same bits for any number of threads: threads
//! only share out rows and columns of products (`MATMUL_NUM_THREADS`), never a sum, and `exp` and `log` come from `libm`.
//! The order of arithmetic of the products is stated where they are, in `products`.

#![forbid(unsafe_code)]

mod interaction;
mod loss;
mod memory;
pub mod metrics;
mod mlp;
mod model;
mod products;
mod share;
pub mod threads;

pub use loss::{Loss, binary_cross_entropy, binary_cross_entropy_of};
pub use memory::DlrmMemory;
pub use mlp::{Layer, Mlp, Outputs, UpdateRule, slices_of};
pub use model::{Dlrm, Forward, Parameter};
pub use products::Panels;
pub use share::{Share, shares_of};

//! Which embedding table lives where.

mod ssds;

pub use ssds::{on_smartssds, sorted_pairs, unique_vectors};

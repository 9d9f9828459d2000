//! Where tables go: which stay on the GPUs, and which SmartSSD has which of the others (NDRec, Section IV-D).

mod intensity;
mod ssds;

pub use intensity::{Intensity, ridge};
pub use ssds::{sorted_pairs, unique_vectors};

//! Batches to train on: tensors, Criteo records, or drawn from a power law; and laws of how often rows are looked up.
#![forbid(unsafe_code)]

pub mod access;
mod batch;
mod click_model;
mod criteo;
mod epochs;
mod error;
mod generate;
mod memory;
mod open;
mod source;
mod synthetic;
mod tensors;

pub use batch::{Bags, Batch};
pub use criteo::{Criteo, CriteoRecord, CriteoRecords, row_of_category};
pub use emberlane_experiment::{CRITEO_CATEGORIES, CRITEO_INTEGERS};
pub use epochs::Epochs;
pub use error::{DataError, RecordError};
pub use generate::{GenerateOptions, Generated, generate};
pub use memory::DataMemory;
pub use open::open;
pub use source::{BatchSource, Purpose};
pub use synthetic::Synthetic;
pub use tensors::Tensors;

//! Batches to train on: tensors, Criteo records, or drawn from a power law; and laws of how often rows are looked up.
#![forbid(unsafe_code)]

pub mod access;
mod batch;
mod click_model;
mod criteo;
mod epochs;
mod error;
mod files;
mod generate;
mod held_out;
mod law_clicks;
mod magic;
mod memory;
mod open;
mod position;
mod random;
mod room;
mod source;
mod synthetic;
mod tensors;

pub use batch::{Bags, Batch};
pub use criteo::{Criteo, CriteoRecord, CriteoRecords, notes, row_of_category};
pub use emberlane_experiment::{CRITEO_CATEGORIES, CRITEO_INTEGERS};
pub use epochs::Epochs;
pub use error::{DataError, RecordError};
pub use files::files;
pub use generate::{GenerateOptions, Generated, generate, generate_unless};
pub use law_clicks::LawClicks;
pub use memory::DataMemory;
pub use open::open;
pub use position::{EpochsPosition, Position, RecordPosition};
pub use source::{BatchSource, CacheUse, Purpose};
pub use synthetic::Synthetic;
pub use tensors::Tensors;

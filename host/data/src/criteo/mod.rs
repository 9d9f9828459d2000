//! Criteo's click logs, in the forms that people have them in.

mod binary;
mod bytes;
mod cache;
mod cached;
#[cfg(feature = "parquet")]
mod caught;
mod entries;
mod npy;
mod npz;
mod open;
#[cfg(feature = "parquet")]
mod parquet;
mod reader;
mod record;
mod records;
mod source;
#[cfg(test)]
mod tests;
mod tsv;
mod typed;

pub use record::{CriteoRecord, row_of_category};
pub use records::CriteoRecords;
pub use source::{Criteo, notes};

//! Embedding rows in files, behind row caches in DRAM and SCM, as MTrainS keeps tables that are larger than memory.
//!
//! [`TieredRows`] is a [`RowStore`](emberlane_stores::RowStore). A row is in one place: in the DRAM cache, in the SCM cache, or in the
//! block tier below, whose files have a checksum with every row. A batch names each of its rows once. What is hit, and what goes to
//! make room, follows from the batches alone, whatever threads do.
#![forbid(unsafe_code)]

mod aligned;
mod arena;
mod backend;
mod block;
mod clock;
mod compact;
mod counts;
mod course;
mod directory;
mod error;
mod files;
mod hierarchy;
mod image;
mod lanes;
mod level;
mod log;
mod manifest;
mod media;
mod placed;
pub mod placement;
mod queue;
mod raw;
mod record;
mod rehearsed;
#[cfg(feature = "rocksdb")]
mod rocks;
#[cfg(feature = "rocksdb")]
mod rocks_about;
mod rows;
mod scratch;
mod segment;
mod settings;
mod shard;
mod sync;
mod tags;
#[cfg(test)]
mod tests;
mod verify;

pub use compact::{Compacted, compact};
pub use error::TierError;
pub use hierarchy::{Hierarchy, Plan, Step};
pub use placed::PlacedRows;
pub use raw::RawBlocks;
pub use rehearsed::{RehearsedRows, Variant};
pub use rows::TieredRows;
pub use settings::{Settings, TierMemory};
pub use verify::{StoreContents, Verified, contents, verify};

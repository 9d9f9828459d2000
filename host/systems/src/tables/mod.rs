//! Tables on a host: what its cores, caches, memory and drive take for a batch.

mod lru;
mod medium;
mod memory;

pub use memory::{Done, TableMemory};

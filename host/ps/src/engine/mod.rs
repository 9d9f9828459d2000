//! A shard over a pool: OpenEmbedding's PS node (Sections V-A to V-C).

mod cache;
mod faults;
mod inspect;
mod list;
mod partition;
mod pmem;
mod recovery;
mod reshard;
mod settings;
mod shard;
mod sync;

#[cfg(test)]
pub(crate) use faults::Fault;
pub use inspect::{Checked, check, export};
pub use pmem::Pmem;
pub use reshard::{Resharded, reshard};
pub use settings::{Caching, Checkpointing, Settings};

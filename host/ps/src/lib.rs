//! A shard of a parameter server: its rows, who pulls them, what is pushed to them, and the checkpoints that recovery finds. It knows no
//! network, no file but its pool, and no clock, so that it is tested by itself.
//!
//! [`ShardStore`] is what a shard is to those who serve it. Batches are counted from 1, and checkpoint `c` is the state after batch
//! `c`; checkpoint 0 is what a shard begins with. [`Pmem`] keeps rows in a [pool], behind a
//! cache in DRAM; [`Dram`] keeps everything in DRAM,
//! [`CxlMemShard`] in a CXL-MEM, [`TieredShard`] in files behind caches of rows.
#![forbid(unsafe_code)]

mod apply;
mod cxl_mem;
mod dram;
mod engine;
mod error;
mod key;
pub mod pool;
mod push;
mod rows;
mod store;
mod tables;
#[cfg(test)]
mod tests;
mod tiered;

pub use cxl_mem::{CxlMemShard, DeviceFile, OnThread, PARAMETERS_AT, ShardDevice, device_in_file};
pub use dram::Dram;
pub use engine::{Caching, Checked, Checkpointing, Pmem, Resharded, Settings, check, export, reshard};
pub use error::StoreError;
pub use key::Key;
pub use push::Push;
pub use rows::PoolRows;
pub use store::{Checkpoints, Counters, Maintained, Recovered, ShardStore, Target};
pub use tables::Tables;
pub use tiered::{Folder, OpenTiers, TieredShard, TieredStore};

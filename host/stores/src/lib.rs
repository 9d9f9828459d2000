//! Where embedding tables live, and who looks them up and updates them.
//!
//! [`EmbeddingStore`] is what training sees. [`Pooled`] makes one of any [`RowStore`], which only gets and puts rows: implement that
//! for a new kind of memory. [`CxlMemStore`] and [`SmartSsdStore`] have tables on devices that pool and update by themselves.
//! [`planner`] plans what the caches of NDRec's SmartSSDs hold, [`placement`] says which tables are on which.
#![forbid(unsafe_code)]

mod bags;
mod cached_rows;
mod capability;
mod cxl_mem;
mod direct;
mod error;
mod host_memory;
mod initial;
pub mod lookahead;
mod near_tables;
mod peers;
pub mod placement;
pub mod planner;
mod pooled;
mod recoveries;
pub mod relaxed;
mod row_cache;
mod row_key;
mod row_store;
mod row_update;
mod smartssd;
mod smartssds;
mod store;
mod tiers;

pub use bags::{device_batch, mean_scale, scales_of};
pub use cached_rows::CachedRows;
pub use capability::{durable, iterations, lookahead};
pub use cxl_mem::{CxlMemStore, media};
pub use direct::pooled_vectors;
pub use error::{EmbeddingError, RecoveryError};
pub use host_memory::{HostMemory, HostRows};
pub use initial::DrawnRows;
pub use near_tables::NearTables;
pub use peers::{Peers, Sum, Summand};
pub use pooled::{Pooled, unique_rows};
pub use recoveries::{PartialRecoveries, Saved, ShardDeath, ShardWaits, WaitSum};
pub use row_cache::{Brought, Replacement, RowCache, RowCacheConfig, Sharing};
pub use row_key::RowKey;
pub use row_store::{RowCacheWork, RowShape, RowStore};
pub use row_update::update_row;
pub use smartssd::{SmartSsdStore, Tables, banks, in_flight};
pub use smartssds::{Member, OneSmartSsd, SmartSsds};
pub use store::{Device, DeviceReport, Durable, EmbeddingStore, Iterations, Jobs, Lookahead, Posted, Worked};
pub use tiers::{
    BlockReport, CacheReport, Charge, ChargedFor, CoursePoint, MediaReport, MediumReport, MemoryTraffic, StoreMemory,
    TablesReport, TierCounts, TierHits, Tiers, TiersReport, Waited,
};

//! NDRec's cache planner (Section V-A): which embedding vectors (EVs) a SmartSSD's cache holds, and what moves when.
//!
//! The cache is in the FPGA's DRAM, and fully associative; what is in it is known here alone. For every iteration the planner
//! collects the EVs that it needs. The rest follows from three tables, of which each cached EV is in exactly one:
//!
//! * The *in-use table* has a section for each iteration in flight. Its EVs are not evicted. When an iteration leaves, its EVs that
//!   no later one needs (the *reuse bit* is not set) go to one of the other two.
//! * The *hot-entry table* takes EVs that were used often. They stay in the cache, until the table is full and they are its tail.
//! * The *main table* has all others. A random one of them is evicted for an EV that has to be loaded.
//!
//! ```text
//! batches -> CachePlanner -> PlannedIteration -+-> bags ------> BankAssignment -> kernel plan
//!            (OnlinePlanner: on its thread)    +-> movements -> Outbox ---------> mailbox
//! ```
//!
//! What this planner does where the paper leaves it open: an EV's counter counts iterations that find it in the cache, not repeats
//! within one. An EV that only the oldest iteration and the new one need stays in use. Who needs more EVs than the main table can
//! give takes the hot-entry table's tail. Every eviction is written to the SSD, since every EV that was loaded is trained.
//!
//! Its memory is bound by the cache, and not by the tables: about 40 bytes a block, and 24 more in an [`Outbox`], which follows what
//! the cache holds.

mod ahead;
mod cache_planner;
mod contents;
mod hot;
mod index;
mod lookups;
mod online;
mod outbox;
mod planned;
mod settings;
mod statistics;
mod steady;
mod tables;
#[cfg(test)]
mod tests;

pub use ahead::PlanningAhead;
pub use cache_planner::{CachePlanner, PlanError};
pub use contents::{CacheContents, ContentsError};
pub use lookups::{LayoutError, Lookups, TableLayout};
pub use online::OnlinePlanner;
pub use outbox::{Outbox, OutboxError};
pub use planned::PlannedIteration;
pub use settings::{AHEAD, HOT_THRESHOLD, HOT_VECTORS, IN_FLIGHT, Settings};
pub use statistics::{Found, Statistics};
pub use tables::Table;

//! SmartSSDs at the ends of links, and the GPU that reads their outputs: what moves are messages.
//!
//! ```text
//! smartssd --- link --- host's home agent --- link --- gpu
//! ```
//!
//! * TX buffers are HDM-DB. The GPU loads lines of them into a coherent cache (`RdShared`, so `MemRdData` of the SmartSSD), which the SmartSSD
//!   tracks line by line, and back-invalidates before it writes them again ([`SmartSsdEndpoint`]).
//! * Programs, lines of the mailbox and gradients are read where they lie, in memory of the host and of the GPU (`RdCurr`): the device has
//!   nothing else to work with.
//! * Registers are CXL.io.
//!
//! The SSD is behind the device; tables are put there past the links.

mod addresses;
mod endpoint;
mod gpu;
mod linked;
mod over_fabric;

pub use endpoint::{SmartSsdEndpoint, WithoutLink};
pub use gpu::CachingGpu;
pub use linked::Linked;
pub use over_fabric::{OverFabric, SmartSsdFabric};

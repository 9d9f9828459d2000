//! Transactions of CXL, as channels of valid, ready and the fields of a message.

mod address;
pub mod bridge;
mod cache;
mod mem;

pub use address::hpa;
pub use cache::{CxlCacheDevice, CxlCacheHost};
pub use mem::{CxlBackInvalidateDevice, CxlBackInvalidateHost, CxlMemDevice, CxlMemHost};

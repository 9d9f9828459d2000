//! Transactions of CXL, as channels of valid, ready and the fields of a message.

mod mem;

pub use mem::CxlMemDevice;

//! CXL transactions and simulated time.
#![forbid(unsafe_code)]

pub mod hdm;
pub mod link;
pub mod memory;
pub mod message;
pub mod port;
pub mod time;
pub mod wire;

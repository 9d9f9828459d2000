//! Drivers for the Emberlane devices over the trait [`Transport`].
#![forbid(unsafe_code)]

mod transport;

pub use transport::{Transport, TransportError};

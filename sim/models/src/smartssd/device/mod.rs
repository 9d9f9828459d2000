//! The whole device: the bits of the reference, the cycles of the hardware.

mod agent;
mod arbiter;
mod counters;
mod evictor;
mod filler;
mod iteration;
mod machine;
mod mailbox;
mod memory_port;
mod muxes;
mod peer_reader;
mod target;
mod tracker;
mod transport;
mod uses;

pub use peer_reader::SLOTS as PEER_LINES;
pub use tracker::LINES as SNOOPED_LINES;
pub use transport::{ModelSmartSsd, ModelSmartSsdBuilder};

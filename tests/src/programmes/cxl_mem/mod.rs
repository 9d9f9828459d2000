//! Programmes of CXL-MEM.
//!
//! The host is played message by message: registers over CXL.io, memory over CXL.mem, and a peer's memory over CXL.cache, which
//! takes flushed vectors and gives parameters. Jobs have places of their own in memory, so what one leaves does not depend on
//! when the next begins.

mod arriving;
mod device;
mod generate;
mod host;
mod job;
mod peer;
mod poison;
mod posting;
mod programme;
mod quiet;
mod run;
mod runner;
mod side;

pub use device::Device;
pub use job::{Counting, Job, Kind, Peer, Wrong};
pub use programme::{Access, Asked, Operation, Poisonable, Programme, Stalls, Step};

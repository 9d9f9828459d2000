//! Valid/ready building blocks.
//!
//! A word moves at a clock edge where `valid` and `ready` are both high. The payload is stable while `valid` is high and
//! `ready` low, `valid` does not fall before the word moved, and no block has a combinational path from `ready` to
//! `valid`, so blocks connect in any order without a loop.

mod block_fifo;
mod crc32c;
mod delay;
mod fifo;
mod round_robin;
mod sampler;
mod skid_buffer;

pub use block_fifo::BlockFifo;
pub use crc32c::Crc32c;
pub use delay::Delay;
pub use fifo::Fifo;
pub use round_robin::RoundRobin;
pub use sampler::Sampler;
pub use skid_buffer::SkidBuffer;

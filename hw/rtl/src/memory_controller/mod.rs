//! A memory channel that behaves like a slower medium than the DRAM behind it.

mod controller;
mod latency_gate;
mod medium_line;
mod pulse_delay;
mod recent_write;
mod recent_writes;
mod token_bucket;

pub use controller::{MemoryController, READS_UNDER_WAY, WRITES_UNDER_WAY};
pub use latency_gate::LatencyGate;
pub use medium_line::LINE_NUMBER_BITS;
pub use pulse_delay::PulseDelay;
pub use recent_write::RecentWrite;
pub use recent_writes::RecentWrites;
pub use token_bucket::{BURST_LINES, TokenBucket};

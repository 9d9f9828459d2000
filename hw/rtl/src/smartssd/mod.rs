//! The SmartSSD's FPGA: embedding kernel, embedding cache agent, TX buffers.
//!
//! [`kernel`]: a plan is four programs (`emberlane_registers::kernel_plan`). Each has a [`plan_stream`] and a sequencer: the [`loader`] reads
//! EVs from the cache, the [`forward_sequencer`] adds EVs up, the [`backward_sequencer`] updates EVs, the [`mover`] takes them on. The
//! banks are cut into [`slice`](mod@slice)s of sixteen elements, which all do the same.
//!
//! [`cache_agent`]: moves EVs between SSD and DRAM as the [`mailbox_reader`] says, by the [`evictor`] and the [`filler`].
//!
//! TX buffers: the [`tx_target`] serves the host's reads, the [`tx_tracker`] back-invalidates what the host may hold before outputs are
//! written, both with the [`tx_settings`]. [`iteration`] swaps them, and the [`plan_settings`] are kept as they were when the doorbell rang.

pub mod access_counters;
pub mod adder_tree;
pub mod backward_banks;
pub mod backward_sequencer;
pub mod cache_agent;
pub mod evictor;
pub mod filler;
pub mod forward_banks;
pub mod forward_sequencer;
pub mod gradient_reader;
pub mod iteration;
pub mod kernel;
pub mod loader;
pub mod mailbox_reader;
pub mod mover;
pub mod peer_reader;
pub mod plan_settings;
pub mod plan_stream;
pub mod registers;
pub mod slice;
pub mod slot_pipeline;
pub mod top;
pub mod tx_settings;
pub mod tx_target;
pub mod tx_tracker;
pub mod vector_writer;

use emberlane_registers::faults::{self, SmartSsdFault};
use emberlane_registers::kernel_plan::LOG_STREAM_LINES;
use rust_hdl::prelude::*;

/// Lines of a stream that may be buffered or on their way (2 to the power of this).
const LOG_LINES: usize = LOG_STREAM_LINES;
/// Bits of their number.
const ROOM_BITS: usize = LOG_LINES + 1;

/// Vectors that the queues of a slice hold (2 to the power of this).
pub const LOG_QUEUE: usize = 5;

/// So many blocks, of which some shapes of a kernel have none.
fn blocks<B: Default>(count: usize) -> Vec<B> {
    (0..count).map(|_| B::default()).collect()
}

/// A fault as a kernel compares with it.
fn fault_code(fault: SmartSsdFault) -> Constant<Bits<{ faults::BITS }>> {
    Constant::new((fault as u64).into())
}

//! The SmartSSD's embedding kernel.
//!
//! A plan is four programs (`emberlane_registers::kernel_plan`). Each has a [`plan_stream`] and a sequencer: the [`loader`] reads EVs
//! from the cache, the [`forward_sequencer`] adds EVs up, the [`backward_sequencer`] updates EVs, the [`mover`] takes them on. The
//! banks are cut into [`slice`](mod@slice)s of sixteen elements, which all do the same.

pub mod adder_tree;
pub mod backward_banks;
pub mod backward_sequencer;
pub mod forward_banks;
pub mod forward_sequencer;
pub mod gradient_reader;
pub mod kernel;
pub mod loader;
pub mod mover;
pub mod plan_stream;
pub mod slice;
pub mod slot_pipeline;
pub mod vector_writer;

/// Vectors that the queues of a slice hold (2 to the power of this).
pub const LOG_QUEUE: usize = 5;

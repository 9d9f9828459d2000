//! The SmartSSD, and its embedding kernel: how many cycles a plan takes, without its data.
//!
//! A legal plan leaves the same bits whatever the delays are, so the bits come from `emberlane_reference::smartssd::ReferenceKernel`, and
//! the model has the control alone: streams of words, sequencers with their waits and hazards, queues and pipelines, cycle by
//! cycle and block by block as in `emberlane-rtl`. On the same memory it takes the cycles of the RTL, none more and none less.
//!
//! The memory is behind [`KernelPorts`]; [`TimedMemory`] is one that takes a fixed time, or a random one.
//!
//! [`ModelSmartSsd`] is the whole device behind its driver: the kernel with the agent beside it, DRAM, SSD, and the host's link.
//! [`in_fabric`] puts it, or the reference, at the end of a CXL link.
//!
//! ```
//! use emberlane_drivers::smartssd::PlanBuilder;
//! use emberlane_models::smartssd::{Batch, KernelModel, KernelShape, MemoryTiming, TimedMemory};
//! use emberlane_registers::kernel_plan::{Load, Place, Side};
//!
//! let mut plan = PlanBuilder::default();
//! plan.load(Load { side: Side::Forward, to: Place { bank: 0, slot: 7 }, vector: 12 });
//! let shape = KernelShape { banks: 6, slices: 4 };
//! let mut kernel = KernelModel::new(shape)?;
//! let mut memory = TimedMemory::new(MemoryTiming::Steady { latency: 20 });
//! let batch = Batch { vectors: 100, gradients: 0, bags: 0 };
//! let run = kernel.run(&plan.build(), batch, &mut memory)?;
//! assert_eq!(run.counters, [1, 0, 0, 0]);
//! assert!(run.cycles > 2 * 20, "the word and the EV come one after the other");
//! # Ok::<(), emberlane_models::smartssd::RunError>(())
//! ```

mod backward;
mod delay;
mod device;
mod forward;
mod gradients;
pub mod in_fabric;
mod kernel;
mod latencies;
mod loader;
mod mover;
mod ports;
mod shape;
mod stream;
mod timed_memory;
mod words;
mod writer;

pub use device::{ModelSmartSsd, ModelSmartSsdBuilder, PEER_LINES, SNOOPED_LINES};
pub use kernel::{Hazards, KernelModel, KernelRun};
pub use latencies::{ADD_LATENCY, LATE_UPDATE_LATENCY, UPDATE_LATENCY};
pub use ports::{AddressMap, Burst, KernelPorts, Offer, Region, STREAMS, Taken};
pub use shape::{Batch, KernelShape, MOST_SILENT_CYCLES, RunError};
pub use timed_memory::{MemoryTiming, TimedMemory};

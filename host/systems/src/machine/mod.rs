//! Host, GPU and, unless the host does its work, CXL-MEM in one simulated CXL fabric, through which every byte of a batch moves.
//!
//! Each device hangs on a link of its own; what one sends another goes through the host's home agent. The machine moves data
//! and lets jobs run; what is computed, and when the GPU's kernels run, is not its business.

mod attached;
mod error;
pub(crate) mod flows;
#[expect(clippy::module_inception, reason = "the machine itself, beside what it consists of")]
mod machine;
mod no_device;
mod report;
mod script;
mod transport;

pub use error::MachineError;
pub use machine::Machine;
pub(crate) use machine::{HostBuffer, Job, SLOTS, Tag};
pub use report::{FabricReport, LatencyReport, LinkReport};

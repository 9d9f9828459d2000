//! CXL-MEM: registers, memory map and jobs.

mod device;
mod failure;
mod job;
mod lists;
mod log;
mod poison;
mod poisoned;
mod queue;
mod records;
mod reduce;
mod region;
#[cfg(test)]
mod tests;
mod transport;
mod turns;
mod walk;
mod work;

pub use device::ReferenceCxlMem;
pub use job::JobLines;
pub use log::ParameterLog;
pub use poison::PoisonedLines;
pub use queue::{Finished, Flush};
pub use turns::HostWrite;
pub use work::{Reduction, RowRecord};

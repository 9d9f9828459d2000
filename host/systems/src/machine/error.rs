//! Why data do not move any more.

use emberlane_drivers::TransportError;
use emberlane_fabric::fabric::FabricError;
use emberlane_fabric::link::LinkError;
use thiserror::Error;

/// Why data do not move any more.
#[derive(Debug, Error)]
pub enum MachineError {
    /// The fabric has stopped.
    #[error("the simulated fabric: {0}")]
    Fabric(#[from] FabricError),
    /// The link of the experiment cannot be.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// The device has no such memory.
    #[error(transparent)]
    Device(#[from] TransportError),
    /// Lines came that nobody waited for.
    #[error(
        "the simulated fabric: {count} lines of pooled vectors came twice, the first for address {address:#x} of the GPU"
    )]
    Twice {
        /// How many.
        count: usize,
        /// Address of the first.
        address: u64,
    },
    /// A copy has found no memory.
    #[error("the simulated fabric: a copy of the GPU was refused, because nothing has the address {address:#x}")]
    Refused {
        /// Host physical address of its first line without memory.
        address: u64,
    },
    /// Data came that are known to be wrong.
    #[error(
        "the simulated fabric: {what} came poisoned, first the line at {address:#x}: a memory that they passed has lost it"
    )]
    Poisoned {
        /// What came.
        what: &'static str,
        /// Host physical address of the first such line.
        address: u64,
    },
}

//! Why a device cannot be simulated.

use thiserror::Error;

use crate::ModelError;
use crate::axi::Violation;

/// Designs of CXL-MEM by number of channels.
pub(crate) const CXL_MEM_DESIGNS: &[(usize, &str)] = &[(4, "cxl_mem"), (1, "cxl_mem_c1")];

/// Why there is no device.
#[derive(Debug, Error)]
pub enum BuildError {
    /// No design has this number of channels.
    #[error("there is no CXL-MEM with {channels} channels; there are designs with {}", known())]
    Channels {
        /// The number asked for.
        channels: usize,
    },
    /// No design has this kernel.
    #[error(
        "there is no SmartSSD with {banks} banks a side for EVs of {elements} elements; there are 6 with 64, and 2 with 16"
    )]
    Kernel {
        /// The banks asked for.
        banks: usize,
        /// The elements asked for.
        elements: usize,
    },
    /// The design cannot be simulated.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The design breaks a rule while it is in reset.
    #[error(transparent)]
    Violation(#[from] Violation),
}

fn known() -> String {
    let counts: Vec<String> = CXL_MEM_DESIGNS.iter().map(|(channels, _)| channels.to_string()).collect();
    counts.join(" and ")
}

//! The RTL behind a CXL link, as a driver sees it.

use crate::RtlEndpoint;

pub use emberlane_models::cxl::{BAR_BASE, PERSISTENT_HPA, SCRATCHPAD_HPA};

/// CXL-MEM's RTL in a fabric: the host's accesses are CXL.io and CXL.mem transactions over a link, and take its time.
pub type RtlOverCxl = emberlane_models::cxl::OverCxl<RtlEndpoint>;

//! CXL-MEM at the end of a CXL link.
//!
//! | | |
//! |---|---|
//! | [`CxlMemEndpoint`] | what every such device offers besides its messages: how a simulation observes it |
//! | [`ReferenceEndpoint`] | the reference, with an estimate of time or that of the [fast model](crate::cxl_mem) |
//! | [`OverCxl`] | a fabric with such a device, as a transport for a driver |
//!
//! ```
//! use emberlane_drivers::CxlMem;
//! use emberlane_fabric::{fabric::FabricConfig, link};
//! use emberlane_models::cxl::{BAR_BASE, OverCxl, ReferenceEndpoint};
//! use emberlane_models::{job_time::JobTime, media};
//! use emberlane_reference::ReferenceCxlMem;
//!
//! let device = ReferenceCxlMem::new(4).expect("1 to 4 channels");
//! let endpoint = ReferenceEndpoint::new(device, BAR_BASE, JobTime::new(4, media::preset("trainingcxl")?));
//! let transport = OverCxl::new(endpoint, FabricConfig::default(), &link::preset("trainingcxl")?.config()?)?;
//! let driver = CxlMem::discover(transport)?;
//! assert!(driver.time() > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cache;
mod endpoint;
mod over_cxl;
mod reference;
mod target;

pub use emberlane_reference::Finished;
pub use endpoint::CxlMemEndpoint;
pub use over_cxl::{BAR_BASE, OverCxl, PERSISTENT_HPA, SCRATCHPAD_HPA};
pub use reference::ReferenceEndpoint;

#[cfg(test)]
mod tests;

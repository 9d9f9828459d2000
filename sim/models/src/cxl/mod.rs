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
mod over_cxl;
mod reference;
mod target;

use emberlane_drivers::{Transport, TransportError};
use emberlane_fabric::port::Endpoint;

use crate::power_loss::{Image, RecordedWrite};

pub use emberlane_reference::Finished;
pub use over_cxl::{BAR_BASE, OverCxl, PERSISTENT_HPA, SCRATCHPAD_HPA};
pub use reference::ReferenceEndpoint;

/// A CXL-MEM at the end of a link.
pub trait CxlMemEndpoint: Endpoint + 'static {
    /// The device itself, past the link.
    type Device: Transport;

    /// Name of the device.
    fn name(&self) -> &str;

    /// Host physical address of register 0.
    fn bar(&self) -> u64;

    /// Bytes of persistent memory.
    fn persistent_bytes(&self) -> u64;

    /// The device, past the link: to look at its memory, without time and without a message.
    fn device(&mut self) -> &mut Self::Device;

    /// Whether the interrupt line is high.
    fn interrupt(&self) -> bool;

    /// Jobs that ended well. A simulation sees here that one has, without an access of the host.
    fn finished(&self) -> Finished;

    /// The cycle by which writes are recorded: of a device without cycles, the number of writes so far.
    fn cycle(&self) -> u64;

    /// Forgets the writes to persistent memory so far, and records those that come.
    fn record_writes(&mut self);

    /// The writes since then, by the cycle in which they came to the medium.
    fn recorded_writes(&mut self) -> Vec<RecordedWrite>;

    /// What persistent memory holds, all that is under way included.
    ///
    /// # Errors
    /// A device that has failed.
    fn persistent_image(&mut self) -> Result<Image, TransportError>;
}

#[cfg(test)]
mod tests;

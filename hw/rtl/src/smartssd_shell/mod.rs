//! A shell for a SmartSSD without a CXL link: the device between what the vendor's PCIe core, DDR controller and SSD have.

mod host_reader;
mod no_copies;
pub mod top;

pub use host_reader::HostReader;
pub use no_copies::NoCopies;

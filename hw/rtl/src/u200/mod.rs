//! A shell for a U200: the device between what the vendor's PCIe core and DDR controllers have.

pub mod clocks;
mod ddr_port;
mod no_peer;
pub mod top;

pub use ddr_port::DdrPort;
pub use no_peer::NoPeer;

//! CXL transactions and simulated time: a host, links with switch hops, and devices.
//!
//! CXL version 3.0, transactions rather than flits. [`fabric::Fabric`] owns the host's home agent, the links and the
//! devices; a device implements [`port::Endpoint`]. Everything is deterministic: the same calls and seeds give the same
//! trace, byte for byte.
//!
//! ```
//! use emberlane_fabric::expander::{Expander, HdmConfig};
//! use emberlane_fabric::fabric::{Fabric, FabricConfig};
//! use emberlane_fabric::hdm::{Coherence, Target};
//! use emberlane_fabric::{link, memory::MemoryConfig};
//!
//! let mut fabric = Fabric::new(FabricConfig::default());
//! let (base, memory) = (1 << 32, MemoryConfig::ideal(1 << 20));
//! let expander = Expander::new(HdmConfig { base, coherence: Coherence::HostOnly, memory });
//! let device = fabric.add("expander", expander, &link::preset("trainingcxl")?.config()?);
//! fabric.map(base, 1 << 20, Target::Hdm { device: device.index(), coherence: Coherence::HostOnly })?;
//!
//! fabric.store(base + 60, b"across lines")?;
//! let mut bytes = [0; 12];
//! fabric.load(base + 60, &mut bytes)?;
//! assert_eq!(&bytes, b"across lines");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod cache;
pub mod checker;
mod device;
mod error;
pub mod events;
pub mod expander;
pub mod fabric;
pub mod gpu;
pub mod hdm;
pub mod home;
pub mod link;
pub mod memory;
pub mod message;
pub mod port;
pub mod time;
pub mod trace;
mod watch;

/// Opcodes and fields on the wire.
pub use emberlane_registers::cxl as wire;

#[cfg(test)]
mod tests;

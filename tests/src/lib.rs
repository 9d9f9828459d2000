//! Integration tests across the Emberlane crates; see the folder `tests`.
//!
//! What several of them need lies here: the [`conformance`] of a CXL-MEM, whatever implements it, bodies of `fuzz` targets, the
//! [`Lockstep`] of two devices, the [`records`] of a log, the [`smartssd`]'s checks, trainings that are cut off by
//! [`power_loss`], random [`programmes`] that several devices have to run alike, and the [`system`] of a device with a GPU.
#![forbid(unsafe_code)]

pub mod conformance;
#[cfg(feature = "host")]
pub mod fuzz;
mod lockstep;
pub mod power_loss;
pub mod programmes;
pub mod records;
pub mod smartssd;
pub mod system;

pub use lockstep::Lockstep;

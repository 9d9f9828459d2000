//! Integration tests across the Emberlane crates; see the folder `tests`.
//!
//! What several of them need lies here: the [`conformance`] of a CXL-MEM, whatever implements it, and the [`Lockstep`] of
//! two devices.
#![forbid(unsafe_code)]

pub mod conformance;
mod lockstep;

pub use lockstep::Lockstep;

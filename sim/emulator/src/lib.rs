//! A process that plays a card: it makes the files that Linux has of a PCI function in a folder, and serves them with a device that needs
//! no hardware. What is different from a card is said where the protocol is: [`emberlane_card::emulation`].
//!
//! Windows are files that both processes map. The folder keeps what is in them: persistent memory outlives the process.
#![forbid(unsafe_code)]

mod device;
mod fault;
mod folder;
mod serve;

pub use device::{Device, Plays};
pub use fault::Fault;
pub use folder::EmulationError;
pub use serve::{Emulation, Options};

//! A card behind PCIe as the drivers' [`Transport`](emberlane_drivers::Transport), without a kernel module: its registers and its
//! memory are files that are mapped.
//!
//! A [`Place`] is a PCI function below `/sys/bus/pci/devices`, or a folder in which a process of this machine emulates one
//! ([`emulation`]). [`look`] says what is there and what is wrong with it, and writes nothing. [`Card::open`] gives the transport.
//!
//! ```no_run
//! use emberlane_card::{Access, Card, Place};
//! use emberlane_drivers::CxlMem;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let card = Card::open(&Place::named("0000:65:00.0")?, &Access::default())?;
//! let device = CxlMem::discover(card)?;
//! println!("{} channels", device.capabilities().channels);
//! # Ok(())
//! # }
//! ```
//!
//! All unsafe code is in one file, `mapping.rs`.

mod bar;
mod card;
pub mod emulation;
mod error;
mod function;
mod ids;
mod kind;
mod look;
mod mapping;
mod place;
mod windows;

pub use card::{Access, Card};
pub use error::CardError;
pub use ids::{Ids, KNOWN};
pub use kind::Kind;
pub use look::{Finding, Look, State, look};
pub use mapping::{Mapping, order};
pub use place::Place;
pub use windows::{Space, WindowPlace, parse_windows};

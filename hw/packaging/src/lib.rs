//! The exported Verilog as packages that tools open: FuseSoC cores, IP-XACT components, scripts and constraints for Vivado, and the
//! registers in every form that has a reader.
//!
//! A package names nothing that it does not find: modules, ports and interfaces are those of the exported text, with the attributes that
//! the exporter gives them; registers are those of the one table. [`write_to`] writes all packages below a folder that holds the
//! Verilog as well, [`layout`] says where.
#![forbid(unsafe_code)]

pub mod crossings;
mod folder;
mod fusesoc;
mod interfaces;
mod ipxact;
pub mod layout;
mod package;
mod registers;
mod vivado;
mod xml;

pub use folder::{PackagingError, files, stale, write_to};
pub use interfaces::{Channel, Interface, Role};
pub use package::{Module, Package};

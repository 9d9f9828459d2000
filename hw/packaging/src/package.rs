//! What a package says of a design.

use crate::interfaces::{Channel, Interface, Role, channels, interfaces};
use crate::layout;
use emberlane_registers::cxl;
use emberlane_registers::cxl_mem::{self, SCRATCHPAD_BASE, SCRATCHPAD_BYTES};
use emberlane_registers::export::Device;
use emberlane_rtl::bench;
use emberlane_rtl::designs::ExportedDesign;
use emberlane_verilog::{Library, Port, ports};
use std::path::PathBuf;

/// Who gives the packages away.
pub(crate) const VENDOR: &str = "emberlane";
/// What they belong to.
pub(crate) const LIBRARY: &str = "hw";
/// Their version.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A part of what a bus to a device's memory addresses.
pub(crate) struct MemoryBlock {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its first byte.
    pub(crate) base: u64,
    /// Its bytes.
    pub(crate) bytes: u64,
}

/// A module of a design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// Its name.
    pub name: String,
    /// Its file, below the folder of packages.
    pub file: String,
}

/// A design and what there is to say of it, found in its exported text.
#[derive(Clone, Debug)]
pub struct Package {
    /// Name of the design.
    pub name: &'static str,
    /// What it is.
    pub description: &'static str,
    /// Its top module.
    pub top: String,
    /// Its registers.
    pub device: &'static Device,
    /// Ports of the top.
    pub ports: Vec<Port>,
    /// Interfaces of the top.
    pub interfaces: Vec<Interface>,
    /// Channels of CXL of the top.
    pub channels: Vec<Channel>,
    /// Its modules in order of dependence; the top is the last.
    pub modules: Vec<Module>,
    /// What the bench has to know of it.
    pub(crate) macros: String,
}

impl Package {
    /// The package of a design, which a library holds.
    ///
    /// # Panics
    /// If the library does not hold it.
    #[must_use]
    pub fn new(design: &ExportedDesign, library: &Library) -> Self {
        let top = library.reference(design.name).expect("the library holds the design").module.clone();
        let text = library.design().module(&top).expect("the library holds what it refers to");
        let module = |(name, path): (String, PathBuf)| Module { name, file: layout::module(&path) };
        let modules = library.modules_of(&top).into_iter().map(module).collect();
        let ports = ports(text);
        let macros = bench::macros(design, &top, text, 1);
        Self {
            name: design.name,
            description: design.description,
            top,
            device: design.device(),
            interfaces: interfaces(&ports),
            channels: channels(&ports),
            modules,
            macros,
            ports,
        }
    }

    /// The interfaces of a kind, such as `clock`.
    pub(crate) fn interfaces_of<'p>(&'p self, kind: &'p str) -> impl Iterator<Item = &'p Interface> {
        self.interfaces.iter().filter(move |each| each.is(kind))
    }

    /// What is behind such an interface: of CXL-MEM persistent memory and the scratchpad, of a SmartSSD what the host maps of it. Above a quarter of
    /// the addresses of CXL there is room for other things of a system.
    pub(crate) fn memory_blocks(&self) -> Vec<MemoryBlock> {
        let memory = MemoryBlock { name: "memory", base: 0, bytes: 1 << (cxl::ADDRESS_BITS + 4) };
        let scratchpad = MemoryBlock { name: "scratchpad", base: SCRATCHPAD_BASE, bytes: SCRATCHPAD_BYTES };
        let has_scratchpad = self.device.map.name == cxl_mem::MAP.name;
        std::iter::once(memory).chain(has_scratchpad.then_some(scratchpad)).collect()
    }

    /// The interfaces at which others reach its memory.
    pub(crate) fn memories(&self) -> impl Iterator<Item = &Interface> {
        let slaves = self.interfaces_of("aximm").filter(|each| each.role == Role::Slave);
        slaves.filter(|each| !each.is_lite())
    }

    /// The interface at which its registers are.
    pub(crate) fn of_registers(&self) -> Option<&Interface> {
        self.interfaces_of("aximm").find(|each| each.is_lite())
    }
}

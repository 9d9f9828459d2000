//! What a package says of a design.

use crate::interfaces::{Channel, Interface, channels, interfaces};
use crate::ports::{Port, ports};
use crate::sources::sources;
use emberlane_registers::export::Device;
use emberlane_rtl::bench;
use emberlane_rtl::designs::ExportedDesign;
use emberlane_verilog::Library;

/// Who gives the packages away.
pub(crate) const VENDOR: &str = "emberlane";
/// What they belong to.
pub(crate) const LIBRARY: &str = "hw";
/// Their version.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

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
    /// Its files below the folder of the Verilog, in order of dependence; that of the top is the last.
    pub sources: Vec<String>,
    /// What the bench has to know of it.
    pub(crate) macros: String,
}

impl Package {
    /// The package of a design of a library.
    ///
    /// # Panics
    /// If the library has not this design.
    #[must_use]
    pub fn new(design: &ExportedDesign, library: &Library) -> Self {
        let top = &library.reference(design.name).expect("the library has the design").module;
        let text = library.design().module(top).expect("a library has the modules that it refers to");
        let ports = ports(text);
        Self {
            name: design.name,
            description: design.description,
            top: top.clone(),
            device: design.interface(),
            interfaces: interfaces(&ports),
            channels: channels(&ports),
            sources: sources(library, top),
            macros: bench::macros(design, top, text, 1),
            ports,
        }
    }

    /// The interfaces of a kind, such as `clock`.
    pub(crate) fn interfaces_of<'p>(&'p self, kind: &'p str) -> impl Iterator<Item = &'p Interface> {
        self.interfaces.iter().filter(move |each| each.is(kind))
    }

    /// The interface at which its registers are.
    pub(crate) fn of_registers(&self) -> Option<&Interface> {
        self.interfaces_of("aximm").find(|each| each.parameter("PROTOCOL") == Some("AXI4LITE"))
    }
}

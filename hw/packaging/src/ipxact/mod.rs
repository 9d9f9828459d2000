//! IP-XACT (IEEE 1685-2014): a component for each design, and definitions of CXL's channels as buses.

mod channels;
mod component;
mod memory_map;

pub(crate) use channels::definitions;
pub(crate) use component::component;

/// The attributes of a document's root element.
const ROOT: [(&str, &str); 3] = [
    ("xmlns:ipxact", "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"),
    ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
    (
        "xsi:schemaLocation",
        "http://www.accellera.org/XMLSchema/IPXACT/1685-2014 http://www.accellera.org/XMLSchema/IPXACT/1685-2014/index.xsd",
    ),
];

/// What stands at the head of each file.
const ORIGIN: &str = " Made from the exported Verilog by `emberlane export-packages`; changes here are lost. ";

//! A design as a component: interfaces, registers, ports and files.

use super::channels::{abstraction, bus};
use super::memory_map::{memory, memory_map};
use super::{ORIGIN, ROOT};
use crate::crossings;
use crate::interfaces::{Interface, Role};
use crate::layout;
use crate::package::{LIBRARY, Package, VENDOR, VERSION};
use crate::xml::Xml;
use emberlane_verilog::Direction;

const FILES: &str = "rtl";

/// The component of a package.
pub(crate) fn component(package: &Package) -> String {
    let mut xml = Xml::new("ipxact");
    xml.comment(ORIGIN.trim());
    xml.element("component", &ROOT, |xml| {
        xml.leaf("vendor", VENDOR);
        xml.leaf("library", LIBRARY);
        xml.leaf("name", package.name);
        xml.leaf("version", VERSION);
        xml.element("busInterfaces", &[], |xml| bus_interfaces(xml, package));
        xml.element("addressSpaces", &[], |xml| address_spaces(xml, package));
        xml.element("memoryMaps", &[], |xml| {
            // Readers of registers take the last map.
            package.memories().for_each(|bus| memory(xml, bus, &package.memory_blocks()));
            memory_map(xml, package.device);
        });
        xml.element("model", &[], |xml| model(xml, package));
        xml.element("fileSets", &[], |xml| file_sets(xml, package));
        xml.leaf("description", package.description);
    });
    xml.finish()
}

/// The memory behind an interface that begins transfers with addresses.
fn is_addressing(interface: &Interface) -> bool {
    interface.is("aximm") && interface.role == Role::Master
}

fn bus_interfaces(xml: &mut Xml, package: &Package) {
    let registers = package.of_registers().map(|each| each.name.as_str());
    for interface in &package.interfaces {
        let [vendor, library, name, version] = interface.kind.each_ref().map(String::as_str);
        let signals: Vec<(String, String)> = interface.signals.clone();
        let kind = [("vendor", vendor), ("library", library), ("name", name), ("version", version)];
        bus_interface(xml, &interface.name, kind, &format!("{name}_rtl"), &signals, |xml| {
            let role = if interface.role == Role::Master { "master" } else { "slave" };
            if is_addressing(interface) {
                let space = [("addressSpaceRef", interface.name.as_str())];
                xml.element(role, &[], |xml| xml.empty("addressSpaceRef", &space));
            } else if registers == Some(interface.name.as_str()) {
                let map = [("memoryMapRef", package.device.map.name)];
                xml.element(role, &[], |xml| xml.empty("memoryMapRef", &map));
            } else if package.memories().any(|each| each.name == interface.name) {
                xml.element(role, &[], |xml| xml.empty("memoryMapRef", &[("memoryMapRef", interface.name.as_str())]));
            } else {
                xml.empty(role, &[]);
            }
            parameters(xml, interface);
        });
    }
    for channel in &package.channels {
        let signals = channel.signals.iter();
        let signals: Vec<(String, String)> =
            signals.map(|(signal, ..)| (signal.to_uppercase(), format!("{}_{signal}", channel.name))).collect();
        bus_interface(xml, &channel.name, bus(&channel.name), &abstraction(&channel.name), &signals, |xml| {
            xml.empty(if channel.role == Role::Master { "master" } else { "slave" }, &[]);
        });
    }
}

fn bus_interface(
    xml: &mut Xml,
    name: &str,
    kind: [(&str, &str); 4],
    abstraction: &str,
    signals: &[(String, String)],
    role_and_parameters: impl FnOnce(&mut Xml),
) {
    let mut reference = kind;
    reference[2].1 = abstraction;
    xml.element("busInterface", &[], |xml| {
        xml.leaf("name", name);
        xml.empty("busType", &kind);
        xml.element("abstractionTypes", &[], |xml| {
            xml.element("abstractionType", &[], |xml| {
                xml.empty("abstractionRef", &reference);
                xml.element("portMaps", &[], |xml| {
                    for (signal, port) in signals {
                        xml.element("portMap", &[], |xml| {
                            xml.element("logicalPort", &[], |xml| xml.leaf("name", signal));
                            xml.element("physicalPort", &[], |xml| xml.leaf("name", port));
                        });
                    }
                });
            });
        });
        role_and_parameters(xml);
    });
}

fn parameters(xml: &mut Xml, interface: &Interface) {
    if interface.parameters.is_empty() {
        return;
    }
    xml.element("parameters", &[], |xml| {
        for (name, value) in &interface.parameters {
            let id = format!("{}.{name}", interface.name);
            // A value is an expression: what is no number is a string.
            let is_number = value.parse::<u64>().is_ok();
            let value = if is_number { value.clone() } else { format!("\"{value}\"") };
            let kind = if is_number { "longint" } else { "string" };
            xml.element("parameter", &[("parameterId", id.as_str()), ("type", kind)], |xml| {
                xml.leaf("name", name);
                xml.leaf("value", value);
            });
        }
    });
}

fn address_spaces(xml: &mut Xml, package: &Package) {
    for interface in package.interfaces.iter().filter(|each| is_addressing(each)) {
        let bits = |parameter: &str| interface.parameter(parameter).unwrap_or("64");
        xml.element("addressSpace", &[], |xml| {
            xml.leaf("name", &interface.name);
            xml.leaf("range", format!("2**{}", bits("ADDR_WIDTH")));
            xml.leaf("width", bits("DATA_WIDTH"));
            xml.leaf("addressUnitBits", "8");
        });
    }
}

fn model(xml: &mut Xml, package: &Package) {
    xml.element("views", &[], |xml| {
        xml.element("view", &[], |xml| {
            xml.leaf("name", FILES);
            xml.leaf("componentInstantiationRef", FILES);
        });
    });
    xml.element("instantiations", &[], |xml| {
        xml.element("componentInstantiation", &[], |xml| {
            xml.leaf("name", FILES);
            xml.leaf("language", "Verilog");
            xml.leaf("moduleName", &package.top);
            xml.element("fileSetRef", &[], |xml| xml.leaf("localName", FILES));
        });
    });
    xml.element("ports", &[], |xml| {
        for port in &package.ports {
            xml.element("port", &[], |xml| {
                xml.leaf("name", &port.name);
                xml.element("wire", &[], |xml| {
                    xml.leaf("direction", if port.direction == Direction::In { "in" } else { "out" });
                    if port.width > 1 {
                        xml.element("vectors", &[], |xml| {
                            xml.element("vector", &[], |xml| {
                                xml.leaf("left", (port.width - 1).to_string());
                                xml.leaf("right", "0");
                            });
                        });
                    }
                });
            });
        }
    });
}

fn file_sets(xml: &mut Xml, package: &Package) {
    xml.element("fileSet", &[], |xml| {
        xml.leaf("name", FILES);
        for module in &package.modules {
            xml.element("file", &[], |xml| {
                xml.leaf("name", layout::from_package(&module.file));
                xml.leaf("fileType", "verilogSource-2001");
            });
        }
    });
    if crossings::of(package).next().is_none() {
        return;
    }
    xml.element("fileSet", &[], |xml| {
        xml.leaf("name", "crossings");
        for name in crossings::of(package) {
            xml.element("file", &[], |xml| {
                xml.leaf("name", layout::from_package(&crossings::constraints_of(name)));
                xml.leaf("fileType", "SDC");
                xml.leaf("description", format!("paths between the clocks of every {name}, to which it is scoped"));
            });
        }
    });
}

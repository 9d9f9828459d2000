//! The channels of CXL's transaction layer as buses: one sends, the other takes, with `valid` and `ready`.

use super::{ORIGIN, ROOT};
use crate::interfaces::Channel;
use crate::package::VENDOR;
use crate::xml::Xml;

/// The library of the definitions.
const LIBRARY: &str = "cxl";
/// Version of CXL whose transactions they carry.
const VERSION: &str = "3.0";

/// Attributes that name the bus of a channel.
pub(super) fn bus(channel: &str) -> [(&str, &str); 4] {
    [("vendor", VENDOR), ("library", LIBRARY), ("name", channel), ("version", VERSION)]
}

/// The name of its signals' definition.
pub(super) fn abstraction(channel: &str) -> String {
    format!("{channel}_rtl")
}

/// The definitions of a channel's bus and of its signals: file name and text each.
pub(crate) fn definitions(channel: &Channel) -> [(String, String); 2] {
    let name = &channel.name;
    [(format!("{name}.xml"), bus_definition(channel)), (format!("{name}_rtl.xml"), abstraction_definition(channel))]
}

fn identity(xml: &mut Xml, name: &str) {
    xml.leaf("vendor", VENDOR);
    xml.leaf("library", LIBRARY);
    xml.leaf("name", name);
    xml.leaf("version", VERSION);
}

fn bus_definition(channel: &Channel) -> String {
    let mut xml = Xml::new("ipxact");
    xml.comment(ORIGIN.trim());
    xml.element("busDefinition", &ROOT, |xml| {
        identity(xml, &channel.name);
        xml.leaf("directConnection", "true");
        xml.leaf("isAddressable", "false");
        xml.leaf("description", "A channel of CXL's transaction layer: the master sends, the slave takes");
    });
    xml.finish()
}

fn abstraction_definition(channel: &Channel) -> String {
    let mut xml = Xml::new("ipxact");
    xml.comment(ORIGIN.trim());
    xml.element("abstractionDefinition", &ROOT, |xml| {
        identity(xml, &abstraction(&channel.name));
        xml.empty("busType", &bus(&channel.name));
        xml.element("ports", &[], |xml| {
            for (signal, width, from_master) in &channel.signals {
                let (master, slave) = if *from_master { ("out", "in") } else { ("in", "out") };
                xml.element("port", &[], |xml| {
                    xml.leaf("logicalName", signal.to_uppercase());
                    xml.element("wire", &[], |xml| {
                        for (side, direction) in [("onMaster", master), ("onSlave", slave)] {
                            xml.element(side, &[], |xml| {
                                xml.leaf("presence", "required");
                                xml.leaf("width", width.to_string());
                                xml.leaf("direction", direction);
                            });
                        }
                    });
                });
            }
        });
    });
    xml.finish()
}

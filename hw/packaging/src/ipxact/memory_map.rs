//! The registers of a device as a memory map.

use crate::interfaces::Interface;
use crate::package::MemoryBlock;
use crate::xml::Xml;
use emberlane_registers::export::{Device, UpperSnake, fields_or_value};
use emberlane_registers::{Access, Field, REGISTER_BYTES, Register};

/// Writes the map. Its name is the device's.
pub(super) fn memory_map(xml: &mut Xml, device: &'static Device) {
    let bits = (8 * REGISTER_BYTES).to_string();
    xml.element("memoryMap", &[], |xml| {
        xml.leaf("name", device.map.name);
        xml.element("addressBlock", &[], |xml| {
            xml.leaf("name", "registers");
            xml.leaf("description", device.map.description);
            xml.leaf("baseAddress", "0x0");
            xml.leaf("range", format!("{:#x}", device.map.bytes));
            xml.leaf("width", &bits);
            xml.leaf("usage", "register");
            for of_device in device.map.registers {
                register(xml, device, of_device, &bits);
            }
        });
        xml.leaf("addressUnitBits", "8");
    });
}

/// Writes the map of a memory behind a bus, whose name it has.
pub(super) fn memory(xml: &mut Xml, bus: &Interface, blocks: &[MemoryBlock]) {
    xml.element("memoryMap", &[], |xml| {
        xml.leaf("name", &bus.name);
        for MemoryBlock { name, base, bytes } in blocks {
            xml.element("addressBlock", &[], |xml| {
                xml.leaf("name", name);
                xml.leaf("baseAddress", format!("{base:#x}"));
                xml.leaf("range", format!("{bytes:#x}"));
                xml.leaf("width", bus.parameter("DATA_WIDTH").unwrap_or("512"));
                xml.leaf("usage", "memory");
            });
        }
        xml.leaf("addressUnitBits", "8");
    });
}

fn register(xml: &mut Xml, device: &Device, register: &'static Register, bits: &str) {
    xml.element("register", &[], |xml| {
        xml.leaf("name", register.name);
        xml.leaf("description", register.description);
        xml.leaf("addressOffset", format!("{:#x}", register.offset));
        xml.leaf("size", bits);
        for field in fields_or_value(register) {
            field_of(xml, device, register, &field);
        }
    });
}

fn field_of(xml: &mut Xml, device: &Device, register: &Register, field: &Field) {
    let access = match register.access {
        Access::ReadOnly => "read-only",
        Access::ReadWrite => "read-write",
        Access::WriteOnly => "write-only",
    };
    xml.element("field", &[], |xml| {
        xml.leaf("name", field.name);
        if !field.description.is_empty() {
            xml.leaf("description", field.description);
        }
        xml.leaf("bitOffset", field.lsb.to_string());
        xml.element("resets", &[], |xml| {
            xml.element("reset", &[], |xml| xml.leaf("value", format!("{:#x}", field.get(register.reset))));
        });
        xml.leaf("bitWidth", field.width.to_string());
        // What the device drives may change from read to read; what the table alone decides does not.
        if register.access == Access::ReadOnly && register.reset == 0 {
            xml.leaf("volatile", "true");
        }
        xml.leaf("access", access);
        let values = device.values_of(register, field);
        if !values.is_empty() {
            xml.element("enumeratedValues", &[], |xml| {
                for value in values {
                    xml.element("enumeratedValue", &[], |xml| {
                        xml.leaf("name", UpperSnake(value.name).to_string());
                        xml.leaf("description", value.description);
                        xml.leaf("value", value.value.to_string());
                    });
                }
            });
        }
    });
}
